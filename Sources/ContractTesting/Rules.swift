// The one table of rules: id, level, family, words and example of each. The file is long because
// it is a table. A rule that is added here must also be added to `Rule.all`, which a test checks.

extension Rule {
  /// Every rule, grouped by family in the order in which `rules` prints them.
  public static let all: [Rule] = [
    .invalidJSON, .duplicateKey, .invalidUTF8, .byteOrderMark, .notJSON, .emptyBody, .tooDeep,
    .tooLarge,
    .missingKey, .nullValue, .typeMismatch, .numberOutOfRange, .invalidDate, .implausibleDate,
    .invalidURL, .unknownEnumValue, .invalidValue, .nullSlot, .slotGap, .unpairedSlot,
    .schemaViolation,
    .keyRemoved, .keyAdded, .keyRenamed, .keyMoved, .valueNested, .valueHoisted,
    .envelopeChanged, .scalarToArray, .arrayToScalar, .slotsToArray, .arrayToMap, .mapToArray,
    .objectToID, .typeChanged, .becameNullable, .becameOptional, .becameAlwaysNull,
    .becameEmpty, .enumValueAdded, .dateFormatChanged, .epochUnitChanged,
    .numberToNumericString, .numericStringToNumber, .idFormatChanged, .meaningChanged,
    .nothingRespelled, .versionChanged,
    .unexpectedStatus, .unexpectedContentType,
    .unexercised, .orphanFixture,
    .waiverExpired, .waiverUnused, .waiverTooBroad, .waiverIncomplete,
  ]
}

// MARK: - Document

