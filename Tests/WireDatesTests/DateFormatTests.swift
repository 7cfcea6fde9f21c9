import Foundation
import Testing
import WireDates

@Suite struct DateFormatTests {
  static let launch = Date(timeIntervalSince1970: 1_143_239_400)

  @Test(
    arguments: [
      ("iso8601", DateFormat.iso8601, "2006-03-24T22:30:00Z"),
      ("iso8601-fractional", .iso8601Fractional, "2006-03-24T22:30:00.000Z"),
      ("unix-seconds", .unixSeconds, "1143239400"),
      ("unix-milliseconds", .unixMilliseconds, "1143239400000"),
      ("yyyy-MM-dd HH:mm:ss", .pattern("yyyy-MM-dd HH:mm:ss"), "2006-03-24 22:30:00"),
      (
        "EEE, dd MMM yyyy HH:mm:ss zzz", .pattern("EEE, dd MMM yyyy HH:mm:ss zzz"),
        "Fri, 24 Mar 2006 22:30:00 GMT"
      ),
      ("yyyyMMdd'T'HHmmssZ", .pattern("yyyyMMdd'T'HHmmssZ"), "20060324T223000+0000"),
      ("yyyy 'o''clock' ''MM", .pattern("yyyy 'o''clock' ''MM"), "2006 o'clock '03"),
      (
        "HH:mm:ss.SSSSSS dd.MM.yyyy XXXXX", .pattern("HH:mm:ss.SSSSSS dd.MM.yyyy XXXXX"),
        "22:30:00.000000 24.03.2006 Z"
      ),
      (
        "EEE MMM dd HH:mm:ss Z yyyy", .pattern("EEE MMM dd HH:mm:ss Z yyyy"),
        "Fri Mar 24 22:30:00 +0000 2006"
      ),
      ("M/d/yyyy h:mm:ss a", .pattern("M/d/yyyy h:mm:ss a"), "3/24/2006 10:30:00 PM"),
      ("hh:mm a MMMM d, yyyy", .pattern("hh:mm a MMMM d, yyyy"), "10:30 PM March 24, 2006"),
    ] as [(String, DateFormat, String)])
  func nameAndExampleAreInversesOfReading(
    name: String, format: DateFormat, example: String
  ) throws {
    #expect(DateFormat(name: name) == format)
    #expect(format.name == name)
    #expect(format.example == example)
    #expect(format.explanation.hasSuffix("such as \(example)"))
    if format.isNumeric {
      #expect(format.date(from: try #require(Double(example))) == Self.launch)
      #expect(format.date(from: example) == nil)
    } else {
      #expect(format.date(from: 1_143_239_400) == nil)
      let date = try #require(format.date(from: example))
      #expect(format.string(from: date) == example)
    }
  }

  @Test(arguments: [
    "", "iso-8601", "YYYY-MM-dd", "yyyy-MM-dd hh:mm", "yy-MM-dd", "yyyy-MM-dd HH:mm a", "HH:mm:ss",
    "MM-dd",
    "yyyy-dd", "yyyy-MM-dd HH:ss", "yyyy-MM-dd mm", "yyyy-MM-dd'T", "yyyy yyyy", "yyyy MM MMM",
    "yyyy-MM-dd HH:mm:ss Z XXX", "yyyy-MM-dd HH:mm:ss ZZZZ", "yyyy-MM-dd VV",
  ])
  func patternThatIsNoDateHasNoFormat(name: String) {
    #expect(DateFormat(name: name) == nil)
  }

