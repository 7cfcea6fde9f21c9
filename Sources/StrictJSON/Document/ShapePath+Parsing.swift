extension ShapePath {
  /// Reads a path as ``description`` writes it; nil for any other text.
  ///
  /// Of RFC 9535 these are the name selectors in both forms, `[*]` for elements, and `.*` for values.
  package init?(_ text: String) {
    var scalars = Substring.UnicodeScalarView(text.unicodeScalars)
    guard scalars.popFirst() == "$" else { return nil }
    var steps: [Step] = []
    while let opener = scalars.popFirst() {
      switch (opener, scalars.first) {
      case (".", "*"):
        scalars.removeFirst()
        steps.append(.values)
      case (".", _):
        let name = scalars.prefix { Self.isFirst($0) || "0"..."9" ~= $0 }
        guard let first = name.first, Self.isFirst(first) else { return nil }
        scalars.removeFirst(name.count)
        steps.append(.member(String(name)))
      case ("[", "*"):
        scalars.removeFirst()
        guard scalars.popFirst() == "]" else { return nil }
        steps.append(.elements)
      case ("[", "'"):
        scalars.removeFirst()
        guard let name = Self.quotedName(&scalars), scalars.popFirst() == "]" else { return nil }
        steps.append(.member(name))
      default: return nil
      }
    }
    self.init(steps: steps)
  }

  /// Reads a name up to its closing quote, which is behind it then.
  private static func quotedName(_ scalars: inout Substring.UnicodeScalarView) -> String? {
    var name = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "'": return String(name)
      case "\\":
        switch scalars.popFirst() {
        case "u":
          let digits = String(scalars.prefix(4))
          guard digits.utf8.count == 4, let code = UInt32(digits, radix: 16),
            let escaped = Unicode.Scalar(code)
          else { return nil }
          scalars.removeFirst(4)
          name.append(escaped)
        case let escaped? where escaped == "'" || escaped == "\\": name.append(escaped)
        default: return nil
        }
      default: name.append(scalar)
      }
    }
    return nil
  }
}
