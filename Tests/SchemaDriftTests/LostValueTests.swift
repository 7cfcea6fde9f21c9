import JSONSchema
import StrictJSON
import Testing

@testable import SchemaDrift

/// Values that are gone from the same records, of which only some had one.
@Suite struct LostValueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// How many of the 40 records have a value, and how many of these have it still.
    let before: Int
    let kept: Int
    /// Whether the other values of the records are other ones, too.
    var isForecast = false
    let rules: [DriftRule]

    var testDescription: String { name }
  }

  @Test(arguments: [
    Case(name: "seven of seven", before: 7, kept: 0, rules: [.keyRemoved]),
    Case(name: "all but a few", before: 33, kept: 0, rules: [.keyRemoved]),
    Case(name: "three of three", before: 3, kept: 0, rules: []),
    Case(name: "seven of seven in a forecast", before: 7, kept: 0, isForecast: true, rules: []),
    Case(name: "one of seven is there", before: 7, kept: 1, rules: []),
  ])
  func keyIsGoneFromTheSameRecords(testCase: Case) throws {
    let drift = Drift.between(
      try side(testCase, isNew: false) { $0 < testCase.before ? #", "video": "v\#($0)""# : "" },
      try side(testCase, isNew: true) { $0 < testCase.kept ? #", "video": "v\#($0)""# : "" })
    #expect(drift.changes.map(\.rule) == testCase.rules)
  }

  @Test(arguments: [
    Case(name: "twelve of 24", before: 24, kept: 12, rules: [.becameEmpty]),
    Case(name: "three of six", before: 6, kept: 3, rules: []),
    Case(name: "twelve of 24 in a forecast", before: 24, kept: 12, isForecast: true, rules: []),
  ])
  func listIsEmptyInTheSameRecords(testCase: Case) throws {
    let list = { (number: Int, count: Int) in
      #", "tags": [\#(number < count ? #""t\#(number)""# : "")]"#
    }
    let drift = Drift.between(
      try side(testCase, isNew: false) { list($0, testCase.before) },
      try side(testCase, isNew: true) { list($0, testCase.kept) })
    #expect(drift.changes.map(\.rule) == testCase.rules)
  }

  /// One document is few, unless chance cannot explain what all of very many had and it has not.
  @Test(arguments: [(300, false), (12_000, true)])
  func keyOfThousandsIsGoneFromOne(count: Int, isGone: Bool) throws {
    var old = ShapeSummary()
    for number in 0..<count {
      old.add(try JSONDocument(Array(#"{"id": \#(number), "name": "n", "note": "x"}"#.utf8)))
    }
    var new = ShapeSummary()
    new.add(try JSONDocument(Array(#"{"id": 1, "name": "n"}"#.utf8)))
    let drift = Drift.between(Shape(inferredFrom: old), Shape(inferredFrom: new))
    #expect(drift.changes.map(\.rule) == [isGone ? .keyRemoved : .becameOptional])
    #expect(drift.changes.first?.evidence.isSignificant == isGone)
  }

  private func side(
    _ testCase: Case, isNew: Bool, _ rest: (Int) -> String
  ) throws -> Drift.Side {
    let shift = isNew && testCase.isForecast ? 7 : 0
    let records = (0..<40).map { number in
      let values = (1...3).map { #""m\#($0)": \#((number * 37 + $0 * 11 + shift) % 101)"# }
      return
        #"{"id": \#(number), "name": "the name of \#(number)", \#(values.joined(separator: ", "))\#(rest(number))}"#
    }
    return Drift.Side(
      documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  @Test(arguments: [
    (0, 5, 0.5, 1.0), (5, 5, 0.5, 0.03125), (4, 5, 0.5, 0.1875), (1, 2, 0.1, 0.19),
    (3, 2, 0.5, 0.0), (5, 5, 1.0, 1.0),
  ])
  func tailIsThatOfTheBinomialDistribution(count: Int, all: Int, each: Double, chance: Double) {
    #expect(abs(Evidence.chance(ofAtLeast: count, of: all, each: each) - chance) < 1e-12)
  }

  /// A power of the probability is 0 where there are thousands of events, and the tail is not.
  @Test(arguments: [(1500, 3000, 0.5, 0.5072830492578979), (10, 3000, 0.001, 0.001094402823017231)])
  func tailOfThousandsOfEventsIsNoZero(count: Int, all: Int, each: Double, chance: Double) {
    #expect(abs(Evidence.chance(ofAtLeast: count, of: all, each: each) / chance - 1) < 1e-9)
  }

  /// Of thousands of records nearly as many have gained a value as have lost one: the chance of that is no 0.
  @Test(arguments: [(400, 390), (1500, 1480)])
  func manyThatComeAndGoAreNoLoss(lost: Int, won: Int) throws {
    let side = { (range: Range<Int>) in
      Drift.Side(
        documents: [
          try JSONDocument(
            "["
              + (0..<lost + won).map {
                #"{"id": \#($0), "name": "the name of \#($0)"\#(range.contains($0) ? #", "note": "note \#($0)""# : "")}"#
              }.joined(separator: ",") + "]")
        ])
    }
    let drift = Drift.between(try side(0..<lost), try side(lost..<lost + won))
    #expect(drift.changes.isEmpty, "\(drift.changes.map(\.rule))")
  }
}
