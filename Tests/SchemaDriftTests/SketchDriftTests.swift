import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

/// What changed is found by sketches nearly as well as by the documents that they are of.
@Suite(.computing) struct SketchDriftTests {
  /// What is left of a recording.
  enum Form: CaseIterable, CustomTestStringConvertible {
    case documents, summary, contract

    var testDescription: String { "\(self)" }

    func side(_ records: some Sequence<String>) throws -> Drift.Side {
      let text = "[" + records.joined(separator: ",") + "]"
      let document = try JSONDocument(Array(text.utf8))
      if self == .documents { return Drift.Side(documents: [document]) }
      var summary = FormatSummary()
      summary.add(document)
      let read = { (node: JSONNode) in
        try JSONDocument(
          JSONWriter.compactBytes(node), maximumDepth: ShapeSummary.maximumDocumentDepth)
      }
      guard self == .contract else {
        return Drift.Side(try #require(FormatSummary(read(summary.document))))
      }
      let contract = try read(summary.contract())
      return Drift.Side(
        shape: Shape(try Schema(contract)),
        sketch: contract.root[RecordSketch.keyword].map { RecordSketch($0) } ?? RecordSketch())
    }
  }

  struct Case: CustomTestStringConvertible {
    let old: Form
    let new: Form
    /// The least mean F1 of the changed paths, with the same records and with none in common.
    let bars: (same: Double, apart: Double)

    var testDescription: String { "\(old) to \(new)" }
  }

  /// Over more selections documents have a mean of 0.977, summaries 0.977, contracts 0.952, and contracts
  /// without sketches 0.637.
  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: [
      Case(old: .summary, new: .summary, bars: (0.96, 0.94)),
      Case(old: .contract, new: .contract, bars: (0.94, 0.88)),
      Case(old: .contract, new: .documents, bars: (0.94, 0.84)),
    ])
  func versionsAreMappedBySketches(sample: Case) throws {
    var tally = CalibrationTests.Tally()
    var sums = (same: 0.0, apart: 0.0)
    for version in CalibrationTests.versions {
      let truth = MappingTruth(
        table: String(decoding: try TestFolders.corpusBytes(version.truth), as: UTF8.self))
      let old = try CalibrationTests.records(version.old, version.keys.old)
      let new = try CalibrationTests.records(version.new, version.keys.new)
      var random = SplitMix(seed: 1)
      let keys = Set(old.map(\.key)).intersection(new.map(\.key)).sorted()
        .shuffled(using: &random)
      let some = Set(keys.prefix(50))
      let others = Set(keys.dropFirst(50).prefix(50))
      let before = try sample.old.side(old.filter { some.contains($0.key) }.map(\.source))
      let score = { (keys: Set<String>) in
        let now = try sample.new.side(new.filter { keys.contains($0.key) }.map(\.source))
        return MappingScore(Drift.between(before, now).mapping, truth)
      }
      let same = try score(some)
      let apart = try score(others)
      tally.add(same)
      tally.add(apart)
      sums.same += same.f1
      sums.apart += apart.f1
    }
    let count = Double(CalibrationTests.versions.count)
    #expect(sums.same / count >= sample.bars.same, "\(sums.same / count)")
    #expect(sums.apart / count >= sample.bars.apart, "\(sums.apart / count)")
    tally.check()
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: CalibrationTests.collections.suffix(2))
  func randomChangesAreFoundBySketches(file: String) throws {
    let all = try CalibrationTests.records(file, "").map(\.source).prefix(60)
    let document = try JSONDocument(Array("[\(all.joined(separator: ","))]".utf8))
    let trees = document.root.elements.map { JSONTree($0) }
    let shape = try Form.documents.side(all).shape
    var tally = CalibrationTests.Tally()
    for seed in [2, 3] as [UInt64] {
      var changes = FormatChanges(trees, shape: shape, seed: seed)
      changes.change(times: Int(seed))
      let new = changes.records.map(\.source)
      for (before, now) in [(Form.summary, .summary), (.contract, .documents)] as [(Form, Form)] {
        let drift = Drift.between(try before.side(all), try now.side(new))
        tally.add(MappingScore(drift.mapping, changes.truth))
      }
    }
    tally.check()
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: CalibrationTests.collections.suffix(3))
  func otherRecordsOfOneFormatAreNoClaimBySketches(file: String) throws {
    let all = try CalibrationTests.records(file, "").map(\.source)
    var random = SplitMix(seed: 7)
    for (before, now) in [(3, 3), (10, 10), (40, 40)] {
      let shuffled = all.shuffled(using: &random)
      let old = shuffled.prefix(before)
      let new = shuffled.dropFirst(before).prefix(now)
      for form in [Form.summary, .contract] {
        let drift = Drift.between(
          try form.side(old), try (form == .contract ? .documents : form).side(new))
        let moved = drift.mapping.filter { $0.from != nil && $0.to != nil && $0.from != $0.to }
        #expect(moved.isEmpty, "\(form) \(before) \(now): \(moved)")
      }
    }
  }

  /// The records of a day, some of them in the new format already.
  private static func day(renamed: (Int) -> Bool) -> [String] {
    (0..<400).map { index in
      let name = renamed(index) ? "title" : "name"
      return #"{"id": "\#(100_000 + index * 37)", "\#(name)": "Dish number \#(index * 7919)", "#
        + #""price": \#(Double(index) + 0.5), "active": \#(index % 2 == 0)}"#
    }
  }

  /// A member that all records have under another name now is found, and where only some do, the counts say
  /// exactly how many.
  @Test(arguments: [Form.summary, .contract])
  func renamedMemberIsFound(form: Form) throws {
    let old = try form.side(Self.day { _ in false })
    let all = Drift.between(old, try form.side(Self.day { _ in true }))
    let renamed = try #require(all.changes.first { $0.rule == .keyRenamed })
    #expect(renamed.from?.description == "$[*].name" && renamed.to?.description == "$[*].title")
    #expect(renamed.confidence == .certain && all.changes.count == 1)
    let some = Drift.between(old, try form.side(Self.day { $0 % 100 == 50 }))
    let documents = Drift.between(
      try Form.documents.side(Self.day { _ in false }),
      try Form.documents.side(Self.day { $0 % 100 == 50 }))
    #expect(some.changes.map(\.rule) == documents.changes.map(\.rule))
    let optional = try #require(some.changes.first { $0.rule == .becameOptional })
    #expect(optional.evidence.new?.records.present == 396)
  }
}
