import Foundation
import TestSupport
import Testing

@testable import StrictJSON

/// A request that fails in a value within is answered in another way in one run of all initialisers around, and the
/// report is what the engine finds.
@Suite struct FastExplorationTests {

  // The initialisers around.

  /// A meal: each member goes straight to its property.
  struct Meal: Decodable {
    var id: Int
    var name: String
    var isVegan: Bool
    var source: Source?

    struct Source: Decodable {
      var name: String
      var year: Int
    }
  }

  struct Straight: Decodable {
    var meals: [Meal]
    var count: Int
  }

  struct Optionally: Decodable {
    var meals: [Meal]?
    var count: Int
  }

  struct Mapped: Decodable {
    var meals: [String: Meal]
    var count: Int
  }

  /// Refuses a list that is shorter than its count says.
  struct Counting: Decodable {
    var meals: [Meal]
    var count: Int

    enum CodingKeys: String, CodingKey { case meals, count }

    struct Short: Error {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      meals = try container.decode([Meal].self, forKey: .meals)
      count = try container.decode(Int.self, forKey: .count)
      guard meals.count >= count, meals.allSatisfy({ $0.id != 0 }) else { throw Short() }
    }
  }

  /// Goes on without the meals that it cannot read.
  struct Forgiving: Decodable {
    var meals: [Meal]
    var count: Int

    enum CodingKeys: String, CodingKey { case meals, count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      meals = (try? container.decode([Meal].self, forKey: .meals)) ?? []
      count = try container.decode(Int.self, forKey: .count)
    }
  }

  /// Turns the error of the meals into one of its own.
  struct Wrapping: Decodable {
    var meals: [Meal]
    var count: Int

    enum CodingKeys: String, CodingKey { case meals, count }

    struct Broken: Error {
      let cause: any Error
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        meals = try container.decode([Meal].self, forKey: .meals)
      } catch {
        throw Broken(cause: error)
      }
      count = try container.decode(Int.self, forKey: .count)
    }
  }

  /// A list, or a text in its place.
  enum Answer: Decodable {
    case meals([Meal])
    case message(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .message(text)
      } else {
        self = .meals(try container.decode([Meal].self))
      }
    }
  }

  struct Answering: Decodable {
    var meals: Answer
    var count: Int
  }

  /// Walks the list by itself.
  struct Walking: Decodable {
    var meals: [Meal] = []
    var count: Int

    enum CodingKeys: String, CodingKey { case meals, count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .meals)
      while !list.isAtEnd { meals.append(try list.decode(Meal.self)) }
      count = try container.decode(Int.self, forKey: .count)
    }
  }

  // Documents with one problem, and with two.

  private static let meals = [
    #"{"id": 1, "name": "a", "isVegan": true, "source": {"name": "x", "year": 1999}}"#,
    #"{"id": 2, "name": "b", "isVegan": false}"#,
  ]

  /// The document with a list, or a map, of two meals, and with some of its parts replaced.
  private static func document(_ changes: [(String, String)], isMap: Bool) -> String {
    let list =
      isMap
      ? #"{"first": \#(meals[0]), "second": \#(meals[1])}"# : "[\(meals.joined(separator: ", "))]"
    var text = #"{"meals": \#(list), "count": 2}"#
    for (old, new) in changes { text = text.replacing(old, with: new) }
    return text
  }

  private static let changes: [(String, String)] = [
    (#""id": 1, "#, ""), (#""id": 2"#, #""id": "2""#), (#""name": "b""#, #""name": null"#),
    (#""isVegan": true"#, #""isVegan": 1"#), (#""year": 1999}"#, #""year": 1999.5}"#),
    (#""year": 1999}"#, #""year": "1999"}"#), (#""count": 2"#, #""count": [2]"#),
    (#""source""#, #""origin""#),
  ]

  private func expectSameReports<Root: Decodable>(_ type: Root.Type, isMap: Bool = false) throws {
    var engine = StrictDecoder()
    engine.usesFastPass = false
    let reader = StrictReader<Root>()
    for first in Self.changes.indices {
      for second in first..<Self.changes.count {
        let changes = [Self.changes[first], Self.changes[second]]
        let text = Self.document(changes, isMap: isMap)
        let document = try JSONDocument(Array(text.utf8))
        let (fast, slow) = (reader.check(document), engine.check(type, in: document))
        #expect(fast.issues == slow.issues, "\(type) \(text)")
        #expect(fast.unexplored == slow.unexplored, "\(type) \(text)")
        #expect(fast.reads == slow.reads, "\(type) \(text)")
        #expect(fast.unread == slow.unread, "\(type) \(text)")
      }
    }
  }

  @Test func reportsAreThoseOfTheEngine() throws {
    try expectSameReports(Straight.self)
    try expectSameReports(Optionally.self)
    try expectSameReports(Mapped.self, isMap: true)
    try expectSameReports(Counting.self)
    try expectSameReports(Forgiving.self)
    try expectSameReports(Wrapping.self)
    try expectSameReports(Answering.self)
    try expectSameReports(Walking.self)
  }

  // How often each initialiser runs.

  struct Outer: Decodable {
    var inner: Inner

    enum CodingKeys: String, CodingKey { case inner }

    init(from decoder: any Decoder) throws {
      CallCount.add(decoder)
      inner = try decoder.container(keyedBy: CodingKeys.self).decode(Inner.self, forKey: .inner)
    }

    struct Inner: Decodable {
      var leaf: Leaf

      enum CodingKeys: String, CodingKey { case leaf }

      init(from decoder: any Decoder) throws {
        CallCount.add(decoder)
        leaf = try decoder.container(keyedBy: CodingKeys.self).decode(Leaf.self, forKey: .leaf)
      }
    }

    struct Leaf: Decodable {
      var id: Int
    }
  }

  /// One run that fails and one to the end, however deep the problem lies.
  @Test func initializersAroundAProblemRunOnceMore() throws {
    let calls = CallCount()
    var strict = StrictDecoder()
    strict.userInfo = calls.userInfo
    let report = strict.check(
      Outer.self, in: try JSONDocument(Array(#"{"inner": {"leaf": {"id": "x"}}}"#.utf8)))
    #expect(report.issues.map(\.pointer.description) == ["/inner/leaf/id"])
    #expect(calls.value == 4)
  }
}
