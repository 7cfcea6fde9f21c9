import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// What stands in for values in initialisers that people write: renamed, checked, wrapped and optional ones.
@Suite(.computing) struct HandWrittenWayTests {
  /// The problems in the order of the document, and whether parts are said not to be checked.
  private func expect<Value: Decodable>(
    _ type: Value.Type, _ text: String, _ pointers: [String], isLeft: Bool,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let report = try report(type, text)
    #expect(
      report.issues.filter(\.kind.stopsDecoding).map(\.pointer.description).sorted() == pointers,
      "\(report)", sourceLocation: sourceLocation)
    #expect(
      report.unexplored.isEmpty == !isLeft, "\(report.unexplored)", sourceLocation: sourceLocation)
  }

  struct Refused: Error {}

  // MARK: Checks

  struct Member: Decodable {
    let age: Int
    let share: Double
    let name: String
    enum CodingKeys: CodingKey { case age, share, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      age = try container.decode(Int.self, forKey: .age)
      guard (13...120).contains(age) else { throw Refused() }
      share = try container.decode(Double.self, forKey: .share)
      guard share > 5, share < 90 else { throw Refused() }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func numbersThatAreCheckedGetUsualOnes() throws {
    try expect(
      Member.self, #"{"age": null, "share": "x", "name": 2}"#, ["/age", "/name", "/share"],
      isLeft: true)
  }

  // MARK: Data

  struct Film: Decodable {
    let id: Int
    let runtime: Duration
    var cast: [String] = []
    enum CodingKeys: CodingKey { case id, runtime, cast }
    enum Key: CodingKey { case name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      runtime = .seconds(try container.decode(Int.self, forKey: .runtime))
      var list = try container.nestedUnkeyedContainer(forKey: .cast)
      while !list.isAtEnd {
        cast.append(
          try list.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .name))
      }
    }
  }

  /// Hardly any code chooses by an id, so what is asked for behind one that is made up is as it would be.
  @Test func idsChooseNoWay() throws {
    try expect(
      Film.self, #"{"id": "x", "runtime": "y", "cast": [{"name": 1}]}"#, ["/id", "/runtime"],
      isLeft: true)
    try expect(
      Film.self, #"{"id": "x", "runtime": 7, "cast": [{"name": 1}]}"#, ["/cast/0/name", "/id"],
      isLeft: false)
  }

  // MARK: Names

  struct Token: Decodable {
    let issuer: String
    let roles: [String]
    enum CodingKeys: CodingKey { case iss, roles }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      issuer = try container.decode(String.self, forKey: .iss)
      roles = try container.decode([String].self, forKey: .roles)
    }
  }

  struct Artist: Decodable {
    let followers: Int
    let name: String
    enum CodingKeys: CodingKey { case followers, name }
    enum Followers: CodingKey { case total }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      followers = try container.nestedContainer(keyedBy: Followers.self, forKey: .followers)
        .decode(Int.self, forKey: .total)
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func theOnlyPropertyWithoutAKeyIsThatOfTheOnlyKeyWithoutAProperty() throws {
    // Code may make the issuer of the roles, so no list is made up.
    try expect(Token.self, #"{"iss": 1, "roles": [2]}"#, ["/iss", "/roles/0"], isLeft: true)
    try expect(
      Artist.self, #"{"followers": {"total": "x"}, "name": 1}"#, ["/followers/total", "/name"],
      isLeft: false)
  }

  /// A text that code takes apart may end the process, so none is made up for it.
  struct Amount: Decodable {
    let value: Double
    let currency: String
    let note: String
    enum CodingKeys: CodingKey { case amt, note }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let parts = try container.decode(String.self, forKey: .amt).split(separator: " ")
      value = Double(parts[0]) ?? 0
      currency = String(parts[1])
      note = try container.decode(String.self, forKey: .note)
    }
  }

  @Test func noTextIsMadeUpForOneThatIsTakenApart() throws {
    try expect(Amount.self, #"{"amt": 1, "note": 2}"#, ["/amt"], isLeft: true)
  }

  // MARK: Truths and keys

  struct Operation: Decodable {
    let done: Bool
    var fault: [String: Int]?
    enum CodingKeys: CodingKey { case done, fault }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      done = try container.decodeIfPresent(Bool.self, forKey: .done) ?? false
      if done { fault = try container.decodeIfPresent([String: Int].self, forKey: .fault) }
    }
  }

  @Test func anOptionalTruthIsTriedBothWays() throws {
    try expect(
      Operation.self, #"{"done": "x", "fault": {"code": "y"}}"#, ["/done", "/fault/code"],
      isLeft: true)
  }

  struct Rates: Decodable {
    var rates: [Currency: Double] = [:]
    enum CodingKeys: CodingKey { case rates }
    enum Currency: String, CodingKey { case USD, GBP, JPY }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let rates = try container.nestedContainer(keyedBy: Currency.self, forKey: .rates)
      for key in rates.allKeys { self.rates[key] = try rates.decode(Double.self, forKey: key) }
    }
  }

  @Test func knownKeysThatAreListedAreALoop() throws {
    try expect(
      Rates.self, #"{"rates": {"USD": null, "GBP": "x"}}"#, ["/rates/GBP", "/rates/USD"],
      isLeft: false)
  }

  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct Field: Decodable {
    var number = 0

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      let type = try container.decode(String.self, forKey: AnyKey("type"))
      if type == "number" { number = try container.decode(Int.self, forKey: AnyKey(type)) }
    }
  }

  @Test func aMemberThatAValueNamesIsSaidToBeLeft() throws {
    try expect(Field.self, #"{"type": null, "number": "x"}"#, ["/type"], isLeft: true)
  }

  // MARK: Sets

  struct Schema: Decodable {
    let properties: [String: Int]
    let required: Set<String>
    enum CodingKeys: CodingKey { case properties, required }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      properties = try container.decode([String: Int].self, forKey: .properties)
      required = try container.decodeIfPresent(Set<String>.self, forKey: .required) ?? []
      for name in required where properties[name] == nil { throw Refused() }
    }
  }

  @Test func whatIsSoundInASetStandsInForIt() throws {
    try expect(
      Schema.self, #"{"properties": {"a": 1}, "required": [7, "zap"]}"#, ["/required/0"],
      isLeft: true)
    try expect(
      Schema.self, #"{"properties": {"a": 1}, "required": [7, "a"]}"#, ["/required/0"],
      isLeft: false)
  }

  // MARK: Errors in errors

  final class Planet: Decodable {
    let name: String
    let mass: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      func get<Value: Decodable>(_ key: String) throws -> Value {
        do { return try container.decode(Value.self, forKey: AnyKey(key)) } catch {
          throw DecodingError.typeMismatch(
            Value.self,
            DecodingError.Context(
              codingPath: [AnyKey(key)], debugDescription: "no property", underlyingError: error))
        }
      }
      name = try get("name")
      mass = try get("mass")
    }
  }

  @Test func anErrorInAnotherOneIsTheProblem() throws {
    let text = #"[{"name": 1, "mass": "x"}]"#
    try expect([Planet].self, text, ["/0/mass", "/0/name"], isLeft: false)
    #expect(
      try report([Planet].self, text).issues.first?.message
        == "expected a string, found the number 1: no property")
  }
}
