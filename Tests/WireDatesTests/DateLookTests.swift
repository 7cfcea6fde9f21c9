import Testing
import WireDates

@Suite struct DateLookTests {
  /// Texts that Foundation's ISO 8601 parser accepts or rejects, with the strict verdict.
  ///
  /// A summary without a name of a format is a real ISO 8601 date-time.
  static let isoTexts: [(text: String, summary: String)] = {
    let name = "an ISO 8601 date-time"
    let width = "\(name) whose fields have the wrong width"
    let unzoned = "\(name) with a zone name for an offset"
    return [
      ("2024-01-15T10:20:30Z", name), ("2024-01-15T10:20:30.123Z", name),
      ("2024-01-15T10:20:30.1Z", name), ("2024-01-15T10:20:30.123456789Z", name),
      ("2024-01-15T10:20:30,123Z", "\(name) with a comma in its seconds"),
      ("2024-01-15T10:20:30+02:00", name), ("2024-01-15T10:20:30+0200", name),
      ("2024-01-15T10:20:30+02", name), ("2024-01-15T10:20:30-05:30", name),
      ("2024-01-15T10:20:30+00:00", name), ("2024-01-15T10:20:30-00:00", name),
      ("2024-01-15T10:20:30+14:00", name),
      ("2024-01-15T10:20:30+24:00", "\(name) whose offset does not exist (offset +24:00)"),
      ("2024-01-15T10:20:30-99:99", "\(name) whose offset does not exist (offset -99:99)"),
      ("2024-01-15T10:20:30+2:00", "\(name) with a malformed offset"),
      ("2024-01-15", "a date without a time"),
      ("2024-01-15T10:20Z", "\(name) without seconds"),
      ("2024-01-15T10Z", "\(name) with a malformed time"),
      ("2024-01-15T10:20:30", "\(name) without a zone"),
      ("2024-01-15t10:20:30z", "\(name) with a lower-case t"),
      ("2024-01-15T10:20:30z", "\(name) with a lower-case z"),
      ("2024-01-15t10:20:30Z", "\(name) with a lower-case t"),
      ("2024-01-15 10:20:30Z", "an SQL date-time with a zone"),
      ("2024-01-15 10:20:30 +0000", "an SQL date-time with a zone"),
      ("2024-01-15T10:20:30 Z", "\(name) with a space before its zone"),
      ("2024-01-15T10:20:30GMT", unzoned), ("2024-01-15T10:20:30UTC", unzoned),
      ("2024-01-15T10:20:30EST", unzoned), ("2024-01-15T10:20:30Europe/Paris", unzoned),
      ("20240115T102030Z", "\(name) in the basic format"),
      ("2024-01-15T102030Z", "\(name) with a malformed time"),
      ("20240115T10:20:30Z", "\(name) whose date lacks its dashes"),
      ("2024-015T10:20:30Z", "an ISO 8601 ordinal date"),
      ("2024-W03-1T10:20:30Z", "an ISO 8601 week date"),
      ("2016-12-31T23:59:60Z", "\(name) whose second does not exist (second 60)"),
      ("2024-01-15T23:59:61Z", "\(name) whose second does not exist (second 61)"),
      ("2024-01-15T23:60:00Z", "\(name) whose minute does not exist (minute 60)"),
      ("2024-01-15T24:00:00Z", "\(name) whose hour does not exist (hour 24)"),
      ("2024-01-15T25:00:00Z", "\(name) whose hour does not exist (hour 25)"),
      ("2024-02-29T00:00:00Z", name),
      ("2023-02-29T00:00:00Z", "\(name) whose day does not exist (February 2023 has 28 days)"),
      ("2024-02-30T00:00:00Z", "\(name) whose day does not exist (February 2024 has 29 days)"),
      ("2024-04-31T00:00:00Z", "\(name) whose day does not exist (April 2024 has 30 days)"),
      ("1900-02-29T00:00:00Z", "\(name) whose day does not exist (February 1900 has 28 days)"),
      ("2024-13-01T00:00:00Z", "\(name) whose month does not exist (month 13)"),
      ("2024-00-01T00:00:00Z", "\(name) whose month does not exist (month 0)"),
      ("2024-01-00T00:00:00Z", "\(name) whose day does not exist (day 0)"),
      ("2024-01-32T00:00:00Z", "\(name) whose day does not exist (January 2024 has 31 days)"),
      ("0000-01-01T00:00:00Z", name), ("0001-01-01T00:00:00Z", name),
      ("9999-12-31T23:59:59Z", name), ("10000-01-01T00:00:00Z", width),
      ("+2024-01-15T10:20:30Z", "\(name) with a sign before its year"),
      ("-2024-01-15T10:20:30Z", "\(name) with a sign before its year"),
      ("24-01-15T10:20:30Z", width), ("2024-1-5T1:2:3Z", width), ("2024-01-15T10:20:5Z", width),
      ("2024-01-15T10:20:30Zjunk", "\(name) with text after it"),
      ("2024-01-15T10:20:30Z ", "\(name) with white space around it"),
      (" 2024-01-15T10:20:30Z", "\(name) with white space around it"),
      ("2024-01-15T10:20:30+02:00:00", "\(name) with text after it"),
      ("2024-01-15T10:20:30ZZ", "\(name) with text after it"),
      ("2024-01-15T10:20:30+02:00junk", "\(name) with text after it"),
      ("2024-01-15T10:20:30?", "\(name) without a zone and with text after it"),
      ("2024/01/15T10:20:30Z", "a date with slashes"),
      ("", "empty text"), ("1970-01-01T00:00:00Z", name),
      ("2024-01-15T10:20:30.Z", "\(name) with a point but no fraction"),
      ("2024-01-15T10:20:30.123", "\(name) without a zone"),
      ("2024-01-15T10:20:30.123+02:00", name),
      ("٢٠٢٤-01-15T10:20:30Z", "text that is no date"),
      ("2024-01-15T10:20:30−05:00", "\(name) without a zone and with text after it"),
      ("1582-10-10T00:00:00Z", name), ("1500-01-01T00:00:00Z", name),
      ("2024-01-15T10:20:30+1400", name), ("2024-01-15T10:20:30-0330", name),
    ]
  }()

