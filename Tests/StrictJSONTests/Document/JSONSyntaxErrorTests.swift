@testable import StrictJSON
import TestSupport
import Testing

@Suite struct JSONSyntaxErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let marked: String
    let message: String
    let kind: JSONSyntaxError.Kind
    var testDescription: String { marked }

    init(_ marked: String, _ message: String, _ kind: JSONSyntaxError.Kind = .grammar) {
      self.marked = marked
      self.message = message
      self.kind = kind
    }
  }

  @Test(arguments: [
    Case("1️⃣", "the text is empty", .empty),
    Case("1️⃣ \n\t", "the text is empty", .empty),
    Case(#"{"a": 1️⃣01}"#, "a number must not begin with 0"),
    Case(#"[1️⃣-01]"#, "a number must not begin with 0"),
    Case(#"[-1️⃣]"#, "expected a digit, found ']'"),
    Case(#"[1.1️⃣]"#, "expected a digit after the decimal point, found ']'"),
    Case(#"[1e1️⃣x]"#, "expected a digit in the exponent, found 'x'"),
    Case(#"[1e+1️⃣"#, "expected a digit in the exponent, found the end of the text"),
    Case(#"[1️⃣+1]"#, "expected a value, found '+'"),
    Case(#"[1️⃣.5]"#, "expected a value, found '.'"),
    Case(#"[1️⃣NaN]"#, "expected a value, found 'N'"),
    Case(#"[1️⃣tru]"#, "expected a value, found a word that is no 'true'"),
    Case(#"[1️⃣nul"#, "expected a value, found a word that is no 'null'"),
    Case(#"[true1️⃣e]"#, "expected ',' or ']' after an element of an array, found 'e'"),
    Case(#"[1 1️⃣2]"#, "expected ',' or ']' after an element of an array, found '2'"),
    Case(#"[11️⃣}"#, "expected ',' or ']' after an element of an array, found '}'"),
    Case(#"[11️⃣,]"#, "a comma before the end of the array"),
    Case(#"{"a": 11️⃣,}"#, "a comma before the end of the object"),
    Case(#"[1️⃣,1]"#, "expected a value, found ','"),
    Case(#"[1,1️⃣,2]"#, "expected a value, found ','"),
    Case(#"{1️⃣a: 1}"#, "expected a key in double quotes, found 'a'"),
    Case(#"{1️⃣'a': 1}"#, "expected a key in double quotes, found '''"),
    Case(#"{"a" 1️⃣1}"#, "expected ':' after the key, found '1'"),
    Case(#"{"a"1️⃣}"#, "expected ':' after the key, found '}'"),
    Case(#"{"a":1️⃣}"#, "expected a value, found '}'"),
    Case(#"{"a": 11️⃣]"#, "expected ',' or '}' after a member of an object, found ']'"),
    Case(#"{"a": 1 1️⃣"b": 2}"#, "expected ',' or '}' after a member of an object, found '\"'"),
    Case(#"[11️⃣"#, "the text ends inside the array that begins at column 1"),
    Case("{\"a\":\n [1,1️⃣", "expected a value, found the end of the text"),
    Case("\n {\"a\": 11️⃣", "the text ends inside the object that begins at column 2"),
    Case("\n {\n\"a\": 11️⃣", "the text ends inside the object that begins at 2:2"),
    Case("{1️⃣", "the text ends inside the object that begins at column 1"),
    Case(#"[1️⃣"abc]"#, "the string has no closing quote"),
    Case(#"[1️⃣"abc\"#, "the string has no closing quote"),
    Case(#"["a1️⃣\x"]"#, "no such escape in a string: a backslash and 'x'"),
    Case(#"["a1️⃣\u12G4"]"#, "an escape must have four hexadecimal digits after \\u"),
    Case(#"["\ud8001️⃣\u12"]"#, "an escape must have four hexadecimal digits after \\u"),
    Case(
      "[\"a1️⃣\tb\"]", "a control character must be escaped in a string, found control character 0x09"
    ),
    Case(
      "[\"1️⃣\n\"]", "a control character must be escaped in a string, found control character 0x0A"),
    Case("[1]1️⃣,", "expected the end of the text after the value, found ','"),
    Case("{} 1️⃣// comment", "expected the end of the text after the value, found '/'"),
    Case("1 1️⃣2", "expected the end of the text after the value, found '2'"),
    Case("[1️⃣é]", "expected a value, found 'é'"),
    Case("[1,1️⃣\u{A0}2]", "expected a value, found U+00A0"),
    Case("[1,1️⃣\u{9B}2]", "expected a value, found U+009B"),
    Case("[1️⃣\u{0C}1]", "expected a value, found control character 0x0C"),
    Case("1️⃣<!DOCTYPE html>", "expected a value, found '<'"),
  ])
  func faultHasPlaceAndMessage(fault: Case) throws {
    let source = MarkedText(fault.marked)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(source.bytes) }
    let found = try #require(error)
    #expect(found.message == fault.message)
    // A text with nothing in it has its fault at its beginning.
    #expect(found.offset == source.offsets[1])
    #expect(found.kind == fault.kind)
  }

  /// Each malformed sequence, as a string, as a key and outside of any string.
  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x28, 0x80],
      [0xFF], [0xFE], [0xFC, 0x80, 0x80, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func malformedUTF8IsRefused(bytes: [UInt8]) throws {
    func check(_ before: String, _ after: String, _ kind: JSONSyntaxError.Kind) throws {
      let text = Array(before.utf8) + bytes + Array(after.utf8)
      let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(text) }
      let found = try #require(error)
      #expect(found.kind == kind)
      #expect(found.offset == before.utf8.count)
    }
    try check("[\"a", "b\"]", .invalidUTF8)
    try check("{\"a", "b\": 1}", .invalidUTF8)
    try check("{\"é", "", .invalidUTF8)
    try check("[", "]", .grammar)
  }

  @Test(arguments: [
    "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
    "\u{10FFFF}",
  ])
  func bordersOfUTF8AreAccepted(text: String) throws {
    let document = try JSONDocument(Array("{\"\(text)\": \"\(text)\"}".utf8))
    #expect(document.root[text]?.string == text)
  }

  @Test func depthIsLimited() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
      Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONDocument(nested(512, "[", "]")) }
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(nested(513, "[", "]")) }
    #expect(error?.kind == .tooDeep)
    #expect(error?.offset == 512)
    #expect(error?.message == "arrays and objects nest deeper than 512 levels")
    #expect(throws: Never.self) { try JSONDocument(nested(3, "[", "]"), maximumDepth: 3) }
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(nested(4, "[", "]"), maximumDepth: 3) }
    #expect(throws: Never.self) { try JSONDocument(Array("7".utf8), maximumDepth: 0) }
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array("[]".utf8), maximumDepth: 0) }
    let mixed = String(repeating: #"{"a":["#, count: 256) + String(repeating: "]}", count: 256)
    #expect(throws: Never.self) { try JSONDocument(Array(mixed.utf8)) }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func millionOpenBracketsAreRefused(open: String) {
    let bytes = Array(String(repeating: open, count: 1_000_000).utf8)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    #expect(error?.kind == .tooDeep)
  }

  /// The scanner needs no stack, so depth is the caller's choice.
  @Test func deeperLimitMayBeChosen() throws {
    let bytes =
      [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
      + [UInt8](repeating: UInt8(ascii: "]"), count: 200_000)
    let document = try JSONDocument(bytes, maximumDepth: 200_000)
    #expect(document.root.byteRange == 0..<400_000)
    #expect(document.root.count == 1)
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(Array(bytes.dropLast()), maximumDepth: 200_000)
    }
    #expect(error?.kind == .grammar)
  }

  struct Encoded: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let name: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Encoded(bytes: [0xFE, 0xFF, 0, 0x5B, 0, 0x5D], name: "UTF-16, big endian"),
    Encoded(bytes: [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], name: "UTF-16, little endian"),
    Encoded(bytes: [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x5B], name: "UTF-32, big endian"),
    Encoded(bytes: [0xFF, 0xFE, 0, 0, 0x5B, 0, 0, 0], name: "UTF-32, little endian"),
    Encoded(bytes: [0, 0x5B, 0, 0x5D], name: "UTF-16, big endian, without a byte order mark"),
    Encoded(bytes: [0x5B, 0, 0x5D, 0], name: "UTF-16, little endian, without a byte order mark"),
    Encoded(bytes: [0, 0x37], name: "UTF-16, big endian, without a byte order mark"),
    Encoded(bytes: [0x37, 0], name: "UTF-16, little endian, without a byte order mark"),
    Encoded(bytes: [0, 0, 0, 0x37], name: "UTF-32, big endian, without a byte order mark"),
    Encoded(bytes: [0x37, 0, 0, 0], name: "UTF-32, little endian, without a byte order mark"),
  ])
  func otherEncodingIsNamed(encoded: Encoded) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(encoded.bytes) }
    #expect(error?.kind == .otherEncoding)
    #expect(error?.message.hasPrefix("the text is in \(encoded.name);") == true)
  }

  @Test func byteOrderMarkIsNamedOrSkipped() throws {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    #expect(error?.kind == .byteOrderMark)
    #expect(error?.offset == 0)
    let document = try JSONDocument(bytes, byteOrderMark: .skip)
    #expect(document.hasByteOrderMark)
    #expect(document.bytes == bytes)
    #expect(document.root.offset == 3)
    #expect(document.root[0]?.source == "1")
    let plain = try JSONDocument(Array("[1]".utf8), byteOrderMark: .skip)
    #expect(!plain.hasByteOrderMark)
    let empty = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument([0xEF, 0xBB, 0xBF], byteOrderMark: .skip)
    }
    #expect(empty?.kind == .empty)
  }

  @Test func tooLargeTextIsRefused() {
    let bytes = Array("[1, 2]".utf8)
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(bytes, maximumDepth: 512, byteOrderMark: .refuse, maximumSize: 5)
    }
    #expect(error?.kind == .tooLarge)
    #expect(error?.message == "the text has 6 bytes; at most 5 are read as one document")
    #expect(throws: Never.self) {
      try JSONDocument(bytes, maximumDepth: 512, byteOrderMark: .refuse, maximumSize: 6)
    }
  }
}
