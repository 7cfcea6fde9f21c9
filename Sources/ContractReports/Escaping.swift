import WireDates

/// Makes text of strangers safe, one function for each format.
///
/// Keys, values and error pages come from a server outside of our control. They must not move
/// the cursor of a terminal, colour it, reverse its letters, or end the syntax that they are put
/// into. Text that goes to a person is made visible first and then put into its format.
package enum Escaping: Sendable {
  /// Makes every character visible that a terminal would act on, such as `\u{1B}` for an escape.
  ///
  /// Which they are, `VisibleText` tells. A text of more than `limit` Unicode scalars is cut and ends
  /// in `…`.
  package static func terminal(_ text: String, limit: Int = .max) -> String {
    if text.utf8.count <= limit, isPlain(text.utf8) { return text }
    var result = ""
    var count = 0
    var hashes = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        result += "…"
        break
      }
      count += 1
      switch scalar {
      case "\n": result += #"\n"#
      case "\r": result += #"\r"#
      case "\t": result += #"\t"#
      case "[" where hashes >= 2:
        // The runner of GitHub Actions reads `##[…]` in any line of a log as a command.
        result += VisibleText.codePoint(scalar)
      case _ where VisibleText.isHarmless(scalar): result.unicodeScalars.append(scalar)
      default: result += VisibleText.codePoint(scalar)
      }
      hashes = scalar == "#" ? hashes + 1 : 0
    }
    return result
  }

  /// Whether a text is of printable ASCII alone, without what may begin a command.
  private static func isPlain(_ text: some Sequence<UInt8>) -> Bool {
    text.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "#") }
  }

  /// Makes sure that a line of a log is no workflow command of GitHub Actions.
  ///
  /// The runner reads a line that starts with `::`, after white space, as a command.
  static func logLine(_ line: String) -> String {
    let text = line.drop(while: \.isWhitespace)
    guard text.hasPrefix("::") else { return line }
    return line.prefix(line.count - text.count) + VisibleText.codePoint(":") + text.dropFirst()
  }

  /// Escapes the message of a workflow command.
  ///
  /// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
  static func workflowMessage(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Escapes a property of a workflow command, in which `:` and `,` have a meaning too.
  static func workflowProperty(_ text: String) -> String {
    workflowMessage(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A code span of GitHub Flavored Markdown that shows a text as it is, on one line.
  ///
  /// Inside of a code span nothing is markup, a link, or a mention of somebody. Its fence is longer than
  /// any row of backticks in the text. In a table `|` is escaped, because it ends a cell even there; elsewhere
  /// the backslash would be shown.
  ///
  /// https://github.github.com/gfm/#code-spans, https://github.github.com/gfm/#tables-extension-
  static func markdownCode(
    _ text: String, limit: Int = .max, inTable: Bool = false
  ) -> String {
    let shown =
      inTable
      ? terminal(text, limit: limit).replacing("|", with: #"\|"#) : terminal(text, limit: limit)
    guard !shown.isEmpty else { return "" }
    var longest = 0
    var row = 0
    for scalar in shown.unicodeScalars {
      row = scalar == "`" ? row + 1 : 0
      longest = max(longest, row)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // One space on each side is taken off again; without it a backtick would lengthen the fence.
    return "\(fence) \(shown) \(fence)"
  }

  /// Escapes a text for XML 1.0, inside an element or inside an attribute in double quotes.
  ///
  /// A character that XML 1.0 cannot hold at all becomes visible.
  ///
  /// https://www.w3.org/TR/xml/#charsets
  static func xml(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A reader turns these three into spaces in an attribute unless they are references.
      case "\n": result += "&#10;"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      case _ where VisibleText.isHarmless(scalar): result.unicodeScalars.append(scalar)
      default: result += VisibleText.codePoint(scalar)
      }
    }
  }

  /// Escapes a written JSON text, so that a terminal can show it.
  ///
  /// Outside of strings JSON has no such characters besides line feeds; inside of them the writer
  /// leaves those that RFC 8259 allows, and they become `\uXXXX` here. The value stays the same.
  static func json(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    // Line by line, for nearly all lines of a report have nothing to escape.
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.startIndex > text.startIndex { result += "\n" }
      result += isPlain(line) ? String(Substring(line)) : jsonLine(Substring(line))
    }
    return result
  }

  private static func jsonLine(_ text: Substring) -> String {
    var result = ""
    var hashes = 0
    for scalar in text.unicodeScalars {
      // The runner of GitHub Actions reads `##[…]` in any line of a log as a command. Outside of
      // strings JSON has no `#`, so the bracket is in one too.
      let opensCommand = scalar == "[" && hashes >= 2
      hashes = scalar == "#" ? hashes + 1 : 0
      if VisibleText.isHarmless(scalar), !opensCommand {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(Character(scalar)).utf16 {
        let digits = String(unit, radix: 16)
        result += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
