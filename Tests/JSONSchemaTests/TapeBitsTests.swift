import Testing

@testable import JSONSchema
@testable import StrictJSON

/// Validation reads the bits of a tape entry itself; both readings of them must agree.
@Suite struct TapeBitsTests {
  @Test(arguments: [
    "null", "[true, false]", "[0, -1, 1.5, 1e3, -2.5E-7]", #"["", "a", "ä", "🍪"]"#,
    #"["\n", "\u00e4", "\ud800", "\ud83c\udf6a", "ä\t"]"#,
    #"{"a": {"b": [{}, []]}, "ä": null, "\u0061": 1.0}"#,
  ])
  func bothReadingsOfATapeAgree(_ text: String) throws {
    let bytes = Array(text.utf8)
    for entry in try JSONDocument(bytes).storage.tape {
      #expect(entry.kindNumber == entry.kind.rawValue && entry.valueKind == entry.kind)
      #expect(entry.isEscaped == entry.flags.contains(.escaped))
      #expect(entry.isFractional == entry.flags.contains(.fractional))
      #expect(entry.isBeyondASCII == entry.flags.contains(.nonASCII))
      #expect(JSONTapeEntry.isSpecial(entry.info) == entry.flags.isSpelledFreely)
      if entry.kind == .string {
        #expect(bytes[entry.content.lowerBound - 1] == UInt8(ascii: "\""))
        #expect(bytes[entry.content.upperBound] == UInt8(ascii: "\""))
      }
    }
  }
}
