import JSONSchema
import StrictJSON
import Testing
import WireDates

/// Contracts of services of other kinds, as a person would have written them.
@Suite struct InventedServiceTests {
  private func shape(_ texts: [String]) throws -> Shape {
    Shape(inferredFrom: try Samples.summary(texts))
  }

  private func contract(_ texts: [String]) throws -> JSONValue {
    try Samples.document(Samples.contract(try Samples.summary(texts))).root
  }

  private func member(_ shape: Shape?, _ name: String) throws -> Shape {
    try #require(shape?.object?[name]?.shape)
  }

  // MARK: A list of users in pages

  private static let pages = (0..<4).map { page in
    let users = (0..<6).map { index in
      let id = page * 6 + index
      return """
        {"id": \(id), "uuid": "0e7c3a58-1c8a-4b8e-9d2f-0a1b2c3d4e\(10 + id)", \
        "email": "user\(id)@example.com", "country": "\(["DE", "FR", "US"][id % 3])", \
        "avatar": "https://example.com/\(id).png", "colour": "#ff88\(10 + id)", \
        "created_at": \(1_600_000_000 + id), "nickname": \(id % 5 == 0 ? "null" : "\"n\(id)\"")}
        """
    }
    return
      #"{"page": \#(page), "next": \#(page < 3 ? "\"/u?page=\(page + 1)\"" : "null"), "data": ["#
      + users.joined(separator: ",") + "]}"
  }

  @Test func usersInPages() throws {
    let shape = try shape(Self.pages)
    let user = try #require(try member(shape, "data").element)
    #expect(try member(user, "uuid").textForm == .uuid)
    #expect(try member(user, "email").textForm == .email)
    #expect(try member(user, "country").textForm == .country)
    #expect(try member(user, "avatar").textForm == .uri)
    #expect(try member(user, "colour").textForm == .color)
    #expect(try member(user, "created_at").dateFormat == .unixSeconds)
    #expect(try member(user, "nickname").isNullable)
    #expect(user.object?.members.allSatisfy(\.isRequired) == true)
    #expect(try member(shape, "next").isNullable)
    let properties = try contract(Self.pages)["properties"]?["data"]?["items"]?["properties"]
    #expect(
      properties?["created_at"]?["description"]?.string
        == "Inferred: Unix seconds, by the name and the size of the numbers.")
    #expect(properties?["avatar"]?["description"] == nil)
  }

  // MARK: Rates by currency

  @Test func ratesByCurrency() throws {
    let codes = ["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "SEK"]
    let rates = codes.enumerated().map { "\"\($1)\": 1.\($0)" }.joined(separator: ", ")
    let text = #"{"base": "EUR", "date": "2024-01-02", "rates": {\#(rates)}}"#
    let object = try #require(try member(try shape([text]), "rates").object)
    #expect(object.members.isEmpty)
    #expect(object.mapValue?.types == [.number])
    let schema = try Schema(inferredFrom: Samples.summary([text]))
    let other = text.replacing("\"SEK\"", with: "\"PLN\"")
    #expect(schema.validate(try Samples.document(other), formats: .asserted) == [])
    #expect(
      try contract([text])["properties"]?["rates"]?["description"]?.string
        == "Inferred: the keys are data, and the values have one shape.")
  }

  /// A few capital letters may be names; a person would have written them out.
  @Test func fewCapitalKeysAreARecord() throws {
    let object = try #require(try shape([#"{"ID": 1, "NR": 2, "KM": 3}"#]).object)
    #expect(object.members.map(\.name) == ["ID", "NR", "KM"])
  }

  // MARK: Features on a map of the earth

  @Test func featuresWithPointsAndLines() throws {
    let features = (0..<12).map { index in
      let geometry =
        index % 2 == 0
        ? #"{"type": "Point", "coordinates": [\#(index).5, 47.1]}"#
        : #"{"type": "LineString", "coordinates": [[\#(index), 47.1], [8.25, 47]]}"#
      return #"{"type": "Feature", "geometry": \#(geometry), "properties": {"name": "f\#(index)"}}"#
    }
    let text = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    let feature = try #require(try member(try shape([text]), "features").element)
    let coordinates = try member(try member(feature, "geometry"), "coordinates")
    #expect(coordinates.types == [.array])
    #expect(coordinates.tuple.isEmpty)
    #expect(coordinates.element?.types == [.array, .number])
    #expect(coordinates.element?.element?.types == [.number])
    #expect(try member(feature, "properties").object?.members.map(\.name) == ["name"])
  }

  // MARK: Events of several kinds

  @Test func eventsOfSeveralKinds() throws {
    let events = (0..<30).map { index in
      switch index % 3 {
      case 0: #"{"type": "push", "at": "2024-01-02T03:04:05Z", "payload": {"size": \#(index)}}"#
      case 1: #"{"type": "issue", "at": "2024-01-02T03:04:05Z", "payload": {"title": "t"}}"#
      default: #"{"type": "ping", "at": "2024-01-02T03:04:05Z", "payload": "ok"}"#
      }
    }
    let event = try #require(try shape(["[\(events.joined(separator: ","))]"]).element)
    #expect(try member(event, "type").values == ["issue", "ping", "push"])
    #expect(try member(event, "at").dateFormat == .iso8601)
    let payload = try member(event, "payload")
    #expect(payload.types == [.object, .string])
    #expect(payload.observed?.types == [.object: 20, .string: 10])
    #expect(payload.object?.members.map(\.isRequired) == [false, false])
    let contract = try contract(["[\(events.joined(separator: ","))]"])
    #expect(
      contract["items"]?["properties"]?["type"]?["description"]?.string
        == "Inferred: a small vocabulary; a new word is news, and no violation.")
  }

  // MARK: What is said

  @Test func slotsAreSaidOnceAndNotAtEachSlot() throws {
    let slots = (1...4).map { "\"s\($0)\": \"\($0)\", \"m\($0)\": \"\"" }.joined(separator: ",")
    let contract = try contract(["{\(slots)}"])
    #expect(
      contract["description"]?.string
        == "Inferred: the numbered members s1…4 with m1…4 are one list.")
    #expect(contract["properties"]?["s1"]?["x-format"]?.string == "numeric")
    #expect(contract["properties"]?["s1"]?["description"] == nil)
  }

  @Test(arguments: [
    ("country", ["DE", "FR"], TextForm.country), ("code", ["DE", "FR"], nil),
    ("country", ["DE", "XX"], nil), ("country", ["de"], nil),
    ("code", ["DE", "FR", "US", "GB", "IT", "ES", "PT", "PL"], .country),
  ])
  func countryCodesNeedANameOrMany(
    name: String, values: [String], form: TextForm?
  ) throws {
    let texts = values.map { #"{"\#(name)": "\#($0)"}"# }
    #expect(try member(try shape(texts), name).textForm == form)
  }
}
