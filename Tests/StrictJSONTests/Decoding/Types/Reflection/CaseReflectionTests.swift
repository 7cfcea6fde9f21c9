import Foundation
import Testing

@testable import DecodingLaws
@testable import StrictJSON

/// Enumerations with associated values, made without their own code.
@Suite struct CaseReflectionTests {
  enum Payloads: Equatable {
    case text(String)
    case nothing
    case pair(Int, name: String)
    case other
    case flag(Bool)
  }

  indirect enum Tree: Equatable {
    case node(Tree, Tree)
    case leaf(String)
  }

  enum Mixed: Equatable {
    case list([String])
    indirect case inner(Payloads)
    case url(URL)
  }

  enum Generic<Value: Equatable>: Equatable {
    case value(Value)
    case list([Value])
    case none
  }

  /// Each case, by the value that its payload gets.
  private func cases<Value>(_ type: Value.Type, _ values: [FieldValue]) -> [Value?] {
    (TypeReflection.cases(of: type) ?? []).map { chosen in
      guard let payload = chosen.payload else {
        return TypeReflection.enumeration(type, chosen, payload: nil)
      }
      func make<Payload>(_ payload: Payload.Type) -> FieldValue? {
        values.first { $0 is Field<Payload> }
          ?? TypeReflection.tuple(payload) { element in
            func make<Element>(_ element: Element.Type) -> FieldValue? {
              values.first { $0 is Field<Element> }
            }
            return make(element)
          }.map { Field(value: $0) }
      }
      return TypeReflection.enumeration(type, chosen, payload: make(payload))
    }
  }

  private let values: [FieldValue] = [
    Field(value: "a text that is longer than a small one"), Field(value: 7), Field(value: true),
    Field(value: ["x", "y"]), Field(value: URL(fileURLWithPath: "/a")),
    Field(value: Payloads.pair(1, name: "n")), Field(value: Tree.leaf("l")),
  ]

  @Test func casesComeWithTheirPayloads() {
    let long = "a text that is longer than a small one"
    #expect(
      cases(Payloads.self, values) == [
        .text(long), .pair(7, name: long), .flag(true), .nothing, .other,
      ])
    #expect(cases(Tree.self, values) == [.node(.leaf("l"), .leaf("l")), .leaf(long)])
    #expect(
      cases(Mixed.self, values) == [
        .list(["x", "y"]), .inner(.pair(1, name: "n")), .url(URL(fileURLWithPath: "/a")),
      ])
    let numbers = cases(Generic<Int>.self, values + [Field(value: [1])])
    #expect(numbers == [.value(7), .list([1]), Generic<Int>.none])
    let texts = cases(Generic<String>.self, values)
    #expect(texts == [.value(long), .list(["x", "y"]), Generic<String>.none])
  }

  @Test func otherTypesHaveNoCases() {
    #expect(TypeReflection.cases(of: String.self)?.count == nil)
    #expect(TypeReflection.cases(of: Int?.self)?.count == nil)
    #expect(TypeReflection.cases(of: JSONDecoder.self)?.count == nil)
    #expect(TypeReflection.cases(of: [Int].self)?.count == nil)
  }
}
