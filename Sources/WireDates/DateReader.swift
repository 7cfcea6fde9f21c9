/// Reads the parts of a date from the bytes of a text, one after another.
///
/// Each method reads one part where the reader is and returns whether it was there; where it was
/// not, the position may have moved, and a caller that wants another try starts from a copy.
/// Only the form is judged here: 30 February is read, and is a problem of the `fields`.
struct DateReader {
  private let bytes: [UInt8]
  private(set) var position = 0
  var fields = DateFields()

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// The byte where the reader is; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Reads exactly so many ASCII digits.
  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var number = 0
    for index in position..<position + count {
      guard let digit = Self.digit(bytes[index]) else { return nil }
      number = number * 10 + digit
    }
    position += count
    return number
  }

  /// Reads one ASCII digit, or two.
  mutating func oneOrTwoDigits() -> Int? { digits(2) ?? digits(1) }

  /// Reads a day such as `2006-03-24`.
  mutating func readDay() -> Bool {
    guard let year = digits(4), skip(UInt8(ascii: "-")), let month = digits(2),
      skip(UInt8(ascii: "-")), let day = digits(2)
    else { return false }
    (fields.year, fields.month, fields.day) = (year, month, day)
    return true
  }

  /// Reads a time such as `22:30:00`.
  mutating func readTime() -> Bool {
    guard let hour = digits(2), skip(UInt8(ascii: ":")), let minute = digits(2),
      skip(UInt8(ascii: ":")), let second = digits(2)
    else { return false }
    (fields.hour, fields.minute, fields.second) = (hour, minute, second)
    return true
  }

  /// The digits of a fraction that are read: those behind them do not fit into an `Int`.
  static let maximumFractionDigits = 18

  /// The part of a second that a number of digits is.
  static func fraction(numerator: Int, digits: Int) -> Double {
    var denominator = 1.0
    for _ in 0..<min(digits, maximumFractionDigits) { denominator *= 10 }
    return Double(numerator) / denominator
  }

  /// Reads the one or more digits of a fraction; digits after the 18th are dropped.
  mutating func readFractionDigits() -> Bool {
    var numerator = 0
    let start = position
    while let byte = next, let digit = Self.digit(byte) {
      if position - start < Self.maximumFractionDigits { numerator = numerator * 10 + digit }
      position += 1
    }
    fields.fraction = Self.fraction(numerator: numerator, digits: position - start)
    return position > start
  }

  /// Reads `Z`, or an offset in one of the forms `+01:00`, `+0100` and `+01`.
  mutating func readZone() -> Bool {
    if skip(UInt8(ascii: "Z")) {
      fields.offset = .utc
      return true
    }
    guard readHourOffset() else { return false }
    var withMinutes = self
    _ = withMinutes.skip(UInt8(ascii: ":"))
    if let minutes = withMinutes.digits(2) {
      self = withMinutes
      fields.offset.minutes = minutes
    }
    return true
  }

  /// Reads an offset with minutes: `+01:00` with a colon, `+0100` without.
  mutating func readOffset(withColon: Bool) -> Bool {
    guard readHourOffset() else { return false }
    if withColon, !skip(UInt8(ascii: ":")) { return false }
    guard let minutes = digits(2) else { return false }
    fields.offset.minutes = minutes
    return true
  }

  /// Reads the first three letters of a name, and gives the name's place in the list.
  mutating func readAbbreviation(of names: [String]) -> Int? {
    guard position + 3 <= bytes.count else { return nil }
    let letters = bytes[position..<position + 3]
    guard let index = names.firstIndex(where: { letters.elementsEqual($0.utf8.prefix(3)) }) else {
      return nil
    }
    position += 3
    return index
  }

  /// Reads a whole name, and gives the name's place in the list.
  mutating func readName(of names: [String]) -> Int? {
    let rest = bytes[position...]
    guard let index = names.firstIndex(where: { rest.starts(with: $0.utf8) }) else { return nil }
    position += names[index].utf8.count
    return index
  }

  /// Reads `AM` or `PM`, behind the hour.
  mutating func readHalfOfDay() -> Bool {
    guard let half = next, [UInt8(ascii: "A"), UInt8(ascii: "P")].contains(half) else {
      return false
    }
    position += 1
    fields.isAfternoon = half == UInt8(ascii: "P")
    return skip(UInt8(ascii: "M"))
  }

  private mutating func readHourOffset() -> Bool {
    guard next == UInt8(ascii: "+") || next == UInt8(ascii: "-") else { return false }
    let isWest = skip(UInt8(ascii: "-"))
    if !isWest { position += 1 }
    guard let hours = digits(2) else { return false }
    fields.offset = ZoneOffset(isWest: isWest, hours: hours)
    return true
  }

  static func digit(_ byte: UInt8) -> Int? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
