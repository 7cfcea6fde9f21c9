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

  /// The same of a member with a few words, of one with truths, and of one with small numbers: what comes back says less
  /// of a record, and is kept all the same.
  @Test(arguments: [Form.summary, .contract])
  func memberOfFewValuesIsFound(form: Form) throws {
    let day = { (names: [String]) in
      (0..<40).map { index in
        #"{"id": "\#(100_000 + index * 37)", "\#(names[0])": "\#(["red", "green", "blue"][index % 3])", "#
          + #""\#(names[1])": \#(index % 7 < 3), "\#(names[2])": \#(index % 5)}"#
      }
    }
    let drift = Drift.between(
      try form.side(day(["kind", "flag", "level"])),
      try Form.documents.side(day(["colour", "isOpen", "stage"])))
    let moved = drift.mapping.filter { $0.from != $0.to }
      .map { "\($0.from?.description ?? "") \($0.to?.description ?? "")" }
    #expect(
      Set(moved) == ["$[*].kind $[*].colour", "$[*].flag $[*].isOpen", "$[*].level $[*].stage"])
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

  // MARK: Few records, numbers and words

  /// A change of which documents, summaries and contracts say the same.
  struct Alike: Sendable, CustomTestStringConvertible {
    let name: String
    let old: [String]
    let new: [String]
    /// The rules, in the order of the old format.
    let rules: [DriftRule]

    var testDescription: String { name }
  }

  private static let cities = ["Berlin", "Paris", "Rome", "Madrid", "Oslo", "Vienna", "Lisbon"]

  /// Orders with the members that a version has for an amount, from an id on.
  private static func orders(
    _ count: Int, from first: Int = 0, _ amount: (Int) -> String
  ) -> [String] {
    (first..<first + count).map {
      #"{"id": \#(1000 + $0), "city": "\#(cities[$0 % 7])", \#(amount($0))}"#
    }
  }

  private static func price(_ index: Int) -> String { #""price": \#(Double(25 + 7 * index) / 2)"# }

  private static func alike() -> [Alike] {
    var cases: [Alike] = []
    for count in [3, 5, 20] {
      let old = orders(count, price)
      cases.append(
        Alike(
          name: "cents of \(count)", old: old,
          new: orders(count) { #""priceCents": \#((25 + 7 * $0) * 50)"# }, rules: [.keyRenamed]))
      cases.append(
        Alike(
          name: "cents in \(count) of the same name", old: old,
          new: orders(count) { #""price": \#((25 + 7 * $0) * 50)"# }, rules: [.meaningChanged]))
      cases.append(
        Alike(
          name: "other prices of \(count)", old: old,
          new: orders(count) { #""price": \#(Double(26 + 9 * $0) / 4)"# }, rules: []))
      cases.append(
        Alike(
          name: "nested in \(count)", old: old,
          new: orders(count) { #""total": {"amount": \#(Double(25 + 7 * $0) / 2)}"# },
          rules: [.valueNested]))
      let place = { (index: Int) in (Double(481 + 37 * index) / 10, Double(113 * index - 102) / 10)
      }
      cases.append(
        Alike(
          name: "swapped in \(count)",
          old: orders(count) { #""lat": \#(place($0).0), "lng": \#(place($0).1)"# },
          new: orders(count) { #""lat": \#(place($0).1), "lng": \#(place($0).0)"# },
          rules: [.keyRenamed, .keyRenamed]))
    }
    for count in [1, 5, 20] {
      cases.append(
        Alike(
          name: "seconds in \(count) others",
          old: orders(count) { #""createdAt": "2024-01-1\#($0 % 9)T10:00:0\#($0 % 10)Z""# },
          new: orders(count, from: 50) { #""created": \#(1_700_000_000 + $0 * 7919)"# },
          rules: count == 1 ? [.becameOptional, .keyAdded] : [.keyRenamed, .dateFormatChanged]))
    }
    let words = [["open", "closed", "late"], ["OPEN", "CLOSED", "LATE"]]
    cases.append(
      Alike(
        name: "words in capitals", old: orders(30) { #""state": "\#(words[0][$0 % 3])""# },
        new: orders(30) { #""state": "\#(words[1][$0 % 3])""# }, rules: [.meaningChanged]))
    cases += [
      Alike(
        name: "languages of another country",
        old: [#"{"name": "Netherlands", "cca3": "NLD", "languages": {"nld": "Dutch"}}"#],
        new: [#"{"name": "Japan", "cca3": "JPN", "languages": {"jpn": "Japanese"}}"#],
        rules: [.becameOptional, .keyAdded]),
      Alike(
        name: "another kind of content", old: [#"{"id": 1, "article": {"title": "Hello"}}"#],
        new: [#"{"id": 2, "video": {"title": "Clip"}}"#], rules: [.becameOptional, .keyAdded]),
      Alike(
        name: "another short record", old: [#"{"id": 7, "city": "Oslo", "temp": 3.5, "wind": 12}"#],
        new: [#"{"id": 9, "city": "Rome", "temperature": 13.1, "wind": 4}"#],
        rules: [.becameOptional, .keyAdded]),
      Alike(
        name: "the same record", old: [#"{"id": 7, "city": "Oslo", "temp": 3.5, "wind": 12}"#],
        new: [#"{"id": 7, "city": "Oslo", "temperature": 3.5, "wind": 14}"#], rules: [.keyRenamed]),
    ]
    return cases
  }

  @Test(arguments: alike()) func allFormsSayTheSame(_ sample: Alike) throws {
    for old in Form.allCases {
      for new in Form.allCases {
        let drift = Drift.between(try old.side(sample.old), try new.side(sample.new))
        #expect(drift.changes.map(\.rule) == sample.rules, "\(old) to \(new)")
      }
      let same = Drift.between(try old.side(sample.old), try old.side(sample.old))
      #expect(same.changes == [])
    }
  }
}
