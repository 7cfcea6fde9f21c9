import Endpoints
import Foundation
import HTTPFixtures
import Testing

@Suite struct ExchangeTests {
  @Test(arguments: [
    ("https://a.example/x?i=1&c=Dessert", "https://a.example/x?i=1&c=Dessert"),
    ("https://a.example/x?api_key=s3cret&i=1", "https://a.example/x?api_key=REDACTED&i=1"),
    ("https://a.example/x?i=1&KEY=s3cret", "https://a.example/x?i=1&KEY=REDACTED"),
    ("https://a.example/x?api-key=s3cret", "https://a.example/x?api-key=REDACTED"),
    ("https://a.example/x?APIKey=s3cret", "https://a.example/x?APIKey=REDACTED"),
    ("https://a.example/x?access_token=s3cret", "https://a.example/x?access_token=REDACTED"),
    ("https://a.example/x?%61uth=s3cret", "https://a.example/x?%61uth=REDACTED"),
    ("https://a.example/x?X-Amz-Signature=s3cret", "https://a.example/x?X-Amz-Signature=REDACTED"),
    ("https://a.example/x?password=s3cret", "https://a.example/x?password=REDACTED"),
    ("https://a.example/x?client_secret=s3cret", "https://a.example/x?client_secret=REDACTED"),
    ("https://a.example/x?token=s3c=ret&i=1", "https://a.example/x?token=REDACTED&i=1"),
    ("https://a.example/x?token&i=1", "https://a.example/x?token&i=1"),
    ("https://a.example/x?monkey=1&author=2", "https://a.example/x?monkey=1&author=2"),
    ("https://me:s3cret@a.example/x", "https://REDACTED@a.example/x"),
    ("https://s3cret@a.example/x", "https://REDACTED@a.example/x"),
    ("https://a.example/x#access_token=s3cret", "https://a.example/x"),
  ])
  func credentialsInTheURLAreRedacted(text: String, redacted: String) throws {
    let details = exchange(url: try #require(URL(string: text))).details
    #expect(details.url.absoluteString == redacted)
  }

  @Test func onlyHarmlessHeadersAreKept() throws {
    let url = try #require(URL(string: "https://a.example/x"))
    let details = exchange(
      url: url,
      headers: [
        "Content-Type": "application/json", "ETag": "\"1\"", "Set-Cookie": "id=s3cret",
        "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "Date": "x",
        "Authorization": "s3cret", "X-Request-Id": "s3cret",
        "Deprecation": "@1", "Sunset": "Sat, 21 Nov 2026 08:00:00 GMT", "CF-Ray": "1",
        "Link": "<https://a.example/x?page=2&access_token=s3cret>; rel=\"next\"",
      ]
    ).details
    #expect(
      details.headers.names == [
        "content-type", "deprecation", "etag", "link", "sunset", "x-ratelimit-limit",
      ])
    #expect(
      details.headers["link"]
        == "<https://a.example/x?page=2&access_token=REDACTED>; rel=\"next\"")
    #expect(!"\(details)".contains("s3cret"))
  }

  @Test func digestAndTimeDescribeTheBody() throws {
    let details = exchange(url: try #require(URL(string: "https://a.example/x"))).details
    #expect(details.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(details.recordedAt.timeIntervalSince1970 == 1_795_248_000)
    #expect(details.method == "GET" && details.status == 200)
  }

  private func exchange(url: URL, headers: HTTPHeaders = [:]) -> Exchange {
    Exchange(
      method: .get, url: url, status: 200, headers: headers, body: Array("abc".utf8),
      recordedAt: Date(timeIntervalSince1970: 1_795_248_000.75))
  }
}
