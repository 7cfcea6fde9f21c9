import WireDates

/// Tells quickly, by its bytes, whether a text may be a date, and which one if it is a plain one.
///
/// Nearly every text is no date, and nearly every date is written in one of three ways. The rest is
/// for ``DateLook``, which knows them all.
enum DateGuess {
  /// Whether a text begins like a date in some format that can be stated.
  ///
  /// A date begins with a year of four digits, with two digits and `/` or `.`, or with the short
  /// name of a weekday and a comma.
  static func canBeDate(_ text: TextBytes) -> Bool {
    guard text.count >= 7 else { return false }
    guard ASCII.isDigit(text[0]) else {
      return text[3] == UInt8(ascii: ",") && ASCII.isLetter(text[0])
    }
    guard ASCII.isDigit(text[1]) else { return false }
    let third = text[2]
    if third == UInt8(ascii: "/") || third == UInt8(ascii: ".") { return text.count == 10 }
    guard ASCII.isDigit(third), ASCII.isDigit(text[3]) else { return false }
    let fifth = text[4]
    return fifth == UInt8(ascii: "-") || fifth == UInt8(ascii: "/")
      // A year, a month and a day without anything between them.
      || text.count >= 8 && ASCII.isDigit(fifth) && (text.count == 8 || !ASCII.isDigit(text[8]))
  }

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
