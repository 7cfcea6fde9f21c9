import StrictJSON
import TestSupport
import Testing

@Suite(.computing) struct JSONScannerTests {
  /// Children one byte long fill the memory of the tape several times before the text ends, at all
  /// depths.
  @Test(arguments: [1, 2, 3, 40, 400])
  func denseTextIsReadWhole(depth: Int) throws {
    let element =
      String(repeating: "[{\"\":", count: depth / 2) + "[1,2]"
      + String(repeating: "},3]", count: depth / 2)
    let text = "[" + Array(repeating: element, count: 300).joined(separator: ",") + ",4]"
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(root.count == 301)
    #expect(root.source == text)
    #expect(root[300]?.source == "4")
    for child in root.elements.prefix(300) {
      try #require(child.source == element)
      var inner = child
      for _ in 0..<depth / 2 {
        #expect(inner.count == 2)
        #expect(inner[1]?.source == "3")
        inner = try #require(inner[0]?[""])
      }
      #expect(inner.elements.map(\.source) == ["1", "2"])
      #expect(inner.count == 2)
    }
  }

  /// What ends a run of plain text is found at each place of a string of any length.
  @Test(arguments: 0..<50)
  func specialByteIsFoundAtEachPlace(length: Int) throws {
    for place in 0...length {
      let before = String(repeating: "x", count: place)
      let behind = String(repeating: "y", count: length - place)
      for (special, meaning) in [("", ""), ("\\\"", "\""), ("\\n", "\n"), ("é", "é"), ("𝄞", "𝄞")] {
        let document = try JSONDocument(Array("[\"\(before)\(special)\(behind)\", 1]".utf8))
        #expect(document.root[0]?.string == before + meaning + behind)
        #expect(document.root.count == 2)
      }
      for control in ["\u{0}", "\u{1F}", "\n"] {
        let error = #expect(throws: JSONSyntaxError.self) {
          try JSONDocument(Array("[\"\(before)\(control)\(behind)\"]".utf8))
        }
        #expect(error?.offset == 2 + place)
      }
    }
  }

  /// Each character of the first plane is read from its escape, in small and in capital letters.
  @Test(arguments: [0x0000..<0xD800, 0xE000..<0x1_0000])
  func escapedCharacterIsRead(units: Range<Int>) throws {
    let digits = units.map { unit in
      let digits = String(unit, radix: 16, uppercase: unit % 2 == 1)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    let text = "[" + digits.map { "\"\\u\($0)\"" }.joined(separator: ",") + "]"
    let root = try JSONDocument(Array(text.utf8)).root
    for (unit, value) in zip(units, root.elements) {
      try #require(value.string?.unicodeScalars.map { Int($0.value) } == [unit])
    }
  }

  @Test(arguments: 0..<4)
  func byteThatIsNoHexadecimalDigitIsRefused(place: Int) throws {
    for byte in UInt8.min...UInt8.max where !Character(UnicodeScalar(byte)).isHexDigit {
      var text = Array("\"\\u0aF9, and more\"".utf8)
      text[3 + place] = byte
      #expect(throws: JSONSyntaxError.self) { try JSONDocument(text) }
    }
  }

  @Test func plainBytesEndNoString() throws {
    for byte in UInt8(0x20)..<0x80 where byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
      let text = Array("\"".utf8) + Array(repeating: byte, count: 21) + Array("\"".utf8)
      #expect(try JSONDocument(text).root.string?.utf8.count == 21)
    }
  }

  @Test(arguments: 0..<40)
  func whiteSpaceOfAnyLengthIsSkipped(length: Int) throws {
    for unit in [" ", "\n", "\t", "\r\n"] {
      let space = String(repeating: unit, count: length)
      let mixed = unit + String(repeating: " ", count: length) + unit
      for space in [space, mixed] {
        let text =
          "\(space){\(space)\"a\"\(space):\(space)[\(space)1\(space),\(space)2\(space)]"
          + "\(space)}\(space)"
        let root = try JSONDocument(Array(text.utf8)).root
        #expect(root["a"]?.elements.map(\.source) == ["1", "2"])
      }
    }
  }

  /// Exactly the sequences that the standard library takes for UTF-8 are read.
  @Test(arguments: UInt8(0x80)...0xFF)
  func sequencesBeyondASCIIAreJudgedAsByTheStandardLibrary(first: UInt8) {
    let seconds: [UInt8] = [0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE1, 0xFF]
    let thirds: [UInt8] = [0x20, 0x7F, 0x80, 0xBF, 0xC0, 0xFF]
    for second in seconds {
      for third in thirds {
        for tail in [[], [0x80], [0xBF, 0x20], [0xC0]] as [[UInt8]] {
          let sequence = [first, second, third] + tail
          let text = Array("\"ab".utf8) + sequence + Array("\"".utf8)
          let expected = String(validating: sequence, as: UTF8.self)
          #expect((try? JSONDocument(text))?.root.string == expected.map { "ab" + $0 })
        }
      }
    }
  }

  /// Memory of an earlier record, larger or smaller, changes nothing.
  @Test func memoryIsUsedAgain() throws {
    var reader = JSONRecordReader()
    let texts = [
      "[1,2,3]", "[" + Array(repeating: "[]", count: 999).joined(separator: ",") + "]", "7",
    ]
    for text in texts + texts.reversed() + texts {
      try reader.read(Array(text.utf8)[...])
      let document = try JSONDocument(Array(text.utf8))
      #expect(reader.tape.count == document.root.tapeCount)
    }
  }
}

extension JSONValue {
  /// The number of entries of a value on the tape.
  fileprivate var tapeCount: Int { 1 + elements.reduce(0) { $0 + $1.tapeCount } }
}
