/// Measures and cuts text in the columns that a terminal gives it.
package enum TextColumns {
  /// The number of columns of a text without control characters.
  package static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// The beginning of a text, with `…` at its end when something was cut off.
  package static func prefix(_ text: String, _ columns: Int) -> String {
    guard width(text) > columns else { return text }
    var result = ""
    var used = 1
    for scalar in text.unicodeScalars {
      used += width(scalar)
      if used > columns { break }
      result.unicodeScalars.append(scalar)
    }
    return result + "…"
  }

  /// The end of a text, with `…` in front of it when something was cut off.
  static func suffix(_ text: String, _ columns: Int) -> String {
    guard width(text) > columns else { return text }
    var kept: [Unicode.Scalar] = []
    var used = 1
    for scalar in text.unicodeScalars.reversed() {
      used += width(scalar)
      if used > columns { break }
      kept.append(scalar)
    }
    var result = "…"
    result.unicodeScalars.append(contentsOf: kept.reversed())
    return result
  }

  /// The end of a path, with `…` in front of it when steps were cut off; no name is cut but the last one.
  static func path(_ text: String, _ columns: Int) -> String {
    guard width(text) > columns else { return text }
    let end = suffix(text, columns)
    guard let start = end.dropFirst().firstIndex(where: { $0 == "." || $0 == "[" }) else {
      return end
    }
    return "…" + end[start...]
  }

  /// Breaks a text into lines at its spaces; a word that is longer than a line stays whole.
  package static func wrap(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var line: String?
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      guard let start = line else {
        line = String(word)
        continue
      }
      if width(start) + 1 + width(String(word)) <= columns {
        line = "\(start) \(word)"
      } else {
        lines.append(start)
        line = String(word)
      }
    }
    return lines + [line ?? ""]
  }

  /// A text with spaces after it, up to a number of columns.
  package static func padded(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(text)))
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The wide blocks of Unicode Standard Annex 11: East Asian scripts and emoji.
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
