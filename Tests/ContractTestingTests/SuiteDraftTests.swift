import Endpoints
import Foundation
import StrictJSON
import Testing

@testable import ContractTesting

@Suite struct SuiteDraftTests {
  private func kinds(_ addresses: [String]) throws -> [String] {
    let base = try #require(URL(string: "https://a.example/v1"))
    return SuiteDraft(suite: "shop", baseURL: base, addresses: addresses).kinds.map { kind in
      let samples = kind.samples.map {
        $0.values.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      }
      return "\(kind.name): \(kind.words) [\(samples.joined(separator: ", "))]"
    }
  }

  @Test(arguments: [
    (["orders", "/orders?limit=5"], ["orders: orders []", "orders-limit: orders?limit=5 []"]),
    (["orders/1001", "orders/1002"], ["order: orders/{id} [id=1001, id=1002]"]),
    (
      ["orders/1001", "orders/latest"],
      ["order: orders/{id} [id=1001]", "latest: orders/latest []"]
    ),
    (["search?q=tea", "search?q=a%20b"], ["search: search?q={q} [q=tea, q=a b]"]),
    (["search?q={word=tea}"], ["search: search?q={word} [word=tea]"]),
    (["users/{name=ada}"], ["user: users/{name} [name=ada]"]),
    (["shops/7/items/9"], ["item: shops/{shopId}/items/{itemId} [shopId=7&itemId=9]"]),
    (["a/items", "b/items"], ["items: a/items []", "b-items: b/items []"]),
    (
      ["https://a.example/v1/lookup.php?i=5", "lookup.php?i=6"],
      ["lookup: lookup.php?i={i} [i=5, i=6]"]
    ),
    (
      ["cores/5e9e289df35918033d3b2623", "cores/5e9e289ef35918416a3b2624"],
      ["core: cores/{id} [id=5e9e289df35918033d3b2623, id=5e9e289ef35918416a3b2624]"]
    ),
    (["categories/7"], ["category: categories/{id} [id=7]"]), ([""], ["root: / []"]),
    (["42", "a/42"], ["root: {id} [id=42]", "a: a/{id} [id=42]"]),
    (
      (1...9).map { "x/\($0)" },
      ["x: x/{id} [id=1, id=2, id=3, id=4, id=5, id=6, id=7, id=8, id=9]"]
    ),
    (["../x", "https://b.example/x"], []),
  ])
  func kindsAreTold(_ addresses: [String], _ kinds: [String]) throws {
    #expect(try self.kinds(addresses) == kinds)
  }

  /// A request that only another key tells from one that is there is not dropped without a word.
  @Test func otherCredentialIsLeftOutByName() throws {
    let draft = SuiteDraft(
      suite: "shop", baseURL: try #require(URL(string: "https://a.example")),
      addresses: ["a?key=tea", "a?key=coffee", "a?key=tea", "a?code=DE", "a?code=FR"])
    #expect(draft.leftOut.map(\.address) == ["a?key=coffee"])
    #expect(draft.leftOut.map(\.obstacle) == [.otherCredential(parameter: "key")])
  }

