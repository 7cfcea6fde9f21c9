import Foundation

/// What a page says about the next one: a small view of its JSON.
///
/// Only `Foundation` reads it: the module knows no other JSON, and a page is read once.
enum PageValue: Decodable {
  case null
  case text(String)
  case number(String)
  case list(count: Int)
  case object([String: PageValue])

  /// Reads a body; nil where it is no JSON.
  init?(_ body: [UInt8]) {
    guard let value = try? JSONDecoder().decode(PageValue.self, from: Data(body)) else {
      return nil
    }
    self = value
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var members: [String: PageValue] = [:]
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(PageValue.self, forKey: key)
      }
      self = .object(members)
    } else if let container = try? decoder.unkeyedContainer() {
      self = .list(count: container.count ?? 0)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let truth = try? container.decode(Bool.self) {
        self = truth ? .text("true") : .null
      } else if let number = try? container.decode(Int.self) {
        self = .number(String(number))
      } else if let number = try? container.decode(Double.self) {
        self = .number(String(number))
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  /// The value at a JSON Pointer (RFC 6901) through objects; nil where there is none.
  subscript(pointer: String) -> PageValue? {
    var value = self
    for token in pointer.split(separator: "/") {
      let name = token.replacing("~1", with: "/").replacing("~0", with: "~")
      guard case .object(let members) = value, let member = members[String(name)] else {
        return nil
      }
      value = member
    }
    return value
  }

  /// The text of a string or a number that is not empty.
  var text: String? {
    switch self {
    case .text(let text), .number(let text): text.isEmpty ? nil : text
    case .null, .list, .object: nil
    }
  }

  /// Whether a list in the value, two levels down at most, has an element.
  var hasItems: Bool {
    switch self {
    case .null, .text, .number: false
    case .list(let count): count > 0
    case .object(let members):
      members.values.contains { value in
        switch value {
        case .null, .text, .number: false
        case .list(let count): count > 0
        case .object(let inner):
          inner.values.contains { if case .list(let count) = $0 { count > 0 } else { false } }
        }
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
