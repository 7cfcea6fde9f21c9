import Foundation
import StrictJSON
import TestSupport
import Testing
import WireDates

@testable import DecodingLaws

@Suite struct DecodingDateTests {
  struct Dated: Decodable { var date: Date }

  struct DateCase: CustomTestStringConvertible, Sendable {
    let dates: ShapeCase.Dates
    let value: String
    let kind: DecodingIssue.Kind?
    let message: String
    var testDescription: String { "\(dates) \(value)" }

    init(
      _ dates: ShapeCase.Dates, _ value: String, _ kind: DecodingIssue.Kind? = nil,
      _ message: String = ""
    ) {
      self.dates = dates
      self.value = value
      self.kind = kind
      self.message = message
    }
  }

  private static let iso = "expected ISO 8601 date-time with zone, such as 2006-03-24T22:30:00Z"
  private static let seconds = "expected Unix seconds as a number, such as 1143239400"

  @Test(arguments: [
    DateCase(.iso8601, #""2006-03-24T22:30:00Z""#),
    DateCase(.iso8601, #""2006-03-24T22:30:00.000Z""#),
    DateCase(.iso8601, #""2006-03-25T10:30:00+12:00""#),
    DateCase(
      .iso8601, #""2006-03-24T22:30:00""#, .invalidDate,
      #"the string "2006-03-24T22:30:00" is an ISO 8601 date-time without a zone; \#(iso)"#),
    DateCase(
      .iso8601, #""2006-03-24""#, .invalidDate,
      #"the string "2006-03-24" is a date without a time; \#(iso)"#),
    DateCase(
      .iso8601, #""2006-03-24 22:30:00""#, .invalidDate,
      #"the string "2006-03-24 22:30:00" is an SQL date-time; \#(iso)"#),
    DateCase(
      .iso8601, #""Fri, 24 Mar 2006 22:30:00 GMT""#, .invalidDate,
      #"the string "Fri, 24 Mar 2006 22:30:00 GMT" is an RFC 1123 date; \#(iso)"#),
    DateCase(
      .iso8601, #""1143239400""#, .invalidDate,
      #"the string "1143239400" is Unix seconds as text; \#(iso)"#),
    DateCase(.iso8601, #""""#, .invalidDate, #"the string "" is empty text; \#(iso)"#),
    DateCase(
      .iso8601, "1143239400", .typeMismatch, "the number 1143239400 is Unix seconds; \(iso)"),
    DateCase(.iso8601, "null", .nullValue),
    DateCase(.iso8601, "true", .typeMismatch),
    DateCase(
      .iso8601, #""2006-02-30T22:30:00Z""#, .implausibleDate,
      #"the decoder accepts the string "2006-02-30T22:30:00Z" as a date, but it is "#
        + "an ISO 8601 date-time whose day does not exist (February 2006 has 28 days)"),
    DateCase(
      .iso8601, #""2006-03-24T25:00:00Z""#, .implausibleDate,
      #"the decoder accepts the string "2006-03-24T25:00:00Z" as a date, but it is "#
        + "an ISO 8601 date-time whose hour does not exist (hour 25)"),
    DateCase(
      .iso8601, #""2006-03-24T22:30:00Zjunk""#, .implausibleDate,
      #"the decoder accepts the string "2006-03-24T22:30:00Zjunk" as a date, but it is "#
        + "an ISO 8601 date-time with text after it"),
    DateCase(.iso8601, #""2006-13-01T00:00:00Z""#, .invalidDate),
    DateCase(.seconds, "1143239400"),
    DateCase(.seconds, "-1.5"),
    DateCase(
      .seconds, "1143239400000", .implausibleDate,
      "the decoder accepts the number 1143239400000 as a date, but it is Unix milliseconds"),
    DateCase(
      .seconds, #""1143239400""#, .typeMismatch,
      #"the string "1143239400" is Unix seconds as text; \#(seconds)"#),
    DateCase(
      .seconds, #""2006-03-24T22:30:00Z""#, .typeMismatch,
      #"the string "2006-03-24T22:30:00Z" is an ISO 8601 date-time; \#(seconds)"#),
    DateCase(.milliseconds, "1143239400000"),
    DateCase(
      .milliseconds, "1143239400", .implausibleDate,
      "the decoder accepts the number 1143239400 as a date, but it is Unix seconds"),
    DateCase(.deferred, "1143239400"),
    DateCase(.deferred, #""x""#, .typeMismatch),
    DateCase(.formatted, #""2006-03-24""#),
    DateCase(
      .formatted, #""2006-03""#, .invalidDate),
    DateCase(.formatted, "7", .typeMismatch),
    DateCase(.custom, #""7""#),
    DateCase(.custom, #""x""#, .invalidDate),
  ])
  func strategyJudgesDate(dateCase: DateCase) throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = dateCase.dates.strategy
    let report = try report([Dated].self, #"[{"date": \#(dateCase.value)}]"#, decoder)
    #expect(report.issues.map(\.kind) == (dateCase.kind.map { [$0] } ?? []), "\(report.inWords)")
    #expect(report.issues.allSatisfy { $0.pointer.description == "/0/date" })
    #expect(report.issues.allSatisfy { $0.owner?.description == "DecodingDateTests.Dated.date" })
    if !dateCase.message.isEmpty {
      #expect(report.issues.map(\.message) == [dateCase.message])
    }
    let isRemark = dateCase.kind == nil || dateCase.kind == .implausibleDate
    #expect(report.decodes == isRemark)
  }

  struct Wires: Decodable {
    var instant: ISO8601Date?
    var seconds: UnixSecondsDate?
    var milliseconds: UnixMillisecondsDate?
    var sql: PatternDate<SQLDateTime>?
    var day: PatternDate<CalendarDay>?
  }

  @Test(arguments: [
    (#""instant": "2006-03-24T22:30:00Z""#, DecodingIssue.Kind?.none),
    (#""instant": "2006-03-24T22:30:00.5Z""#, nil), (#""seconds": 1143239400"#, nil),
    (#""milliseconds": 1143239400000"#, nil), (#""sql": "2006-03-24 22:30:00""#, nil),
    (#""day": "2006-03-24""#, nil), (#""day": null"#, nil),
    (#""instant": "2006-03-24""#, .invalidDate), (#""instant": 7"#, .typeMismatch),
    (#""instant": "2006-02-30T22:30:00Z""#, .invalidDate), (#""instant": []"#, .typeMismatch),
    (#""seconds": "1143239400""#, .typeMismatch), (#""seconds": 1143239400000"#, .implausibleDate),
    (#""seconds": 1e400"#, .numberOutOfRange), (#""milliseconds": 1143239400"#, .implausibleDate),
    (#""sql": "2006-03-24T22:30:00Z""#, .invalidDate),
    (#""sql": "2006-03-24 25:30:00""#, .invalidDate),
    (#""day": "2006-02-30""#, .invalidDate), (#""day": "24.03.2006""#, .invalidDate),
  ])
  func wireDateJudgesDate(member: String, kind: DecodingIssue.Kind?) throws {
    let report = try report(Wires.self, "{\(member)}")
    #expect(report.issues.map(\.kind) == (kind.map { [$0] } ?? []), "\(report.inWords)")
    let property = try #require(member.split(separator: "\"").first)
    #expect(
      report.issues.allSatisfy { $0.owner?.description == "DecodingDateTests.Wires.\(property)" })
    #expect(
      report.issues.allSatisfy {
        $0.kind == .numberOutOfRange || $0.expected.description.contains("such as")
      })
    #expect(report.unexplored.isEmpty)
  }

  @Test func wireDateSaysWhatStandsThere() throws {
    let report = try report(
      Wires.self, #"{"seconds": "2006-03-24T22:30:00Z", "day": "2006-02-30", "instant": 7}"#)
    #expect(
      report.issues.map(\.message) == [
        #"the string "2006-03-24T22:30:00Z" is an ISO 8601 date-time; \#(Self.seconds)"#,
        #"the string "2006-02-30" is a date without a time whose day does not exist "#
          + "(February 2006 has 28 days); expected \(DateFormat.pattern("yyyy-MM-dd").explanation)",
        "the number 7 is Unix seconds; \(Self.iso)",
      ])
  }

  /// Makes its dates out of text, each with a formatter of its own.
  struct Parsed: Decodable {
    var start: Date
    var end: Date?
    var name: String
    enum CodingKeys: String, CodingKey { case start, end, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssXXXXX"
      let text = try container.decode(String.self, forKey: .start)
      guard let start = formatter.date(from: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .start, in: container, debugDescription: "no date")
      }
      self.start = start
      formatter.dateFormat = "MMM d, yyyy"
      formatter.isLenient = true
      end = try container.decodeIfPresent(String.self, forKey: .end).flatMap {
        formatter.date(from: $0) ?? .distantFuture
      }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func dateThatTheInitialiserMakesIsJudged() throws {
    func kinds(_ start: String, _ end: String) throws -> [String] {
      try report(Parsed.self, #"{"start": "\#(start)", "end": "\#(end)", "name": "2006-02-30"}"#)
        .issues.map { "\($0.kind) \($0.owner?.description ?? "")" }
    }
    #expect(try kinds("2006-03-24T22:30:00Z", "Mar 24, 2006") == [])
    #expect(
      try kinds("2006-03-24", "Mar 24, 2006") == ["invalidDate DecodingDateTests.Parsed.start"])
    #expect(
      try kinds("2006-03-24T22:30:00Z", "never") == ["implausibleDate DecodingDateTests.Parsed.end"]
    )
    #expect(
      try kinds("2006-03-24T22:30:00Z", "2006-02-30") == [
        "implausibleDate DecodingDateTests.Parsed.end"
      ])
    #expect(
      try kinds("2006-03-24T22:30:00Z", "2006-03-24T22:30:00Z x") == [
        "implausibleDate DecodingDateTests.Parsed.end"
      ])
  }

  private struct OptionalDay: Decodable {
    var date: Date?

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      date = text.isEmpty ? nil : .distantFuture
    }
  }

  private struct Ending: Decodable {
    var end: Date?
    enum CodingKeys: CodingKey { case end }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let text = try container.decode(String.self, forKey: .end)
      end = text == "never" ? nil : .distantFuture
    }
  }

  private class Base: Decodable {
    var end: Date?
    enum CodingKeys: CodingKey { case end }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      end = try container.decode(String.self, forKey: .end) == "never" ? nil : .distantFuture
    }
  }

  /// What a type takes for no date is not accepted as one.
  @Test(arguments: [(#""""#, false), (#""soon""#, true)])
  func valueThatTheTypeTakesForNoDateIsNotRemarked(value: String, isRemarked: Bool) throws {
    let report = try report([OptionalDay].self, "[\(value)]")
    #expect(report.issues.map(\.kind) == (isRemarked ? [.implausibleDate] : []))
  }

  @Test(arguments: [(#""never""#, false), (#""soon""#, true)])
  func textThatTheTypeMakesNoDateOfIsNotRemarked(value: String, isRemarked: Bool) throws {
    let kinds: [DecodingIssue.Kind] = isRemarked ? [.implausibleDate] : []
    #expect(try report(Ending.self, #"{"end": \#(value)}"#).issues.map(\.kind) == kinds)
    #expect(try report(Base.self, #"{"end": \#(value)}"#).issues.map(\.kind) == kinds)
  }

  /// A date that the decoder reads itself is judged once, by the format that it knows.
  @Test func dateIsJudgedOnce() throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let report = try report(Dated.self, #"{"date": "2006-02-30T00:00:00Z"}"#, decoder)
    #expect(report.issues.count == 1)
    #expect(report.issues.map(\.expected.description) == [DateFormat.iso8601.explanation])
  }

  /// Reads an object by one of two types, of which the first has a date.
  private enum Dating: Decodable {
    case dated, named

    struct Full: Decodable {
      let date: Date
      let size: Int
    }

    struct Short: Decodable { let name: String }

    init(from decoder: any Decoder) throws {
      if (try? Full(from: decoder)) != nil {
        self = .dated
      } else {
        _ = try Short(from: decoder)
        self = .named
      }
    }
  }

  /// What is odd about a date counts only where it was read to be kept.
  @Test(arguments: [
    (#"{"date": "2006-02-30T00:00:00Z", "size": 1, "name": "n"}"#, ["/0/date"]),
    (#"{"date": "2006-02-30T00:00:00Z", "size": "x", "name": "n"}"#, []),
  ])
  func dateOfAnAlternativeThatFailedIsNotRemarked(text: String, remarked: [String]) throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .iso8601
    for usesFastPass in [true, false] {
      decoder.usesFastPass = usesFastPass
      let report = try report([Dating].self, "[\(text)]", decoder)
      #expect(
        report.issues.filter { $0.kind == .implausibleDate }.map(\.pointer.description) == remarked)
      #expect(report.decodes)
    }
  }

  /// Dates are read here without Foundation where they are plain, and are the same to the last bit.
  @Test(arguments: [
    ShapeCase.Dates.iso8601, .seconds, .milliseconds, .deferred,
  ])
  func datesAreFoundations(dates: ShapeCase.Dates) throws {
    var random = SeededRandom(seed: 20)
    var strict = StrictDecoder()
    strict.dateDecodingStrategy = dates.strategy
    let foundation = JSONDecoder()
    foundation.dateDecodingStrategy = dates.strategy
    var accepted = 0
    for _ in 0..<400 * Fuzzing.factor {
      let value = Self.date(dates, &random)
      let text = #"{"date": \#(value)}"#
      let expected = try? foundation.decode(Dated.self, from: Data(text.utf8))
      let (ours, report) = strict.decode(Dated.self, from: try JSONDocument(Array(text.utf8)))
      try #require(ours?.date == expected?.date, "\(value)")
      try #require(report.decodes == (expected != nil), "\(value)")
      accepted += expected == nil ? 0 : 1
    }
    #expect(accepted > 100 * Fuzzing.factor)
  }

  /// A date as it is mostly written, in some year, with a field that may not exist.
  private static func date(_ dates: ShapeCase.Dates, _ random: inout SeededRandom) -> String {
    func digits(_ range: Range<Int>, _ count: Int = 2) -> String {
      let text = String(Int.random(in: range, using: &random))
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    guard case .iso8601 = dates else {
      let whole = String(Int.random(in: -3_000_000_000_000...9_000_000_000_000, using: &random))
      return Bool.random(using: &random) ? whole : "\(whole).\(digits(0..<1000, 3))"
    }
    let years = Bool.random(using: &random) ? 1850..<2150 : 1..<10_000
    let day = "\(digits(years, 4))-\(digits(1..<14))-\(digits(1..<33))"
    let time = "\(digits(0..<25)):\(digits(0..<61)):\(digits(0..<61))"
    let zone = Int.random(in: 0..<8, using: &random) == 0 ? "+0\(digits(0..<9, 1)):30" : "Z"
    return "\"\(day)T\(time)\(zone)\""
  }
}
