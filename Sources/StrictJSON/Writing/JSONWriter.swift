/// Writes JSON so that the same value gives the same bytes.
public enum JSONWriter: Sendable {
  /// The widest array that stands on one line, in characters.
  private static let lineWidth = 80

  /// Writes a value over several lines: two spaces a level, a line feed at the end.
  ///
  /// An array of scalars that fits in a line stands on one line.
  public static func pretty(_ node: JSONNode) -> String {
    var text = ""
    write(node, indentation: 0, into: &text)
    text += "\n"
    return text
  }

  /// Writes a value on one line, without any white space.
  public static func compact(_ node: JSONNode) -> String {
    var text = ""
    write(node, indentation: nil, into: &text)
    return text
  }

  /// Writes a string with its quotes.
  ///
  /// Only what RFC 8259 section 7 demands is escaped: quotes, backslashes, control characters.
  public static func quoted(_ string: String) -> String {
    var text = ""
    write(string, into: &text)
    return text
  }

  /// Writes a value; without an indentation everything goes on one line.
  private static func write(_ node: JSONNode, indentation: Int?, into text: inout String) {
    switch node {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): write(string, into: &text)
    case .array(let elements):
      if let line = oneLine(elements), indentation != nil {
        text += line
        return
      }
      writeChildren(elements, "[", "]", indentation, into: &text) { element, inner, text in
        write(element, indentation: inner, into: &text)
      }
    case .object(let members):
      writeChildren(members, "{", "}", indentation, into: &text) { member, inner, text in
        write(member.key, into: &text)
        text += inner == nil ? ":" : ": "
        write(member.value, indentation: inner, into: &text)
      }
    }
  }

  private static func writeChildren<Child>(
    _ children: [Child], _ opener: String, _ closer: String, _ indentation: Int?,
    into text: inout String, write: (Child, Int?, inout String) -> Void
  ) {
    text += opener
    for (position, child) in children.enumerated() {
      if position > 0 { text += "," }
      if let indentation { text += "\n" + String(repeating: "  ", count: indentation + 1) }
      write(child, indentation.map { $0 + 1 }, &text)
    }
    if let indentation, !children.isEmpty {
      text += "\n" + String(repeating: "  ", count: indentation)
    }
    text += closer
  }

  /// Returns an array of scalars on one line; nil where it does not fit or holds a container.
  private static func oneLine(_ elements: [JSONNode]) -> String? {
    var parts: [String] = []
    for element in elements {
      switch element {
      case .array, .object: return nil
      case .null, .bool, .number, .string: parts.append(compact(element))
      }
    }
    let line = "[" + parts.joined(separator: ", ") + "]"
    return line.count <= lineWidth ? line : nil
  }

  private static func write(_ string: String, into text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
