import ContractTesting
import Testing

@testable import ContractCommand

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "abc", 3), ("check", "check", 0), ("chekc", "check", 1), ("chek", "check", 1),
    ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3),
  ])
  func distanceCountsEdits(_ left: String, _ right: String, _ distance: Int) {
    #expect(Suggestion.distance(left, right) == distance)
    #expect(Suggestion.distance(right, left) == distance)
  }

  @Test(arguments: [
    ("chekc", "check"), ("Record", "record"), ("val", "validate"), ("exlain", "explain"),
    ("xyz", nil), ("q", nil), ("", nil),
  ])
  func nearestCommandIsSuggested(_ word: String, _ command: String?) {
    #expect(Suggestion.nearest(to: word, in: Subcommand.allCases.map(\.name)) == command)
  }
}
