import Foundation
import Testing

@testable import TheMealDB

@Suite struct NamesDTOTests {
  @Test(arguments: [
    (#"[{"strCategory":"Beef"},{"strCategory":"Goat"}]"#, ["Beef", "Goat"]),
    (#"[{"strArea":"Dutch"},{"strArea":" "},{"strArea":"Thai"}]"#, ["Dutch", "Thai"]),
    (
      #"[{"idIngredient":"35","strIngredient":"Bread","strDescription":"","strType":null}]"#,
      ["Bread"]
    ),
  ])
  func everyListGivesItsNames(records: String, expected: [String]) throws {
    #expect(try decode(NamesDTO.self, #"{"meals":\#(records)}"#).names == .found(expected))
  }

  @Test func ingredientKeepsItsOtherMembers() throws {
    let text = #"""
      {"meals":[{"idIngredient":"5","strIngredient":"Avocado","strDescription":"A fruit.",
      "strType":"Fruit"}]}
      """#
    let name = try #require(try decode(NamesDTO.self, text).meals.records?.first)
    #expect(name.ingredientID == "5")
    #expect(name.ingredientDescription == "A fruit.")
    #expect(name.ingredientType == "Fruit")
    #expect(name.category == nil)
    #expect(name.area == nil)
  }

  @Test(arguments: [("c-list", 14, "Dessert"), ("a-list", 24, "Canadian"), ("i-list", 8, "Bread")])
  func fixtureHasItsNames(name: String, count: Int, member: String) throws {
    let answer = try decodeFixture(NamesDTO.self, "names/\(name).json").names
    let names = try #require(answer.records)
    #expect(names.count == count)
    #expect(names.contains(member))
  }
}
