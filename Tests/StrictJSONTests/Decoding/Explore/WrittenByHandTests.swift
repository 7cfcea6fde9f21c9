import Foundation
import StrictJSON
import Testing

/// Forms of initialisers that people write by hand, with several defects in one value.
@Suite struct WrittenByHandTests {
  struct Wheel: Decodable {
    var size: Int
    var brand: String
  }

  struct Bike: Decodable {
    var front: Wheel
    var rear: Wheel
    var price: Double

    enum CodingKeys: CodingKey { case front, rear, price }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      front = try Wheel(from: container.superDecoder(forKey: .front))
      rear = try Wheel(from: container.superDecoder(forKey: .rear))
      price = try container.decode(Double.self, forKey: .price)
    }
  }

  /// Each member that a decoder of its own reads goes on behind a defect, also where there is nothing to read.
  @Test(arguments: [
    (
      #"{"front": {"size": "a", "brand": 1}, "rear": {"size": 1, "brand": []}, "price": "x"}"#,
      ["/front/size", "/front/brand", "/rear/brand", "/price"]
    ),
    (#"{"front": 7, "rear": {"size": "a", "brand": "b"}, "price": 1}"#, ["/front", "/rear/size"]),
    (#"{"rear": {"size": 1, "brand": "b"}, "price": "x"}"#, ["/front", "/price"]),
  ])
  func memberReadByADecoderOfItsOwn(_ text: String, _ pointers: [String]) throws {
    let report = try report(Bike.self, text)
    #expect(Set(report.issues.map(\.pointer.description)) == Set(pointers))
    #expect(report.unexplored.isEmpty)
  }

  enum Figure: Decodable {
    case circle(Circle)
    case rectangle(Rectangle)

    struct Circle: Decodable {
      var radius: Double
      var label: String
    }
    struct Rectangle: Decodable {
      var width: Double
      var height: Double
    }
    enum Kind: String, Decodable { case circle, rectangle }
    enum CodingKeys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(Kind.self, forKey: .kind) {
      case .circle: self = .circle(try Circle(from: decoder))
      case .rectangle: self = .rectangle(try Rectangle(from: decoder))
      }
    }
  }

  /// An unreadable discriminator does not hide what is wrong on the one way for which the value was written.
  @Test(arguments: [
    (#"{"kind": 7, "radius": "x", "label": "l"}"#, ["/kind", "/radius"]),
    (#"{"kind": "none", "width": 1, "height": []}"#, ["/kind", "/height"]),
    (#"{"radius": "x", "label": 7}"#, ["/kind", "/radius", "/label"]),
    // A member that is missing may say that none of the known ways is meant.
    (#"{"kind": 7, "radius": "x"}"#, ["/kind"]),
    (#"{"kind": 7, "radius": "x", "width": "y"}"#, ["/kind"]),
  ])
  func unreadableDiscriminatorHidesNoPayload(_ text: String, _ pointers: [String]) throws {
    let report = try report(Figure.self, text)
    #expect(Set(report.issues.map(\.pointer.description)) == Set(pointers))
    #expect(!report.unexplored.isEmpty)
  }

  struct Reading: Decodable {
    var celsius: Double
    var at: Date
    var sensor: String

    enum CodingKeys: CodingKey { case value, at, sensor }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      celsius = (try container.decode(Double.self, forKey: .value) - 32) / 1.8
      at = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .at) / 1_000)
      sensor = try container.decode(String.self, forKey: .sensor)
    }
  }

  /// A value of another record stands in for one of which code computes something under another name.
  @Test func computedValueIsTakenFromAnotherRecord() throws {
    let text = #"""
      [{"value": "x", "at": "y", "sensor": 7}, {"value": 70, "at": 1600000000000, "sensor": "s"}]
      """#
    let report = try report([Reading].self, text)
    #expect(report.issues.map(\.pointer.description) == ["/0/value", "/0/at", "/0/sensor"])
  }

  struct Rates: Decodable {
    var base: String
    var rates: [String: Double]
    var day: Int

    struct Code: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    enum CodingKeys: CodingKey { case base, list, day }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      base = try container.decode(String.self, forKey: .base)
      let list = try container.nestedContainer(keyedBy: Code.self, forKey: .list)
      rates = [:]
      for code in list.allKeys {
        rates[code.stringValue] = try list.decode(Double.self, forKey: code)
      }
      day = try container.decode(Int.self, forKey: .day)
    }
  }

  /// A value of a map that code walks is wrong if its neighbours are right; a map that is not there has no values.
  @Test(arguments: [
    (#"{"base": 7, "list": {"a": "x", "b": 2}, "day": "y"}"#, ["/base", "/list/a", "/day"]),
    (#"{"base": "e", "day": "y"}"#, ["/list", "/day"]),
  ])
  func mapIsWalkedBehindADefect(_ text: String, _ pointers: [String]) throws {
    let report = try report(Rates.self, text)
    #expect(Set(report.issues.map(\.pointer.description)) == Set(pointers))
  }

  struct Price: Decodable {
    var cents: Int
    var currency: String

    private struct Wire: Decodable {
      var amount: String
      var currency: String
    }
    struct Refused: Error {}

    init(from decoder: any Decoder) throws {
      let wire = try decoder.singleValueContainer().decode(Wire.self)
      guard let amount = Double(wire.amount) else { throw Refused() }
      cents = Int(amount * 100)
      currency = wire.currency
    }
  }

  /// What a type may still refuse of what another one has read for it is not checked, and that is said.
  @Test(arguments: [#"{"amount": "x", "currency": 7}"#])
  func checksBehindAnotherTypeAreUnexplored(_ text: String) throws {
    let report = try report(Price.self, text)
    #expect(report.issues.map(\.pointer.description) == ["/currency"])
    #expect(report.unexplored.map(\.type) == ["WrittenByHandTests.Price"])
  }

  struct Drawing: Decodable {
    var figure: any Sendable

    enum CodingKeys: CodingKey { case type }
    struct Line: Decodable { var length: Int }
    struct Unknown: Error {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard try container.decode(String.self, forKey: .type) == "line" else { throw Unknown() }
      figure = try Line(from: decoder)
    }
  }

  /// Behind an error of the type's own, members may be read by another type.
  @Test(arguments: [
    #"[{"type": "none", "length": "x"}]"#,
    #"[{"type": "none", "length": "x"}, {"type": "line", "length": 1}]"#,
  ])
  func membersBehindAnOwnErrorAreUnexplored(_ text: String) throws {
    let report = try report([Drawing].self, text)
    #expect(report.issues.map(\.pointer.description).first == "/0")
    #expect(report.issues.count == 2 || !report.unexplored.isEmpty)
  }

  struct Profile: Decodable {
    var site: URL
    var tags: Set<String>
    var score: Int

    enum CodingKeys: CodingKey { case site, tags, score }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let text = try container.decode(String.self, forKey: .site)
      guard let url = URL(string: text), url.host != nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .site, in: container, debugDescription: "no address")
      }
      site = url
      tags = Set(try container.decode([String].self, forKey: .tags).map { $0.lowercased() })
      score = try container.decode(Int.self, forKey: .score)
    }
  }

  /// A text that code refuses does not stand in for itself.
  @Test func refusedTextIsReplaced() throws {
    let text = #"""
      [{"site": "", "tags": [7], "score": "x"}, {"site": "https://a.b", "tags": [], "score": 1}]
      """#
    let report = try report([Profile].self, text)
    #expect(Set(report.issues.map(\.pointer.description)) == ["/0/site", "/0/tags/0", "/0/score"])
  }

  private func report<Root: Decodable>(_ type: Root.Type, _ text: String) throws -> DecodingReport {
    StrictDecoder().check(type, in: try JSONDocument(Data(text.utf8)))
  }

  /// Keys that any text is, as generators write them.
  struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) { stringValue = value }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct Groups: Decodable {
    struct Group: Decodable { let id: String }

    let data: [Group]
    let included: [Group]?
    let next: String

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: AnyKey.self)
      data = try values.decode([Group].self, forKey: "data")
      included = try values.decodeIfPresent([Group].self, forKey: "included")
      next = try values.decode(String.self, forKey: "next")
    }
  }

  /// A list under a key that is no case of an enumeration goes to the property of its name.
  @Test func problemsBehindABrokenListUnderAnyKeyAreTold() throws {
    let text = #"{"data": [{"id": 1}], "included": {}, "next": 7}"#
    let report = try expectProblems(Groups.self, text, ["/data/0/id", "/included", "/next"])
    #expect(report.unexplored.isEmpty, "\(report)")
  }

  /// Code that computes members of what it reads under such keys.
  struct Computing: Decodable {
    let tabs: [String]
    let selectedTab: Int
    let title: String
    let sums: [Int]

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: AnyKey.self)
      let names = try values.nestedContainer(keyedBy: AnyKey.self, forKey: "labels")
      for key in names.allKeys { _ = try names.decode(String.self, forKey: key) }
      tabs = try values.decode([String].self, forKey: "tabs")
      selectedTab = try values.decode(Int.self, forKey: "selected")
      title = tabs[selectedTab]
      let first = try values.decode([Int].self, forKey: "first")
      let second = try values.decode([Int].self, forKey: "second")
      sums = first.indices.map { first[$0] + second[$0] }
    }
  }

  /// Nothing is made up for it, whatever the entries of a map are called that it walks.
  @Test(arguments: [
    (#""tabs": ["a", "b"], "selected": "x", "first": [1, 2], "second": [3, 4]"#, "/selected"),
    (#""tabs": ["a", "b"], "selected": 1, "first": [1, 2], "second": 5"#, "/second"),
  ])
  func codeThatComputesIsNotEnded(_ members: String, _ pointer: String) throws {
    let labels = #""labels": {"tabs": "t", "sums": "s", "title": "u", "first": "v"}"#
    try expectProblems(Computing.self, "{\(labels), \(members)}", [pointer])
  }
}
