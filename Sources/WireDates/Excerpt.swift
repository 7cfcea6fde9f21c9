/// The beginning of a text, safe to show on a terminal.
enum Excerpt {
  /// At most 40 characters in quotation marks, with what a terminal might obey escaped.
  static func quoted(_ text: String) -> String {
    var excerpt = "\""
    for scalar in text.unicodeScalars.prefix(40) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        excerpt += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        if scalar == "\"" || scalar == "\\" { excerpt += "\\" }
        excerpt.unicodeScalars.append(scalar)
      }
    }
    return excerpt + (text.unicodeScalars.count > 40 ? "…\"" : "\"")
  }
}
