import StrictJSON

/// Swift text that grows line by line.
package struct SourceText: Sendable {
  private(set) var text = ""

  /// Adds lines, each with an indentation of two spaces a level.
  mutating func add(_ lines: String..., indentation: Int = 0) {
    add(lines, indentation: indentation)
  }

  mutating func add(_ lines: [String], indentation: Int = 0) {
    for line in lines {
      text += line.isEmpty ? "\n" : String(repeating: "  ", count: indentation) + line + "\n"
    }
  }

  /// Adds a doc comment.
  mutating func document(_ lines: [String], indentation: Int = 0) {
    add(lines.map { "/// " + $0 }, indentation: indentation)
  }

  /// A string literal.
  package static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += #"\""#
      case "\\": result += #"\\"#
      case "\n": result += #"\n"#
      case "\r": result += #"\r"#
      case "\t": result += #"\t"#
      case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F:
        result.unicodeScalars.append(scalar)
      case _ where scalar.properties.isAlphabetic: result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result + "\""
  }
}
