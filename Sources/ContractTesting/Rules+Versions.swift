extension Rule {
  /// No value is written in another way.
  public static let nothingRespelled = Rule(
    id: "nothing-respelled", level: .warning, family: .drift,
    summary: "no value is written in another way, such as empty text for null",
    explanation: """
      As many records as before have no value at this place, but they say so in another way: null, \
      empty or blank text, an empty array or object, or no key at all. An app that asks whether \
      the value is nil now gets empty text and shows an empty line; a property that is not \
      optional makes JSONDecoder throw where null or no key came. Read all spellings, and make \
      them one in the domain model.
      """,
    example: .drift(old: ExampleText.tags("null"), new: ExampleText.tags(#""""#)))

  /// The responses speak another stored version of the contract.
  public static let versionChanged = Rule(
    id: "version-changed", level: .breaking, family: .drift,
    summary: "the responses speak another version of the format than the expected one",
    explanation: """
      Several versions of the endpoint are stored, such as recipe.schema.json and \
      recipe.v2.schema.json, and the records fit another one than the one without a version in its \
      name. What differs between the two is told once, with the properties that it hits; any \
      further drift is told against the version that the records speak. If some records speak one \
      version and some the other, the server is in the middle of a roll-out, and an app must read \
      both.
      """,
    example: .run("a response that fits answer.v2.schema.json and not answer.schema.json"))
}
