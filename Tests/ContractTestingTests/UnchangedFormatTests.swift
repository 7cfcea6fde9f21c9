import ContractTesting
import JSONSchema
import StrictJSON
import Testing

/// A contract that inference wrote, and other records of the same format: nothing may fail.
@Suite struct UnchangedFormatTests {
  struct Night: Sendable, CustomTestStringConvertible {
    let name: String
    let old: [String]
    let new: [String]
    /// What is told beyond information.
    var told: [String] = []

    var testDescription: String { name }
  }

  /// Records with an object that is keyed by years; `value` makes the value of a year in a record.
  private static func maps(_ count: Int, _ value: (Int, Int) -> String) -> [String] {
    (0..<count).map { number in
      let years = [2001 + number, 2003 + 2 * number]
      let members = years.map { #""\#($0)": \#(value(number, $0))"# }
      return #"{"id": \#(number), "years": {\#(members.joined(separator: ", "))}}"#
    }
  }

  private static func links(_ count: Int, other: Set<Int>, from first: Int) -> [String] {
    (0..<count).map { number in
      let link = other.contains(number) ? "see page \(number)" : "https://example.org/\(number)"
      return #"{"id": \#(first + number), "link": "\#(link)"}"#
    }
  }

  private static func dates(_ count: Int, empty: Range<Int>) -> [String] {
    (0..<count).map { number in
      let date = empty.contains(number) ? "" : "2026-07-\(10 + number % 20)"
      return #"{"id": \#(number), "sold": "\#(date)"}"#
    }
  }

  private static let nights = [
    Night(
      name: "a null among the values of a map",
      old: maps(12) { "\($0 + $1)" },
      new: maps(12) { number, year in number == 3 && year == 2004 ? "null" : "7" }),
    Night(
      name: "keys of a map that one sample did not show",
      old: [#"{"id": 1, "years": {"1999": {"a": "x"}}}"#],
      new: maps(12) { number, _ in #"{"a": "y\#(number)"}"# }),
    Night(
      name: "an empty text for one of three dates", old: dates(3, empty: 0..<0),
      new: dates(3, empty: 1..<2)),
    Night(
      name: "a few dates among many, each of which breaks two keywords",
      old: dates(60, empty: 0..<0), new: dates(60, empty: 0..<8)),
    Night(
      name: "dates that are empty in half of many records", old: dates(40, empty: 0..<0),
      new: dates(40, empty: 0..<20), told: ["breaking"]),
    Night(
      name: "an address among a hundred that is none",
      old: links(40, other: [], from: 1), new: links(40, other: [7], from: 100)),
    Night(
      name: "addresses that are none any more",
      old: links(40, other: [], from: 1), new: links(40, other: Set(0..<40), from: 100),
      told: ["breaking"]),
  ]

  @Test(arguments: nights)
  func onlyWhatIsNoChanceFails(night: Night) throws {
    let body = { (records: [String]) in
      Array(#"{"items": [\#(records.joined(separator: ", "))]}"#.utf8)
    }
    var summary = ShapeSummary()
    summary.add(try JSONDocument(body(night.old)))
    let schema = JSONWriter.pretty(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
    let contract = try Contract(name: "items.schema.json", bytes: Array(schema.utf8))
    let endpoint = WatchedEndpoint(name: "items", dto: nil, samples: [])
    let result = EndpointCheck(suite: "shop", endpoint: endpoint, contract: contract).run(
      on: [Response(name: "a.json", body: body(night.new))], source: "1 fixture")
    let told = Set(result.findings.filter { $0.level > .info }.map { "\($0.level)" })
    #expect(told.sorted() == night.told, "\(result.findings.map(\.message))")
  }
}
