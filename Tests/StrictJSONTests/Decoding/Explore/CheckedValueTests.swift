import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// Initialisers that check a value, question its presence, or ask for it under another key.
@Suite(.computing) struct CheckedValueTests {
  /// Only texts of a certain form are accepted.
  struct Signup: Decodable {
    let email: String
    let country: String
    let age: Int

    enum CodingKeys: CodingKey { case email, country, age }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      email = try container.decode(String.self, forKey: .email)
      guard email.contains("@") else {
        throw DecodingError.dataCorruptedError(
          forKey: .email, in: container, debugDescription: "no address")
      }
      country = try container.decode(String.self, forKey: .country)
      guard country.count == 2 else {
        throw DecodingError.dataCorruptedError(
          forKey: .country, in: container, debugDescription: "no country")
      }
      age = try container.decode(Int.self, forKey: .age)
    }
  }

  @Test(arguments: [
    (#"{"email": "x", "country": 7, "age": "y"}"#, ["/email", "/country", "/age"]),
    // What code says of a value behind a stand-in may be due to that.
    (#"{"email": 7, "country": "x", "age": "y"}"#, ["/email", "/age"]),
    (#"{"email": null, "country": "US", "age": "y"}"#, ["/email", "/age"]),
    (#"{"email": "a@b", "country": "", "age": "y"}"#, ["/country", "/age"]),
  ])
  func refusedTextIsFollowedByOneThatIsAccepted(text: String, pointers: [String]) throws {
    for text in [text, "[\(text)]"] {
      let report =
        text.hasPrefix("[") ? try report([Signup].self, text) : try report(Signup.self, text)
      let prefix = text.hasPrefix("[") ? "/0" : ""
      #expect(report.issues.map(\.pointer.description) == pointers.map { prefix + $0 })
    }
  }

  /// Code that asks whether a member is there is ready for its absence.
  struct Shop: Decodable {
    let site: URL?
    let logo: URL?
    let name: String

    enum CodingKeys: CodingKey { case site, logo, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func link(_ key: CodingKeys) throws -> URL? {
        guard container.contains(key) else { return nil }
        // A made-up text would end the process here.
        guard let link = URL(string: try container.decode(String.self, forKey: key)),
          link.scheme != nil
        else { fatalError("no link") }
        return link
      }
      site = try link(.site)
      logo = try link(.logo)
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func questionedMemberMayBeAbsent() throws {
    let report = try report(Shop.self, #"{"site": 7, "logo": "a:b", "name": 7}"#)
    #expect(report.issues.map(\.pointer.description) == ["/site", "/name"])
    #expect(report.unexplored.isEmpty)
  }

  /// What is asked for in place of an absent member need not be there.
  struct Page: Decodable {
    let link: String
    let count: Int

    enum CodingKeys: CodingKey { case link, links, count }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.links) {
        link = try container.decode([String].self, forKey: .links).joined()
      } else {
        link = try container.decode(String.self, forKey: .link)
      }
      count = try container.decode(Int.self, forKey: .count)
    }
  }

  @Test func whatAbsenceAsksForIsNoProblem() throws {
    let report = try report(Page.self, #"{"links": 7, "count": "x"}"#)
    #expect(report.issues.map(\.pointer.description) == ["/links", "/count"])
    #expect(report.unexplored.map(\.pointer.description) == [""])
  }

  /// A second key for the same property.
  struct Entry: Decodable {
    let name: String
    let at: Date
    let score: Int

    enum CodingKeys: CodingKey { case name, title, at, date, score }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        name = try container.decode(String.self, forKey: .name)
      } catch {
        name = try container.decode(String.self, forKey: .title)
      }
      at =
        try container.decodeIfPresent(Date.self, forKey: .at)
        ?? container.decode(Date.self, forKey: .date)
      score = try container.decode(Int.self, forKey: .score)
    }
  }

  @Test(arguments: [
    (#"{"name": 7, "at": 1, "score": "x"}"#, ["/title", "/score"]),
    (#"{"name": "n", "score": "x"}"#, ["/date", "/score"]),
    (#"{"title": 7, "at": 1, "score": "x"}"#, ["/title", "/score"]),
  ])
  func secondKeyIsFollowed(text: String, pointers: [String]) throws {
    let report = try report(Entry.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
  }

  @Test func bothKeysAreNamed() throws {
    let report = try report(Entry.self, #"{"name": 7, "at": 1, "score": 1}"#)
    #expect(
      report.issues.map(\.message) == [
        #"the key "title" is missing; /name: expected a string, found the number 7"#
      ])
  }

  /// A list of which another one is made is shorter without its broken elements, and none is made up.
  struct Names: Decodable {
    let names: Set<String>
    let ids: [Int]

    struct Item: Decodable { let id: String }
    enum CodingKeys: CodingKey { case names, ids }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      ids = try container.decode([Item].self, forKey: .ids).map { item in
        guard let id = Int(item.id.dropFirst(3)) else { fatalError("no number") }
        return id
      }
      names = Set(try container.decode([String].self, forKey: .names).map { $0.lowercased() })
    }
  }

  @Test func restOfAListStandsInForIt() throws {
    let text = #"{"ids": [{"id": "id-1"}, {"id": 2}, {}], "names": ["A", 7]}"#
    let report = try report(Names.self, text)
    #expect(
      report.issues.map(\.pointer.description) == ["/ids/1/id", "/ids/2/id", "/names/1"])
    #expect(report.unexplored.isEmpty)
  }

  /// The kind of a record is checked behind its id, as in generated code.
  struct App: Decodable {
    let id: String
    let name: String

    enum CodingKeys: CodingKey { case id, type, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      if try container.decode(String.self, forKey: .type) != "apps" {
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container, debugDescription: "not apps")
      }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  struct Apps: Decodable { let data: [App] }

  /// A value that code refuses behind a stand-in is told where the code names it, and cannot compare the two.
  @Test func realValueThatIsRefusedBehindAnotherProblemIsTold() throws {
    let report = try report(Apps.self, #"{"data": [{"id": 1, "type": "x", "name": "n"}]}"#)
    #expect(
      report.issues.map(\.pointer.description) == ["/data/0/id", "/data/0/type"], "\(report)")
    #expect(!report.unexplored.isEmpty)
  }

  struct Range: Decodable {
    let first: Int
    let last: Int

    enum CodingKeys: CodingKey { case first, last }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      first = try container.decode(Int.self, forKey: .first)
      last = try container.decode(Int.self, forKey: .last)
      guard last > first + 7 else {
        throw DecodingError.dataCorruptedError(
          forKey: .last, in: container, debugDescription: "too short")
      }
    }
  }

  @Test func comparisonWithAStandInIsNotTold() throws {
    let report = try report(Range.self, #"{"first": "x", "last": 5}"#)
    #expect(report.issues.map(\.pointer.description) == ["/first"], "\(report)")
  }

  /// Accepts one version, and says which one.
  struct Answer: Decodable {
    let version: String
    let id: Int

    enum CodingKeys: CodingKey { case version, id }
    struct Invalid: Error { let message: String }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(String.self, forKey: .version)
      guard version == "2.0" else {
        throw Invalid(message: #"expected "2.0""#)
      }
      id = try container.decode(Int.self, forKey: .id)
    }
  }

  /// What the error of the code says it expects stands in for the value.
  @Test(arguments: [
    (#"{"id": "x"}"#, ["/version", "/id"]), (#"{"version": 2, "id": "x"}"#, ["/version", "/id"]),
    (#"{"version": "1.0", "id": "x"}"#, ["", "/id"]),
  ])
  func expectedWordStandsIn(text: String, pointers: [String]) throws {
    let report = try report(Answer.self, text)
    #expect(Set(report.issues.map(\.pointer.description)) == Set(pointers), "\(report)")
  }

  /// Catches the failure of a request, and compares what it got.
  struct Article: Decodable {
    let id: Int

    enum CodingKeys: CodingKey { case type, id }
    struct Invalid: Error { let message: String }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let type: String
      do {
        type = try container.decode(String.self, forKey: .type)
      } catch {
        throw Invalid(message: "no type: \(error)")
      }
      guard type == "article" else { throw Invalid(message: type) }
      id = try container.decode(Int.self, forKey: .id)
    }
  }

  /// Another error behind a stand-in says that the request was the reason of the first one.
  @Test func requestIsTheReasonOfAnErrorThatIsAnotherOneWithAStandIn() throws {
    let report = try report(Article.self, #"{"type": false, "id": "x"}"#)
    #expect(report.issues.map(\.pointer.description) == ["/type"], "\(report)")
    #expect(!report.unexplored.isEmpty)
  }

  /// Says what it read in an error that has another reason.
  struct Sheet: Decodable {
    let title: String
    let count: Int

    enum CodingKeys: CodingKey { case title, count }
    struct Invalid: Error { let message: String }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decode(Int.self, forKey: .count)
      title = (try? container.decode(String.self, forKey: .title)) ?? "untitled"
      guard count > 0 else { throw Invalid(message: "\(title): no count") }
    }
  }

  @Test func errorThatRepeatsAStandInHasAnotherReason() throws {
    let report = try report(Sheet.self, #"{"title": 5, "count": -1}"#)
    #expect(
      report.issues.filter(\.kind.stopsDecoding).map(\.pointer.description) == [""], "\(report)")
  }
}
