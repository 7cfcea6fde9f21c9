import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// What a test compares of a problem.
struct Problem: Hashable, Sendable, CustomStringConvertible {
  let kind: DecodingIssue.Kind
  let pointer: String
  let owner: String?
  let expected: String
  let found: String

  init(
    _ kind: DecodingIssue.Kind, _ pointer: String, _ owner: String?, _ expected: String,
    _ found: String
  ) {
    self.kind = kind
    self.pointer = pointer
    self.owner = owner
    self.expected = expected
    self.found = found
  }

  init(_ issue: DecodingIssue) {
    self.init(
      issue.kind, issue.pointer.description, issue.owner?.description,
      issue.expected.description, issue.found)
  }

  var description: String {
    "\(kind) \(pointer) \(owner ?? "-") expected \(expected) found \(found)"
  }
}

func report<Root: Decodable>(
  _ type: Root.Type, _ text: String, _ decoder: StrictDecoder = StrictDecoder()
) throws -> DecodingReport {
  decoder.check(type, in: try document(text))
}

func problems<Root: Decodable>(
  _ type: Root.Type, _ text: String, _ decoder: StrictDecoder = StrictDecoder()
) throws -> [Problem] {
  try report(type, text, decoder).issues.map { Problem($0) }
}

@Suite struct StrictDecoderTests {
  struct Thing: Decodable {
    enum Size: Int, Decodable { case small = 1, large = 2 }
    var name: String?
    var count: UInt8?
    var ratio: Double?
    var flag: Bool?
    var price: Decimal?
    var link: URL?
    var color: Color?
    var size: Size?
    var email: Email?
    var data: Data?
    var id: UUID?
    var list: [Int]?
    var map: [String: Int]?
    var place: Coordinates?
  }

  struct Defect: CustomTestStringConvertible, Sendable {
    let member: String
    let problem: Problem
    var testDescription: String { member }

    init(
      _ member: String, _ kind: DecodingIssue.Kind, _ pointer: String, _ owner: String,
      _ expected: String, _ found: String
    ) {
      self.member = member
      problem = Problem(kind, pointer, owner, expected, found)
    }
  }

