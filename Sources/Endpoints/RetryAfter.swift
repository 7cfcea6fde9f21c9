import Foundation

/// The header field by which a server says when to ask again: seconds, or a date.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
enum RetryAfter {
  /// The time to wait, not negative; nil where the field is absent or cannot be read.
  ///
  /// A date is held against the server's own `Date`, whose clock it was made with.
  static func delay(in headers: HTTPHeaders, now: Date) -> Duration? {
    guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else {
      return nil
    }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than a number holds are longer than anybody waits.
      return .seconds(Int64(text).map { min($0, longest) } ?? longest)
    }
    guard let date = seconds(text) else { return nil }
    let start = headers["date"].flatMap(seconds) ?? Int64(now.timeIntervalSince1970.rounded())
    return .seconds(min(max(date - start, 0), longest))
  }

  private static let longest: Int64 = 1_000_000_000

  /// The seconds since 1970 of an HTTP date, in any of its three forms; nil for another text.
  ///
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`:
  /// all have the month as the first three letters after the name of the day, one time with colons,
  /// and two numbers, of which the day of the month comes first.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
  private static func seconds(_ text: String) -> Int64? {
    let words = text.split { " ,-".contains($0) }
    guard words.count == 5 || words.count == 6 && words[5] == "GMT",
      let month = words.dropFirst().compactMap({ months.firstIndex(of: $0.lowercased()) }).first,
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

  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The days from 1970 to a day of the Gregorian calendar, counted in years that begin in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
