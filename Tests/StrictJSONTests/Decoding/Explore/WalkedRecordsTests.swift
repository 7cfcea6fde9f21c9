import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// Lists and maps that an initialiser walks by itself, with records that are left out.
@Suite(.computing) struct WalkedRecordsTests {
  /// Entries of several kinds in one list.
  struct Timeline: Decodable {
    var posts: [String] = []
    var votes: [Int] = []

    enum Key: CodingKey { case entries }
    enum EntryKey: CodingKey { case type, text, votes }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var entries = try container.nestedUnkeyedContainer(forKey: .entries)
      while !entries.isAtEnd {
        let entry = try entries.nestedContainer(keyedBy: EntryKey.self)
        switch try entry.decode(String.self, forKey: .type) {
        case "post": posts.append(try entry.decode(String.self, forKey: .text))
        case "poll": votes.append(try entry.decode(Int.self, forKey: .votes))
        default: continue
        }
      }
    }
  }

  /// Entries by their names.
  struct Hosts: Decodable {
    var ports: [String: (String, Int)] = [:]

    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    enum HostKey: CodingKey { case name, port }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      for key in container.allKeys {
        let host = try container.nestedContainer(keyedBy: HostKey.self, forKey: key)
        ports[key.stringValue] = (
          try host.decode(String.self, forKey: .name), try host.decode(Int.self, forKey: .port)
        )
      }
    }
  }

  /// The first elements have meanings of their own; the others are of one kind.
  struct Row: Decodable {
    var head: (Int, String)
    var rest: [Double] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      head = (try container.decode(Int.self), try container.decode(String.self))
      while !container.isAtEnd { rest.append(try container.decode(Double.self)) }
    }
  }

  /// As many elements as there are.
  struct Numbers: Decodable {
    var all: [Int] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      for _ in 0..<(container.count ?? 0) { all.append(try container.decode(Int.self)) }
    }
  }

  @Test(arguments: [
    (
      #"[7, {"type": "post", "text": 7}, {"type": "poll", "votes": 1}, {"type": "poll", "votes": "x"}]"#,
      ["/entries/0", "/entries/1/text", "/entries/3/votes"], ["/entries/1"]
    ),
    (
      #"[{"type": 7, "text": 7}, {"type": "poll", "votes": "x"}]"#,
      ["/entries/0/type", "/entries/1/votes"], ["/entries/0"]
    ),
  ])
  func listGoesOnBehindABrokenRecord(
    entries: String, pointers: [String], unexplored: [String]
  ) throws {
    let report = try report(Timeline.self, #"{"entries": \#(entries)}"#)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.unexplored.map(\.pointer.description) == unexplored)
  }

  @Test func mapGoesOnBehindABrokenValue() throws {
    let text =
      #"{"a": 7, "b": {"name": "n"}, "c": {"name": "m", "port": 1}, "d": {"name": [], "port": 1}}"#
    let report = try report(Hosts.self, text)
    #expect(report.issues.map(\.pointer.description) == ["/a", "/b/port", "/d/name"])
    #expect(report.unexplored.map(\.pointer.description) == ["/d"])
  }

  /// Without the first element the second would be read as the first.
  @Test func elementWithAMeaningOfItsOwnIsNotLeftOut() throws {
    let report = try report(Row.self, #"["x", "y", 1, "z"]"#)
    #expect(report.issues.map(\.pointer.description) == ["/0", "/3"])
  }

  @Test func countedListIsShorter() throws {
    let report = try report(Numbers.self, #"[1, "x", 2, [], 3, "1"]"#)
    #expect(report.issues.map(\.pointer.description) == ["/1", "/3", "/5"])
  }

  /// A list that is read twice: as what the elements are, and then as that.
  struct Folder: Decodable {
    var entries: [String]
    let name: String

    struct Kind: Decodable { let type: String }
    struct File: Decodable { let path: String }
    struct Link: Decodable { let target: String }
    enum CodingKeys: CodingKey { case entries, name }
    struct UnknownKind: Error {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let kinds = try container.decode([Kind].self, forKey: .entries)
      var list = try container.nestedUnkeyedContainer(forKey: .entries)
      entries = try kinds.map { kind in
        switch kind.type {
        case "file": try list.decode(File.self).path
        case "link": try list.decode(Link.self).target
        default: throw UnknownKind()
        }
      }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  /// An element without a kind is left out of both walks, so that each other one is read as what it is.
  @Test func brokenElementIsLeftOutOfBothWalks() throws {
    let report = StrictDecoder().check(
      Folder.self,
      in: try JSONDocument(
        Array(
          #"{"entries": [{"type": 4, "path": "a"}, {"type": "link", "target": 9}], "name": "n"}"#
            .utf8)))
    #expect(report.issues.map(\.pointer.description) == ["/entries/0/type", "/entries/1/target"])
    #expect(
      report.unexplored.contains { $0.pointer.description == "/entries/0" }, "\(report.unexplored)")
  }

  /// Needs an entry of a map, which is no property.
  struct Reference: Decodable {
    let name: String

    enum CodingKeys: CodingKey { case reference }
    struct NoName: Error {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let reference = try container.decode([String: String].self, forKey: .reference)
      CallCount.add(decoder)
      guard let name = reference["name"] else { throw NoName() }
      self.name = name
    }
  }

  /// Code that takes an entry without a question would end the process.
  @Test func codeGetsNoPartOfAMapInProcess() throws {
    let calls = CallCount()
    var decoder = StrictDecoder()
    decoder.userInfo = calls.userInfo
    let report = decoder.check(
      Reference.self, in: try JSONDocument(Array(#"{"reference": {"type": "f", "name": 4}}"#.utf8)))
    #expect(report.issues.map(\.pointer.description) == ["/reference/name"])
    #expect(calls.value == 0)
  }

  /// Walks a list with two cursors: by one it learns what an element is, by the other one it reads that.
  struct Drawing: Decodable {
    var names: [String] = []

    struct Kind: Decodable { let type: String }
    struct Shape: Decodable { let name: String }
    enum CodingKeys: CodingKey { case shapes }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var kinds = try container.nestedUnkeyedContainer(forKey: .shapes)
      var shapes = kinds
      while !kinds.isAtEnd {
        let types = ["circle": Shape.self]
        if let type = types[try kinds.decode(Kind.self).type] {
          names.append(try shapes.decode(type).name)
        }
      }
    }
  }

  /// What an element without a kind holds is not known to be right.
  @Test func elementThatWasReadToChooseIsNotChecked() throws {
    let report = StrictDecoder().check(
      Drawing.self,
      in: try JSONDocument(Array(#"{"shapes": [{"type": 7, "name": 1}]}"#.utf8)))
    #expect(report.issues.map(\.pointer.description) == ["/shapes/0/type"])
    #expect(report.unexplored.map(\.pointer.description) == ["/shapes/0"], "\(report.unexplored)")
  }

  /// Begins to walk a list before it reads what its elements are.
  struct Archive: Decodable {
    var entries: [String]

    enum CodingKeys: CodingKey { case entries }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .entries)
      let kinds = try container.decode([Folder.Kind].self, forKey: .entries)
      entries = try kinds.map { kind in
        switch kind.type {
        case "file": try list.decode(Folder.File.self).path
        case "link": try list.decode(Folder.Link.self).target
        default: throw Folder.UnknownKind()
        }
      }
    }
  }

  @Test func walkThatHasBegunGoesByABrokenElement() throws {
    let report = StrictDecoder().check(
      Archive.self,
      in: try JSONDocument(
        Array(
          #"{"entries": [{"type": 4, "path": "a"}, {"type": "link", "target": 9}]}"#.utf8)))
    #expect(report.issues.map(\.pointer.description) == ["/entries/0/type", "/entries/1/target"])
  }
}
