import Foundation

/// A date in one of the four ways in which nearly every date is written, recognised by its bytes.
///
/// They are `2006-03-24`, `2006-03-24 22:30:00`, `2006-03-24T22:30:00Z`, and the last with a fraction
/// of a second; for `Z` there may be an offset such as `-04:00`. Such a text is a real date in each
/// calendar and for each reader. What is none may be a date all the same, so ``DateFormat`` or
/// ``DateLook`` must be asked: here is no day after the 28th, no leap second, no year before 1000.
package struct PlainDate: Sendable, Hashable {
  /// What is behind the day.
  package enum Form: Sendable {
    case day, dayAndTime, iso8601, iso8601Fractional

    /// Whether the date is a date-time of RFC 3339.
    package var isDateTime: Bool { self == .iso8601 || self == .iso8601Fractional }

    /// The format that reads such a date.
    var format: DateFormat {
      switch self {
      case .day: .pattern(CalendarDay.pattern)
      case .dayAndTime: .pattern(SQLDateTime.pattern)
      case .iso8601: .iso8601
      case .iso8601Fractional: .iso8601Fractional
      }
    }
  }

  /// The way in which the date is written.
  package let form: Form

  /// The year, from 1000 to 9999.
  package let year: Int

  /// The number of digits of the fraction; 0 without one.
  package let fractionDigits: Int

  /// The hours of the offset without its sign, from 0 to 23; 0 where there is none.
  package var offsetHours: Int { abs(minutesEast) / 60 }

  private let month: Int
  private let day: Int
  /// The seconds since midnight, as they are written.
  private let secondOfDay: Int
  private let minutesEast: Int
  /// The digits of the fraction as a number, without those after the 18th.
  private let fraction: Int

  /// Reads a text; nil for what may be a date in another way, or none.
  init?(_ text: String) {
    var text = text
    guard let date = text.withUTF8({ unsafe PlainDate($0.span) }) else { return nil }
    self = date
  }

  /// The instant, in UTC where the text has no zone.
  var date: Date {
    let seconds =
      CivilCalendar.dayNumber(year: year, month: month, day: day) * 86_400 + secondOfDay
      - minutesEast * 60
    return DateFields.date(
      unixSeconds: seconds,
      fraction: DateReader.fraction(numerator: fraction, digits: fractionDigits))
  }

  /// Reads a text in UTF-8; nil for what may be a date in another way, or none.
  package init?(_ text: Span<UInt8>) {
    guard text.count >= 10 else { return nil }
    let century = Self.twoDigits(text, 0)
    let yearOfCentury = Self.twoDigits(text, 2)
    (month, day) = (Self.twoDigits(text, 5), Self.twoDigits(text, 8))
    guard 10...99 ~= century, yearOfCentury >= 0, text[4] == UInt8(ascii: "-"), 1...12 ~= month,
      text[7] == UInt8(ascii: "-"), 1...28 ~= day
    else { return nil }
    year = century &* 100 &+ yearOfCentury
    if text.count == 10 {
      (form, secondOfDay) = (.day, 0)
      (fraction, fractionDigits, minutesEast) = (0, 0, 0)
      return
    }
    guard text.count >= 19, text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":") else {
      return nil
    }
    let hour = Self.twoDigits(text, 11)
    let minute = Self.twoDigits(text, 14)
    let second = Self.twoDigits(text, 17)
    guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
    secondOfDay = (hour &* 60 &+ minute) &* 60 &+ second
    if text[10] == UInt8(ascii: " "), text.count == 19 {
      form = .dayAndTime
      (fraction, fractionDigits, minutesEast) = (0, 0, 0)
      return
    }
    guard text[10] == UInt8(ascii: "T"), text.count > 19 else { return nil }
    var zone = 19
    var numerator = 0
    if text[19] == UInt8(ascii: ".") {
      zone = 20
      while zone < text.count, text[zone] &- UInt8(ascii: "0") < 10 {
        if zone < 20 &+ DateReader.maximumFractionDigits {
          numerator = numerator &* 10 &+ Int(text[zone] &- UInt8(ascii: "0"))
        }
        zone &+= 1
      }
      guard zone > 20 else { return nil }
    }
    guard let minutes = Self.minutesEast(text, at: zone) else { return nil }
    minutesEast = minutes
    (fraction, fractionDigits) = (numerator, Swift.max(0, zone &- 20))
    form = zone == 19 ? .iso8601 : .iso8601Fractional
  }

  /// The minutes of an offset that ends a text, 0 for `Z`; nil where there is neither.
  private static func minutesEast(_ text: Span<UInt8>, at index: Int) -> Int? {
    if text.count == index &+ 1 { return text[index] == UInt8(ascii: "Z") ? 0 : nil }
    guard text.count == index &+ 6, text[index &+ 3] == UInt8(ascii: ":"),
      text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
    else { return nil }
    let hours = twoDigits(text, index &+ 1)
    let minutes = twoDigits(text, index &+ 4)
    guard 0...23 ~= hours, 0...59 ~= minutes else { return nil }
    return (text[index] == UInt8(ascii: "-") ? -1 : 1) &* (hours &* 60 &+ minutes)
  }

  /// The number of two digits; -1 where they are none.
  @inline(__always)
  private static func twoDigits(_ text: Span<UInt8>, _ index: Int) -> Int {
    let tens = text[index] &- UInt8(ascii: "0")
    let ones = text[index &+ 1] &- UInt8(ascii: "0")
    return tens < 10 && ones < 10 ? Int(tens) &* 10 &+ Int(ones) : -1
  }
}
