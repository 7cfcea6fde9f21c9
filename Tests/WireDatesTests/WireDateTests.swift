import Foundation
import Testing
import WireDates

@Suite struct WireDateTests {
  struct Launch: Codable, Hashable {
    let utc: ISO8601Date
    let unix: UnixSecondsDate
    let unixMilliseconds: UnixMillisecondsDate
    let modified: PatternDate<SQLDateTime>?
    let day: PatternDate<CalendarDay>
  }

  static let text = """
    {"day":"2006-03-24","modified":"2006-03-24 22:30:00","unix":1143239400,\
    "unixMilliseconds":1143239400000,"utc":"2006-03-24T22:30:00.250Z"}
    """

  @Test func launchIsDecodedAndEncodedBack() throws {
    let launch = try JSONDecoder().decode(Launch.self, from: Data(Self.text.utf8))
    #expect(launch.utc.date.timeIntervalSince1970 == 1_143_239_400.25)
    #expect(launch.unix.date == launch.unixMilliseconds.date)
    #expect(launch.unix.date.timeIntervalSince1970 == 1_143_239_400)
    #expect(launch.modified?.date == launch.unix.date)
    #expect(launch.day.date.timeIntervalSince1970 == 1_143_158_400)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(launch), as: UTF8.self) == Self.text)
  }

  @Test(arguments: [
    ("2006-03-24T22:30:00Z", "2006-03-24T22:30:00Z"),
    ("2006-03-25T10:30:00+12:00", "2006-03-24T22:30:00Z"),
    ("2006-03-24T22:30:00.000Z", "2006-03-24T22:30:00Z"),
    ("2006-03-24T22:30:00.5Z", "2006-03-24T22:30:00.500Z"),
  ])
  func isoDateWritesAFractionOnlyWhereItHasOne(text: String, written: String) throws {
    let dates = try JSONDecoder().decode([ISO8601Date].self, from: Data("[\"\(text)\"]".utf8))
    #expect(String(decoding: try JSONEncoder().encode(dates), as: UTF8.self) == "[\"\(written)\"]")
  }

  @Test(arguments: [
    (
      #""2006-02-30T22:30:00Z""#,
      #"""
      expected ISO 8601 date-time with zone, such as 2006-03-24T22:30:00Z; found an ISO 8601 \#
      date-time whose day does not exist (February 2006 has 28 days): "2006-02-30T22:30:00Z"
      """#
    ),
    (
      #""""#,
      #"""
      expected ISO 8601 date-time with zone, such as 2006-03-24T22:30:00Z; found empty text: ""
      """#
    ),
    (
      #""\u001b[2J\u2028\u009b\"""#,
      #"""
      expected ISO 8601 date-time with zone, such as 2006-03-24T22:30:00Z; found text that is no \#
      date: "\u{1B}[2J\u{2028}\u{9B}\""
      """#
    ),
  ])
  func errorSaysWhatStandsThereInstead(json: String, message: String) throws {
    #expect(try decodingMessage(ISO8601Date.self, json) == message)
  }

  @Test func longTextIsCutInTheError() throws {
    let json = "\"\(String(repeating: "é", count: 5000))\""
    let message = try #require(try decodingMessage(PatternDate<SQLDateTime>.self, json))
    #expect(message.hasSuffix("é…\""))
    #expect(message.count < 200)
  }

  @Test func numberIsNotADateText() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ISO8601Date].self, from: Data("[1143239400]".utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([UnixSecondsDate].self, from: Data(#"["1143239400"]"#.utf8))
    }
  }

  @Test func dateBeyondTheFormatIsNotEncoded() {
    let far = Date(timeIntervalSince1970: 1e15)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([ISO8601Date(date: far)]) }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode([PatternDate<CalendarDay>(date: far)])
    }
    let endless = Date(timeIntervalSince1970: .infinity)
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode([UnixSecondsDate(date: endless)])
    }
  }

  private func decodingMessage<Value: WireDate>(_: Value.Type, _ json: String) throws -> String? {
    do {
      _ = try JSONDecoder().decode([Value].self, from: Data("[\(json)]".utf8))
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    }
  }
}
