/// What a text or a number looks like, read as a date.
///
/// It serves two readers: an inference that asks which format a value has, and a message that
/// says what is where a date was expected.
///
/// `DateLook(text: "2006-02-30T22:30:00Z")` has the format `.iso8601`, the problem "February 2006
/// has 28 days", and the description "an ISO 8601 date-time whose day does not exist".
/// `DateLook(text: "2006-03-24T22:30:00")` has the format `.pattern("yyyy-MM-dd'T'HH:mm:ss")`, no
/// problem, and the description "an ISO 8601 date-time without a zone".
public struct DateLook: Sendable, Hashable, CustomStringConvertible {
  /// The format whose form the value has; nil where it is none that `DateFormat` can state.
  ///
  /// Where it is not nil and `problem` is nil, the format's `date(from:)` reads the value.
  public let format: DateFormat?

  /// The formats of a date in which the day and the month may each be first, or the name of the month
  /// may be short or whole; else none.
  package let ambiguousFormats: [DateFormat]

  /// Why a value of that form is no real date: "February 2006 has 28 days", "hour 25".
  public let problem: String?

  /// The look in words with an article, for messages: "an SQL date-time", "empty text".
  public let description: String

  /// How the value differs from a date that a format states; nil for one that does not, and for
  /// what is no date at all.
  public let deviation: Deviation?

  /// What is wrong with a text that is a date but for one thing.
  public enum Deviation: Sendable, Hashable {
    /// An ISO 8601 date-time that has something more, something less or another sign.
    case nearISO8601
    /// A date with white space before or after it.
    case padded
  }

  /// The description, with the problem in brackets where there is one.
  public var summary: String { problem.map { "\(description) (\($0))" } ?? description }

  /// Looks at a text.
  public init(text: String) {
    self = Self.look(at: text)
  }

  /// Looks at a number.
  ///
  /// Unix seconds, or a smaller unit where the larger one would lie beyond the year 2200.
  public init(number: Double) {
    // 2200-01-01T00:00:00Z in seconds.
    let year2200 = 7_258_118_400.0
    switch number.magnitude {
    case ...year2200: self.init("Unix seconds", format: .unixSeconds)
    case ...(year2200 * 1e3): self.init("Unix milliseconds", format: .unixMilliseconds)
    case ...(year2200 * 1e6): self.init("Unix microseconds")
    case ...(year2200 * 1e9): self.init("Unix nanoseconds")
    default: self.init("a number that is no date")
    }
  }

  private init(
    _ description: String, format: DateFormat? = nil, fields: DateFields? = nil,
    deviation: Deviation? = nil, ambiguousFormats: [DateFormat] = []
  ) {
    self.deviation = deviation
    self.ambiguousFormats = ambiguousFormats
    self.format = format
    problem = fields?.problem?.message
    self.description =
      fields?.problem.map { "\(description) whose \($0.clause)" } ?? description
  }

  private static let nothing = DateLook("text that is no date")

  private static func look(at text: String) -> DateLook {
    if text.isEmpty { return DateLook("empty text") }
    if let look = isoLook(at: text) ?? numberLook(at: text) { return look }
    // Most text is prose, and is settled here at little cost.
    guard canBeDate(text) else {
      return text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        ? DateLook("blank text") : nothing
    }
    return DateForm.match(text)
      .map { form, fields in
        DateLook(
          form.description, format: .pattern(form.pattern), fields: fields,
          deviation: form.deviation,
          ambiguousFormats: DateForm.ambiguousFormats(of: text, like: form))
      }
      ?? dayMonthLook(at: text) ?? paddedLook(at: text) ?? shapeLook(at: text) ?? nothing
  }

  /// Whether a text has the length and the digits of a date, and begins like one.
  private static func canBeDate(_ text: String) -> Bool {
    guard text.utf8.count <= 64, let first = text.unicodeScalars.first,
      text.utf8.count(where: { DateReader.digit($0) != nil }) >= 4
    else { return false }
    switch first {
    case "0"..."9", "+", "-", "/": return true
    case "A"..."Z":
      return (CivilCalendar.weekdayNames + CivilCalendar.monthNames).contains {
        text.hasPrefix($0.prefix(3))
      }
    default: return first.properties.isWhitespace
    }
  }

