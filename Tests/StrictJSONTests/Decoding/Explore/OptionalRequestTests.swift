import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// What an initialiser asks for under names of its own, and what stands in for it.
@Suite(.computing) struct OptionalRequestTests {
  /// Keeps values that code makes of others, which may be absent.
  struct Links: Decodable {
    struct Link {
      let url: String
      init?(id: String?) {
        guard let id else { return nil }
        url = "https://example.com/\(id)"
      }
    }

    let id: Int
    let first: Link?
    let second: Link?

    enum CodingKeys: String, CodingKey { case id, firstID = "first_id", secondID = "second_id" }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let firstID = try container.decodeIfPresent(String.self, forKey: .firstID)
      let secondID = try container.decodeIfPresent(String.self, forKey: .secondID)
      first = Link(id: firstID)
      second = Link(id: secondID)
    }
  }

  @Test func requestsThatMayDoWithoutCountTogether() throws {
    let report = try report(Links.self, #"{"id": 1, "first_id": 7, "second_id": []}"#)
    #expect(report.issues.map(\.pointer.description) == ["/first_id", "/second_id"])
    #expect(report.unexplored.isEmpty)
  }

  /// Asks for one thing or the other.
  struct Choice: Decodable {
    let size: Int?
    let name: String?

    enum CodingKeys: String, CodingKey { case kind, size, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if try container.decodeIfPresent(String.self, forKey: .kind) == "sized" {
        size = try container.decodeIfPresent(Int.self, forKey: .size)
        name = nil
      } else {
        size = nil
        name = try container.decodeIfPresent(String.self, forKey: .name)
      }
    }
  }

  @Test func requestBehindAChoiceDoesNotCount() throws {
    let report = try report(Choice.self, #"{"kind": 7, "size": 1, "name": 5}"#)
    #expect(report.issues.map(\.pointer.description) == ["/kind"])
    #expect(!report.unexplored.isEmpty)
  }

  /// Reads one key as one type or another.
  struct Cell: Decodable {
    let value: [String]

    enum CodingKeys: String, CodingKey { case format, value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if try container.decodeIfPresent(String.self, forKey: .format) == "csv" {
        let text = try container.decodeIfPresent(String.self, forKey: .value) ?? ""
        value = text.split(separator: ",").map(String.init)
      } else {
        let number = try container.decodeIfPresent(Int.self, forKey: .value)
        value = [number.map(String.init) ?? ""]
      }
    }
  }

  @Test func valueThatAnotherWayReadsIsSound() throws {
    let report = try report(Cell.self, #"{"format": 7, "value": "a,b"}"#)
    #expect(report.issues.map(\.pointer.description) == ["/format"])
    #expect(!report.unexplored.isEmpty)
  }

  /// A list in a made-up struct has an element, as code that takes the first one counts on.
  struct Gallery: Decodable {
    struct Images: Decodable { let names: [String] }

    let images: Images
    let cover: String

    enum CodingKeys: CodingKey { case images }

    init(from decoder: any Decoder) throws {
      images = try decoder.container(keyedBy: CodingKeys.self).decode(Images.self, forKey: .images)
      cover = images.names[0]
    }
  }

  @Test func listInAMadeUpStructHasAnElement() throws {
    let report = try report(Gallery.self, #"{"images": "x"}"#)
    #expect(report.issues.map(\.pointer.description) == ["/images"])
  }

  /// Makes an enumeration of a text itself, with a case for what it does not know.
  struct Event: Decodable {
    enum Kind: String { case delta = "text.delta", done = "text.done" }

    let kind: Kind
    let text: String?
    let count: Int

    enum CodingKeys: String, CodingKey { case kind, text, count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      kind = Kind(rawValue: try container.decode(String.self, forKey: .kind)) ?? .delta
      text = try container.decodeIfPresent(String.self, forKey: .text)
      count = try container.decode(Int.self, forKey: .count)
    }
  }

  /// Only where code that cuts the word out of a text first ends nothing.
  @Test func rawValuesStandInForTheTextOfAnEnumeration() throws {
    let text = #"{"kind": 7, "text": 8, "count": "x"}"#
    #expect(try report(Event.self, text).issues.map(\.pointer.description) == ["/kind"])
    let contained = StrictDecoder().watched(by: EveryWay()).check(
      Event.self, in: try document(text))
    #expect(contained.issues.map(\.pointer.description) == ["/kind", "/text", "/count"])
    let cut = try report([Cut].self, #"[{"kind": 7, "text": 8}]"#)
    #expect(cut.issues.map(\.pointer.description) == ["/0/kind"])
  }

  struct EveryWay: ExplorationWatch {
    func begin(_ way: ExplorationWay) -> UnexploredPart.Reason? { nil }
    func end() {}
  }

  struct Cut: Decodable {
    let kind: Event.Kind?

    enum CodingKeys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let parts = try container.decode(String.self, forKey: .kind).split(separator: "#")
      kind = Event.Kind(rawValue: String(parts[1]))
    }
  }

  /// Leaves out what it cannot read, of a list that may be absent.
  struct Page: Decodable {
    struct Failable: Decodable {
      let value: Int?
      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int?.self)
      }
    }

    let page: Int
    let results: [Int]
    let total: Int

    enum CodingKeys: String, CodingKey { case page, results, total }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      page = try container.decodeIfPresent(Int.self, forKey: .page) ?? 1
      let all = try container.decodeIfPresent([Failable].self, forKey: .results)
      results = (all ?? []).compactMap(\.value)
      total = try container.decodeIfPresent(Int.self, forKey: .total) ?? 0
    }
  }

  @Test func listThatMayBeAbsentCounts() throws {
    let report = try report(Page.self, #"{"page": "x", "results": [1, "y", null], "total": []}"#)
    #expect(report.issues.map(\.pointer.description) == ["/page", "/results/1", "/total"])
    #expect(report.unexplored.isEmpty)
  }

  /// Reads what it knows by the names that the document has, each as a type of that name.
  struct Symbol: Decodable {
    struct Location: Decodable {
      let uri: String
      let line: Int
    }

    let name: String
    let others: [String: any Sendable]

    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      name = try container.decode(String.self, forKey: Key(stringValue: "name"))
      var others: [String: any Sendable] = [:]
      for key in container.allKeys where key.stringValue == "location" {
        others["location"] = try container.decode(Location.self, forKey: key)
      }
      self.others = others
    }
  }

  @Test(arguments: [
    (#"{"name": 7, "location": {"uri": 8}}"#, ["/name", "/location/uri", "/location/line"]),
    (#"{"name": 7, "location": "l"}"#, ["/name", "/location"]),
  ])
  func keyOfTheDocumentIsReadAsTheTypeOfItsName(text: String, pointers: [String]) throws {
    let issues = try report(Symbol.self, text).issues
    #expect(Set(issues.map(\.pointer.description)) == Set(pointers))
  }

  /// The only property of a type of the module's own, under another name.
  struct Server: Decodable {
    struct Template: Decodable {
      let text: String
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
      }
    }

    let template: Template
    let note: String

    enum CodingKeys: String, CodingKey { case url, note }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      template = try container.decode(Template.self, forKey: .url)
      note = try container.decode(String.self, forKey: .note)
    }
  }

  @Test func valueGoesToTheOnlyPropertyOfItsType() throws {
    let report = try report(Server.self, #"{"url": 7, "note": []}"#)
    #expect(report.issues.map(\.pointer.description) == ["/url", "/note"])
    #expect(report.unexplored.isEmpty)
  }

  /// Has a list of its keys beside a map, and counts on a value for each of them.
  struct Ordered: Decodable {
    let keys: [String]
    let values: [String: Int]

    init(from decoder: any Decoder) throws {
      values = try decoder.singleValueContainer().decode([String: Int].self)
      keys = values.keys.sorted()
    }

    var sum: Int { keys.reduce(0) { $0 + values[$1].unsafelyUnwrappedOrTrap } }
  }

  struct Sheet: Decodable {
    let sum: Int
    let note: String

    enum CodingKeys: String, CodingKey { case cells, note }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let cells = try container.decodeIfPresent(Ordered.self, forKey: .cells)
      note = try container.decode(String.self, forKey: .note)
      sum = cells?.sum ?? 0
    }
  }

  /// A list beside a map knows nothing of its keys, so it is as empty as the map.
  @Test(arguments: [
    (#"{"cells": {"a": "x"}, "note": 7}"#, ["/cells/a", "/note"]),
    (#"{"cells": 7, "note": "n"}"#, ["/cells"]),
  ])
  func listBesideAMadeUpMapIsEmpty(text: String, pointers: [String]) throws {
    #expect(try report(Sheet.self, text).issues.map(\.pointer.description) == pointers)
    var strict = StrictDecoder()
    strict.exploration = .inProcess
    let cells = strict.check([Wrapper].self, in: try document(#"[{"cells": 1}, {"cells": {}}]"#))
    #expect(cells.issues.map(\.pointer.description) == ["/0/cells"])
  }

  /// Hands a made-up value on to code that uses it.
  struct Wrapper: Decodable {
    let cells: Ordered
    let sum: Int

    enum CodingKeys: String, CodingKey { case cells }

    init(from decoder: any Decoder) throws {
      cells = try decoder.container(keyedBy: CodingKeys.self).decode(Ordered.self, forKey: .cells)
      sum = cells.sum
    }
  }
}

extension Optional<Int> {
  fileprivate var unsafelyUnwrappedOrTrap: Int {
    guard let self else { fatalError("no value for a key") }
    return self
  }
}
