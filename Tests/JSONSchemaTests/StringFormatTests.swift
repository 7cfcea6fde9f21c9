import JSONSchema
import StrictJSON
import Testing

/// Each value of `format` with texts that have it and texts that do not, beyond the official cases.
@Suite struct StringFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let format: String
    let accepted: [String]
    let refused: [String]

    init(_ format: String, _ accepted: [String], not refused: [String]) {
      self.format = format
      self.accepted = accepted
      self.refused = refused
    }

    var testDescription: String { format }
  }

  static let cases = [
    Case(
      "date-time", ["2006-03-24t22:30:00.5+05:30", "2016-12-31T23:59:60Z"],
      not: ["2006-03-24 22:30:00Z", "2006-03-24T24:00:00Z", "2016-12-31T22:59:60Z"]),
    Case("date", ["2024-02-29"], not: ["2023-02-29", "2024-2-9", "2024-00-10"]),
    Case("time", ["22:30:00Z", "00:29:60+00:30"], not: ["22:30", "22:30:00", "22:30:00+24:00"]),
    Case("duration", ["P1Y", "P1W", "PT5M", "P1DT1H"], not: ["P", "P1W1D", "PT", "P1YT", "P1S"]),
    Case(
      "email", ["a@b", #""a\"b"@c.de"#, "a@[IPv6:::1]"], not: [#""a"b"@c.de"#, "a@-b", "a@[::1]"]),
    Case("idn-email", ["ä@ö.de"], not: ["ä", "ä@", "ä ö@b.de"]),
    Case("hostname", ["a.b-c.D1"], not: ["a_b", "a..b", "-a", "ä.de", "xn--a"]),
    Case(
      "idn-hostname", ["bücher.de", "xn--bcher-kva.de"], not: ["a b", "xn--bücher", "\u{301}a"]),
    Case("ipv4", ["0.0.0.0", "255.1.20.3"], not: ["1.2.3", "01.2.3.4", "1.2.3.256", "1.2.3.4.5"]),
    Case(
      "ipv6", ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"],
      not: [":::", "1::2::3", "1:2:3:4:5:6:7", "12345::", "::1%eth0", "1.2.3.4::"]),
    Case(
      "uri", ["a:b", "https://u:p@h:80/p?q#f", "http://[::1]:8/"],
      not: ["//a", "http://[1]", "a:%g0"]),
    Case("uri-reference", ["", "a/b?c#d", "//h/p", "#"], not: ["1a:b", "a b", "#a#b", "\\"]),
    Case("iri", ["https://ö.de/ä?ß"], not: ["ö", "https://ö.de/ ", "a:\u{E0001}"]),
    Case("iri-reference", ["ö/ä"], not: ["ö ä", "\u{E000}"]),
    Case("uri-template", ["/a{?b,c*,d:3}"], not: ["{", "}", "{a:0}", "{a b}"]),
    Case("uuid", ["0E7C3A58-1C8A-4B8E-9D2F-0A1B2C3D4E5F"], not: ["0e7c3a58", "g"]),
    Case("json-pointer", ["", "/", "/a~0b/~1"], not: ["a", "/~", "/~2", "#/a"]),
    Case("relative-json-pointer", ["0", "10/a", "1#"], not: ["/a", "01", "-1", "1a", "1##"]),
    Case("regex", ["a|b", "(?<a>b)\\k<a>"], not: ["(", "\\Z"]),
    Case("colour", ["anything"], not: []),
  ]

  @Test(arguments: cases)
  func formatAcceptsAndRefuses(testCase: Case) throws {
    let node: JSONNode = ["format": .string(testCase.format)]
    let schema = try Schema(Samples.document(JSONWriter.compact(node)))
    func isAccepted(_ text: String) throws -> Bool {
      let document = try Samples.document(JSONWriter.quoted(text))
      return schema.validate(document, formats: .asserted).isEmpty
    }
    for text in testCase.accepted { #expect(try isAccepted(text), "\(text)") }
    for text in testCase.refused { #expect(try !isAccepted(text), "\(text)") }
  }
}
