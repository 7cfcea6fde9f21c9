import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// Key strategies are Foundation's, name by name; reports keep the names of the document.
@Suite struct KeyStrategyTests {
  typealias Strategy = JSONDecoder.KeyDecodingStrategy

  /// Cuts a prefix off, in the objects of the second level only.
  static let custom = Strategy.custom { path in
    let name = path.last?.stringValue ?? ""
    let isInner = path.count == 2 && name.hasPrefix("x-")
    return NamedKey(stringValue: isInner ? String(name.dropFirst(2)) : name)
  }

  private typealias NamedKey = Renamed.NamedKey

  /// The names of an object as its type sees them, and their values.
  private struct Names: Decodable, Equatable {
    let values: [String: Int]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      values = try container.allKeys.reduce(into: [:]) {
        $0[$1.stringValue] = try container.decode(Int.self, forKey: $1)
      }
    }
  }

  private func both<Root: Decodable>(
    _ type: Root.Type, _ text: String, _ strategy: Strategy
  ) throws -> (ours: Root?, theirs: Root?, report: DecodingReport) {
    var decoder = StrictDecoder()
    decoder.keyDecodingStrategy = strategy
    let (value, report) = decoder.decode(type, from: try document(text))
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = strategy
    return (value, try? foundation.decode(type, from: Data(text.utf8)), report)
  }

  @Test(arguments: [
    ("one_two_three", "oneTwoThree"), ("_one_two_", "_oneTwo_"), ("__one__", "__one__"),
    ("one__two", "oneTwo"), ("oneTwo", "oneTwo"), ("OneTwo", "OneTwo"), ("one_URL", "oneUrl"),
    ("base_64_url", "base64Url"), ("user_ID", "userId"), ("home_URL", "homeUrl"),
    ("ONE_TWO", "oneTwo"), ("one", "one"), ("_", "_"), ("__", "__"), ("", ""), ("a_b_c", "aBC"),
    ("one_2", "one2"), ("x_1y", "x1Y"), ("ünï_ÇÖ", "ünïÇö"), ("straße_größe", "straßeGröße"),
    ("one-two", "one-two"), ("one_İ", "oneİ"), ("_oneTwo_Three", "_onetwoThree"), ("URL", "URL"),
    ("oneTWO_three", "onetwoThree"), ("i_phone", "iPhone"), ("ﬁ_ﬂ", "ﬁFl"),
  ])
  func snakeCaseIsConvertedAsInFoundation(_ name: String, _ converted: String) throws {
    let text = "{\(JSONWriter.quoted(name)): 1}"
    let result = try both(Names.self, text, .convertFromSnakeCase)
    #expect(result.ours?.values == [converted: 1])
    #expect(result.ours == result.theirs)
  }

  private struct Camel: Decodable, Equatable { var aB: Int }
  private enum Kind: String, Decodable, CodingKeyRepresentable { case aB, other }

  @Test func dictionariesOfTextKeepTheirKeys() throws {
    let text = #"{"a_b": 1}"#
    let plain = try both([String: Int].self, text, .convertFromSnakeCase)
    #expect(plain.ours == ["a_b": 1] && plain.theirs == ["a_b": 1])
    let optional = try both([String: Int]?.self, text, .convertFromSnakeCase)
    #expect(optional.ours == ["a_b": 1] && optional.theirs == ["a_b": 1])
    let nested = try both(
      [[String: [String: Int]]].self, #"[{"x_y": \#(text)}]"#, .convertFromSnakeCase)
    #expect(nested.ours == [["x_y": ["a_b": 1]]] && nested.ours == nested.theirs)
    let records = try both([String: Camel].self, #"{"x_y": \#(text)}"#, .convertFromSnakeCase)
    #expect(records.ours == ["x_y": Camel(aB: 1)] && records.ours == records.theirs)
  }

  @Test func dictionariesOfOtherKeysAreConverted() throws {
    let kinds = try both([Kind: Int].self, #"{"a_b": 1, "aB": 2}"#, .convertFromSnakeCase)
    #expect(kinds.ours == [.aB: 1] && kinds.ours == kinds.theirs)
    let numbers = try both([Int: Int].self, #"{"1_0": 1, "2": 2}"#, .convertFromSnakeCase)
    #expect(numbers.ours == [10: 1, 2: 2] && numbers.ours == numbers.theirs)
    let broken = try both([Kind: Int].self, #"{"a_b": "x", "no_kind": 1}"#, .convertFromSnakeCase)
    #expect(broken.theirs == nil)
    #expect(broken.report.issues.map(\.pointer.description) == ["/a_b", "/no_kind"])
  }

  @Test(arguments: [
    (#"{"a_b": 1, "aB": 2}"#, 1), (#"{"aB": 2, "a_b": 1}"#, 2), (#"{"a__b": 3, "a_b": 1}"#, 3),
    (#"{"a_b": 1, "a_b": 2}"#, 1), (#"{"a_b": 1, "aB": "x"}"#, 1),
  ])
  func firstMemberOfAConvertedNameCounts(_ text: String, _ value: Int) throws {
    let result = try both(Camel.self, text, .convertFromSnakeCase)
    #expect(result.ours == Camel(aB: value) && result.theirs == Camel(aB: value))
  }

  /// Foundation decodes every duplicate of a `[String: …]`, but only where it converts keys.
  @Test func laterDuplicateOfATextKeyIsDecodedToo() throws {
    let text = #"{"a": 1, "a": "x"}"#
    let plain = try both([String: Int].self, text, .useDefaultKeys)
    #expect(plain.ours == ["a": 1] && plain.theirs == ["a": 1])
    for strategy in [Strategy.convertFromSnakeCase, Self.custom] {
      let result = try both([String: Int].self, text, strategy)
      #expect(result.theirs == nil && result.ours == nil)
      #expect(result.report.issues.map(\.kind) == [.typeMismatch])
    }
    let sound = try both(
      [String: Int].self, #"{"a": 1, "a": 2}"#, .convertFromSnakeCase)
    #expect(sound.ours == ["a": 1] && sound.theirs == ["a": 1])
  }

  @Test func reportsShowTheKeysOfTheDocument() throws {
    struct Inner: Decodable { var firstValue: Int }
    struct Outer: Decodable {
      var innerThing: Inner
      var homeUrl: String
      var byName: [Inner]
    }
    let result = try both(
      Outer.self,
      #"{"inner_thing": {"first_value": "x"}, "by_name": [{}, {"first__value": true}]}"#,
      .convertFromSnakeCase)
    #expect(
      result.report.issues.map(\.pointer.description) == [
        "/home_url", "/inner_thing/first_value", "/by_name/0/first_value",
        "/by_name/1/first__value",
      ])
    #expect(
      result.report.issues.first?.message == #"the key "home_url" is missing"#)
    #expect(
      result.report.reads.map(\.path.description).contains("$.inner_thing.first_value"))
  }

  /// A strategy changes the names of the document, so a raw value in snake case never matches.
  @Test func namesOfTheTypeAreNotConverted() throws {
    struct Raw: Decodable {
      var home: Int
      enum CodingKeys: String, CodingKey { case home = "home_url" }
    }
    struct Capital: Decodable { var homeURL: Int }
    let raw = try both(Raw.self, #"{"home_url": 1}"#, .convertFromSnakeCase)
    #expect(raw.theirs == nil && raw.ours == nil)
    #expect(
      raw.report.issues.map(\.message) == [
        #"the key "home_url" is missing; "home_url", which nothing reads, is beside it and is converted to "homeUrl""#
      ])
    let capital = try both(Capital.self, #"{"home_url": 1}"#, .convertFromSnakeCase)
    #expect(capital.theirs == nil)
    #expect(
      capital.report.issues.map(\.message) == [
        #"the key "homeURL" is missing; "home_url", which nothing reads, is beside it and is converted to "homeUrl""#
      ])
  }

  @Test func customStrategyKnowsTheWayToTheKey() throws {
    struct Inner: Decodable, Equatable { var id: Int }
    struct Outer: Decodable, Equatable {
      var list: [Inner]?
      var inner: Inner
      enum CodingKeys: String, CodingKey { case list = "x-list", inner }
    }
    let text = #"{"x-list": [{"id": 1}], "inner": {"x-id": 2}}"#
    let result = try both(Outer.self, text, Self.custom)
    #expect(result.ours == Outer(list: [Inner(id: 1)], inner: Inner(id: 2)))
    #expect(result.ours == result.theirs)
    let broken = try both(
      Outer.self, #"{"x-list": [{"x-id": 1}], "inner": {"x-id": "2"}}"#, Self.custom)
    #expect(broken.theirs == nil)
    #expect(broken.report.issues.map(\.pointer.description) == ["/x-list/0/id", "/inner/x-id"])
  }
}
