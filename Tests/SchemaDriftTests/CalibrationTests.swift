import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

/// How often a claim is right is what its confidence says, over version changes of real APIs that were
/// mapped by hand and over random changes of real collections.
@Suite(.computing) struct CalibrationTests {
  /// A version change of an API.
  struct Version: CustomTestStringConvertible {
    let truth: String
    let old: String
    let new: String
    /// The key of a record in the old and the new format.
    let keys: (old: String, new: String)
    /// The least F1 of the changed paths with all records, with the two halves of them, and with
    /// three and ten records that are not the same.
    let bars: (full: Double, halves: Double, three: Double, ten: Double)

    var testDescription: String { truth }
  }

  static let versions = [
    Version(
      truth: "spacex/mapping.tsv", old: "spacex/v3/launches_2020-12_100.json",
      new: "spacex/v4/launches_roapi_132.json", keys: ("flight_number", "flight_number"),
      bars: (0.99, 0.9, 0.7, 0.78)),
    Version(
      truth: "restcountries/mapping_v2_v3.1.tsv", old: "restcountries/all_v2.json",
      new: "restcountries/all_v3.1.json", keys: ("alpha2Code", "cca2"),
      bars: (0.96, 0.9, 0.8, 0.85)),
    Version(
      truth: "restcountries/mapping_v3_v3.1.tsv", old: "restcountries/all_v3.json",
      new: "restcountries/all_v3.1.json", keys: ("cca2", "cca2"), bars: (0.99, 0.99, 0.99, 0.99)),
    Version(
      truth: "restcountries/mapping_v3.1_v4.tsv", old: "restcountries/all_v3.1.json",
      new: "restcountries/all_v4.json", keys: ("cca2", "cca2"), bars: (0.99, 0.85, 0.8, 0.85)),
  ]

  static let collections = [
    "restcountries/all_v2.json", "restcountries/all_v4.json", "spacex/v3/launches_2020-03_107.json",
    "spacex/v4/launches_roapi_132.json", "themealdb/search/2022-12_all-meals_meal-advisor.json",
  ]

  private static func side(_ records: some Sequence<String>) throws -> Drift.Side {
    let text = "[" + records.joined(separator: ",") + "]"
    return Drift.Side(documents: [try JSONDocument(Array(text.utf8))])
  }

  private static func score(
    _ old: some Sequence<String>, _ new: some Sequence<String>, _ truth: MappingTruth
  ) throws -> MappingScore {
    MappingScore(Drift.between(try side(old), try side(new)).mapping, truth)
  }

  static func records(
    _ file: String, _ key: String
  ) throws -> [(key: String, source: String)] {
    try JSONDocument(TestFolders.corpusBytes(file)).root.elements.map {
      ($0[key].map { $0.string ?? $0.source } ?? "", $0.source)
    }
  }

  /// Right claims and all claims, by confidence.
  struct Tally {
    private var counts: [Change.Confidence: (right: Int, all: Int)] = [:]

    mutating func add(_ score: MappingScore) {
      for claim in score.claims {
        guard let confidence = claim.confidence else { continue }
        counts[confidence, default: (0, 0)].all += 1
        if claim.isRight { counts[confidence]?.right += 1 }
      }
    }

    func share(_ confidence: Change.Confidence) -> Double {
      guard let count = counts[confidence], count.all > 0 else { return 1 }
      return Double(count.right) / Double(count.all)
    }

    func check() {
      #expect(share(.certain) >= 0.995)
      #expect(share(.likely) >= 0.95)
      #expect(share(.guess) >= 0.7)
    }
  }

  @Test(.enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"), arguments: versions)
  func placesAreFoundAsSurelyAsIsStated(version: Version) throws {
    let truth = MappingTruth(
      table: String(decoding: try TestFolders.corpusBytes(version.truth), as: UTF8.self))
    let old = try Self.records(version.old, version.keys.old)
    let new = try Self.records(version.new, version.keys.new)
    var tally = Tally()
    let full = try Self.score(old.map(\.source), new.map(\.source), truth)
    #expect(full.f1 >= version.bars.full, "\(full.missed)")
    tally.add(full)
    var random = SplitMix(seed: 1)
    let keys = Set(old.map(\.key)).intersection(new.map(\.key)).sorted().shuffled(using: &random)
    let sizes = [
      (keys.count / 2, version.bars.halves), (3, version.bars.three), (10, version.bars.ten),
    ]
    for (count, bar) in sizes {
      let before = Set(keys.prefix(count))
      let now = Set(keys.dropFirst(count).prefix(count))
      let apart = try Self.score(
        old.filter { before.contains($0.key) }.map(\.source),
        new.filter { now.contains($0.key) }.map(\.source), truth)
      #expect(apart.f1 >= bar, "\(count) records apart: \(apart.missed)")
      #expect(apart.precision >= 0.95)
      tally.add(apart)
    }
    tally.check()
  }

  @Test(.enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"), arguments: collections)
  func randomChangesAreFoundAsSurelyAsIsStated(file: String) throws {
    let all = try Self.records(file, "").map(\.source).prefix(60)
    let document = try JSONDocument(Array("[\(all.joined(separator: ","))]".utf8))
    let trees = document.root.elements.map { JSONTree($0) }
    let shape = try Self.side(all).shape
    var tally = Tally()
    for seed in [2, 3, 5] as [UInt64] {
      var changes = FormatChanges(trees, shape: shape, seed: seed)
      changes.change(times: Int(seed))
      let new = changes.records.map(\.source)
      let half = all.count / 2
      tally.add(try Self.score(all, new, changes.truth))
      tally.add(try Self.score(all.prefix(half), new.dropFirst(half), changes.truth))
      tally.add(try Self.score(all.prefix(10), new.dropFirst(10).prefix(10), changes.truth))
    }
    tally.check()
  }

  @Test(.enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"), arguments: collections)
  func otherRecordsOfOneFormatAreNoClaim(file: String) throws {
    let all = try Self.records(file, "").map(\.source)
    var random = SplitMix(seed: 7)
    for (before, now) in [(1, 1), (1, 30), (3, 3), (10, 2), (10, 10), (40, 40)] {
      let order = all.shuffled(using: &random)
      let drift = Drift.between(
        try Self.side(order.prefix(before)),
        try Self.side(order.dropFirst(before).prefix(now)))
      let claims = drift.changes.filter { $0.evidence.isSignificant && $0.rule != .keyAdded }
      #expect(claims.map(\.rule) == [], "\(before) and \(now): \(claims.compactMap(\.from))")
    }
  }
}
