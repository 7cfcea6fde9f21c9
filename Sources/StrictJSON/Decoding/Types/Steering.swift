import Foundation

/// By which values code may choose its way.
enum Steering {
  /// Whether all values of a type are tried where one is needed, and code is ready for each of them.
  static func isExhaustive(_ type: any Any.Type) -> Bool {
    type is Bool.Type || TypeReflection.plainCaseCount(of: type).map { 1...16 ~= $0 } ?? false
  }

  /// Whether code has no way for a value of the type that its placeholders do not lead to.
  static func isComplete(_ type: any Any.Type) -> Bool {
    isExhaustive(type) || isScalar(type) && !isPossible(type)
  }

  /// Whether code may compare a value of the type with others than the placeholders of it.
  ///
  /// Texts and whole numbers say which kind a record is of. Of a plain enumeration all cases are tried.
  static func isPossible(_ type: any Any.Type, depth: Int = 0) -> Bool {
    guard depth < 4 else { return false }
    if type is String.Type || type is any FixedWidthInteger.Type { return true }
    if let wrapped = wrapped(type) { return isPossible(wrapped, depth: depth + 1) }
    if let count = TypeReflection.plainCaseCount(of: type) { return count > 16 }
    if let cases = TypeReflection.cases(of: type) {
      return cases.contains { chosen in
        chosen.payload.map { isPossible($0, depth: depth + 1) } ?? false
      }
    }
    let properties = TypeReflection.storedProperties(of: type)
    return properties.count == 1 && isPossible(properties[0].type, depth: depth + 1)
  }

  /// Whether a value of the type may say of which kind a record is: a word, or a case of an enumeration.
  static func isKind(_ type: any Any.Type) -> Bool {
    isExhaustive(type) || isPossible(type) && !(type is any FixedWidthInteger.Type)
  }

  /// Whether a key says that its value is data, such as an id, an address or an amount, by which code hardly ever chooses.
  ///
  /// A name may choose: that of a metric, a command or a language does.
  static func isData(_ key: any CodingKey) -> Bool {
    let words = words(of: key.stringValue)
    if areIdentifier(words) { return true }
    guard let last = words.last else { return false }
    return dataNames.contains(last) && kinds.isDisjoint(with: words)
  }

  /// Whether words are nothing but one for an id.
  static func areIdentifier(_ words: [String]) -> Bool {
    words.count == 1 && words.allSatisfy(identifiers.contains)
  }

  /// The words of a name in small letters, without digits: those of `launchDate_utc` are `launch`, `date` and `utc`.
  static func words(of name: String) -> [String] {
    var words: [String] = [""]
    var wasLower = false
    for character in name {
      if !character.isLetter || character.isUppercase && wasLower { words.append("") }
      if character.isLetter { words[words.count - 1] += character.lowercased() }
      wasLower = character.isLowercase
    }
    return words.filter { !$0.isEmpty }
  }

  private static let identifiers: Set<String> = ["id", "uuid", "guid", "identifier"]
  private static let dataNames: Set<String> = [
    "description", "summary", "body", "comment", "bio", "email", "phone", "url", "uri", "href",
    "link", "image", "picture", "photo", "avatar", "icon", "thumbnail", "created", "updated",
    "modified", "published", "at", "timestamp", "total", "width", "height", "weight", "amount",
    "price", "cost", "score", "rating", "age", "latitude", "longitude", "lat", "lng", "lon",
    "altitude", "elevation", "duration", "runtime", "sha", "hash", "etag", "balance", "quantity",
  ]
  private static let kinds: Set<String> = [
    "type", "kind", "event", "op", "action", "mode", "format", "status", "state", "version",
    "method", "category", "class", "role", "code", "case", "variant",
  ]

  /// Whether a type is a text or a number, or has a raw value.
  static func isWord(_ type: any Any.Type) -> Bool {
    type is any LeafType.Type || type is any RawRepresentable.Type
  }

  /// Whether a type is a number, or an optional of one.
  static func isNumber(_ type: any Any.Type) -> Bool {
    let type = plain(type)
    return type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
      || type is Decimal.Type
  }

  /// Whether a type is one scalar on the wire, or an optional of it.
  static func isScalar(_ type: any Any.Type) -> Bool {
    let type = plain(type)
    return type is any LeafType.Type || type is UUID.Type
  }

  /// Whether code may compare a value of the type with another one by size: a number or a date.
  static func isQuantity(_ type: any Any.Type) -> Bool {
    let type = plain(type)
    return type is any Numeric.Type || type is Date.Type
  }

  /// A type without the optional around it.
  static func plain(_ type: any Any.Type) -> any Any.Type { wrapped(type) ?? type }

  /// The type in an optional; nil for any other one.
  static func wrapped(_ type: any Any.Type) -> (any Any.Type)? {
    (type as? any AbsentValue.Type)?.wrappedType
  }
}

/// A type with a value for what is not there.
protocol AbsentValue {
  static var absent: FieldValue { get }

  var isAbsent: Bool { get }

  /// The type of what is there.
  static var wrappedType: any Any.Type { get }
}

extension Optional: AbsentValue {
  static var absent: FieldValue { Field<Self>(value: nil) }
  var isAbsent: Bool { self == nil }
  static var wrappedType: any Any.Type { Wrapped.self }
}
