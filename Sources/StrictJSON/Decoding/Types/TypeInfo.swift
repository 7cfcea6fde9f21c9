import Foundation
import WireDates

/// What the decoder knows about a type, found once and then reused for every record.
final class TypeInfo {
  /// How a type is decoded.
  enum Decoding {
    /// Read by this module.
    case leaf(any LeafType.Type)
    /// Walked by this module, element by element.
    case container(any ContainerType.Type)
    /// Its own `init(from:)` is run, and it is one date.
    case date(DateFormat?)
    /// Its own `init(from:)` is run.
    case initializer
  }

  let type: any Any.Type
  let name: String
  let decoding: Decoding
  let properties: [TypeReflection.StoredProperty]

  /// A name for the type that is the same in each run of the program.
  ///
  /// In the full name of a private type stands an address. Two types that differ by nothing else,
  /// and have the same properties, are taken for one.
  private(set) lazy var identity: String = {
    let parts = String(reflecting: type).split(separator: "(unknown context at ")
    let name = parts.enumerated().map { $0 == 0 ? $1 : $1.drop { $0 != ")" } }.joined()
    return "\(name)(\(properties.map(\.name).joined(separator: ",")))"
  }()

  /// Whether any property is a date, so that text which is read may be meant as one.
  let hasDates: Bool

  /// The associated values of an enumeration's cases, by their labels, or by `_0` and so on.
  private(set) lazy var associatedValues: [TypeReflection.StoredProperty] =
    (TypeReflection.cases(of: type) ?? []).flatMap { chosen in
      chosen.payload.map { TypeReflection.elements(ofPayload: $0) } ?? []
    }

  /// The types that its initialiser may run on its own decoder, where they were looked for.
  var parts: [TypePart]?

  /// The number of cases of an enumeration; nil for other types.
  private(set) lazy var caseCount: Int? = TypeReflection.cases(of: type)?.count

  /// The index of the property of each key that was looked up; nil where there is none.
  private var propertiesByKey: [String: Int?] = [:]

  init<Value>(_ type: Value.Type) {
    self.type = type
    name = TypeName.readable(type)
    properties = TypeReflection.storedProperties(of: type)
    hasDates = properties.contains { Self.isDate($0.type) }
    if let leaf = type as? any LeafType.Type {
      decoding = .leaf(leaf)
    } else if let container = type as? any ContainerType.Type {
      decoding = .container(container)
    } else if let date = type as? any WireDate.Type {
      decoding = .date(date.format)
    } else if properties.count == 1, Self.isDate(properties[0].type) {
      decoding = .date(nil)
    } else {
      decoding = .initializer
    }
  }

  /// Whether a value of the type is one date.
  var isOneDate: Bool {
    if case .date = decoding { true } else { Self.isDate(type) }
  }

  /// Whether a property holds a date.
  func isDate(_ property: String) -> Bool {
    properties.contains { $0.name == property && Self.isDate($0.type) }
  }

  /// The first property that holds a date.
  var dateProperty: String? { properties.first { Self.isDate($0.type) }?.name }

