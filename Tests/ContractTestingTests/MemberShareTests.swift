import JSONSchema
import StrictJSON
import Testing

@testable import ContractTesting

@Suite struct MemberShareTests {
  private static func shares(_ texts: [String], agreed: String? = nil) throws -> [String: String] {
    let shape = { (texts: [String]) in
      var summary = ShapeSummary()
      for text in texts { summary.add(try JSONDocument(text)) }
      return Shape(inferredFrom: summary)
    }
    let shares = MemberShare.shares(
      of: try shape(texts), agreed: try agreed.map { try shape([$0]) })
    return Dictionary(
      uniqueKeysWithValues: shares.map { ($0.description, "\($1.present) \($1.null)") })
  }

  @Test func sharesAreOfTheObjectsThatCanHoldTheMember() throws {
    let shares = try Self.shares([
      #"{"list": [{"a": 1, "b": null}, {"a": 2}, {"a": 3, "b": {"c": 1}}]}"#
    ])
    #expect(
      shares == [
        "$.list": "100 0", "$.list[*].a": "100 0", "$.list[*].b": "67 33", "$.list[*].b.c": "100 0",
      ])
  }

  /// One of a thousand is not none, and all but one is not all.
  @Test func endsAreNoneAndAll() throws {
    let one = #"{"l":[{"a":null,"b":1},"#
    let shares = try Self.shares([
      one + (0..<999).map { _ in #"{"b":null}"# }.joined(separator: ",") + "]}"
    ])
    #expect(shares["$.l[*].a"] == "1 1" && shares["$.l[*].b"] == "100 99")
  }

  @Test func memberOfTheContractThatIsGoneIsZero() throws {
    let shares = try Self.shares(
      [#"{"o": {"a": 1}}"#], agreed: #"{"o": {"a": 1, "b": 2}, "p": {"q": 1}}"#)
    #expect(shares == ["$.o": "100 0", "$.o.a": "100 0", "$.o.b": "0 0", "$.p": "0 0"])
  }

  @Test(arguments: [
    (100, 0, 95, 0, false), (100, 0, 90, 0, true), (100, 0, 100, 9, false), (100, 0, 100, 10, true),
    (100, 95, 100, 100, true), (100, 100, 100, 97, false), (3, 0, 0, 0, true), (0, 0, 3, 0, false),
    (0, 0, 0, 0, false), (100, 100, 100, 100, false),
  ])
  func smallChangeIsNoNews(_ p: Int, _ n: Int, _ present: Int, _ null: Int, isNews: Bool) {
    let old = MemberShare(present: p, null: n)
    #expect(MemberShare(present: present, null: null).isNews(after: old) == isNews)
  }
}
