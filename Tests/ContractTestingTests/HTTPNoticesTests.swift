import Endpoints
import Testing

@testable import ContractTesting

@Suite struct HTTPNoticesTests {
  private func findings(_ headers: HTTPHeaders, _ status: Int = 200) -> [String] {
    var response = Response(name: "a.json", body: Array("{}".utf8), status: status)
    response.headers = headers
    return ResponseReading(response).findings.map { "\($0.rule.id): \($0.found ?? "")" }
  }

  @Test(arguments: [
    ("Deprecation", "true"), ("Deprecation", "@1688169599"),
    ("Sunset", "Sat, 31 Dec 2033 23:59:59 GMT"), ("Warning", #"299 - "Deprecated API""#),
    ("Warning", #"110 a "stale", 199 - "going away""#),
  ])
  func announcementsAreTold(_ name: String, _ value: String) {
    #expect(findings(HTTPHeaders([(name, value)])) == ["deprecation-header: \(name): \(value)"])
  }

  @Test(arguments: [
    ("Deprecation", "false"), ("Deprecation", "?0"), ("Warning", #"110 cache "Response is Stale""#),
    ("ETag", "299"), ("Link", "<https://a.example>; rel=deprecation"),
  ])
  func otherFieldsAreNot(_ name: String, _ value: String) {
    #expect(findings(HTTPHeaders([(name, value)])).isEmpty)
  }

  @Test func severalFieldsAreOneFinding() {
    let found = findings(["Deprecation": "true", "Sunset": "soon"], 404)
    #expect(
      found == ["unexpected-status: 404", "deprecation-header: Deprecation: true; Sunset: soon"])
  }

  @Test func pageOfTextInAFieldIsCut() throws {
    let text = "299 - \"" + String(repeating: "long ", count: 2_000) + "\""
    var response = Response(from: .address("https://a.example"), body: [])
    response.headers = ["Warning": text]
    let finding = try #require(HTTPNotices(response).findings.first)
    #expect(finding.message.count < 300 && finding.message.hasSuffix("…"))
    #expect(finding.found?.count ?? 0 < 300)
  }

  @Test(arguments: [(true, Level.warning), (false, .info)])
  func redirectionIsTold(_ isPermanent: Bool, _ level: Level) {
    var response = Response(name: "a.json", body: Array("{}".utf8), status: 200)
    response.redirection = Response.Redirection(
      address: "https://b.example/x", isPermanent: isPermanent)
    let findings = ResponseReading(response).findings
    #expect(findings.map(\.rule) == [.redirected] && findings.map(\.level) == [level])
  }
}
