import WireDates

/// Makes Swift names of JSON keys.
package enum SwiftNames {
  /// The words that stand for themselves in capitals.
  private static let acronyms: Set<String> = [
    "api", "dns", "html", "http", "https", "id", "ip", "iso", "json", "sql", "uri", "url", "utc",
    "uuid", "xml",
  ]

  /// A name that begins with a small letter: `flight_number` gives `flightNumber`.
  package static func property(_ key: String) -> String {
    let words = words(of: key)
    guard let first = words.first else { return fallback(for: key) }
    let name = lowered(first) + words.dropFirst().map(raised).joined()
    return startsLikeAName(name) ? name : "_" + name
  }

  /// A name that begins with a capital letter, for a type.
  package static func type(_ key: String) -> String {
    let words = words(of: key)
    guard !words.isEmpty else { return "Value" }
    let name = words.map(raised).joined()
    return startsLikeAName(name) ? name : "Value" + name
  }

  /// The name of one of several: `meals` gives `meal`; nil where it cannot be told.
  package static func singular(_ key: String) -> String? {
    for (plural, singular) in irregular where key.lowercased().hasSuffix(plural) {
      return String(key.dropLast(plural.count - 1)) + singular.dropFirst()
    }
    let small = key.lowercased()
    if small.count < 4
      || ["ss", "us", "is", "ws", "data", "series", "species"].contains(where: small.hasSuffix)
    {
      return nil
    }
    if small.hasSuffix("ies") { return key.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes", "zes"] where small.hasSuffix(ending) {
      return String(key.dropLast(2))
    }
    return small.hasSuffix("s") ? String(key.dropLast()) : nil
  }

  private static let irregular = [
    ("people", "person"), ("children", "child"), ("indices", "index"), ("vertices", "vertex"),
    ("statuses", "status"), ("addresses", "address"),
  ]

  /// The words of a key, split where case, digits or signs change.
  private static func words(of key: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(spelledSigns(key))
    for (position, character) in characters.enumerated() {
      guard isNamePart(character) else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      let before = word.last
      let after = position + 1 < characters.count ? characters[position + 1] : nil
      // `launchDate` and `URLPath` hold two words each.
      let startsWord =
        character.isUppercase
        && (before?.isUppercase == false || before != nil && after?.isLowercase == true)
      if startsWord, !word.isEmpty {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Keys such as `+1` and `-1` differ in a sign only.
  private static func spelledSigns(_ key: String) -> String {
    guard let second = key.dropFirst().first, second.isNumber else { return key }
    return switch key.first {
    case "+": "plus" + key.dropFirst()
    case "-": "minus" + key.dropFirst()
    default: key
    }
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isASCII
      ? character.isLetter || character.isNumber
      : character.unicodeScalars.allSatisfy {
        $0.properties.isXIDContinue && VisibleText.isHarmless($0)
      }
  }

  private static func startsLikeAName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return first.properties.isXIDStart
  }

  private static func fallback(for key: String) -> String {
    key.isEmpty
      ? "empty"
      : "key"
        + key.unicodeScalars.prefix(4).map { String($0.value, radix: 16) }.joined(separator: "_")
  }

  private static func lowered(_ word: String) -> String {
    // A word of capitals is lowered as a whole: `URL` gives `url`, `ID` gives `id`.
    if word.allSatisfy({ !$0.isLowercase }) { return word.lowercased() }
    return word.prefix(1).lowercased() + word.dropFirst()
  }

  private static func raised(_ word: String) -> String {
    let small = word.lowercased()
    if acronyms.contains(small) { return small.uppercased() }
    if small.hasSuffix("s"), acronyms.contains(String(small.dropLast())), small.count > 2,
      small != "https"
    {
      return small.dropLast().uppercased() + "s"
    }
    if word.count > 1, word.allSatisfy({ !$0.isLowercase }), word.contains(where: \.isLetter) {
      return word.prefix(1) + word.dropFirst().lowercased()
    }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  // MARK: Words of the language

  /// A name as it stands in Swift: in backticks where it is a keyword.
  package static func written(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while", "Any",
  ]

  /// Names that a property cannot have, because the language, a protocol or the file has them.
  static let takenByProperties: Set<String> = [
    "_", "init", "self", "none", "some", "rawValue", "hashValue", "stringValue", "intValue",
    "explicitNulls",
  ]

  /// Names that a case cannot have.
  static let takenByCases = takenByProperties.union(["unknown", "description", "encode", "hash"])

  /// Names that a type of a file cannot have, because the file uses them for others.
  static let takenByTypes: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "CodingKey", "CodingKeys", "Data",
    "Date", "DateFormat", "DateFormatter", "DatePattern", "Decimal", "Decodable", "Decoder",
    "DecodingError", "Dictionary", "Double", "Encodable", "Encoder", "EncodingError", "Error",
    "Float", "Hashable", "ISO8601Date", "Identifiable", "Indirect", "Int", "JSONAny", "Never",
    "Optional", "PatternDate", "Protocol", "Result", "Self", "Sendable", "Set", "String", "Swift",
    "Foundation", "Type", "URL", "UnixMillisecondsDate", "UnixSecondsDate", "Void", "WireDates",
    "WireURL", "Task", "Locale", "TimeZone", "Calendar", "UUID",
  ]
}

/// Gives out names of one scope, each once.
struct NameScope: Sendable {
  private var taken: Set<String>

  init(taken: Set<String> = []) { self.taken = taken }

  /// The first free one of some names, or the last with a number behind it.
  mutating func name(_ candidates: [String]) -> String {
    for candidate in candidates where taken.insert(candidate).inserted { return candidate }
    let last = candidates.last ?? "value"
    var number = 2
    while !taken.insert("\(last)\(number)").inserted { number += 1 }
    return "\(last)\(number)"
  }

  /// Gives a name back.
  mutating func release(_ name: String) { taken.remove(name) }

  /// The names of members for keys, in their order; a key that is a name already keeps it.
  static func members(_ keys: [String], taken: Set<String>) -> [String] {
    var scope = NameScope(taken: taken)
    var names: [Int: String] = [:]
    for (position, key) in keys.enumerated()
    where SwiftNames.property(key) == key && !taken.contains(key) && !names.values.contains(key) {
      names[position] = scope.name([key])
    }
    return keys.enumerated().map { position, key in
      if let name = names[position] { return name }
      let plain = SwiftNames.property(key)
      return scope.name([taken.contains(plain) ? plain + "Field" : plain])
    }
  }
}
