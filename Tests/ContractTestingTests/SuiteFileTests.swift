import Endpoints
import Foundation
import JSONSchema
import StrictJSON
import Testing

@testable import ContractTesting

@Suite struct SuiteFileTests {
  private static func suite(
    _ text: String, environment: [String: String] = [:]
  ) throws -> APISuite {
    try SuiteFile(
      suite: "shop", file: "suite.json", bytes: Array(text.utf8), environment: environment
    ).suite
  }

  private static func text(_ endpoint: String, _ more: String = "") -> String {
    #"{"baseURL": "https://a.example/v1", "endpoints": {"order": \#(endpoint)}\#(more)}"#
  }

  @Test func requestsAreThoseOfTheTemplate() throws {
    let suite = try Self.suite(
      """
      {
        "baseURL": "https://a.example/v1",
        "headers": {"Authorization": "Bearer ${SHOP_TOKEN}", "X-Team": "app"},
        "endpoints": {
          "orders": {"path": "orders", "query": {"limit": "5", "key": "${SHOP_KEY}"}},
          "order": {
            "path": "orders/{id}/lines", "query": {"q": ["{text} x", "${SHOP_KEY}", "y"], "all": null},
            "samples": [{"id": "a b", "text": "tea"}, {"case": "none", "id": "0", "text": ""}]
          },
          "query": {
            "path": "query", "method": "POST", "body": {"find": {"name": "{name}"}, "n": [1, "{name}"]},
            "samples": [{"name": "Ada"}]
          }
        }
      }
      """, environment: ["SHOP_TOKEN": "swordfish-7"])
    #expect(suite.endpoints.map(\.name) == ["orders", "order", "query"])
    #expect(suite.missingVariables == ["SHOP_KEY"])
    let requests = try suite.endpoints.flatMap(\.samples).map { sample in
      let request = try sample.endpoint.request()
      let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
      return "\(sample.caseName): \(request.method.rawValue) \(request.url.absoluteString)\(body)"
    }
    #expect(
      requests == [
        "all: GET https://a.example/v1/orders?limit=5",
        "a b-tea: GET https://a.example/v1/orders/a%20b/lines?q=tea%20x&q=y&all",
        "none: GET https://a.example/v1/orders/0/lines?q=%20x&q=y&all",
        #"Ada: POST https://a.example/v1/query {"find":{"name":"Ada"},"n":[1,"Ada"]}"#,
      ])
    let request = try suite.endpoints[2].samples[0].endpoint.request()
    #expect(request.header("Authorization") == "Bearer swordfish-7")
    #expect(request.header("Content-Type") == "application/json")
    // What the environment gave is a secret wherever it comes back.
    let body = suite.redaction.body(Array(#"{"echo": "it is swordfish-7!"}"#.utf8))
    #expect(!String(decoding: body, as: UTF8.self).contains("swordfish"))
  }

  /// Files with a fault, the place of the fault, and a part of what is said of it; true where the schema
  /// sees it, too.
  static let faults: [(String, String, Bool)] = [
    ("[]", "1:1: a suite is an object", true),
    (#"{"endpoints": {"a": {"path": ""}}}"#, #"1:1: "baseURL" is missing"#, true),
    (#"{"baseURL": "https://a.example"}"#, #"1:1: "endpoints" is missing"#, true),
    (#"{"baseURL": "a.example", "endpoints": {}}"#, "1:13: \"a.example\" is no address", true),
    (
      #"{"baseURL": "http://u:p@a.example", "endpoints": {}}"#, "1:13: an address with a password",
      true
    ),
    (text(#"{"path": 1}"#), #"1:69: "path" is a number, and must be a string"#, true),
    (text("{}"), #"1:60: "path" is missing"#, true),
    (text("1"), "1:60: an endpoint is an object", true),
    (text(#"{"path": "a?b=1"}"#), "1:69: the parameters", true),
    (text(#"{"path": "../a"}"#), "1:69: a path has no segment ..", true),
    (text(#"{"path": "a", "methd": "GET"}"#), #"did you mean 'method'?"#, true),
    (text(#"{"path": "a", "method": "DELETE"}"#), "1:84: \"DELETE\" is no method", true),
    (text(#"{"path": "a", "query": {"b": 1}}"#), #"1:89: "b" is a number"#, true),
    (text(#"{"path": "a", "query": {"b": ["1", 2]}}"#), #"1:95: "b" holds a number"#, true),
    (text(#"{"path": "a", "headers": {"b c": "1"}}"#), "1:93: this is no header field", true),
    (text(#"{"path": "a", "samples": {}}"#), #"1:85: "samples" is an object"#, true),
    (text(#"{"path": "a", "samples": [1]}"#), "1:86: a sample is an object", true),
    (text(#"{"path": "a"}"#, #", "redaction": {"name": []}"#), "did you mean 'names'?", true),
    (text(#"{"path": "a"}"#, #", "redaction": {"names": [1]}"#), "holds strings, and not", true),
    (text(#"{"path": "a", "repeat": 0}"#), "a whole number from 1 to 100", true),
    (text(#"{"path": "a", "repeat": "2"}"#), "a whole number from 1 to 100", true),
    (text(#"{"path": "a", "discover": {"values": {}}}"#), "\"from\" is missing", true),
    (text(#"{"path": "a", "discover": {"from": "b"}}"#), "\"values\" is missing", true),
    (text(#"{"path": "a", "pages": {}}"#), "\"by\" is missing", true),
    (text(#"{"path": "a", "pages": {"by": "pge"}}"#), "no kind of pages", true),
    (text(#"{"path": "a", "pages": {"by": "offset"}}"#), "\"step\", the number", true),
    (text(#"{"path": "a", "pages": {"by": "next"}}"#), "\"value\", the place", true),
    (text(#"{"path": "a", "pages": {"by": "link", "limit": 0}}"#), "from 1 to 1000", true),
    (text(#"{"path": "a"}"#, #", "politeness": {"atOnce": 0}"#), "from 1 to 64", true),
    (text(#"{"path": "a"}"#, #", "politeness": {"perSecond": 0}"#), "above 0", true),
    (text(#"{"path": "a"}"#, #", "more": 1"#), "nothing reads the key \"more\"", true),
    (
      #"{"baseURL": "https://a.example", "endpoints": {"\#(String(repeating: "a", count: 300))": {"path": ""}}}"#,
      "at most 100 characters, and this one has 300", true
    ),
    (
      #"{"baseURL": "https://a.example", "endpoints": {"a/b": {"path": ""}}}"#, "letters, digits",
      true
    ),
    (
      text(#"{"path": "{id}", "discover": {"from": "ordr", "values": {"id": "$.id"}}}"#),
      "no endpoint above is named \"ordr\"", false
    ),
    (
      text(#"{"path": "{id}", "discover": {"from": "b", "values": {"id": "id"}}}"#),
      "is no path such as", false
    ),
    (
      text(#"{"path": "{id}", "discover": {"from": "b", "values": {}}}"#),
      "the place of {id} is missing", false
    ),
    // What depends on other parts of the file is beyond a schema.
    (text(#"{"path": "{id}", "samples": [{"di": "1"}]}"#), "the value of {id} is missing", false),
    (text(#"{"path": "a", "samples": [{}, {}]}"#), "two samples of the case \"all\"", false),
    (text(#"{"path": "a", "path": "b"}"#), "comes more than once", false),
    ("{", "1:2: ", false),
  ]

  @Test(arguments: faults)
  func faultIsNamedWithItsPlace(_ text: String, _ fault: String, _ schemaSeesIt: Bool) throws {
    let error = #expect(throws: SettingsError.self) { try Self.suite(text) }
    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
    guard let document = try? JSONDocument(text) else { return }
    #expect(try Self.schema().validate(document, formats: .asserted).isEmpty != schemaSeesIt)
  }

  /// Files that the reader takes; the schema takes them, too.
  @Test(arguments: [
    text(#"{"path": ""}"#), text(#"{"path": "a/..b"}"#),
    text(#"{"path": "a/{id}"}"#), text(#"{"path": "a", "method": "POST", "body": null}"#),
    text(
      #"{"path": "a", "query": {"flag": null, "q": ["1", "{x}", null], "n": []}, "samples": []}"#),
    text(#"{"path": "a", "query": {}, "headers": {"X-A": "${B}"}, "samples": []}"#),
    text(#"{"path": "{a}", "samples": [{"a": "", "case": "x"}]}"#),
    text(#"{"path": "a", "repeat": 5, "pages": {"by": "page", "first": 0, "items": "/docs"}}"#),
    text(
      #"{"path": "a", "pages": {"by": "cursor", "parameter": "after", "value": "/next", "limit": 2}}"#
    ),
    text(#"{"path": "a", "pages": {"by": "offset", "step": 20}}"#),
    text(#"{"path": "a", "pages": {"by": "link"}}"#),
    text(#"{"path": "a"}"#, #", "politeness": {"atOnce": 1, "perSecond": 0.5, "userAgent": "me"}"#),
    #"{"baseURL": "https://a.example", "endpoints": {"a": {"path": ""}, "b": {"path": "{id}", "discover": {"from": "a", "values": {"id": "$.x[*].id"}}}}}"#,
    text(#"{"path": "a"}"#, #", "headers": {}, "redaction": {}, "$schema": "s.json""#),
    text(
      #"{"path": "a"}"#,
      #", "redaction": {"names": ["a"], "paths": ["/v1/{key}"], "publicValues": ["1"]}"#),
    #"{"baseURL": "HTTP://A.example:8080/x/", "endpoints": {"a_B-1": {"path": "/"}}}"#,
  ])
  func goodFileIsTakenByBoth(_ text: String) throws {
    _ = try Self.suite(text)
    #expect(try Self.schema().validate(try JSONDocument(text), formats: .asserted).isEmpty)
  }

  /// A page may be named in the content of a request.
  @Test func pageOfAQueryIsSetInItsContent() throws {
    let suite = try Self.suite(
      Self.text(
        #"{"path": "q", "method": "POST", "body": {"query": {}, "options": {"limit": 2}}, "pages": {"by": "page", "parameter": "/options/page", "items": "/docs"}}"#
      ))
    let endpoint = suite.endpoints[0]
    let paging = try #require(endpoint.sampling.paging)
    let page = { (docs: String) in
      EndpointResponse(
        status: 200, headers: [:], body: Array(#"{"docs": \#(docs)}"#.utf8),
        url: URL(fileURLWithPath: "/"))
    }
    let next = paging.next(endpoint.samples[0].endpoint, page("[1]"), 1)
    #expect(
      next?.body.map { String(decoding: $0, as: UTF8.self) }
        == #"{"query":{},"options":{"limit":2,"page":2}}"#)
    #expect(paging.next(endpoint.samples[0].endpoint, page("[]"), 1) == nil)
  }

  /// Law: the schema names the members that the reader knows, and no others.
  @Test func schemaAndReaderKnowTheSameMembers() throws {
    let schema = try JSONDocument(JSONWriter.compact(SuiteSchema.document))
    let members = { (value: JSONValue?) in Set(value?["properties"]?.members.map(\.key) ?? []) }
    let properties = schema.root["properties"]
    #expect(members(schema.root) == Set(SuiteMembers.suite))
    #expect(
      members(properties?["endpoints"]?["additionalProperties"]) == Set(SuiteMembers.endpoint))
    #expect(members(properties?["redaction"]) == Set(SuiteMembers.redaction))
    #expect(members(properties?["politeness"]) == Set(SuiteMembers.politeness))
    let endpoint = properties?["endpoints"]?["additionalProperties"]?["properties"]
    #expect(members(endpoint?["discover"]) == Set(SuiteMembers.discover))
    #expect(members(endpoint?["pages"]) == Set(SuiteMembers.pages))
  }

  private static func schema() throws -> Schema {
    try Schema(try JSONDocument(JSONWriter.compact(SuiteSchema.document)))
  }
}
