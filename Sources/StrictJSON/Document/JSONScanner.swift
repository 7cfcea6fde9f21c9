/// Reads bytes into a tape, and accepts exactly the grammar of RFC 8259.
///
/// The scanner keeps no call stack: the containers that are open stand in a list of tape indices,
/// so depth costs memory, never the thread's stack. It is in one of three states, named by what
/// must come next. For `[1, {"a": 2}]` the walk is
///
///     value  `[`      open array          → value (or `]`)
///     value  `1`      scalar              → after a value
///     after  `,`      in an array         → value
///     value  `{`      open object, key `"a"`, `:`  → value
///     value  `2`      scalar              → after a value
///     after  `}`      close               → after a value
///     after  `]`      close, none is open → only white space may follow
///
/// RFC 8259: https://www.rfc-editor.org/rfc/rfc8259
struct JSONScanner {
  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var position: Int
  private var tape: JSONTape = []
  private var open: [Int] = []

  /// Says whether a string or key holds a surrogate escape without its partner.
  private(set) var hasLoneSurrogate = false

  /// Makes a scanner that starts at an offset, behind a byte order mark.
  init(_ bytes: [UInt8], startingAt start: Int, maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.position = start
    // Recorded responses have about one value in 12 bytes; a wrong guess costs one copy.
    tape.reserveCapacity(bytes.count / 12 + 8)
  }

  /// Reads the whole text.
  mutating func scan() throws(JSONSyntaxError) -> JSONTape {
    skipWhitespace()
    if position == bytes.count {
      throw JSONSyntaxError(.empty, at: 0, in: bytes, "the text is empty")
    }
    var containerIsNew = try scanValue()
    while let container = open.last {
      skipWhitespace()
      if containerIsNew {
        containerIsNew = try scanFirstChild(of: container)
      } else {
        containerIsNew = try scanSeparator(of: container)
      }
    }
    skipWhitespace()
    if position < bytes.count {
      throw failure("expected the end of the text after the value, found \(found)")
    }
    return tape
  }

  // MARK: Structure

  /// Reads what stands behind `[` or `{`; returns whether that opened another container.
  private mutating func scanFirstChild(of container: Int) throws(JSONSyntaxError) -> Bool {
    let isObject = tape[container].kind == .object
    let closer = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    guard position < bytes.count else { throw unclosed(container) }
    if bytes[position] == closer {
      close(container)
      return false
    }
    return try scanChild(of: container, isObject: isObject)
  }

  /// Reads `,` and the next child, or the end of the container.
  private mutating func scanSeparator(of container: Int) throws(JSONSyntaxError) -> Bool {
    let isObject = tape[container].kind == .object
    guard position < bytes.count else { throw unclosed(container) }
    switch bytes[position] {
    case UInt8(ascii: ","):
      let comma = position
      position += 1
      skipWhitespace()
      if position < bytes.count,
        bytes[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      {
        throw failure("a comma before the end of the \(isObject ? "object" : "array")", at: comma)
      }
      return try scanChild(of: container, isObject: isObject)
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
      close(container)
      return false
    default:
      throw failure(
        isObject
          ? "expected ',' or '}' after a member of an object, found \(found)"
          : "expected ',' or ']' after an element of an array, found \(found)")
    }
  }

  /// Reads a value, behind its key if it is in an object; returns whether it opened a container.
  private mutating func scanChild(
    of container: Int, isObject: Bool
  ) throws(JSONSyntaxError) -> Bool {
    tape[container].addChild()
    if isObject {
      guard position < bytes.count else { throw unclosed(container) }
      guard bytes[position] == UInt8(ascii: "\"") else {
        throw failure("expected a key in double quotes, found \(found)")
      }
      try scanString()
      skipWhitespace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
        throw failure("expected ':' after the key, found \(found)")
      }
      position += 1
      skipWhitespace()
    }
    return try scanValue()
  }

  private mutating func close(_ container: Int) {
    position += 1
    tape[container].end = UInt32(position)
    tape[container].next = UInt32(tape.count)
    open.removeLast()
  }

