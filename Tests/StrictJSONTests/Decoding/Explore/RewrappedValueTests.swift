import Foundation
import Testing

@testable import StrictJSON

/// Values that code puts into a property in another wrapping, and lists of which it makes something else.
@Suite struct RewrappedValueTests {
  /// What a struct around one text holds goes straight to the property of its type.
  struct Target: Decodable {
    struct Text: Decodable {
      let text: String
      enum CodingKeys: String, CodingKey { case text = "_value" }

      init(from decoder: any Decoder) throws {
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
      }
    }
    let name: String?
    let title: String
    let tests: [Int]
    let status: Bool

    enum CodingKeys: CodingKey { case name, title, tests, status }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decodeIfPresent(Text.self, forKey: .name)?.text
      title = try container.decode(Text.self, forKey: .title).text
      tests = try container.decode([Int].self, forKey: .tests)
      let status = try container.decode(Text.self, forKey: .status).text
      guard status == "ok" || status == "failed" else {
        throw DecodingError.dataCorruptedError(
          forKey: .status, in: container, debugDescription: "no status")
      }
      self.status = status == "ok"
    }
  }

  @Test(arguments: [
    (
      #"{"name": 3, "title": 7, "tests": 5, "status": {"_value": "ok"}}"#,
      ["/name", "/title", "/tests"]
    ),
    (
      #"{"title": {"_value": 7}, "tests": 5, "status": {"_value": "ok"}}"#,
      ["/title/_value", "/tests"]
    ),
    (#"{"title": {"_value": "a"}, "tests": [], "status": {"_value": "?"}}"#, ["/status"]),
    // A text that code compares is made up nowhere.
    (#"{"title": {"_value": "a"}, "status": 5, "tests": 7}"#, ["/tests", "/status"]),
  ])
  func whatAStructHoldsGoesToThePropertyOfItsType(text: String, pointers: [String]) throws {
    let report = StrictDecoder().check(Target.self, in: try JSONDocument(Array(text.utf8)))
    #expect(Set(report.issues.map(\.pointer.description)) == Set(pointers))
  }

  struct Item: Decodable { let n: Int }

  /// What is read for a case of a property goes into it, whatever it is.
  struct Envelope: Decodable {
    enum Payload {
      case item(Item)
      case text(String)
    }
    let type: Int
    let data: Payload?
    let token: String

    enum CodingKeys: CodingKey { case type, data, token }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      type = try container.decode(Int.self, forKey: .type)
      switch type {
      case 1: data = .item(try container.decode(Item.self, forKey: .data))
      case 2: data = .text(try container.decode(String.self, forKey: .data))
      default: data = nil
      }
      token = try container.decode(String.self, forKey: .token)
    }
  }

  @Test(arguments: [
    (#"{"type": 1, "data": {"n": "x"}, "token": 7}"#, ["/data/n", "/token"]),
    (#"{"type": 2, "data": [], "token": 7}"#, ["/data", "/token"]),
    (#"{"type": 3, "data": [], "token": "a"}"#, []),
  ])
  func valueOfACaseIsNoReasonToStop(text: String, pointers: [String]) throws {
    let report = StrictDecoder().check(Envelope.self, in: try JSONDocument(Array(text.utf8)))
    #expect(report.issues.map(\.pointer.description) == pointers)
  }

  /// A list that is made of two others, one of which is broken, is made of no made-up one: it would have too few elements.
  struct Sums: Decodable {
    let first: [Int]
    let second: [Int]
    let sums: [Int]

    enum CodingKeys: CodingKey { case first, second }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let first = try container.decode([Int].self, forKey: .first)
      let second = try container.decode([Int].self, forKey: .second)
      sums = first.indices.map { first[$0] + second[$0] }
      (self.first, self.second) = (first, second)
    }
  }

  @Test func listsThatCodeComputesWithAreNotMadeUp() throws {
    let document = try JSONDocument(Array(#"{"first": [1, 2], "second": null}"#.utf8))
    let report = StrictDecoder().check(Sums.self, in: document)
    #expect(report.issues.map(\.pointer.description) == ["/second"])
  }

  /// A call of two to three elements, each of another type.
  struct Anything: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Bool.self)) == nil, (try? container.decode(Double.self)) == nil {
        _ = try container.decode(String.self)
      }
    }
  }
  struct Call: Decodable {
    let code: Int
    let arguments: [Anything]
    let named: [String: Anything]

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      code = try container.decode(Int.self)
      arguments = try container.decodeIfPresent([Anything].self) ?? []
      named = try container.decodeIfPresent([String: Anything].self) ?? [:]
    }
  }

  /// `decodeIfPresent` asks an array for its end, and is no loop over it.
  @Test(arguments: [
    (#"[[48, "x", {"x": "y"}], [48]]"#, ["/0/1"]),
    (#"[[48, ["a"], "y"], [48, null, {"x": []}]]"#, ["/0/2", "/1/2/x"]),
    (#"[[48, [], {}], [48, [], {}]]"#, []),
  ])
  func elementsOfSeveralTypesAreNotWalked(text: String, pointers: [String]) throws {
    let report = StrictDecoder().check([Call].self, in: try JSONDocument(Array(text.utf8)))
    #expect(report.issues.map(\.pointer.description) == pointers)
  }
}
