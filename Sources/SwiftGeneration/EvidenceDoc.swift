import StrictJSON
import WireDates

/// The doc comment of a place: its description in the contract, and what was observed there.
enum EvidenceDoc {
  /// The widest line of a comment, without its indentation.
  private static let width = 92

  static func lines(_ node: SchemaNode) -> [String] {
    var sentences: [String] = []
    if let description = node.text("description") ?? node.text("title"), !description.isEmpty {
      sentences += wrapped(description)
    }
    if node["deprecated"] == .bool(true) { sentences.append("Deprecated by the API.") }
    if let observed = node["x-observed"] { sentences += wrapped(evidence(observed)) }
    return sentences
  }

  /// What was observed, in one sentence.
  private static func evidence(_ observed: JSONNode) -> String {
    guard let samples = observed["samples"]?.integer, let present = observed["present"]?.integer
    else { return "" }
    let whole =
      samples == 1
      ? "the one sample" : present == samples ? "all \(samples) samples" : "\(samples) samples"
    var text = present == samples ? "Observed in \(whole)" : "Observed in \(present) of \(whole)"
    for (key, word) in [("null", "null"), ("empty", "empty"), ("blank", "blank")] {
      if let count = observed[key]?.integer, count > 0 { text += ", \(word) in \(count)" }
    }
    if let range = range(observed["numbers"]) { text += ", from \(range.0) to \(range.1)" }
    if let range = range(observed["lengths"]) {
      text +=
        range.0 == range.1
        ? ", with \(range.0) elements" : ", with \(range.0) to \(range.1) elements"
    }
    return text + "."
  }

  private static func range(_ node: JSONNode?) -> (String, String)? {
    guard let bounds = node?.elements, bounds.count == 2,
      case .number(let first) = bounds[0], case .number(let last) = bounds[1]
    else { return nil }
    return (first, last)
  }

  /// A text on one line, in which what could end a comment or reorder it is made visible.
  static func visible(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if VisibleText.isHarmless(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar == "\t" ? " " : VisibleText.codePoint(scalar)
      }
    }
  }

  /// Breaks a text into lines; what could end a comment or reorder it is made visible.
  static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(whereSeparator: \.isNewline) {
      var line = ""
      for word in visible(String(paragraph)).split(separator: " ") {
        if !line.isEmpty, line.count + word.count >= width {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
      }
      if !line.isEmpty { lines.append(line) }
    }
    return lines
  }
}
