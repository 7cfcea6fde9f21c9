import SchemaDrift
import StrictJSON
import Testing

/// Values that are nearly the same are evidence, weaker than equal ones; chance is none.
@Suite struct NearValueTests {
  private static func side(_ records: [String]) throws -> Drift.Side {
    Drift.Side(documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  private static let rest = #""id": {n}, "isbn": "978-{n3}", "note": "{w4}""#

  private static func sides(
    _ old: String, _ new: String
  ) throws -> (old: Drift.Side, new: Drift.Side) {
    (
      try MatchingTests.side(rest + ", " + old, 0..<30),
      try MatchingTests.side(rest + ", " + new, 10..<40)
    )
  }

  @Test(arguments: [
    (#""title": "{w} of {w1}""#, #""caption": "{w} of {w1}, second edition""#),
    (#""title": "{w} of {w1}""#, #""headline": "The {w} of {w1}!""#),
    (#""price": {n1}.25"#, #""cents": {n1}25"#), (#""meters": {n1}"#, #""km": {n1}e-3"#),
    (#""weight": {n1}.4"#, #""grams": {n1}"#),
  ])
  func nearValuesFindARename(old: String, new: String) throws {
    let (before, now) = try Self.sides(old, new)
    let drift = Drift.between(before, now)
    #expect(drift.changes.first?.rule == "key-renamed")
    #expect(drift.changes.first?.matched == 20 && drift.changes.first?.isGuess == false)
    #expect(drift.changes.first?.evidence.description == "20 of 20 compared records nearly agree")
  }

  @Test(arguments: [
    (#""title": "the {w}""#, #""caption": "the {w1}""#), (#""a": {n1}"#, #""b": {n2}"#),
    (#""kind": "{e}""#, #""sort": "{x}""#),
  ])
  func whatAllRecordsShareIsNoEvidence(old: String, new: String) throws {
    let (before, now) = try Self.sides(old, new)
    #expect(Drift.between(before, now).changes.allSatisfy { $0.matched == nil || $0.isGuess })
  }

  /// Words that come back in other records join nothing, and so refute nothing.
  @Test func recordsThatAreAlikeByChanceAreNotJoined() throws {
    let words = ["amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "heron"]
    let record = { (number: Int, key: String) in
      let names = (0..<3).map { words[(number * (3 + $0) + $0 * number / 5) % 8] }
      let title = names.joined(separator: " ")
      return #"{"\#(key)": "\#(title)", "kind": "\#(words[number % 8])", "n": \#(number * 977)}"#
    }
    let drift = Drift.between(
      try Self.side((0..<40).map { record($0, "label") }),
      try Self.side((1000..<1040).map { record($0, "labels") }))
    #expect(drift.changes.map(\.rule) == ["key-renamed"])
    #expect(drift.changes.first?.isGuess == true)
  }
}
