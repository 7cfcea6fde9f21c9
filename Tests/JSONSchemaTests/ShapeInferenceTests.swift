import JSONSchema
import StrictJSON
import Testing
import WireDates

/// What is inferred from samples, place by place.
@Suite struct ShapeInferenceTests {
  @Test func contractReadsAsAPersonWouldWriteIt() throws {
    let meal = { (id: Int, tags: String) in
      """
      {"idMeal": "\(id)", "tags": \(tags), "made": "2006-03-24 22:30:0\(id)", "s1": "a", "s2": "", "s3": " "}
      """
    }
    let meals = [meal(1, "null"), meal(2, #""x""#), meal(3, #""""#)].joined(separator: ",")
    let contract = Samples.contract(
      try Samples.summary(["{\"meals\": [\(meals)], \"next\": null}"]))
    #expect(contract == Self.expectedContract)
  }

  private static let expectedContract = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "properties": {
        "meals": {
          "type": "array",
          "items": {
            "description": "Inferred: the numbered members s1…3 are one list.",
            "type": "object",
            "properties": {
              "idMeal": {
                "description": "Inferred: a number in a text.",
                "type": "string",
                "x-format": "numeric",
                "x-observed": {
                  "samples": 3,
                  "present": 3,
                  "null": 0,
                  "empty": 0
                }
              },
              "tags": {
                "type": ["string", "null"],
                "x-observed": {
                  "samples": 3,
                  "present": 3,
                  "null": 1,
                  "empty": 1
                }
              },
              "made": {
                "type": "string",
                "x-date-format": "yyyy-MM-dd HH:mm:ss",
                "x-observed": {
                  "samples": 3,
                  "present": 3,
                  "null": 0,
                  "empty": 0
                }
              },
              "s1": {
                "type": "string",
                "x-observed": {
                  "samples": 3,
                  "present": 3,
                  "null": 0,
                  "empty": 0
                }
              },
              "s2": {
                "type": "string",
                "x-observed": {
                  "samples": 3,
                  "present": 3,
                  "null": 0,
                  "empty": 3
                }
              },
              "s3": {
                "type": "string",
                "x-observed": {
                  "samples": 3,
                  "present": 3,
                  "null": 0,
                  "empty": 0,
                  "blank": 3
                }
              }
            },
            "required": ["idMeal", "tags", "made", "s1", "s2", "s3"],
            "x-slots": [
              {
                "name": "s{n}",
                "range": [1, 3],
                "empties": ["", " "]
              }
            ],
            "x-observed": {
              "samples": 3,
              "present": 3,
              "null": 0,
              "empty": 0
            }
          },
          "x-observed": {
            "samples": 1,
            "present": 1,
            "null": 0,
            "empty": 0,
            "lengths": [3, 3]
          }
        },
        "next": {
          "x-observed": {
            "samples": 1,
            "present": 1,
            "null": 1,
            "empty": 0
          }
        }
      },
      "required": ["meals", "next"],
      "x-observed": {
        "samples": 1,
        "present": 1,
        "null": 0,
        "empty": 0
      }
    }

    """

  // MARK: Types

  @Test func integersAndFractionsAreNumbers() throws {
    let shape = try Samples.shape("1", "1.5", "2.0")
    #expect(shape.types == [.number])
    #expect(shape.observed?.types == [.integer: 2, .number: 1])
  }

  @Test func unionsAreKeptPerType() throws {
    let shape = try Samples.shape(#"{"a": [1]}"#, #"{"a": "no data"}"#, #"{"a": null}"#)
    let member = try #require(shape.object?["a"]?.shape)
    #expect(member.types == [.array, .string])
    #expect(member.isNullable)
    #expect(member.element?.types == [.integer])
  }

  @Test func onlyMembersOfEveryObjectAreRequired() throws {
    let shape = try Samples.shape(#"{"a": 1, "b": null}"#, #"{"b": 1}"#)
    #expect(shape.object?["a"]?.isRequired == false)
    #expect(shape.object?["b"]?.isRequired == true)
    #expect(shape.object?["a"]?.shape.observed?.values == .init(samples: 2, present: 1, null: 0))
  }

  @Test func aPlaceThatWasAlwaysNullHasNoType() throws {
    let shape = try Samples.shape("[null]", "[null, null]")
    let element = try #require(shape.element)
    #expect(element.types == [])
    #expect(element.isAlwaysNull)
  }

  // MARK: Forms

  struct FormCase: Sendable, CustomTestStringConvertible {
    let texts: [String]
    var form: TextForm?
    var date: DateFormat?
    /// The keyword of the contract that states the form, with its value.
    let keywords: [String: String]
    var testDescription: String { texts.joined(separator: " ") }
  }

  static let formCases: [FormCase] = [
    FormCase(texts: ["52", "-1.5", "007"], form: .numeric, keywords: ["x-format": "numeric"]),
    FormCase(texts: ["52", "", " "], form: .numeric, keywords: ["x-format": "numeric"]),
    FormCase(texts: ["52", "a"], keywords: [:]),
    FormCase(
      texts: Array(repeating: "https://a.b/c", count: 20), form: .uri, keywords: ["format": "uri"]),
    FormCase(
      texts: Array(repeating: "https://a.b/c", count: 19), form: .uri, keywords: ["x-format": "uri"]
    ),
    FormCase(
      texts: Array(repeating: "https://a.b/c", count: 30) + [""], form: .uri,
      keywords: ["x-format": "uri"]),
    FormCase(texts: ["ftp://a.b/c", "https://a.b/c d", "https://"], keywords: [:]),
    FormCase(
      texts: Array(repeating: "0e7c3a58-1c8a-4b8e-9d2f-0a1b2c3d4e5f", count: 3), form: .uuid,
      keywords: ["format": "uuid"]),
    FormCase(
      texts: Array(repeating: "2006-03-24T22:30:00Z", count: 3), form: .dateTime, date: .iso8601,
      keywords: ["format": "date-time", "x-date-format": "iso8601"]),
    FormCase(
      texts: ["2006-03-24T22:30:00Z"], form: .dateTime, date: .iso8601,
      keywords: ["x-format": "iso8601"]),
    FormCase(
      texts: ["2006-03-24T22:30:00Z", "2006-03-24T22:30:00.5Z", "2006-03-24T22:30:00+12:00"],
      form: .dateTime, keywords: ["format": "date-time"]),
    FormCase(
      texts: Array(repeating: "2006-03-24", count: 3), date: .pattern("yyyy-MM-dd"),
      keywords: ["x-date-format": "yyyy-MM-dd"]),
    FormCase(
      texts: ["2006-03-24", "2006-03-24", "2006-03-24", ""], date: .pattern("yyyy-MM-dd"),
      keywords: ["x-format": "yyyy-MM-dd"]),
    FormCase(
      texts: Array(repeating: "2006-03-24T22:30:00+0100", count: 3),
      date: .pattern("yyyy-MM-dd'T'HH:mm:ssZ"),
      keywords: ["x-date-format": "yyyy-MM-dd'T'HH:mm:ssZ"]),
    FormCase(
      texts: ["03/04/2006", "24/03/2006", "05/04/2006"], date: .pattern("dd/MM/yyyy"),
      keywords: ["x-date-format": "dd/MM/yyyy"]),
    FormCase(texts: ["03/04/2006", "05/04/2006"], keywords: [:]),
    FormCase(texts: ["24/03/2006", "03/24/2006"], keywords: [:]),
    FormCase(texts: ["2006-02-30", "2006-03-24"], keywords: [:]),
  ]

  @Test(arguments: formCases)
  func formIsSharedByAllTexts(testCase: FormCase) throws {
    let shape = Shape(inferredFrom: try Samples.summary(testCase.texts.map(JSONWriter.quoted)))
    #expect(shape.textForm == testCase.form)
    #expect(shape.dateFormat == testCase.date)
    let contract = SchemaWriter.contract(for: shape)
    for keyword in ["format", "x-format", "x-date-format"] {
      #expect(contract[keyword] == testCase.keywords[keyword].map { .string($0) }, "\(keyword)")
    }
  }

  @Test(arguments: [
    (#"{"launch_date_unix": 1143239400}"#, DateFormat.unixSeconds),
    (#"{"createdAt": 1143239400000}"#, DateFormat.unixMilliseconds),
    (#"{"id": 1143239400}"#, nil), (#"{"time": 33}"#, nil), (#"{"date": 1143239400.5}"#, nil),
    (#"{"format": 1143239400}"#, nil),
  ])
  func unixTimesAreToldBySizeAndName(text: String, format: DateFormat?) throws {
    let shape = try Samples.shape(text)
    #expect(shape.object?.members.first?.shape.dateFormat == format)
  }

  @Test(arguments: [
    ("2006-03-24T22:30:00-04:00", DateFormat.iso8601),
    ("2006-03-31T22:30:00-04:00", .iso8601),
    ("2006-03-24T00:00:00+23:59", .iso8601),
    ("2006-03-24T22:30:00.123+05:30", .iso8601Fractional),
    ("2006-03-24T22:30:00.1+05:30", .iso8601Fractional),
    ("2006-03-24T22:30:00-24:00", nil),
    ("2006-03-24T22:30:00-04:60", nil),
    ("2006-03-24T22:30:00-04:0", nil),
    ("2006-03-24T22:30:00-04.00", nil),
    ("2006-03-24T22:30:00*04:00", nil),
    ("2006-03-24T22:30:00.123", .pattern("yyyy-MM-dd'T'HH:mm:ss.SSS")),
    ("2006-03-24T22:30:00.", nil),
    ("2006-02-30T22:30:00-04:00", nil),
  ])
  func offsetOfADateIsRead(text: String, format: DateFormat?) throws {
    #expect(try Samples.shape("\"\(text)\"").dateFormat == format)
  }

  // MARK: Maps

  private func mapValue(_ texts: [String]) throws -> Shape? {
    Shape(inferredFrom: try Samples.summary(texts)).object?.mapValue
  }

  /// One entry shows that its key is data, if that is the id in it.
  @Test(arguments: [
    (#"{"Q1532914": {"id": "Q1532914", "ns": 0}}"#, true),
    (#"{"28800968": {"SUBID": 28800968, "os": "x"}}"#, true),
    (#"{"T-101": {"id": "T-101"}, "T-207": {"id": "T-207"}}"#, true),
    (#"{"(id:LIVRJ7q7KG)": {"id": "LIVRJ7q7KG"}}"#, true),
    (#"{"(id:r9LVxMJfnM)": {"id": "r9LVxMJfnM"}, "(id:BrFI4nEGwa)": {"id": "BrFI4nEGwa"}}"#, true),
    (#"{"PHID-TASK-ztyz4hud3av4wxmp3znf": {"phid": "PHID-TASK-ztyz4hud3av4wxmp3znf"}}"#, true),
    (#"{"Q1532914": {"id": "Q42", "ns": 0}}"#, false),
    (#"{"T-101": {"id": "T-101"}, "T-207": {"id": "T-101"}}"#, false),
    (#"{"h264": {"name": "h264"}}"#, false), (#"{"main": {"id": "main"}}"#, false),
    (#"{"player1": {"id": "player1"}, "player2": {"id": "player2"}}"#, false),
  ])
  func keyThatIsTheIDOfItsValueIsData(_ text: String, _ isMap: Bool) throws {
    #expect((try mapValue([text]) != nil) == isMap)
  }

  @Test(arguments: [
    #"{"1": 5, "22": 6}"#, #"{"2006-03-24": null, "2006-03-25": "x"}"#, #"{"-1": 5, "22": 6}"#,
    #"{"1.0.0": "a", "0.2.11-beta.1": "b"}"#,
    #"{"7": {"id": 7, "a": 1}, "8": {"id": 8, "b": 1}, "9": {"id": 9, "a": 1, "b": 1}}"#,
    #"{"5eb87cd9ffd86e000604b32a": {"a": 1, "b": 2}, "5eb87cdaffd86e000604b32b": {"a": 1, "b": 3}}"#,
  ])
  func objectsWithKeysOfDataAreMaps(text: String) throws {
    #expect(try mapValue([text]) != nil)
  }

  /// Nobody names a member by a date or an id, whatever the values are.
  @Test(arguments: [
    #"{"2024-01-02": {"USD": 1.1}, "2024-01-03": {"EUR": 2.5}}"#,
    #"{"0e7c3a58-1c8a-4b8e-9d2f-0a1b2c3d4e5f": 1, "1e7c3a58-1c8a-4b8e-9d2f-0a1b2c3d4e5f": "x"}"#,
    #"{"-OKtGPZ9orpaTzqFf7gX": {"title": "a"}, "-Oke7FTzPAyh5vuwx1A5": {"text": "b"}}"#,
    #"{"❤️": {"n": 1}}"#, #"{"0e7c3a58-1c8a-4b8e-9d2f-0a1b2c3d4e5f": 1}"#,
    #"{"!KHjFnsDlrB:example.org": {"a": 1}, "!x1:matrix.example.org:8448": {"b": 1}}"#,
    #"{"ada@example.org": 1, "bob.b+x@mail.example.com": "x"}"#,
    #"{"did:plc:z72i7hdynmk6r22z27h6tvur": {"n": 1}}"#,
    #"{"$kOUKu0fA79HlIg1kRsNyVyrL9BJciOzXAkZmlrQKLDr": 1, "$5c7OUcwsyArZSVyvIY3K8KWl1iCh3cxmeobEtFqmbc0": "x"}"#,
  ])
  func keysThatAreSurelyDataMakeAMap(text: String) throws {
    #expect(try mapValue([text]) != nil)
  }

  @Test(arguments: [
    #"{"1": 5, "22": "x"}"#, #"{"1": 5}"#, #"{"podIpv4CidrBlock": "a"}"#,
    #"{"AwsEc2SecurityGroup": {"a": 1}, "AwsElbv2LoadBalancer": {"a": 1}}"#,
    #"{"1": {"a": 1}, "2": {"b": 1}}"#, #"{"1": 5, "b": 5}"#,
    // Annotations of OData, Redfish, JSON-LD and XML are names.
    #"{"photo@odata.type": "a", "Members@odata.count": 2}"#, #"{"@odata.type": "a"}"#,
    #"{"Reset@Redfish.ActionInfo": "a"}"#,
    #"{"dc:title": "a", "xmlns:dc": "b"}"#, #"{"$ref": "a:b.c"}"#, #"{"@id": "a", "@type": "b"}"#,
    #"{"http://schema.org/name": "a"}"#, #"{"m.relates_to": 1}"#,
    #"{"@": "a@b.c", "user@home": 1}"#,
    #"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9}"#,
  ])
  func objectsWithNamesOrMixedValuesAreRecords(text: String) throws {
    #expect(try mapValue([text]) == nil)
  }

  /// Eight words with sparse numbers and like values are ids; fewer may be sizes, and dense ones are slots.
  @Test(arguments: [
    ([31, 569, 17, 625, 856, 1082, 2048, 18], true), ([31, 569, 17, 625, 856, 1082, 2048], false),
    ([1, 2, 3, 4, 5, 6, 7, 8], false), ([21, 22, 23, 24, 25, 26, 27, 28], false),
  ])
  func manyNumberedWordsAreAMap(_ numbers: [Int], _ isMap: Bool) throws {
    let members = { (value: (Int) -> String) in
      "{" + numbers.map { #""P\#($0)": \#(value($0))"# }.joined(separator: ",") + "}"
    }
    #expect(try (mapValue([members { #"[{"id": \#($0)}]"# }]) != nil) == isMap)
    #expect(try mapValue([members { $0 % 2 == 0 ? "1" : "\"x\"" }]) == nil)
  }

  @Test func manyRareKeysAreAMap() throws {
    // Eight objects, each with three of ten keys.
    let texts = (0..<8).map { index in
      let members = (0..<3).map { #""step-\#(letter((index * 3 + $0) % 10))": \#($0)"# }
      return "{" + members.joined(separator: ",") + "}"
    }
    let value = try #require(try mapValue(texts))
    #expect(value.types == [.integer])
    #expect(value.observed?.present == 24)
    #expect(value.observed?.records.present == 8)
    // A key in every object is a name.
    #expect(try mapValue(texts.map { #"{"id": 1,"# + $0.dropFirst() }) == nil)
    #expect(try mapValue(Array(texts[..<4])) == nil)
  }

  /// Few keys do where each value says its own: three articles with a category or two each.
  @Test(arguments: [
    (["Music", "Life"], ["Food"], ["Life"], true), (["Music"], ["Music"], ["Food", "Life"], true),
    (["Music"], ["Music"], ["Food"], false),
    (["Music", "Life"], ["Music", "Food"], ["Music"], false),
  ])
  func keysThatTheirValuesRepeatAreData(
    first: [String], second: [String], third: [String], isMap: Bool
  ) throws {
    let texts = { (name: (String) -> String) in
      [first, second, third].map { keys in
        let members = keys.map { #""\#($0)": {"id": \#($0.utf8.count), "name": "\#(name($0))"}"# }
        return "{" + members.joined(separator: ",") + "}"
      }
    }
    #expect(try (mapValue(texts { $0 }) != nil) == isMap)
    #expect(try mapValue(texts { $0 + "!" }) == nil)
  }

  private func letter(_ index: Int) -> String { String(UnicodeScalar(UInt8(97 + index))) }

  // MARK: Member order

  @Test(arguments: [
    ([#"{"b": 1, "a": 1}"#], ["b", "a"]),
    ([#"{"a": 1, "b": 1, "d": 1}"#, #"{"a": 1, "c": 1, "d": 1}"#], ["a", "b", "c", "d"]),
    ([#"{"z": 1, "m": 1}"#, #"{"m": 1, "a": 1}"#, #"{"z": 1, "a": 1}"#], ["z", "m", "a"]),
    (
      [#"{"a": 1, "b": 1, "x": 1}"#, #"{"x": 1}"#, #"{"x": 1}"#, #"{"x": 1}"#], ["a", "b", "x"]
    ),
    ([#"{"a": 1, "b": 1}"#, #"{"b": 1, "a": 1}"#], ["a", "b"]),
    ([#"{"a": 1, "b": 1}"#, #"{"b": 1, "a": 1}"#, #"{"b": 1, "a": 1}"#], ["b", "a"]),
  ])
  func membersKeepTheOrderOfTheServer(texts: [String], names: [String]) throws {
    for texts in [texts, texts.reversed()] {
      let shape = Shape(inferredFrom: try Samples.summary(texts))
      #expect(shape.object?.members.map(\.name) == names)
    }
  }

  @Test func namesThatOnlyLookTheSameAreTwo() throws {
    let shape = try Samples.shape(#"{"\u00e9": 1, "e\u0301": "x"}"#)
    #expect(shape.object?.members.map(\.shape.types) == [[.integer], [.string]])
  }

  @Test func ofMembersWithTheSameNameTheFirstCounts() throws {
    let shape = try Samples.shape(#"{"a": 1, "a": "x", "b": 1}"#, #"{"a": 1}"#)
    #expect(shape.object?.members.map(\.name) == ["a", "b"])
    #expect(shape.object?["a"]?.shape.types == [.integer])
  }

  // MARK: Slot families

  @Test func slotsShareWhatIsKnownOfThem() throws {
    let shape = try Samples.shape(
      #"{"i1": "a", "i2": "b", "i3": "", "m1": "x", "m2": " ", "m3": null, "n": 1}"#)
    let object = try #require(shape.object)
    #expect(
      object.slotFamilies == [
        SlotFamily(name: "i{n}", range: 1...3, paired: "m{n}", empties: [.empty]),
        SlotFamily(name: "m{n}", range: 1...3, paired: "i{n}", empties: [.blank, .null]),
      ])
    #expect(object["i1"]?.shape.isNullable == false)
    #expect(object["m1"]?.shape.isNullable == true)
    #expect(object["m3"]?.shape.types == [.string])
    #expect(object.slotFamilies.first?.description == "i1…3")
    #expect(object.slotFamilies.first?.memberNames == ["i1", "i2", "i3"])
  }

  @Test(arguments: [
    (#"{"a1": 1, "a2": 1}"#, []), (#"{"a1": 1, "a2": 1, "a4": 1}"#, []),
    (#"{"a1": 1, "a2": "x", "a3": 1}"#, []), (#"{"a01": 1, "a02": 1, "a03": 1}"#, []),
    (#"{"a1": {"b": 1}, "a2": {"b": 1}, "a3": {"b": 1}}"#, []),
    (#"{"a9": 1, "a10": 1.5, "a11": null}"#, ["a{n}"]),
    (#"{"line1text": "", "line2text": "", "line3text": "x"}"#, ["line{n}text"]),
    (
      #"{"a1": 1, "a2": 1, "a3": 1, "b1": 1, "b2": 1, "b3": 1, "c1": 1, "c2": 1, "c3": 1}"#,
      ["a{n}", "b{n}", "c{n}"]
    ),
  ])
  func familiesNeedThreeScalarsInARow(text: String, names: [String]) throws {
    let families = try Samples.shape(text).object?.slotFamilies ?? []
    #expect(families.map(\.name) == names)
    #expect(families.allSatisfy { $0.paired == nil })
  }

  // MARK: Records

  @Test func elementsOfTheOutermostArrayAreRecords() throws {
    let shape = try Samples.shape(
      #"{"list": [{"in": [{"a": null}, {"a": null}, {"a": 1}]}, {"in": [{"a": 1}]}], "b": 1}"#)
    let record = try #require(shape.object?["list"]?.shape.element)
    let value = try #require(record.object?["in"]?.shape.element?.object?["a"]?.shape.observed)
    #expect(value.values == .init(samples: 4, present: 4, null: 2))
    #expect(value.records == .init(samples: 2, present: 2, null: 1))
    #expect(shape.object?["b"]?.shape.observed?.records == .init(samples: 1, present: 1, null: 0))
  }
}
