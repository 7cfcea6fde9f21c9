// The words for what is wrong with a text. They stand apart from the scanner because none of them
// is needed for a sound text.

extension JSONScanner {
  /// A byte in words.
  private func found(at position: Int) -> String {
    guard position < bytes.count else { return "the end of the text" }
    let byte = bytes[position]
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    if byte < 0x80 { return byte == 0x20 ? "a space" : "control character \(hexadecimal(byte))" }
    if let length = UTF8Sequence.length(at: position, in: bytes.span) {
      let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
      return text.unicodeScalars.map(inWords).joined()
    }
    return "byte \(hexadecimal(byte))"
  }

  /// A character that can be seen means itself; others are named by their number.
  ///
  /// It is alone here, so spaces, joiners and marks are named too, which a whole text shows.
  private func inWords(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse,
      .unassigned, .nonspacingMark, .enclosingMark:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default: return "'\(scalar)'"
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// A fault of the grammar.
  func failure(_ message: String, at offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(.grammar, at: offset, in: bytes, message)
  }

  @inline(never)
  func unclosed(isObject: Bool, from offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(
      .grammar, at: bytes.count, in: bytes,
      "the text ends inside the \(isObject ? "object" : "array")", unclosedAt: offset)
  }

  @inline(never)
  func noSeparator(inObject isObject: Bool, at offset: Int) -> JSONSyntaxError {
    failure(
      isObject
        ? "expected ',' or '}' after a member of an object, found \(found(at: offset))"
        : "expected ',' or ']' after an element of an array, found \(found(at: offset))",
      at: offset)
  }

  @inline(never)
  func trailingComma(at comma: Int, inObject isObject: Bool) -> JSONSyntaxError {
    failure("a comma before the end of the \(isObject ? "object" : "array")", at: comma)
  }

  @inline(never)
  func noKey(at offset: Int) -> JSONSyntaxError {
    failure("expected a key in double quotes, found \(found(at: offset))", at: offset)
  }

  @inline(never)
  func noColon(at offset: Int) -> JSONSyntaxError {
    failure("expected ':' after the key, found \(found(at: offset))", at: offset)
  }

  @inline(never)
  func noValue(at offset: Int) -> JSONSyntaxError {
    failure("expected a value, found \(found(at: offset))", at: offset)
  }

  @inline(never)
  func noLiteral(_ literal: StaticString, at offset: Int) -> JSONSyntaxError {
    failure("expected a value, found a word that is no '\(literal)'", at: offset)
  }

  @inline(never)
  func noDigit(_ expectation: StaticString, at offset: Int) -> JSONSyntaxError {
    failure("\(expectation), found \(found(at: offset))", at: offset)
  }

  @inline(never)
  func leadingZero(at offset: Int) -> JSONSyntaxError {
    failure("a number must not begin with 0", at: offset)
  }

  @inline(never)
  func noEscape(at offset: Int) -> JSONSyntaxError {
    failure(
      "no such escape in a string: a backslash and \(found(at: offset + 1))", at: offset)
  }

  @inline(never)
  func noCodeUnit(at offset: Int) -> JSONSyntaxError {
    failure("an escape must have four hexadecimal digits after \\u", at: offset)
  }

  @inline(never)
  func controlCharacter(at offset: Int) -> JSONSyntaxError {
    failure(
      "a control character must be escaped in a string, found \(found(at: offset))", at: offset)
  }

  @inline(never)
  func malformedUTF8(at offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(.invalidUTF8, at: offset, in: bytes, "\(found(at: offset)) is not UTF-8")
  }

  @inline(never)
  func notAtEnd(at offset: Int) -> JSONSyntaxError {
    failure("expected the end of the text after the value, found \(found(at: offset))", at: offset)
  }

  @inline(never)
  func tooDeep(_ maximumDepth: Int, at offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(
      .tooDeep, at: offset, in: bytes,
      "arrays and objects nest deeper than \(maximumDepth) levels")
  }
}
