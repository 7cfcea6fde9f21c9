/// The proleptic Gregorian calendar as arithmetic on days.
///
/// Years are counted from March, so that the leap day is the last day of a year, and in eras of
/// 400 years, which all have 146,097 days. Then the day of the year is a linear function of the
/// month: March has number 0, and `(153 * month + 2) / 5` days lie before a month.
///
/// Worked example, 24 March 2006: the year is 2006 (March or later), era 5, year 6 of the era.
/// Month 0 and day 24 make day 23 of that year, and day `6 * 365 + 6 / 4 - 6 / 100 + 23 = 2214`
/// of the era; `5 * 146_097 + 2214 - 719_468 = 13_231` days lie between it and 1 January 1970.
enum CivilCalendar {
  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The names of the days of the week; Sunday has number 0.
  static let weekdayNames = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days of a month from 1 to 12.
  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1 January 1970 to a day that exists.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let era = floored(marchYear, by: 400)
    let yearOfEra = marchYear - era * 400
    let marchMonth = (month + 9) % 12
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The year, month and day that lie a number of days after 1 January 1970.
  static func day(numbered dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = floored(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The day of the week of a day number; Sunday is 0.
  static func weekday(ofDayNumber dayNumber: Int) -> Int {
    let thursdayBased = dayNumber + 4
    return thursdayBased - floored(thursdayBased, by: 7) * 7
  }

  /// The quotient that is rounded down, also for negative numbers.
  static func floored(_ number: Int, by divisor: Int) -> Int {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }
}