  @Test(arguments: [
    ("M/d/yyyy h:mm a", "3/4/2006 12:05 AM", "2006-03-04T00:05:00Z"),
    ("M/d/yyyy h:mm a", "03/04/2006 12:05 PM", "2006-03-04T12:05:00Z"),
    ("M/d/yyyy h:mm a", "3/4/2006 1:05 PM", "2006-03-04T13:05:00Z"),
    ("M/d/yyyy h:mm a", "3/4/2006 13:05 PM", nil), ("M/d/yyyy h:mm a", "3/4/2006 0:05 AM", nil),
    ("M/d/yyyy h:mm a", "3/4/2006 1:05 am", nil), ("M/d/yyyy h:mm a", "3/4/2006 1:05", nil),
    ("d MMMM yyyy", "4 May 2006", "2006-05-04T00:00:00Z"),
    ("d MMMM yyyy", "04 September 2006", "2006-09-04T00:00:00Z"),
    ("d MMMM yyyy", "4 Sep 2006", nil), ("d MMM yyyy", "4 September 2006", nil),
    ("d MMMM yyyy", "31 June 2006", nil), ("d MMMM yyyy", "004 June 2006", nil),
  ])
  func namesAndHalvesOfDaysAreRead(pattern: String, text: String, instant: String?) {
    let date = instant.flatMap { DateFormat.iso8601.date(from: $0) }
    #expect(DateFormat.pattern(pattern).date(from: text) == date)
  }

  @Test(arguments: ["yyyy-MM-dd KK:mm a", "yyyy-MM-dd'T", "soon"])
  func unsupportedPatternReadsAndWritesNothing(pattern: String) {
    #expect(DateFormat.pattern(pattern).date(from: "2006-03-24") == nil)
    #expect(DateFormat.pattern(pattern).string(from: Self.launch) == "")
  }

