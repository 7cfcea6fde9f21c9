import Endpoints
import Foundation
import HTTPFixtures
import TestSupport
import Testing

@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, "\(LoopbackServer.unavailableReason)"),
  .timeLimit(.minutes(5)))
struct ExchangeOfAnAnswerTests {
  struct Lookup: Endpoint {
    let baseURL: URL
    let path = "lookup.php"
    let queryItems = [
      URLQueryItem(name: "i", value: "52958"), URLQueryItem(name: "key", value: "s3cret"),
    ]
  }

  @Test(arguments: [200, 404, 503])
  func exchangeIsRecordedWhateverItsStatus(status: Int) async throws {
    let server = try await LoopbackServer(answers: [
      "/v1/lookup.php?i=52958&key=s3cret": LoopbackServer.Answer(
        status: status, headers: ["Content-Type": "application/json", "Set-Cookie": "a=b"],
        body: "{\"a\":\"\\/\"}\n")
    ])
    let recordedAt = Date(timeIntervalSince1970: 1_795_248_000)
    let baseURL = try #require(URL(string: "https://a.example/v1"))
    let lookup = Lookup(baseURL: baseURL)
    let exchange = Exchange(
      request: try lookup.request(),
      received: try await EndpointClient(origin: server.url).response(for: lookup),
      recordedAt: recordedAt)
    #expect(exchange.body == Array("{\"a\":\"\\/\"}\n".utf8))
    let details = exchange.details
    #expect(details.status == status)
    #expect(
      details.url.absoluteString == "https://a.example/v1/lookup.php?i=52958&key=REDACTED")
    #expect(details.recordedAt == recordedAt)
    #expect(details.headers["content-type"] == "application/json")
    #expect(details.headers["set-cookie"] == nil)
  }
}
