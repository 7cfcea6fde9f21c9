import Foundation
import StrictJSON
import WireDates

/// The time that a text states, in any of the ways in which one is written.
///
/// Beside the formats of `DateFormat` these are seconds since 1970 in a text, the date of .NET, a time
/// of a day, and a year. Digits alone are no proof of a time: the same records must have the same one
/// in another form.
struct Moment: Sendable {
  /// How the text is written.
  let form: Form
  /// The seconds since 1970, or since midnight.
  let seconds: Double
  /// The seconds of which the text says nothing.
  let precision: Double

  /// A way to write a time.
  enum Form: Hashable, Sendable {
    case format(DateFormat)
    case text(Change.DateText)
  }

  var isTimeOfDay: Bool {
    if case .text(.timeOfDay) = form { return true }
    return false
  }

  /// No time is written in more bytes.
  private static let longest = 40
  private static let day = 86_400.0

  init?(_ text: String) {
    guard text.utf8.count <= Self.longest, let first = text.utf8.first else { return nil }
    if first == UInt8(ascii: "/") {
      guard let milliseconds = Self.dotNet(text) else { return nil }
      self.init(.text(.dotNet), milliseconds / 1000, precision: 1)
    } else if let moment = Self.timeOfDay(text) ?? Self.number(text) {
      self = moment
    } else {
      let look = DateLook(text: text)
      guard look.problem == nil, let format = look.format, let date = format.date(from: text) else {
        return nil
      }
      self.init(.format(format), date.timeIntervalSince1970, precision: Self.precision(of: format))
    }
  }

  /// The time that a text or a number states; nil where it is none, or of a day at most.
  init?(of scalar: JSONValue) {
    guard let text = scalar.string ?? scalar.numberText, let moment = Moment(text),
      !moment.isTimeOfDay, moment.precision < Self.day
    else { return nil }
    self = moment
  }

  /// The mark of the time to the second, in whatever form it is written.
  var mark: ValueMark? {
    UInt64(exactly: seconds.rounded(.down)).map { ValueMark(instant: $0) }
  }

  private init(_ form: Form, _ seconds: Double, precision: Double) {
    self.form = form
    self.seconds = seconds
    self.precision = precision
  }

  /// Whether two texts can state one time.
  func isSame(as other: Moment) -> Bool {
    let precision = max(precision, other.precision)
    guard isTimeOfDay || other.isTimeOfDay else { return abs(seconds - other.seconds) < precision }
    let (mine, theirs) = (secondOfDay, other.secondOfDay)
    guard let mine, let theirs else { return false }
    return abs(mine - theirs) < precision
  }

  private var secondOfDay: Double? {
    guard precision < Self.day else { return nil }
    return seconds - (seconds / Self.day).rounded(.down) * Self.day
  }

  // MARK: Reading

  private static func precision(of format: DateFormat) -> Double {
    guard case .pattern(let pattern) = format else { return 1 }
    if pattern.contains("ss") { return 1 }
    if pattern.contains("mm") { return 60 }
    return pattern.contains("d") ? day : 31 * day
  }

  /// Reads `1340000000`, the same in milliseconds, and a year.
  private static func number(_ text: String) -> Moment? {
    guard let number = Double(text), text.utf8.allSatisfy({ $0 == 0x2E || 0x30...0x39 ~= $0 })
    else {
      return nil
    }
    if text.utf8.count == 4, years.contains(number) {
      let start = DateFormat.pattern("yyyy-MM-dd").date(from: text + "-01-01")
      return start.map { Moment(.text(.year), $0.timeIntervalSince1970, precision: 366 * day) }
    }
    if epoch.contains(number) {
      return Moment(.text(.epoch(.unixSeconds)), number, precision: 1)
    }
    guard epoch.contains(number / 1000) else { return nil }
    return Moment(.text(.epoch(.unixMilliseconds)), number / 1000, precision: 1)
  }

  private static let years = 1000.0...2999
  /// The years 1973 to 2099.
  private static let epoch = 1e8...4.1e9

  /// Reads `/Date(1340000000000)/`, in which an offset may follow the milliseconds.
  private static func dotNet(_ text: String) -> Double? {
    guard text.hasPrefix("/Date("), text.hasSuffix(")/") else { return nil }
    let inside = text.dropFirst(6).dropLast(2)
    let sign = inside.hasPrefix("-") ? "-" : ""
    let digits = inside.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    return Double(sign + digits)
  }

  /// Reads `06:13`, `06:13:20` and `6:13 AM`.
  private static func timeOfDay(_ text: String) -> Moment? {
    guard 4...11 ~= text.utf8.count, text.utf8.contains(UInt8(ascii: ":")) else { return nil }
    let words = text.split(separator: " ")
    guard 1...2 ~= words.count else { return nil }
    let parts = words[0].split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Double(part) : nil
    }
    guard 2...3 ~= parts.count, numbers.count == parts.count, 1...2 ~= parts[0].utf8.count,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let hasSeconds = parts.count == 3
    var hour = numbers[0]
    if words.count == 2 {
      guard 1...12 ~= hour, let half = ["am", "pm"].firstIndex(of: words[1].lowercased()) else {
        return nil
      }
      hour = hour.truncatingRemainder(dividingBy: 12) + 12 * Double(half)
    }
    guard hour < 24 else { return nil }
    let form = Change.DateText.timeOfDay(hasSeconds: hasSeconds, hasHalves: words.count == 2)
    return Moment(
      .text(form), hour * 3600 + numbers[1] * 60 + (hasSeconds ? numbers[2] : 0),
      precision: hasSeconds ? 1 : 60)
  }
}

extension Moment.Form {
  /// The form, as one side of a change.
  var state: Change.State {
    switch self {
    case .format(let format): .dates(format)
    case .text(let text): .dateText(text)
    }
  }

  /// Whether it says nothing of the zone: the time is that of some place.
  var isLocal: Bool {
    guard case .format(.pattern(let pattern)) = self else { return false }
    return !pattern.contains { "XZz".contains($0) }
  }

  /// Whether it is a number of seconds or milliseconds.
  var isEpoch: Bool {
    if case .text(.epoch) = self { return true }
    return false
  }
}
