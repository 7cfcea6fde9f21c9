import Foundation
import StrictJSON
import Testing

/// What a report and an error say by themselves, in a test of somebody who has nothing else.
@Suite struct DecodingReportTests {
  private struct Meal: Decodable {
    let name: String
    let area: String?
    let minutes: Int
  }

  private let text = """
    {
      "name": null,
      "minutes": "ten"
    }
    """

  @Test func descriptionIsThatOfTheCommand() throws {
    let report = StrictDecoder().check(Meal.self, in: try JSONDocument(text))
    #expect(
      report.description == """
        2:11: null-value: expected a string, found null
            at        /name
            property  Meal.name
        3:14: type-mismatch: expected an integer, found the string "ten"
            at        /minutes
            property  Meal.minutes
        """)
    #expect(report.issues.first?.location == SourceLocation(line: 2, column: 11))
  }

  @Test func whatTheMessageDoesNotSayHasALine() throws {
    let report = StrictDecoder().check(Meal.self, in: try JSONDocument(#"{"name": "n"}"#))
    #expect(
      report.description == """
        1:1: missing-key: the key "minutes" is missing
            at        /minutes
            expected  an integer
            found     nothing
            property  Meal.minutes
        """)
  }

  @Test func descriptionTellsWhatWasNotChecked() throws {
    var decoder = StrictDecoder()
    decoder.exploration = .none
    let report = decoder.check(Meal.self, in: try JSONDocument(text))
    #expect(report.description.hasPrefix("2:11: null-value"))
    #expect(report.description.contains("not all of the document was checked: only the first"))
    let sound = decoder.check(Meal.self, in: try JSONDocument(#"{"name": "n", "minutes": 1}"#))
    #expect(sound.description == "no problems")
  }

  /// Whether a report still knows its document says nothing about what is wrong.
  @Test func issuesAreComparedWithoutTheirDocuments() throws {
    let issues = try (0..<2).map { _ in
      StrictDecoder().check(Meal.self, in: try JSONDocument(text)).issues
    }
    #expect(issues[0] == issues[1])
    #expect(Set(issues[0] + issues[1]).count == 2)
  }

  // MARK: In the place of JSONDecoder

  @Test func oneErrorHoldsEveryProblem() throws {
    let error = #expect(throws: StrictDecodingError.self) {
      try StrictDecoder().decode(Meal.self, from: Data(text.utf8))
    }
    #expect(error?.report.issues.count == 2)
    let description = "\(try #require(error))"
    #expect(description.contains("2:11") && description.contains("3:14"))
    #expect(error?.localizedDescription == description)
  }

  @Test(arguments: [#"{"name": "n", "minutes": 3}"#, "\u{FEFF}{\"name\": \"n\", \"minutes\": 3}"])
  func valueIsThatOfJSONDecoder(_ text: String) throws {
    let data = Data(text.utf8)
    let meal = try StrictDecoder().decode(Meal.self, from: data)
    let theirs = try JSONDecoder().decode(Meal.self, from: data)
    #expect(meal.name == theirs.name && meal.minutes == theirs.minutes)
  }

  /// The encodings that Foundation knows, and what each of them makes of a text.
  private static let encodings: [String.Encoding] = [
    .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian,
    .utf32LittleEndian,
  ]

  private static let texts = [
    #"["a"]"#, #"["é", "🍪", "\ud83c\udf6a"]"#, "[]", " [\n\"b\"] ", #"["a""#, "",
  ]

  @Test(arguments: encodings, texts)
  func textInAnyEncodingIsReadAsByJSONDecoder(_ encoding: String.Encoding, _ text: String) throws {
    let data = try #require(text.data(using: encoding))
    let theirs = try? JSONDecoder().decode([String].self, from: data)
    #expect((try? StrictDecoder().decode([String].self, from: data)) == theirs)
  }

  /// A lone surrogate, a unit that is cut, a number above all characters, and nothing but a mark.
  @Test(arguments: [
    [0x5B, 0, 0x22, 0, 0x3D, 0xD8, 0x22, 0, 0x5D, 0],
    [0x5B, 0, 0x22, 0, 0x3D, 0xDC, 0x22, 0, 0x5D, 0],
    [0x5B, 0, 0x5D, 0, 0x20], [0xFF, 0xFE, 0x5B, 0, 0x5D], [0xFF, 0xFE], [0xFE, 0xFF],
    [0x5B, 0, 0, 0, 0, 0, 0x11, 0, 0x5D, 0, 0, 0], [0x5B, 0, 0, 0, 0x5D, 0, 0, 0, 0],
  ])
  func brokenTextInAnotherEncodingIsRefused(_ bytes: [UInt8]) {
    let theirs = try? JSONDecoder().decode([String].self, from: Data(bytes))
    let ours = try? StrictDecoder().decode([String].self, from: Data(bytes))
    #expect(ours == theirs)
  }

  @Test func placesAreThoseOfTheTextInUTF8() throws {
    let data = try #require("[\"é\",\n \"🍪\", 7]".data(using: .utf16LittleEndian))
    let error = #expect(throws: StrictDecodingError.self) {
      try StrictDecoder().decode([String].self, from: data)
    }
    #expect(try #require(error).description.contains("2:10"))
  }

  @Test func textThatIsNoJSONIsASyntaxError() {
    #expect(throws: JSONSyntaxError.self) {
      try StrictDecoder().decode(Meal.self, from: Data("[1,]".utf8))
    }
  }

  // MARK: Files

  @Test func documentIsReadFromAFile() throws {
    let file = URL.temporaryDirectory.appending(path: "document-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try JSONDocument(contentsOf: file).root["minutes"]?.string == "ten")
    #expect(throws: (any Error).self) {
      try JSONDocument(contentsOf: file.appending(path: "none"))
    }
    #expect(throws: CocoaError.self) {
      try JSONDocument(contentsOf: try #require(URL(string: "https://example.com/a.json")))
    }
  }
}
