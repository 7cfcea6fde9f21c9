import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// Values of which the member is broken that says of which kind they are.
@Suite(.computing) struct BrokenKindTests {
  struct Movie: Decodable {
    let id: Int
    let title: String
    let overview: String
    let released: String?
  }

  struct Series: Decodable {
    let id: Int
    let name: String
    let overview: String
    let seasons: [Int]
  }

  struct Collection: Decodable {
    let id: Int
    let title: String
    let overview: String
    let released: String?
    let parts: [Int]
  }

  enum Media: Decodable {
    case movie(Movie)
    case series(Series)
    case collection(Collection)
    case nothing

    enum CodingKeys: String, CodingKey { case kind = "media_type" }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "movie": self = .movie(try Movie(from: decoder))
      case "tv": self = .series(try Series(from: decoder))
      case "collection": self = .collection(try Collection(from: decoder))
      case "nothing": self = .nothing
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .kind, in: container, debugDescription: "unknown kind")
      }
    }
  }

  @Test(arguments: [
    // A series: the other kinds know none of its own members.
    (
      #"{"media_type": 7, "id": "x", "name": "n", "overview": "o", "seasons": ["a"]}"#,
      ["/media_type", "/id", "/seasons/0"]
    ),
    (
      #"{"media_type": "film", "id": 1, "name": null, "overview": "o", "seasons": []}"#,
      ["/media_type", "/name"]
    ),
    (
      #"{"id": 1, "name": "n", "overview": false, "seasons": [1]}"#, ["/media_type", "/overview"]
    ),
    // A movie or a collection without its parts: what is wrong with both.
    (
      #"{"media_type": null, "id": 1, "title": 7, "overview": "o", "released": 3}"#,
      ["/media_type", "/title", "/released"]
    ),
    // Like none of them.
    (#"{"media_type": 7}"#, ["/media_type"]),
    (#"{"media_type": 7, "id": "x", "a": 1, "b": 2, "c": 3, "d": 4}"#, ["/media_type"]),
  ])
  func problemsOfTheKindThatFitsAreTold(text: String, pointers: [String]) throws {
    let report = try report(Media.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(!report.unexplored.isEmpty)
  }

  /// The parts of what was read as another kind are not asked for by the type.
  @Test func kindsThatAreNotMeantAskForNothing() throws {
    let text = #"{"media_type": 7, "id": 1, "title": "t", "overview": "o", "released": 3}"#
    let report = try report(Media.self, text)
    #expect(report.issues.last?.owner?.property == "released")
  }

  // MARK: Values of cases that are read from elsewhere, or by nobody

  /// The value lies under a key of its own; what has the same names around it is another thing.
  enum Event: Decodable {
    struct User: Decodable {
      let id: Int
      let name: String
      let holder: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        guard let key = decoder.codingPath.last else { preconditionFailure("a user has a key") }
        holder = key.stringValue
      }

      enum Keys: CodingKey { case id, name }
    }

    case user(User)
    case other

    enum CodingKeys: CodingKey { case type, data }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "user": self = .user(try container.decode(User.self, forKey: .data))
      default: self = .other
      }
    }
  }

  @Test(arguments: [
    (
      #"{"type": "user", "id": "e1", "name": "created", "data": {"id": 1, "name": 4}}"#,
      ["/data/name"]
    ),
    (#"{"type": "user", "id": "e1", "name": "created"}"#, ["/data"]),
    (#"{"type": 7, "id": "e1", "name": "created", "data": {"id": "x", "name": "n"}}"#, ["/type"]),
  ])
  func valueUnderAKeyIsNotTheWhole(text: String, pointers: [String]) throws {
    #expect(try report(Event.self, text).issues.map(\.pointer.description) == pointers)
  }

  class Node: Decodable {
    let name: String
    init(name: String) { self.name = name }
    required init(from decoder: any Decoder) throws { fatalError("subclasses read themselves") }
  }

  final class Circle: Node {
    let radius: Double

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      radius = try container.decode(Double.self, forKey: .radius)
      super.init(name: try container.decode(String.self, forKey: .name))
    }

    enum Keys: CodingKey { case radius, name }
  }

  enum Drawing: Decodable {
    case node(Node)

    enum CodingKeys: CodingKey { case type }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard try container.decode(String.self, forKey: .type) == "circle" else {
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container, debugDescription: "unknown kind")
      }
      self = .node(try Circle(from: decoder))
    }
  }

  @Test func baseClassIsNotMeant() throws {
    let report = try report(Drawing.self, #"{"type": 7, "radius": "x", "name": 1}"#)
    #expect(report.issues.map(\.pointer.description) == ["/type"])
    #expect(!report.unexplored.isEmpty)
  }

  /// A type takes for granted that the kind is its own, which has its name.
  struct Feature: Decodable {
    enum Kind: String, Decodable { case feature = "Feature", point = "Point" }

    let type: Kind
    let id: Int

    enum CodingKeys: CodingKey { case type, id }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      type = try container.decode(Kind.self, forKey: .type)
      precondition(type == .feature)
      id = try container.decode(Int.self, forKey: .id)
    }
  }

  @Test func caseWithTheNameOfTheTypeStandsIn() throws {
    let report = try report(Feature.self, #"{"type": 7, "id": "x"}"#)
    #expect(report.issues.map(\.pointer.description) == ["/type", "/id"])
  }

  /// A case whose value computes with all members that it finds, and refuses most objects.
  struct Tool: Decodable {
    let id: String

    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct NoTool: Error {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      var found: [String: String] = [:]
      for key in container.allKeys {
        if let text = try? container.decode(String.self, forKey: key) {
          found[key.stringValue] = text
        }
      }
      guard let id = found["id"] else { throw NoTool() }
      self.id = id
    }
  }

  enum Part: Decodable {
    case text(String)
    case tool(Tool)

    enum CodingKeys: CodingKey { case type }
    enum TextKey: CodingKey { case text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text":
        let text = try decoder.container(keyedBy: TextKey.self)
        self = .text(try text.decode(String.self, forKey: .text))
      case "tool": self = .tool(try Tool(from: decoder))
      default: throw Tool.NoTool()
      }
    }
  }

  /// What refuses the value as a whole is not the kind that it was meant for.
  @Test func refusalOfAnotherKindIsNotTold() throws {
    let report = try report(Part.self, #"{"type": 42, "text": "a"}"#)
    #expect(report.issues.map(\.pointer.description) == ["/type"], "\(report)")
    #expect(!report.unexplored.isEmpty)
  }

  /// The classes of a hierarchy, each chosen by a member that is read in an object of its own, as in an animation's layers.
  enum LayerKind: Int, Decodable {
    case plain, text

    var type: Layer.Type { self == .text ? TextLayer.self : Layer.self }
  }

  class Layer: Decodable {
    let kind: LayerKind
    let name: String

    enum CodingKeys: String, CodingKey { case kind = "ty", name }
  }

  final class TextLayer: Layer {
    let text: String

    enum TextKeys: CodingKey { case text }

    required init(from decoder: any Decoder) throws {
      text = try decoder.container(keyedBy: TextKeys.self).decode(String.self, forKey: .text)
      try super.init(from: decoder)
    }
  }

  struct Animation: Decodable {
    var layers: [Layer] = []
    let width: Int

    enum CodingKeys: CodingKey { case layers, width }
    enum KindKeys: String, CodingKey { case kind = "ty" }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .layers)
      var values = list
      while !list.isAtEnd {
        let object = try list.nestedContainer(keyedBy: KindKeys.self)
        let kind = (try? object.decodeIfPresent(LayerKind.self, forKey: .kind)) ?? .plain
        layers.append(try values.decode(kind.type))
      }
      width = try container.decode(Int.self, forKey: .width)
    }
  }

  /// What is wrong with the text of a layer nobody sees whose kind is broken, so that part is named.
  @Test(arguments: ["\"text\"", "null"])
  func objectThatABrokenMemberWasToChooseIsNamed(_ kind: String) throws {
    let text =
      #"{"layers": [{"ty": 0, "name": "a"}, {"ty": \#(kind), "name": "b", "text": 5}], "width": "x"}"#
    let report = try expectProblems(Animation.self, text, ["/layers/1/ty", "/width"])
    #expect(report.unexplored.contains { $0.pointer.description == "/layers/1" }, "\(report)")
    // Without a broken kind nothing is left.
    let whole =
      #"{"layers": [{"ty": 0, "name": 7}, {"ty": 1, "name": "b", "text": "c"}], "width": 1}"#
    #expect(try expectProblems(Animation.self, whole, ["/layers/0/name"]).unexplored.isEmpty)
  }

  /// Members that are read in an object of their own and go to properties choose nothing, whatever they are called there.
  struct Flattened: Decodable {
    let firstName: String
    let userAge: Int

    enum CodingKeys: CodingKey { case userAttributes }
    enum AttributeKeys: CodingKey { case firstName, userAge }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let attributes = try container.nestedContainer(
        keyedBy: AttributeKeys.self, forKey: .userAttributes)
      firstName = try attributes.decode(String.self, forKey: .firstName)
      userAge = try attributes.decode(Int.self, forKey: .userAge)
    }
  }

  @Test func membersOfAnObjectThatIsFlattenedChooseNothing() throws {
    var decoder = StrictDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"{"user_attributes": {"first_name": 5, "user_age": "x"}}"#
    let report = decoder.check(Flattened.self, in: try JSONDocument(Array(text.utf8)))
    #expect(report.issues.count == 2 && report.unexplored.isEmpty, "\(report)")
  }
}
