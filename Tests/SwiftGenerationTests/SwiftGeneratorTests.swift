import StrictJSON
import Testing

@testable import SwiftGeneration

@Suite struct SwiftGeneratorTests {
  /// A schema of one property `p`, and the type that the property gets.
  @Test(arguments: [
    (#"{"type": "string"}"#, "String"), (#"{"type": ["integer", "null"]}"#, "Int?"),
    (#"{"type": "integer", "nullable": true}"#, "Int?"), (#"{"type": "number"}"#, "Double"),
    (#"{"type": ["integer", "number"]}"#, "Double"), (#"{}"#, "JSONAny?"), ("true", "JSONAny?"),
    (#"{"type": "string", "format": "date-time"}"#, "ISO8601Date"),
    (#"{"type": "string", "x-date-format": "iso8601-fractional"}"#, "ISO8601Date"),
    (#"{"type": "string", "format": "date"}"#, "PatternDate<CalendarDay>"),
    (
      #"{"type": "string", "x-date-format": "dd/MM/yyyy"}"#,
      "PatternDate<Pattern_ddSlashMMSlashyyyy>"
    ), (#"{"type": "integer", "x-date-format": "unix-seconds"}"#, "UnixSecondsDate"),
    (#"{"type": "number", "x-date-format": "unix-milliseconds"}"#, "UnixMillisecondsDate"),
    (#"{"type": "string", "format": "uri"}"#, "URL"),
    (
      #"{"type": "string", "x-format": "uri", "x-observed": {"samples": 2, "present": 2, "empty": 1}}"#,
      "String"
    ),
    (
      #"{"type": "string", "x-observed": {"samples": 2, "present": 2, "null": 1}}"#, "String?"
    ), (#"{"type": "string", "x-observed": {"samples": 2, "present": 1}}"#, "String?"),
    (
      #"{"type": "integer", "x-observed": {"samples": 1, "present": 1, "numbers": [0, 9223372036854775808]}}"#,
      "Decimal"
    ), (#"{"type": "integer", "minimum": 0, "maximum": 18446744073709551615}"#, "Decimal"),
    (#"{"type": "integer", "exclusiveMaximum": 1e20}"#, "Decimal"),
    (#"{"type": "integer", "enum": [1, 9223372036854775808]}"#, "Decimal"),
    (#"{"type": "integer", "minimum": -1e3, "maximum": 9223372036854775807}"#, "Int"),
    (#"{"type": "array", "items": {"type": ["string", "null"]}}"#, "[String?]"),
    (#"{"type": "array"}"#, "[JSONAny]"),
    (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, "[String: Int]"),
    (#"{"type": "object", "patternProperties": {"^x": {"type": "integer"}}}"#, "[String: Int]"),
    (#"{"enum": ["a", "b", null]}"#, "PDTO?"), (#"{"const": "a"}"#, "String"),
    (#"{"type": ["string", "integer"]}"#, "PDTO"),
    (#"{"type": "object", "properties": {"q": {}}}"#, "PDTO"),
    (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "String?"),
    (#"{"oneOf": [{"type": "string", "format": "uri"}, {"type": "string"}]}"#, "String"),
    (##"{"$ref": "#/$defs/day"}"##, "PatternDate<CalendarDay>"),
    (
      ##"{"allOf": [{"$ref": "#/$defs/day"}], "description": "A day."}"##,
      "PatternDate<CalendarDay>"
    ),
    (##"{"$ref": "#day"}"##, "PatternDate<CalendarDay>"),
    (#"{"$ref": "https://example.com/elsewhere"}"#, "JSONAny?"),
    (#"{"prefixItems": [{"type": "number"}, {"type": "integer"}]}"#, "[Double]"),
  ])
  func propertyHasTheType(_ schema: String, _ type: String) throws {
    let text = try Self.types(
      """
      {"type": "object", "properties": {"p": \(schema)}, "required": ["p"],
       "$defs": {"day": {"$anchor": "day", "type": "string", "format": "date"}}}
      """)
    #expect(text.contains("  let p: \(type)\n"), "\(text)")
  }

  @Test func keyThatIsNotRequiredIsOptional() throws {
    let text = try Self.types(#"{"properties": {"a_b": {"type": "string"}}}"#)
    #expect(text.contains("let aB: String?\n") && text.contains("case aB = \"a_b\"\n"))
  }

  /// A structure cannot hold itself, but a list of itself.
  @Test func recursionHasAPlaceOfItsOwn() throws {
    let text = try Self.types(
      ##"{"properties": {"next": {"$ref": "#"}, "all": {"type": "array", "items": {"$ref": "#"}}}}"##
    )
    #expect(text.contains("let next: Indirect<RootDTO>?\n"))
    #expect(text.contains("let all: [RootDTO]?\n"))
  }

  /// What has no type of its own is said, and said once.
  @Test(arguments: [(199, 0), (200, 1), (255, 1)])
  func depthWithoutTypesIsSaid(_ levels: Int, _ count: Int) throws {
    let ends = [#""integer""#, #""string""#].map { type in
      (1..<levels).reduce(#"{"type": \#(type)}"#) {
        #"{"type": "object", "properties": {"p\#($1)": \#($0)}}"#
      }
    }
    let schema = #"{"type": "object", "properties": {"a": \#(ends[0]), "b": \#(ends[1])}}"#
    let source = GenerationSource(name: "deep", schema: try Self.node(schema))
    #expect(SwiftGenerator([source]).notes.count { $0.contains("levels deep") } == count)
  }

  /// A reference that leads to nothing but itself says nothing of what comes.
  @Test(arguments: [
    ##"{"$ref": "#"}"##,
    ##"{"$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}, "properties": {"a": {"$ref": "#/$defs/A"}}}"##,
  ])
  func endlessReferenceIsAnyJSON(_ schema: String) throws {
    let source = GenerationSource(name: "root", schema: try Self.node(schema))
    #expect(SwiftGenerator([source]).notes.count { $0.contains("without an end") } == 1)
    let text = try Self.types(schema)
    #expect(text.contains(/typealias (Root|A)DTO = JSONAny\n/), "\(text)")
  }

  @Test func documentThatMayBeNullIsSaid() throws {
    let schema = #"{"type": ["object", "null"], "properties": {"a": {"type": "string"}}}"#
    let notes = SwiftGenerator([GenerationSource(name: "root", schema: try Self.node(schema))])
      .notes
    #expect(notes == ["the whole document may be null: decode it as RootDTO?"])
  }

  /// `Decimal` has an exponent of 8 bits.
  @Test(arguments: [
    ("9223372036854775808", "Decimal"), ("-9223372036854775808", "Decimal"), ("1e126", "Decimal"),
    ("1e300", "Double"), ("9223372036854775807", "Int"),
  ])
  func numberHasATypeThatHoldsIt(_ number: String, _ type: String) throws {
    let text = try Self.types(
      #"{"properties": {"f": {"type": "integer", "x-observed": {"numbers": [1, \#(number)]}}}}"#)
    #expect(text.contains("let f: \(type)?\n"), "\(text)")
  }

  /// What an alternative says that the member is comes before its name and its place in the list.
  @Test(arguments: [
    (#""kind": {"const": "round"}"#, #""kind": {"enum": ["flat", "low"]}"#, #""flat", "low""#),
    (#""kind": {"const": 1}"#, #""kind": {"const": 2}, "r": true"#, "2"),
  ])
  func constantsTellAlternativesApart(_ one: String, _ other: String, _ word: String) throws {
    let object = { (member: String) in
      #"{"type": "object", "required": ["kind"], "properties": {\#(member)}}"#
    }
    let text = try Self.types(
      #"{"discriminator": {"propertyName": "kind"}, "oneOf": [\#(object(one)), \#(object(other))]}"#
    )
    #expect(text.contains("case \(word): self = .rootOption2(try "), "\(text)")
  }

  @Test func namesOfSchemasTellAlternativesApartWhereNothingElseDoes() throws {
    let text = try Self.types(
      #"""
      {"discriminator": {"propertyName": "kind"}, "oneOf": [{"$ref": "#/$defs/A%20b"}, {"$ref": "#/$defs/C"}],
       "$defs": {"A b": {"properties": {"kind": {"type": "string"}}}, "C": {"properties": {"kind": {"type": "string"}, "c": true}}}}
      """#)
    #expect(text.contains(#"case "A b": self = .ab(try "#) && text.contains(#"case "C": self = "#))
  }

  @Test func partsOfOneFormAreOneType() throws {
    let price = #"{"type": "object", "properties": {"cents": {"type": "integer"}}}"#
    let text = try Self.types(
      """
      {"properties": {"a": {"type": "object", "properties": {"price": \(price)}},
        "b": {"type": "object", "properties": {"price": \(price)}},
        "c": {"type": "object", "properties": {"price": {"properties": {"text": true}}}}}}
      """)
    #expect(text.split(separator: "let price: PriceDTO?").count == 3)
    #expect(text.contains("let price: CPriceDTO?"))
  }

  @Test func optionsShowInTheText() throws {
    var options = GenerationOptions()
    options.access = .public
    options.prefix = "Shop"
    options.suffix = "Response"
    options.isMutable = true
    options.isIdentifiable = true
    options.isSendable = false
    options.isEncodable = true
    let text = try Self.types(
      #"{"properties": {"root_id": {"type": "integer"}}, "required": ["root_id"]}"#, options)
    #expect(text.contains("public struct ShopRootResponse: Codable, Hashable, Identifiable {"))
    #expect(text.contains("  public var rootID: Int\n"))
    #expect(text.contains("  public var id: Int { rootID }"))
    #expect(text.contains("  public init(\n    rootID: Int\n  ) {"))
  }

  @Test func wireDatesAreImported() throws {
    var options = GenerationOptions()
    options.importsWireDates = true
    let text = try Self.types(#"{"properties": {"d": {"format": "date"}}}"#, options)
    #expect(text.contains("\nimport WireDates\n") && text.contains("PatternDate<CalendarDay>?"))
    #expect(!text.contains("struct PatternDate") && !text.contains("import Foundation"))
  }

  /// Keys and descriptions come from a server, and must not become code.
  @Test func hostileTextStaysText() throws {
    let text = try Self.types(
      #"{"properties": {"\"\\(x)\n": {"type": "string", "description": "a\u202e\n}\u2028struct X {"}}}"#
    )
    #expect(text.contains(#" = "\"\\(x)\n""#))
    #expect(!text.contains("\n}struct") && !text.contains("\u{202E}") && !text.contains("\u{2028}"))
    #expect(text.contains("/// struct X {"))
  }

  // MARK: Kept parts

  @Test func keptPartsStayAndTakeThePlaceOfTypes() throws {
    let schema =
      #"{"properties": {"a": {"properties": {"b": {"type": "string"}}}, "c": {"type": "integer"}}}"#
    let first = try Self.types(schema)
    let edited = first.replacing(
      "// <kept>\n// </kept>", with: "// <kept>\nstruct ADTO: Decodable {}\n// </kept>"
    ).replacing(
      "  enum CodingKeys: String, CodingKey {\n    case a\n",
      with:
        "  // <kept>\n  let c: Age?\n  // </kept>\n  enum CodingKeys: String, CodingKey {\n    case a\n"
    )
    #expect(edited != first)
    let second = try Self.types(schema, keeping: edited)
    #expect(second.split(separator: "struct ADTO").count == 2)
    #expect(second.contains("struct ADTO: Decodable {}\n// </kept>"))
    #expect(second.contains("  // <kept>\n  let c: Age?\n  // </kept>\n}"))
    #expect(!second.contains("let c: Int?"))
    #expect(try Self.types(schema, keeping: second) == second)
  }

  // MARK: OpenAPI

  @Test func openAPIHasATypeForEachSchemaAndAnswer() throws {
    let document = try Self.node(
      #"""
      {"openapi": "3.0.3", "paths": {"/pets": {"get": {"operationId": "listPets", "responses": {
        "200": {"content": {"application/json": {"schema": {"type": "array",
          "items": {"$ref": "#/components/schemas/Pet"}}}}},
        "404": {"content": {"application/json": {"schema": {"type": "string"}}}}}}}},
       "components": {"schemas": {
        "Pet": {"type": "object", "required": ["tag"], "properties": {"tag": {"$ref": "#/components/schemas/Tag"}}},
        "Tag": {"type": "object", "properties": {"name": {"type": "string", "nullable": true}}}}}}
      """#)
    let sources = try #require(OpenAPIDocument(document)).sources
    let text = SwiftGenerator(sources).types(origin: "", command: "")
    #expect(text.contains("struct PetDTO: ") && text.contains("let tag: TagDTO\n"))
    #expect(text.split(separator: "struct TagDTO").count == 2)
    #expect(text.contains("typealias ListPetsResponseDTO = [PetDTO]"))
    #expect(OpenAPIDocument(try Self.node("{}")) == nil)
  }

  static func node(_ text: String) throws -> JSONNode {
    JSONNode(try JSONDocument(Array(text.utf8)).root)
  }

  static func types(
    _ schema: String, _ options: GenerationOptions = GenerationOptions(),
    keeping current: String = ""
  ) throws -> String {
    SwiftGenerator([GenerationSource(name: "root", schema: try node(schema))], options: options)
      .types(origin: "A test.", command: "generate", keeping: current)
  }
}
