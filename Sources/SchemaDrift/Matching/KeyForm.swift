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
}
