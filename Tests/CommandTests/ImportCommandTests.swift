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

  @Test(arguments: [
    (["openapi", "openapi.json"], "missing argument: SUITE"),
    (["swagger", "openapi.json"], "there is 'openapi'"),
    (["openapi", "a.json", "shop"], "no OpenAPI document"),
    (["openapi", "bare.json", "shop"], "names no server"),
    (["openapi", "openapi.json", "a/b"], "no name of a suite"),
    (["openapi", "openapi.json", "shop", "-o", "x"], "'--output' goes with --schema"),
  ])
  func wrongUseIsTold(_ arguments: [String], _ message: String) async throws {
    let files = ["openapi.json": Self.shop, "a.json": "{}", "bare.json": #"{"openapi": "3.1.0"}"#]
    try await Project.with(files) { project in
      let run = await CommandRun(["import"] + arguments, in: project.root)
      #expect(run.code != .conforms && run.errors.contains(message), "\(run.errors)")
      #expect(!project.exists("Contracts/shop"))
    }
  }
}
