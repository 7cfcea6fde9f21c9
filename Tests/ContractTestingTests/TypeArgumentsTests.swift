import StrictJSON
import Testing

@testable import ContractTesting

@Suite struct TypeArgumentsTests {
  @Test(arguments: [
    ("Array<String>", ShapePath.Step.elements, "String", false),
    ("Array<Optional<Shop.Item>>", .elements, "Shop.Item", true),
    ("Array<Array<Int>>", .elements, "Array<Int>", false),
    ("Set<URL>", .elements, "URL", false),
    ("Dictionary<String, Array<Int>>", .values, "Array<Int>", false),
    (
      "Dictionary<Size, Optional<Dictionary<String, Int>>>", .values, "Dictionary<String, Int>",
      true
    ),
  ])
  func elementIsNamed(type: String, step: ShapePath.Step, element: String, isOptional: Bool) throws
  {
    let found = try #require(TypeArguments.element(of: type, at: step))
    #expect(found == (element, isOptional))
  }

  @Test(arguments: [
    ("String", ShapePath.Step.elements), ("Array<String>", .values), ("ArrayOf<String>", .elements),
    ("Dictionary<String, Int>", .elements), ("Array<String>", .member("a")), ("array", .elements),
  ])
  func otherTypesHaveNone(type: String, step: ShapePath.Step) {
    #expect(TypeArguments.element(of: type, at: step) == nil)
  }
}
