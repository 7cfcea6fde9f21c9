import StrictJSON
import Testing

@testable import TheMealDB

@Suite struct StrictRecipesTests {
  private func issues(_ text: String) throws -> Set<String> {
    let document = try JSONDocument(Array(text.utf8))
    let report = StrictDecoder().check(RecipesDTO.self, in: document)
    #expect(report.unexplored.isEmpty)
    return Set(
      report.issues.filter(\.kind.stopsDecoding).map { "\($0.kind) \($0.pointer)" })
  }

  @Test func everyProblemOfTwoRecipesIsReported() throws {
    let broken = WireMeal([
      "idMeal": "7", "strMeal": nil, "strCategory": "null", "strInstructions": "[]",
      "strTags": "1", "strMealThumb": #""""#, "strIngredient3": "{}", "strMeasure20": "true",
      "dateModified": #""2020-02-30 10:00:00""#,
    ]).object
    let found = try issues(#"{"meals":[\#(broken),\#(WireMeal().object),\#(broken)]}"#)
    let expected = [0, 2].flatMap { index in
      [
        "typeMismatch /meals/\(index)/idMeal", "missingKey /meals/\(index)/strMeal",
        "nullValue /meals/\(index)/strCategory", "typeMismatch /meals/\(index)/strInstructions",
        "typeMismatch /meals/\(index)/strTags", "invalidURL /meals/\(index)/strMealThumb",
        "typeMismatch /meals/\(index)/strIngredient3",
        "typeMismatch /meals/\(index)/strMeasure20", "invalidDate /meals/\(index)/dateModified",
      ]
    }
    #expect(found == Set(expected))
  }

  @Test(arguments: [#""Invalid ID""#, #""no data found""#, "null", "[]"])
  func answerWithoutRecipesHasNoProblem(value: String) throws {
    #expect(try issues(#"{"meals":\#(value)}"#).isEmpty)
  }

  @Test(arguments: [
    (#"{"meals":"no meals today"}"#, "invalidValue /meals"),
    (#"{"meals":7}"#, "typeMismatch /meals"), ("{}", "missingKey /meals"),
  ])
  func unknownAnswerIsOneProblem(text: String, expected: String) throws {
    #expect(try issues(text) == [expected])
  }
}
