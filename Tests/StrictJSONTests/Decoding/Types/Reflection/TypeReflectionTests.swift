import Testing

@testable import StrictJSON

@Suite struct TypeReflectionTests {
  private struct Point {
    let x: Double
    var _name: String?
  }

  private class Base { var first = 1 }
  private final class Derived: Base { var second: [Int] = [] }
  private enum Choice { case left, right }

  @Test func propertiesComeWithNameTypeAndPlace() {
    let properties = TypeReflection.storedProperties(of: Point.self)
    #expect(properties.map(\.name) == ["x", "name"])
    #expect(properties.map(\.offset) == [0, 8])
    #expect(properties.first?.type == Double.self)
    #expect(properties.last?.type == Optional<String>.self)
    #expect(TypeReflection.storedProperties(of: Derived.self).map(\.name) == ["first", "second"])
  }

  @Test func enumerationsHaveNone() {
    #expect(TypeReflection.storedProperties(of: Choice.self).isEmpty)
    #expect(TypeReflection.storedProperties(of: Optional<Int>.self).isEmpty)
  }

  /// On a system whose runtime has no such functions less is known, and nothing is guessed.
  @Test func missingRuntimeMeansNoProperties() {
    #expect(TypeReflection.storedProperties(of: Point.self, runtime: nil).isEmpty)
  }
}
