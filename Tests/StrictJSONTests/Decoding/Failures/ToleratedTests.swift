import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// What a type swallows with `try?`: nothing where another way worked, a warning elsewhere.
@Suite struct ToleratedTests {
  private func tolerated<Root: Decodable>(_ type: Root.Type, _ text: String) throws -> [String] {
    try report(type, text).issues.filter { $0.kind == .tolerated }.map {
      "\($0.pointer) \($0.found)"
    }
  }

  @Test func swallowedPropertyIsTold() throws {
    let text = #"{"items": [{"id": "x"}, 7, null], "age": "old", "count": 1}"#
    let report = try report(Lossy.self, text)
    #expect(report.decodes)
    #expect(
      report.issues.map { "\($0.kind) \($0.pointer) \($0.owner?.description ?? "")" } == [
        "tolerated /items/0/name Item.name", "tolerated /items/0/price Item.price",
        "tolerated /items/0/tags Item.tags", "tolerated /items/0/id Item.id",
        "tolerated /items/1 Lossy.items", "tolerated /items/2 Lossy.items",
        "tolerated /age Lossy.age",
      ])
    #expect(
      report.issues.last?.message
        == #"Lossy hides a problem and goes on without the value: expected an integer, found the string "old""#
    )
  }

  /// A nested container that cannot be opened is hidden like a value that cannot be read.
  @Test(arguments: [#"{"\ud800": 1}"#, "7"])
  func swallowedContainerIsTold(nested: String) throws {
    struct Outer: Decodable {
      let inner: Int?
      enum Key: CodingKey { case inner }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let nested = try? container.nestedContainer(keyedBy: Key.self, forKey: .inner)
        inner = try nested?.decodeIfPresent(Int.self, forKey: .inner)
      }
    }
    #expect(
      try report(Outer.self, #"{"inner": \#(nested)}"#).issues.map { "\($0.kind) \($0.pointer)" }
        == ["tolerated /inner"])
  }

  /// The alternatives of the shapes: text for a number, one type for another, one key for another.
  @Test(arguments: [
    #"{"id": "1", "other": 2, "caught": "x", "pets": [{"meow": "m", "lives": 1}], "count": 1}"#,
    #"{"id": 1, "caught": 1, "pets": [{"bark": "b", "age": 1}], "count": 1}"#,
  ])
  func alternativeThatWorkedIsNothing(_ text: String) throws {
    #expect(try report(Unions.self, text).issues.isEmpty)
  }

  @Test func otherAlternativesAreNothing() throws {
    #expect(
      try report(
        Switches.self, #"{"first": true, "second": "no", "count": 1, "expression": {"number": 1}}"#
      ).issues.isEmpty)
    struct Renamed: Decodable {
      var name: String
      enum CodingKeys: String, CodingKey { case name, title }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name =
          try (try? container.decode(String.self, forKey: .name))
          ?? container.decode(String.self, forKey: .title)
      }
    }
    for text in [#"{"title": "t"}"#, #"{"name": 7, "title": "t"}"#, #"{"name": "n"}"#] {
      #expect(try report(Renamed.self, text).issues.isEmpty)
    }
    struct ListOrOne: Decodable {
      var values: [Int]
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        values = try (try? container.decode([Int].self)) ?? [container.decode(Int.self)]
      }
    }
    for text in ["7", "[7]", "[]"] { #expect(try report(ListOrOne.self, text).issues.isEmpty) }
    struct ObjectOrText: Decodable {
      var name: String
      enum CodingKeys: String, CodingKey { case name }
      init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
          name = try container.decode(String.self, forKey: .name)
        } else {
          name = try decoder.singleValueContainer().decode(String.self)
        }
      }
    }
    for text in [#""n""#, #"{"name": "n"}"#] {
      #expect(try report(ObjectOrText.self, text).issues.isEmpty)
    }
  }

  /// A key that may be absent or null is read with `try?` as often as with `decodeIfPresent`.
  @Test(arguments: [#"{"items": [], "count": 1}"#, #"{"items": [], "age": null, "count": 1}"#])
  func absentValueIsNothing(_ text: String) throws {
    #expect(try report(Lossy.self, text).issues.isEmpty)
  }

  /// An earlier success makes a later failure nothing, too.
  @Test func secondLookAtAValueIsNothing() throws {
    struct Both: Decodable {
      var text: String
      var number: Int?
      enum CodingKeys: String, CodingKey { case value }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .value)
        number = try? container.decode(Int.self, forKey: .value)
      }
    }
    #expect(try report(Both.self, #"{"value": "x"}"#).issues.isEmpty)
  }

  @Test func everyAlternativeThatFailsIsTold() throws {
    enum Lenient: Decodable {
      case dog(Dog), unknown
      init(from decoder: any Decoder) throws {
        if let dog = try? Dog(from: decoder) { self = .dog(dog) } else { self = .unknown }
      }
    }
    #expect(try tolerated([Lenient].self, #"[{"bark": "b", "age": 1}]"#).isEmpty)
    #expect(
      try tolerated([Lenient].self, #"[{"bark": "b", "age": "1"}, 7]"#) == [
        #"/0/age the string "1""#, "/1 the number 7",
      ])
  }

  /// A swallowed failure in a value that fails itself is not lost, and one in a value that an
  /// alternative replaced is nothing.
  @Test func toleratedProblemsShareTheFateOfTheirRecord() throws {
    let broken = try report([Lossy].self, #"[{"items": [], "age": "old", "count": "x"}]"#)
    #expect(
      broken.issues.map { "\($0.kind) \($0.pointer)" } == [
        "tolerated /0/age", "typeMismatch /0/count",
      ])
    enum Either: Decodable {
      case lossy(Lossy), other
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let lossy = try? container.decode(Lossy.self) {
          self = .lossy(lossy)
        } else {
          _ = try container.decode([String: String].self)
          self = .other
        }
      }
    }
    #expect(try report(Either.self, #"{"age": "old"}"#).issues.isEmpty)
  }

  @Test func loopThatSkipsIsTold() throws {
    struct Skipping: Decodable {
      struct Anything: Decodable {}
      var numbers: [Int] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let number = try? container.decode(Int.self) {
            numbers.append(number)
          } else {
            _ = try container.decode(String.self)
          }
        }
      }
    }
    #expect(try report(Skipping.self, #"[1, "two", 3]"#).issues.isEmpty)
  }

  /// The law: without a swallowed failure, nothing is told; what is told is repaired by leaving
  /// the value out of reach of any other reading.
  @Test(arguments: ShapeCase.all)
  func soundSampleIsNotTolerated(shape: ShapeCase) throws {
    let report = try shape.decode(Array(shape.sample.utf8)).report
    let expected = shape.name == "Lossy" ? ["/items/1"] : []
    #expect(
      report.issues.filter { $0.kind == .tolerated }.map(\.pointer.description) == expected)
  }
}
