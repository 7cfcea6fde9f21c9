/// The words for what a type needs.
enum TypeWords {
  /// Returns what a type of this name needs on the wire.
  static func expected(_ type: String) -> String {
    switch type {
    case "String": "a string"
    case "Bool": "a boolean"
    case "Double", "Float", "Decimal": "a number"
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
      "Int128", "UInt128":
      "an integer"
    case "URL": "a URL"
    case "Date", "ISO8601Date", "UnixSecondsDate", "UnixMillisecondsDate": "a date"
    case "object": "an object"
    case "array": "an array"
    default:
      if type.hasPrefix("PatternDate<") {
        "a date"
      } else if type.hasPrefix("Array<") || type.hasPrefix("Set<") {
        "an array"
      } else if type.hasPrefix("Dictionary<") {
        "an object"
      } else {
        "a value for \(type)"
      }
    }
  }
}
