import Foundation
import JSONSchema
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// Contracts out of OpenAPI documents.
@Suite struct ImportCommandTests {
  /// A document in the words of 3.0, with what differs from JSON Schema.
  private static let shop = #"""
    {"openapi": "3.0.3", "servers": [{"url": "https://api.example.com/v1"}],
     "paths": {
       "/orders": {"get": {"operationId": "listOrders",
         "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "default": 10}}],
         "responses": {"200": {"content": {"application/json": {"schema":
           {"type": "array", "items": {"$ref": "#/components/schemas/Order"}}}}}}}},
       "/orders/{id}": {"parameters": [{"$ref": "#/components/parameters/id"}],
         "get": {"operationId": "getOrder",
           "responses": {"200": {"$ref": "#/components/responses/order"}, "404": {"description": "none"}}},
         "delete": {"responses": {"204": {"description": "gone"}}}},
       "/shelves/{shelf-id}/books": {"get": {
         "parameters": [{"name": "shelf-id", "in": "path", "required": true, "schema": {"type": "string"}}],
         "responses": {"2XX": {"content": {"application/json; charset=utf-8": {"schema": {"type": "object"}}}}}}}
     },
     "components": {
       "parameters": {"id": {"name": "id", "in": "path", "required": true, "example": 1001, "schema": {"type": "integer"}}},
       "responses": {"order": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}},
       "schemas": {
         "Order": {"type": "object", "required": ["id", "secret"], "x-internal": 1,
           "properties": {
             "id": {"type": "integer", "minimum": 0, "exclusiveMinimum": true, "example": 7},
             "secret": {"type": "string", "writeOnly": true},
             "state": {"type": "string", "enum": ["open", "paid"], "nullable": true},
             "parent": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/Order"}]},
             "buyer": {"$ref": "#/components/schemas/Buyer", "description": "not read"}}},
         "Buyer": {"type": "object", "properties": {"name": {"type": "string", "xml": {"name": "n"}}}},
         "Lost": {"$ref": "#/components/schemas/Nothing"},
         "Away": {"type": "array", "items": {"$ref": "other.json#/Order"}}
       }}}
    """#

  private static func contract(_ name: String) async throws -> JSONDocument {
    try await Project.with(["openapi.json": shop]) { project in
      let run = await CommandRun(
        ["import", "openapi", "openapi.json", "--schema", name], in: project.root)
      try #require(run.code == .conforms, "\(run.errors)")
      return try JSONDocument(Array(run.output.utf8))
    }
  }

  @Test(arguments: [
    (#"{"id": 1}"#, true), (#"{"id": 0}"#, false), (#"{"id": 1, "state": null}"#, true),
    (#"{"id": 1, "state": "lost"}"#, false), (#"{"id": 1, "parent": null}"#, true),
    (#"{"id": 1, "parent": {"id": 2, "parent": {"id": 0}}}"#, false),
    (#"{"id": 1, "buyer": {"name": 1}}"#, false), (#"{}"#, false),
  ])
  func schemaMeansWhatTheDocumentMeans(_ json: String, _ isValid: Bool) async throws {
    let schema = try Schema(try await Self.contract("Order"))
    let document = try JSONDocument(Array(json.utf8))
    #expect(schema.validate(document.root, formats: .asserted).isEmpty == isValid)
  }

  @Test func contractStandsAlone() async throws {
    let contract = try await Self.contract("getOrder")
    #expect(contract.root["$defs"]?.members.map(\.key).sorted() == ["Buyer", "Order"])
    let text = contract.root.source
    for word in ["nullable", "example", "xml", "x-internal", "components", "not read"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ("Lost", "leads nowhere"), ("Away", "leads out of the document"),
    ("Ordr", "did you mean 'Order'?"),
  ])
  func schemaThatCannotBeTakenIsTold(_ name: String, _ message: String) async throws {
    try await Project.with(["openapi.json": Self.shop]) { project in
      let run = await CommandRun(
        ["import", "openapi", "openapi.json", "--schema", name], in: project.root)
      #expect(run.code != .conforms && run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func suiteIsDraftedAndItsContractsAreWritten() async throws {
    try await Project.with(["openapi.json": Self.shop, "Fixtures/.keep": ""]) { project in
      let run = await CommandRun(["import", "openapi", "openapi.json", "shop"], in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      let suite = try JSONDocument(Array(try project.text("Contracts/shop/suite.json").utf8))
      let endpoints = try #require(suite.root["endpoints"])
      let names = endpoints.members.map(\.key)
      #expect(names == ["listOrders", "getOrder", "shelves-by-shelf-id-books"])
      let sample = endpoints["getOrder"]?["samples"]?.elements.first { _ in true }
      #expect(sample?["id"]?.string == "1001")
      #expect(endpoints["listOrders"]?["query"]?["limit"]?.string == "10")
      #expect(run.output.contains("no example of {shelf-id}"))
      #expect(project.exists("Contracts/shop/getOrder.schema.json"))
      #expect(await CommandRun(["status", "shop"], in: project.root).code == .conforms)

      // Another time nothing is written over.
      try project.write("{}", to: "Contracts/shop/getOrder.schema.json")
      let again = await CommandRun(["import", "openapi", "openapi.json", "shop"], in: project.root)
      #expect(again.code == .conforms && again.output.contains("stays as it is"))
      #expect(try project.text("Contracts/shop/getOrder.schema.json") == "{}")
    }
  }

  /// What a suite exports describes its own endpoints, and its fixtures keep the contracts that come back.
  @Test(arguments: ["spacex", "themealdb"])
  func exportedSuiteComesBack(_ suite: String) async throws {
    let export = await CommandRun(["export", "openapi", suite], in: TestFolders.packageRoot)
    try await Project.ofRepository { project in
      try project.write(export.output, to: "openapi.json")
      try FileManager.default.removeItem(at: project.url("Contracts/\(suite)"))
      let run = await CommandRun(["import", "openapi", "openapi.json", suite], in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      #expect(!run.output.contains("describes no such request"), "\(run.output)")
      let check = await CommandRun(["check", suite], in: project.root)
      #expect(check.code == .conforms, "\(check.output)")
    }
  }

  /// What was imported once is exported with definitions inside of its schemas, and means the same when it comes back.
  @Test(arguments: [
    (#"{"id": 1}"#, true), (#"{"id": 0}"#, false), (#"{"id": 1, "parent": null}"#, true),
    (#"{"id": 1, "parent": {"id": 2, "parent": {"id": 0}}}"#, false),
    (#"{"id": 1, "buyer": {"name": 1}}"#, false),
  ])
  func importedSuiteComesBack(_ json: String, _ isValid: Bool) async throws {
    try await Project.with(["openapi.json": Self.shop, "Fixtures/.keep": ""]) { project in
      let run = { (arguments: [String]) in await CommandRun(arguments, in: project.root) }
      #expect(await run(["import", "openapi", "openapi.json", "shop"]).code == .conforms)
      #expect(await run(["export", "openapi", "shop", "-o", "shop.json"]).code == .conforms)
      let back = await run(["import", "openapi", "shop.json", "other"])
      #expect(back.code == .conforms, "\(back.output)\(back.errors)")
      let text = try project.text("Contracts/other/getOrder.schema.json")
      let schema = try Schema(try JSONDocument(text))
      let document = try JSONDocument(json)
      #expect(schema.validate(document.root, formats: .asserted).isEmpty == isValid)
      // Another round adds nothing.
      #expect(await run(["export", "openapi", "other", "-o", "other.json"]).code == .conforms)
      #expect(await run(["import", "openapi", "other.json", "third"]).code == .conforms)
      #expect(try project.text("Contracts/third/getOrder.schema.json").count == text.count)
    }
  }

  /// The example of a credential is a variable in the suite, and so is one that must be sent and has no example.
  @Test(arguments: [
    (#""example": "8a1f0c9d7e6b5a43""#, "${SHOP_API_KEY}"),
    (#""required": true"#, "${SHOP_API_KEY}"), (#""description": "none""#, nil),
  ])
  func credentialsOfADocumentAreVariables(_ member: String, _ value: String?) async throws {
    let document = #"""
      {"openapi": "3.1.0", "servers": [{"url": "https://api.example.com"}], "paths": {"/orders": {"get": {
        "parameters": [{"name": "api_key", "in": "query", #}, {"name": "limit", "in": "query", "example": 5}],
        "responses": {"200": {"content": {"application/json": {"schema": {"type": "array"}}}}}}}}}
      """#
    let text = document.replacing("#}", with: "\(member)}")
    try await Project.with(["openapi.json": text]) { project in
      let run = await CommandRun(["import", "openapi", "openapi.json", "shop"], in: project.root)
      #expect(run.code == .conforms && run.output.contains("set SHOP_API_KEY") == (value != nil))
      let suite = try JSONDocument(try project.text("Contracts/shop/suite.json"))
      let query = suite.root["endpoints"]?["orders"]?["query"]
      #expect(query?["api_key"]?.string == value && query?["limit"]?.string == "5")
    }
  }

  /// Schemas of 3.1 with definitions of their own, some with the same name, and documents.
  static let definitions = #"""
    {"openapi": "3.1.0", "servers": [{"url": "https://api.example.com/v1"}],
     "paths": {"/orders": {"get": {"operationId": "orders", "responses": {"200": {"content": {"application/json": {"schema":
       {"type": "object", "$defs": {"Id": {"type": "string"}, "Unused": {"type": "null"}},
        "properties": {
          "own": {"$ref": "#/$defs/Id"}, "order": {"$ref": "#/components/schemas/Order"},
          "deep": {"$ref": "#/components/schemas/Order/$defs/Id"},
          "lines": {"$ref": "#/components/schemas/Line"}, "self": {"$ref": "#"}}}}}}}}}},
     "components": {"schemas": {
       "Order": {"$defs": {"Id": {"type": "integer"}, "List": {"type": "array", "items": {"$ref": "#/$defs/Id"}}},
         "properties": {"id": {"$ref": "#/$defs/Id"}, "ids": {"$ref": "#/components/schemas/Order/$defs/List"}}},
       "Line": {"$id": "https://api.example.com/line", "$defs": {"Id": {"type": "boolean"}},
         "properties": {"id": {"$ref": "#/$defs/Id"}, "line": {"$ref": "#"}, "$defs": {"type": "null"}}}}}}
    """#

  @Test(arguments: [
    (#"{"own": "a", "order": {"id": 1, "ids": [1]}, "deep": 1}"#, true), (#"{"own": 1}"#, false),
    (#"{"order": {"id": "a"}}"#, false), (#"{"order": {"ids": ["a"]}}"#, false),
    (#"{"deep": "a"}"#, false), (#"{"lines": {"id": true}}"#, true),
    (#"{"lines": {"id": 1}}"#, false), (#"{"lines": {"line": {"line": {"id": 1}}}}"#, false),
    (#"{"lines": {"$defs": 1}}"#, false), (#"{"self": {"self": {"own": 1}}}"#, false),
  ])
  func definitionsInsideOfSchemasStayApart(_ json: String, _ isValid: Bool) async throws {
    try await Project.with(["openapi.json": Self.definitions]) { project in
      let run = await CommandRun(
        ["import", "openapi", "openapi.json", "--schema", "orders"], in: project.root)
      try #require(run.code == .conforms, "\(run.errors)")
      let contract = try JSONDocument(run.output)
      let names = contract.root["$defs"]?.members.map(\.key)
      #expect(names?.contains("Unused") == false)
      let schema = try Schema(contract)
      #expect(try schema.validate(JSONDocument(json), formats: .asserted).isEmpty == isValid)
    }
  }

  /// What can be written is written, and what is missing is said; where nothing can be, no suite is left either.
  @Test func missingContractsAreSaidAndNoSuiteStandsWithoutAny() async throws {
    let operation = { (name: String) in
      ##""/\##(name)": {"get": {"operationId": "\##(name)", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/\##(name)"}}}}}}}}"##
    }
    let document = { (names: [String]) in
      #"{"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {\#(names.map(operation).joined(separator: ", "))}, "components": {"schemas": {"Good": {"type": "string"}, "Odd": {"type": 1}}}}"#
    }
    try await Project.with([
      "some.json": document(["Good", "Lost", "Odd"]), "none.json": document(["Lost", "Odd"]),
    ]) { project in
      let none = await CommandRun(["import", "openapi", "none.json", "shop"], in: project.root)
      #expect(none.code == .failure && none.output.isEmpty)
      #expect(none.errors.contains("leads nowhere") && none.errors.contains("nothing was written"))
      #expect(!project.exists("Contracts"))
      let some = await CommandRun(["import", "openapi", "some.json", "shop"], in: project.root)
      #expect(some.code == .failure, "\(some.output)\(some.errors)")
      #expect(some.output.contains("2 of 3 contracts are missing; mend some.json"))
      #expect(!some.output.contains("next:"))
      #expect(some.errors.contains("Lost.schema.json is not written"))
      #expect(project.exists("Contracts/shop/suite.json"))
      #expect(project.exists("Contracts/shop/Good.schema.json"))
      #expect(!project.exists("Contracts/shop/Lost.schema.json"))
    }
  }

  /// The names of media types have no case, and an answer of any type may be JSON; what is left out is named.
  @Test func answersOfAnyTypeAreTaken() async throws {
    let operation = { (type: String) in
      #"{"get": {"responses": {"200": {"content": {"\#(type)": {"schema": {"type": "string"}}}}}}}"#
    }
    let document = #"""
      {"openapi": "3.0.3", "servers": [{"url": "https://a.example"}], "paths": {
        "/a": \#(operation("APPLICATION/JSON")), "/b": \#(operation("*/*")), "/c": \#(operation("text/csv"))}}
      """#
    try await Project.with(["api.json": document]) { project in
      let run = await CommandRun(["import", "openapi", "api.json", "shop"], in: project.root)
      #expect(run.output.contains("left out 1 operation: no GET that is answered in JSON (GET /c)"))
      let suite = try JSONDocument(try project.text("Contracts/shop/suite.json"))
      #expect(suite.root["endpoints"]?.members.map(\.key) == ["a", "b"])
    }
  }

  @Test func exampleInThePathThatIsACredentialIsNotStored() async throws {
    let token = "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX"
    let document = #"""
      {"openapi": "3.0.3", "servers": [{"url": "https://a.example"}], "paths": {"/x/{t}": {"get": {
        "parameters": [{"name": "t", "in": "path", "example": "\#(token)"}],
        "responses": {"200": {"content": {"application/json": {"schema": {"type": "string"}}}}}}}}}
      """#
    try await Project.with(["api.json": document]) { project in
      let run = await CommandRun(["import", "openapi", "api.json", "shop"], in: project.root)
      #expect(run.output.contains("the example of {t} in /x/{t} is a credential"))
      let suite = try project.text("Contracts/shop/suite.json")
      #expect(!suite.contains(token))
    }
  }

  /// A name of a schema with characters that a reference has to encode.
  @Test func oddNamesOfSchemasAreFound() async throws {
    let document = #"""
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/x": {"get": {"responses": {"200": {
        "content": {"application/json": {"schema": {"properties": {
          "a": {"$ref": "#/components/schemas/A~1b~0c%20%2520"}}}}}}}}}},
       "components": {"schemas": {"A/b~c %20": {"type": "integer"}}}}
      """#
    try await Project.with(["api.json": document, "five.json": #"{"a": "5"}"#]) { project in
      let run = await CommandRun(["import", "openapi", "api.json", "shop"], in: project.root)
      #expect(run.code == .conforms)
      let checked = await CommandRun(
        ["validate", "--contract", "Contracts/shop/x.schema.json", "five.json"], in: project.root)
      #expect(checked.code == .findings && checked.output.contains("expected integer"))
      let types = await CommandRun(["generate", "swift", "--from", "api.json"], in: project.root)
      #expect(types.code == .conforms && !types.errors.contains("is not in the document"))
    }
  }

  /// A path that no suite can name costs its own request only.
  @Test(arguments: ["/search?kind=x", "/items#all", "/a/../b"])
  func oddPathLeavesOutItsRequestOnly(_ path: String) async throws {
    let answer = #"{"200": {"content": {"application/json": {"schema": {"type": "string"}}}}}"#
    let document = { (paths: [String]) in
      let members = paths.map { #""\#($0)": {"get": {"responses": \#(answer)}}"# }
      return #"{"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"#
        + members.joined(separator: ", ") + "}}"
    }
    try await Project.with(["some.json": document(["/good", path]), "none.json": document([path])])
    {
      project in
      let none = await CommandRun(["import", "openapi", "none.json", "shop"], in: project.root)
      #expect(none.code == .failure && none.errors.contains("GET \(path) is left out: "))
      #expect(!project.exists("Contracts"))
      let some = await CommandRun(["import", "openapi", "some.json", "shop"], in: project.root)
      #expect(some.code == .failure && some.errors.contains("GET \(path) is left out: "))
      #expect(some.output.contains("1 request is left out; add it to Contracts/shop/suite.json"))
      let suite = try project.text("Contracts/shop/suite.json")
      #expect(suite.contains("good"))
      #expect(project.exists("Contracts/shop/good.schema.json"))
    }
  }

  @Test(arguments: [
    (["openapi", "openapi.json"], "missing argument: SUITE"),
    (["swagger", "openapi.json"], "there is 'openapi'"),
    (["openapi", "a.json", "shop"], "no OpenAPI document"),
    (["openapi", "four.json", "shop"], "no OpenAPI document of version 3"),
    (["openapi", ".", "shop"], "cannot read .: Is a directory"),
    (["openapi", "bare.json", "shop"], "names no server"),
    (["openapi", "openapi.json", "a/b"], "no name of a suite"),
    (["openapi", "openapi.json", "shop", "-o", "x"], "'--output' goes with --schema"),
  ])
  func wrongUseIsTold(_ arguments: [String], _ message: String) async throws {
    let files = [
      "openapi.json": Self.shop, "a.json": "{}", "bare.json": #"{"openapi": "3.1.0"}"#,
      "four.json": #"{"openapi": "4.0.0"}"#,
    ]
    try await Project.with(files) { project in
      let run = await CommandRun(["import"] + arguments, in: project.root)
      #expect(run.code != .conforms && run.errors.contains(message), "\(run.errors)")
      #expect(!project.exists("Contracts/shop"))
    }
  }
}
