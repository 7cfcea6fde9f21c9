import SchemaDrift

// What changed in a format; one rule a kind of change, with its text in one place.

extension DriftRule {
  /// The level and the words of the rule, and what its changes mean for a type that reads the place.
  var text: RuleText {
    switch self {
    case .keyRemoved:
      RuleText(
        level: .breaking, weight: .loss, wording: .gone,
        summary: "a key is gone",
        explanation: """
          The key was in the old format and is in no document now. An app that requires it fails; one \
          that never reads it does not notice, and then the finding is only information. Look for the \
          value under another name, and change the DTO or make the property optional.
          """,
        example: .drift(old: #"{"id": "1", "name": "Tea"}"#, new: #"{"id": "1"}"#))

    case .keyAdded:
      RuleText(
        level: .info, wording: .new,
        summary: "a key is new",
        explanation: """
          The key is in documents now and was not in the old format. A Swift decoder ignores keys that \
          it does not know, so nothing fails. Refresh the contract, and read the key if it is useful.
          """,
        example: .drift(old: #"{"id": "1"}"#, new: #"{"id": "1", "name": "Tea"}"#))

    case .keyRenamed:
      RuleText(
        level: .breaking, weight: .loss, wording: .moved, patch: .reading,
        summary: "a key has another name",
        explanation: """
          The old key is gone, and a new one in the same object holds its values. A property that is \
          not optional makes JSONDecoder throw keyNotFound; an optional one is silently nil from now \
          on. Change the coding key to the new name; the rest of the app stays as it is.
          """,
        example: .drift(
          old: #"[{"id": "1", "name": "Tea"}, {"id": "2", "name": "Coffee"}]"#,
          new: #"[{"id": "1", "title": "Tea"}, {"id": "2", "title": "Coffee"}]"#))

    case .keyMoved:
      RuleText(
        level: .breaking, weight: .loss, wording: .moved, patch: .reading,
        summary: "a value lies in another place",
        explanation: """
          The values of the old key are in another object now, or they were taken apart into several \
          keys or put together from them. A property that is not optional makes JSONDecoder throw; an \
          optional one is silently nil. Read the value at its new place, and keep the domain model.
          """,
        example: .drift(
          old: #"[{"a": {"id": 1, "mail": "ada@example.org"}, "b": {"c": 1}}]"#,
          new: #"[{"a": {"id": 1}, "b": {"c": 1, "mail": "ada@example.org"}}]"#))

    case .valueNested:
      RuleText(
        level: .breaking, weight: .loss, wording: .moved, patch: .reading,
        summary: "a value went down into an object",
        explanation: """
          The values that were under a key of their own are now members of an object, mostly with \
          others that belong together. JSONDecoder finds neither the key nor the old type. Add a \
          nested type for the object, or a nested container to the initialiser of the DTO.
          """,
        example: .drift(
          old: #"[{"id": 1, "thumb": "https://example.org/ada.jpg"}]"#,
          new: #"[{"id": 1, "media": {"image": "https://example.org/ada.jpg"}}]"#))

    case .valueHoisted:
      RuleText(
        level: .breaking, weight: .loss, wording: .moved, patch: .reading,
        summary: "a value came up out of an object",
        explanation: """
          The values that were members of an inner object are now in an outer one. JSONDecoder does \
          not find the key in the old place. Move the property up from the nested type to the outer \
          type, and let the domain model stay as it is.
          """,
        example: .drift(
          old: #"[{"id": 1, "media": {"image": "https://example.org/ada.jpg"}}]"#,
          new: #"[{"id": 1, "image": "https://example.org/ada.jpg"}]"#))

    case .envelopeChanged:
      RuleText(
        level: .breaking, wording: .envelope,
        summary: "the records lie in another envelope, or in none",
        explanation: """
          What surrounds the records has changed: a list is now in an object with a page number \
          and a total, say, or an object around the list is gone. The records may be as they were, but \
          JSONDecoder fails before it reads the first one. Change the outermost type only.
          """,
        example: .drift(
          old: #"[{"id": 1, "name": "Ada"}]"#,
          new: #"{"docs": [{"id": 1, "name": "Ada"}], "page": 1, "total": 1}"#))

    case .scalarToArray:
      RuleText(
        level: .breaking, wording: .moved, patch: .reading,
        summary: "a single value became an array of values",
        explanation: """
          A place that held one value now holds an array. JSONDecoder throws typeMismatch and the app \
          loses the whole response. Read an array, and decide in the domain model which element counts.
          """,
        example: .drift(old: #"{"tags": "new"}"#, new: #"{"tags": ["new"]}"#))

    case .arrayToScalar:
      RuleText(
        level: .breaking, patch: .reading,
        summary: "an array of values became a single value",
        explanation: """
          A place that held an array now holds one value. JSONDecoder throws typeMismatch and the app \
          loses the whole response. Read the single value; if it joins several ones with commas, split \
          it in the domain model.
          """,
        example: .drift(old: #"{"tags": ["new"]}"#, new: #"{"tags": "new"}"#))

    case .slotsToArray:
      RuleText(
        level: .breaking, weight: .always, wording: .moved, patch: .reading,
        summary: "numbered keys became an array",
        explanation: """
          A list that was spelled as keys with numbers, such as item1 to item20, is \
          an array now, mostly of objects that hold what belongs together. Optional slot properties \
          are silently nil, so the app shows empty lists. Read the array, and drop the slots.
          """,
        example: .drift(
          old: #"[{"id": 1, "part1": "Flour", "part2": "Sugar", "part3": "Butter"}]"#,
          new: #"[{"id": 1, "parts": [{"name": "Flour"}, {"name": "Sugar"}, {"name": "Butter"}]}]"#)
      )

    case .arrayToMap:
      RuleText(
        level: .breaking, patch: .reading,
        summary: "an array became an object with a key for each element",
        explanation: """
          The elements are now the values of an object, and one of their members became the key. \
          JSONDecoder throws typeMismatch and the app loses the whole response. Read a dictionary; its \
          order means nothing, so sort the values where the app shows them.
          """,
        example: .drift(
          old:
            #"[{"id": 1, "rates": [{"code": "2021", "mean": 4.25}, {"code": "2022", "mean": 5.75}]}]"#,
          new: #"[{"id": 1, "rates": {"2021": {"mean": 4.25}, "2022": {"mean": 5.75}}}]"#))

    case .mapToArray:
      RuleText(
        level: .breaking, patch: .reading,
        summary: "an object with a key for each entry became an array",
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

    case .objectToID:
      RuleText(
        level: .breaking, patch: .reading,
        summary: "an object became the id of one",
        explanation: """
          Where an object was embedded there is only its id now. JSONDecoder throws typeMismatch and \
          the app loses the whole response; and what the object held must be asked for in another \
          request. Read the id, and fetch the object where the app needs more.
          """,
        example: .drift(
          old: #"[{"title": "Notes", "author": {"id": "a7", "name": "Ada"}}]"#,
          new: #"[{"title": "Notes", "author": "a7"}]"#))

    case .typeChanged:
      RuleText(
        level: .breaking, patch: .reading,
        summary: "a value has another type",
        explanation: """
          The values at this place had one JSON type in the old format and have another one now. \
          JSONDecoder throws typeMismatch where a DTO reads the old type, and the app loses the whole \
          response. Change the property to the new type.
          """,
        example: .drift(old: #"{"vegetarian": true}"#, new: #"{"vegetarian": "yes"}"#))

    case .becameNullable:
      RuleText(
        level: .breaking, weight: .absence, patch: .optional,
        summary: "a value that was never null is sometimes null",
        explanation: """
          In the old format every document had a value at this place; now some have null. A property \
          that is not optional makes JSONDecoder throw valueNotFound for those documents only, so the \
          app fails for some users. Make the property optional.
          """,
        example: .drift(
          old: #"[{"source": "a"}, {"source": "b"}]"#,
          new: #"[{"source": "a"}, {"source": null}]"#))

    case .becameOptional:
      RuleText(
        level: .breaking, weight: .absence, patch: .optional,
        summary: "a key that was always there is sometimes absent",
        explanation: """
          In the old format every object had the key; now some do not. A property that is not optional \
          makes JSONDecoder throw keyNotFound for those documents only, so the app fails for some \
          users. Make the property optional.
          """,
        example: .drift(
          old: #"[{"id": "1", "area": "a"}, {"id": "2", "area": "b"}]"#,
          new: #"[{"id": "1", "area": "a"}, {"id": "2"}]"#))

    case .becameAlwaysNull:
      RuleText(
        level: .warning, weight: .loss, patch: .optional,
        summary: "a value is null in every document",
        explanation: """
          The old format had values at this place and now every document has null. The key may be on \
          its way out, or the server has lost the data. A DTO with an optional property decodes, and \
          the app shows nothing there. Where null never came before, a property that is not optional \
          fails, and the change is breaking. Ask the owner of the API, and plan without the value.
          """,
        example: .drift(
          old: ExampleText.sources(#""https://example.org""#), new: ExampleText.sources("null")))

    case .becameEmpty:
      RuleText(
        level: .warning,
        summary: "values are empty that were not",
        explanation: """
          The old format had content at this place and now every text, array or object there is empty, or \
          many are where none was, or many of the same records that had a value have none. Everything \
          decodes and the app shows nothing, so no error is seen. Ask the owner of the API whether the data moved or was lost.
          """,
        example: .drift(
          old: ExampleText.sources(#""https://example.org""#),
          new: ExampleText.sources(#""""#)))

    case .enumValueAdded:
      RuleText(
        level: .info, weight: .enumeration,
        summary: "an enumeration has a new value",
        explanation: """
          The place held one of a few texts that came again and again, and now it often holds another \
          one. A DTO with a String accepts it; one with an enum of raw values makes JSONDecoder \
          throw dataCorrupted for these records. Add the case, or a case for what is not known. Where \
          none of the old texts comes any more, it is a warning without a DTO, and breaks a DTO with an \
          enum.
          """,
        example: .drift(
          old: ExampleText.states(["open", "closed"], times: 20),
          new: ExampleText.states(["open", "closed", "paused"], times: 20)))

    case .dateFormatChanged:
      RuleText(
        level: .breaking, weight: .date,
        summary: "dates are written in another format",
        explanation: """
          The values at this place were dates in one format and are now dates in another one. A date \
          strategy that reads the old format throws and the app loses the whole response, or it reads \
          a wrong date. Change the format in the DTO, or read both for as long as both occur.
          """,
        example: .drift(
          old: #"{"dateModified": "2006-03-24T22:30:00Z"}"#,
          new: #"{"dateModified": "2006-03-24 22:30:00"}"#))

    case .epochUnitChanged:
      RuleText(
        level: .breaking, weight: .date,
        summary: "Unix times changed between seconds and milliseconds",
        explanation: """
          The numbers at this place are a thousand times larger or smaller than before: the unit \
          changed. Every decoder accepts them, and the app shows a year far away or 1970. Change the \
          unit that the DTO reads.
          """,
        example: .drift(
          old: #"{"sent_date": 1143239400}"#, new: #"{"sent_date": 1143239400000}"#))

    case .numberToNumericString:
      RuleText(
        level: .breaking, patch: .reading,
        summary: "numbers became texts of digits",
        explanation: """
          The same numbers are now in quotes. JSONDecoder throws typeMismatch where a DTO reads a \
          number, and the app loses the whole response. Read a String and make the number in the \
          domain model; for an id, keep the text.
          """,
        example: .drift(old: #"{"id": 1001}"#, new: #"{"id": "1001"}"#))

    case .numericStringToNumber:
      RuleText(
        level: .breaking, patch: .reading,
        summary: "texts of digits became numbers",
        explanation: """
          The same digits are now without quotes. JSONDecoder throws typeMismatch where a DTO reads \
          a String, and the app loses the whole response. Read a number; for an id, turn it into text \
          at once, so that the rest of the app does not change.
          """,
        example: .drift(old: #"{"id": "1001"}"#, new: #"{"id": 1001}"#))

    case .idFormatChanged:
      RuleText(
        level: .breaking, patch: .reading,
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

    case .meaningChanged:
      RuleText(
        level: .breaking, wording: .meaning,
        summary: "a key has the same name and type, but means something else",
        explanation: """
          The key is still there and holds values of the same type, but others: an address of a \
          picture became a symbol, a price counts in cents or a temperature in degrees Fahrenheit, each \
          word of an enumeration is another one, all texts of the same records are written in another \
          way. Everything decodes, and the app shows the wrong thing. If the finding names a new place of \
          the old values, read them there; else ask the API's owner.
          """,
        example: .drift(
          old:
            #"[{"flag": "https://a.org/1"}, {"flag": "https://a.org/2"}, {"flag": "https://a.org/3"}]"#,
          new: #"[{"flag": "🇦🇹"}, {"flag": "🇧🇪"}, {"flag": "🇨🇭"}]"#))

    case .nothingRespelled:
      RuleText(
        level: .warning, weight: .nothing, wording: .nothing,
        summary: "no value is written in another way, such as empty text for null",
        explanation: """
          As many records as before have no value at this place, but they say so in another way: null, \
          empty or blank text, an empty array or object, or no key at all. An app that asks whether \
          the value is nil now gets empty text and shows an empty line; a property that is not \
          optional makes JSONDecoder throw where null or no key came. Read all spellings, and make \
          them one in the domain model.
          """,
        example: .drift(old: ExampleText.tags("null"), new: ExampleText.tags(#""""#)))

    case .versionChanged:
      RuleText(
        level: .breaking,
        summary: "the responses speak another version of the format than the expected one",
        explanation: """
          Several versions of the endpoint are stored, such as order.schema.json and \
          order.v2.schema.json, and the records fit another one than the one without a version in its \
          name. What differs between the two is reported once, with the properties that it hits; any \
          further drift is reported against the version that the records speak. If some records speak one \
          version and some the other, the server is in the middle of a roll-out, and an app must read \
          both.
          """,
        example: .run("a response that fits answer.v2.schema.json and not answer.schema.json"))
    }
  }
}