  /// No credential is in a draft: a variable of the environment stands in its place.
  @Test(arguments: [
    (["orders?token=abc123"], ["orders: orders?token=${SHOP_TOKEN} []"], ["SHOP_TOKEN=abc123"]),
    // What comes again has one variable, and makes no samples.
    (
      ["a?key=k1&n=1", "a?key=k2&n=2", "b?key=k1", "c?key=k3"],
      [
        "a: a?key=${SHOP_KEY}&n={n} [n=1, n=2]", "b: b?key=${SHOP_KEY} []",
        "c: c?key=${SHOP_KEY_2} []",
      ], ["SHOP_KEY=k1", "SHOP_KEY_2=k3"]
    ),
    (
      ["a?X-Api-Key={id=abc}&p={password=hunter2}"],
      ["a: a?X-Api-Key=${SHOP_X_API_KEY}&p=${SHOP_P} []"],
      ["SHOP_X_API_KEY=abc", "SHOP_P=hunter2"]
    ),
    // The form of a value tells it, too.
    (
      ["a?q=tea", "a?q=ghp_16C7e42F292c6912E7710c838347Ae178B4a"],
      ["a: a?q=tea []", "a-q: a?q=${SHOP_Q} []"],
      ["SHOP_Q=ghp_16C7e42F292c6912E7710c838347Ae178B4a"]
    ),
    (
      ["a?appid=b1b15e88fa797225412429c1c50c122a1"], ["a: a?appid=${SHOP_APPID} []"],
      ["SHOP_APPID=b1b15e88fa797225412429c1c50c122a1"]
    ),
    // Ordinary words, marks of pages, and variables that somebody named stay.
    (
      ["a?code=EUR&user=ada&page_token=x1&token=${MINE}&auth="],
      ["a: a?code=EUR&user=ada&page_token=x1&token=${MINE}&auth= []"], []
    ),
    (["a/ghp_16C7e42F292c6912E7710c838347Ae178B4a", "b/{token=abc123def}", "c"], ["c: c []"], []),
  ])
  func credentialsBecomeVariables(
    _ addresses: [String], _ kinds: [String], _ variables: [String]
  ) throws {
    let base = try #require(URL(string: "https://a.example/v1"))
    let draft = SuiteDraft(suite: "shop", baseURL: base, addresses: addresses)
    #expect(try self.kinds(addresses) == kinds)
    #expect(draft.variables.map { "\($0.name)=\($0.value)" } == variables)
    let text = JSONWriter.pretty(draft.document())
    for variable in draft.variables { #expect(!text.contains("\"\(variable.value)\"")) }
    #expect(draft.kinds.count + draft.leftOut.count >= kinds.count)
  }

  /// Law: what is drafted is a file that the reader takes, and its requests are the ones of the draft.
  @Test func draftIsASuite() throws {
    let base = try #require(URL(string: "https://a.example/v1"))
    let addresses = ["orders?limit=5", "orders/1001", "search?q=%26%2Bx&n=1", "search?q=y&n=1"]
    let draft = SuiteDraft(suite: "shop", baseURL: base, addresses: addresses)
    let text = JSONWriter.pretty(draft.document(headers: [("X-A", "b")]))
    let suite = try SuiteFile(
      suite: "shop", file: "suite.json", bytes: Array(text.utf8), environment: [:]
    ).suite
    let urls = try suite.endpoints.flatMap(\.samples).map { try $0.endpoint.url().absoluteString }
    #expect(
      urls == [
        "https://a.example/v1/orders?limit=5", "https://a.example/v1/orders/1001",
        "https://a.example/v1/search?q=%26%2Bx&n=1", "https://a.example/v1/search?q=y&n=1",
      ])
  }
}

@Suite struct RequestCollectionTests {
  private func addresses(_ text: String) throws -> [String] {
    try RequestCollection(Array(text.utf8)).requests.map(\.address)
  }

