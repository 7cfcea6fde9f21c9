/// A form of date that is met on the wire beside ISO 8601 with a zone.
struct DateForm: Sendable {
  let pattern: String
  let description: String
  /// How the form differs from one that a decoder of ISO 8601 reads; nil for another kind of date.
  let deviation: DateLook.Deviation?
  private let syntax: PatternSyntax?

  private init(
    pattern: String, description: String, deviation: DateLook.Deviation? = nil
  ) {
    self.deviation = deviation
    self.pattern = pattern
    self.description = description
    syntax = PatternSyntax(pattern)
  }

  /// The first form that a text has, with the fields that it was read into.
  static func match(_ text: String) -> (form: DateForm, fields: DateFields)? {
    for form in all {
      if let fields = form.fields(of: text) { return (form, fields) }
    }
    return nil
  }

  /// The formats of a text with the name of a month, which may be short or whole: that of May is both.
  static func ambiguousFormats(of text: String, like form: DateForm) -> [DateFormat] {
    guard form.pattern.contains("MMM") else { return [] }
    let formats = all.filter { $0.fields(of: text) != nil }.map { DateFormat.pattern($0.pattern) }
    return formats.count > 1 ? formats : []
  }

  /// The fields that a text is read into; nil where it does not have the form.
  func fields(of text: String) -> DateFields? { syntax?.fields(of: text) }

  private static let all = [
    DateForm(pattern: "yyyy-MM-dd", description: "a date without a time"),
    DateForm(pattern: "yyyy-MM-dd HH:mm:ss", description: "an SQL date-time"),
    DateForm(pattern: "yyyy-MM-dd HH:mm:ss.SSS", description: "an SQL date-time with a fraction"),
    DateForm(pattern: "yyyy-MM-dd HH:mm:ssXXX", description: "an SQL date-time with a zone"),
    DateForm(
      pattern: "yyyy-MM-dd HH:mm:ss.SSSXXX",
      description: "an SQL date-time with a fraction and a zone"),
    DateForm(pattern: "yyyy-MM-dd HH:mm:ss Z", description: "an SQL date-time with a zone"),
    DateForm(
      pattern: "yyyy-MM-dd'T'HH:mm:ss", description: "an ISO 8601 date-time without a zone",
      deviation: .nearISO8601),
    DateForm(
      pattern: "yyyy-MM-dd'T'HH:mm:ss.SSS", description: "an ISO 8601 date-time without a zone",
      deviation: .nearISO8601),
    DateForm(
      pattern: "yyyy-MM-dd'T'HH:mmXXX", description: "an ISO 8601 date-time without seconds",
      deviation: .nearISO8601),
    DateForm(
      pattern: "yyyy-MM-dd'T'HH:mm",
      description: "an ISO 8601 date-time without seconds and without a zone",
      deviation: .nearISO8601),
    DateForm(pattern: "EEE, dd MMM yyyy HH:mm:ss zzz", description: "an RFC 1123 date"),
    DateForm(pattern: "EEE, dd MMM yyyy HH:mm:ss Z", description: "an RFC 5322 date"),
    DateForm(
      pattern: "EEE MMM dd HH:mm:ss Z yyyy", description: "an asctime date with a zone"),
    DateForm(pattern: "MMM d, yyyy", description: "a date \(withNameOfMonth)"),
    DateForm(pattern: "MMMM d, yyyy", description: "a date \(withNameOfMonth)"),
    DateForm(pattern: "d MMM yyyy", description: "a date \(withNameOfMonth)"),
    DateForm(pattern: "d MMMM yyyy", description: "a date \(withNameOfMonth)"),
    DateForm(pattern: "d-MMM-yyyy", description: "a date \(withNameOfMonth)"),
    DateForm(pattern: "MMM d, yyyy h:mm:ss a", description: "a date-time \(withNameOfMonth)"),
    DateForm(pattern: "MMM d, yyyy h:mm a", description: "a date-time \(withNameOfMonth)"),
    DateForm(pattern: "MMMM d, yyyy h:mm a", description: "a date-time \(withNameOfMonth)"),
    DateForm(pattern: "MMM d, yyyy HH:mm:ss", description: "a date-time \(withNameOfMonth)"),
    DateForm(pattern: "MMMM d, yyyy HH:mm:ss", description: "a date-time \(withNameOfMonth)"),
    DateForm(
      pattern: "MMM d, yyyy HH:mm:ss zzz",
      description: "a date-time \(withNameOfMonth) and a zone"),
    DateForm(
      pattern: "MMMM d, yyyy HH:mm:ss zzz",
      description: "a date-time \(withNameOfMonth) and a zone"),
    DateForm(
      pattern: "yyyyMMdd'T'HHmmssXXX", description: "an ISO 8601 date-time in the basic format"),
    DateForm(
      pattern: "yyyyMMdd'T'HHmmss",
      description: "an ISO 8601 date-time in the basic format without a zone"),
    DateForm(pattern: "yyyy/MM/dd", description: "a date with slashes"),
    DateForm(pattern: "yyyy/MM/dd HH:mm:ss", description: "a date-time with slashes"),
    DateForm(pattern: "yyyy-MM", description: "a year and a month"),
  ]

