import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import HTTPFixtures

/// Requests that nobody would send, and in between some that everybody sends.
@Suite(.waiting, .timeLimit(.minutes(5))) struct ReplayFuzzTests {
  private static let rounds =
    400 * (ProcessInfo.processInfo.environment["CONTRACT_FUZZ"].flatMap { Int($0) } ?? 1)

  private static let seeds = [
    "GET /v1/small HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /v1/small?a=%zz&b=%4 HTTP/1.1\r\nHost: a\r\nRange: bytes=1-2\r\nIf-Range: \"x\"\r\n\r\n",
    "HEAD http://a:1/v1/small HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "POST /v1/small HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: u\r\n\r\n",
    "PUT /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n0123456789",
    "GET /v1/small HTTP/1.1\r\nHost: a\r\nIf-None-Match: W/\"a\", \"b\r\nIf-Modified-Since: x\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
  ]

  private static func mutated(_ random: inout SeededRandom) -> [UInt8] {
    if Int.random(in: 0..<8, using: &random) == 0 {
      return (0..<Int.random(in: 1...3000, using: &random))
        .map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      bytes += Array((seeds.randomElement(using: &random) ?? "").utf8)
    }
    for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(" \r\n\t:;,%\"/0f".utf8.randomElement(using: &random) ?? 0, at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 20))
      case 4: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
      default:
        bytes.insert(contentsOf: repeatElement(bytes[place], count: 200), at: place)
      }
    }
    return bytes
  }

  @Test(arguments: [UInt64(1), 2]) func serverOutlivesAnyBytes(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let server = try ReplayServer(
      ReplayTable([
        try ReplayTableTests.answer("shop/item/small", "https://a.example/v1/small", body: "{}")
      ]))
    for round in 0..<Self.rounds {
      let client = try RawClient(port: server.port)
      var bytes = Self.mutated(&random)[...]
      while !bytes.isEmpty {
        let piece = bytes.prefix(Int.random(in: 1...max(1, bytes.count), using: &random))
        client.send(piece)
        bytes = bytes.dropFirst(piece.count)
      }
      // Half of the clients wait for what comes, the others are gone at once.
      if Bool.random(using: &random) {
        client.endInput()
        let (answer, end) = client.receiveAll()
        #expect(end == .closed || end == .reset, "round \(round)")
        #expect(answer.isEmpty || answer.starts(with: "HTTP/1.1 ".utf8), "round \(round)")
      }
      guard round % 8 == 0 else { continue }
      let clean = try #require(try RawClient(port: server.port).get("/v1/small"), "round \(round)")
      #expect(clean.status == 200 && clean.text == "{}")
    }
  }

  /// Whatever the bytes are, they make the same requests in any pieces.
  @Test func parserDoesNotDependOnPieces() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<Self.rounds * 5 {
      let bytes = Self.mutated(&random)
      #expect(Self.outcomes(bytes, size: bytes.count) == Self.outcomes(bytes, size: 1))
    }
  }

  private static func outcomes(_ bytes: [UInt8], size: Int) -> [RequestParser.Outcome] {
    var parser = RequestParser()
    var outcomes: [RequestParser.Outcome] = []
    for start in stride(from: 0, to: bytes.count, by: max(size, 1)) {
      parser.append(bytes[start..<min(bytes.count, start + size)])
      while true {
        let outcome = parser.next()
        if outcome == .incomplete { break }
        outcomes.append(outcome)
        if case .refused = outcome { return outcomes }
      }
    }
    return outcomes
  }
}
