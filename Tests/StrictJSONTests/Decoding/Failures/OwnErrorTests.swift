import Foundation
import StrictJSON
import Testing
import WireDates

@testable import DecodingLaws

/// Errors that a type's own code throws keep kind, place, text and underlying error.
@Suite struct OwnErrorTests {
  private struct Unknown: Error {}

  private struct Kind: Decodable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text == "movie" else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "unknown \(text)",
            underlyingError: Unknown()))
      }
    }
  }

  private struct Item: Decodable {
    var kind: Kind
  }

  /// Goes on with nil where its code sees the error that another type put inside of one.
  private struct Tolerant: Decodable {
    var item: Item?

    enum CodingKeys: CodingKey { case item }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        item = try container.decode(Item.self, forKey: .item)
      } catch DecodingError.dataCorrupted(let context) where context.underlyingError is Unknown {
        item = nil
      }
    }
  }

  private struct Tolerants: Decodable { var items: [Tolerant] }

  @Test func underlyingErrorReachesCodeFurtherUp() throws {
    let text = #"{"items":[{"item":{"kind":"movie"}},{"item":{"kind":"game"}}]}"#
    _ = try JSONDecoder().decode(Tolerants.self, from: Data(text.utf8))
    let document = try JSONDocument(Array(text.utf8))
    let report = StrictDecoder().check(Tolerants.self, in: document)
    #expect(report.decodes && !report.issues.contains { $0.kind == .invalidValue })
    #expect(StrictDecoder().decode(Tolerants.self, from: document).value != nil)
  }

  @Test func underlyingErrorThatNobodyCatchesIsOneIssue() throws {
    let document = try JSONDocument(Array(#"{"kind":"game"}"#.utf8))
    let report = StrictDecoder().check(Item.self, in: document)
    #expect(report.issues.map(\.kind) == [.invalidValue])
    #expect(report.issues.first?.pointer.description == "/kind")
    #expect(report.issues.first?.message.contains("unknown game") == true)
  }

  private struct AnyOf: Decodable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.valueNotFound(
        AnyOf.self,
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "did not decode into any child schema"))
    }
  }

  private struct Holder: Decodable { var value: AnyOf }

  @Test(arguments: [(#"{"value":{"a":1}}"#, true), (#"{"value":[]}"#, true)])
  func valueNotFoundKeepsItsText(_ text: String, _ hasText: Bool) throws {
    let report = StrictDecoder().check(Holder.self, in: try JSONDocument(Array(text.utf8)))
    #expect(report.issues.map(\.kind) == [.invalidValue])
    let message = try #require(report.issues.first?.message)
    #expect(message.contains("did not decode into any child schema") == hasText)
  }

  private struct Envelope: Decodable {
    enum CodingKeys: CodingKey { case message }
    init(from decoder: any Decoder) throws {
      throw DecodingError.typeMismatch(
        String.self,
        DecodingError.Context(
          codingPath: decoder.codingPath + [CodingKeys.message], debugDescription: "no message"))
    }
  }

  @Test func pathToAKeyThatIsNotThereStays() throws {
    let report = StrictDecoder().check(Envelope.self, in: try JSONDocument(Array(#"{"a":1}"#.utf8)))
    #expect(report.issues.map(\.pointer.description) == ["/message"])
    let list = StrictDecoder().check(
      [Envelope].self, in: try JSONDocument(Array(#"[{"message":1},{"a":1}]"#.utf8)))
    #expect(list.issues.map(\.pointer.description) == ["/0/message", "/1/message"])
  }

  /// A document within a text, with paths of its own.
  private struct Record: Decodable {
    struct Inner: Decodable {
      let id: Int
      let name: String
    }

    let id: String
    let body: Inner

    enum CodingKeys: CodingKey { case id, body }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      let text = try container.decode(String.self, forKey: .body)
      body = try JSONDecoder().decode(Inner.self, from: Data(text.utf8))
    }
  }

  @Test func pathWithinATextIsNotFollowed() throws {
    let text = #"[{"id": "a", "body": "{\"id\": \"x\", \"name\": \"n\"}"}]"#
    let report = try report([Record].self, text)
    #expect(report.issues.map(\.pointer.description) == ["/0"])
  }

  /// One error for whatever fails.
  private struct Account: Decodable {
    let user: String
    let email: String
    let age: Int

    enum CodingKeys: CodingKey { case user, email, age }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        user = try container.decode(String.self, forKey: .user)
        email = try container.decode(String.self, forKey: .email)
        age = try container.decode(Int.self, forKey: .age)
      } catch {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "invalid account"))
      }
    }
  }

  @Test func oneErrorForSeveralProblemsHidesNone() throws {
    let report = try report(Account.self, #"{"user": 3, "email": 4, "age": 1}"#)
    #expect(report.issues.map(\.pointer.description) == ["", "/user", "/email"])
  }

  private struct Holding: Error, @unchecked Sendable { let decoder: any Decoder }

  private struct Careless: Decodable {
    init(from decoder: any Decoder) throws { throw Holding(decoder: decoder) }
  }

  @Test func textOfAnErrorShowsNoInternals() throws {
    let report = StrictDecoder().check(
      [Careless].self, in: try JSONDocument(Array(#"[{"a":1}]"#.utf8)))
    let message = try #require(report.issues.first?.message)
    #expect(message.contains("Holding(decoder: decoder at /0)"), "\(message)")
    #expect(!message.contains("StrictJSON"))
  }

  private static func corrupted(_ decoder: any Decoder, _ text: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
  }

  // MARK: Dates

  private struct Trip: Decodable {
    var from: Date
    var to: Date
    enum CodingKeys: CodingKey { case from, to }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      from = try container.decode(Date.self, forKey: .from)
      to = try container.decode(Date.self, forKey: .to)
      guard from < to else {
        throw DecodingError.dataCorruptedError(
          forKey: .to, in: container, debugDescription: "departure before arrival")
      }
    }
  }

  /// Makes its date of a wire date.
  private struct Future: Decodable {
    var end: Date
    enum CodingKeys: CodingKey { case end }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      end = try container.decode(ISO8601Date.self, forKey: .end).date
      throw DecodingError.dataCorruptedError(
        forKey: .end, in: container, debugDescription: "is over")
    }
  }

  /// Reads a date as one.
  private struct Late: Decodable {
    var date: Date

    init(from decoder: any Decoder) throws {
      date = try decoder.singleValueContainer().decode(Date.self)
      throw OwnErrorTests.corrupted(decoder, "too early")
    }
  }

  /// Makes its date of a text.
  private struct Noon: Decodable {
    var date: Date

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text == "noon" else { throw OwnErrorTests.corrupted(decoder, "want noon in UTC") }
      date = .distantPast
    }
  }

  /// A type with a date whose code refuses another member.
  private struct Stamped: Decodable {
    var date: Date
    enum CodingKeys: CodingKey { case date, kind }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      date = try container.decode(Date.self, forKey: .date)
      guard try container.decode(String.self, forKey: .kind) == "a" else {
        throw DecodingError.dataCorruptedError(
          forKey: .kind, in: container, debugDescription: "no such kind")
      }
    }
  }

  @Test(arguments: [
    OwnText(
      Trip.self, #"{"from":"2020-02-02T03:04:05Z","to":"2020-01-02T03:04:05Z"}"#,
      #"/to invalid-value: Trip refuses the string "2020-01-02T03:04:05Z": departure before arrival"#
    ),
    OwnText(
      [Future].self, #"[{"end":"2020-01-02T03:04:05Z"}]"#,
      #"/0/end invalid-value: Future refuses the string "2020-01-02T03:04:05Z": is over"#),
    OwnText(
      [Late].self, #"["2020-01-02T03:04:05Z"]"#,
      #"/0 invalid-value: Late refuses the string "2020-01-02T03:04:05Z": too early"#),
    OwnText(
      [Noon].self, #"["2020-01-02T03:04:05Z", "x"]"#,
      #"/0 invalid-date: the string "2020-01-02T03:04:05Z" is an ISO 8601 date-time; "#
        + "Noon refuses it: want noon in UTC",
      #"/1 invalid-date: the string "x" is text that is no date; Noon refuses it: want noon in UTC"#
    ),
    OwnText(
      Stamped.self, #"{"date":"2020-01-02T03:04:05Z","kind":"b"}"#,
      #"/kind invalid-value: Stamped refuses the string "b": no such kind"#),
  ])
  func textAboutADateStays(_ ownText: OwnText) throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .iso8601
    try ownText.expect(decoder)
  }

  // MARK: Strategies

  private struct Stamp: Decodable { var at: Date }
  private struct Blob: Decodable { var at: Data }
  private enum DateKeys: String, CodingKey { case date = "$date" }

  private struct NotOurs: Error, CustomStringConvertible {
    var description: String { "not our date" }
  }

  @Test(arguments: [
    OwnText(Stamp.self, #"{"at":{}}"#, #"/at/$date missing-key: the key "$date" is missing"#),
    OwnText(
      Stamp.self, #"{"at":{"$date":null,"more":1}}"#,
      "/at/$date null-value: expected a number, found null"),
    OwnText(Stamp.self, #"{"at":7}"#, "/at type-mismatch: expected an object, found the number 7"),
    OwnText(Stamp.self, #"{"at":null}"#, "/at null-value: expected a date, found null"),
  ])
  func failureInADateOfAStrategyStays(_ ownText: OwnText) throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .custom {
      let container = try $0.container(keyedBy: DateKeys.self)
      return Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .date))
    }
    try ownText.expect(decoder)
    let report = ownText.check(decoder, try JSONDocument(Array(ownText.text.utf8)))
    #expect(report.unread.isEmpty)
  }

  @Test(arguments: [
    OwnText(
      Stamp.self, #"{"at":[2020]}"#,
      "/at/1 missing-key: the array has 1 element; one more is needed"),
    OwnText(
      Stamp.self, #"{"at":[]}"#, "/at/0 missing-key: the array has 0 elements; one more is needed"),
  ])
  func failureInAListOfAStrategyStays(_ ownText: OwnText) throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .custom {
      var container = try $0.unkeyedContainer()
      let year = try container.decode(Int.self)
      return Date(timeIntervalSince1970: Double(try year * container.decode(Int.self)))
    }
    try ownText.expect(decoder)
  }

  @Test(arguments: [
    OwnText(
      Stamp.self, #"{"at":"x"}"#,
      #"/at invalid-date: the string "x" is text that is no date; "#
        + "the strategy for dates refuses it: not our date"),
    OwnText(
      Stamp.self, #"{"at":"E"}"#, "/at type-mismatch: dates begin with D here"),
    OwnText(
      Stamp.self, #"{"at":{}}"#,
      "/at invalid-value: the strategy for dates refuses an object: not our date"),
    OwnText(
      Blob.self, #"{"at":"abc"}"#,
      #"/at invalid-value: the strategy for data refuses the string "abc": odd hex"#),
  ])
  func textOfAStrategyStays(_ ownText: OwnText) throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .custom {
      let text = try? $0.singleValueContainer().decode(String.self)
      guard text == "E" else { throw NotOurs() }
      throw DecodingError.typeMismatch(
        Date.self,
        DecodingError.Context(
          codingPath: $0.codingPath, debugDescription: "dates begin with D here"))
    }
    decoder.dataDecodingStrategy = .custom { throw Self.corrupted($0, "odd hex") }
    try ownText.expect(decoder)
  }

  @Test(arguments: [
    OwnText(Stamp.self, #"{"at":null}"#, "/at null-value: expected a date, found null"),
    OwnText(
      Blob.self, #"{"at":null}"#,
      "/at null-value: expected a value that can be read as data, found null"),
  ])
  func nullIsGivenToNoStrategy(_ ownText: OwnText) throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .custom { _ in .distantPast }
    decoder.dataDecodingStrategy = .custom { _ in Data() }
    try ownText.expect(decoder)
  }

  // MARK: Enumerations

  private enum Level: Int, Decodable {
    case low, high

    init(from decoder: any Decoder) throws {
      switch try decoder.singleValueContainer().decode(String.self) {
      case "low": self = .low
      case "high": self = .high
      case let text: throw OwnErrorTests.corrupted(decoder, "no level: \(text)")
      }
    }
  }

  private enum Letter: String, Decodable { case a, b }

  @Test(arguments: [
    OwnText(
      [Level].self, #"["low", "middle"]"#,
      #"/1 invalid-value: Level refuses the string "middle": no level: middle"#),
    OwnText(
      [Letter].self, #"["a", "c"]"#,
      #"/1 unknown-enum-value: the string "c" is no case of Letter; expected one of "a", "b""#),
  ])
  func textOfAnEnumerationStays(_ ownText: OwnText) throws { try ownText.expect() }

  // MARK: Keys and values that are not found

  private struct Contact: Decodable {
    var phone: String?
    var email: String?
    enum CodingKeys: CodingKey { case phone, email }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      phone = try container.decodeIfPresent(String.self, forKey: .phone)
      email = try container.decodeIfPresent(String.self, forKey: .email)
      guard phone != nil || email != nil else {
        throw DecodingError.keyNotFound(
          CodingKeys.email,
          DecodingError.Context(
            codingPath: container.codingPath, debugDescription: "phone or email is needed"))
      }
    }
  }

  private struct Order: Decodable {
    var number: String?
    enum CodingKeys: CodingKey { case number }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decodeIfPresent(String.self, forKey: .number)
      guard number != nil else {
        throw DecodingError.valueNotFound(
          String.self,
          DecodingError.Context(
            codingPath: container.codingPath + [CodingKeys.number],
            debugDescription: "an order needs a number"))
      }
    }
  }

  @Test(arguments: [
    OwnText(
      Contact.self, "{}",
      #"/email missing-key: the key "email" is missing: phone or email is needed"#),
    OwnText(
      Contact.self, #"{"email":null}"#,
      #"/email missing-key: Contact misses the key "email": phone or email is needed"#),
    OwnText(
      Order.self, #"{"number":null}"#,
      "/number null-value: expected String, found null: an order needs a number"),
    OwnText(
      Order.self, "{}",
      #"/number missing-key: the key "number" is missing: an order needs a number"#),
  ])
  func textAboutWhatIsNotFoundStays(_ ownText: OwnText) throws { try ownText.expect() }

  // MARK: Errors in errors

  private final class Planet: Decodable {
    let name: String
    let mass: Double
    enum CodingKeys: CodingKey { case name, mass }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func get<Value: Decodable>(_ key: CodingKeys) throws -> Value {
        do { return try container.decode(Value.self, forKey: key) } catch {
          throw DecodingError.typeMismatch(
            Value.self,
            DecodingError.Context(
              codingPath: [key], debugDescription: "no property", underlyingError: error))
        }
      }
      name = try get(.name)
      mass = try get(.mass)
    }
  }

  private struct Person: Decodable {
    let nick: String?
    let email: String
    enum CodingKeys: CodingKey { case nick, email }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var cause: (any Error)?
      do { nick = try container.decode(String.self, forKey: .nick) } catch {
        nick = nil
        cause = error
      }
      email = try container.decode(String.self, forKey: .email)
      guard email.contains("@") else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [CodingKeys.email], debugDescription: "no address", underlyingError: cause))
      }
    }
  }

  @Test func anErrorInAnotherOneIsTheProblem() throws {
    let planets = try report([Planet].self, #"[{"name": 1, "mass": "x"}]"#)
    #expect(planets.issues.map(\.pointer.description) == ["/0/name", "/0/mass"])
    #expect(
      planets.issues.first?.message == "expected a string, found the number 1: no property")
    #expect(planets.unexplored.isEmpty)
    // What was caught before is no reason of a later error that has it within.
    let person = try report(Person.self, #"{"nick": 5, "email": "x"}"#)
    #expect(
      person.issues.filter(\.kind.stopsDecoding).map(\.pointer.description) == ["/email"])
    #expect(person.unexplored.isEmpty)
  }
}