  static let defects: [Defect] = [
    Defect(
      #""name": 7"#, .typeMismatch, "/name", "StrictDecoderTests.Thing.name", "a string",
      "the number 7"),
    Defect(
      #""name": {}"#, .typeMismatch, "/name", "StrictDecoderTests.Thing.name", "a string",
      "an object"),
    Defect(
      #""name": "\ud800""#, .invalidValue, "/name", "StrictDecoderTests.Thing.name", "Unicode text",
      "a surrogate escape without its partner"),
    Defect(
      #""count": 256"#, .numberOutOfRange, "/count", "StrictDecoderTests.Thing.count",
      "an integer from 0 to 255",
      "the number 256"),
    Defect(
      #""count": -1"#, .numberOutOfRange, "/count", "StrictDecoderTests.Thing.count",
      "an integer from 0 to 255",
      "the number -1"),
    Defect(
      #""count": 1.5"#, .numberOutOfRange, "/count", "StrictDecoderTests.Thing.count", "an integer",
      "the number 1.5"),
    Defect(
      #""count": "7""#, .typeMismatch, "/count", "StrictDecoderTests.Thing.count", "an integer",
      #"the string "7""#),
    Defect(
      #""ratio": 1e400"#, .numberOutOfRange, "/ratio", "StrictDecoderTests.Thing.ratio",
      "a number that fits Double",
      "the number 1e400"),
    Defect(
      #""ratio": true"#, .typeMismatch, "/ratio", "StrictDecoderTests.Thing.ratio", "a number",
      "the boolean true"),
    Defect(
      #""flag": 1"#, .typeMismatch, "/flag", "StrictDecoderTests.Thing.flag", "a boolean",
      "the number 1"),
    Defect(
      #""price": 1e200"#, .numberOutOfRange, "/price", "StrictDecoderTests.Thing.price",
      "a number that fits Decimal",
      "the number 1e200"),
    Defect(
      #""price": []"#, .typeMismatch, "/price", "StrictDecoderTests.Thing.price", "a number",
      "an array"),
    Defect(
      #""link": """#, .invalidURL, "/link", "StrictDecoderTests.Thing.link", "a URL", "empty text"),
    Defect(
      #""link": "http://[""#, .invalidURL, "/link", "StrictDecoderTests.Thing.link", "a URL",
      #"the string "http://[""#),
    Defect(
      #""color": "pink""#, .unknownEnumValue, "/color", "StrictDecoderTests.Thing.color",
      #"one of "red", "green", "blue""#, #"the string "pink""#),
    Defect(
      #""color": 1"#, .typeMismatch, "/color", "StrictDecoderTests.Thing.color", "a string",
      "the number 1"),
    Defect(
      #""size": 3"#, .unknownEnumValue, "/size", "StrictDecoderTests.Thing.size", "one of 1, 2",
      "the number 3"),
    Defect(
      #""email": "nobody""#, .invalidValue, "/email", "StrictDecoderTests.Thing.email",
      "a value that Email accepts",
      #"the string "nobody""#),
    Defect(
      #""email": []"#, .typeMismatch, "/email", "StrictDecoderTests.Thing.email", "a string",
      "an array"),
    Defect(
      #""data": "%""#, .invalidValue, "/data", "StrictDecoderTests.Thing.data", "a base 64 string",
      #"the string "%""#),
    Defect(
      #""id": "7""#, .invalidValue, "/id", "StrictDecoderTests.Thing.id",
      "a value that UUID accepts",
      #"the string "7""#),
    Defect(
      #""list": {}"#, .typeMismatch, "/list", "StrictDecoderTests.Thing.list", "an array",
      "an object"),
    Defect(
      #""list": [1, null]"#, .nullValue, "/list/1", "StrictDecoderTests.Thing.list", "an integer",
      "null"),
    Defect(
      #""map": {"a/b": "x"}"#, .typeMismatch, "/map/a~1b", "StrictDecoderTests.Thing.map",
      "an integer",
      #"the string "x""#),
    Defect(
      #""map": [1]"#, .typeMismatch, "/map", "StrictDecoderTests.Thing.map", "an object", "an array"
    ),
    Defect(
      #""place": "x""#, .typeMismatch, "/place", "StrictDecoderTests.Thing.place", "an object",
      #"the string "x""#),
    Defect(
      #""place": {"latitude": 1}"#, .missingKey, "/place/longitude", "Coordinates.longitude",
      "a number", "nothing"),
    Defect(
      #""place": {"latitude": null, "longitude": 1}"#, .nullValue, "/place/latitude",
      "Coordinates.latitude", "a number", "null"),
  ]

  @Test(arguments: defects)
  func defectIsToldInFull(defect: Defect) throws {
    let report = try report(Thing.self, "{\(defect.member)}")
    #expect(report.issues.map { Problem($0) } == [defect.problem])
    #expect(!report.decodes)
    #expect(report.unexplored.isEmpty)
  }

  /// One defect of each property, all in one document.
  @Test func defectsOfAllPropertiesAreFoundTogether() throws {
    var chosen: [String: Defect] = [:]
    for defect in Self.defects { chosen[defect.problem.pointer] = defect }
    let properties = Dictionary(grouping: chosen.values) { $0.member.split(separator: ":")[0] }
    let picked = properties.values.compactMap { $0.min { $0.member < $1.member } }
    let report = try report(Thing.self, "{" + picked.map(\.member).joined(separator: ", ") + "}")
    #expect(report.issues.map { Problem($0) } == picked.map(\.problem))
    #expect(picked.count == 14)
    #expect(report.unexplored.isEmpty)
  }

  @Test func allDefectsOfAllRecordsAreFound() throws {
    let source = MarkedText(
      #"""
      {"meals": [
        1️⃣{"idMeal": 2️⃣52958, "strCategory": 3️⃣null, "strMealThumb": 4️⃣""},
        {"idMeal": "2", "strMeal": "b", "strCategory": "c", "strIngredient2": 5️⃣[]},
        6️⃣"soup",
        7️⃣{"strMeal": "d", "strCategory": "e", "dateModified": 8️⃣"soon"}
      ]}
      """#)
    let report = StrictDecoder().check(Recipes.self, in: try JSONDocument(source.bytes))
    #expect(
      report.issues.map { Problem($0) } == [
        Problem(.missingKey, "/meals/0/strMeal", "Recipe.name", "a string", "nothing"),
        Problem(.typeMismatch, "/meals/0/idMeal", "Recipe.id", "a string", "the number 52958"),
        Problem(.nullValue, "/meals/0/strCategory", "Recipe.category", "a string", "null"),
        Problem(.invalidURL, "/meals/0/strMealThumb", "Recipe.thumbnail", "a URL", "empty text"),
        Problem(
          .typeMismatch, "/meals/1/strIngredient2", "Recipe.ingredient2", "a string", "an array"),
        Problem(
          .typeMismatch, "/meals/2", "Recipes.meals", "an object", #"the string "soup""#),
        Problem(.missingKey, "/meals/3/idMeal", "Recipe.id", "a string", "nothing"),
        Problem(
          .typeMismatch, "/meals/3/dateModified", "Recipe.modified",
          "a number of seconds since 2001-01-01T00:00:00Z", #"the string "soon""#),
      ])
    #expect(report.issues.map(\.offset) == (1...8).map { source.offsets[$0] ?? -1 })
    #expect(report.issues[0].path.description == "$.meals[*].strMeal")
    #expect(report.issues[0].message == #"the key "strMeal" is missing"#)
    #expect(report.unexplored.isEmpty)
    #expect(!report.decodes)
  }

  @Test func flattenedContainersAreExplored() throws {
    let text = #"""
      {"flight_number": "1", "rocket": {"rocket_name": null, "first_stage": 7},
       "links": {}, "launch_site": 5}
      """#
    let report = try report(Launch.self, text)
    #expect(
      report.issues.map { Problem($0) } == [
        Problem(.typeMismatch, "/flight_number", "Launch.flight", "an integer", #"the string "1""#),
        Problem(.nullValue, "/rocket/rocket_name", "Launch.rocketName", "a string", "null"),
        Problem(
          .typeMismatch, "/rocket/first_stage", "Launch.core", "an object", "the number 7"),
        Problem(.missingKey, "/links/mission_patch", "Launch.patch", "a URL", "nothing"),
        Problem(.typeMismatch, "/launch_site", "Launch.site", "a string", "the number 5"),
      ])
    #expect(report.unexplored.isEmpty)
  }

  /// A container that is not there is one problem, not one for each key of it.
  @Test func absentContainerIsOneProblem() throws {
    let report = try report(Launch.self, #"{"flight_number": null, "launch_site": 5}"#)
    #expect(
      report.issues.map(\.pointer.description) == [
        "/rocket", "/links", "/flight_number", "/launch_site",
      ])
    #expect(report.unexplored.isEmpty)
  }

  @Test func absentStructIsOneProblem() throws {
    let report = try report(User.self, #"{"id": "x", "name": 1}"#)
    #expect(
      report.issues.map(\.pointer.description) == ["/address", "/company", "/id", "/name"])
    #expect(report.unexplored.isEmpty)
    let expected = try problems(Keyed.self, "{}").map(\.expected)
    #expect(expected == ["an object", "an object", "an object", "an integer"])
  }

  @Test(arguments: [
    (#"[1, "x", null, 2.5]"#, ["/1", "/2", "/3"]), (#"{"a": 1}"#, [""]), ("null", [""]), ("[]", []),
  ])
  func rootMayBeAnyType(text: String, pointers: [String]) throws {
    let report = try report([Int].self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.issues.allSatisfy { $0.owner == nil })
    #expect(report.decodes == pointers.isEmpty)
  }

  @Test func keysOfDictionariesAreChecked() throws {
    let report = try report(
      Keyed.self,
      #"{"numbers": {"one": "a", "2": 2}, "axes": {"w": 1, "x": "1"}, "floors": {"7": "x"}, "count": 1}"#
    )
    #expect(
      report.issues.map { Problem($0) } == [
        Problem(
          .typeMismatch, "/numbers/one", "Keyed.numbers", "a key that is Int", #"the key "one""#),
        Problem(.typeMismatch, "/numbers/2", "Keyed.numbers", "a string", "the number 2"),
        Problem(.typeMismatch, "/axes/w", "Keyed.axes", "a key that is Axis", #"the key "w""#),
        Problem(.typeMismatch, "/axes/x", "Keyed.axes", "an integer", #"the string "1""#),
        Problem(.typeMismatch, "/floors/7", "Keyed.floors", "a key that is Floor", #"the key "7""#),
      ])
  }

  @Test func nestedArraysAndTreesAreWalked() throws {
    let grid = try report([[Int?]].self, #"[[1, "a"], 5, [null, true]]"#)
    #expect(grid.issues.map(\.pointer.description) == ["/0/1", "/1", "/2/1"])
    let tree = try report(
      Tree.self,
      #"{"value": "x", "children": [{"value": 1, "children": [{"children": []}]}, {"value": 2}]}"#)
    #expect(
      tree.issues.map(\.pointer.description) == [
        "/value", "/children/0/children/0/value", "/children/1/children",
      ])
    #expect(tree.unexplored.isEmpty)
  }

  @Test func deepTreeIsDecoded() throws {
    let depth = 200
    let text =
      String(repeating: #"{"value": 1, "children": ["#, count: depth)
      + #"{"value": "x", "children": []}"# + String(repeating: "]}", count: depth)
    let report = try report(Tree.self, text)
    #expect(report.issues.map(\.kind) == [.typeMismatch])
    #expect(report.issues[0].pointer.tokens.count == depth * 2 + 1)
  }

  @Test func superclassesAreChecked() throws {
    let flat = try report(FlatChild.self, #"{"extra": 1, "size": "x", "kind": null}"#)
    #expect(Set(flat.issues.map(\.pointer.description)) == ["/extra", "/size", "/id", "/kind"])
    let nested = try report(NestedChild.self, #"{"extra": 1, "size": 1, "super": {"id": "x"}}"#)
    #expect(
      nested.issues.map(\.pointer.description) == ["/extra", "/super/kind", "/super/id"])
    let absent = try report(NestedChild.self, #"{"extra": "e", "size": 1}"#)
    #expect(absent.issues.map(\.pointer.description) == ["/super"])
    #expect(absent.issues.map(\.kind) == [.missingKey])
  }

  @Test func propertyWrappersAreChecked() throws {
    let report = try report(
      Wrapped.self, #"{"title": "a", "nick": 1, "subtitle": null, "motto": [], "count": "x"}"#)
    #expect(
      report.issues.map { "\($0.kind) \($0.owner?.description ?? "")" } == [
        "invalidValue Wrapped.title", "typeMismatch Wrapped.nick", "nullValue Wrapped.subtitle",
        "typeMismatch Wrapped.motto", "typeMismatch Wrapped.count",
      ])
    #expect(report.unexplored.isEmpty)
  }

  /// Keys are compared, doubled and refused as `JSONDecoder` does it.
  @Test(arguments: [
    #"{"a": 1, "a": "x"}"#, #"{"a": "x", "a": 1}"#, #"{"\u0061": 1}"#, #"{"b": 1}"#,
    #"{"a": 1, "\ud800": 2}"#, #"{"a": 1, "b": "\ud800"}"#, #"{"a": 1, "b": {"\ud800": 2}}"#,
  ])
  func keysAreFoundAsFoundationFindsThem(text: String) throws {
    func verdict<Root: Decodable>(_ type: Root.Type) throws {
      let accepts = (try? JSONDecoder().decode(type, from: Data(text.utf8))) != nil
      #expect(try report(type, text).decodes == accepts, "\(type)")
    }
    struct Member: Decodable { var a: Int }
    struct Nested: Decodable { var b: [String: Int]? }
    try verdict(Member.self)
    try verdict(Nested.self)
    try verdict([String: Int].self)
  }

  /// Every number of a table as every type that numbers go to.
  @Test func numbersAreFoundations() throws {
    let numbers = [
      "0", "-0", "-0.0", "0.0", "1", "-1", "1.0", "1.5", "1e2", "1E2", "1e-2", "100e-2", "127",
      "128",
      "-128", "-129", "255", "256", "32768", "65536", "2147483648", "4294967296",
      "9007199254740993",
      "9007199254740993.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "-9223372036854775809", "9223372036854775807.0", "18446744073709551615",
      "18446744073709551616", "1.8446744073709551615e19", "1e18", "1e19", "1e20", "1e400", "-1e400",
      "1e-400", "0e-400", "4.9e-324", "2e-324", "1e308", "1e309", "3.4e38", "3.5e38", "1e-45",
      "1e-46", "16777217", "0.1", "123456789012345678901234567890", "1.0000000000000001",
      "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
      "1e127", "1e128", "1e-127", "1e-129",
      "0.1000000000000000055511151231257827021181583404541015625",
    ]
    func check<Number: Decodable & Equatable>(_ type: Number.Type) throws {
      for text in numbers {
        let expected = try? JSONDecoder().decode([Number].self, from: Data("[\(text)]".utf8))
        let (value, report) = StrictDecoder().decode([Number].self, from: try document("[\(text)]"))
        #expect(value == expected, "\(text) as \(type)")
        #expect(report.decodes == (expected != nil), "\(text) as \(type)")
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int128.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt128.self)
    try check(Double.self)
    try check(Float.self)
    try check(Decimal.self)
    try check(CGFloat.self)
    try check(Bool.self)
    try check(Date.self)
  }

  @Test func strategiesAreFollowed() throws {
    var decoder = StrictDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let floats = decoder.decode([Double].self, from: try document(#"["inf", "-inf", 1]"#))
    #expect(floats.value == [.infinity, -.infinity, 1])
    #expect(
      try report([Double].self, #"["inf", "x"]"#, decoder).issues.map(\.pointer.description) == [
        "/1"
      ])
    decoder.dataDecodingStrategy = .deferredToData
    #expect(decoder.decode(Data.self, from: try document("[1, 255]")).value == Data([1, 255]))
    decoder.dataDecodingStrategy = .custom { Data(try String(from: $0).utf8) }
    #expect(decoder.decode(Data.self, from: try document(#""a""#)).value == Data([97]))
    #expect(try report(Data.self, "7", decoder).issues.count == 1)
  }

  @Test func userInfoIsHandedOn() throws {
    struct Scaled: Decodable {
      let value: Int
      init(from decoder: any Decoder) throws {
        guard let key = CodingUserInfoKey(rawValue: "scale"),
          let scale = decoder.userInfo[key] as? Int
        else { throw CocoaError(.featureUnsupported) }
        value = try decoder.singleValueContainer().decode(Int.self) * scale
      }
    }
    var decoder = StrictDecoder()
    decoder.userInfo = [try #require(CodingUserInfoKey(rawValue: "scale")): 3]
    #expect(
      decoder.decode([Scaled].self, from: try document("[1, 2]")).value?.map(\.value) == [3, 6])
    #expect(try report([Scaled].self, "[1]").issues.map(\.kind) == [.invalidValue])
  }
}
