// Where values go whose keys are not named like a property, or that are parts of one.
extension TypeInfo {
  /// Where a value goes that is read as a type under a key which no property is named like; nil where that is not known.
  ///
  /// It is the only place of its type with a word of the key, among the properties that no key is named like and those of
  /// structs that stand in such a property:
  ///
  ///     databaseID = try container.decode(String.self, forKey: .id)
  ///     let delay = try container.decode(Int.self, forKey: .showDelay)
  ///     let style = try container.decode(Style.self, forKey: .showStyle)
  ///     presentation = Presentation(style: style, delay: delay)
  ///
  /// It is also the only property that is left where only one key is, if both are of one scalar type that is no text.
  ///
  /// Code that computes a property may end the process on a value that is made up. So there are as many keys as
  /// properties, a text is an id, and each other member of a struct may be `nil` or has a key of its own.
  func place<Value>(
    ofValueAt key: any CodingKey, among keys: [any CodingKey], _ type: Value.Type
  ) -> String? {
    let free = properties(without: keys)
    let unnamed = keys.filter { storedProperty(for: $0) == nil }
    guard free.count(where: { !Self.isOptional($0.type) }) <= unnamed.count else { return nil }
    let words = Set(Steering.words(of: Self.name(of: key)))
    let isText = Steering.plain(type) is String.Type
    var places: [String] = []
    // Another scalar may be computed from an id: `productID = id.split(separator: "/")[3]`.
    let isOnlyScalar =
      free.count { !Self.isOptional($0.type) && Steering.isScalar($0.type) } <= 1
    if !isText || isOnlyScalar && Steering.areIdentifier(Array(words)) {
      places = free.filter { $0.holds(type) }.map(\.name)
    }
    if !isText, !(type is any ListType.Type) {
      let others = unnamed.filter { Self.name(of: $0) != Self.name(of: key) }
      places += free.flatMap { Self.places(of: type, in: $0, others: others.map(Self.name)) }
    }
    let named = places.filter { !words.isDisjoint(with: Steering.words(of: $0)) }
    if named.count == 1 { return named[0] }
    // The only key without a property and the only property without a key: no text, of which code may take a part.
    let isOnly = free.count == 1 && unnamed.count == 1 && free[0].type == type
    return isOnly && !isText && Steering.isScalar(type) ? free[0].name : nil
  }

  /// The members of a type in the struct of a property, where each other member may be `nil` or has a word of another key.
  ///
  /// A member that no value is read for is computed, and of two numbers code may make a range.
  private static func places<Value>(
    of type: Value.Type, in property: TypeReflection.StoredProperty, others keys: [String]
  ) -> [String] {
    let parts = parts(of: property)
    let words = Set(keys.flatMap(Steering.words))
    let isNumber = Steering.isNumber(type)
    return parts.indices.filter { index in
      parts[index].holds(type)
        && parts.indices.allSatisfy { other in
          let part = parts[other]
          if other == index || isOptional(part.type) { return true }
          let isQuantity = Steering.isNumber(part.type) || part.type is any ListType.Type
          return !(isNumber && isQuantity)
            && !words.isDisjoint(with: Steering.words(of: part.name))
        }
    }.map { "\(property.name).\(parts[$0].name)" }
  }

  /// The only property of its type in the struct that stands in the property of a key, where all that it holds may be
  /// `nil`: `title = try Primitive<String>(from: container, forKey: .title)`.
  func place<Value>(
    ofValueIn property: TypeReflection.StoredProperty, _ type: Value.Type
  ) -> String? {
    let parts = Self.parts(of: property)
    let places = parts.filter { $0.holds(type) }
    guard places.count == 1, parts.allSatisfy({ Self.isOptional($0.type) }) else { return nil }
    return "\(property.name).\(places[0].name)"
  }

  /// The properties of the struct in a property; none of a scalar, nor of a type of the libraries.
  private static func parts(
    of property: TypeReflection.StoredProperty
  ) -> [TypeReflection.StoredProperty] {
    let type = Steering.plain(property.type)
    guard !Steering.isScalar(type), !(type is any ListType.Type), !(type is AnyClass),
      !libraries.contains(where: String(reflecting: type).hasPrefix)
    else { return [] }
    return TypeReflection.storedProperties(of: type)
  }

  private static let libraries = ["Swift.", "Foundation.", "FoundationEssentials.", "__C."]

  private static func isOptional(_ type: any Any.Type) -> Bool { type is any AbsentValue.Type }
}
