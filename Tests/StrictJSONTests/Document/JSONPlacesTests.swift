import StrictJSON
import TestSupport
import Testing

@Suite struct JSONPlacesTests {
  /// All values of a document in their order.
  private static func values(_ value: JSONValue) -> [JSONValue] {
    [value] + value.elements.flatMap(values) + value.members.flatMap { values($0.value) }
  }

  /// One walk finds the places that single walks find, whichever of the values are asked for.
  @Test(arguments: [1, 2, 3, 7])
  func walkFindsThePointers(step: Int) throws {
    let text = #"""
      [{"a": 1, "b": {"c": [], "d": [[1, 2], {"": {"a": [3]}}]}}, [], {}, [[[4]], 5],
       {"x": {"y": {"z": 6}}, "b": {"c": 7}}]
      """#
    let document = try JSONDocument(Array(text.utf8))
    var places = JSONPlaces(document)
    let all = Self.values(document.root)
    #expect(all.count == 26)
    for index in stride(from: 0, to: all.count, by: step) {
      let steps = places.steps(to: all[index])
      #expect(JSONPointer(steps) == all[index].pointer)
      #expect(document.value(at: JSONPointer(steps))?.offset == all[index].offset)
    }
  }

  @Test func elementsAreOneShape() throws {
    let document = try JSONDocument(Array(#"{"a": [[1], [2, 3]]}"#.utf8))
    var places = JSONPlaces(document)
    let value = try #require(document.value(at: JSONPointer("/a/1/1") ?? JSONPointer()))
    #expect(ShapePath(places.steps(to: value)).description == "$.a[*][*]")
  }
}
