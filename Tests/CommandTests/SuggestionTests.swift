import ContractTesting
import Testing

@testable import ContractCommand

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("chekc", "check"), ("Record", "record"), ("val", "validate"), ("exlain", "explain"),
    ("xyz", nil), ("q", nil), ("", nil),
  ])
  func nearestCommandIsSuggested(_ word: String, _ command: String?) {
    #expect(Suggestion.nearest(to: word, in: Subcommand.allCases.map(\.name)) == command)
  }
}
