import Endpoints
import Foundation
import Testing

@testable import HTTPFixtures

@Suite struct ReplayTableTests {
  static func answer(
    _ name: String, _ address: String, method: HTTPMethod = .get, content: String? = nil,
    redaction: Redaction = .standard, body: String = ""
  ) throws -> ReplayAnswer {
    let parts = name.split(separator: "/").map(String.init)
    return ReplayAnswer(
      id: FixtureID(suite: parts[0], endpoint: parts[1], caseName: parts[2]), method: method,
      url: try #require(URL(string: address)),
      content: RequestContent(
        content.map { Array($0.utf8) }, mediaType: "application/json", redaction: redaction),
      status: 200, headers: ["content-type": "application/json"], body: Array(body.utf8))
  }

  private func found(
    _ target: String, in table: inout ReplayTable, method: HTTPMethod = .get,
    content: String = "", mediaType: String? = nil
  ) -> String? {
    var fields = RequestFields()
    if let mediaType { fields.add(.contentType, mediaType) }
    let request = ReceivedRequest(
      method: method, target: target, body: Array(content.utf8), fields: fields,
      isKeptAlive: true)
    switch table.match(request) {
    case .answer(let answer): return answer.id.description
    case .otherMethods(let methods): return methods.joined(separator: " ")
    case .otherContent: return "other content"
    case .none: return nil
    }
  }

  @Test func contentTellsRequestsOfOneAddressApart() throws {
    let address = "https://a.example/query"
    var table = ReplayTable([
      try Self.answer("shop/query/a", address, method: .post, content: #"{"x":1,"y":[true]}"#),
      try Self.answer("shop/query/b", address, method: .post, content: #"{"x":2}"#),
      try Self.answer("shop/query/c", address, method: .post, content: #"{"x":2}"#),
    ])
    let ids = [
      #"{"x": 2}"#, #"{ "y" : [true], "x": 1 }"#, #"{"x":2}"#, #"{"x":2}"#, "", #"{"x":3}"#,
    ]
    .map { found("/query", in: &table, method: .post, content: $0) }
    // What nothing tells apart takes turns.
    #expect(
      ids == [
        "shop/query/b", "shop/query/a", "shop/query/c", "shop/query/b", "other content",
        "other content",
      ])
  }

  /// As in fixtures that older versions wrote.
  @Test func answersOfUnknownContentTakeTurnsBehindTheKnownOnes() throws {
    let address = "https://a.example/query"
    var table = ReplayTable([
      try Self.answer("shop/query/a", address, method: .post),
      try Self.answer("shop/query/b", address, method: .post),
      try Self.answer("shop/query/c", address, method: .post, content: "{}"),
    ])
    let ids = ["1", "{}", "2", "", "{ }"].map {
      found("/query", in: &table, method: .post, content: $0)
    }
    #expect(
      ids == ["shop/query/a", "shop/query/c", "shop/query/b", "shop/query/a", "shop/query/c"])
  }

  @Test func mediaTypeDecidesWhereTheContentIsTheSame() throws {
    let address = "https://a.example/query"
    let json = try Self.answer("shop/query/a", address, method: .post, content: "[]")
    let other = ReplayAnswer(
      id: FixtureID(suite: "shop", endpoint: "query", caseName: "b"), method: .post,
      url: try #require(URL(string: address)),
      content: RequestContent(Array("[]".utf8), mediaType: "text/plain"), status: 200,
      headers: [:], body: [])
    var table = ReplayTable([json, other])
    let ids = ["text/plain; charset=utf-8", "Application/JSON", "text/plain", "x/y", nil].map {
      found("/query", in: &table, method: .post, content: "[]", mediaType: $0)
    }
    #expect(
      ids == ["shop/query/b", "shop/query/a", "shop/query/b", "shop/query/a", "shop/query/b"])
  }

