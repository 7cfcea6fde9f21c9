import WireDates

/// The types that generated ones need beside the standard library, each only where it is used.
///
/// They hold the text that came, so that what is written is what was read: a date keeps its zone and its
/// digits, a URL its characters.
struct SupportSource {
  private let options: GenerationOptions
  private let types: TypeText
  private var uses: Set<SwiftType> = []

  init(model: TypeModel, options: GenerationOptions) {
    self.options = options
    types = TypeText(options: options)
    for type in model.declarations.flatMap(\.kind.types) { add(type) }
  }

  private mutating func add(_ type: SwiftType) {
    switch type {
    case .list(let type), .map(let type), .optional(let type): add(type)
    case .indirect(let type):
      uses.insert(.indirect(.any))
      add(type)
    case .bool, .integer, .number, .text, .url, .decimal, .date, .any, .named: uses.insert(type)
    }
  }

  private var dates: [DateFormat] {
    uses.compactMap { type in
      if case .date(let format) = type { return format }
      return nil
    }
  }

  private var patterns: [String] {
    dates.compactMap { format in
      if case .pattern(let pattern) = format { return pattern }
      return nil
    }.sorted()
  }

  /// The lines that import what the types use.
  var imports: [String] {
    let level = options.access == .internal ? "" : options.access.rawValue + " "
    let needsFoundation =
      uses.contains(.url) || uses.contains(.decimal) || !dates.isEmpty && !options.importsWireDates
    return (needsFoundation ? ["\(level)import Foundation"] : [])
      + (options.importsWireDates && !dates.isEmpty ? ["\(level)import WireDates"] : [])
  }

