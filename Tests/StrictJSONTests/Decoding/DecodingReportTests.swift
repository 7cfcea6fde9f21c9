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
