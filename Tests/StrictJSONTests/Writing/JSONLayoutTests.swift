import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite struct JSONLayoutTests {
  @Test func eachMemberHasALine() throws {
    let text =
      #"{"meals":[{"id":"52958","tags":["a", "b" ],"n":1.50,"u":"\u00e9\"","e":{ },"l":[]}]}"#
    #expect(
      try laidOut(text) == #"""
        {
          "meals": [
            {
              "id": "52958",
              "tags": ["a", "b"],
              "n": 1.50,
              "u": "\u00e9\"",
              "e": {},
              "l": []
            }
          ]
        }

        """#)
  }

  @Test(arguments: [
    ("12e3", "12e3\n"), (" null\r\n", "null\n"), (#""a\\""#, "\"a\\\\\"\n"), ("[]", "[]\n"),
    ("{}", "{}\n"), ("\u{FEFF}[1]", "\u{FEFF}[1]\n"), ("[[1],{}]", "[\n  [1],\n  {}\n]\n"),
    (#"{"a":1,"a":2}"#, "{\n  \"a\": 1,\n  \"a\": 2\n}\n"),
  ])
  func smallTexts(_ text: String, _ expected: String) throws {
    #expect(try laidOut(text) == expected)
  }

  @Test func arrayThatIsTooWideHasAnElementALine() throws {
    let wide = "[" + [String](repeating: "1234567", count: 9).joined(separator: ", ") + "]"
    #expect(wide.utf8.count == 81)
    #expect(try laidOut(wide).split(separator: "\n").count == 11)
    let narrow = wide.replacingOccurrences(of: "[1", with: "[")
    #expect(try laidOut(narrow) == narrow + "\n")
  }

  /// A text of 2 bytes a level grows by the square of its depth without a bound.
  @Test func indentationIsBounded() throws {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let text = try laidOut(deep)
    #expect(text.utf8.count < 1000 * 50)
    #expect(minifiedJSON(text) == deep)
  }

  /// Laws: no token changes, a layout is its own layout, and the values are the same.
  @Test func onlyWhiteSpaceChanges() throws {
    var texts = [
      #"{"a":{"b":[{"c":"x , : [ ] { }"},"\\",-0.0e-1,true]}}"#, "[{},[],[[]],[{}],\"\"]",
    ]
    if let corpus = ProcessInfo.processInfo.environment["CONTRACT_CORPUS"] {
      let folder = URL(fileURLWithPath: corpus).appendingPathComponent("spacex")
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "json" {
        texts.append(String(decoding: try Data(contentsOf: file), as: UTF8.self))
        if texts.count > 20 { break }
      }
    }
    for text in texts {
      let document = try JSONDocument(Array(text.utf8))
      let layout = JSONLayout.bytes(of: document)
      #expect(minifiedJSON(layout) == minifiedJSON(document.bytes))
      #expect(JSONLayout.bytes(of: try JSONDocument(layout)) == layout)
    }
  }

  private func laidOut(_ text: String) throws -> String {
    let document = try JSONDocument(Array(text.utf8), byteOrderMark: .skip)
    return String(decoding: JSONLayout.bytes(of: document), as: UTF8.self)
  }
}
