/// A path to one value of a document.
///
/// RFC 6901: https://www.rfc-editor.org/rfc/rfc6901
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// The keys and indices from the root to the value, unescaped.
  public var tokens: [String]

  /// Makes a pointer from its tokens.
  public init(tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Reads a pointer such as `/meals/0/strMeal`; nil for what is none (RFC 6901 section 3).
  public init?(_ text: String) {
    guard !text.isEmpty else {
      self.init()
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false) {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
    self.init(tokens: tokens)
  }

  /// The pointer as text, with `~` as `~0` and `/` as `~1`.
  public var description: String {
    var text = ""
    for token in tokens {
      text += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  /// Reads the pointer of a URI fragment such as `#/$defs/a%20b`; nil for what is none (RFC 6901 section 6).
  package init?(fragment: some StringProtocol) {
    guard fragment.hasPrefix("#"), let text = Self.decoded(fragment.utf8.dropFirst()) else {
      return nil
    }
    self.init(text)
  }

  /// The pointer as a URI fragment: what no fragment holds is percent-encoded (RFC 6901 section 6).
  package var fragment: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("#".utf8)
    for byte in description.utf8 {
      if Self.isOfFragment(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte stands in a fragment as it is (RFC 3986 section 3.5).
  private static func isOfFragment(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
    }
  }

  /// The bytes without percent-encoding; nil where a `%` has no two digits behind it.
  private static func decoded(_ text: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      // A sign is no digit, which the reader of numbers would take.
      guard let high = iterator.next(), let low = iterator.next(), high != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the pointer to a member of the value.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

  /// Whether it points to a member or element of the value of another pointer.
  func isMember(of other: JSONPointer) -> Bool {
    tokens.count == other.tokens.count + 1 && zip(tokens, other.tokens).allSatisfy { $0 == $1 }
  }

  /// Returns the pointer to an element of the value.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var iterator = part.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch iterator.next() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONDocument {
  /// Finds the value that a pointer names; nil where there is none (RFC 6901 section 4).
  public func value(at pointer: JSONPointer) -> JSONValue? {
    var value = root
    for token in pointer.tokens {
      let child = value.kind == .array ? Self.index(token).flatMap { value[$0] } : value[token]
      guard let child else { return nil }
      value = child
    }
    return value
  }

  /// Reads an array index: digits without a leading zero.
  private static func index(_ token: String) -> Int? {
    guard token == "0" || !token.hasPrefix("0"), token.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    return Int(token)
  }
}

extension JSONValue {
  /// The pointer from the root of the document to the value.
  public var pointer: JSONPointer {
    var tokens: [String] = []
    var container = JSONValue(storage: storage, index: 0)
    while container.index != index {
      guard let (token, child) = container.step(towards: index) else { break }
      tokens.append(token)
      container = child
    }
    return JSONPointer(tokens: tokens)
  }

  /// Finds the child that is, or holds, the value at a tape index.
  private func step(towards target: Int) -> (String, JSONValue)? {
    func holds(_ child: JSONValue) -> Bool {
      child.index <= target && target < Int(child.entry.next)
    }
    for (position, element) in elements.enumerated() where holds(element) {
      return (String(position), element)
    }
    for member in members where holds(member.value) {
      return (member.key, member.value)
    }
    return nil
  }
}
