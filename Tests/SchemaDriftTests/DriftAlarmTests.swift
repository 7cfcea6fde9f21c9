import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

/// Recordings of one and the same format must not raise an alarm, however few there are.
@Suite(.computing) struct DriftAlarmTests {
  private static let files = [
    "themealdb/search/2022-12_all-meals_meal-advisor.json",
    "spacex/v3/launches_2020-03_107.json",
    "spacex/v4/launches_roapi_132.json",
    "spacex/v3/launches_2020-12_100.json",
  ]

  /// Reads the records of a file and puts them into an envelope, as an API would send them.
  private static func shape(_ records: some Sequence<JSONValue>) throws -> Shape {
    let text = records.map(\.source).joined(separator: ",")
    var summary = ShapeSummary()
    summary.add(try JSONDocument(Array("{\"records\":[\(text)]}".utf8)))
    return Shape(inferredFrom: summary)
  }

  /// Makes a contract of a shape and reads it back, so that the comparison sees a real contract.
  private static func contract(_ shape: Shape) throws -> Shape {
    let text = JSONWriter.pretty(SchemaWriter.contract(for: shape))
    return try Schema(JSONDocument(Array(text.utf8))).shape
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"), arguments: files,
    [10, 25, 50])
  func anUnchangedFormatHasNoSignificantChange(file: String, size: Int) throws {
    let root = try JSONDocument(TestFolders.corpusBytes(file)).root
    var records = Array(root.elements)
    try #require(records.count > size)
    var random = SplitMix(seed: UInt64(size))
    var alarms: [String] = []
    records.shuffle(using: &random)
    let old = try Self.contract(Self.shape(records[..<size]))
    let new = try Self.shape(records[size...].prefix(60))
    for change in Drift.between(old, new).changes
    where change.evidence.isSignificant && change.rule != .keyAdded {
      alarms.append(
        "\(change.rule) \(change.from?.description ?? "") \(change.evidence.basis)"
      )
    }
    #expect(alarms == [])
  }

  @Test(.enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"), arguments: files)
  func aFormatHasNoDriftAgainstItsOwnContract(file: String) throws {
    var summary = ShapeSummary()
    summary.add(try JSONDocument(TestFolders.corpusBytes(file)))
    let shape = Shape(inferredFrom: summary)
    let drift = Drift.between(try Self.contract(shape), shape)
    #expect(drift.changes == [])
    #expect(drift.unexercised == [])
    #expect(drift.mapping.allSatisfy { $0.kind == .same && $0.from == $0.to })
  }
}

/// A generator whose numbers depend on its seed only.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
