/// What the runtime tells of a type's source: what lines of Swift that change the type must fit.
///
/// A class has an outline of its own for each class above it, because a property is changed where it is declared.
package struct TypeOutline: Sendable, Hashable {
  /// A stored property.
  package struct Property: Sendable, Hashable {
    package var name: String

    /// The type, without the wrapper.
    package var type: String

    /// The property wrapper, such as `Lossy`; nil for a property without one.
    package var wrapper: String?

    /// The key by which the type asks for the value; nil where it does not, or by nothing that is known.
    package var key: Key?

    package init(name: String, type: String, wrapper: String?, key: Key?) {
      self.name = name
      self.type = type
      self.wrapper = wrapper
      self.key = key
    }
  }

  /// A case of an enumeration of keys.
  package struct Key: Sendable, Hashable {
    /// The name of the case.
    package var name: String

    /// The text that is looked up, after the decoder's strategy.
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The enumeration of a type's keys.
  package struct Keys: Sendable, Hashable {
    /// The name, with those of the types around it: `AlbumDTO.CodingKeys`.
    package var name: String

    /// Whether its cases have texts of their own, which those that the compiler makes have not.
    package var hasTexts: Bool

    package var cases: [Key]

    package init(name: String, hasTexts: Bool, cases: [Key]) {
      self.name = name
      self.hasTexts = hasTexts
      self.cases = cases
    }
  }

  /// Who wrote the initialiser that decodes.
  package enum Initializer: Sendable, Hashable, CaseIterable {
    case compiler
    /// It asks as one of the compiler does.
    case unknown
    case author
  }

  /// How the decoder turns the keys of documents into those of types.
  package enum KeyConversion: Sendable, Hashable, CaseIterable {
    case none
    case snakeCase
    /// By a function of the app.
    case custom
  }

  /// The name of the type as reports write it.
  package var type: String

  /// The name under which other types of its module are found; nil for a type that no name leads to.
  package var mangledName: String?

  /// The stored properties, in the order of their declaration.
  package var properties: [Property]

  /// The enumeration of its keys; nil where the keys are of another kind, or of several enumerations.
  package var keys: Keys?

  package var initializer: Initializer

  package var conversion: KeyConversion

  /// The outline of the class above; its name.
  package var superclass: String?

  package init(
    type: String, mangledName: String?, properties: [Property], keys: Keys?,
    initializer: Initializer, conversion: KeyConversion, superclass: String?
  ) {
    self.type = type
    self.mangledName = mangledName
    self.properties = properties
    self.keys = keys
    self.initializer = initializer
    self.conversion = conversion
    self.superclass = superclass
  }

  /// The key of a document as the type looks it up; nil where only the app's own code knows.
  package func text(ofKey key: String) -> String? {
    switch conversion {
    case .none: key
    case .snakeCase: SnakeCase.camelCase(of: key)
    case .custom: nil
    }
  }

  /// Whether the type or its module has a type of a name, as far as the runtime finds it.
  package func hasType(named name: String) -> Bool {
    guard let mangledName else { return false }
    let scopes = Self.scopes(of: mangledName)
    return scopes.contains { scope in
      ["V", "C", "O"].contains { _typeByName("\(scope)\(name.utf8.count)\(name)\($0)") != nil }
    }
  }

  /// The mangled names of a type, of the types around it, and of its module: `1m4ShopO4ItemV` gives also `1m4ShopO` and
  /// `1m`.
  private static func scopes(of mangledName: String) -> [String] {
    var scopes: [String] = []
    var rest = Array(mangledName.utf8)[...]
    var taken = 0
    while let first = rest.first, UInt8(ascii: "1")...UInt8(ascii: "9") ~= first {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      // The name, and behind it the kind; a module has none.
      let kind = taken == 0 ? 0 : 1
      guard let length = Int(String(decoding: digits, as: UTF8.self)),
        rest.count >= digits.count + length + kind
      else { break }
      rest = rest.dropFirst(digits.count + length + kind)
      taken += digits.count + length + kind
      scopes.append(String(decoding: mangledName.utf8.prefix(taken), as: UTF8.self))
    }
    return scopes.contains(mangledName) ? scopes : scopes.prefix(1) + [mangledName]
  }
}

/// The requests by which types were seen to ask for values.
struct TypeRequests {
  struct Request {
    let info: TypeInfo
    let key: any CodingKey
    /// Nil for a nested container.
    let type: (any Any.Type)?
  }

  private(set) var requests: [Request] = []

  mutating func note(_ info: TypeInfo, _ key: any CodingKey, _ type: (any Any.Type)?) {
    requests.append(Request(info: info, key: key, type: type))
  }

  /// The outlines of all types that asked, each once; types of one name have none.
  static func outlines(
    _ requests: [Request], _ conversion: TypeOutline.KeyConversion
  ) -> [TypeOutline] {
    var order: [ObjectIdentifier] = []
    var byType: [ObjectIdentifier: [Request]] = [:]
    for request in requests {
      let id = ObjectIdentifier(request.info.type)
      if byType[id] == nil { order.append(id) }
      byType[id, default: []].append(request)
    }
    var byName: [String: Set<TypeOutline>] = [:]
    for id in order {
      for outline in Self.outlines(ofOne: byType[id] ?? [], conversion) {
        byName[outline.type, default: []].insert(outline)
      }
    }
    return byName.values.compactMap { $0.count == 1 ? $0.first : nil }
      .sorted { $0.type < $1.type }
  }

  /// The outlines of a type and of the classes above it.
  private static func outlines(
    ofOne requests: [Request], _ conversion: TypeOutline.KeyConversion
  ) -> [TypeOutline] {
    guard let info = requests.first?.info else { return [] }
    var outlines: [TypeOutline] = []
    var type: (any Any.Type)? = info.type
    var end = info.properties.count
    while let current = type {
      let above: AnyClass? = (current as? AnyClass).flatMap { _getSuperclass($0) }
      // The properties of the class above come first.
      let start = above.map { TypeReflection.storedProperties(of: $0).count } ?? 0
      let own = Array(info.properties[min(start, end)..<end])
      let isLowest = outlines.isEmpty
      let asked = requests.filter { request in
        guard let property = info.storedProperty(for: request.key) else { return isLowest }
        return own.contains { $0.name == property.name }
      }
      outlines.append(outline(current, own, asked, above, conversion, info))
      type = above.flatMap { $0 is any Decodable.Type ? $0 : nil }
      end = start
    }
    return outlines
  }

  private static func outline(
    _ type: any Any.Type, _ own: [TypeReflection.StoredProperty], _ requests: [Request],
    _ above: AnyClass?, _ conversion: TypeOutline.KeyConversion, _ info: TypeInfo
  ) -> TypeOutline {
    let name = TypeName.readable(type)
    var keyTypes: [any CodingKey.Type] = []
    for request in requests {
      let keyType = Swift.type(of: request.key) as any CodingKey.Type
      if !keyTypes.contains(where: { $0 == keyType }) { keyTypes.append(keyType) }
    }
    let keys = keyTypes.count == 1 ? keyTypes.first.flatMap { self.keys($0, of: type) } : nil
    var texts: [String: TypeOutline.Key] = [:]
    var isStraight = true
    var last = -1
    for request in requests {
      guard
        let position = own.firstIndex(where: {
          $0.name == info.storedProperty(for: request.key)?.name
        })
      else {
        isStraight = false
        continue
      }
      let property = own[position]
      if let asked = request.type,
        property.type == asked || property.type == TypeInfo.optional(asked)
      {
      } else {
        isStraight = false
      }
      if texts[property.name] == nil {
        // A run on a document asks again for what is known.
        if position < last { isStraight = false }
        last = max(last, position)
      }
      let caseName = TypeInfo.caseName(request.key) ?? request.key.stringValue
      texts[property.name] = TypeOutline.Key(name: caseName, text: request.key.stringValue)
    }
    let isDecodableAbove = above.map { $0 is any Decodable.Type } ?? false
    let initializer: TypeOutline.Initializer =
      if !isStraight || keys.map({ $0.name != "\(name).CodingKeys" }) ?? true || isDecodableAbove {
        .author
      } else if keys.map({ $0.hasTexts }) ?? true || type is any Encodable.Type {
        .unknown
      } else {
        .compiler
      }
    return TypeOutline(
      type: name, mangledName: _mangledTypeName(type),
      properties: own.map { outline($0, texts[$0.name]) }, keys: keys, initializer: initializer,
      conversion: conversion, superclass: isDecodableAbove ? above.map(TypeName.readable) : nil)
  }

  private static func outline(
    _ property: TypeReflection.StoredProperty, _ key: TypeOutline.Key?
  ) -> TypeOutline.Property {
    let type = TypeName.readable(property.type)
    // The key of a property that only begins with an underscore begins with it, too.
    let isWrapped =
      property.hasUnderscore && key.map { !$0.name.hasPrefix("_") } ?? false
      && !(property.type is any LeafType.Type) && !(property.type is any ContainerType.Type)
    let name =
      property.hasUnderscore && !isWrapped ? "_\(property.name)" : property.name
    guard isWrapped else {
      return TypeOutline.Property(name: name, type: type, wrapper: nil, key: key)
    }
    let inner = TypeReflection.storedProperties(of: property.type)
      .first { $0.name == "wrappedValue" }.map { TypeName.readable($0.type) }
    let wrapper = String(type.prefix { $0 != "<" })
    return TypeOutline.Property(name: name, type: inner ?? "", wrapper: wrapper, key: key)
  }

  /// The enumeration of keys; nil for keys of another kind.
  private static func keys(
    _ keyType: any CodingKey.Type, of type: any Any.Type
  ) -> TypeOutline.Keys? {
    func cases<Key: CodingKey>(_ type: Key.Type) -> [TypeOutline.Key]? {
      guard let count = TypeReflection.plainCaseCount(of: type) else { return nil }
      var cases: [TypeOutline.Key] = []
      for index in 0..<count {
        guard let value = TypeReflection.plainCase(type, index: index),
          let name = TypeReflection.caseName(of: value)
        else { return nil }
        cases.append(TypeOutline.Key(name: name, text: value.stringValue))
      }
      return cases
    }
    func hasTexts<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool {
      Raw.RawValue.self == String.self
    }
    guard let known = cases(keyType), !known.isEmpty else { return nil }
    let full = String(reflecting: keyType)
    let around = String(reflecting: type) + "."
    // One that the compiler makes is private, and so are many others.
    let last = full.split(separator: ".").last.map(String.init) ?? full
    let name =
      full.hasPrefix(around) ? "\(TypeName.readable(type)).\(last)" : TypeName.readable(keyType)
    return TypeOutline.Keys(
      name: name, hasTexts: (keyType as? any RawRepresentable.Type).map { hasTexts($0) } ?? false,
      cases: known)
  }
}
