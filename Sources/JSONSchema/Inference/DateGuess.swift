import WireDates

/// Tells quickly, by its bytes, whether a text may be a date, and which one if it is a plain one.
///
/// Nearly every text is no date, and nearly every date is written in one of three ways. The rest is
/// for ``DateLook``, which knows them all.
enum DateGuess {
  /// Whether a text begins like a date in some format that can be stated.
  ///
  /// A date begins with a year of four digits, with one or two digits and a sign, or with the name of
  /// a weekday or a month. Where it begins with none of a year, digits and `/` or `.`, and a weekday
  /// and a comma, it ends with a year, or with `AM`, `PM`, `UTC` or `GMT`.
  static func canBeDate(_ text: TextBytes) -> Bool {
    guard text.count >= 7 else { return false }
    guard ASCII.isDigit(text[0]) else {
      guard ASCII.isLetter(text[0]) else { return false }
      return text[3] == UInt8(ascii: ",") || isNamed(text)
    }
    guard ASCII.isDigit(text[1]) else { return hasDayFirst(text, signAt: 1) }
    guard ASCII.isDigit(text[2]) else { return hasDayFirst(text, signAt: 2) }
    guard ASCII.isDigit(text[3]) else { return false }
    let fifth = text[4]
    return fifth == UInt8(ascii: "-") || fifth == UInt8(ascii: "/")
      // A year, a month and a day without anything between them.
      || text.count >= 8 && ASCII.isDigit(fifth) && (text.count == 8 || !ASCII.isDigit(text[8]))
  }

  /// Whether a text begins like the English name of a weekday or month, and ends like a date.
  private static func isNamed(_ text: TextBytes) -> Bool {
    guard text.count <= longest, endsLikeDate(text) else { return false }
    return names.contains(UInt32(text[0]) << 16 | UInt32(text[1]) << 8 | UInt32(text[2]))
  }

  /// Whether a text has a sign behind its first digits, as a day with a month has, or a month with a day.
  private static func hasDayFirst(_ text: TextBytes, signAt index: Int) -> Bool {
    guard text.count <= longest else { return false }
    switch text[index] {
    case UInt8(ascii: "/"), UInt8(ascii: "."): return text.count >= 10
    case UInt8(ascii: " "), UInt8(ascii: "-"):
      return ASCII.isLetter(text[index + 1]) && endsLikeDate(text)
    default: return false
    }
  }

  /// Whether the last two bytes are digits, or say which half of the day it is, or end a zone.
  private static func endsLikeDate(_ text: TextBytes) -> Bool {
    let (before, last) = (text[text.count - 2], text[text.count - 1])
    return switch last {
    case UInt8(ascii: "M"): before == UInt8(ascii: "A") || before == UInt8(ascii: "P")
    case UInt8(ascii: "C"): before == UInt8(ascii: "T")
    case UInt8(ascii: "T"): before == UInt8(ascii: "M")
    default: ASCII.isDigit(before) && ASCII.isDigit(last)
    }
  }

  /// That of `September 24, 2006 22:30:00 UTC`.
  private static let longest = 31

  /// The first three letters of the names of weekdays and months, each as one number.
  private static let names = Set(
    "Sun Mon Tue Wed Thu Fri Sat Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
      .split(separator: " ").map { $0.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } })

  /// The plain date that a text is; nil for what may be another one, or none.
  ///
  /// A fraction of other than three digits is not plain here: it has a format of its own.
  static func plainDate(_ text: TextBytes) -> PlainDate? {
    guard let date = PlainDate(text), date.form != .iso8601Fractional || date.fractionDigits == 3
    else { return nil }
    return date
  }
}

extension PlainDate {
  /// The format, in a list of its own that is made once and not for every date.
  var formats: [DateFormat] {
    switch form {
    case .day: Self.days
    case .dayAndTime: Self.daysAndTimes
    case .iso8601: Self.isoDates
    case .iso8601Fractional: Self.isoDatesWithFraction
    }
  }

  private static let days: [DateFormat] = [.pattern("yyyy-MM-dd")]
  private static let daysAndTimes: [DateFormat] = [.pattern("yyyy-MM-dd HH:mm:ss")]
  private static let isoDates: [DateFormat] = [.iso8601]
  private static let isoDatesWithFraction: [DateFormat] = [.iso8601Fractional]
}