  private static let withNameOfMonth = "with the name of its month"

  /// A day and a month in digits, of which either may be the first.
  struct DayAndMonth: Sendable {
    let dayFirst: DateForm
    let monthFirst: DateForm

    fileprivate init(
      _ day: String, _ month: String, _ separator: String, time: String, _ word: String
    ) {
      let end = "\(separator)yyyy\(time)"
      let description = "a \(time.isEmpty ? "date" : "date-time") with \(word)"
      dayFirst = DateForm(pattern: day + separator + month + end, description: description)
      monthFirst = DateForm(pattern: month + separator + day + end, description: description)
    }
  }

  static let daysAndMonths: [DayAndMonth] =
    [("/", "slashes"), (".", "dots")].flatMap { separator, word in
      ["", " HH:mm", " HH:mm:ss"].map { DayAndMonth("dd", "MM", separator, time: $0, word) }
    }
    // Where the day has two halves, numbers are rarely filled up with zeros.
    + [" h:mm a", " h:mm:ss a", ", h:mm:ss a"].map {
      DayAndMonth("d", "M", "/", time: $0, "slashes")
    }

  /// A text that is nearly a date, in words; nil where it is not even that.
  ///
  /// Runs of digits become one `0` and every other byte stays, so that `2024-1-5T1:2:3Z` has the
  /// shape `0-0-0T0:0:0Z`, which begins like that of a date-time.
  static func nearMiss(_ text: String) -> (description: String, deviation: DateLook.Deviation?)? {
    let shape = shape(of: text)
    return nearMisses.first { shape.hasPrefix($0.prefix) }.map {
      ($0.description, nearISO8601.contains($0.prefix) ? .nearISO8601 : nil)
    }
  }

  /// The shapes of a whole date-time that has one thing more or another one.
  private static let nearISO8601: Set<String> = [
    "+0-0-0T0:0:0", "-0-0-0T0:0:0", "0-0-0t0:0:0", "0-0-0T",
  ]

  /// Longer prefixes stand before shorter ones.
  private static let nearMisses: [(prefix: String, description: String)] =
    [
      ("0-0-0T0:0:0", "an ISO 8601 date-time whose fields have the wrong width"),
      ("+0-0-0T0:0:0", "an ISO 8601 date-time with a sign before its year"),
      ("-0-0-0T0:0:0", "an ISO 8601 date-time with a sign before its year"),
      ("0-0-0t0:0:0", "an ISO 8601 date-time with a lower-case t"),
      ("0-0-0 0:0:0", "a date-time that is neither ISO 8601 nor SQL"),
      ("0-W0", "an ISO 8601 week date"),
      ("0-0-0T", "an ISO 8601 date-time with a malformed time"),
      ("0-0-0", "a date in a form that is not ISO 8601"),
      ("0-0T0", "an ISO 8601 ordinal date"),
      ("0T0", "an ISO 8601 date-time whose date lacks its dashes"),
      ("0/0/0", "a date with slashes"),
      ("0.0.0", "a date with dots"),
      ("0:0", "a time without a date"),
      ("/Date(", "a .NET date"),
      ("Sunday, ", "an RFC 850 date"), ("Monday, ", "an RFC 850 date"),
      ("Tuesday, ", "an RFC 850 date"), ("Wednesday, ", "an RFC 850 date"),
      ("Thursday, ", "an RFC 850 date"), ("Friday, ", "an RFC 850 date"),
      ("Saturday, ", "an RFC 850 date"),
    ]
    + CivilCalendar.weekdayNames.flatMap { weekday in
      CivilCalendar.monthNames.map { month in
        ("\(weekday.prefix(3)) \(month.prefix(3)) 0 0:0:0 0", "an asctime date")
      }
    }

  private static func shape(of text: String) -> String {
    var shape = ""
    var isInDigits = false
    for scalar in text.unicodeScalars {
      let isDigit = "0"..."9" ~= scalar
      if !(isDigit && isInDigits) { shape.unicodeScalars.append(isDigit ? "0" : scalar) }
      isInDigits = isDigit
    }
    return shape
  }
}
