import StrictJSON
import TestSupport
import Testing

/// Lists that code reads twice, and objects that a class reads with its superclass.
@Suite(.computing) struct ReadTwiceTests {
  class Kind: Decodable {
    let type: String
  }

  class Reference: Decodable {
    let type: String
    let guid: String
    let path: String

    private enum TypeKeys: CodingKey { case type }
    /// The superclass has a key that it asks for under another enumeration.
    private enum CodingKeys: CodingKey { case type, guid, path }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guid = try container.decode(String.self, forKey: .guid)
      path = try container.decode(String.self, forKey: .path)
      type = try decoder.container(keyedBy: TypeKeys.self).decode(String.self, forKey: .type)
    }
  }

  final class File: Reference {
    let format: String

    private enum CodingKeys: CodingKey { case format }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      format = try container.decode(String.self, forKey: .format)
      try super.init(from: decoder)
    }
  }

  /// Reads what its children are, and then each as that.
  final class Group: Reference {
    let children: [Reference]

    private enum CodingKeys: CodingKey { case children }
    struct UnknownKind: Error {}

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let kinds = try container.decode([Kind].self, forKey: .children)
      var list = try container.nestedUnkeyedContainer(forKey: .children)
      children = try kinds.map { kind in
        switch kind.type {
        case "group": try list.decode(Group.self)
        case "file": try list.decode(File.self)
        default: throw UnknownKind()
        }
      }
      try super.init(from: decoder)
    }
  }

  @Test(arguments: [
    // The superclass goes on behind a broken child, and behind one that has no kind.
    (
      #"{"type": "group", "guid": 1, "path": "p", "children": [{"path": null, FILE}, {"path": "b", FILE}]}"#,
      ["/children/0/path", "/guid"]
    ),
    (
      #"{"type": "group", "guid": 1, "path": "p", "children": [{"type": 7}, {"path": "b", FILE}]}"#,
      ["/children/0/type", "/guid"]
    ),
    (
      #"{"type": 8, "guid": "g", "path": "p", "children": [{"path": "a", FILE}, {"type": "group", "guid": "r", "path": null, "children": [{"path": "b", FILE}]}]}"#,
      ["/children/1/path", "/type"]
    ),
  ])
  func listReadTwiceKeepsInStep(text: String, pointers: [String]) throws {
    let file = #""type": "file", "guid": "r", "format": "s""#
    try expectProblems(Group.self, text.replacing("FILE", with: file), pointers)
  }

  @Test func superclassAsksForItsKeysOfTheSameObject() throws {
    let report = try expectProblems(
      File.self, #"{"type": "file", "guid": "g", "path": null, "format": 8}"#,
      ["/format", "/path"])
    #expect(report.unexplored.isEmpty, "\(report.unexplored)")
  }

  /// Goes by the elements of another version, with two cursors.
  struct Campaigns: Decodable {
    struct Campaign: Decodable {
      let version: Int
      let name: String
    }

    struct Version: Decodable { let version: Int }
    struct Discarded: Decodable {}

    let campaigns: [Campaign]

    init(from decoder: any Decoder) throws {
      var versions = try decoder.unkeyedContainer()
      var list = try decoder.unkeyedContainer()
      var campaigns: [Campaign] = []
      while !versions.isAtEnd {
        guard try versions.decode(Version.self).version == 1 else {
          _ = try list.decode(Discarded.self)
          continue
        }
        campaigns.append(try list.decode(Campaign.self))
      }
      self.campaigns = campaigns
    }
  }

  /// The version of another element says nothing of this one.
  @Test(arguments: [
    (#"[{"version": true}, {"version": 1, "name": "a"}]"#, ["/0/version"]),
    (#"[{"version": 2}, {"version": "1", "name": 7}]"#, ["/1/version"]),
  ])
  func kindOfAnElementIsNotThatOfAnother(text: String, pointers: [String]) throws {
    let report = try expectProblems(Campaigns.self, text, pointers)
    #expect(!report.unexplored.isEmpty)
  }

  /// Tries each element as one type after the other.
  struct Predictions: Decodable {
    struct Image: Decodable {
      let mime: String
      let data: String
    }

    struct Reason: Decodable { let reason: String }

    let images: [Image]
    let reasons: [String]

    enum CodingKeys: CodingKey { case predictions }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .predictions)
      var images: [Image] = []
      var reasons: [String] = []
      while !list.isAtEnd {
        if let image = try? list.decode(Image.self) {
          images.append(image)
        } else if let reason = try? list.decode(Reason.self) {
          reasons.append(reason.reason)
        } else if (try? list.decode([String: String].self)) == nil {
          throw DecodingError.dataCorruptedError(in: list, debugDescription: "no prediction")
        }
      }
      self.images = images
      self.reasons = reasons
    }
  }

  /// An error of the list's own position is told at the element of the document, also behind one that is left out.
  @Test func refusedElementsOfAListAreToldOneByOne() throws {
    try expectProblems(
      Predictions.self,
      #"{"predictions": [null, {"mime": "x", "data": "d"}, 7, {"reason": "r"}, null]}"#,
      ["/predictions/0", "/predictions/2", "/predictions/4"])
  }

  /// Adjacent ones are told once the loop is seen to read one element after the other.
  @Test func refusedElementsBesideEachOtherAreTold() throws {
    try expectProblems(
      Predictions.self, #"{"predictions": [null, 7, {"reason": "r"}, {"reason": "s"}]}"#,
      ["/predictions/0", "/predictions/1"])
  }

  /// Reads a key and a value in each turn.
  struct Pairs: Decodable {
    var pairs: [(key: Int, value: String)] = []

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        let key: Int
        if let number = try? list.decode(Int.self) {
          key = number
        } else if let isTrue = try? list.decode(Bool.self) {
          key = isTrue ? 1 : 0
        } else {
          throw DecodingError.dataCorruptedError(in: list, debugDescription: "no key")
        }
        pairs.append((key, try list.decode(String.self)))
      }
    }
  }

  @Test func elementIsNotReadAsTheOneBeforeIt() throws {
    let report = try expectProblems(Pairs.self, #"[null, "a", 2, "b"]"#, ["/0"])
    #expect(!report.unexplored.isEmpty)
  }

  /// The first child is read in another way than the others.
  struct Rooted: Decodable {
    let list: [Any]

    final class Root: Kind {
      required init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        try super.init(from: decoder)
      }

      private enum CodingKeys: CodingKey { case id }
    }

    enum CodingKeys: CodingKey { case list }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let kinds = try container.decode([Kind].self, forKey: .list)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      self.list = try kinds.indices.map {
        $0 == 0 ? try list.decode(Root.self) : try list.decode(Kind.self)
      }
    }
  }

  @Test func firstElementIsNotReplacedByTheNextOne() throws {
    let report = try expectProblems(
      Rooted.self, #"{"list": [{"type": "root", "id": "1"}, {"type": "a"}]}"#, ["/list/0/id"])
    #expect(!report.unexplored.isEmpty)
  }

  /// Code that got a list with an element asks for its first one.
  struct Named: Decodable {
    let list: [Reference]
    let first: String

    enum CodingKeys: CodingKey { case list }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let kinds = try container.decode([Kind].self, forKey: .list)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      self.list = try kinds.map { _ in try list.decode(File.self) }
      first = kinds[0].type
    }
  }

  @Test func listIsNotEmptiedInProcess() throws {
    try expectProblems(
      Named.self, #"{"list": [{"type": "file", "guid": "r", "path": 1, "format": "s"}]}"#,
      ["/list/0/path"])
  }
}