  @Test(arguments: isoTexts)
  func isoTextIsNamed(text: String, summary: String) {
    let look = DateLook(text: text)
    #expect(look.summary == summary)
    let isDate = ISO8601Date.date(from: text) != nil
    #expect(isDate == (summary == "an ISO 8601 date-time"))
  }

  @Test(arguments: [
    ("2006-03-24", "yyyy-MM-dd", "a date without a time"),
    (
      "2006-02-30", "yyyy-MM-dd",
      "a date without a time whose day does not exist (February 2006 has 28 days)"
    ),
    ("2006-03", "yyyy-MM", "a year and a month"),
    ("2015-08-18 14:42:59", "yyyy-MM-dd HH:mm:ss", "an SQL date-time"),
    ("2015-08-18 14:42:59.5", "yyyy-MM-dd HH:mm:ss.SSS", "an SQL date-time with a fraction"),
    (
      "0000-00-00 00:00:00", "yyyy-MM-dd HH:mm:ss",
      "an SQL date-time whose month does not exist (month 0)"
    ),
    ("Fri, 24 Mar 2006 22:30:00 GMT", "EEE, dd MMM yyyy HH:mm:ss zzz", "an RFC 1123 date"),
    (
      "Sun, 24 Mar 2006 22:30:00 GMT", "EEE, dd MMM yyyy HH:mm:ss zzz",
      "an RFC 1123 date whose weekday is wrong (24 March 2006 is a Friday)"
    ),
    ("Fri, 24 Mar 2006 22:30:00 +0000", "EEE, dd MMM yyyy HH:mm:ss Z", "an RFC 5322 date"),
    ("24/03/2006", "dd/MM/yyyy", "a date with slashes"),
    ("03/24/2006", "MM/dd/yyyy", "a date with slashes"),
    ("24.03.2006", "dd.MM.yyyy", "a date with dots"),
    ("24/13/2006", "dd/MM/yyyy", "a date with slashes whose month does not exist (month 13)"),
    ("2006/03/24", "yyyy/MM/dd", "a date with slashes"),
    ("Fri Mar 24 22:30:00 +0000 2006", "EEE MMM dd HH:mm:ss Z yyyy", "an asctime date with a zone"),
    ("Mar 24, 2006", "MMM d, yyyy", "a date with the name of its month"),
    ("March 4, 2006", "MMMM d, yyyy", "a date with the name of its month"),
    ("24 March 2006", "d MMMM yyyy", "a date with the name of its month"),
    ("4-Mar-2006", "d-MMM-yyyy", "a date with the name of its month"),
    ("Mar 24, 2006 10:30:00 PM", "MMM d, yyyy h:mm:ss a", "a date-time with the name of its month"),
    ("March 24, 2006 10:30 PM", "MMMM d, yyyy h:mm a", "a date-time with the name of its month"),
    ("Mar 24, 2006 22:30:00", "MMM d, yyyy HH:mm:ss", "a date-time with the name of its month"),
    (
      "March 24, 2006 22:30:00 UTC", "MMMM d, yyyy HH:mm:ss zzz",
      "a date-time with the name of its month and a zone"
    ),
    ("03/24/2006 10:30:00 PM", "M/d/yyyy h:mm:ss a", "a date-time with slashes"),
    ("24/03/2006 22:30", "dd/MM/yyyy HH:mm", "a date-time with slashes"),
    ("24.03.2006 22:30:00", "dd.MM.yyyy HH:mm:ss", "a date-time with dots"),
    ("20060324", "yyyyMMdd", "a date without dashes"),
    (
      "20240115T102030", "yyyyMMdd'T'HHmmss",
      "an ISO 8601 date-time in the basic format without a zone"
    ),
  ])
  func otherFormIsNamedWithItsPattern(text: String, pattern: String, summary: String) {
    let look = DateLook(text: text)
    #expect(look.format == .pattern(pattern))
    #expect(look.summary == summary)
    #expect(DateFormat(name: pattern) != nil)
  }

