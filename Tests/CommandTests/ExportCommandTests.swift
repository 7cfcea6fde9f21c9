import Foundation
import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

@Suite struct ExportCommandTests {
  private static func document(_ arguments: String...) async throws -> JSONDocument {
    let run = await CommandRun(["export"] + arguments, in: TestFolders.packageRoot)
    try #require(run.code == .conforms, "\(run.errors)")
    return try JSONDocument(Array(run.output.utf8))
  }

  /// What a validator of OpenAPI looks at first: names, parameters, references.
  @Test(arguments: ["themealdb", "spacex", "spacex-v4"])
  func openAPIDocumentIsWellFormed(_ suite: String) async throws {
    let document = try await Self.document("openapi", suite)
    #expect(document.root["openapi"]?.string == "3.1.1")
    #expect(document.root["info"]?["title"]?.string == suite)
    #expect(document.root["info"]?["version"]?.string != nil)
    var operationIDs: [String] = []
    for path in try #require(document.root["paths"]).members {
      #expect(path.key.hasPrefix("/"))
      for operation in path.value.members {
        operationIDs.append(operation.value["operationId"]?.string ?? "")
        let declared =
          operation.value["parameters"]?.elements.filter { $0["in"]?.string == "path" }
          .compactMap { $0["name"]?.string } ?? []
        let written = path.key.matches(of: /\{(.+?)\}/).map { String($0.output.1) }
        #expect(declared == written)
        for response in try #require(operation.value["responses"]).members {
          #expect(response.value["description"]?.string != nil)
        }
      }
    }
    #expect(operationIDs.count > 2 && Set(operationIDs).count == operationIDs.count)
    for reference in Self.references(in: document.root) {
      let pointer = try #require(JSONPointer(String(reference.dropFirst())))
      #expect(document.value(at: pointer) != nil, "\(reference)")
    }
  }

  /// The examples are what the schemas describe.
  @Test func examplesKeepTheirSchemas() async throws {
    let document = try await Self.document("openapi", "spacex")
    let answer = try #require(
      document.root["paths"]?["/v3/launches/{id}"]?["get"]?["responses"]?["200"]?["content"]?[
        "application/json"])
    let name = try #require(answer["schema"]?["$ref"]?.string)
    let pointer = try #require(JSONPointer(String(name.dropFirst())))
    let text = try #require(document.value(at: pointer)).source
    let schema = try Schema(try JSONDocument(Array(text.utf8)))
    let examples = try #require(answer["examples"]).members.map(\.value)
    #expect(examples.count == 14)
    for example in examples {
      #expect(schema.validate(try #require(example["value"]), formats: .asserted).isEmpty)
    }
    let bare = try await Self.document("openapi", "spacex", "--no-examples")
    #expect(!bare.root.source.contains("\"examples\""))
  }

  /// A property may be called like an annotation, and an enumeration may hold one.
  @Test func plainSchemaKeepsWhatIsNoAnnotation() async throws {
    let contract = #"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-slots": [],
       "properties": {"x-rate": {"x-observed": {"samples": 1}, "enum": [{"x-a": 1}]}},
       "$defs": {"x-b": {"items": {"x-list": ",", "type": "string"}}}}
      """#
    try await Project.with(["a.schema.json": contract]) { project in
      let run = await CommandRun(
        ["export", "jsonschema", "a.schema.json", "-o", "b.json"], in: project.root)
      #expect(run.code == .conforms)
      let text = minifiedJSON(try project.text("b.json"))
      #expect(
        text == #"""
          {"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"x-rate":{"enum":[{"x-a":1}]}},"$defs":{"x-b":{"items":{"type":"string"}}}}
          """#)
    }
    let stored = try await Self.document("jsonschema", "themealdb/recipe")
    #expect(!stored.root.source.contains("\"x-"))
  }

  /// What a contract keeps of the recorded values is for 'diff' alone and goes to nobody else.
  @Test func theSketchOfRecordsIsNotExported() async throws {
    let records = (0..<20).map { #"{"id": \#($0), "name": "Name \#($0)", "x-sketch": \#($0)}"# }
    try await Project.with(["all.json": "[\(records.joined(separator: ","))]"]) { project in
      _ = await CommandRun(["infer", "all.json", "-o", "a.schema.json"], in: project.root)
      let keyword = RecordSketch.keyword
      let contract = try JSONDocument(Array(try project.text("a.schema.json").utf8))
      try #require(contract.root[keyword] != nil)
      let run = await CommandRun(
        ["export", "jsonschema", "a.schema.json", "-o", "b.json"], in: project.root)
      #expect(run.code == .conforms, "\(run.errors)")
      let schema = try JSONDocument(Array(try project.text("b.json").utf8))
      #expect(schema.root[keyword] == nil)
      // The member of that name is no keyword.
      #expect(schema.root["items"]?["properties"]?[keyword]?["type"]?.string == "integer")
    }
  }

  /// References of a contract lead to the same places in the document around it.
  @Test func referencesMoveWithTheirSchema() throws {
    let text = ##"{"$schema": "s", "items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"$ref": "#"}}}"##
    let node = JSONNode(try JSONDocument(Array(text.utf8)).root)
    let moved = JSONWriter.compact(PlainSchema.schema(node, movedTo: "#/x"))
    #expect(moved == ##"{"items":{"$ref":"#/x/$defs/a"},"$defs":{"a":{"$ref":"#/x"}}}"##)
  }

  @Test(arguments: [
    (["export", "raml", "themealdb"], "there is no export 'raml'"),
    (
      ["export", "openapi", "themeal"], "unknown suite 'themeal'; did you mean 'themealdb'?"
    ), (["export", "openapi"], "missing argument: "),
    (
      ["export", "jsonschema", "themealdb"],
      "'themealdb' is a suite; a JSON Schema is of one endpoint: themealdb/categories, "
    ),
  ])
  func wrongUsageSaysWhatIsMissing(_ arguments: [String], _ message: String) async {
    let run = await CommandRun(arguments, in: TestFolders.packageRoot)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.hasPrefix("mealdb-contract: \(message)"), "\(run.errors)")
  }

  private static func references(in value: JSONValue) -> [String] {
    if value.kind == .array { return value.elements.flatMap(references) }
    return value.members.flatMap { member in
      member.key == "$ref" ? [member.value.string ?? ""] : references(in: member.value)
    }
  }
}
