import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  @Test func prettyTextIsFixed() {
    let node: JSONNode = [
      "name": "Cookies", "count": 3, "ok": true, "none": .null, "empty": [], "nothing": [:],
      "short": [1, "two", .null], "rows": [["id": 1], ["id": 2]],
      "long": .array((0..<30).map { .string("element \($0)") }),
    ]
    var expected = """
      {
        "name": "Cookies",
        "count": 3,
        "ok": true,
        "none": null,
        "empty": [],
        "nothing": {},
        "short": [1, "two", null],
        "rows": [
          {
            "id": 1
          },
          {
            "id": 2
          }
        ],
        "long": [

      """
    expected += (0..<30).map { "    \"element \($0)\"" }.joined(separator: ",\n")
    expected += "\n  ]\n}\n"
    #expect(JSONWriter.pretty(node) == expected)
  }

  @Test func compactTextHasNoWhiteSpace() {
    let node: JSONNode = ["a": [1, ["b": "c d"]], "e": [:], "f": []]
    #expect(JSONWriter.compact(node) == #"{"a":[1,{"b":"c d"}],"e":{},"f":[]}"#)
  }

  @Test func onlyWhatMustBeEscapedIs() {
    #expect(
      JSONWriter.quoted("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é\u{2028}😀")
        == "\"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\\u0000\\u001f\u{7F}é\u{2028}😀\"")
    // A carriage return before a line feed is one character of Swift, and two of JSON.
    #expect(JSONWriter.quoted("\r\n") == #""\r\n""#)
  }

  @Test func scalarsAreWrittenAlone() {
    #expect(JSONWriter.pretty("a") == "\"a\"\n")
    #expect(JSONWriter.pretty(.null) == "null\n")
    #expect(JSONWriter.pretty([:]) == "{}\n")
    #expect(JSONWriter.pretty([]) == "[]\n")
    #expect(JSONWriter.pretty(.number("1.50")) == "1.50\n")
  }

  @Test func membersCanBeSet() {
    var node: JSONNode = ["a": 1, "b": 2]
    node["a"] = 3
    node["c"] = 4
    node["b"] = nil
    #expect(node == ["a": 3, "c": 4])
    #expect(node["b"] == nil)
    var scalar: JSONNode = 1
    scalar["a"] = 2
    #expect(scalar == 1)
  }

  @Test func writtenTextReadsAsTheSameNode() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<600 {
      let node = JSONNode.random(using: &random, depth: 4)
      let pretty = try document(JSONWriter.pretty(node))
      #expect(JSONNode(pretty.root) == node)
      let compact = try document(JSONWriter.compact(node))
      #expect(JSONNode(compact.root) == node)
      #expect(JSONWriter.compact(JSONNode(pretty.root)) == JSONWriter.compact(node))
      #expect(JSONWriter.pretty(JSONNode(compact.root)) == JSONWriter.pretty(node))
    }
  }

  @Test(.enabled(if: TestFolders.hasCorpus, Comment(rawValue: TestFolders.corpusReason)))
  func recordedDocumentSurvives() throws {
    let bytes = try TestFolders.corpusBytes("spacex/v3/launches_2020-12_100.json")
    let document = try JSONDocument(bytes)
    #expect(document.bytes == bytes)
    let node = JSONNode(document.root)
    let again = try JSONDocument(Array(JSONWriter.pretty(node).utf8))
    #expect(JSONNode(again.root) == node)
  }
}

extension JSONNode {
  private static let texts = [
    "", "a", "\"", "\\", "\n", "\u{0}", "é", "e\u{301}", "😀", "\u{2028}", "a/b", "~", "\u{7F}", " ",
    "\\u0041",
  ]

  /// Makes any value.
  static func random(using random: inout SeededRandom, depth: Int) -> JSONNode {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2:
      let numbers = ["0", "-1", "1.50", "1e400", "-0.0", "12345678901234567890", "1E-7"]
      return .number(numbers.randomElement(using: &random) ?? "0")
    case 3:
      let count = Int.random(in: 0..<4, using: &random)
      return .string((0..<count).map { _ in texts.randomElement(using: &random) ?? "" }.joined())
    case 4, 5:
      let count = Int.random(in: 0..<6, using: &random)
      return .array((0..<count).map { _ in Self.random(using: &random, depth: depth - 1) })
    default:
      let count = Int.random(in: 0..<5, using: &random)
      return .object(
        (0..<count).map { _ in
          Member(
            texts.randomElement(using: &random) ?? "", Self.random(using: &random, depth: depth - 1)
          )
        })
    }
  }
}
