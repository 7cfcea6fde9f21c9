import ContractReports
import ContractTesting
import Endpoints
import Foundation
import Testing

@Suite struct OutageTextTests {
  /// A server that redirects to one that is down has answered, so it is not told to be down.
  @Test func originBehindARedirectionIsNamed() throws {
    let url = try #require(URL(string: "https://b.example/y"))
    let outage = Outage(
      origin: "https://a.example",
      reason: .noAnswerElsewhere(
        .noAnswer(url, .refused, attempts: 2), origin: "https://b.example"),
      sample: "https://a.example/x", endpoint: "s/one")
    let line = OutageText.line(outage)
    #expect(line.contains("redirects to https://b.example, which cannot be reached"))
    #expect(line.contains("asked 2 times") && line.contains("whether https://b.example runs"))
  }
}
