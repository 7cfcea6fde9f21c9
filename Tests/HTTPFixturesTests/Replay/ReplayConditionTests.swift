import Endpoints
import Foundation
import Testing

@testable import HTTPFixtures

@Suite struct ReplayConditionTests {
  private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

  private func selection(_ fields: [RequestFields.Name: String], method: HTTPMethod = .get) throws
    -> ReplaySelection
  {
    let answer = ReplayAnswer(
      id: FixtureID(suite: "a", endpoint: "b", caseName: "c"), method: method,
      url: try #require(URL(string: "https://a.example/")), status: 200, headers: [:],
      body: Array("0123456789".utf8), recordedAt: Date(timeIntervalSince1970: 784_111_777),
      recordedTag: "\"tag\"")
    var request = RequestFields()
    for (name, value) in fields { request.add(name, value) }
    return ReplaySelection(
      ReceivedRequest(method: method, target: "/", body: [], fields: request, isKeptAlive: true),
      of: answer)
  }

  /// RFC 9110 section 14.1.2, on ten bytes.
  @Test(arguments: [
    ("bytes=0-0", ReplaySelection.part(0..<1)), ("bytes=2-4", .part(2..<5)),
    ("bytes=5-", .part(5..<10)), ("bytes=0-99", .part(0..<10)), ("bytes=9-9", .part(9..<10)),
    ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)), ("BYTES= 1-2", .part(1..<3)),
    ("bytes=0-99999999999999999999", .part(0..<10)), ("bytes=10-", .unsatisfiable),
    ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
    ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=4-2", .whole), ("bytes=-", .whole),
    ("bytes=a-b", .whole), ("bytes=1-2,4-5", .whole), ("bytes", .whole), ("lines=1-2", .whole),
    ("bytes=1", .whole), ("bytes=--1", .whole), ("bytes=+1-2", .whole), ("", .whole),
  ])
  func rangeIsReadAsTheStandardHasIt(text: String, expected: ReplaySelection) throws {
    #expect(try selection([.range: text]) == expected)
    #expect(try selection([.range: text], method: .head) == .whole)
    #expect(try selection([.range: text], method: .post) == .whole)
  }

  @Test func rangeOfNothingIsUnsatisfiable() {
    #expect(ReplaySelection.selection("bytes=0-", length: 0) == .unsatisfiable)
    #expect(ReplaySelection.selection("bytes=-1", length: 0) == .unsatisfiable)
  }

  @Test(arguments: [
    ("\"tag\"", true), (modified, true), ("\"other\"", false), ("W/\"tag\"", false),
    ("Sun, 06 Nov 1994 08:49:38 GMT", false), ("yesterday", false),
  ])
  func rangeOfAnotherAnswerIsIgnored(condition: String, holds: Bool) throws {
    let part = try selection([.range: "bytes=0-1", .ifRange: condition])
    #expect(part == (holds ? .part(0..<2) : .whole))
  }

  @Test(arguments: [
    ("\"tag\"", true), ("W/\"tag\"", true), ("*", true), ("\"a\", W/\"b\" ,\"tag\"", true),
    ("\"a\"", false), ("tag", false), ("\"tag", false), ("\"a,\", \"b\"", false), ("", false),
    ("W/\"t", false), (",,\"tag\"", true),
  ])
  func knownTagIsNotModified(tags: String, isKnown: Bool) throws {
    #expect(try selection([.ifNoneMatch: tags]) == (isKnown ? .notModified : .whole))
    #expect(try selection([.ifNoneMatch: tags], method: .head) == (isKnown ? .notModified : .whole))
    #expect(
      try selection([.ifNoneMatch: tags], method: .post)
        == (isKnown ? .preconditionFailed : .whole))
  }

  @Test(arguments: [
    (modified, true), ("Sunday, 06-Nov-94 08:49:37 GMT", true), ("Sun Nov  6 08:49:37 1994", true),
    ("Mon, 07 Nov 1994 08:49:37 GMT", true), ("Sun, 06 Nov 1994 08:49:36 GMT", false),
    ("1994-11-06", false), ("", false),
  ])
  func answerThatIsNotNewerIsNotModified(date: String, isKnown: Bool) throws {
    #expect(try selection([.ifModifiedSince: date]) == (isKnown ? .notModified : .whole))
    #expect(try selection([.ifModifiedSince: date], method: .post) == .whole)
    // The tags say it better (section 13.1.3).
    #expect(try selection([.ifModifiedSince: date, .ifNoneMatch: "\"a\""]) == .whole)
  }

  @Test(arguments: [
    ([RequestFields.Name.ifMatch: "\"tag\""], ReplaySelection.whole),
    ([.ifMatch: "*"], .whole), ([.ifMatch: "W/\"tag\""], .preconditionFailed),
    ([.ifMatch: "\"a\""], .preconditionFailed),
    ([.ifUnmodifiedSince: modified], .whole),
    ([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"], .preconditionFailed),
    ([.ifMatch: "\"tag\"", .ifNoneMatch: "\"tag\""], .notModified),
    ([.ifNoneMatch: "\"tag\"", .range: "bytes=0-1"], .notModified),
  ])
  func conditionsComeInTheirOrder(
    fields: [RequestFields.Name: String], expected: ReplaySelection
  ) throws {
    #expect(try selection(fields) == expected)
  }

  @Test(arguments: [
    (Int64(784_111_777), modified), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func dateIsWrittenInTheFormThatIsRead(seconds: Int64, text: String) {
    #expect(HTTPDate.text(seconds) == text)
    if seconds != .max { #expect(HTTPDate.seconds(text) == seconds) }
  }

  @Test func everyDayIsReadAsItIsWritten() {
    for day in stride(from: Int64(-1000), to: 60_000, by: 17) {
      #expect(HTTPDate.seconds(HTTPDate.text(day * 86_400 + 4711)) == day * 86_400 + 4711)
    }
  }
}
