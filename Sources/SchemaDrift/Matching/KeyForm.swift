import JSONSchema

/// How keys look that are data: ids, dates, versions and the like, which no type has as names of its members.
enum KeyForm {
  /// Whether all of some keys are data: each by itself, or as one word with numbers that are no small ones behind each other.
  ///
  /// `line1` and `line2` are names, as are `h264` and `h265`; `Q42` and `Q2337633` are none.
  static func isData(_ keys: Set<String>) -> Bool {
    MapRule.areData(keys) || areNumbered(keys)
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

  /// Whether keys are one word, or words of one form, each with a number of its own.
  private static func areNumbered(_ keys: Set<String>) -> Bool {
    let parts = keys.compactMap(Parts.init)
    guard parts.count == keys.count, let first = parts.first else { return false }
    if parts.allSatisfy({ $0.word == first.word }) {
      let numbers = parts.map(\.number).sorted()
      guard let least = numbers.first, let most = numbers.last else { return false }
      return most > mostSlots && most - least > sparse * numbers.count
    }
    // `name-coin-51`: words that are joined, and a number behind them.
    return parts.allSatisfy { $0.isJoined && $0.digits >= 2 }
  }

  /// The largest number of a slot, and how much thinner than slots numbers lie.
  private static let mostSlots = 20
  private static let sparse = 4

  /// The word of a key and the number at its end.
  private struct Parts {
    let word: Substring
    let number: Int
    let digits: Int
    var isJoined: Bool { word.dropLast().contains("-") }

    init?(_ key: String) {
      let digits = key.reversed().prefix { $0.isASCII && $0.isNumber }.count
      guard digits > 0, digits < key.count, let number = Int(key.suffix(digits)) else { return nil }
      word = key.dropLast(digits)
      self.number = number
      self.digits = digits
    }
  }
}
