import Testing

@testable import HTTPFixtures

@Suite struct RequestParserTests {
  /// Feeds bytes in pieces of a size, and takes out all requests.
  private func outcomes(_ bytes: [UInt8], pieces: Int? = nil) -> [RequestParser.Outcome] {
    var parser = RequestParser()
    var outcomes: [RequestParser.Outcome] = []
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(pieces ?? bytes.count)
      rest = rest.dropFirst(piece.count)
      parser.append(piece)
      while true {
        let outcome = parser.next()
        if outcome == .incomplete { break }
        outcomes.append(outcome)
        if case .refused = outcome { return outcomes }
      }
    } while !rest.isEmpty
    return outcomes
  }

  private func outcomes(_ text: String, pieces: Int? = nil) -> [RequestParser.Outcome] {
    outcomes(Array(text.utf8), pieces: pieces)
  }

  private func requests(_ text: String) -> [ReceivedRequest] {
    outcomes(text).compactMap { outcome in
      if case .request(let request) = outcome { request } else { nil }
    }
  }

  // MARK: What is read

  struct Target: Sendable, CustomTestStringConvertible {
    let line: String
    let target: String
    var testDescription: String { line }
  }

  /// The forms of RFC 9112 section 3.2.
  @Test(arguments: [
    Target(line: "GET / HTTP/1.1", target: "/"),
    Target(line: "GET /a/b?c=d&e HTTP/1.1", target: "/a/b?c=d&e"),
    Target(line: "GET //a HTTP/1.1", target: "//a"),
    Target(line: "GET /a?b=http://c/?d HTTP/1.1", target: "/a?b=http://c/?d"),
    Target(line: "GET http://api.example/a?b=c HTTP/1.1", target: "/a?b=c"),
    Target(line: "GET HTTPS://api.example:8080 HTTP/1.1", target: "/"),
    Target(line: "GET http://[::1]:80?q HTTP/1.1", target: "/?q"),
    Target(line: "OPTIONS * HTTP/1.1", target: "*"),
    Target(line: "GET /a HTTP/1.0", target: "/a"),
    Target(line: "GET /a HTTP/1.9", target: "/a"),
    Target(line: "M-SEARCH /a HTTP/1.1", target: "/a"),
  ])
  func targetIsAPathWithItsQuery(_ test: Target) {
    #expect(requests("\(test.line)\r\nHost: a\r\n\r\n").map(\.target) == [test.target])
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
    ("HTTP/1.1", "Connection: x, Close\r\n", false), ("HTTP/1.0", "", false),
    ("HTTP/1.0", "Connection: Keep-Alive\r\n", true),
    ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n", false),
  ])
  func connectionIsKeptAsTheVersionHasIt(version: String, field: String, isKept: Bool) {
    let text = "GET / \(version)\r\nHost: a\r\n\(field)\r\n"
    #expect(requests(text).map(\.isKeptAlive) == [isKept])
  }

  @Test func fieldsAreFoundByNameInAnyCase() throws {
    let request = try #require(
      requests("GET / HTTP/1.1\r\nHOST: a\r\nx: \u{E4}\r\niF-nOnE-mAtCh:\t\"a\" \r\nRange:\r\n\r\n")
        .first)
    #expect(request.fields[.ifNoneMatch] == "\"a\"")
    #expect(request.fields[.range] == "" && request.fields[.ifMatch] == nil)
  }

  @Test(arguments: [
    ("Content-Length: 3\r\n\r\nabc", "abc"),
    ("Content-Length: 0\r\n\r\n", ""),
    ("Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "abc"),
    (
      "Transfer-Encoding: chunked\r\n\r\n00001;a=b\r\na\r\nA ; x\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
      "a0123456789"
    ),
    ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ""),
  ])
  func contentIsReadByItsLength(rest: String, body: String) {
    let text = "POST / HTTP/1.1\r\nHost: a\r\n\(rest)GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
    let requests = requests(text)
    #expect(requests.map(\.target) == ["/", "/next"])
    #expect(requests.first?.body == Array(body.utf8))
  }

  @Test func emptyLinesBeforeARequestAreSkipped() {
    #expect(requests("\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n\r\n").count == 1)
  }

  @Test func contentThatIsWaitedForIsAskedForOnce() {
    var parser = RequestParser()
    parser.append(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n".utf8)
    #expect(parser.next() == .incomplete && parser.awaitsContinue)
    parser.continued()
    parser.append("a".utf8)
    #expect(parser.next() == .incomplete && !parser.awaitsContinue)
    parser.append("b".utf8)
    guard case .request(let request) = parser.next() else {
      Issue.record("the request is whole")
      return
    }
    #expect(request.body == Array("ab".utf8))
  }

  @Test func contentThatCameIsNotAskedFor() {
    var parser = RequestParser()
    parser.append(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\na".utf8)
    #expect(parser.next() == .incomplete && !parser.awaitsContinue)
  }

  // MARK: What is refused

  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let fault: RequestFault
    var testDescription: String { "\(fault): \(text.prefix(60))" }
  }

  static let refusals: [Refusal] = [
    Refusal(text: "GET /\r\n\r\n", fault: .requestLine),
    Refusal(text: "GET  / HTTP/1.1\r\n\r\n", fault: .requestLine),
    Refusal(text: " GET / HTTP/1.1\r\n\r\n", fault: .requestLine),
    Refusal(text: "GET / HTTP/1.1 \r\n\r\n", fault: .requestLine),
    Refusal(text: "GET / http/1.1\r\n\r\n", fault: .requestLine),
    Refusal(text: "GET / HTTP/11\r\n\r\n", fault: .requestLine),
    Refusal(text: "G(T / HTTP/1.1\r\n\r\n", fault: .requestLine),
    Refusal(text: "\u{16}\u{3}\u{1}", fault: .requestLine),
    Refusal(text: "GET / HTTP/2.0\r\nHost: a\r\n\r\n", fault: .version),
    Refusal(text: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", fault: .version),
    Refusal(text: "GET a HTTP/1.1\r\nHost: a\r\n\r\n", fault: .target),
    Refusal(text: "GET * HTTP/1.1\r\nHost: a\r\n\r\n", fault: .target),
    Refusal(text: "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", fault: .target),
    Refusal(text: "GET /\u{E4} HTTP/1.1\r\nHost: a\r\n\r\n", fault: .target),
    Refusal(text: "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n", fault: .target),
    Refusal(text: "GET http://me@a/ HTTP/1.1\r\nHost: a\r\n\r\n", fault: .target),
    Refusal(text: "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", fault: .tunnel),
    Refusal(text: "GET / HTTP/1.1\nHost: a\n\n", fault: .lineEnd),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", fault: .lineEnd),
    Refusal(text: "GET / HTTP/1.1\r\nHost : a\r\n\r\n", fault: .headerField),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", fault: .headerField),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", fault: .headerField),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n", fault: .headerField),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", fault: .foldedField),
    Refusal(text: "GET / HTTP/1.1\r\n\r\n", fault: .host),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", fault: .host),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", fault: .host),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", fault: .host),
    Refusal(text: "GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", fault: .expectation),
    // What smuggles a request past a lenient server in front.
    Refusal(text: post("Content-Length: 1\r\nTransfer-Encoding: chunked"), fault: .bothLengths),
    Refusal(text: post("Transfer-Encoding: chunked\r\nContent-Length: 1"), fault: .bothLengths),
    Refusal(text: post("Content-Length: 1\r\nContent-Length: 2"), fault: .contentLength),
    Refusal(text: post("Content-Length: 1\r\nContent-Length: 1"), fault: .contentLength),
    Refusal(text: post("Content-Length: 1, 1"), fault: .contentLength),
    Refusal(text: post("Content-Length: +1"), fault: .contentLength),
    Refusal(text: post("Content-Length: -1"), fault: .contentLength),
    Refusal(text: post("Content-Length: 0x1"), fault: .contentLength),
    Refusal(text: post("Content-Length: 1 1"), fault: .contentLength),
    Refusal(text: post("Content-Length:"), fault: .contentLength),
    Refusal(text: post("Content-Length: 1048577"), fault: .bodyTooLarge),
    Refusal(text: post("Content-Length: 99999999999999999999"), fault: .bodyTooLarge),
    Refusal(text: post("Transfer-Encoding: gzip"), fault: .transferEncoding),
    Refusal(text: post("Transfer-Encoding: chunked, gzip"), fault: .transferEncoding),
    Refusal(text: post("Transfer-Encoding: chunked, chunked"), fault: .transferEncoding),
    Refusal(text: post("Transfer-Encoding: xchunked"), fault: .transferEncoding),
    Refusal(text: post("Transfer-Encoding: \u{B}chunked"), fault: .headerField),
    Refusal(text: post("Transfer-Encoding : chunked"), fault: .headerField),
    Refusal(text: post("Transfer-Encoding:\r\n chunked"), fault: .foldedField),
    Refusal(text: post("Transfer-Encoding: gzip, chunked"), fault: .unknownCoding),
    Refusal(
      text: "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      fault: .transferEncoding),
    Refusal(text: chunked("x\r\n"), fault: .chunk), Refusal(text: chunked("\r\n"), fault: .chunk),
    Refusal(text: chunked("0x1\r\na\r\n"), fault: .chunk),
    Refusal(text: chunked(" 1\r\na\r\n"), fault: .chunk),
    Refusal(text: chunked("1 \r\na\r\n"), fault: .chunk),
    Refusal(text: chunked("-1\r\na\r\n"), fault: .chunk),
    Refusal(text: chunked("1\r\nab\r\n"), fault: .chunk),
    Refusal(text: chunked("1\r\na\n0\r\n\r\n"), fault: .chunk),
    Refusal(text: chunked("1\na\r\n"), fault: .lineEnd),
    Refusal(text: chunked("1;\u{1}\r\na\r\n"), fault: .chunk),
    Refusal(text: chunked("100001\r\n"), fault: .bodyTooLarge),
    Refusal(text: chunked("FFFFFFFFFFFFFFFFF\r\n"), fault: .bodyTooLarge),
    Refusal(text: chunked("0\r\nX y\r\n\r\n"), fault: .headerField),
    Refusal(text: chunked(String(repeating: "0", count: 300)), fault: .chunk),
    // Limits.
    Refusal(
      text: "GET /" + String(repeating: "a", count: 8192) + " HTTP/1.1\r\n\r\n",
      fault: .targetTooLong),
    Refusal(text: String(repeating: "a", count: 40_000), fault: .targetTooLong),
    Refusal(
      text: "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 40_000), fault: .headTooLarge),
    Refusal(
      text: "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: a\r\n", count: 100) + "\r\n",
      fault: .headTooLarge),
    Refusal(
      text: chunked("0\r\n" + String(repeating: "X: a\r\n", count: 6000)), fault: .headTooLarge),
  ]

  private static func post(_ fields: String) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n"
  }

  private static func chunked(_ body: String) -> String {
    post("Transfer-Encoding: chunked") + body
  }

  @Test(arguments: refusals) func malformedRequestIsRefused(_ refusal: Refusal) {
    // The bytes of a text that was written with code points below 256 are those code points.
    let bytes = refusal.text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    #expect(outcomes(bytes) == [.refused(refusal.fault)])
    #expect(outcomes(bytes, pieces: 1) == [.refused(refusal.fault)])
    #expect((400...505).contains(refusal.fault.status) && !refusal.fault.reason.isEmpty)
  }

  @Test func nothingIsTakenOutBehindAFault() {
    var parser = RequestParser()
    parser.append("GET / HTTP/1.1\r\n\r\n".utf8)
    #expect(parser.next() == .refused(.host))
    parser.append("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    #expect(parser.next() == .refused(.host))
  }

  // MARK: Laws

  /// In whatever pieces the bytes come, the requests are the same.
  @Test(arguments: 1...40) func piecesDoNotMatter(size: Int) {
    let text = """
      GET /a?b HTTP/1.1\r\nHost: a\r\nRange: bytes=1-2\r\n\r\n\
      POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n1\r\nd\r\n0\r\nT: u\r\n\r\n\
      POST /d HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n\r\n\r\n\r\nGET http://e/f HTTP/1.0\r\n\r\n
      """
    let whole = outcomes(text)
    #expect(whole.count == 4)
    #expect(outcomes(text, pieces: size) == whole)
  }

  /// A request in two pieces, cut at every byte.
  @Test func cutDoesNotMatter() {
    let bytes = Array(
      "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8)
    let whole = outcomes(bytes)
    for cut in 1..<bytes.count {
      var parser = RequestParser()
      parser.append(bytes[..<cut])
      #expect(parser.next() == .incomplete, "cut at \(cut)")
      #expect(parser.isInside)
      parser.append(bytes[cut...])
      #expect([parser.next()] == whole, "cut at \(cut)")
      #expect(!parser.isInside)
    }
  }
}
