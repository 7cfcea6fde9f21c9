/// The dates of HTTP header fields.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
package enum HTTPDate: Sendable {
  /// The seconds since 1970 of an HTTP date, in any of its three forms; nil for another text.
  ///
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`:
  /// all have the month as the first three letters after the name of the day, one time with colons,
  /// and two numbers, of which the day of the month comes first.
  package static func seconds(_ text: String) -> Int64? {
    let words = text.split { " ,-".contains($0) }
    guard words.count == 5 || words.count == 6 && words[5] == "GMT",
      let month = words.dropFirst().compactMap({ word in
        months.firstIndex { $0.lowercased() == word.lowercased() }
      }).first,
      let time = words.first(where: { $0.contains(":") })?.split(separator: ":").compactMap(number),
      time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60
    else { return nil }
    let numbers = words.compactMap(number)
    guard numbers.count == 2, (1...31).contains(numbers[0]), numbers[1] <= 9999 else { return nil }
    var year = numbers[1]
    // Of a year in two digits, RFC 9110 takes the past where the future is over 50 years away.
    if year < 100 { year += year < 77 ? 2000 : 1900 }
    return days(year, Int64(month) + 1, numbers[0]) * 86_400
      + time[0] * 3600 + time[1] * 60 + time[2]
  }

  /// The form that is sent, always 29 characters: `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// The seconds since 1970 are those of a year from 0 to 9999; others become the nearest of them.
  package static func text(_ seconds: Int64) -> String {
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let day = Int64((Double(seconds) / 86_400).rounded(.down))
    let time = seconds - day * 86_400
    // The inverse of `days`: years that begin in March, in eras of 400 years.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let weekday = ((day + 4) % 7 + 7) % 7
    return "\(weekdays[Int(weekday)]), \(padded(dayOfMonth)) \(months[Int(month) - 1]) "
      + "\(padded(year, 4)) \(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60)) GMT"
  }

  private static func padded(_ number: Int64, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The days from 1970 to a day of the Gregorian calendar, counted in years that begin in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
