/// Dates, times and durations (RFC 3339).
///
/// https://www.rfc-editor.org/rfc/rfc3339#section-5.6
enum DateTimeFormats {
  static func isDateTime(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 11, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
    return isDate(bytes[..<10]) && isTime(bytes[11...])
  }

  static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, let year = number(parts[0], digits: 4),
      let month = number(parts[1], digits: 2), let day = number(parts[2], digits: 2)
    else { return false }
    return 1...12 ~= month && day >= 1 && day <= daysIn(month: month, of: year)
  }

  private static func daysIn(month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads `22:30:00`, an optional fraction, and `Z` or an offset such as `+05:30`.
  static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 9, let clock = clock(bytes.prefix(8)) else { return false }
    var rest = bytes.dropFirst(8)
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { ASCII.isDigit($0) }
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(digits.count + 1)
    }
    guard let offset = offsetInMinutes(rest) else { return false }
    guard clock.second == 60 else { return true }
    // A leap second is at the end of a day in UTC.
    let minute = (clock.hour * 60 + clock.minute - offset + 2 * 1440) % 1440
    return minute == 1439
  }

  private static func clock(
    _ bytes: ArraySlice<UInt8>
  ) -> (hour: Int, minute: Int, second: Int)? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 2),
      let minute = number(parts[1], digits: 2), let second = number(parts[2], digits: 2)
    else { return nil }
    return hour < 24 && minute < 60 && second <= 60 ? (hour, minute, second) : nil
  }

  private static func offsetInMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    if first | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
    let parts = bytes.dropFirst().split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-"), parts.count == 2,
      let hours = number(parts[0], digits: 2), let minutes = number(parts[1], digits: 2),
      hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 60 + minutes
    return first == UInt8(ascii: "-") ? -offset : offset
  }

  private static func number(_ bytes: ArraySlice<UInt8>, digits: Int) -> Int? {
    guard bytes.count == digits, bytes.allSatisfy(ASCII.isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  // MARK: Durations

  /// Reads `P3Y6M4DT12H30M5S` or `P2W` (RFC 3339 appendix A).
  ///
  /// The units come in their order, and none between the first and the last is left out.
  static func isDuration(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "P") else { return false }
    let parts = bytes.dropFirst().split(
      separator: UInt8(ascii: "T"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let dateUnits = units(parts[0]) else { return false }
    if parts.count == 1 {
      return dateUnits == "W" || !dateUnits.isEmpty && "YMD".contains(dateUnits)
    }
    guard let timeUnits = units(parts[1]), !timeUnits.isEmpty else { return false }
    return "YMD".contains(dateUnits) && "HMS".contains(timeUnits)
  }

  /// The letters behind the numbers; nil where a number or a letter is missing.
  private static func units(_ bytes: ArraySlice<UInt8>) -> String? {
    var units = ""
    var hasNumber = false
    for byte in bytes {
      if ASCII.isDigit(byte) {
        hasNumber = true
      } else {
        guard hasNumber else { return nil }
        units.unicodeScalars.append(Unicode.Scalar(byte))
        hasNumber = false
      }
    }
    return hasNumber ? nil : units
  }
}
