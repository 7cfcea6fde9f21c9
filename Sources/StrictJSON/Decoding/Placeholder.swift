import Foundation

/// Values that stand in for one that could not be decoded.
///
/// They are only ever handed to an initialiser that gives values straight to its properties. More
/// than one is tried, so that a problem counts only if it does not depend on the made-up value.
struct PlaceholderSource {
  /// Real values that stand in for types of which none can be made up, by type.
  typealias Exemplars = [ObjectIdentifier: any FieldValue]

  /// How many different values there are.
  let count: Int

  /// Makes one of them; numbers beyond the count start again.
  let make: (Int) -> (any FieldValue)?

  init(count: Int, make: @escaping (Int) -> (any FieldValue)?) {
    self.count = count
    self.make = make
  }

  /// One value that is already there: what came of a record whose broken parts were filled in.
  init<Value>(_ value: Value) {
    self.init(count: 1) { _ in Field(value: value) }
  }

  /// The same values, each wrapped in an optional.
  func wrapped<Value>(_ type: Value.Type) -> PlaceholderSource {
    PlaceholderSource(count: count) { variant in
      (make(variant) as? Field<Value>).map { Field<Value?>(value: $0.value) }
    }
  }

  /// The values for a type; nil where none can be made without running the type's own code.
  init?<Value>(_ type: Value.Type, exemplars: Exemplars) {
    let placeholder = Placeholder(exemplars: exemplars)
    guard placeholder.make(type, variant: 0) != nil else { return nil }
    self.init(count: placeholder.count(type)) { placeholder.make(type, variant: $0) }
  }
}

/// A type whose values can be made up.
protocol PlaceholderType {
  static var placeholders: [Self] { get }
}

/// Makes values up.
private struct Placeholder {
  let exemplars: PlaceholderSource.Exemplars

  /// A struct in a struct in a struct is filled to this depth.
  private static let maximumDepth = 8

  func count<Value>(_ type: Value.Type) -> Int {
    if let known = type as? any PlaceholderType.Type { return known.placeholders.count }
    return TypeReflection.plainCaseCount(of: type) ?? 1
  }

  func make<Value>(_ type: Value.Type, variant: Int, depth: Int = 0) -> (any FieldValue)? {
    guard depth < Self.maximumDepth else { return nil }
    if let known = type as? any PlaceholderType.Type {
      return known.placeholder(variant)
    }
    if let count = TypeReflection.plainCaseCount(of: type), count > 0 {
      return TypeReflection.plainCase(type, index: variant % count).map { Field(value: $0) }
    }
    if let exemplar = exemplars[ObjectIdentifier(type)] { return exemplar }
    return TypeReflection.structure(type) { property in
      func fill<Member>(_ member: Member.Type) -> (any FieldValue)? {
        make(member, variant: variant, depth: depth + 1)
      }
      return fill(property.type)
    }.map { Field(value: $0) }
  }
}

extension PlaceholderType {
  /// Returns one of the values, boxed.
  static func placeholder(_ variant: Int) -> (any FieldValue)? {
    let values = placeholders
    return values.isEmpty ? nil : Field(value: values[variant % values.count])
  }
}

extension Optional: PlaceholderType {
  static var placeholders: [Wrapped?] { [nil] }
}
extension Array: PlaceholderType {
  /// One element where that is a leaf: code that looks at the first element then finds one.
  static var placeholders: [[Element]] {
    let leaf = (Element.self as? any LeafType.Type)?.placeholder(0) as? Field<Element>
    return [leaf.map { [$0.value] } ?? []]
  }

}
extension ContiguousArray: PlaceholderType {
  static var placeholders: [ContiguousArray<Element>] { [[]] }
}
extension Set: PlaceholderType {
  static var placeholders: [Set<Element>] { [[]] }
}
extension Dictionary: PlaceholderType {
  static var placeholders: [[Key: Value]] { [[:]] }
}
extension UUID: PlaceholderType {
  static var placeholders: [UUID] {
    [UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))]
  }
}
