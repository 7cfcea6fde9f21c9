import Foundation
import Testing

@testable import TheMealDB

@Suite struct CategoriesDTOTests {
  @Test func categoryBecomesItsModel() throws {
    let text = #"""
      {"categories":[{"idCategory":"3","strCategory":"Dessert",
      "strCategoryThumb":"https:\/\/example.com\/dessert.png","strCategoryDescription":"Sweet."}]}
      """#
    let categories = try decode(CategoriesDTO.self, text).categories.map(Category.init)
    #expect(
      categories == [
        Category(
          id: "3", name: "Dessert", thumbnailURL: URL(string: "https://example.com/dessert.png"),
          description: "Sweet.")
      ])
  }

  @Test func listUnderAnotherNameIsAnError() {
    #expect(throws: DecodingError.self) { try decode(CategoriesDTO.self, #"{"meals":[]}"#) }
  }

  @Test func fixtureHasAllCategories() throws {
    let categories = try decodeFixture(CategoriesDTO.self, "categories/all.json").categories
      .map(Category.init)
    #expect(categories.count == 14)
    #expect(categories.map(\.id) == (1...14).map(String.init))
    #expect(categories.contains { $0.name == "Dessert" })
  }
}
