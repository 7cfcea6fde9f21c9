// To which property the value of a request goes; see the rule in `DecodingFrame`.
extension DecodingFrame {
  /// Where the value of a request goes.
  enum Destination {
    /// Nobody knows: the initialiser computes with it.
    case unknown
    case property
    /// A case of a property, or what lies in one. It is `sure` if all cases that know the key read it as the same type.
    case caseOfProperty(isSure: Bool)
  }

  /// Remembers a request; returns where its value goes, which only an exploration asks for.
  func note<Value>(
    _ key: (any CodingKey)?, of container: Int, as type: Value.Type, isElement: Bool
  ) -> Destination {
    guard let key else {
      // A single value goes straight to the only property.
      let isOnly = !isElement && info.properties.count == 1 && info.properties[0].type == type
      return isOnly ? .property : .unknown
    }
    run.requests.append(DecodingRequest(key: key, container: container, opensContainer: false))
    guard isExploring else { return .unknown }
    let part = self.part(readBy: key, as: type)
    guard let property = (part?.info ?? info).storedProperty(for: key, as: type) else {
      if part == nil, let name = info.place(ofValueAt: key, among: keys(like: key), type),
        run.fedPlaces.insert(name).inserted
      {
        return .property
      }
      let isOfCase =
        !choice.isMade && !run.mayHaveChosenCase && info.isOnlyInCase(type)
        && run.fedCases.insert(ObjectIdentifier(type)).inserted
      return isOfCase ? .caseOfProperty(isSure: false) : .unknown
    }
    // Two members may be read as one type, each from its own decoder.
    let name = part.map { "\(container).\($0.info.name).\(property.name)" } ?? property.name
    if !property.holds(type), part == nil, let place = info.place(ofValueIn: property, type),
      run.fedPlaces.insert(place).inserted
    {
      return .property
    }
    guard property.holds(type), run.fedProperties.insert(name).inserted else { return .unknown }
    guard let part, part.isInCase else { return .property }
    // A value that has a label and no type of its own to read it may be that of any case.
    let isSure =
      !part.info.properties.isEmpty
      && !session.parts(of: info).contains { $0.info.hasOtherType(for: key, than: type) }
    return .caseOfProperty(isSure: isSure)
  }

  /// The type of a key, by which its enumeration is known.
  static func enumeration(of key: any CodingKey) -> ObjectIdentifier {
    ObjectIdentifier(Swift.type(of: key))
  }

  /// The cases of the enumeration that a key is one of; none where any text is a key.
  func keys(like key: any CodingKey) -> [any CodingKey] {
    run.keyEnumerations[Self.enumeration(of: key)]?.keys ?? []
  }

  /// The type within the frame's own that reads a key from the frame's own value.
  ///
  ///     size = try Size(from: decoder)                                    a property
  ///     value = .text(try Core<Text>(from: decoder), try TextPart(from: decoder))     in a case of one
  private func part<Value>(readBy key: any CodingKey, as type: Value.Type) -> TypePart? {
    let owner = session.owner(ofKeysLike: key)
    if let owner, owner !== info, info.properties.contains(where: { $0.type == owner.type }) {
      return TypePart(info: owner, isInCase: false)
    }
    // Of several types that are tried none is the one that was meant for sure.
    guard info.storedProperty(for: key) == nil, run.swallowed.ofParts(of: node).isEmpty,
      !info.properties.isEmpty || run.swallowed.isEmpty
    else { return nil }
    let parts = session.parts(of: info)
    if let part = parts.first(where: { $0.info === owner }) { return part }
    // `type = .http(scheme: try container.decode(String.self, forKey: .scheme))`: code has the value in its hands first.
    let labelled = parts.first { part in
      session.decoder.isContained && part.info.properties.isEmpty
        && info.properties.contains { Steering.plain($0.type) == part.info.type }
        && part.info.storedProperty(for: key, as: type)?.holds(type) ?? false
    }
    if let labelled { return TypePart(info: labelled.info, isInCase: true) }
    // The keys of a generic type are declared around it, because all of its types share them.
    let keys = keys(like: key)
    guard keys.allSatisfy({ info.storedProperty(for: $0) == nil }) else { return nil }
    return parts.first { part in
      guard part.info.type is any Decodable.Type,
        part.info.storedProperty(for: key)?.holds(type) ?? false
      else { return false }
      let known = keys.count { part.info.storedProperty(for: $0) != nil }
      return known >= Self.fewestKeysOfPart && 2 * known > keys.count
    }
  }

  /// How many keys say whose properties they are: one, such as `url`, may be asked for to choose by it.
  private static var fewestKeysOfPart: Int { 3 }

  /// Whether a value that is read under a key of no property may go to one that has no key of its name.
  func mayFeedOther<Value>(_ key: any CodingKey, _ type: Value.Type) -> Bool {
    info.properties(without: keys(like: key)).contains { $0.type == type }
  }

  /// Whether a key stands for a property of exactly this type.
  func feeds<Value>(_ key: any CodingKey, _ type: Value.Type) -> Bool {
    info.storedProperty(for: key)?.type == type
  }
}
