import Foundation

/// The fields of a date-time as they were written, which may be no real date.
struct DateFields: Sendable, Hashable {
  var year = 1970
  var month = 1
  var day = 1
  /// From 0 to 23, or from 1 to 12 where the text names the half of the day.
  var hour = 0
  /// Whether the hour is one of the second half of the day; nil where the text does not count in halves.
  var isAfternoon: Bool?
  var minute = 0
  var second = 0
  /// The fraction of a second, from 0 up to 1.
  var fraction = 0.0
  /// The day of the week where the text names it; Sunday is 0.
  var weekday: Int?
  var offset = ZoneOffset.utc

  /// Why the fields are no real date: which field, and what is wrong with it.
  struct Problem: Sendable, Hashable {
    let field: String
    let message: String

    /// What is wrong with the field: "day does not exist".
    var clause: String { field == "weekday" ? "weekday is wrong" : "\(field) does not exist" }
  }

  /// The first field that makes a real date impossible.
  ///
  /// A leap second (second 60) counts as impossible: `Date` has no place for it.
  var problem: Problem? {
    if !(1...12).contains(month) { return Problem(field: "month", message: "month \(month)") }
    let length = CivilCalendar.length(ofMonth: month, year: year)
    if day < 1 { return Problem(field: "day", message: "day \(day)") }
    if day > length {
      let name = CivilCalendar.monthNames[month - 1]
      return Problem(field: "day", message: "\(name) \(year) has \(length) days")
    }
    if hour > 23 || isAfternoon != nil && !(1...12).contains(hour) {
      return Problem(field: "hour", message: "hour \(hour)")
    }
    if minute > 59 { return Problem(field: "minute", message: "minute \(minute)") }
    if second > 59 { return Problem(field: "second", message: "second \(second)") }
    if !offset.isReal { return Problem(field: "offset", message: "offset \(offset)") }
    if let weekday, weekday != realWeekday {
      let monthName = CivilCalendar.monthNames[month - 1]
      let weekdayName = CivilCalendar.weekdayNames[realWeekday]
      return Problem(
        field: "weekday", message: "\(day) \(monthName) \(year) is a \(weekdayName)")
    }
    return nil
  }

  /// The instant, or nil where the fields are no real date.
  var date: Date? {
    guard problem == nil else { return nil }
    let minutes = dayNumber * 1440 + hourOfDay * 60 + minute - offset.minutesEast
    return Self.date(unixSeconds: minutes * 60 + second, fraction: fraction)
  }

  /// The instant some whole seconds and a part of one after 1970.
  static func date(unixSeconds: Int, fraction: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(unixSeconds - referenceSeconds) + fraction)
  }

  private var hourOfDay: Int { isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour }
  private var dayNumber: Int { CivilCalendar.dayNumber(year: year, month: month, day: day) }
  private var realWeekday: Int { CivilCalendar.weekday(ofDayNumber: dayNumber) }

  /// The seconds from 1970 to 2001, where `Date` counts from.
  private static let referenceSeconds = 978_307_200
}

extension DateFields {
  /// The fields of an instant in UTC, rounded to a millisecond.
  ///
  /// An instant outside the years 0000 to 9999 becomes the nearest one inside.
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    let whole = seconds.isNaN ? 0 : min(max(seconds, Self.earliest), Self.latest)
    let milliseconds = Int((whole * 1000).rounded())
    let wholeSeconds = CivilCalendar.floored(milliseconds, by: 1000)
    let dayNumber = CivilCalendar.floored(wholeSeconds, by: 86_400)
    let secondOfDay = wholeSeconds - dayNumber * 86_400
    (year, month, day) = CivilCalendar.day(numbered: dayNumber)
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
    fraction = Double(milliseconds - wholeSeconds * 1000) / 1000
    weekday = CivilCalendar.weekday(ofDayNumber: dayNumber)
  }

  /// Whether a four-digit year can hold the instant.
  static func canWrite(_ date: Date) -> Bool {
    (earliest...latest).contains(date.timeIntervalSince1970)
  }

  /// 0000-01-01T00:00:00Z in Unix seconds.
  private static let earliest = -62_167_219_200.0
  /// 9999-12-31T23:59:59.999Z in Unix seconds.
  private static let latest = 253_402_300_799.999
}

/// An offset from UTC as it was written.
struct ZoneOffset: Sendable, Hashable, CustomStringConvertible {
  var isWest = false
  var hours = 0
  var minutes = 0

  static let utc = ZoneOffset()

  var isReal: Bool { hours <= 23 && minutes <= 59 }

  var minutesEast: Int { (isWest ? -1 : 1) * (hours * 60 + minutes) }

  var description: String {
    "\(isWest ? "-" : "+")\(Digits.padded(hours, to: 2)):\(Digits.padded(minutes, to: 2))"
  }
}

/// Numbers with leading zeros.
enum Digits {
  static func padded(_ number: Int, to width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
