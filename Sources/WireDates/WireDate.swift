public import Foundation

/// A date that is decoded from, and encoded to, one known format.
///
/// A DTO states the format of a date in the type of its property. `init(from:)` reads one JSON
/// string (or number) and throws `DecodingError.dataCorrupted` with the expected format and what
/// the value looks like instead.
public protocol WireDate: Codable, Sendable, Hashable {
  /// The format that the date is written in.
  static var format: DateFormat { get }

  /// The instant.
  var date: Date { get }

  /// Makes a wire date from an instant.
  init(date: Date)

  /// Reads the text of a date; nil where it is no real date of the format.
  ///
  /// By default what `format` reads.
  static func date(from text: String) -> Date?
}

extension WireDate {
  /// Reads the text of a date; nil where it is no real date of the format.
  public static func date(from text: String) -> Date? { format.date(from: text) }

  /// Decodes one string, or one number where the format is numeric.
  ///
  /// Throws `DecodingError`, with the expected format and the look of the value in its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The look costs more than the date: only a message needs it.
    let found: String
    if Self.format.isNumeric {
      let number = try container.decode(Double.self)
      if let date = Self.format.date(from: number) {
        self.init(date: date)
        return
      }
      found = "\(DateLook(number: number).summary): \(number)"
    } else {
      let text = try container.decode(String.self)
      if let date = Self.date(from: text) {
        self.init(date: date)
        return
      }
      found = "\(DateLook(text: text).summary): \(VisibleText.quoted(text))"
    }
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "expected \(Self.format.explanation); found \(found)")
  }

  /// Encodes the date in its format.
  ///
  /// Throws `EncodingError.invalidValue` for a date that the format cannot write.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let number = Self.format.number(from: date)
    guard Self.format.isNumeric ? number.isFinite : DateFields.canWrite(date) else {
      throw EncodingError.invalidValue(
        date,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the date lies outside what the format \(Self.format.name) can write"))
    }
    if Self.format.isNumeric {
      try container.encode(number)
    } else {
      try container.encode(Self.format.string(from: date))
    }
  }
}

/// An ISO 8601 date-time with a zone, with or without a fraction.
///
/// It is written with three fraction digits where it has a fraction, and without one where not.
public struct ISO8601Date: WireDate {
  /// The format without a fraction.
  public static let format = DateFormat.iso8601

  /// The instant.
  public let date: Date

  /// Makes a wire date from an instant.
  public init(date: Date) { self.date = date }

  /// Reads a date-time with or without a fraction.
  public static func date(from text: String) -> Date? {
    if let plain = PlainDate(text), plain.form.isDateTime { return plain.date }
    return DateFormat.iso8601.date(from: text) ?? DateFormat.iso8601Fractional.date(from: text)
  }

  /// Encodes the date, with its fraction where it has one.
  ///
  /// Throws `EncodingError.invalidValue` for a date outside the years 0000 to 9999.
  public func encode(to encoder: any Encoder) throws {
    guard DateFields.canWrite(date), DateFields(date).fraction > 0 else {
      return try WholeSecondDate(date: date).encode(to: encoder)
    }
    var container = encoder.singleValueContainer()
    try container.encode(DateFormat.iso8601Fractional.string(from: date))
  }

  /// Gives the encoding without a fraction, which the method above hides.
  private struct WholeSecondDate: WireDate {
    static let format = DateFormat.iso8601
    let date: Date
  }
}

/// A JSON number of seconds since 1970-01-01T00:00:00Z.
public struct UnixSecondsDate: WireDate {
  /// Unix seconds.
  public static let format = DateFormat.unixSeconds

  /// The instant.
  public let date: Date

  /// Makes a wire date from an instant.
  public init(date: Date) { self.date = date }
}

/// A JSON number of milliseconds since 1970-01-01T00:00:00Z.
public struct UnixMillisecondsDate: WireDate {
  /// Unix milliseconds.
  public static let format = DateFormat.unixMilliseconds

  /// The instant.
  public let date: Date

  /// Makes a wire date from an instant.
  public init(date: Date) { self.date = date }
}

/// A type that names a date pattern, for `PatternDate`.
public protocol DatePattern: Sendable {
  /// The pattern, such as `yyyy-MM-dd`; `DateFormat.pattern` lists the letters.
  static var pattern: String { get }
}

/// A date in the form of a pattern: `PatternDate<SQLDateTime>`.
public struct PatternDate<Pattern: DatePattern>: WireDate {
  /// The format of the pattern.
  public static var format: DateFormat { .pattern(Pattern.pattern) }

  /// The instant.
  public let date: Date

  /// Makes a wire date from an instant.
  public init(date: Date) { self.date = date }
}

/// The pattern of an SQL date-time: `2006-03-24 22:30:00`.
public enum SQLDateTime: DatePattern {
  /// `yyyy-MM-dd HH:mm:ss`.
  public static let pattern = "yyyy-MM-dd HH:mm:ss"
}

/// The pattern of a day: `2006-03-24`.
public enum CalendarDay: DatePattern {
  /// `yyyy-MM-dd`.
  public static let pattern = "yyyy-MM-dd"
}
