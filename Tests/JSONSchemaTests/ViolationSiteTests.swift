import StrictJSON
import Testing

@testable import JSONSchema

/// Violations that are counted without words, and those of them that get words.
@Suite struct ViolationSiteTests {
  private static let contracts: [(contract: String, document: String)] = [
    (
      #"{"required": ["a", "b"], "properties": {"c": {"type": "string", "minLength": 3}}}"#,
      #"{"c": 1}"#
    ),
    (#"{"items": {"type": "string", "pattern": "^a"}}"#, #"[1, "b", "a", null, "c"]"#),
    (
      #"{"additionalProperties": false, "properties": {"a": {"enum": [1, 2]}}}"#,
      #"{"x": 1, "a": 3, "y": 2}"#
    ),
    (
      #"""
      {"items": {"anyOf": [{"type": "string"}, {"required": ["k"],
        "properties": {"k": {"const": 1}}}]}}
      """#,
      #"[1, {"k": 2}, "a", {}, {"k": 1}]"#
    ),
    (
      #"""
      {"oneOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]},
                 {"properties": {"b": {"type": "string"}}, "required": ["b"]}],
       "unevaluatedProperties": false}
      """#,
      #"{"a": 1, "b": 2, "c": 3, "d": 4}"#
    ),
    (
      #"{"propertyNames": {"maxLength": 2, "pattern": "^a"}, "maxProperties": 1}"#,
      #"{"abc": 1, "b": 2, "bcd": 3}"#
    ),
    (
      #"{"patternProperties": {"^n": {"type": "number"}}, "not": {"required": ["n1"]}}"#,
      #"{"n1": "a", "n2": "b", "n3": 1}"#
    ),
    (#"{"prefixItems": [{"type": "null"}], "unevaluatedItems": false}"#, "[1, 2, 3]"),
  ]

  /// For each choice of violations, those that were chosen have the words that they always have.
  @Test(arguments: contracts.indices, [1, 2, 3])
  func chosenViolationsHaveTheirWords(index: Int, step: Int) throws {
    let (contract, text) = Self.contracts[index]
    let schema = try Schema(JSONDocument(Array(contract.utf8)))
    let document = try JSONDocument(Array(text.utf8))
    let all = schema.violations(of: document.root, formats: .asserted)
    var asked = 0
    let chosen = schema.violations(of: document, formats: .asserted) { _ in
      defer { asked += 1 }
      return asked % step == 0
    }
    #expect(all.count > 1 && asked == all.count)
    #expect(chosen.map(\.violation) == all.indices.filter { $0 % step == 0 }.map { all[$0] })
  }

  /// Elements and names that are data have one site; places of the format have each their own.
  @Test(arguments: [
    (#"{"items": {"type": "string"}}"#, "[1, 2, 3]", 1),
    (#"{"additionalProperties": {"type": "string"}}"#, #"{"a": 1, "b": 2}"#, 1),
    (
      #"{"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}"#, #"{"a": 1, "b": 2}"#,
      2
    ),
    (
      ##"""
      {"properties": {"a": {"$ref": "#/$defs/s"}, "b": {"$ref": "#/$defs/s"}},
       "$defs": {"s": {"type": "string"}}}
      """##,
      #"{"a": 1, "b": 2}"#, 2
    ),
    (#"{"items": {"type": "string", "minLength": 2, "enum": []}}"#, #"[1, "a"]"#, 3),
  ])
  func siteIsAPlaceInTheFormat(contract: String, text: String, count: Int) throws {
    let schema = try Schema(JSONDocument(Array(contract.utf8)))
    var sites: Set<ViolationSite> = []
    let none = schema.violations(
      of: try JSONDocument(Array(text.utf8)), formats: .asserted
    ) { site in
      sites.insert(site)
      return false
    }
    #expect(none.isEmpty && sites.count == count)
  }
}
