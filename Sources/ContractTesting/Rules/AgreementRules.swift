// Where a DTO and a contract disagree, without any response.

extension Rule {
  static let agreementRules: [Rule] = [
    .dtoRequiresOptionalKey, .dtoRequiresNullableKey, .dtoReadsAbsentKey, .dtoDateMismatch,
    .dtoTypeMismatch,
  ]

  /// The contract lets a key be absent that the DTO needs.
  public static let dtoRequiresOptionalKey = Rule(
    id: "dto-requires-optional-key", level: .breaking, family: .agreement,
    summary: "the DTO requires a key that may be absent",
    explanation: """
      The contract does not list the key under `required`: answers without it were seen or agreed. \
      The DTO reads it into a property that is not optional, so JSONDecoder throws keyNotFound for \
      such an answer and the app loses the whole response. Make the property optional, or settle \
      with the API's owner that the key always comes.
      """,
    example: .agreement(
      "let id: String", contract: ExampleText.contract(required: #""name""#)))

  /// The contract allows null where the DTO cannot hold it.
  public static let dtoRequiresNullableKey = Rule(
    id: "dto-requires-nullable-key", level: .breaking, family: .agreement,
    summary: "the DTO requires a value that may be null",
    explanation: """
      The contract allows null for the value, and the DTO reads it into a property that is not \
      optional. JSONDecoder throws valueNotFound for such an answer and the app loses the whole \
      response. Make the property optional and decide in the domain model what the app shows then.
      """,
    example: .agreement(
      "let id: String", contract: ExampleText.contract(id: #"["string", "null"]"#)))

  /// The DTO reads a key that the contract does not have.
  public static let dtoReadsAbsentKey = Rule(
    id: "dto-reads-absent-key", level: .warning, family: .agreement,
    summary: "the DTO reads a key that the contract does not have",
    explanation: """
      The contract describes the object and does not know the key. Where the DTO requires it, no \
      answer decodes, and the finding is breaking; where the property is optional it always stays \
      nil. Mostly the coding key is misspelt or the key is gone from the API. If the key does come, \
      the contract is out of date: refresh it with `infer`.
      """,
    example: .agreement(
      "let picture: URL?",
      contract: ExampleText.contract(
        annotation: #""x-observed": {"samples": 40, "present": 40}"#)))

  /// The DTO reads a date in another format than the contract has.
  public static let dtoDateMismatch = Rule(
    id: "dto-date-mismatch", level: .breaking, family: .agreement,
    summary: "the DTO reads a date in another format than the contract has",
    explanation: """
      The contract names the format of the date, and the DTO expects another one: an ISO 8601 text \
      where Unix seconds come, or seconds where milliseconds come. Decoding fails, or it gives a \
      wrong date and nothing fails. Give the property a type for the contract's format, such as \
      `UnixSecondsDate`, or set the decoder's date strategy.
      """,
    example: .agreement(
      "let placed: ISO8601Date?", contract: ExampleText.contract(placed: "yyyy-MM-dd")))

  /// The contract allows a type that the DTO does not read.
  public static let dtoTypeMismatch = Rule(
    id: "dto-type-mismatch", level: .breaking, family: .agreement,
    summary: "the contract allows a type that the DTO does not read",
    explanation: """
      The contract allows a text and the DTO reads a number, or one of several types is missing in \
      the DTO. JSONDecoder throws typeMismatch for such an answer and the app loses the whole \
      response. Change the property to the contract's type; where several types may come, read all \
      of them in the DTO's initialiser.
      """,
    example: .agreement(
      "let id: String", contract: ExampleText.contract(id: #"["string", "integer"]"#)))
}
