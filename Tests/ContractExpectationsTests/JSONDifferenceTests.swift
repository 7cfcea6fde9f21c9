import StrictJSON
import Testing

@testable import ContractExpectations

@Suite struct JSONDifferenceTests {
  @Test(arguments: [
    (#"{"a": 1, "b": [1.50]}"#, #"{"b": [1.5], "a": 1.0}"#, []),
    (#"{"a": 1}"#, "{}", ["/a is lost"]), ("{}", #"{"a": 1}"#, ["/a is added"]),
    ("[1, 2]", "[1]", ["/1 is lost"]), ("[1]", "[1, 2]", ["/1 is added"]),
    (#"{"a": null}"#, #"{"a": 0}"#, ["/a was null and is 0"]),
    (
      "9007199254740993", "9007199254740992",
      [
        "the document was 9007199254740993 and is 9007199254740992"
      ]
    ), (#"["A"]"#, #"["\u0041"]"#, []), ("true", "false", ["the document was true and is false"]),
  ])
  func differenceIsToldAtItsPlace(_ read: String, _ written: String, _ told: [String]) throws {
    let documents = try [read, written].map { try JSONDocument(Array($0.utf8)) }
    let differences = JSONDifference.all(documents[0].root, documents[1].root)
    #expect(differences.map(\.description) == told)
  }
}
