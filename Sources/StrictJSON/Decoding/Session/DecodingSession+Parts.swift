// The types that the initialiser of another one may run on its own decoder, as `size = try Size(from: decoder)` does.

/// A type within another one.
struct TypePart {
  let info: TypeInfo
  /// Whether it is the value of one of several cases, or lies in one.
  let isInCase: Bool
}

extension DecodingSession {
  /// The most types that are looked at, and how deep they may lie: in a property's case's value's property.
  private static var mostParts: Int { 64 }
  private static var deepestPart: Int { 3 }

  /// The types of the properties of a type, and of its cases' values, and of theirs.
  ///
  /// What this module reads itself, such as a list, is none: it takes the whole value.
  func parts(of info: TypeInfo) -> [TypePart] {
    if let known = info.parts { return known }
    var parts: [TypePart] = []
    var level = [TypePart(info: info, isInCase: false)]
    for _ in 0..<Self.deepestPart {
      var next: [TypePart] = []
      for part in level {
        let properties = part.info.properties.map { (type: $0.type, isInCase: part.isInCase) }
        let values = part.info.associatedValues.map { (type: $0.type, isInCase: true) }
        for (type, isInCase) in properties + values {
          let inner = self.info(ofPart: Steering.plain(type))
          guard case .initializer = inner.decoding, inner !== info,
            !parts.contains(where: { $0.info === inner }), parts.count < Self.mostParts
          else { continue }
          let found = TypePart(info: inner, isInCase: isInCase)
          parts.append(found)
          next.append(found)
        }
      }
      level = next
    }
    info.parts = parts
    return parts
  }

  private func info(ofPart type: any Any.Type) -> TypeInfo {
    func info<Part>(_ type: Part.Type) -> TypeInfo { self.info(of: type) }
    return info(type)
  }
}
