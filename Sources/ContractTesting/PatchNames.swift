import StrictJSON
import SwiftGeneration

/// Names for what a patch declares.
enum PatchNames {
  /// A name for a property that reads a key, as it is called before it is put in backticks.
  ///
  /// A key that is a name of Swift keeps it, unless it is spelled as a type.
  static func property(_ key: String, taken: (String) -> Bool) -> String {
    let keepsKey = isPlain(key) && !(key.first?.isUppercase ?? true)
    var name = keepsKey ? key : plain(SwiftNames.property(key))
    while reserved.contains(name) || taken(name) { name += "Value" }
    return name
  }

  /// A name without what needs backticks: the dot in `col·lecció` is no letter.
  private static func plain(_ name: String) -> String {
    let name = String(name.map { isPlain($0) ? $0 : "_" })
    let isLed = name.first.map { $0.isLetter || $0 == "_" } ?? false
    return isLed && name != "_" ? name : "_\(name)Value"
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// A name for a type that a key holds.
  static func type(_ key: String, taken: (String) -> Bool) -> String {
    var name = SwiftNames.type(key)
    while taken(name) { name += "Value" }
    return name
  }

  /// A name as it stands in Swift: a keyword, and one such as `first-name`, is put in backticks (SE-0451).
  static func written(_ name: String) -> String {
    isPlain(name) && !reserved.contains(name) ? SwiftNames.written(name) : "`\(name)`"
  }

  private static func isPlain(_ name: String) -> Bool {
    name.first.map { $0.isLetter || $0 == "_" } ?? false && name != "_"
      && name.allSatisfy(isPlain)
  }

  /// Names that mean something else where a member is used.
  private static let reserved: Set<String> = ["self", "Self", "init", "Type", "Protocol"]

  /// The names of the standard library and of Foundation that a decodable type uses.
  static let commonTypes: Set<String> = [
    "Any", "Array", "Bool", "Codable", "CodingKey", "CodingKeys", "Data", "Date", "Decimal",
    "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Error", "Float", "Int", "Never",
    "Optional", "Protocol", "Result", "Self", "Set", "String", "Type", "UInt", "URL", "UUID",
  ]

  /// A type without its generic arguments, which are not written where it is declared.
  static func declared(_ type: String) -> String {
    var depth = 0
    return type.filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
  }

  /// The names of types in a type: `Array<Shop.Item>` gives `Array`, `Shop` and `Item`.
  static func parts(of type: String) -> [String] {
    type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
