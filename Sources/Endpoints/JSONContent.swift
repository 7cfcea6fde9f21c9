import Foundation

/// The content of a request as JSON in which one value can be set: all other bytes stay as they are.
///
///     {"query": {}, "options": {"limit": 2}}             /options/page to 2
///     {"query": {}, "options": {"limit": 2,"page":2}}
struct JSONContent {
  private let bytes: [UInt8]

  /// Takes bytes; nil where they are no JSON in UTF-8.
  init?(_ bytes: [UInt8]) {
    // Foundation reads UTF-16 and UTF-32, too, in which each text has a zero byte or a mark in front.
    guard let first = bytes.first, first < 0x80, !bytes.contains(0), PageValue(bytes) != nil else {
      return nil
    }
    // From here on the grammar holds, and nothing has to be checked twice.
    self.bytes = bytes
  }

  /// The bytes with a text or a number at a JSON Pointer through objects, which are made where they are
  /// missing; nil where something else is in the way.
  func setting(_ pointer: String, to value: PageValue) -> [UInt8]? {
    var tokens = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { $0.replacing("~1", with: "/").replacing("~0", with: "~") }
      .map { String($0) }[...]
    guard !tokens.isEmpty, var text = Self.literal(value) else { return nil }
    var place = skippingSpace(0)
    while let token = tokens.first {
      guard bytes[place] == UInt8(ascii: "{") else { return nil }
      let members = members(of: place)
      tokens.removeFirst()
      if let member = members.list.last(where: { $0.name == token }) {
        guard tokens.isEmpty else {
          place = member.value.lowerBound
          continue
        }
        return bytes[..<member.value.lowerBound] + text + bytes[member.value.upperBound...]
      }
      for inner in tokens.reversed() {
        guard let name = Self.literal(.text(inner)) else { return nil }
        text = [UInt8(ascii: "{")] + name + [UInt8(ascii: ":")] + text + [UInt8(ascii: "}")]
      }
      guard let name = Self.literal(.text(token)) else { return nil }
      let comma = members.list.isEmpty ? [] : [UInt8(ascii: ",")]
      return bytes[..<members.end] + comma + name + [UInt8(ascii: ":")] + text
        + bytes[members.end...]
    }
    return nil
  }

  private struct Member {
    let name: String
    let value: Range<Int>
  }

  /// The members of an object, and the place behind the last one.
  private func members(of object: Int) -> (list: [Member], end: Int) {
    var list: [Member] = []
    var end = object + 1
    var index = skippingSpace(end)
    while bytes[index] != UInt8(ascii: "}") {
      let nameEnd = endOfValue(index)
      let name = try? JSONDecoder().decode(String.self, from: Data(bytes[index..<nameEnd]))
      let start = skippingSpace(skippingSpace(nameEnd) + 1)
      end = endOfValue(start)
      list.append(Member(name: name ?? "", value: start..<end))
      index = skippingSpace(end)
      if bytes[index] == UInt8(ascii: ",") { index = skippingSpace(index + 1) }
    }
    return (list, end)
  }

  private func skippingSpace(_ start: Int) -> Int {
    var index = start
    while [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index
  }

  /// The place behind a value: behind its last bracket or quotation mark, or in front of what ends a word.
  private func endOfValue(_ start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        while bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 0 { return index + 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return index
  }

  private static func literal(_ value: PageValue) -> [UInt8]? {
    switch value {
    case .number(let text): Array(text.utf8)
    case .text(let text): (try? JSONEncoder().encode(text)).map { Array($0) }
    case .null, .list, .object: nil
    }
  }
}
