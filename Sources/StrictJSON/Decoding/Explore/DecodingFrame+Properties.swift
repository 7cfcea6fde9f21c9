// To which property the value of a request goes; see the rule in `DecodingFrame`.
extension DecodingFrame {
  /// Remembers a request; returns whether it is straight, which only an exploration asks for.
  func note<Value>(
    _ key: (any CodingKey)?, of container: Int, as type: Value.Type, isElement: Bool
  ) -> Bool {
    guard let key else {
      // A single value goes straight to the only property.
      return !isElement && info.properties.count == 1 && info.properties[0].type == type
    }
    let part = isExploring ? self.part(readBy: key) : nil
    guard isExploring, let property = (part ?? info).storedProperty(for: key, as: type) else {
      run.requests.append(DecodingRequest(key: key, container: container, opensContainer: false))
      return false
    }
    run.requests.append(DecodingRequest(key: key, container: container, opensContainer: false))
    // Two members may be read as one type, each from its own decoder.
    let name = part.map { "\(container).\($0.name).\(property.name)" } ?? property.name
    return property.holds(type) && run.fedProperties.insert(name).inserted
  }

  /// The type of a key, by which its enumeration is known.
  static func enumeration(of key: any CodingKey) -> ObjectIdentifier {
    ObjectIdentifier(Swift.type(of: key))
  }

  /// The cases of the enumeration that a key is one of.
  func keys(like key: any CodingKey) -> [any CodingKey] {
    run.keyEnumerations[Self.enumeration(of: key)]?.keys ?? []
  }

  /// The type of a property that reads a key from the frame's own value, as in `size = try Size(from: decoder)`.
  private func part(readBy key: any CodingKey) -> TypeInfo? {
    guard let owner = session.owner(ofKeysLike: key), owner !== info,
      info.properties.contains(where: { $0.type == owner.type })
        // Of several types that are tried none is the one that was meant for sure.
        || run.swallowed.isEmpty && info.associatedValues.contains(where: { $0.type == owner.type })
    else { return nil }
    return owner
  }

  /// Whether a value that is read under a key of no property may go to one that has no key of its name.
  func mayFeedOther<Value>(_ key: any CodingKey, _ type: Value.Type) -> Bool {
    info.properties(without: keys(like: key)).contains { $0.type == type }
  }

  /// Whether a key stands for a property of exactly this type.
  func feeds<Value>(_ key: any CodingKey, _ type: Value.Type) -> Bool {
    info.storedProperty(for: key)?.type == type
  }
}
