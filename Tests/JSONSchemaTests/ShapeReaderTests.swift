import JSONSchema
import Testing
import WireDates

/// The shape of contracts that a person wrote.
@Suite struct ShapeReaderTests {
  private func shape(_ schema: String) throws -> Shape {
    try Schema(Samples.document(schema)).shape
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let types: String
    var testDescription: String { schema }
  }

  @Test(arguments: [
    Case(schema: "true", types: "anything"),
    Case(schema: "{}", types: "anything"),
    Case(schema: #"{"type": "string"}"#, types: "string"),
    Case(schema: #"{"type": ["null", "integer"]}"#, types: "integer or null"),
    Case(schema: #"{"type": ["integer", "number"]}"#, types: "number"),
    Case(schema: #"{"type": "null"}"#, types: "null"),
    Case(schema: #"{"type": "string", "allOf": [{"type": "null"}]}"#, types: "null"),
    Case(schema: #"{"enum": ["a", null]}"#, types: "string or null"),
    Case(schema: #"{"const": 1}"#, types: "integer"),
    Case(schema: #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, types: "string or null"),
    Case(schema: #"{"oneOf": [{"type": "string"}, {}]}"#, types: "anything"),
    Case(
      schema: #"{"allOf": [{"type": ["string", "null"]}, {"type": "string"}]}"#, types: "string"),
    Case(schema: #"{"type": "number", "allOf": [{"type": "integer"}]}"#, types: "integer"),
    Case(
      schema: ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "boolean"}}}"##, types: "boolean"),
  ])
  func typesAreRead(testCase: Case) throws {
    let shape = try shape(testCase.schema)
    let words = shape.types.isEmpty && shape.isAlwaysNull ? "null" : shape.types.inWords
    let addsNull = !shape.types.isEmpty && shape.isNullable
    #expect(words + (addsNull ? " or null" : "") == testCase.types)
  }

  @Test func membersOfAllPartsAreJoined() throws {
    let object = try #require(
      try shape(
        """
        {"allOf": [{"properties": {"a": {"type": "string"}}, "required": ["a", "b"]}],
         "properties": {"a": {"format": "uuid"}, "c": {"items": {"type": "number"}}},
         "additionalProperties": false}
        """
      ).object)
    #expect(object["a"]?.shape.types == [.string])
    #expect(object["a"]?.shape.textForm == .uuid)
    #expect(object["a"]?.isRequired == true)
    #expect(object["b"]?.isRequired == true)
    #expect(object["c"]?.isRequired == false)
    #expect(object["c"]?.shape.element?.types == [.number])
    #expect(object.mapValue == nil)
  }

  @Test func alternativesKeepWhatIsRequiredInAll() throws {
    let object = try #require(
      try shape(
        """
        {"oneOf": [{"properties": {"a": true}, "required": ["a"]},
                   {"properties": {"a": true, "b": true}, "required": ["a", "b"]}]}
        """
      ).object)
    #expect(object["a"]?.isRequired == true)
    #expect(object["b"]?.isRequired == false)
  }

  @Test func mapsAndDatesAreRead() throws {
    let shape = try shape(
      #"{"additionalProperties": {"type": "string", "x-date-format": "iso8601"}}"#)
    #expect(shape.object?.mapValue?.dateFormat == .iso8601)
    #expect(shape.object?.mapValue?.observed == nil)
  }

  @Test func aSchemaWithinItselfEnds() throws {
    let shape = try shape(
      ##"{"type": "object", "properties": {"next": {"$ref": "#"}, "id": {"type": "string"}}}"##)
    #expect(shape.object?["next"]?.shape == .unknown)
    #expect(shape.object?["id"]?.shape.types == [.string])
  }
}