extension Rule {
  /// The text breaks the grammar of JSON.
  public static let invalidJSON = Rule(
    id: "invalid-json", level: .breaking, family: .document,
    summary: "the text is not valid JSON",
    explanation: """
      The body breaks the grammar of RFC 8259: a comma too many, a missing quote, a number such as \
      01. Some decoders accept a part of this, others refuse the whole response, so two apps can \
      disagree about the same bytes. The API must be repaired; if you wrote the fixture by hand, \
      repair the fixture at the line and column of the finding.
      """,
    example: .document(text: #"{"idMeal": "52958", "strMeal": }"#))

  /// An object has the same key twice.
  public static let duplicateKey = Rule(
    id: "duplicate-key", level: .warning, family: .document,
    summary: "an object has the same key more than once",
    explanation: """
      RFC 8259 leaves open which of the two values counts. Foundation reads the first one, \
      JavaScript the last one, so two apps can show different data from the same response, and \
      none of them says so. Ask the owner of the API which value is meant.
      """,
    example: .document(text: #"{"idMeal": "52958", "idMeal": "52959"}"#))

  /// The bytes are not UTF-8.
  public static let invalidUTF8 = Rule(
    id: "invalid-utf8", level: .breaking, family: .document,
    summary: "the bytes are not valid UTF-8",
    explanation: """
      JSON between systems is UTF-8 (RFC 8259, section 8.1). Bytes of another encoding, such as \
      Latin-1 or UTF-16, make a decoder refuse the response or turn letters into replacement \
      characters. The server must send UTF-8; a fixture must keep the bytes as they were received, \
      so do not open and save it with another encoding.
      """,
    example: .bytes(Array(#"{"strMeal": "Cr"#.utf8) + [0xE8] + Array(#"me"}"#.utf8)))

  /// The text starts with a byte order mark.
  public static let byteOrderMark = Rule(
    id: "byte-order-mark", level: .breaking, family: .document,
    summary: "the text starts with a byte order mark",
    explanation: """
      Software must not put a byte order mark in front of JSON (RFC 8259, section 8.1). Some \
      decoders skip it and others refuse the response, so two apps can disagree about the same \
      bytes. Servers get one from a file that an editor saved as "UTF-8 with BOM"; it must be saved \
      without.
      """,
    example: .bytes([0xEF, 0xBB, 0xBF] + Array(#"{"meals": null}"#.utf8)))

  /// The body is some other kind of text.
  public static let notJSON = Rule(
    id: "not-json", level: .breaking, family: .document,
    summary: "the body is something other than JSON, such as an HTML page",
    explanation: """
      The body is a page or a plain text, mostly an error page of the server or of something in \
      front of it, sent with a status that says success. The app's decoder fails at the first \
      byte. Look at the beginning of the body: it often says which machine answered. Do not record \
      such a body as a fixture of the endpoint.
      """,
    example: .document(text: "<!DOCTYPE html>\n<html><body>Service unavailable</body></html>\n"))

  /// The body has no bytes.
  public static let emptyBody = Rule(
    id: "empty-body", level: .breaking, family: .document,
    summary: "the body is empty",
    explanation: """
      The response has no body, or white space only. TheMealDB answers like this when an id is \
      missing in the request. An empty text is not JSON, so the app's decoder fails. If the \
      request is right, the API has changed; if it is wrong, repair the request.
      """,
    example: .document(text: ""))

  /// The nesting goes beyond the limit.
  public static let tooDeep = Rule(
    id: "too-deep", level: .breaking, family: .document,
    summary: "arrays and objects are nested deeper than 512 levels",
    explanation: """
      Foundation's decoder refuses a document that is nested deeper than 512 levels, and so does \
      this tool. No sensible API sends one; it is a fault of the server or an attack on its \
      readers. The app gets no data from such a response.
      """,
    example: .document(
      text: String(repeating: "[", count: 600) + String(repeating: "]", count: 600)))

  /// The document is larger than the tool reads.
  public static let tooLarge = Rule(
    id: "too-large", level: .breaking, family: .document,
    summary: "the document is larger than 4 GiB",
    explanation: """
      The tool counts places in a document with 32 bits and refuses a document of 4 GiB or more. \
      An app cannot hold such a response in memory either. Store many records one a line, as \
      NDJSON, and check them as such.
      """,
    example: .run("a document of 4 GiB or more"))
}

// MARK: - Decoding

extension Rule {
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
      the same error. Teach the initialiser the new value, or report the value to the API's owner.
      """,
    example: .decode(dto: "RecipesDTO", text: #"{"meals": "some new text"}"#))

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

// MARK: - Contract

extension Rule {
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
         "properties": {"idMeal": {"type": "string"}}, "required": ["idMeal"]}
        """,
      document: #"{"idMeal": 52958}"#))
}

// MARK: - Drift

extension Rule {
  /// A key is gone from every document.
  public static let keyRemoved = Rule(
    id: "key-removed", level: .breaking, family: .drift,
    summary: "a key is gone",
    explanation: """
      The key was in the old format and is in no document now. An app that requires it fails; one \
      that never reads it does not notice, and then the finding is only information. Look for the \
      value under another name, and change the DTO or make the property optional.
      """,
    example: .drift(old: #"{"idMeal": "1", "strMeal": "Cookies"}"#, new: #"{"idMeal": "1"}"#))

  /// A key is new.
  public static let keyAdded = Rule(
    id: "key-added", level: .info, family: .drift,
    summary: "a key is new",
    explanation: """
      The key is in documents now and was not in the old format. A Swift decoder ignores keys that \
      it does not know, so nothing fails. Refresh the contract, and read the key if it is useful.
      """,
    example: .drift(old: #"{"idMeal": "1"}"#, new: #"{"idMeal": "1", "strMeal": "Cookies"}"#))

  /// A key has another name.
  public static let keyRenamed = Rule(
    id: "key-renamed", level: .breaking, family: .drift,
    summary: "a key has another name",
    explanation: """
      The old key is gone, and a new one in the same object holds its values. A property that is \
      not optional makes JSONDecoder throw keyNotFound; an optional one is silently nil from now \
      on. Change the coding key to the new name; the rest of the app stays as it is.
      """,
    example: .drift(
      old: #"[{"id": "1", "strMeal": "Cookies"}, {"id": "2", "strMeal": "Pancakes"}]"#,
      new: #"[{"id": "1", "title": "Cookies"}, {"id": "2", "title": "Pancakes"}]"#))

  /// A value lies elsewhere.
  public static let keyMoved = Rule(
    id: "key-moved", level: .breaking, family: .drift,
    summary: "a value lies in another place",
    explanation: """
      The values of the old key are in another object now, or they were taken apart into several \
      keys or put together from them. A property that is not optional makes JSONDecoder throw; an \
      optional one is silently nil. Read the value at its new place, and keep the domain model.
      """,
    example: .drift(
      old: #"[{"a": {"id": 1, "mail": "ada@example.org"}, "b": {"c": 1}}]"#,
      new: #"[{"a": {"id": 1}, "b": {"c": 1, "mail": "ada@example.org"}}]"#))

  /// A value went down into an object.
  public static let valueNested = Rule(
    id: "value-nested", level: .breaking, family: .drift,
    summary: "a value went down into an object",
    explanation: """
      The values that stood under a key of their own are now members of an object, mostly with \
      others that belong together. JSONDecoder finds neither the key nor the old type. Add a \
      nested type for the object, or a nested container to the initialiser of the DTO.
      """,
    example: .drift(
      old: #"[{"id": 1, "thumb": "https://example.org/ada.jpg"}]"#,
      new: #"[{"id": 1, "media": {"image": "https://example.org/ada.jpg"}}]"#))

  /// A value came up out of an object.
  public static let valueHoisted = Rule(
    id: "value-hoisted", level: .breaking, family: .drift,
    summary: "a value came up out of an object",
    explanation: """
      The values that were members of an inner object now stand in an outer one. JSONDecoder does \
      not find the key in the old place. Move the property up from the nested type to the outer \
      type, and let the domain model stay as it is.
      """,
    example: .drift(
      old: #"[{"id": 1, "media": {"image": "https://example.org/ada.jpg"}}]"#,
      new: #"[{"id": 1, "image": "https://example.org/ada.jpg"}]"#))

  /// The records lie in another envelope.
  public static let envelopeChanged = Rule(
    id: "envelope-changed", level: .breaking, family: .drift,
    summary: "the records lie in another envelope, or in none",
    explanation: """
      What stands around the records has changed: a list is now in an object with a page number \
      and a total, say, or an object around the list is gone. The records may be as they were, but \
      JSONDecoder fails before it reads the first one. Change the outermost type only.
      """,
    example: .drift(
      old: #"[{"id": 1, "name": "Ada"}]"#,
      new: #"{"docs": [{"id": 1, "name": "Ada"}], "page": 1, "total": 1}"#))

  /// A single value became an array.
  public static let scalarToArray = Rule(
    id: "scalar-to-array", level: .breaking, family: .drift,
    summary: "a single value became an array of values",
    explanation: """
      A place that held one value now holds an array. JSONDecoder throws typeMismatch and the app \
      loses the whole response. Read an array, and decide in the domain model which element counts.
      """,
    example: .drift(old: #"{"strTags": "Baking"}"#, new: #"{"strTags": ["Baking"]}"#))

  /// An array became a single value.
  public static let arrayToScalar = Rule(
    id: "array-to-scalar", level: .breaking, family: .drift,
    summary: "an array of values became a single value",
    explanation: """
      A place that held an array now holds one value. JSONDecoder throws typeMismatch and the app \
      loses the whole response. Read the single value; if it joins several ones with commas, split \
      it in the domain model.
      """,
    example: .drift(old: #"{"strTags": ["Baking"]}"#, new: #"{"strTags": "Baking"}"#))

  /// Numbered keys became an array.
  public static let slotsToArray = Rule(
    id: "slots-to-array", level: .breaking, family: .drift,
    summary: "numbered keys became an array",
    explanation: """
      A list that was spelled as keys with numbers, such as strIngredient1 to strIngredient20, is \
      an array now, mostly of objects that hold what belongs together. Optional slot properties \
      are silently nil, so the app shows empty lists. Read the array, and drop the slots.
      """,
    example: .drift(
      old: #"[{"id": 1, "part1": "Flour", "part2": "Sugar", "part3": "Butter"}]"#,
      new: #"[{"id": 1, "parts": [{"name": "Flour"}, {"name": "Sugar"}, {"name": "Butter"}]}]"#))

  /// An array became a map.
  public static let arrayToMap = Rule(
    id: "array-to-map", level: .breaking, family: .drift,
    summary: "an array became an object that is keyed by data",
    explanation: """
      The elements are now the values of an object, and one of their members became the key. \
      JSONDecoder throws typeMismatch and the app loses the whole response. Read a dictionary; its \
      order means nothing, so sort the values where the app shows them.
      """,
    example: .drift(
      old:
        #"[{"id": 1, "rates": [{"code": "2021", "mean": 4.25}, {"code": "2022", "mean": 5.75}]}]"#,
      new: #"[{"id": 1, "rates": {"2021": {"mean": 4.25}, "2022": {"mean": 5.75}}}]"#))

  /// A map became an array.
  public static let mapToArray = Rule(
    id: "map-to-array", level: .breaking, family: .drift,
    summary: "an object that is keyed by data became an array",
    explanation: """
      The values of the object are now the elements of an array, and the key became one of their \
      members, or is gone. JSONDecoder throws typeMismatch and the app loses the whole response. \
      Read an array, and build the dictionary from the member that was the key.
      """,
    example: .drift(
      old: #"[{"id": 1, "rates": {"2021": {"mean": 4.25}, "2022": {"mean": 5.75}}}]"#,
      new:
        #"[{"id": 1, "rates": [{"code": "2021", "mean": 4.25}, {"code": "2022", "mean": 5.75}]}]"#
    ))

  /// An object became a reference.
  public static let objectToID = Rule(
    id: "object-to-id", level: .breaking, family: .drift,
    summary: "an object became the id of one",
    explanation: """
      Where an object was embedded there is only its id now. JSONDecoder throws typeMismatch and \
      the app loses the whole response; and what the object held must be asked for in another \
      request. Read the id, and fetch the object where the app needs more.
      """,
    example: .drift(
      old: #"[{"title": "Notes", "author": {"id": "a7", "name": "Ada"}}]"#,
      new: #"[{"title": "Notes", "author": "a7"}]"#))

  /// A value has another type.
  public static let typeChanged = Rule(
    id: "type-changed", level: .breaking, family: .drift,
    summary: "a value has another type",
    explanation: """
      The values at this place had one JSON type in the old format and have another one now. \
      JSONDecoder throws typeMismatch where a DTO reads the old type, and the app loses the whole \
      response. Change the property to the new type.
      """,
    example: .drift(old: #"{"vegetarian": true}"#, new: #"{"vegetarian": "yes"}"#))

  /// A value is sometimes null.
  public static let becameNullable = Rule(
    id: "became-nullable", level: .breaking, family: .drift,
    summary: "a value that was never null is sometimes null",
    explanation: """
      In the old format every document had a value at this place; now some have null. A property \
      that is not optional makes JSONDecoder throw valueNotFound for those documents only, so the \
      app fails for some users. Make the property optional.
      """,
    example: .drift(
      old: #"[{"strSource": "a"}, {"strSource": "b"}]"#,
      new: #"[{"strSource": "a"}, {"strSource": null}]"#))

  /// A key is sometimes absent.
  public static let becameOptional = Rule(
    id: "became-optional", level: .breaking, family: .drift,
    summary: "a key that was always there is sometimes absent",
    explanation: """
      In the old format every object had the key; now some do not. A property that is not optional \
      makes JSONDecoder throw keyNotFound for those documents only, so the app fails for some \
      users. Make the property optional.
      """,
    example: .drift(
      old: #"[{"idMeal": "1", "strArea": "a"}, {"idMeal": "2", "strArea": "b"}]"#,
      new: #"[{"idMeal": "1", "strArea": "a"}, {"idMeal": "2"}]"#))

  /// A value is null everywhere.
  public static let becameAlwaysNull = Rule(
    id: "became-always-null", level: .warning, family: .drift,
    summary: "a value is null in every document",
    explanation: """
      The old format had values at this place and now every document has null. The key may be on \
      its way out, or the server has lost the data. A DTO with an optional property decodes, and \
      the app shows nothing there. Ask the owner of the API, and plan without the value.
      """,
    example: .drift(
      old: ExampleText.sources(#""https://example.org""#), new: ExampleText.sources("null")))

  /// A value is empty everywhere.
  public static let becameEmpty = Rule(
    id: "became-empty", level: .warning, family: .drift,
    summary: "a value is empty in every document",
    explanation: """
      The old format had content at this place and now every text, array or object there is empty. \
      Everything decodes and the app shows nothing, so nobody sees an error. Ask the owner of the \
      API whether the data moved or was lost.
      """,
    example: .drift(
      old: ExampleText.sources(#""https://example.org""#),
      new: ExampleText.sources(#""""#)))

  /// An enumeration has more values.
  public static let enumValueAdded = Rule(
    id: "enum-value-added", level: .info, family: .drift,
    summary: "an enumeration has a new value",
    explanation: """
      The place held one of a few texts that came again and again, and now it often holds another \
      one. A DTO with a String lives with it; one with an enum of raw values makes JSONDecoder \
      throw dataCorrupted for these records. Add the case, or a case for what is not known.
      """,
    example: .drift(
      old: ExampleText.states(["open", "closed"], times: 20),
      new: ExampleText.states(["open", "closed", "paused"], times: 20)))

  /// A date is written in another form.
  public static let dateFormatChanged = Rule(
    id: "date-format-changed", level: .breaking, family: .drift,
    summary: "dates are written in another format",
    explanation: """
      The values at this place were dates in one format and are now dates in another one. A date \
      strategy that reads the old format throws and the app loses the whole response, or it reads \
      a wrong date. Change the format in the DTO, or read both for as long as both occur.
      """,
    example: .drift(
      old: #"{"dateModified": "2006-03-24T22:30:00Z"}"#,
      new: #"{"dateModified": "2006-03-24 22:30:00"}"#))

  /// A Unix time counts in another unit.
  public static let epochUnitChanged = Rule(
    id: "epoch-unit-changed", level: .breaking, family: .drift,
    summary: "Unix times changed between seconds and milliseconds",
    explanation: """
      The numbers at this place are a thousand times larger or smaller than before: the unit \
      changed. Every decoder accepts them, and the app shows a year far away or 1970. Change the \
      unit that the DTO reads.
      """,
    example: .drift(
      old: #"{"launch_date_unix": 1143239400}"#, new: #"{"launch_date_unix": 1143239400000}"#))

  /// A number is written as a text.
  public static let numberToNumericString = Rule(
    id: "number-to-numeric-string", level: .breaking, family: .drift,
    summary: "numbers became texts of digits",
    explanation: """
      The same numbers now stand in quotes. JSONDecoder throws typeMismatch where a DTO reads a \
      number, and the app loses the whole response. Read a String and make the number in the \
      domain model; for an id, keep the text.
      """,
    example: .drift(old: #"{"idMeal": 52958}"#, new: #"{"idMeal": "52958"}"#))

  /// A text of digits is written as a number.
  public static let numericStringToNumber = Rule(
    id: "numeric-string-to-number", level: .breaking, family: .drift,
    summary: "texts of digits became numbers",
    explanation: """
      The same digits now stand without quotes. JSONDecoder throws typeMismatch where a DTO reads \
      a String, and the app loses the whole response. Read a number; for an id, turn it into text \
      at once, so that the rest of the app does not change.
      """,
    example: .drift(old: #"{"idMeal": "52958"}"#, new: #"{"idMeal": 52958}"#))

  /// An id has another form.
  public static let idFormatChanged = Rule(
    id: "id-format-changed", level: .breaking, family: .drift,
    summary: "ids have another form",
    explanation: """
      The ids at this place look different: numbers became UUIDs, or names became references. Ids \
      that the app has stored find nothing any more, and a property of type Int makes JSONDecoder \
      throw. Read the id as text, and plan how stored ids find their records again.
      """,
    example: .drift(
      old: #"[{"id": 17}, {"id": 18}, {"id": 19}]"#,
      new: """
        [{"id": "5eb87d03ffd86e000604b352"}, {"id": "5eb87d03ffd86e000604b353"},
         {"id": "5eb87d03ffd86e000604b354"}]
        """))

  /// A key holds something else than before.
  public static let meaningChanged = Rule(
    id: "meaning-changed", level: .breaking, family: .drift,
    summary: "a key has the same name and type, but means something else",
    explanation: """
      The key is still there and holds values of the same type, but others: an address of a \
      picture became a symbol, say. Everything decodes, and the app shows the wrong thing. If the \
      finding names a new place of the old values, read them there; else ask the API's owner.
      """,
    example: .drift(
      old:
        #"[{"flag": "https://a.org/1"}, {"flag": "https://a.org/2"}, {"flag": "https://a.org/3"}]"#,
      new: #"[{"flag": "🇦🇹"}, {"flag": "🇧🇪"}, {"flag": "🇨🇭"}]"#))
}

// MARK: - HTTP

extension Rule {
  /// The status is no success.
  public static let unexpectedStatus = Rule(
    id: "unexpected-status", level: .breaking, family: .http,
    summary: "the status of the response is not 200 to 299",
    explanation: """
      The server answered, but not with success. An app that looks at the status shows an error; \
      one that does not tries to decode an error message. Look at the status and the beginning of \
      the body: 404 means that the address changed, 401 and 403 that a key is missing, 429 that \
      requests come too fast, 500 and above that the server has a fault.
      """,
    example: .exchange(
      status: 404, contentType: "application/json", body: #"{"error": "Not Found"}"#))

  /// The content type is not JSON.
  public static let unexpectedContentType = Rule(
    id: "unexpected-content-type", level: .warning, family: .http,
    summary: "the content type of the response is not a JSON one",
    explanation: """
      The body is labelled as something other than application/json or a type that ends in +json. \
      A decoder that only sees the bytes does not mind, but clients that look at the label refuse \
      the response, and a changed label is often the first sign of a changed server.
      """,
    example: .exchange(status: 200, contentType: "text/html", body: #"{"idMeal": "52958"}"#))
}

// MARK: - Run

extension Rule {
  /// A check had no data.
  public static let unexercised = Rule(
    id: "unexercised", level: .warning, family: .run,
    summary: "an endpoint was checked without any data",
    explanation: """
      There is no fixture for the endpoint, or none that holds a record, so the check says nothing \
      about its format. Nothing is known to be wrong, and nothing is known to be right. Record a \
      fixture for it with `mealdb-contract record`.
      """,
    example: .run("an endpoint of a suite that has no fixture under Fixtures/"))

  /// A fixture belongs to no endpoint.
  public static let orphanFixture = Rule(
    id: "orphan-fixture", level: .warning, family: .run,
    summary: "a fixture belongs to no endpoint of any suite",
    explanation: """
      The file lies under Fixtures/ in a folder that no suite or endpoint is named after, so no \
      check reads it. It was left behind when an endpoint got another name, or its folder has a \
      spelling mistake. Move it to the folder of its endpoint, or delete it.
      """,
    example: .run("the file Fixtures/themealdb/recipes-old/52958.json, whose endpoint is unknown"))
}
