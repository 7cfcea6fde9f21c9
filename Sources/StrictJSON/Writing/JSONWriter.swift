/// Writes JSON so that the same value gives the same bytes.
public enum JSONWriter: Sendable {
  /// The widest array that is on one line, in characters.
  static let lineWidth = 80

  /// Writes a value over several lines: two spaces a level, a line feed at the end.
  ///
  /// An array of scalars that fits in a line is on one line.
  public static func pretty(_ node: JSONNode) -> String {
    var text: [UInt8] = []
    write(node, indentation: 0, into: &text)
    text.append(UInt8(ascii: "\n"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes a value as a part of a text that is written piece by piece, without a line feed at the end.
  ///
  /// `indentation` is the number of levels that the value lies in.
  package static func pretty(_ node: JSONNode, indentation: Int) -> String {
    var text: [UInt8] = []
    write(node, indentation: indentation, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes a value on one line, without any white space.
  public static func compact(_ node: JSONNode) -> String {
    String(decoding: compactBytes(node), as: UTF8.self)
  }

  /// The same as UTF-8.
  package static func compactBytes(_ node: JSONNode) -> [UInt8] {
    var text: [UInt8] = []
    write(node, indentation: nil, into: &text)
    return text
  }

  /// Writes a string with its quotes.
  ///
  /// Only what RFC 8259 section 7 demands is escaped: quotes, backslashes, control characters.
  public static func quoted(_ string: String) -> String {
    var text: [UInt8] = []
    write(string, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes a value; without an indentation everything goes on one line.
  private static func write(_ node: JSONNode, indentation: Int?, into text: inout [UInt8]) {
    switch node {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .number(let number): text += number.utf8
    case .string(let string): write(string, into: &text)
    case .array(let elements):
      if indentation != nil, let line = oneLine(elements) {
        text += line
        return
      }
      text.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        startChild(position, indentation, into: &text)
        write(element, indentation: indentation.map { $0 + 1 }, into: &text)
      }
      close(UInt8(ascii: "]"), isEmpty: elements.isEmpty, indentation, into: &text)
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (position, member) in members.enumerated() {
        startChild(position, indentation, into: &text)
        write(member.key, into: &text)
        text.append(UInt8(ascii: ":"))
        if indentation != nil { text.append(UInt8(ascii: " ")) }
        write(member.value, indentation: indentation.map { $0 + 1 }, into: &text)
      }
      close(UInt8(ascii: "}"), isEmpty: members.isEmpty, indentation, into: &text)
    }
  }

  private static func startChild(_ position: Int, _ indentation: Int?, into text: inout [UInt8]) {
    if position > 0 { text.append(UInt8(ascii: ",")) }
    if let indentation { startLine(indentation + 1, into: &text) }
  }

  private static func close(
    _ closer: UInt8, isEmpty: Bool, _ indentation: Int?, into text: inout [UInt8]
  ) {
    if let indentation, !isEmpty { startLine(indentation, into: &text) }
    text.append(closer)
  }

  private static func startLine(_ indentation: Int, into text: inout [UInt8]) {
    text.append(UInt8(ascii: "\n"))
    text.append(spaces: 2 * indentation)
  }

  /// Returns an array of scalars on one line; nil where it does not fit or holds a container.
  private static func oneLine(_ elements: [JSONNode]) -> [UInt8]? {
    var line: [UInt8] = [UInt8(ascii: "[")]
    for (position, element) in elements.enumerated() {
      switch element {
      case .array, .object: return nil
      case .null, .bool, .number, .string:
        if position > 0 { line += ", ".utf8 }
        write(element, indentation: nil, into: &line)
      }
    }
    line.append(UInt8(ascii: "]"))
    // A character is a byte at least.
    return line.count <= lineWidth || String(decoding: line, as: UTF8.self).count <= lineWidth
      ? line : nil
  }

  private static func write(_ string: String, into text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    // Nearly all strings are plain to their end, and are copied as they are.
    let start = text.count
    text += string.utf8
    let plain = ByteWord.endOfPlainText(in: text.span, from: start)
    let rest = Array(text[plain...])
    text.removeLast(rest.count)
    for byte in rest {
      switch byte {
      case UInt8(ascii: "\""): text += "\\\"".utf8
      case UInt8(ascii: "\\"): text += "\\\\".utf8
      case UInt8(ascii: "\n"): text += "\\n".utf8
      case UInt8(ascii: "\r"): text += "\\r".utf8
      case UInt8(ascii: "\t"): text += "\\t".utf8
      case 0x00..<0x20:
        let digits = String(byte, radix: 16)
        text += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
