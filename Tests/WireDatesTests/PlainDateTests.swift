import Testing
import WireDates

@Suite struct PlainDateTests {
  private func plainDate(_ bytes: [UInt8]) -> PlainDate? { PlainDate(bytes.span) }

  @Test(arguments: [
    ("2006-03-24", PlainDate.Form.day, 0, 0), ("2006-03-24 22:30:00", .dayAndTime, 0, 0),
    ("2006-03-24T22:30:00Z", .iso8601, 0, 0), ("2006-03-24T22:30:00-04:00", .iso8601, 0, 4),
    ("2006-03-24T22:30:00.5Z", .iso8601Fractional, 1, 0),
    ("2006-03-24T22:30:00.123456789+23:59", .iso8601Fractional, 9, 23),
  ])
  func plainDateIsRead(text: String, form: PlainDate.Form, fractionDigits: Int, hours: Int) throws {
    let date = try #require(plainDate(Array(text.utf8)))
    #expect(date.form == form)
    #expect(date.year == 2006)
    #expect(date.fractionDigits == fractionDigits)
    #expect(date.offsetHours == hours)
  }

  @Test(arguments: [
    "", "2006-03-2", "0999-03-24", "2006-13-24", "2006-03-29", "2006-03-24T", "2006/03/24",
    "2006-03-24T22:30:00", "2006-03-24 22:30:00Z", "2006-03-24t22:30:00Z", "2006-03-24T24:30:00Z",
    "2006-03-24T22:30:60Z", "2006-03-24T22:30:00.Z", "2006-03-24T22:30:00.5",
    "2006-03-24T22:30:00+0100", "2006-03-24T22:30:00+24:00", "2006-03-24T22:30:00ZZ",
  ])
  func otherTextIsLeftToTheFormats(text: String) {
    #expect(plainDate(Array(text.utf8)) == nil)
  }

  /// What is plain is the same instant for the format that it names, and for its fields one by one.
  @Test(arguments: [
    "2006-03-24", "2006-03-24 22:30:00", "2006-03-24T22:30:00Z", "1969-12-28T23:59:59-23:59",
    "2006-03-24T22:30:00.25+01:00", "2006-02-28T22:30:00.1234567890123456789Z",
  ])
  func plainDatesAreDatesOfTheirFormats(text: String) {
    for index in text.utf8.indices {
      for byte in 0x20..<UInt8(0x7F) {
        var changed = Array(text.utf8)
        changed[text.utf8.distance(from: text.utf8.startIndex, to: index)] = byte
        guard let plain = plainDate(changed) else { continue }
        // The pattern is another text than that of the format, so that its fields are read one by one.
        let (format, pattern): (DateFormat, String) =
          switch plain.form {
          case .day: (.pattern("yyyy-MM-dd"), "yyyy'-'MM-dd")
          case .dayAndTime: (.pattern("yyyy-MM-dd HH:mm:ss"), "yyyy'-'MM-dd HH:mm:ss")
          case .iso8601: (.iso8601, "yyyy-MM-dd'T'HH:mm:ssXXX")
          case .iso8601Fractional: (.iso8601Fractional, "yyyy-MM-dd'T'HH:mm:ss.SXXX")
          }
        let written = String(decoding: changed, as: UTF8.self)
        let date = DateFormat.pattern(pattern).date(from: written)
        if date == nil || format.date(from: written) != date {
          Issue.record("\(written) is \(String(describing: format.date(from: written)))")
        }
      }
    }
  }
}