  @Test func listsHaveAnAddressALine() throws {
    let text = "# orders\nhttps://a.example/v1/orders/1\r\n\n  https://a.example/v1/items\n"
    let collection = try RequestCollection(Array(text.utf8))
    #expect(
      collection.requests.map(\.address) == [
        "https://a.example/v1/orders/1", "https://a.example/v1/items",
      ])
    #expect(collection.commonBase?.absoluteString == "https://a.example/v1")
  }

  @Test func archiveGivesAnswersInJSONOnly() throws {
    let entry = { (method: String, url: String, type: String) in
      #"{"request": {"method": "\#(method)", "url": "\#(url)"}, "response": {"status": 200, "headers": [{"name": "ETag", "value": "1"}], "content": {"mimeType": "\#(type)", "text": "{\"id\": 1}"}}}"#
    }
    let entries = [
      entry("GET", "https://a.example/v1/orders/1", "application/json; charset=utf-8"),
      entry("GET", "https://a.example/x.png", "image/png"),
      entry("POST", "https://a.example/v1/orders", "application/json"),
    ]
    let collection = try RequestCollection(
      Array(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#.utf8))
    #expect(collection.requests.map(\.address) == ["https://a.example/v1/orders/1"])
    #expect(collection.requests[0].answer?.body == Array(#"{"id": 1}"#.utf8))
    #expect(collection.requests[0].answer?.headers["etag"] == "1")
    #expect(collection.notes == ["left out 2 requests: no GET that is answered in JSON"])
  }

  @Test func openAPIGivesRequestsThatHaveValues() throws {
    let text = """
      {"openapi": "3.1.0", "servers": [{"url": "https://{env}.example/v1/", "variables": {"env": {"default": "a"}}}],
       "components": {"parameters": {"Id": {"name": "id", "in": "path", "schema": {"examples": [1001]}}}},
       "paths": {
         "/orders/{id}": {"parameters": [{"$ref": "#/components/parameters/Id"}], "get": {}},
         "/orders": {"get": {"parameters": [
            {"name": "sort", "in": "query", "schema": {"enum": ["new", "old"]}},
            {"name": "q", "in": "query"}]}, "post": {}},
         "/users/{name}": {"get": {"parameters": [{"name": "name", "in": "path"}]}},
         "/find": {"get": {"parameters": [{"name": "q", "in": "query", "required": true}]}}
       }}
      """
    let collection = try RequestCollection(Array(text.utf8))
    #expect(collection.baseURL?.absoluteString == "https://a.example/v1")
    #expect(collection.requests.map(\.address) == ["/orders/{id=1001}", "/orders?sort=new"])
    #expect(
      collection.notes == [
        "/users/{name} left out: the document has no example of {name}",
        "/find left out: the document has no example of {q}",
      ])
  }

  /// An example is a value, whatever is in it.
  @Test func openAPIExamplesAreEncoded() throws {
    let text = """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {
         "/s": {"get": {"parameters": [
            {"name": "q", "in": "query", "required": true, "example": "salt & pepper #1"},
            {"name": "f[a]", "in": "query", "example": "{x}+%41"}]}},
         "/f/{p.id}": {"get": {"parameters": [{"name": "p.id", "in": "path", "example": "b?c}"}]}},
         "/g/{p}.json": {"get": {"parameters": [{"name": "p", "in": "path", "example": "b c"}]}},
         "/h/{p}": {"get": {"parameters": [{"name": "p", "in": "path", "example": "a/b"}]}}
       }}
      """
    let requests = try RequestCollection(Array(text.utf8)).requests.map(\.address)
    let base = try #require(URL(string: "https://a.example"))
    let draft = SuiteDraft(suite: "shop", baseURL: base, addresses: requests)
    let document = JSONWriter.pretty(draft.document())
    let suite = try SuiteFile(
      suite: "shop", file: "suite.json", bytes: Array(document.utf8), environment: [:]
    ).suite
    let urls = try suite.endpoints.flatMap(\.samples).map { try $0.endpoint.url().absoluteString }
    #expect(
      urls == [
        "https://a.example/s?q=salt%20%26%20pepper%20%231&f%5Ba%5D=%7Bx%7D%2B%2541",
        "https://a.example/f/b%3Fc%7D", "https://a.example/g/b%20c.json",
      ])
  }

  @Test(arguments: [
    ("{}", "neither"), ("openapi: 3.0.0", "not as YAML"), ("# nothing", "no address"),
    (#"{"openapi": "3.0.0", "paths": {}}"#, "no GET request"),
  ])
  func otherFilesAreRefused(_ text: String, _ reason: String) {
    let error = #expect(throws: RequestCollection.Unreadable.self) { try addresses(text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }
}
