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
}
