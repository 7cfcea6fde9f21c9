import Endpoints
import Foundation
import Testing
import WireDates

@Suite struct EscapedErrorTests {
  /// The characters that a terminal acts on are the same for errors of the client and for reports.
  @Test func sameCharactersAreEscapedAsInReports() throws {
    let url = try #require(URL(string: "https://a.example/"))
    let numbers: [ClosedRange<UInt32>] = [
      0x20...0x3FFF, 0xD7C0...0x10FFF, 0xE0000...0xE01FF, 0x10FFF0...0x10FFFF,
    ]
    for scalar in numbers.joined().compactMap({ Unicode.Scalar($0) }) {
      let text = "a\(scalar)b"
      let isShown = "\(EndpointError.undecodable(url, reason: text))".unicodeScalars
        .contains(scalar)
      let isHarmless = VisibleText.isHarmless(scalar)
      if isShown != isHarmless { Issue.record("\(VisibleText.codePoint(scalar))") }
    }
  }
}
