import Endpoints
import Foundation
import Testing

@Suite struct HTTPHeadersTests {
  @Test func nameIsFoundInAnyCase() {
    let headers: HTTPHeaders = ["Content-Type": "text/html", "ETag": "x"]
    #expect(headers["content-type"] == "text/html")
    #expect(headers["CONTENT-TYPE"] == "text/html")
    #expect(headers["content"] == nil)
    #expect(headers.names == ["content-type", "etag"])
  }

  @Test func repeatedFieldIsJoined() {
    let headers: HTTPHeaders = ["Link": "<a>", "link": "<b>"]
    #expect(headers["Link"] == "<a>, <b>")
  }

  @Test func headersAreEncodedInLowerCaseAndDecodedBack() throws {
    let headers: HTTPHeaders = ["ETag": "x", "Age": "1"]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(headers)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"age":"1","etag":"x"}"#)
    #expect(try JSONDecoder().decode(HTTPHeaders.self, from: bytes) == headers)
  }

  @Test func filterSeesLowerCaseNames() {
    let headers: HTTPHeaders = ["ETag": "x", "Set-Cookie": "secret"]
    #expect(headers.filter { $0 == "etag" } == ["ETag": "x"])
  }
}
