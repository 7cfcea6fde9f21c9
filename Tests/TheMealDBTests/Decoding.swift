import Foundation
import TestSupport
import Testing

@testable import TheMealDB

/// Decodes a text with Foundation's decoder.
func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

/// Decodes a fixture of the repository, by its path below `Fixtures/themealdb`.
func decodeFixture<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
  let folder = TestFolders.packageRoot.appendingPathComponent("Fixtures/themealdb")
  let data = try Data(contentsOf: folder.appendingPathComponent(path))
  return try JSONDecoder().decode(type, from: data)
}

/// The names of all bodies in a folder below `Fixtures/themealdb`.
func fixtureNames(_ endpoint: String) throws -> [String] {
  let folder = TestFolders.packageRoot.appendingPathComponent("Fixtures/themealdb/\(endpoint)")
  return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".http.json") }
    .sorted()
}

/// The model of the one recipe in a text.
func model(_ meal: WireMeal) throws -> RecipeDetail {
  let recipes = try #require(try decode(RecipesDTO.self, meal.document).recipes.records)
  return try #require(recipes.first)
}