  /// Reads a scalar, or the opening of a container; returns whether it was a container.
  private mutating func scanValue() throws(JSONSyntaxError) -> Bool {
    guard position < bytes.count else { throw failure("expected a value, found \(found)") }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      try scanString()
    case UInt8(ascii: "{"):
      try openContainer(.object)
      return true
    case UInt8(ascii: "["):
      try openContainer(.array)
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try scanNumber()
    case UInt8(ascii: "t"):
      try scanLiteral("true", .bool)
    case UInt8(ascii: "f"):
      try scanLiteral("false", .bool)
    case UInt8(ascii: "n"):
      try scanLiteral("null", .null)
    default:
      throw failure("expected a value, found \(found)")
    }
    return false
  }

  private mutating func openContainer(_ kind: JSONKind) throws(JSONSyntaxError) {
    guard open.count < maximumDepth else {
      throw JSONSyntaxError(
        .tooDeep, at: position, in: bytes,
        "arrays and objects nest deeper than \(maximumDepth) levels")
    }
    open.append(tape.count)
    tape.append(
      JSONTapeEntry(kind: kind, offset: position, end: position + 1, next: tape.count + 1))
    position += 1
  }

  // MARK: Scalars

  private mutating func scanLiteral(
    _ literal: StaticString, _ kind: JSONKind
  ) throws(JSONSyntaxError) {
    let start = position
    let expected = literal.description
    for byte in expected.utf8 {
      guard position < bytes.count, bytes[position] == byte else {
        throw failure("expected a value, found a word that is no '\(expected)'", at: start)
      }
      position += 1
    }
    append(kind, from: start)
  }

  /// Reads a number: RFC 8259 section 6.
  private mutating func scanNumber() throws(JSONSyntaxError) {
    let start = position
    var flags: JSONTapeEntry.Flags = []
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
      position += 1
      if position < bytes.count, isDigit(bytes[position]) {
        throw failure("a number must not begin with 0", at: start)
      }
    } else {
      try scanDigits("expected a digit")
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      flags = .fractional
      position += 1
      try scanDigits("expected a digit after the decimal point")
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      flags = .fractional
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try scanDigits("expected a digit in the exponent")
    }
    append(.number, from: start, flags)
  }

  private mutating func scanDigits(_ expectation: String) throws(JSONSyntaxError) {
    let start = position
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    if position == start { throw failure("\(expectation), found \(found)") }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Reads a string from its opening to its closing quote: RFC 8259 section 7.
  private mutating func scanString() throws(JSONSyntaxError) {
    let start = position
    var flags: JSONTapeEntry.Flags = []
    position += 1
    while true {
      guard position < bytes.count else {
        throw failure("the string has no closing quote", at: start)
      }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        flags.insert(.escaped)
        if try scanEscape() {
          flags.insert(.loneSurrogate)
          hasLoneSurrogate = true
        }
      } else if byte < 0x20 {
        throw failure("a control character must be escaped in a string, found \(found)")
      } else if byte < 0x80 {
        position += 1
      } else {
        guard let length = UTF8Sequence.length(at: position, in: bytes) else {
          throw JSONSyntaxError(.invalidUTF8, at: position, in: bytes, "\(found) is not UTF-8")
        }
        flags.insert(.nonASCII)
        position += length
      }
    }
    position += 1
    append(.string, from: start, flags)
  }

  /// Reads one escape; returns whether it is a surrogate without its partner.
  private mutating func scanEscape() throws(JSONSyntaxError) -> Bool {
    let start = position
    position += 1
    guard position < bytes.count else { return false }
    switch bytes[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return false
    case UInt8(ascii: "u"):
      let unit = try scanHexadecimal(from: start)
      guard unit & 0xF800 == 0xD800 else { return false }
      guard unit < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      else { return true }
      let second = position
      position += 1
      let partner = try scanHexadecimal(from: second)
      return partner & 0xFC00 != 0xDC00
    default:
      throw failure("no such escape in a string: a backslash and \(found)", at: start)
    }
  }

  /// Reads `uXXXX`, with `position` at the `u`.
  private mutating func scanHexadecimal(from start: Int) throws(JSONSyntaxError) -> UInt32 {
    guard let unit = JSONText.codeUnit(at: position + 1, in: bytes) else {
      throw failure("an escape must have four hexadecimal digits after \\u", at: start)
    }
    position += 5
    return unit
  }

  // MARK: Helpers

  private mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func append(
    _ kind: JSONKind, from start: Int, _ flags: JSONTapeEntry.Flags = []
  ) {
    tape.append(
      JSONTapeEntry(
        kind: kind, flags: flags, offset: start, end: position, next: tape.count + 1))
  }

  /// The byte at the position, in words.
  private var found: String {
    guard position < bytes.count else { return "the end of the text" }
    let byte = bytes[position]
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    if byte < 0x80 { return byte == 0x20 ? "a space" : "control character \(hexadecimal(byte))" }
    if let length = UTF8Sequence.length(at: position, in: bytes) {
      let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
      return text.unicodeScalars.map(inWords).joined()
    }
    return "byte \(hexadecimal(byte))"
  }

  /// A character that can be seen stands for itself; others are named by their number.
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

  private func failure(_ message: String, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(.grammar, at: offset ?? position, in: bytes, message)
  }

  private func unclosed(_ container: Int) -> JSONSyntaxError {
    let start = SourceLocation(offset: Int(tape[container].offset), in: bytes)
    let name = tape[container].kind == .object ? "object" : "array"
    return failure(
      "the text ends inside the \(name) that begins at \(start.line):\(start.column)")
  }
}
