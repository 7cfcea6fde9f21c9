public import Foundation

/// How a date is written on the wire.
///
/// All formats are read strictly: the whole text, in the proleptic Gregorian calendar, with no
/// rolling over (30 February, hour 24) and nothing after it. What has no zone is in UTC.
///
/// https://www.rfc-editor.org/rfc/rfc3339#section-5.6
public enum DateFormat: Sendable, Hashable {
  /// An RFC 3339 date-time without a fraction: `2006-03-24T22:30:00Z`.
  ///
  /// The zone is `Z` or an offset of at most 23:59 as `+01:00`, `+0100` or `+01`. A lower-case
  /// `t` or `z` is refused, as Foundation does, and so is a leap second.
  case iso8601

  /// An RFC 3339 date-time with a fraction of one digit or more: `2006-03-24T22:30:00.000Z`.
  case iso8601Fractional

  /// A JSON number of seconds since 1970-01-01T00:00:00Z.
  case unixSeconds

  /// A JSON number of milliseconds since 1970-01-01T00:00:00Z.
  case unixMilliseconds

  /// A date pattern such as `yyyy-MM-dd HH:mm:ss`.
  ///
  /// The letters are `yyyy M MM MMM MMMM d dd HH h hh a mm ss S… EEE Z XXX XXXXX zzz`, with the
  /// meaning of Unicode TR35, and literals in apostrophes. Names are English. A pattern with another letter
  /// reads nothing and writes nothing; `init(name:)` refuses it.
  case pattern(String)

  /// Makes a format from its name in a contract (`x-date-format`).
  ///
  /// `iso8601`, `iso8601-fractional`, `unix-seconds`, `unix-milliseconds`, or else a pattern.
  /// Nil where the pattern uses an unsupported letter or its fields do not make a date.
  public init?(name: String) {
    switch name {
    case "iso8601": self = .iso8601
    case "iso8601-fractional": self = .iso8601Fractional
    case "unix-seconds": self = .unixSeconds
    case "unix-milliseconds": self = .unixMilliseconds
    default:
      guard let syntax = PatternSyntax(name), syntax.isComplete else { return nil }
      self = .pattern(name)
    }
  }

  /// The name in a contract; `init(name:)` reads it back.
  public var name: String {
    switch self {
    case .iso8601: "iso8601"
    case .iso8601Fractional: "iso8601-fractional"
    case .unixSeconds: "unix-seconds"
    case .unixMilliseconds: "unix-milliseconds"
    case .pattern(let pattern): pattern
    }
  }

  /// Whether the format is a JSON number; the others are JSON strings.
  public var isNumeric: Bool {
    switch self {
    case .unixSeconds, .unixMilliseconds: true
    case .iso8601, .iso8601Fractional, .pattern: false
    }
  }

  /// 24 March 2006, 22:30 UTC, in this format.
  public var example: String { string(from: Date(timeIntervalSince1970: 1_143_239_400)) }

  /// The format in words, with an example, for messages.
  ///
  /// It reads well after "expected": "ISO 8601 date-time with zone, such as
  /// 2006-03-24T22:30:00Z".
  public var explanation: String {
    switch self {
    case .iso8601: "ISO 8601 date-time with zone, such as \(example)"
    case .iso8601Fractional: "ISO 8601 date-time with fraction and zone, such as \(example)"
    case .unixSeconds: "Unix seconds as a number, such as \(example)"
    case .unixMilliseconds: "Unix milliseconds as a number, such as \(example)"
    case .pattern(let pattern): "date of the form \(pattern), such as \(example)"
    }
  }

  /// Reads a date from a whole text; nil where it is none of this format.
  ///
  /// Always nil for the numeric formats.
  public func date(from text: String) -> Date? {
    if let plain = PlainDate(text), plain.form.format == self { return plain.date }
    return switch self {
    case .iso8601: Self.isoFields(of: text, withFraction: false)?.date
    case .iso8601Fractional: Self.isoFields(of: text, withFraction: true)?.date
    case .unixSeconds, .unixMilliseconds: nil
    case .pattern(let pattern): PatternSyntax(pattern)?.fields(of: text)?.date
    }
  }

  /// Reads a date from a number; nil for text formats and for numbers that are not finite.
  ///
  /// Any finite number is a date here, plausible or not; `DateLook` judges that.
  public func date(from number: Double) -> Date? {
    guard number.isFinite else { return nil }
    switch self {
    case .unixSeconds: return Date(timeIntervalSince1970: number)
    case .unixMilliseconds: return Date(timeIntervalSince1970: number / 1000)
    case .iso8601, .iso8601Fractional, .pattern: return nil
    }
  }

  /// Writes a date in UTC.
  ///
  /// Texts are exact to a millisecond, and the fields that the format lacks are dropped. A date
  /// outside the years 0000 to 9999 is written as the nearest one inside.
  public func string(from date: Date) -> String {
    switch self {
    case .iso8601: Self.iso8601Syntax?.text(of: DateFields(date)) ?? ""
    case .iso8601Fractional: Self.iso8601FractionalSyntax?.text(of: DateFields(date)) ?? ""
    case .unixSeconds, .unixMilliseconds: Self.text(of: number(from: date))
    case .pattern(let pattern): PatternSyntax(pattern)?.text(of: DateFields(date)) ?? ""
    }
  }

  /// The number of a date in a numeric format, exact to a microsecond.
  func number(from date: Date) -> Double {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    return microseconds / (self == .unixMilliseconds ? 1000 : 1_000_000)
  }

  static func isoFields(of text: String, withFraction: Bool) -> DateFields? {
    var reader = DateReader(text)
    guard reader.readDay(), reader.skip(UInt8(ascii: "T")), reader.readTime() else { return nil }
    if withFraction {
      guard reader.skip(UInt8(ascii: ".")), reader.readFractionDigits() else { return nil }
    }
    return reader.readZone() && reader.isAtEnd ? reader.fields : nil
  }

  private static let iso8601Syntax = PatternSyntax("yyyy-MM-dd'T'HH:mm:ssXXX")
  private static let iso8601FractionalSyntax = PatternSyntax("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")

  private static func text(of number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