  @Test(arguments: [
    ("2006-03-24T22:30:00Z", 1_143_239_400.0), ("2006-03-25T10:30:00+12:00", 1_143_239_400),
    ("2006-03-25T10:30:00+1200", 1_143_239_400), ("2006-03-25T10:30:00+12", 1_143_239_400),
    ("2006-03-24T17:00:00-05:30", 1_143_239_400), ("2006-03-24T22:30:00-00:00", 1_143_239_400),
    ("2006-03-25T22:29:00+23:59", 1_143_239_400), ("1969-12-31T23:59:59Z", -1),
    ("2000-02-29T00:00:00Z", 951_782_400), ("0000-03-01T00:00:00Z", -62_162_035_200),
    ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func isoTextIsRead(text: String, seconds: Double) {
    #expect(DateFormat.iso8601.date(from: text)?.timeIntervalSince1970 == seconds)
    #expect(DateFormat.iso8601Fractional.date(from: text) == nil)
  }

  @Test(arguments: [
    ("2024-01-15T10:20:30.1Z", 0.1), ("2024-01-15T10:20:30.123Z", 0.123),
    ("2024-01-15T10:20:30.123456789Z", 0.123456789), ("2024-01-15T12:20:30.5+02:00", 0.5),
    ("2024-01-15T10:20:30.000000000000000000000000000000009Z", 0),
    ("2024-01-15T10:20:30.99999999999999999999999999999999999Z", 1),
  ])
  func fractionHasAnyNumberOfDigits(text: String, fraction: Double) throws {
    let date = try #require(DateFormat.iso8601Fractional.date(from: text))
    #expect(abs(date.timeIntervalSince1970 - 1_705_314_030 - fraction) < 1e-6)
    #expect(DateFormat.iso8601.date(from: text) == nil)
  }

  @Test(arguments: [
    "2006-03-24T22:30:00Z", "2006-03-25T10:30:00+12:00", "1999-12-31T23:59:59-08:00",
    "2000-02-29T12:00:00Z", "1900-02-28T00:00:00Z", "2100-03-01T00:00:00+05:45",
  ])
  func foundationReadsTheSameInstant(text: String) {
    #expect(DateFormat.iso8601.date(from: text) == ISO8601DateFormatter().date(from: text))
  }

  /// Foundation changes to the Julian calendar before 1582, so the years begin at 1600.
  @Test func foundationWritesTheSameText() {
    let formatter = ISO8601DateFormatter()
    for seconds in stride(from: -11_676_096_000.0, to: 30_000_000_000, by: 86_400 * 97 + 12_345) {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(DateFormat.iso8601.string(from: date) == formatter.string(from: date))
    }
  }

  @Test(arguments: [
    DateFormat.iso8601, .iso8601Fractional, .pattern("yyyy-MM-dd HH:mm:ss"),
    .pattern("EEE, dd MMM yyyy HH:mm:ss zzz"), .pattern("dd MMM yyyy HH:mm:ss.SSSSSSSSS Z"),
  ])
  func writtenDateReadsBack(format: DateFormat) {
    // A step of days and a bit, so that every field takes many values.
    for seconds in stride(from: -62_167_219_200.0, to: 253_402_300_799, by: 86_400 * 1201 + 4321) {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(format.date(from: format.string(from: date)) == date)
    }
  }

  @Test func everyDayOfFourCenturiesFollowsTheOneBefore() throws {
    let format = DateFormat.pattern("yyyy-MM-dd")
    var date = try #require(format.date(from: "1999-12-31"))
    var texts: Set<String> = []
    for _ in 0..<146_097 {
      date += 86_400
      texts.insert(format.string(from: date))
    }
    #expect(texts.count == 146_097)
    #expect(format.string(from: date) == "2399-12-31")
    #expect(texts.contains("2000-02-29") && texts.contains("2396-02-29"))
    #expect(!texts.contains("2100-02-29"))
  }

  @Test(arguments: [
    (0.0006, "1970-01-01T00:00:00.001Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
    (0.99999, "1970-01-01T00:00:01.000Z"), (1.0e300, "9999-12-31T23:59:59.999Z"),
    (-1.0e300, "0000-01-01T00:00:00.000Z"), (.infinity, "9999-12-31T23:59:59.999Z"),
    (.nan, "1970-01-01T00:00:00.000Z"),
  ])
  func extremeDateIsWrittenAsTheNearest(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(DateFormat.iso8601Fractional.string(from: date) == text)
  }

  @Test(arguments: [
    ("Fri, 24 Mar 2006 22:30:00 GMT", true), ("Fri, 24 Mar 2006 22:30:00 UTC", true),
    ("Sat, 24 Mar 2006 22:30:00 GMT", false), ("Fri, 24 mar 2006 22:30:00 GMT", false),
    ("Fri, 24 Mar 2006 22:30:00 EST", false), ("Fri, 24 Mar 2006 22:30:00", false),
    ("Fri, 24 Mar 2006 22:30:00 GMT ", false), ("Fri, 31 Apr 2006 22:30:00 GMT", false),
  ])
  func namesInPatternsAreStrict(text: String, isDate: Bool) {
    let format = DateFormat.pattern("EEE, dd MMM yyyy HH:mm:ss zzz")
    #expect((format.date(from: text) == Self.launch) == isDate)
    #expect((format.date(from: text) != nil) == isDate)
  }

  @Test(arguments: [
    ("2006-03-24 22:30:00", true), ("2006-03-24T22:30:00", false), ("2006-3-24 22:30:00", false),
    ("2006-02-30 22:30:00", false), ("2006-03-24 24:00:00", false), ("2006-03-24", false),
    ("2006-03-24 22:30:00Z", false), ("", false), ("٢٠٠٦-03-24 22:30:00", false),
  ])
  func patternReadsTheWholeText(text: String, isDate: Bool) {
    let date = DateFormat.pattern("yyyy-MM-dd HH:mm:ss").date(from: text)
    #expect(date == (isDate ? Self.launch : nil))
  }

  @Test func numberThatIsNotFiniteIsNoDate() {
    #expect(DateFormat.unixSeconds.date(from: Double.nan) == nil)
    #expect(DateFormat.unixMilliseconds.date(from: -Double.infinity) == nil)
    #expect(DateFormat.unixSeconds.string(from: Date(timeIntervalSince1970: 1.5)) == "1.5")
  }
}
