// What a contract finds wrong with a response.

extension Rule {
  static let contractRules: [Rule] = [
    .schemaViolation
  ]

  /// The document breaks a keyword of the contract.
  public static let schemaViolation = Rule(
    id: "schema-violation", level: .breaking, family: .contract,
    summary: "the document breaks a keyword of its contract",
    explanation: """
      The contract is a JSON Schema, and the value at this place does not keep the keyword that \
      the finding names. The API no longer sends what was agreed. If the new form is right, refresh \
      the contract with `infer` and review what changed; if not, report it to the API's owner.
      """,
    example: .contract(
      contract: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
         "properties": {"id": {"type": "string"}}, "required": ["id"]}
        """,
      document: #"{"id": 1001}"#))
}
