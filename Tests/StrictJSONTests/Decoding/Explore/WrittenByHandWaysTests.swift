import Foundation
import Testing

@testable import StrictJSON

/// Initialisers written by hand whose way depends on what stands in: nothing is invented, with and without a fast pass.
@Suite struct WrittenByHandWaysTests {
  struct Tagged: Decodable {
    var tags: [String]
    var name: String

    enum CodingKeys: CodingKey { case tags, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tags = []
      var list = try container.superDecoder(forKey: .tags).unkeyedContainer()
      while !list.isAtEnd { tags.append(try list.decode(String.self)) }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  struct Counted: Decodable {
    var count: Int

    enum CodingKeys: CodingKey { case count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let value = try container.superDecoder(forKey: .count).singleValueContainer()
      count = value.decodeNil() ? 0 : try value.decode(Int.self)
    }
  }

  struct Number: Decodable {
    var count: Int

    enum CodingKeys: CodingKey { case count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.superDecoder(forKey: .count).singleValueContainer().decode(Int.self)
    }
  }

  /// What stands in for a member that is not there is no value of which anything is wrong.
  @Test func missingListIsOneProblem() throws {
    try expect(Tagged.self, #"{"name": "x"}"#, ["/tags missing-key"])
    try expect(Tagged.self, #"{"name": 7}"#, ["/tags missing-key", "/name type-mismatch"])
    try expect(Number.self, #"{"name": "x"}"#, ["/count missing-key"])
    try expect(Counted.self, #"{"name": "x"}"#, [])
  }

  struct Hidden: Decodable {
    var isHidden: Bool
    var name: String?

    enum CodingKeys: CodingKey { case isHidden, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      isHidden = try container.decode(Bool.self, forKey: .isHidden)
      name = isHidden ? nil : try container.decode(String.self, forKey: .name)
    }
  }

  /// Each case is a way, so a value that leads several ones is not explored to its end.
  @Test func switchLeadsTwoWays() throws {
    let report = try expect(
      Hidden.self, #"{"isHidden": "no", "name": "x"}"#, ["/isHidden type-mismatch"])
    #expect(report.unexplored.map(\.cause) == [.branch])
  }

  struct Plain: Decodable {
    var isHidden: Bool
    var name: String
  }

  /// Where no way depends on it, nothing is left.
  @Test func switchLeadsOneWay() throws {
    let report = try expect(
      [Plain].self, #"[{"isHidden": "no", "name": "x"}, {"isHidden": 1, "name": 1}]"#,
      ["/0/isHidden type-mismatch", "/1/isHidden type-mismatch", "/1/name type-mismatch"])
    #expect(report.unexplored.isEmpty)
  }

  struct Meals: Decodable {
    var note: String?
    var meals: [Meal]

    struct Meal: Decodable {
      var id: Int
      var name: String
    }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        note = text
        meals = []
      } else {
        meals = try value.decode([Meal].self)
      }
    }
  }

  /// Forms of a whole value give the same report in a fast pass.
  @Test func formsOfAWholeValue() throws {
    try expect(Meals.self, #"[{"id": 7}]"#, ["/0/name missing-key"])
    try expect(
      [Meals].self, #"["x", [], [{"id": 7}], [{"id": "x", "name": "y"}]]"#,
      ["/2/0/name missing-key", "/3/0/id type-mismatch"])
  }

  struct Figure: Decodable {
    var rectangle: Rectangle?
    var circle: Circle?

    struct Rectangle: Decodable { var width: Int }
    struct Circle: Decodable { var radius: Int }
    struct Unknown: Error {}
    enum CodingKeys: String, CodingKey {
      case kind
      case rectangle = "rect"
      case circle
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "rect": rectangle = try Rectangle(from: container.superDecoder(forKey: .rectangle))
      case "circle": circle = try Circle(from: container.superDecoder(forKey: .circle))
      default: throw Unknown()
      }
    }
  }

  /// A member that is missing on a way that a sample chose need not be there.
  @Test func memberOfAnotherWayIsNotMissing() throws {
    let report = try expect(
      [Figure].self,
      #"[{"kind": "rect", "rect": {"width": 1}}, {"kind": 7, "circle": {"radius": 1}}]"#,
      ["/1/kind type-mismatch"])
    #expect(!report.unexplored.isEmpty)
  }

  struct Wrapped: Decodable {
    var x: Int?
    var y: Int?

    enum CodingKeys: CodingKey { case kind, payload }
    enum PayloadKeys: CodingKey { case x, y }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let kind = try container.decode(String.self, forKey: .kind)
      let payload = try container.nestedContainer(keyedBy: PayloadKeys.self, forKey: .payload)
      if kind == "a" {
        x = try payload.decode(Int.self, forKey: .x)
      } else {
        y = try payload.decode(Int.self, forKey: .y)
      }
    }
  }

  /// A member of a nested object that another way reads says that the value may be one of that way.
  @Test func memberOfANestedObjectIsOfAnotherWay() throws {
    let report = try expect(
      [Wrapped].self,
      #"[{"kind": "b", "payload": {"y": 1}}, {"kind": 7, "payload": {"x": 1, "y": "seven"}}]"#,
      ["/1/kind type-mismatch"])
    #expect(!report.unexplored.isEmpty)
  }

  /// Checks a document with a fast pass and without, which must say the same.
  @discardableResult
  private func expect<Root: Decodable>(
    _ type: Root.Type, _ text: String, _ problems: Set<String>
  ) throws -> DecodingReport {
    let document = try JSONDocument(Data(text.utf8))
    var decoder = StrictDecoder()
    let report = decoder.check(type, in: document)
    decoder.usesFastPass = false
    let other = decoder.check(type, in: document)
    let told = report.issues.filter(\.kind.stopsDecoding)
    #expect(told.count == problems.count)
    #expect(Set(told.map { "\($0.pointer) \($0.kind.rawValue)" }) == problems)
    #expect(report.issues == other.issues)
    #expect(report.unexplored == other.unexplored)
    return report
  }
}