  /// The secrets of a suite are its own: another one may tell requests apart by the same member.
  @Test func contentIsComparedAsItsSuiteRecordsIt() throws {
    let secret = Redaction(names: ["customer"])
    var table = ReplayTable(
      [
        try Self.answer(
          "one/query/a", "https://a.example/one", method: .post,
          content: #"{"customer": "Ada Lovelace"}"#, redaction: secret),
        try Self.answer(
          "two/query/a", "https://a.example/two", method: .post,
          content: #"{"customer": "Ada Lovelace"}"#),
      ], redactions: ["one": secret, "two": .standard])
    let grace = #"{"customer": "Grace Hopper"}"#
    #expect(found("/one", in: &table, method: .post, content: grace) == "one/query/a")
    #expect(found("/two", in: &table, method: .post, content: grace) == "other content")
  }

  @Test(arguments: [
    "/v1/look%20up/a?x=1&y=b%2Cc", "/v1/look%20up/a?y=b,c&x=1", "/v1/%6Cook%20up/%61?x=%31&y=b%2cc",
    "/shop/v1/look%20up/a?y=b%2Cc&x=1", "/v1/look%20up/a?&x=1&&y=b%2Cc",
  ])
  func spellingsOfOneRequestAreEqual(target: String) throws {
    var table = ReplayTable([
      try Self.answer("shop/item/a", "https://a.example/v1/look%20up/a?x=1&y=b%2Cc")
    ])
    #expect(found(target, in: &table) == "shop/item/a")
    #expect(found(target, in: &table) == "shop/item/a")
    #expect(found(target, in: &table, method: .head) == "shop/item/a")
  }

  @Test(arguments: [
    "/v1/a%2Fb", "/v1/a/b/", "/v1/a", "/v1/A/b", "/v1/a/b?x=1", "/other/v1/a/b", "/v1//a/b",
  ])
  func otherRequestsAreNot(target: String) throws {
    var table = ReplayTable([try Self.answer("shop/item/a", "https://a.example/v1/a/b")])
    #expect(found(target, in: &table) == nil)
  }

  @Test func methodIsPartOfTheRequest() throws {
    var table = ReplayTable([
      try Self.answer("shop/item/a", "https://a.example/a"),
      try Self.answer("shop/query/a", "https://a.example/a", method: .post),
      try Self.answer("shop/query/b", "https://a.example/b", method: .post),
    ])
    #expect(found("/a", in: &table) == "shop/item/a")
    #expect(found("/a", in: &table, method: .post) == "shop/query/a")
    #expect(found("/b", in: &table) == "OPTIONS POST")
    #expect(found("/a", in: &table, method: HTTPMethod(rawValue: "PUT")) == "GET HEAD OPTIONS POST")
  }

  @Test func answersToOneRequestTakeTurns() throws {
    var table = ReplayTable([
      try Self.answer("shop/random/a", "https://a.example/random"),
      try Self.answer("shop/random/b", "https://a.example/random"),
    ])
    let ids = (0..<4).map { _ in found("/random", in: &table) }
    #expect(ids == ["shop/random/a", "shop/random/b", "shop/random/a", "shop/random/b"])
    // A look at the header fields is no turn.
    #expect(found("/random", in: &table, method: .head) == "shop/random/a")
    #expect(found("/random", in: &table) == "shop/random/a")
  }

  @Test func secondSuiteOfAPathIsFoundBelowItsName() throws {
    var table = ReplayTable([
      try Self.answer("one/item/a", "https://a.example/v1/latest"),
      try Self.answer("two/item/a", "https://b.example/v1/latest"),
    ])
    #expect(found("/v1/latest", in: &table) == "one/item/a")
    #expect(found("/two/v1/latest", in: &table) == "two/item/a")
    #expect(table.hiddenSuites == ["two"])
  }

  @Test func credentialOfARequestMatchesTheRedactedOne() throws {
    var table = ReplayTable(
      [
        try Self.answer("shop/item/a", "https://a.example/v1/REDACTED/item?api_key=REDACTED&x=1")
      ], redactions: ["shop": Redaction(pathTemplates: ["/v1/{key}"])])
    #expect(found("/v1/s3cret/item?x=1&api_key=hunter2", in: &table) == "shop/item/a")
    #expect(found("/shop/v1/s3cret/item?x=1&api_key=hunter2", in: &table) == "shop/item/a")
    #expect(found("/v1/s3cret/item?x=2&api_key=hunter2", in: &table) == nil)
  }

  @Test func answerOfAKnownFixtureReplacesIt() throws {
    var table = ReplayTable([try Self.answer("shop/item/a", "https://a.example/a", body: "old")])
    table.add(try Self.answer("shop/item/a", "https://a.example/a", body: "new"))
    #expect(table.answers.map(\.body) == [Array("new".utf8)])
  }

  @Test(arguments: [
    ("/v1/lookup.php?i=52959", "meals/recipe/52958"), ("/v1/lookup.php?i=1", "meals/recipe/1"),
    ("/v1/filter.php?c=Beef", "meals/recipes/c-Dessert"),
    ("/v1/filtr.php?c=Beef", "meals/recipes/c-Dessert"),
  ])
  func nearestRequestComesFirst(target: String, expected: String) throws {
    let table = ReplayTable([
      try Self.answer("meals/recipe/1", "https://a.example/v1/lookup.php?i=1"),
      try Self.answer("meals/recipe/52958", "https://a.example/v1/lookup.php?i=52958"),
      try Self.answer("meals/recipes/c-Dessert", "https://a.example/v1/filter.php?c=Dessert"),
      try Self.answer("meals/random/all", "https://a.example/v1/random.php"),
    ])
    let nearest = table.nearest(to: target, limit: 3)
    #expect(nearest.count == 3 && nearest.first?.id.description == expected)
  }

  @Test(arguments: [
    (#"{"a": "b \" \\",  "c": [1, 2]}"#, #"{"a":"b \" \\","c":[1,2]}"#, true),
    ("{\n  \"a\": 1\n}\n", "{ \"a\": 1 }", false), ("{ }", "{ }", true),
  ])
  func bodyIsTheOneThatWasReceived(stored: String, received: String, isKnown: Bool) throws {
    let exchange = Exchange(
      method: .get, url: try #require(URL(string: "https://a.example/")), status: 200,
      headers: ["etag": "\"tag\""], body: Array(stored.utf8), received: Array(received.utf8),
      recordedAt: Date())
    let id = FixtureID(suite: "a", endpoint: "b", caseName: "c")
    let fixture = Fixture(
      id: id, bodyPath: "/", body: exchange.body, details: exchange.details)
    let answer = try #require(ReplayAnswer(fixture))
    #expect(String(decoding: answer.body, as: UTF8.self) == (isKnown ? received : stored))
    // A tag is of the very bytes that it was sent with.
    #expect((answer.entityTag == "\"tag\"") == isKnown)
    let edited = Fixture(
      id: id, bodyPath: "/", body: exchange.body + [0x20],
      details: exchange.details)
    #expect(ReplayAnswer(edited)?.body == edited.body)
  }
}