  @Test(arguments: [
    ("  ", "blank text"), ("\u{3000}\n", "blank text"), ("soon", "text that is no date"),
    ("1143239400", "Unix seconds as text"), ("1143239400.5", "Unix seconds as text"),
    ("-100000000", "Unix seconds as text"), ("1143239400000", "Unix milliseconds as text"),
    ("52958", "a number as text"), ("99999999999999999999999", "a number as text"),
    ("20061324", "a number as text"), ("1.2.3", "text that is no date"),
    ("03/04/2006", "a date with slashes, day or month first"),
    ("3/4/2006, 10:30:00 PM", "a date-time with slashes, day or month first"),
    ("June 18th, 2012", "text that is no date"), ("Mars 24, 2006", "text that is no date"),
    ("Apr 24 2006 was cold", "text that is no date"), ("24 pieces 2006", "text that is no date"),
    ("22:30:00", "a time without a date"),
    ("Friday, 24-Mar-06 22:30:00 GMT", "an RFC 850 date"),
    ("Fri Mar 24 22:30:00 2006", "an asctime date"), ("/Date(1143239400000)/", "a .NET date"),
    ("2006-03-24 22:30:00 ", "an SQL date-time with white space around it"),
    ("2006-03-24 maybe", "a date in a form that is not ISO 8601"),
    ("2006-3-4 1:02:03", "a date-time that is neither ISO 8601 nor SQL"),
    ("Salt, 1000 g", "text that is no date"), ("Monday 2000", "text that is no date"),
    ("1 tbsp", "text that is no date"), ("200-250g 10", "text that is no date"),
  ])
  func textWithoutAFormatIsNamed(text: String, description: String) {
    let look = DateLook(text: text)
    #expect(look.description == description)
    #expect(look.format == nil)
    #expect(look.problem == nil)
  }

  @Test func longTextThatBeginsWithADateIsNoDate() {
    let tail = String(repeating: "x", count: 100_000)
    let look = DateLook(text: "2006-03-24T22:30:00Z\(tail)")
    #expect(look.description == "an ISO 8601 date-time with text after it")
    #expect(DateLook(text: "2006-03-24\(tail)").description == "text that is no date")
  }

  @Test(
    arguments: [
      (1_143_239_400, DateFormat.unixSeconds, "Unix seconds"), (0, .unixSeconds, "Unix seconds"),
      (7_258_118_400, .unixSeconds, "Unix seconds"),
      (7_258_118_401, .unixMilliseconds, "Unix milliseconds"),
      (1_143_239_400_000, .unixMilliseconds, "Unix milliseconds"),
      (-1_143_239_400_000, .unixMilliseconds, "Unix milliseconds"),
      (1_143_239_400_000_000, nil, "Unix microseconds"),
      (1_143_239_400_000_000_000, nil, "Unix nanoseconds"),
      (1e300, nil, "a number that is no date"),
      (.infinity, nil, "a number that is no date"), (.nan, nil, "a number that is no date"),
    ] as [(Double, DateFormat?, String)])
  func numberIsNamed(number: Double, format: DateFormat?, description: String) {
    let look = DateLook(number: number)
    #expect(look.format == format)
    #expect(look.summary == description)
  }

  /// Edits of real dates, made by a fixed generator, and the promise of `format` for each.
  @Test func formatReadsWhatHasNoProblemAndNothingElse() {
    let seeds = [
      "2024-02-29T10:20:30.123+02:00", "2024-02-29 10:20:30", "Thu, 29 Feb 2024 10:20:30 GMT",
      "29/02/2024", "20240229T102030Z", "1709202030",
    ].map { Array($0.utf8) }
    let alphabet = Array("0123456789-:T Z+./,GMTFeb".utf8)
    var state: UInt64 = 20_060_324
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var dates = 0
    for _ in 0..<20_000 {
      var bytes = seeds[next(seeds.count)]
      for _ in 0...next(3) {
        let position = next(bytes.count)
        switch next(4) {
        case 0: bytes.remove(at: position)
        case 1: bytes.insert(alphabet[next(alphabet.count)], at: position)
        default: bytes[position] = alphabet[next(alphabet.count)]
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let look = DateLook(text: text)
      if let format = look.format {
        dates += 1
        #expect((format.date(from: text) != nil) == (look.problem == nil), "\(text)")
      } else {
        #expect(look.problem == nil && ISO8601Date.date(from: text) == nil, "\(text)")
      }
    }
    #expect(dates > 1000)
  }
}
