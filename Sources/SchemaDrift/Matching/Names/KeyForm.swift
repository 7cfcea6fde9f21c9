import JSONSchema

/// How keys look that are data: ids, dates, versions and the like, which no type has as names of its members.
enum KeyForm {
  /// Whether all of some keys are data: each by itself, or as one word with numbers that are no small ones behind each other.
  ///
  /// `line1` and `line2` are names, as are `h264` and `h265`; `Q42` and `Q2337633` are none.
  static func isData(_ keys: Set<String>) -> Bool {
    MapRule.areData(keys) || MapRule.areNumbered(keys)
  }

  /// Whether a key may be a code, such as `XETHZUSD`: capital letters and digits, beginning with a letter.
  static func isCode(_ key: String) -> Bool {
    5...16 ~= key.utf8.count && key.first?.isNumber == false
      && key.utf8.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }

  /// Whether a key has no small letter, such as `S3_BUCKET_TAGGED`.
  static func isInCapitals(_ key: String) -> Bool {
    key.first?.isUppercase == true
      && !key.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  /// Whether two keys are different data of one kind, such as years, languages or currencies, so that the one
  /// is no other name for the other.
  static func areAlike(_ left: String, _ right: String) -> Bool {
    guard left != right, let kind = dataKind(of: left) else { return false }
    return kind == dataKind(of: right)
  }

  /// Whether a key is a language and a country, such as `de_DE`.
  static func isLocale(_ key: String) -> Bool { dataKind(of: key) == .locale }

  /// What keys are that come from data.
  private enum DataKind { case number, language, locale, currency }

  private static func dataKind(of key: String) -> DataKind? {
    let bytes = Array(key.utf8)
    let isLower = { (bytes: ArraySlice<UInt8>) in bytes.allSatisfy { 0x61...0x7A ~= $0 } }
    let isUpper = { (bytes: ArraySlice<UInt8>) in bytes.allSatisfy { 0x41...0x5A ~= $0 } }
    switch bytes.count {
    case 1... where bytes.allSatisfy { 0x30...0x39 ~= $0 }: return .number
    case 2 where isLower(bytes[...]): return .language
    case 3 where isUpper(bytes[...]): return .currency
    // `de_DE`, `pt-BR`
    case 5 where isLower(bytes[..<2]) && [0x2D, 0x5F].contains(bytes[2]) && isUpper(bytes[3...]):
      return .locale
    default: return nil
    }
  }
}
