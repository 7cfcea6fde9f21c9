import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// Objects of which a value says what else is asked for.
@Suite(.computing) struct ChosenObjectTests {
  struct Text: Decodable { let content: String }
  struct Image: Decodable { let width: Int }

  /// `kind` goes to no property, and `id` chooses nothing.
  struct Message: Decodable {
    let id: String
    let size: Int

    enum CodingKeys: CodingKey { case id, kind, text, image }
    enum Kind: String, Decodable { case text, image }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      switch try container.decode(Kind.self, forKey: .kind) {
      case .text: size = try container.decode(Text.self, forKey: .text).content.count
      case .image: size = try container.decode(Image.self, forKey: .image).width
      }
    }
  }

  /// `kind` is a property, and may choose as well as be kept.
  struct Setting: Decodable {
    let kind: String
    let text: String

    enum CodingKeys: CodingKey { case kind, value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      kind = try container.decode(String.self, forKey: .kind)
      text =
        kind == "number"
        ? "\(try container.decode(Int.self, forKey: .value))"
        : try container.decode(String.self, forKey: .value)
    }
  }

  @Test(arguments: [
    (#"{"id": 7, "kind": "image", "image": {"width": "x"}}"#, ["/id", "/image/width"]),
    (#"{"id": 7, "kind": "text", "text": {}}"#, ["/id", "/text/content"]),
    (#"{"id": 7, "kind": "none", "text": 7, "image": 7}"#, ["/id", "/kind"]),
  ])
  func realChoiceIsFollowedBehindAStandIn(text: String, pointers: [String]) throws {
    let report = try report(Message.self, text)
    #expect(report.issues.map(\.pointer.description) == pointers)
  }

  @Test func madeUpChoiceIsNot() throws {
    let report = try report(Setting.self, #"{"kind": 7, "value": 1}"#)
    #expect(report.issues.map(\.pointer.description) == ["/kind"])
    #expect(report.unexplored.map(\.pointer.description) == [""])
  }
}
