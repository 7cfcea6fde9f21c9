/// A container of the standard library, with the type of what it holds.
protocol ListType {
  static var elementType: any Any.Type { get }

  /// The list without the elements at some positions; nil where its elements have none.
  func without(_ positions: Set<Int>) -> Self?
}

extension ListType {
  func without(_ positions: Set<Int>) -> Self? { nil }
}

extension Array: ListType {
  static var elementType: any Any.Type { Element.self }
  func without(_ positions: Set<Int>) -> [Element]? {
    indices.filter { !positions.contains($0) }.map { self[$0] }
  }
}
extension ContiguousArray: ListType {
  static var elementType: any Any.Type { Element.self }
  func without(_ positions: Set<Int>) -> ContiguousArray<Element>? {
    ContiguousArray(indices.lazy.filter { !positions.contains($0) }.map { self[$0] })
  }
}
extension Set: ListType { static var elementType: any Any.Type { Element.self } }
extension Dictionary: ListType { static var elementType: any Any.Type { Value.self } }

extension TypeInfo {
  /// Whether a property is a list or map of values of a type, or a struct around one.
  func holdsList<Value>(of type: Value.Type) -> Bool {
    func isList(_ property: any Any.Type, _ depth: Int) -> Bool {
      if let list = property as? any ListType.Type {
        let elements = TypeReflection.elements(ofPayload: list.elementType)
        return elements.contains { $0.holds(type) }
      }
      guard depth < 3 else { return false }
      return TypeReflection.storedProperties(of: property).contains { isList($0.type, depth + 1) }
    }
    return properties.contains { isList($0.type, 0) }
  }

  /// Whether a property that has none of some keys holds lists of a type, or elements of them, so that code may make it
  /// of a list that is read: `sums = first.indices.map { first[$0] + second[$0] }`.
  ///
  /// A made-up list has fewer elements than that code counts on, and an index beyond them ends the process.
  func mayBeComputed(from type: any Any.Type, keys: [any CodingKey]) -> Bool {
    guard let list = type as? any ListType.Type, properties.count > 1 else { return false }
    return properties(without: keys).contains { $0.type == type || $0.type == list.elementType }
  }
}
