import Foundation
import Synchronization
import Testing

@testable import StrictJSON

/// Values that say of which kind the others are, and are broken: nothing is invented on a way that was guessed, and
/// the report says that it was.
@Suite struct GuessedWayTests {
  struct Item: Decodable { let n: Int }

  /// The version is known and refused, and what stands in for it leads another way.
  struct Pinned: Decodable {
    let version: Int
    let pins: [Int]

    enum CodingKeys: CodingKey { case version, object, pins }
    enum ObjectKeys: CodingKey { case pins }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(Int.self, forKey: .version)
      switch version {
      case 1:
        pins = try container.nestedContainer(keyedBy: ObjectKeys.self, forKey: .object)
          .decode([Item].self, forKey: .pins).map(\.n)
      case 2: pins = try container.decode([Item].self, forKey: .pins).map(\.n)
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .version, in: container, debugDescription: "no such version")
      }
    }
  }

  /// A number under another name, which may be absent, is no sign of a way.
  struct Message: Decodable {
    let operation: Int
    let sequence: Int?
    let payload: Payload

    enum Payload { case hello(Item), refused(Bool) }
    enum CodingKeys: String, CodingKey { case operation, sequence = "s", d }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      operation = try container.decode(Int.self, forKey: .operation)
      sequence = try container.decodeIfPresent(Int.self, forKey: .sequence)
      switch operation {
      case 9: payload = .refused(try container.decode(Bool.self, forKey: .d))
      case 10: payload = .hello(try container.decode(Item.self, forKey: .d))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .operation, in: container, debugDescription: "no such operation")
      }
    }
  }

  struct Position: Decodable {
    let x: Double
    let y: Double
    let z: Double?

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Double.self)
      y = try container.decode(Double.self)
      z = container.isAtEnd ? nil : try container.decode(Double.self)
    }
  }

  enum Geometry: Decodable {
    case point(Position), line([Position])

    enum Kind: String, Decodable { case point, line }
    enum CodingKeys: CodingKey { case type, at }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(Kind.self, forKey: .type) {
      case .point: self = .point(try container.decode(Position.self, forKey: .at))
      case .line: self = .line(try container.decode([Position].self, forKey: .at))
      }
    }
  }

  /// The members that tell the kinds apart are one level further down.
  enum Resource: Decodable {
    case person(Person), comment(Comment)

    struct Person: Decodable {
      let id: String
      let first: Int

      enum CodingKeys: CodingKey { case id, attributes }
      enum AttributeKeys: CodingKey { case first }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        first = try container.nestedContainer(keyedBy: AttributeKeys.self, forKey: .attributes)
          .decode(Int.self, forKey: .first)
      }
    }

    struct Comment: Decodable {
      let id: String
      let attributes: Attributes

      struct Attributes: Decodable {
        let body: Int
        let likes: Int
      }
    }

    enum CodingKeys: CodingKey { case type }

    init(from decoder: any Decoder) throws {
      let type = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
      switch type {
      case "p": self = .person(try Person(from: decoder))
      case "c": self = .comment(try Comment(from: decoder))
      default:
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "no such type"))
      }
    }
  }

  /// One way takes whatever comes.
  struct State: Decodable {
    let id: String
    let value: Value

    enum Value { case light(Item), other([String: String]) }
    enum CodingKeys: CodingKey { case id, value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      value =
        id == "light"
        ? .light(try container.decode(Item.self, forKey: .value))
        : .other(try container.decode([String: String].self, forKey: .value))
    }
  }

  /// A key that no way asks for, and one of which only the presence counts.
  struct Page: Decodable {
    let title: String
    let complete: Bool
    let items: [Item]

    enum CodingKeys: CodingKey { case type, title, complete, items }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      complete = container.contains(.complete)
      title = try container.decode(String.self, forKey: .title)
      items = try container.decode([Item].self, forKey: .items)
    }
  }

  /// Keys without an enumeration: another text of the same object is no date.
  struct Article: Decodable {
    let title: String
    let day: Date
    let body: [String]

    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      title = try container.decode(String.self, forKey: Key("title"))
      let text = try container.decode(String.self, forKey: Key("day"))
      guard let day = try? Date(text, strategy: .iso8601.year().month().day()) else {
        throw DecodingError.dataCorruptedError(
          forKey: Key("day"), in: container, debugDescription: "no day")
      }
      self.day = day
      body = try container.decode([String].self, forKey: Key("body"))
    }
  }

  /// Only one property can take the list.
  struct Feed: Decodable {
    let articles: [Item]
    let total: Int

    enum CodingKeys: CodingKey { case data, total }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      articles = try container.decode([Item].self, forKey: .data)
      total = try container.decode(Int.self, forKey: .total)
    }
  }

  /// The values go into the payload of a case.
  struct Node: Decodable {
    let id: String
    let kind: Kind

    indirect enum Kind { case frame([Node], box: Item), text(String) }
    enum CodingKeys: CodingKey { case id, type, children, box, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      switch try container.decode(String.self, forKey: .type) {
      case "FRAME":
        kind = .frame(
          try container.decode([Node].self, forKey: .children),
          box: try container.decode(Item.self, forKey: .box))
      case "TEXT": kind = .text(try container.decode(String.self, forKey: .text))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container, debugDescription: "no such type")
      }
    }
  }

  @Test func valuesUnderOtherNamesAreHandedOn() throws {
    try expect(
      Feed.self, #"{"data": [{"n": "x"}, {"n": 1}], "total": "y"}"#, ["/data/0/n", "/total"],
      isLeft: false)
    let text = #"{"id": "2", "type": "TEXT", "text": "t"}"#
    try expect(
      Node.self, #"{"id": "1", "type": "FRAME", "children": [\#(text), 7], "box": {"n": "y"}}"#,
      ["/children/1", "/box/n"], isLeft: false)
    // What stands in for the type led a way, on which a box need not be one.
    try expect(
      Node.self, #"{"id": "1", "type": 7, "children": 7, "box": {"n": "y"}}"#, ["/type"],
      isLeft: true)
  }

  /// Code that looks into a list gets what is left of the real one, or nothing.
  struct Lines: Decodable {
    let lines: [Item]
    let first: Int

    enum CodingKeys: CodingKey { case old, new }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let old = try container.decode([Item].self, forKey: .old)
      lines = old.isEmpty ? try container.decode([Item].self, forKey: .new) : old
      guard let first = lines.first else { fatalError("no line") }
      self.first = first.n
    }
  }

  @Test(arguments: [
    (#"{"old": "a"}"#, ["/old"]), (#"{"old": "a", "new": null}"#, ["/old"]),
    (#"{"old": []}"#, ["/new"]), (#"{"old": [{"n": "x"}, {"n": 1}], "new": 7}"#, ["/old/0/n"]),
  ])
  func emptyListStandsInForNoOther(text: String, pointers: [String]) throws {
    try expect(Lines.self, text, pointers, isLeft: nil)
  }

  /// Which values are there says which way it is, and so does one that is broken.
  struct Scored: Decodable {
    let score: Double
    let text: String

    enum CodingKeys: CodingKey { case score, x, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      score = try container.decode(Double.self, forKey: .score)
      text =
        container.contains(.x) && score > 10
        ? "" : try container.decode(String.self, forKey: .text)
    }
  }

  /// Levels of checked numbers, each of which is refused.
  struct Level: Decodable {
    static let runs = Mutex(0)

    let level: Int
    let next: [Level]

    enum CodingKeys: CodingKey { case level, next }

    init(from decoder: any Decoder) throws {
      Self.runs.withLock { $0 += 1 }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      level = try container.decode(Int.self, forKey: .level)
      guard (1...7).contains(level) else {
        throw DecodingError.dataCorruptedError(
          forKey: .level, in: container, debugDescription: "no such level")
      }
      next =
        container.contains(.next) ? [try container.decode(Level.self, forKey: .next)] : []
    }
  }

  @Test func presenceMayChooseAWay() throws {
    try expect(Scored.self, #"{"score": "12", "x": {}}"#, ["/score"], isLeft: true)
  }

  @Test func checkedNumbersAreNotTriedInAllCombinations() throws {
    let text = (0..<5).reduce(#"{"level": 99}"#) { text, _ in #"{"level": 99, "next": \#(text)}"# }
    Level.runs.withLock { $0 = 0 }
    let report = StrictReader(Level.self).check(try JSONDocument(Array(text.utf8)))
    #expect(report.issues.first?.pointer.description == "/level")
    #expect(Level.runs.withLock { $0 } < 3_000)
  }

  /// A version is tried until the value fits the way that it leads.
  @Test func waysOfSmallNumbersAreTried() throws {
    try expect(
      Pinned.self, #"{"version": null, "pins": [{"n": 1}, {"n": "x"}]}"#,
      ["/version", "/pins/1/n"], isLeft: true)
  }

  @Test func nothingIsInventedOnAGuessedWay() throws {
    try expect(Pinned.self, #"{"pins": [], "version": 77}"#, ["/version"], isLeft: true)
    try expect(
      [Message].self,
      #"[{"operation": 10, "d": {"n": 1}}, {"operation": null, "d": false}]"#,
      ["/1/operation"], isLeft: true)
    try expect(
      [Geometry].self,
      #"[{"type": 7, "at": [1, 2, null]}, {"type": "line", "at": [[1, 2], [3, 4]]}]"#,
      ["/0/type", "/0/at/2"], isLeft: true)
    let comment = #"{"type": "c", "id": "2", "attributes": {"body": 1, "likes": 2}}"#
    try expect(
      [Resource].self,
      #"[{"type": null, "id": "1", "attributes": {"first": 1}}, \#(comment), \#(comment)]"#,
      ["/0/type"], isLeft: true)
  }

  @Test func wayThatTakesWhateverComesIsAGuess() throws {
    try expect(State.self, #"{"id": null, "value": {"n": "x"}}"#, ["/id"], isLeft: true)
  }

  @Test func keyThatNoWayAsksForHidesNothing() throws {
    try expect(
      Page.self, #"{"type": "t", "complete": "", "title": null, "items": [{"n": "x"}]}"#,
      ["/title", "/items/0/n"], isLeft: true)
    try expect(
      Page.self, #"{"complete": "", "title": null, "items": [{"n": "x"}]}"#,
      ["/title", "/items/0/n"], isLeft: true)
  }

  @Test func sampleThatCodeRefusesSaysNothing() throws {
    try expect(
      [Article].self,
      #"[{"title": "x", "day": null, "body": 7}, {"title": "y", "day": "2026-01-01", "body": []}]"#,
      ["/0/day", "/0/body"], isLeft: false)
  }

  private func expect<Root: Decodable>(
    _ type: Root.Type, _ text: String, _ pointers: [String], isLeft: Bool?,
    location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let report = StrictReader(type).check(try JSONDocument(Array(text.utf8)))
    #expect(
      report.issues.filter(\.kind.stopsDecoding).map(\.pointer.description) == pointers,
      sourceLocation: location)
    guard let isLeft else { return }
    #expect(
      report.unexplored.isEmpty == !isLeft, "\(report.unexplored.map(\.reason))",
      sourceLocation: location)
  }

  /// Lists of several types under one name, each by the key above it, as in the aggregations of a search.
  struct Aggregations: Decodable {
    struct Words: Decodable {
      struct Bucket: Decodable { let key: String }
      let buckets: [Bucket]
    }
    struct Days: Decodable {
      struct Bucket: Decodable {
        let key: Date
        enum CodingKeys: CodingKey { case key }

        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          key = Date(timeIntervalSince1970: Double(try container.decode(Int64.self, forKey: .key)))
        }
      }
      let buckets: [Bucket]
    }
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let words: [String]
    let days: [Date]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var (words, days): ([String], [Date]) = ([], [])
      for key in container.allKeys {
        if key.stringValue.hasPrefix("words#") {
          words += try container.decode(Words.self, forKey: key).buckets.map(\.key)
        } else {
          days += try container.decode(Days.self, forKey: key).buckets.map(\.key)
        }
      }
      (self.words, self.days) = (words, days)
    }
  }

  /// A sample of another place is read where there is nothing, at the very end of the document.
  @Test(arguments: ["null", "7", "[]", "{}", #""x""#])
  func sampleOfAnotherTypeIsReadWhereNothingIs(value: String) throws {
    let document = try JSONDocument(
      Array(
        #"{"words#a": {"buckets": [{"key": "x"}, {"key": "y"}]}, "days#b": {"buckets": \#(value)}}"#
          .utf8))
    let report = StrictDecoder().check(Aggregations.self, in: document)
    #expect(
      report.issues.map(\.pointer.description) == (value == "[]" ? [] : ["/days#b/buckets"]))
  }
}
