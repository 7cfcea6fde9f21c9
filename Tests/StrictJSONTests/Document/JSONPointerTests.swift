import StrictJSON
import TestSupport
import Testing

@Suite struct JSONPointerTests {
  /// The example of RFC 6901.
  ///
  /// Section 5: https://www.rfc-editor.org/rfc/rfc6901#section-5
  private static let example = #"""
    {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
     " ": 7, "m~n": 8}
    """#

  @Test(arguments: [
    ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"),
    ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
  ])
  func exampleOfTheStandardIsFound(text: String, source: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(try document(Self.example).value(at: pointer)?.source == source)
    #expect(pointer.description == text)
  }

  /// A pointer as a URI fragment.
  ///
  /// Section 6: https://www.rfc-editor.org/rfc/rfc6901#section-6
  @Test(arguments: [
    ("", "#"), ("/foo/0", "#/foo/0"), ("/a~1b", "#/a~1b"), ("/c%d", "#/c%25d"), ("/e^f", "#/e%5Ef"),
    ("/ ", "#/%20"), ("/m~0n", "#/m~0n"), ("/é", "#/%C3%A9"),
  ])
  func fragmentStandsForAPointer(text: String, fragment: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.fragment == fragment)
    #expect(JSONPointer(fragment: fragment) == pointer)
  }

  @Test(arguments: ["/a", "#a", "#/a%", "#/a%4", "#/a%+F", "#/a%4g"])
  func brokenFragmentIsNoPointer(_ fragment: String) {
    #expect(JSONPointer(fragment: fragment) == nil)
  }

  /// Far elements are looked up in another way than near ones.
  @Test(arguments: [0, 1, 31, 32, 33, 99, 100, 4_000])
  func elementIsFoundByItsPosition(_ position: Int) throws {
    let inner = (0..<100).map { "[\($0)]" }.joined(separator: ",")
    let document = try JSONDocument(Array("[[\(inner)],\(inner)]".utf8))
    #expect(
      document.root[position + 1]?[0]?.numberText == (position < 100 ? String(position) : nil))
    #expect(
      document.root[0]?[position]?[0]?.numberText == (position < 100 ? String(position) : nil))
    #expect(document.root[-1] == nil && document.root[0]?[99]?[1] == nil)
  }

  /// A wide object that is asked often is answered from a table; the answers are the same.
  @Test(arguments: [255, 256, 1000])
  func memberOfAWideObjectIsFound(count: Int) throws {
    let inner = (0..<count).map { #""k\#($0)": {"v": \#($0)}"# }.joined(separator: ",")
    let text = #"{"a": {\#(inner), "k1": 0, "é": 1, "\u0065\u0301": 2}, \#(inner)}"#
    let document = try JSONDocument(Array(text.utf8))
    for number in 0..<count {
      #expect(document.root["k\(number)"]?["v"]?.numberText == String(number))
      #expect(document.root["a"]?["k\(number)"]?["v"]?.numberText == String(number))
    }
    // The first of two names that are the same counts, as for a narrow object.
    #expect(document.root["a"]?["e\u{301}"]?.numberText == "1")
    #expect(document.root["é"] == nil && document.root["a"]?["k\(count)"] == nil)
  }

  @Test func emptyPointerIsTheRoot() throws {
    let document = try document(Self.example)
    #expect(document.value(at: JSONPointer())?.offset == 0)
    #expect(JSONPointer("") == JSONPointer(tokens: []))
    #expect(JSONPointer("/") == JSONPointer(tokens: [""]))
  }

  @Test(arguments: ["a", "#/a", "/~", "/~2", "/a~"])
  func malformedTextIsNoPointer(text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test(arguments: [
    "/foo/2", "/foo/01", "/foo/-1", "/foo/-", "/foo/", "/foo/+1", "/foo/1e0", "/foo/0/x",
    "/nothing",
    "/foo/99999999999999999999", "/foo/٠",
  ])
  func placeThatIsNotThereIsNil(text: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(try document(Self.example).value(at: pointer) == nil)
  }

  @Test(arguments: ["a", "", "/", "~", "~1", "~01", "a/b~c", "\u{301}x", "é", "\r\n", "0"])
  func tokensSurviveTheText(token: String) {
    let pointer = JSONPointer().appending(token).appending(3).appending(token)
    #expect(pointer.tokens == [token, "3", token])
    #expect(JSONPointer(pointer.description) == pointer)
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, Comment(rawValue: TestFolders.corpusReason)),
    arguments: [
      "themealdb/lookup/2022-12_52958.json",
      "suites/swift-foundation/JSON/pass/pass1-utf8.json",
      "spacex/v3/launches_2020-12_100.json",
    ])
  func everyValueIsFoundByItsPointer(path: String) throws {
    let document = try JSONDocument(try TestFolders.corpusBytes(path))
    let duplicates = document.duplicateMembers.map(\.value.offset)
    var count = 0
    func visit(_ value: JSONValue, _ pointer: JSONPointer) throws {
      count += 1
      if duplicates.contains(value.offset) { return }
      #expect(value.pointer == pointer)
      let text = try #require(JSONPointer(pointer.description))
      #expect(document.value(at: text)?.byteRange == value.byteRange)
      for (index, element) in value.elements.prefix(40).enumerated() {
        try visit(element, pointer.appending(index))
      }
      for member in value.members { try visit(member.value, pointer.appending(member.key)) }
    }
    try visit(document.root, JSONPointer())
    #expect(count > 15)
  }
}
