import StrictJSON
import TestSupport
import Testing

/// Forms of initialisers that apps are full of, each with a problem behind a problem.
@Suite(.computing) struct ForeignInitializerTests {
  // MARK: A wrapper that walks the elements of its own decoder

  @propertyWrapper struct Lossy<Element: Decodable>: Decodable {
    var wrappedValue: [Element]

    init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws { wrappedValue = try [Element](from: decoder) }
  }

  struct Page: Decodable {
    @Lossy var items: [Int]
    let title: String
    let total: Int
  }

  @Test func problemsBehindElementsThatAWrapperWalksAreFound() throws {
    let report = try expectProblems(
      Page.self, #"{"items": [1], "title": 7, "total": "x"}"#, ["/title", "/total"])
    #expect(report.unexplored.isEmpty)
  }

  // MARK: The only key and the only property without the other's name

  final class Keyframe: Decodable {
    let value: Int

    enum CodingKeys: CodingKey { case k }

    init(value: Int) { self.value = value }

    convenience init(from decoder: any Decoder) throws {
      self.init(
        value: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .k))
    }
  }

  struct Layer: Decodable {
    let frame: Keyframe
    let index: Int
  }

  @Test func theOnlyOtherKeyIsThatOfTheOnlyOtherProperty() throws {
    try expectProblems(
      Layer.self, #"{"frame": {"k": "x"}, "index": "x"}"#, ["/frame/k", "/index"])
  }

  // MARK: Elements whose code counts on what it puts in place of nothing

  struct Cell: Decodable {
    let index: Double?

    enum CodingKeys: CodingKey { case index }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      index = try container.decodeIfPresent(Double.self, forKey: .index) ?? -1
    }
  }

  struct Row: Decodable {
    /// Whether a cell came that none of the type's own code makes.
    let isImpossible: Bool
    let cells: [Cell]

    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    struct Impossible: Error {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      cells = try container.allKeys.map { try container.decode(Cell.self, forKey: $0) }
      isImpossible = cells.contains { $0.index == nil }
      // Where it sorts them by `$0.index!`, the process ends here.
      if isImpossible { throw Impossible() }
    }
  }

  @Test func elementsThatMayHoldNilAreNotMadeUp() throws {
    let report = try expectProblems(
      Row.self, #"{"a": {"index": "x"}, "b": 7}"#, ["/a/index", "/b"])
    #expect(!"\(report)".contains("Impossible"))
  }

  // MARK: A value that code converts behind `try?`

  struct Comment: Decodable {
    let name: String
    let date: Int
    let avatar: String

    enum CodingKeys: CodingKey { case name, date, avatars }
    enum AvatarKeys: String, CodingKey { case small = "96" }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      guard let text = try? container.decode(String.self, forKey: .date), let date = Int(text)
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .date, in: container, debugDescription: "no date")
      }
      self.date = date
      avatar = try container.nestedContainer(keyedBy: AvatarKeys.self, forKey: .avatars)
        .decode(String.self, forKey: .small)
    }
  }

  /// What stands behind the value of another record was not checked, and that is said.
  @Test(arguments: [#"{}"#, #"{"96": 7}"#])
  func whatIsRefusedBehindASampleIsUnexplored(avatars: String) throws {
    let good = #"{"name": "n", "date": "1", "avatars": {"96": "m"}}"#
    let report = try expectProblems(
      [Comment].self, #"[{"name": "x", "date": null, "avatars": \#(avatars)}, \#(good)]"#,
      ["/0/date"])
    #expect(report.unexplored.map(\.pointer.description) == ["/0"], "\(report)")
  }

  // MARK: A switch by a word that is broken

  struct Dimension: Decodable {
    let alignment: String

    enum Kind: String, Decodable { case vertical, horizontal }
    enum Side: String, Decodable { case left, right }
    enum Edge: String, Decodable { case top, bottom }
    enum Distribution: String, Decodable { case start, end }
    enum CodingKeys: CodingKey { case type, alignment, distribution }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(Kind.self, forKey: .type) {
      case .vertical: alignment = try container.decode(Side.self, forKey: .alignment).rawValue
      case .horizontal:
        alignment = try container.decode(Edge.self, forKey: .alignment).rawValue
        _ = try container.decode(Distribution.self, forKey: .distribution)
      }
    }
  }

  /// Of a way on which a value is wrong and one on which a key is missing, neither is the one that was meant.
  @Test func ofTwoWaysThatDoNotFitNoProblemIsTold() throws {
    let report = try expectProblems(
      Dimension.self, #"{"type": 7, "alignment": "top"}"#, ["/type"])
    #expect(report.unexplored.map(\.pointer.description) == [""], "\(report)")
  }
}

extension KeyedDecodingContainer {
  fileprivate func decode<Element>(
    _: ForeignInitializerTests.Lossy<Element>.Type, forKey key: Key
  ) throws -> ForeignInitializerTests.Lossy<Element> {
    guard contains(key), let decoder = try? superDecoder(forKey: key),
      var list = try? decoder.unkeyedContainer()
    else { return .init(wrappedValue: []) }
    var elements: [Element] = []
    while !list.isAtEnd {
      let element = try list.superDecoder()
      if let value = try? element.singleValueContainer().decode(Element.self) {
        elements.append(value)
      }
    }
    return .init(wrappedValue: elements)
  }
}
