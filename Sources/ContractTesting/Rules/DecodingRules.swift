// What a DTO finds wrong with a response.

extension Rule {
  static let decodingRules: [Rule] = [
    .missingKey, .nullValue, .typeMismatch, .numberOutOfRange, .invalidDate, .implausibleDate,
    .invalidURL, .unknownEnumValue, .invalidValue, .tolerated, .unreadKey, .nullSlot, .slotGap,
    .unpairedSlot,
  ]

  /// A key that the DTO needs is not there.
  public static let missingKey = Rule(
    id: "missing-key", level: .breaking, family: .decoding,
    summary: "a key that the DTO requires is missing",
    explanation: """
      The DTO reads the key into a property that is not optional, and the object does not have it. \
      JSONDecoder throws keyNotFound and the app loses the whole response, not only this value. \
      If the key has a new name, change the coding key; if it is sometimes absent, make the \
      property optional and say in the domain model what its absence means.
      """,
    example: .decode(
      dto: "RecipesDTO",
      text: ExampleText.recipes(
        #""idMeal": "52958", "strMeal": "Cookies", "strCategory": "Dessert""#)))

  /// A value that the DTO needs is null.
  public static let nullValue = Rule(
    id: "null-value", level: .breaking, family: .decoding,
    summary: "a value that the DTO requires is null",
    explanation: """
      The DTO reads the value into a property that is not optional, and the API sends null. \
      JSONDecoder throws valueNotFound and the app loses the whole response. If null is a normal \
      answer, make the property optional and decide in the domain model what the app shows then.
      """,
    example: .decode(dto: "RecipesDTO", text: ExampleText.recipe(name: "null")))

  /// A value has another type than the DTO reads.
  public static let typeMismatch = Rule(
    id: "type-mismatch", level: .breaking, family: .decoding,
    summary: "a value has another type than the DTO reads",
    explanation: """
      The DTO reads a text and the API sends a number, or an object where an array was. \
      JSONDecoder throws typeMismatch and the app loses the whole response. Change the property to \
      the type that the API now sends; if both forms occur, read both in the DTO's initialiser.
      """,
    example: .decode(dto: "RecipesDTO", text: ExampleText.recipe(id: "52958")))

  /// A number does not fit the property.
  public static let numberOutOfRange = Rule(
    id: "number-out-of-range", level: .breaking, family: .decoding,
    summary: "a number does not fit the type of the property",
    explanation: """
      The number is too large, negative or has a fraction, and the property's type cannot hold it: \
      300 in a UInt8, 1.5 in an Int. JSONDecoder throws dataCorrupted and the app loses the whole \
      response. Give the property a type that holds every value that the API may send.
      """,
    example: .decode(dto: "ExampleDTO", text: ExampleText.example(level: "300")))

  /// A text is no date of the expected format.
  public static let invalidDate = Rule(
    id: "invalid-date", level: .breaking, family: .decoding,
    summary: "a value is not a date in the format that the DTO reads",
    explanation: """
      The finding says what the value looks like instead: an ISO 8601 date without a zone, an SQL \
      date-time, milliseconds, month 13. The app's date decoding throws and the whole response is \
      lost. Change the format that the DTO reads, or read both forms for as long as both occur.
      """,
    example: .decode(dto: "LaunchDTO", text: ExampleText.launch(utc: #""2006-03-24 22:30:00""#)))

  /// A decoder reads a date that nobody meant.
  public static let implausibleDate = Rule(
    id: "implausible-date", level: .warning, family: .decoding,
    summary: "a decoder accepts the date, but a person would not",
    explanation: """
      The value decodes, to a date that nobody meant: milliseconds read as seconds give a year far \
      away, 30 February becomes 2 March, and text after the date is ignored. The app shows a wrong \
      date and nothing fails. Look at the value and read it in the unit or format that it is in.
      """,
    example: .decode(dto: "LaunchDTO", text: ExampleText.launch(unix: "1143239400000")))

  /// A text is no URL.
  public static let invalidURL = Rule(
    id: "invalid-url", level: .breaking, family: .decoding,
    summary: "a text is not a URL that Foundation reads",
    explanation: """
      The DTO has a property of type URL and the text is empty or not an address. JSONDecoder \
      throws dataCorrupted and the app loses the whole response because of one picture. Where the \
      API sends such texts, read a String and make the URL in the domain model.
      """,
    example: .decode(
      dto: "RecipesDTO", text: ExampleText.recipe(thumbnail: "https://www.themealdb.com:port/a.jpg")
    ))

  /// A text is none of the enum's raw values.
  public static let unknownEnumValue = Rule(
    id: "unknown-enum-value", level: .breaking, family: .decoding,
    summary: "a value is none of the cases of the DTO's enum",
    explanation: """
      The DTO reads the value into an enum with raw values, and the API sends one that has no case. \
      JSONDecoder throws dataCorrupted and the app loses the whole response, mostly when the API \
      grows a new value. Add the case, or give the enum a case for what it does not know.
      """,
    example: .decode(dto: "ExampleDTO", text: ExampleText.example(status: "paused")))

  /// The DTO's own initialiser refused the value.
  public static let invalidValue = Rule(
    id: "invalid-value", level: .breaking, family: .decoding,
    summary: "the DTO's own initialiser refuses the value",
    explanation: """
      The value has the right JSON type, but the code of the DTO throws an error for it: a text \
      that stands for "nothing found" and is not one of the known ones, for example. The app gets \
      the same error. Teach the initialiser the new value, or report the value to the API's owner. \
      Code that ends the program on a document, by a forced unwrap or an index, or that does not \
      return from it, counts here too.
      """,
    example: .decode(dto: "RecipesDTO", text: #"{"meals": "some new text"}"#))

  /// The DTO swallowed an error.
  public static let tolerated = Rule(
    id: "tolerated", level: .warning, family: .decoding,
    summary: "the DTO hides a value that it cannot read",
    explanation: """
      The DTO's initialiser tries to read the value, gets an error and goes on without it (`try?`), \
      and no other way of reading it worked. The app shows less than the API sent, and nothing \
      fails. Read the value in the form that it has, or, if the app can do without it, leave it as \
      it is and accept the finding.
      """,
    example: .decode(dto: "ExampleDTO", text: ExampleText.example(votes: #""many""#)))

  /// Nothing reads a member.
  public static let unreadKey = Rule(
    id: "unread-key", level: .info, family: .decoding,
    summary: "a key that the DTO never asks for",
    explanation: """
      The API sends a key that no initialiser of the DTO asks for. An app seldom reads all that it \
      gets, so this is no fault. It matters where a coding key is misspelt or the key got a new \
      name: then a property that may be nil stays nil and nothing fails. The finding names the \
      property if one asks for a similar key.
      """,
    example: .decode(
      dto: "RecipesDTO",
      text: ExampleText.recipes(
        #""idMeal": "52958", "strMeal": "Cookies", "strCategory": "Dessert", "#
          + #""strInstructions": "Mix and bake.", "strTag": "Baking""#)))

  /// A numbered slot is null.
  public static let nullSlot = Rule(
    id: "null-slot", level: .info, family: .decoding,
    summary: "a numbered slot is null instead of empty",
    explanation: """
      In a slot family such as strIngredient1 to strIngredient20 the unused slots of this document \
      are null, where others hold an empty text. A DTO with optional slots lives with both. A slot \
      property that is not optional fails, so keep every slot optional. Where the contract knows \
      null for unused slots, `check` shows only a null between used slots or beside a used partner.
      """,
    example: .decode(
      dto: "RecipesDTO",
      text: ExampleText.recipe(slots: [("1", #""Flour""#, #""1 cup""#), ("2", "null", #""""#)])))

  /// An empty slot stands between used ones.
  public static let slotGap = Rule(
    id: "slot-gap", level: .warning, family: .decoding,
    summary: "an empty slot stands between used slots",
    explanation: """
      The slots of a family are filled from 1 upwards, and here an empty one stands before a used \
      one. An app that stops at the first empty slot shows too few ingredients, and nothing fails. \
      Read all slots and drop the empty ones, instead of reading until the first empty one.
      """,
    example: .decode(
      dto: "RecipesDTO",
      text: ExampleText.recipe(slots: [
        ("1", #""Flour""#, #""1 cup""#), ("2", #""""#, #""""#), ("3", #""Sugar""#, #""2 cups""#),
      ])))

  /// A slot has a partner that is empty.
  public static let unpairedSlot = Rule(
    id: "unpaired-slot", level: .info, family: .decoding,
    summary: "a slot is used and its paired slot is empty",
    explanation: """
      The slots of two families belong together by their number, such as strIngredient3 and \
      strMeasure3, and here only one of the two is used. An ingredient without a measure is normal \
      ("salt"); a measure without an ingredient loses its meaning. Keep the pair by number, and do \
      not drop empty slots before the two families are joined.
      """,
    example: .decode(
      dto: "RecipesDTO", text: ExampleText.recipe(slots: [("1", #""Salt""#, #""""#)])))
}
