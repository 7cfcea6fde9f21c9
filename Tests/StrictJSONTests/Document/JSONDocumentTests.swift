import StrictJSON
import TestSupport
import Testing

func document(_ text: String) throws -> JSONDocument { try JSONDocument(Array(text.utf8)) }

@Suite struct JSONDocumentTests {
  @Test func valuesHaveKindsAndPlaces() throws {
    let source = MarkedText(
      ##"1️⃣{"a": 2️⃣[3️⃣1, 4️⃣"x"], "b": 5️⃣{"c": 6️⃣null}, "d": 7️⃣true, "e": 8️⃣-1.50E+2}"##)
    let document = try JSONDocument(source.bytes)
    let root = document.root
    let values = [
      root, root["a"], root["a"]?[0], root["a"]?[1], root["b"], root["b"]?["c"], root["d"],
      root["e"],
    ].compactMap { $0 }
    #expect(values.map(\.offset) == (1...8).map { source.offsets[$0] ?? -1 })
    #expect(
      values.map(\.kind) == [.object, .array, .number, .string, .object, .null, .bool, .number])
    #expect(
      values.map(\.source) == [
        source.text, #"[1, "x"]"#, "1", #""x""#, #"{"c": null}"#, "null", "true", "-1.50E+2",
      ])
    #expect(values.map(\.count) == [4, 2, 0, 0, 1, 0, 0, 0])
    #expect(root["e"]?.numberText == "-1.50E+2")
    #expect(root["d"]?.bool == true)
    #expect(root["a"]?[2] == nil)
    #expect(root["a"]?[-1] == nil)
    #expect(root["zz"] == nil)
    #expect(root["a"]?["a"] == nil)
    #expect(root[0] == nil)
  }

  @Test func accessorsOfOtherKindsAreNil() throws {
    for (text, kind) in [
      ("null", JSONKind.null), ("false", .bool), ("1", .number), (#""1""#, .string), ("[]", .array),
      ("{}", .object),
    ] {
      let value = try document(text).root
      #expect(value.kind == kind)
      #expect(value.isNull == (kind == .null))
      #expect((value.bool != nil) == (kind == .bool))
      #expect((value.numberText != nil) == (kind == .number))
      #expect((value.string != nil) == (kind == .string))
      #expect(Array(value.elements).isEmpty)
      #expect(Array(value.members).isEmpty)
    }
  }

  @Test func orderAndDuplicatesAreKept() throws {
    let source = MarkedText(#"{"z": 1, "a": {"k": 1, 1️⃣"k": 2}, 2️⃣"z": 3, 3️⃣"z": 4, "\u007a": 5}"#)
    let document = try JSONDocument(source.bytes)
    #expect(document.root.members.map(\.key) == ["z", "a", "z", "z", "z"])
    #expect(document.root["z"]?.source == "1")
    #expect(document.root.count == 5)
    let duplicates = document.duplicateMembers
    #expect(duplicates.map(\.key) == ["k", "z", "z", "z"])
    #expect(duplicates.prefix(3).map(\.keyOffset) == [1, 2, 3].map { source.offsets[$0] ?? -1 })
    #expect(duplicates.map(\.value.source) == ["2", "3", "4", "5"])
    #expect(try StrictJSONTests.document(#"[{"a": 1}, {"a": 1}]"#).duplicateMembers.isEmpty)
  }

  /// Of a long list the objects are compared with those before, which must hide no key.
  @Test(arguments: [
    #"{"id": 1, "name": 2, "id": 3}"#, #"{"id": 1, "id": 2, "name": 3}"#,
    #"{"id": 1, "name": 2, "name": 3}"#, #"{"id": 1, "\u0069d": 2}"#,
    "{\"\u{E9}\": 1, \"e\u{301}\": 2}",
  ])
  func duplicatesInLongListsAreFound(object: String) throws {
    let alike = [String](repeating: #"{"id": 1, "name": 2}"#, count: 100)
    for position in [0, 1, 99] {
      var objects = alike
      objects[position] = object
      let document = try StrictJSONTests.document("[" + objects.joined(separator: ",") + "]")
      let offset = objects[..<position].joined(separator: ",").utf8.count
      let duplicates = document.duplicateMembers
      #expect(duplicates.count == 1)
      #expect(duplicates.allSatisfy { $0.keyOffset > offset && $0.keyOffset < offset + 60 })
    }
    let document = try StrictJSONTests.document("[" + alike.joined(separator: ",") + "]")
    #expect(document.duplicateMembers.isEmpty)
  }

  /// Their number is the work; the square of it would be minutes.
  @Test(.timeLimit(.minutes(1)), arguments: [1, 20_000])
  func manyDuplicatesTakeAMoment(names: Int) throws {
    let members = (0..<40_000).map { "\"k\($0 % names)\":0" }.joined(separator: ",")
    let document = try StrictJSONTests.document("{\(members)}")
    let duplicates = document.duplicateMembers
    #expect(duplicates.count == 40_000 - names)
    var places = JSONPlaces(document)
    for member in duplicates { #expect(places.steps(to: member.value) == [.member(member.key)]) }
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "-0"), ("1.50", "1.50"), ("1E400", "1E400"), ("1e-0007", "1e-0007"),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
  ])
  func numberTextIsKept(text: String, expected: String) throws {
    #expect(try document(text).root.numberText == expected)
    #expect(try document(" [\(text)\n]").root[0]?.numberText == expected)
  }

  @Test(arguments: [
    (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""\ud83d\uDE00""#, "😀"), ("\"é😀\"", "é😀"), (#""a\u0000b""#, "a\u{0}b"),
    (#""\u2028""#, "\u{2028}"),
  ])
  func stringsAreUnescaped(text: String, expected: String) throws {
    let value = try document(text).root
    #expect(value.string.map { Array($0.utf8) } == Array(expected.utf8))
    #expect(!value.hasLoneSurrogate)
  }

  @Test(arguments: [
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"), (#""\ud800\u0041""#, "\u{FFFD}A"),
    (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud800\n""#, "\u{FFFD}\n"), (#""\ud800\ud800""#, "\u{FFFD}\u{FFFD}"),
  ])
  func loneSurrogateIsMarked(text: String, expected: String) throws {
    let value = try document(text).root
    #expect(value.string == expected)
    #expect(value.hasLoneSurrogate)
  }

  @Test func keysAreComparedByCanonicalEquivalence() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    #expect(try document("{\"\(composed)\": 1}").root[decomposed]?.source == "1")
    #expect(try document("{\"\(decomposed)\": 1}").root[composed]?.source == "1")
    #expect(try document(#"{"caf\u00e9": 1}"#).root[decomposed]?.source == "1")
    #expect(
      try document("{\"\(decomposed)\": 1, \"\(composed)\": 2}").root[composed]?.source == "1")
    // U+212A, the sign for kelvin, is the letter K.
    #expect(try document("{\"\u{212A}\": 1}").root["K"]?.source == "1")
    #expect(try document("{\"K\": 1}").root["\u{212A}"]?.source == "1")
    #expect(try document("{\"\(composed)\": 1, \"\(decomposed)\": 2}").duplicateMembers.count == 1)
  }

  struct Position: Sendable {
    let text: String
    let offset: Int
    let line: Int
    let column: Int
  }

  @Test(arguments: [
    Position(text: "[1]", offset: 0, line: 1, column: 1),
    Position(text: "[\n 1]", offset: 3, line: 2, column: 2),
    Position(text: "[\r\n 1]", offset: 4, line: 2, column: 2),
    Position(text: "[\r 1]", offset: 3, line: 1, column: 4),
    Position(text: "[\"é\", 1]", offset: 7, line: 1, column: 8),
    Position(text: "[1]\n", offset: 4, line: 2, column: 1),
    Position(text: "[1]", offset: 3, line: 1, column: 4),
    Position(text: "\n\n\n[1]", offset: 3, line: 4, column: 1),
  ])
  func offsetHasLineAndColumn(position: Position) throws {
    let expected = SourceLocation(line: position.line, column: position.column)
    #expect(try document(position.text).location(atOffset: position.offset) == expected)
    #expect(SourceLocation(offset: position.offset, in: Array(position.text.utf8)) == expected)
  }

  @Test func valueKnowsItsLocation() throws {
    let value = try document("{\n  \"a\": [\r\n\t7]}").root["a"]?[0]
    #expect(value?.location == SourceLocation(line: 3, column: 2))
  }

  @Test func manyElementsAreCounted() throws {
    let text = "[" + Array(repeating: "0", count: 70_000).joined(separator: ",") + "]"
    #expect(try document(text).root.count == 70_000)
  }
}
