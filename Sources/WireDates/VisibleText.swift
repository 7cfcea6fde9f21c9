/// Text of strangers, made safe to show on a terminal.
///
/// `Endpoints` depends on no other module, so `EndpointError` has the same rule once more; a test
/// compares the two.
package enum VisibleText {
  /// Whether a terminal shows a character, and neither acts on it nor hides it.
  ///
  /// It acts on control characters (C0, DEL, C1) and on separators of lines and paragraphs; it hides
  /// noncharacters and format characters, with the marks that change the direction of writing
  /// among them. The two joiners U+200C and U+200D are harmless: scripts and emoji need them.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    if scalar.properties.isNoncharacterCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return false
    case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
    default: return true
    }
  }

  /// A character by its number, such as `\u{1B}`.
  package static func codePoint(_ scalar: Unicode.Scalar) -> String {
    #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  /// At most 40 characters in quotation marks, with what a terminal might obey escaped.
  static func quoted(_ text: String) -> String {
    var excerpt = "\""
    for scalar in text.unicodeScalars.prefix(40) {
      if isHarmless(scalar) {
        if scalar == "\"" || scalar == "\\" { excerpt += "\\" }
        excerpt.unicodeScalars.append(scalar)
      } else {
        excerpt += codePoint(scalar)
      }
    }
    return excerpt + (text.unicodeScalars.count > 40 ? "…\"" : "\"")
  }
}
