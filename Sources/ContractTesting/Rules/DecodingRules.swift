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
    example: .decode("let name: String", text: #"{"id": "1001"}"#))

  /// A value that the DTO needs is null.
  public static let nullValue = Rule(
    id: "null-value", level: .breaking, family: .decoding,
    summary: "a value that the DTO requires is null",
    explanation: """
      The DTO reads the value into a property that is not optional, and the API sends null. \
      JSONDecoder throws valueNotFound and the app loses the whole response. If null is a normal \
      answer, make the property optional and decide in the domain model what the app shows then.
      """,
    example: .decode("let name: String", text: #"{"id": "1001", "name": null}"#))

  /// A value has another type than the DTO reads.
  public static let typeMismatch = Rule(
    id: "type-mismatch", level: .breaking, family: .decoding,
    summary: "a value has another type than the DTO reads",
    explanation: """
      The DTO reads a text and the API sends a number, or an object where an array was. \
      JSONDecoder throws typeMismatch and the app loses the whole response. Change the property to \
      the type that the API now sends; if both forms occur, read both in the DTO's initialiser.
      """,
    example: .decode("let id: String", text: #"{"id": 1001, "name": "Tea"}"#))

  /// A number does not fit the property.
  public static let numberOutOfRange = Rule(
    id: "number-out-of-range", level: .breaking, family: .decoding,
    summary: "a number does not fit the type of the property",
    explanation: """
      The number is too large, negative or has a fraction, and the property's type cannot hold it: \
      300 in a UInt8, 1.5 in an Int. JSONDecoder throws dataCorrupted and the app loses the whole \
      response. Give the property a type that holds every value that the API may send.
      """,
    example: .decode("let quantity: UInt8?", text: ExampleText.order(#""quantity": 300"#)))

  /// A text is no date of the expected format.
  public static let invalidDate = Rule(
    id: "invalid-date", level: .breaking, family: .decoding,
    summary: "a value is not a date in the format that the DTO reads",
    explanation: """
      The finding says what the value looks like instead: an ISO 8601 date without a zone, an SQL \
      date-time, milliseconds, month 13. The app's date decoding throws and the whole response is \
      lost. Change the format that the DTO reads, or read both forms for as long as both occur.
      """,
    example: .decode(
      "let placed: ISO8601Date?", text: ExampleText.order(#""placed": "2006-03-24 22:30:00""#)))

  /// A decoder reads another date than the one that was meant.
  public static let implausibleDate = Rule(
    id: "implausible-date", level: .warning, family: .decoding,
    summary: "a decoder accepts the date, but a person would not",
    explanation: """
      The value decodes, to a date that nobody meant: milliseconds read as seconds give a year far \
      away, 30 February becomes 2 March, and text after the date is ignored. The app shows a wrong \
      date and nothing fails. Look at the value and read it in the unit or format that it is in.
      """,
    example: .decode(
      "let sent: UnixSecondsDate?", text: ExampleText.order(#""sent": 1143239400000"#)))

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
      "let picture: URL?", text: ExampleText.order(#""picture": "https://example.com:port/a.jpg""#))
  )

  /// A text is none of the enum's raw values.
  public static let unknownEnumValue = Rule(
    id: "unknown-enum-value", level: .breaking, family: .decoding,
    summary: "a value is none of the cases of the DTO's enum",
    explanation: """
      The DTO reads the value into an enum with raw values, and the API sends one that has no case. \
      JSONDecoder throws dataCorrupted and the app loses the whole response, mostly when the API \
      grows a new value. Add the case, or give the enum a case for what it does not know.
      """,
    example: .decode(
      "enum Status: String, Decodable { case open, closed }",
      text: ExampleText.order(#""status": "paused""#)))

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
    example: .decode(
      "let currency: Currency?, whose init(from:) takes three letters",
      text: ExampleText.order(#""currency": "euros""#)))

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
    example: .decode(
      "rating = try? container.decode(Int.self, forKey: .rating)",
      text: ExampleText.order(#""rating": "good""#)))

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
      "let notes: String?", text: ExampleText.order(#""note": "ring twice""#)))

  /// A numbered slot is null.
  public static let nullSlot = Rule(
    id: "null-slot", level: .info, family: .decoding,
    summary: "a numbered slot is null instead of empty",
    explanation: """
      In a slot family such as item1 to item20 the unused slots of this document \
      are null, where others hold an empty text. A DTO with optional slots lives with both. A slot \
      property that is not optional fails, so keep every slot optional. Where the contract knows \
      null for unused slots, `check` shows only a null between used slots or beside a used partner.
      """,
    example: .decode(
      "let item1: String?, item2: String?, …",
      text: ExampleText.slots([(#""Tea""#, #""2 boxes""#), ("null", #""""#)])))

  /// An empty slot lies between used ones.
  public static let slotGap = Rule(
    id: "slot-gap", level: .warning, family: .decoding,
    summary: "an empty slot stands between used slots",
    explanation: """
      The slots of a family are filled from 1 upwards, and here an empty one stands before a used \
      one. An app that stops at the first empty slot shows too few items, and nothing fails. \
      Read all slots and drop the empty ones, instead of reading until the first empty one.
      """,
    example: .decode(
      "let item1: String?, item2: String?, …",
      text: ExampleText.slots([
        (#""Tea""#, #""2 boxes""#), (#""""#, #""""#), (#""Sugar""#, #""1 bag""#),
      ])))

  /// A slot has a partner that is empty.
  public static let unpairedSlot = Rule(
    id: "unpaired-slot", level: .info, family: .decoding,
    summary: "a slot is used and its paired slot is empty",
    explanation: """
      The slots of two families belong together by their number, such as item3 and amount3, \
      and here only one of the two is used. An item without an amount may be normal; an amount \
      without an item loses its meaning. Keep the pair by number, and do \
      not drop empty slots before the two families are joined.
      """,
    example: .decode(
      "let item1: String?, amount1: String?, …",
      text: ExampleText.slots([(#""Salt""#, #""""#)])))
}