  /// An ISO 8601 date-time with a zone, or one with something after it.
  private static func isoLook(at text: String) -> DateLook? {
    guard let first = text.utf8.first, DateReader.digit(first) != nil else { return nil }
    var reader = DateReader(text)
    guard reader.readDay(), reader.skip(UInt8(ascii: "T")), reader.readTime() else { return nil }
    var format = DateFormat.iso8601
    if reader.skip(UInt8(ascii: ".")) {
      guard reader.readFractionDigits() else {
        return near("with a point but no fraction")
      }
      format = .iso8601Fractional
    }
    if reader.isAtEnd { return nil }
    if reader.next == UInt8(ascii: ",") { return near("with a comma in its seconds") }
    if reader.next == UInt8(ascii: "z") { return near("with a lower-case z") }
    var zoned = reader
    if zoned.readZone() {
      if zoned.isAtEnd {
        return DateLook("an ISO 8601 date-time", format: format, fields: zoned.fields)
      }
      // White space after a date is distinguished by the look at padded texts.
      return text.last?.isWhitespace == true ? nil : near("with text after it")
    }
    if reader.next == UInt8(ascii: "+") || reader.next == UInt8(ascii: "-") {
      return near("with a malformed offset")
    }
    if let next = reader.next, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= next {
      return near("with a zone name for an offset")
    }
    var spaced = reader
    if spaced.skip(UInt8(ascii: " ")), spaced.readZone(), spaced.isAtEnd {
      return near("with a space before its zone")
    }
    return near("without a zone and with text after it")
  }

  private static func near(_ deviation: String) -> DateLook {
    DateLook("an ISO 8601 date-time \(deviation)", deviation: .nearISO8601)
  }

  /// A number that is in quotation marks.
  private static func numberLook(at text: String) -> DateLook? {
    let digits = text.hasPrefix("-") ? text.utf8.dropFirst() : text.utf8[...]
    guard digits.first.flatMap(DateReader.digit) != nil,
      digits.allSatisfy({ DateReader.digit($0) != nil || $0 == UInt8(ascii: ".") }),
      let number = Double(text)
    else { return nil }
    let wholeCount = digits.prefix { $0 != UInt8(ascii: ".") }.count
    if wholeCount == 8, let fields = PatternSyntax("yyyyMMdd")?.fields(of: text),
      fields.problem == nil
    {
      return DateLook("a date without dashes", format: .pattern("yyyyMMdd"))
    }
    // Seconds of fewer than nine digits lie before March 1973: more likely a plain number.
    guard wholeCount >= 9 else { return DateLook("a number as text") }
    let look = DateLook(number: number)
    return DateLook(look.format == nil ? "a number as text" : "\(look.description) as text")
  }

  /// A day and a month around slashes or dots, in the order that the values allow.
  private static func dayMonthLook(at text: String) -> DateLook? {
    for form in DateForm.daysAndMonths {
      guard let day = form.dayFirst.fields(of: text), let month = form.monthFirst.fields(of: text)
      else { continue }
      let description = form.dayFirst.description
      let dayFirst = DateFormat.pattern(form.dayFirst.pattern)
      let monthFirst = DateFormat.pattern(form.monthFirst.pattern)
      switch (day.problem, month.problem) {
      case (nil, nil):
        return DateLook(
          "\(description), day or month first", ambiguousFormats: [dayFirst, monthFirst])
      case (_, nil): return DateLook(description, format: monthFirst)
      default: return DateLook(description, format: dayFirst, fields: day)
      }
    }
    return nil
  }

  /// A date with white space before or after it.
  private static func paddedLook(at text: String) -> DateLook? {
    let isSpace = \Unicode.Scalar.properties.isWhitespace
    let kept = text.unicodeScalars.drop { $0[keyPath: isSpace] }.reversed()
      .drop { $0[keyPath: isSpace] }.reversed()
    guard kept.count < text.unicodeScalars.count else { return nil }
    let look = look(at: String(String.UnicodeScalarView(kept)))
    return look == nothing
      ? nil : DateLook("\(look.description) with white space around it", deviation: .padded)
  }

  /// A date that no format can state, known from its shape.
  private static func shapeLook(at text: String) -> DateLook? {
    DateForm.nearMiss(text).map { DateLook($0.description, deviation: $0.deviation) }
  }
}
