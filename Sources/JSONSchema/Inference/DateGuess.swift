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

  /// The ways in which a date is written that is surely one: `2006-03-24`, or with a time.
  ///
  /// A day behind the 28th is not sure, nor is a year with less than four digits.
  enum PlainDate {
    case day, dayAndTime, iso8601, iso8601Fractional

    /// Whether the date is an RFC 3339 date-time.
    var isDateTime: Bool { self == .iso8601 || self == .iso8601Fractional }

    /// The format, in a list of its own that is made once and not for every date.
    var formats: [DateFormat] {
      switch self {
      case .day: days
      case .dayAndTime: daysAndTimes
      case .iso8601: isoDates
      case .iso8601Fractional: isoDatesWithFraction
      }
    }
  }

  /// The way in which a plain date is written; nil for what may be another one, or none.
  static func plainDate(_ text: TextBytes) -> PlainDate? {
    guard text.count >= 10 else { return nil }
    // `2006-03-`, all eight bytes together.
    let day = text.wholeWord(at: 0)
    guard ByteLanes.between("0", "9", in: day) == 0x0080_8000_8080_8080,
      ByteLanes.equal("-", in: day) == 0x8000_0080_0000_0000, day & ByteLanes.highBits == 0,
      text[0] != UInt8(ascii: "0"), 1...12 ~= ByteLanes.twoDigits(day, at: 5),
      number(text, at: 8, 1...28)
    else { return nil }
    if text.count == 10 { return .day }
    guard text.count >= 19 else { return nil }
    // `22:30:00`
    let time = text.wholeWord(at: 11)
    guard ByteLanes.between("0", "9", in: time) == 0x8080_0080_8000_8080,
      ByteLanes.equal(":", in: time) == 0x0000_8000_0080_0000, time & ByteLanes.highBits == 0,
      ByteLanes.twoDigits(time, at: 0) <= 23, ByteLanes.twoDigits(time, at: 3) <= 59,
      ByteLanes.twoDigits(time, at: 6) <= 59
    else { return nil }
    if text[10] == UInt8(ascii: " ") { return text.count == 19 ? .dayAndTime : nil }
    guard text[10] == UInt8(ascii: "T") else { return nil }
    if isZone(text, at: 19) { return .iso8601 }
    guard text.count > 23, text[19] == UInt8(ascii: "."), number(text, at: 20, 0...99),
      ASCII.isDigit(text[22]), isZone(text, at: 23)
    else { return nil }
    return .iso8601Fractional
  }

  private static let days: [DateFormat] = [.pattern("yyyy-MM-dd")]
  private static let daysAndTimes: [DateFormat] = [.pattern("yyyy-MM-dd HH:mm:ss")]
  private static let isoDates: [DateFormat] = [.iso8601]
  private static let isoDatesWithFraction: [DateFormat] = [.iso8601Fractional]

  /// Whether a text ends at a place with `Z`, or with an offset such as `-04:00`.
  private static func isZone(_ text: TextBytes, at index: Int) -> Bool {
    if text.count == index + 1 { return text[index] == UInt8(ascii: "Z") }
    guard text.count == index + 6, text[index + 3] == UInt8(ascii: ":") else { return false }
    return (text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-"))
      && number(text, at: index + 1, 0...23) && number(text, at: index + 4, 0...59)
  }

  /// Whether two digits stand at a place, in some range.
  private static func number(
    _ text: TextBytes, at index: Int, _ range: ClosedRange<UInt8>
  ) -> Bool {
    guard ASCII.isDigit(text[index]), ASCII.isDigit(text[index + 1]) else { return false }
    let tens = text[index] - UInt8(ascii: "0")
    return range.contains(tens * 10 + text[index + 1] - UInt8(ascii: "0"))
  }
}