  /// Whether the value of a type has a date in a property, and not nil.
  func holdsDate<Value>(_ value: Value, in property: String) -> Bool {
    guard let stored = properties.first(where: { $0.name == property }), stored.type != Date.self
    else { return true }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      // A property wrapper adds the underscore.
      let child = current.children.first { $0.label == property || $0.label == "_\(property)" }
      if let child { return child.value is Date }
      mirror = current.superclassMirror
    }
    return false
  }

  /// The name of the property that a key stands for; else the name of the key's case.
  func property(for key: any CodingKey) -> String? {
    storedProperty(for: key)?.name ?? Self.caseName(key)
  }

  /// The stored property that a key stands for, by the name of its case or else by its text.
  func storedProperty(for key: any CodingKey) -> TypeReflection.StoredProperty? {
    let name = Self.name(of: key)
    if let known = propertiesByKey[name] { return known.map { properties[$0] } }
    let folded = Self.folded(name)
    let index =
      properties.firstIndex { $0.name == name }
      ?? properties.firstIndex { Self.folded($0.name) == folded }
    propertiesByKey[name] = .some(index)
    return index.map { properties[$0] }
  }

  /// The number of the stored property that a key stands for, if it has the type of a request for its value or
  /// the optional of that, or the request is for its optional.
  func straightProperty(_ key: any CodingKey, _ type: any Any.Type) -> Int? {
    guard let property = storedProperty(for: key),
      property.type == type || property.type == Self.optional(type)
        || Self.optional(property.type) == type
    else { return nil }
    return properties.firstIndex { $0.name == property.name }
  }

  /// The stored property that a key stands for, or the associated value that is read as a type.
  func storedProperty<Value>(
    for key: any CodingKey, as type: Value.Type
  ) -> TypeReflection.StoredProperty? {
    if let property = storedProperty(for: key) { return property }
    guard properties.isEmpty else { return onlyProperty(of: type) }
    let name = Self.name(of: key)
    // A name that cases share says nothing of the type.
    let values = associatedValues.filter { $0.name == name }
    return values.allSatisfy { $0.holds(type) } ? values.first : nil
  }

  /// Whether the property of a key, or a value of a case with its name, is of another type than the one as which it is read.
  func hasOtherType(for key: any CodingKey, than type: any Any.Type) -> Bool {
    if let property = storedProperty(for: key) { return !property.holds(type) }
    let name = Self.name(of: key)
    return associatedValues.contains { $0.name == name && !$0.holds(type) }
  }

  /// The case of a plain enumeration with the name of the type, which is the kind of all its values: `Feature` is a
  /// `GeoJSONType.feature`; nil where there is none.
  func ownCase<Kind>(in type: Kind.Type) -> Kind? {
    let name = (name.split(separator: "<").first?.split(separator: ".").last ?? "").lowercased()
    return TypeReflection.plainCases(of: type)?.first {
      TypeReflection.caseName(of: $0)?.lowercased() == name
    }
  }

  /// Whether a plain enumeration has a case with the name of the type.
  func hasOwnCase(in type: any Any.Type) -> Bool {
    func has<Kind>(_ type: Kind.Type) -> Bool { ownCase(in: type) != nil }
    return has(type)
  }

  /// Whether a value as a whole may be all that an initialiser reads: that of the only property, or of a case.
  func holdsNothing(but value: ObjectIdentifier) -> Bool {
    guard let only = properties.first else {
      return associatedValues.isEmpty
        || associatedValues.contains { ObjectIdentifier($0.type) == value }
    }
    return properties.count == 1
      && [only.type, Steering.plain(only.type)].contains {
        ObjectIdentifier($0) == value
      }
  }

  /// The only property of a type, where that is one of the module's own: a value of it goes nowhere else, whatever its key.
  private func onlyProperty(of type: any Any.Type) -> TypeReflection.StoredProperty? {
    guard let wrapped = Self.ownType(type) else { return nil }
    let found = properties.filter { Steering.plain($0.type) == wrapped }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether a type of the module's own, or a list of it, is that of one value of a case, of a property's or of the type's
  /// own, and of no other value of it: `body = .data(try container.decode(Page.self, forKey: .items), meta: …)`.
  ///
  /// What else such a case holds is read as well. A word beside it may be made of it, as by `UUID(uuidString: page.id)!`.
  func isOnlyInCase(_ type: any Any.Type) -> Bool {
    let wrapped = Steering.plain(type)
    return caseValues.contains(ObjectIdentifier(wrapped))
      && !properties.contains { Steering.plain($0.type) == wrapped }
  }

  /// The types of which each case, of a property's or of the type's own, has one value or none, in cases that hold nothing
  /// but values of the module's own types, and lists of them.
  private lazy var caseValues: Set<ObjectIdentifier> = {
    let held = [type] + properties.map { Steering.plain($0.type) }
    let payloads = held.flatMap { TypeReflection.cases(of: $0) ?? [] }.compactMap(\.payload)
    var (found, others) = (Set<ObjectIdentifier>(), Set<ObjectIdentifier>())
    for payload in payloads {
      var ofCase: Set<ObjectIdentifier> = []
      var isOwn = true
      for value in TypeReflection.elements(ofPayload: payload) {
        let held = Steering.plain(value.type)
        if !ofCase.insert(ObjectIdentifier(held)).inserted { others.insert(ObjectIdentifier(held)) }
        isOwn = isOwn && Self.ownType((held as? any ListType.Type)?.elementType ?? held) != nil
      }
      if !isOwn { others.formUnion(ofCase) }
      found.formUnion(ofCase)
    }
    return found.subtracting(others)
  }()

  /// A type without its optional, where it is no word, list or map of the libraries.
  private static func ownType(_ type: any Any.Type) -> (any Any.Type)? {
    let wrapped = Steering.plain(type)
    guard !(wrapped is any LeafType.Type), !(wrapped is any ListType.Type),
      !(wrapped is UUID.Type)
    else { return nil }
    return wrapped
  }

  /// The properties that no key of some stands for.
  func properties(without keys: [any CodingKey]) -> [TypeReflection.StoredProperty] {
    let named = Set(keys.compactMap { storedProperty(for: $0)?.name })
    return properties.filter { !named.contains($0.name) }
  }

  static func name(of key: any CodingKey) -> String { caseName(key) ?? key.stringValue }

  static func caseName(_ key: any CodingKey) -> String? {
    func caseName<Key>(_ key: Key) -> String? { TypeReflection.caseName(of: key) }
    return caseName(key)
  }

  /// A name without what tells `rocket_name` from `rocketName`.
  private static func folded(_ name: String) -> String {
    name.filter { $0 != "_" }.lowercased()
  }

  /// The optional of a type.
  static func optional(_ type: any Any.Type) -> any Any.Type {
    func optional<Value>(_ type: Value.Type) -> any Any.Type { Value?.self }
    return optional(type)
  }

  private static func isDate(_ type: any Any.Type) -> Bool {
    type == Date.self || type == Date?.self
  }
}
