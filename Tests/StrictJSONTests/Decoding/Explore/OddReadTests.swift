import Foundation
import StrictJSON
import Testing

/// Initialisers in which one request does not go straight to a property, among others that do.
@Suite struct OddReadTests {
  /// Most hand-written initialisers have one odd read among plain ones; it gets the real value.
  @Test(arguments: [
    (#"{"id": "a", "day": "2020-01-01", "size": "b"}"#, ["/id", "/size"]),
    (#"{"id": "a", "day": "", "size": "b"}"#, ["/id", "/size"]),
    (#"{"id": "a", "size": "b"}"#, ["/id", "/size"]),
    (#"{"id": 1, "day": 7, "size": "b"}"#, ["/day", "/size"]),
    (#"{"id": "a", "day": 7, "size": "b"}"#, ["/id", "/day", "/size"]),
  ])
  func oddReadLosesNoProblemOfOthers(_ text: String, _ pointers: [String]) throws {
    struct Ticket: Decodable {
      var id: Int
      var day: Date?
      var size: Int

      enum CodingKeys: CodingKey { case id, day, size }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        let text = try container.decodeIfPresent(String.self, forKey: .day)
        day = (text ?? "").isEmpty ? nil : Date(timeIntervalSince1970: 0)
        size = try container.decode(Int.self, forKey: .size)
      }
    }
    let report = try report(Ticket.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.unexplored.isEmpty)
  }

  /// What a made-up text chooses to read is no problem of the document.
  @Test(arguments: [#"{"type": 7, "content": {"title": "t"}, "count": "x"}"#])
  func oddReadBehindAMadeUpChoiceIsNotTold(_ text: String) throws {
    struct Movie: Decodable { var title: String }
    struct Show: Decodable { var seasons: Int }
    struct Entry: Decodable {
      var type: String
      var content: String
      var count: Int

      enum CodingKeys: CodingKey { case type, content, count }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        if type == "movie" {
          content = try container.decode(Movie.self, forKey: .content).title
        } else {
          content = "\(try container.decode(Show.self, forKey: .content).seasons)"
        }
        count = try container.decode(Int.self, forKey: .count)
      }
    }
    let report = try report(Entry.self, text)
    #expect(report.issues.map(\.pointer.description) == ["/type"])
    #expect(report.unexplored.map(\.type) == ["Entry"])
  }

  /// A key that the real object does not have is not left out because of a made-up value.
  @Test(arguments: [
    (#"{"id": "a", "name": 2}"#, ["/id", "/name"]),
    (#"{"id": "a", "name": 2, "old": null}"#, ["/id", "/name"]),
    (#"{"id": "a", "name": 2, "old": "x"}"#, ["/id", "/name"]),
    // `kind` is there and is not asked for: the code may have chosen its way, on which a name is a name, too.
    (#"{"id": "a", "name": 2, "kind": "x"}"#, ["/id", "/name"]),
    (#"{"id": "a", "kind": "x"}"#, ["/id"]),
  ])
  func keyThatIsNotThereIsNoBranch(_ text: String, _ pointers: [String]) throws {
    struct Record: Decodable {
      var id: Int
      var old: String?
      var none: String?
      var name: String

      enum CodingKeys: CodingKey { case id, old, none, name, kind, title }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        old =
          if container.contains(.old), try !container.decodeNil(forKey: .old) {
            try container.decode(String.self, forKey: .old)
          } else { nil }
        none = container.contains(.none) ? try container.decode(String.self, forKey: .none) : nil
        name =
          try container.decodeIfPresent(String.self, forKey: .name)
          ?? container.decode(String.self, forKey: .title)
      }
    }
    let report = try report(Record.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
    #expect(report.unexplored.isEmpty == !text.contains("kind"))
  }
}
