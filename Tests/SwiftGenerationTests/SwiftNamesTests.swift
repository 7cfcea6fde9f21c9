import Testing

@testable import SwiftGeneration

@Suite struct SwiftNamesTests {
  @Test(arguments: [
    ("strMeal", "strMeal"), ("flight_number", "flightNumber"), ("payload_id", "payloadID"),
    ("launch_date_utc", "launchDateUTC"), ("image-urls", "imageURLs"), ("ID", "id"),
    ("URLPath", "urlPath"), ("HTTPStatusCode", "httpStatusCode"), ("@type", "type"),
    ("1st", "_1st"), ("+1", "plus1"), ("-1", "minus1"), ("", "empty"), ("€", "key20ac"),
    ("größe", "größe"), ("a b.c", "aBC"), ("MAX_SPEED", "maxSpeed"),
  ])
  func propertyIsNamedAfterItsKey(_ key: String, _ name: String) {
    #expect(SwiftNames.property(key) == name)
  }

  @Test(arguments: [
    ("meals", "meal"), ("categories", "category"), ("boxes", "box"), ("statuses", "status"),
    ("people", "person"), ("first_stage_cores", "first_stage_core"), ("data", nil),
    ("address", nil), ("news", nil), ("bus", nil),
  ])
  func oneOfManyHasTheSingular(_ plural: String, _ singular: String?) {
    #expect(SwiftNames.singular(plural) == singular)
  }

  /// A key that is a name keeps it, wherever it stands.
  @Test func clashingKeysGetNumbers() {
    #expect(
      NameScope.members(["foo_bar", "fooBar", "foo-bar"], taken: []) == [
        "fooBar2", "fooBar", "fooBar3",
      ])
  }

  @Test(arguments: ["self", "init", "none", "rawValue", "hashValue", "stringValue"])
  func takenNameIsAvoided(_ key: String) {
    let names = NameScope.members([key], taken: SwiftNames.takenByProperties)
    #expect(names == [key + "Field"])
  }

  @Test(arguments: ["class", "default", "in", "Any"]) func keywordIsQuoted(_ word: String) {
    #expect(SwiftNames.written(word) == "`\(word)`")
  }
}