  /// The declarations, without those that a person made.
  func lines(without kept: KeptParts) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ text: String) {
      if !kept.declaresType(types.support(name)) { lines += [""] + Self.lines(filled(text)) }
    }
    if uses.contains(.any) { add("JSONAny", Self.any + encoding(Self.anyEncoding)) }
    if uses.contains(.indirect(.any)) {
      add("Indirect", Self.indirect + encoding(Self.valueEncoding))
    }
    if uses.contains(.url), options.isEncodable { add("WireURL", Self.url + Self.textEncoding) }
    for pattern in patterns {
      let name = types.patternName(pattern)
      if options.importsWireDates, ["SQLDateTime", "CalendarDay"].contains(name) { continue }
      lines += [
        "", "/// A pattern of dates.",
        "\(access)enum \(name): \(types.dateType("DatePattern")) {",
        "  \(access)static let pattern = \(SourceText.literal(pattern))", "}",
      ]
    }
    guard !options.importsWireDates else { return lines }
    if dates.contains(.iso8601) { add("ISO8601Date", Self.iso8601 + encoding(Self.textEncoding)) }
    if dates.contains(.unixSeconds) {
      add("UnixSecondsDate", number("UnixSecondsDate", "seconds", 1))
    }
    if dates.contains(.unixMilliseconds) {
      add("UnixMillisecondsDate", number("UnixMillisecondsDate", "milliseconds", 1000))
    }
    if !patterns.isEmpty { add("PatternDate", Self.pattern + encoding(Self.textEncoding)) }
    return lines
  }

  private var access: String { options.access == .internal ? "" : options.access.rawValue + " " }

  private func encoding(_ text: String) -> String { options.isEncodable ? text : "}\n" }

  private func number(_ name: String, _ unit: String, _ divisor: Int) -> String {
    Self.number.replacing("NAME", with: name).replacing("UNIT", with: unit)
      .replacing("DIVISOR", with: String(divisor)) + encoding(Self.numberEncoding)
  }

  /// Puts access, prefix and conformances into a text.
  private func filled(_ text: String) -> String {
    let coding = options.isEncodable ? "Codable" : "Decodable"
    return text.replacing("ACCESS ", with: access)
      .replacing("PREFIX", with: options.prefix)
      .replacing("CODING", with: coding)
      .replacing(", SENDABLE", with: options.isSendable ? ", Sendable" : "")
      .replacing(": SENDABLE", with: options.isSendable ? ": Sendable" : "")
      .replacing(" & SENDABLE", with: options.isSendable ? " & Sendable" : "")
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  // MARK: Texts; each ends inside of its type, where the encoding follows

  private static let valueEncoding = """

      ACCESS func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }

    """

  private static let textEncoding = """

      ACCESS func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }

    """

  private static let numberEncoding = """

      ACCESS func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }

    """

  private static let any = """
    /// Any JSON, where the contract states no type.
    ACCESS enum PREFIXJSONAny: CODING, Hashable, SENDABLE {
      case null
      case bool(Bool)
      case integer(Int)
      case number(Double)
      case text(String)
      indirect case list([PREFIXJSONAny])
      indirect case object([String: PREFIXJSONAny])

      ACCESS init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let value = try? container.decode(Bool.self) {
          self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
          self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
          self = .number(value)
        } else if let value = try? container.decode(String.self) {
          self = .text(value)
        } else if let value = try? container.decode([PREFIXJSONAny].self) {
          self = .list(value)
        } else {
          self = .object(try container.decode([String: PREFIXJSONAny].self))
        }
      }

    """

  private static let anyEncoding = """

      ACCESS func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
      }
    }

    """

  private static let indirect = """
    /// A value with a place of its own in memory, so that a type can hold its own kind.
    ACCESS indirect enum PREFIXIndirect<Value: CODING & Hashable & SENDABLE>: CODING, Hashable, SENDABLE {
      case held(Value)

      ACCESS init(_ value: Value) { self = .held(value) }

      ACCESS var value: Value {
        switch self {
        case .held(let value): value
        }
      }

      ACCESS init(from decoder: any Decoder) throws {
        self = .held(try decoder.singleValueContainer().decode(Value.self))
      }

    """

  private static let url = """
    /// A URL with the text that came.
    ACCESS struct PREFIXWireURL: CODING, Hashable, SENDABLE {
      ACCESS let url: URL
      /// The URL as it came, of which `url` may have other percent signs.
      ACCESS let text: String

      ACCESS init(_ url: URL) {
        self.url = url
        text = url.absoluteString
      }

      ACCESS init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        guard let url = URL(string: text) else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "\\(text) is no URL")
        }
        self.url = url
      }

    """

  private static let iso8601 = """
    /// An ISO 8601 date-time with a zone, with or without a fraction, such as 2006-03-24T22:30:00.000Z.
    ACCESS struct PREFIXISO8601Date: CODING, Hashable, SENDABLE {
      ACCESS let date: Date
      /// The text as it came.
      ACCESS let text: String

      ACCESS init(date: Date) {
        self.date = date
        let isWhole = date.timeIntervalSince1970 == date.timeIntervalSince1970.rounded()
        text = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
      }

      ACCESS init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        guard let date = Self.date(text) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "\\(text) is no ISO 8601 date-time with a zone")
        }
        self.date = date
      }

      private static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
          guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ 48...57 ~= $0 }) else {
            return nil
          }
          return bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
          let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
          [bytes[4], bytes[7], bytes[10] & 223, bytes[13], bytes[16]] == [45, 45, 84, 58, 58],
          1...12 ~= month, hour < 24, minute < 60, second <= 60
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard 1...lengths[month - 1] ~= day else { return nil }
        var end = 19
        var fraction = 0.0
        if end < bytes.count, bytes[end] == 46 {
          end += 1
          while end < bytes.count, 48...57 ~= bytes[end] { end += 1 }
          guard end > 20, let value = Double("0." + String(decoding: bytes[20..<end], as: UTF8.self))
          else { return nil }
          fraction = value
        }
        let zone = Array(bytes[end...])
        var offset = 0
        if zone.map({ $0 & 223 }) != [90] {
          guard zone.first == 43 || zone.first == 45, [3, 5, 6].contains(zone.count),
            zone.count != 6 || zone[3] == 58, let hours = number(end + 1..<end + 3),
            let minutes = zone.count == 3 ? 0 : number(bytes.count - 2..<bytes.count),
            hours < 24, minutes < 60
          else { return nil }
          offset = (zone.first == 45 ? -60 : 60) * (hours * 60 + minutes)
        }
        // A leap second is the last one of a day in UTC.
        guard second < 60 || (hour * 60 + minute - offset / 60 + 2880) % 1440 == 1439 else {
          return nil
        }
        // The days since 1 March of the year 0 in the Gregorian calendar.
        let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let century = (y >= 0 ? y : y - 99) / 100
        let leapDays = (y >= 0 ? y : y - 3) / 4 - century + (century >= 0 ? century : century - 3) / 4
        let days = 365 * y + leapDays + (153 * m + 2) / 5 + day - 1 - 719_468
        return Date(
          timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second - offset)
            + fraction)
      }

    """

  private static let number = """
    /// A number of UNIT since 1970-01-01T00:00:00Z.
    ACCESS struct PREFIXNAME: CODING, Hashable, SENDABLE {
      /// The number as it came.
      ACCESS let number: Double

      ACCESS var date: Date { Date(timeIntervalSince1970: number / DIVISOR) }

      ACCESS init(date: Date) { number = date.timeIntervalSince1970 * DIVISOR }

      ACCESS init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Double.self)
      }

    """

  private static let pattern = """
    /// A type that names a pattern of dates.
    ACCESS protocol PREFIXDatePattern: SENDABLE {
      static var pattern: String { get }
    }

    /// A date in the form of a pattern, in UTC.
    ACCESS struct PREFIXPatternDate<Pattern: PREFIXDatePattern>: CODING, Hashable, SENDABLE {
      ACCESS let date: Date
      /// The text as it came.
      ACCESS let text: String

      ACCESS init(date: Date) {
        self.date = date
        text = Self.formatter.string(from: date)
      }

      ACCESS init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        guard let date = Self.formatter.date(from: text) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "\\(text) is no date of the form \\(Pattern.pattern)")
        }
        self.date = date
      }

      private static var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = Pattern.pattern
        return formatter
      }

      ACCESS static func == (left: Self, right: Self) -> Bool { left.text == right.text }

      ACCESS func hash(into hasher: inout Hasher) { hasher.combine(text) }

    """
}
