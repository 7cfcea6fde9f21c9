import Foundation
import StrictJSON
import Testing

@Suite struct JSONDocumentTextTests {
  @Test(arguments: ["{}", #"{"a": [1, "é", null]}"#, "[1,]", "", "\u{FEFF}{}"])
  func dataAndTextAreReadAsTheirBytes(_ text: String) {
    let bytes = Array(text.utf8)
    let expected = Result { try JSONDocument(bytes).root.count }
    #expect(Self.words(Result { try JSONDocument(Data(bytes)).root.count }) == Self.words(expected))
    #expect(Self.words(Result { try JSONDocument(text).root.count }) == Self.words(expected))
  }

  private static func words(_ result: Result<Int, any Error>) -> String { "\(result)" }
}
