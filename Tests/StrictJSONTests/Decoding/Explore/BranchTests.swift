import Foundation
import StrictJSON
import Testing

/// Initialisers that choose their way by a value, where that value is what is wrong.
@Suite struct BranchTests {
  /// Records in a list, of which a member says what the others are.
  private struct Layers: Decodable {
    enum Kind: String, Decodable { case text, image }
    enum Key: String, CodingKey { case kind, flag, type, text, source, value }
    var layers: [String] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        let layer = try container.nestedContainer(keyedBy: Key.self)
        if layer.contains(.kind) {
          switch try layer.decode(Kind.self, forKey: .kind) {
          case .text: layers.append(try layer.decode(String.self, forKey: .text))
          case .image: layers.append(try layer.decode(String.self, forKey: .source))
          }
        } else if layer.contains(.flag) {
          layers.append(
            try layer.decode(Bool.self, forKey: .flag)
              ? "\(try layer.decode(Int.self, forKey: .value))"
              : try layer.decode(String.self, forKey: .value))
        } else if try layer.decode(String.self, forKey: .type) == "text" {
          layers.append(try layer.decode(String.self, forKey: .text))
        } else {
          layers.append(try layer.decode(String.self, forKey: .source))
        }
      }
    }
  }

  private static let kinds = String(repeating: #"{"kind": "text", "text": "x"}, "#, count: 3)
  private static let types = String(repeating: #"{"type": "text", "text": "x"}, "#, count: 3)

  /// What another record has at the same place is not what the broken one must have.
  @Test(arguments: [
    (#"[{"flag": true, "value": 1}, {"flag": null, "value": "x"}]"#, "/1/flag"),
    (#"[\#(kinds){"kind": "image", "source": "b"}, {"kind": "imgae", "source": "a"}]"#, "/4/kind"),
    (#"[\#(types){"type": "image", "source": "b"}, {"type": 1, "source": "a"}]"#, "/4/type"),
  ])
  func sampleChoosesNoBranch(_ text: String, _ pointer: String) throws {
    let report = try report(Layers.self, text)
    #expect(report.issues.map(\.pointer.description) == [pointer])
    #expect(Set(report.unexplored.map(\.type)) == ["Layers"])
  }

  /// All members are asked for on each way, but not in the same manner.
  private struct Order: Decodable {
    struct Item: Decodable { var id: Int }
    var phone: String?
    var email: String?
    var unit: String
    var amount: Int
    var items: [Item]
    var reason: String?
    var total: Int
    var first: String?

    enum CodingKeys: CodingKey { case phone, email, unit, amount, items, reason, total, first }

    init(from decoder: any Decoder) throws {
      let order = try decoder.container(keyedBy: CodingKeys.self)
      phone = try order.decodeIfPresent(String.self, forKey: .phone)
      email =
        phone == nil
        ? try order.decode(String.self, forKey: .email)
        : try order.decodeIfPresent(String.self, forKey: .email)
      unit = try order.decode(String.self, forKey: .unit)
      amount =
        unit == "EUR"
        ? Int(try order.decode(Double.self, forKey: .amount) * 100)
        : try order.decode(Int.self, forKey: .amount)
      items = try order.decode([Item].self, forKey: .items)
      reason =
        items.isEmpty
        ? try order.decode(String.self, forKey: .reason)
        : try order.decodeIfPresent(String.self, forKey: .reason)
      total = try order.decode(Int.self, forKey: .total)
      first =
        total > 0
        ? try order.decode(String.self, forKey: .first)
        : try order.decodeIfPresent(String.self, forKey: .first)
    }
  }

  private static let sound = [
    "phone": #""1""#, "unit": #""EUR""#, "amount": "1.5", "items": #"[{"id": 1}]"#, "total": "0",
  ]

  @Test(arguments: [
    (["phone": "49"], ["phone"]), (["unit": "null"], ["unit"]), (["items": "7"], ["items"]),
    (["total": #""0""#], ["total"]), (["phone": "49", "email": "7"], ["email", "phone"]),
    (["unit": "7", "total": #""0""#], ["total", "unit"]),
    (["items": "7", "reason": "7"], ["items", "reason"]),
  ])
  func placeholderChoosesNoDemand(_ broken: [String: String], _ pointers: [String]) throws {
    func record(_ members: [String: String]) -> String {
      "{\(members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }
    let text = [Self.sound, Self.sound.merging(broken) { $1 }].map(record)
    let report = try report([Order].self, "[\(text.joined(separator: ", "))]")
    #expect(report.issues.compactMap(\.pointer.tokens.last).sorted() == pointers)
    #expect(report.issues.allSatisfy { $0.pointer.tokens.first == "1" })
  }

  /// Records of two versions of a format: each property is asked for once, but by another key.
  private struct Page: Decodable {
    enum CodingKeys: String, CodingKey { case version, body, content, extra }
    var version: Int
    var body: String
    var extra: Int?

    init(from decoder: any Decoder) throws {
      let page = try decoder.container(keyedBy: CodingKeys.self)
      version = try page.decode(Int.self, forKey: .version)
      body = try page.decode(String.self, forKey: version >= 2 ? .content : .body)
      extra = try page.decodeIfPresent(Int.self, forKey: .extra)
    }
  }

  @Test func keyThatIsLeftOutMayBeOfAnotherWay() throws {
    let text = #"""
      [{"version": 1, "body": "a"}, {"version": 2, "content": "b"},
      {"version": "2", "extra": "d"}]
      """#
    let report = try report([Page].self, text)
    #expect(report.issues.map(\.pointer.description) == ["/2/version"])
    #expect(report.unexplored.map(\.type) == ["Page"])
  }

  /// That all keys were asked for in one element says nothing of the next one.
  @Test func restOfAListIsDeclared() throws {
    struct Rows: Decodable {
      enum Key: CodingKey { case format, rows }
      enum RowKey: CodingKey { case id }
      var format: String
      var rows: [Int] = []

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        format = try container.decode(String.self, forKey: .format)
        var list = try container.nestedUnkeyedContainer(forKey: .rows)
        while !list.isAtEnd {
          let row = try list.nestedContainer(keyedBy: RowKey.self)
          rows.append(try row.decode(Int.self, forKey: .id))
        }
      }
    }
    let report = try report(Rows.self, #"{"format": 1, "rows": [{"id": 1}, 7, {"id": "x"}]}"#)
    #expect(report.issues.map(\.pointer.description) == ["/format", "/rows/1"])
    #expect(report.unexplored.map(\.type) == ["Rows"])
  }

  private class Shape: Decodable {
    enum Key: CodingKey { case id }
    let id: String

    required init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .id)
    }
  }

  private class Box: Shape {
    enum BoxKey: CodingKey { case width, base }
    let width: Double

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: BoxKey.self)
      width = try container.decode(Double.self, forKey: .width)
      try super.init(from: container.superDecoder(forKey: .base))
    }
  }

  private final class Label: Box {
    struct Text: Decodable { var size: Int }
    enum LabelKey: CodingKey { case text }
    let text: Text

    required init(from decoder: any Decoder) throws {
      text = try decoder.container(keyedBy: LabelKey.self).decode(Text.self, forKey: .text)
      try super.init(from: decoder)
    }
  }

  /// A case leads to the type that reads the rest.
  private struct Drawn: Decodable {
    enum Kind: String, Decodable {
      case box, label

      var type: Shape.Type { self == .box ? Box.self : Label.self }
    }
    enum Key: String, CodingKey { case kind = "class" }
    let shape: Shape

    init(from decoder: any Decoder) throws {
      let kind = try decoder.container(keyedBy: Key.self).decode(Kind.self, forKey: .kind)
      shape = try kind.type.init(from: decoder)
    }
  }

  /// The way that runs to its end leaves a member that another way reads.
  @Test(arguments: [StrictDecoder.Exploration.inProcess, .inChild])
  func wayThatLeavesAMemberIsNotAll(exploration: StrictDecoder.Exploration) throws {
    var decoder = StrictDecoder()
    decoder.exploration = exploration
    let report = decoder.check(
      [Drawn].self,
      in: try JSONDocument(#"[{"width": 1, "base": {"id": "l"}, "text": {"size": "x"}}]"#))
    #expect(report.issues.map(\.pointer.description) == ["/0/class"])
    #expect(report.unexplored.map(\.type) == ["Drawn"])
  }
}
