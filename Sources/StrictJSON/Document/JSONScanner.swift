/// Reads bytes into a tape, and accepts exactly the grammar of RFC 8259.
///
/// The scanner keeps no call stack: the containers that are open stand in a list, so depth costs
/// memory, never the thread's stack. It is in one of three states, named by what must come next.
/// For `[1, {"a": 2}]` the walk is
///
///     value  `[`      open array          → value (or `]`)
///     value  `1`      scalar              → after a value
///     after  `,`      in an array         → value
///     value  `{`      open object, key `"a"`, `:`  → value
///     value  `2`      scalar              → after a value
///     after  `}`      close               → after a value
///     after  `]`      close, none is open → only white space may follow
///
/// Nearly all time goes to strings, so they are read eight bytes at a time (``ByteWord``). What is
/// rare (an error, an escape, a byte beyond ASCII) is a function of its own, out of the loop's way.
///
/// RFC 8259: https://www.rfc-editor.org/rfc/rfc8259
struct JSONScanner {
  let bytes: [UInt8]
  private(set) var position: Int
  private let maximumDepth: Int
  private var tape: JSONTape

  /// An array or object whose end was not seen yet.
  private struct OpenContainer {
    let index: Int
    let offset: Int
    let isObject: Bool
    var count = 0
  }

  /// The innermost open container, and the ones around it.
  private var container = OpenContainer(index: 0, offset: 0, isObject: false)
  private var outer: [OpenContainer] = []
  private var depth = 0

  /// Says whether a string or key holds a surrogate escape without its partner.
  private var hasLoneSurrogate = false

  /// Reads a whole text, from an offset behind a byte order mark on.
  ///
  /// Everything that happens for each value is inlined here, where the scanner is a variable whose
  /// parts stand in registers.
  /// `memory` is a tape that is no longer needed; its entries go, and its memory is used again.
  static func scan(
    _ bytes: [UInt8], startingAt start: Int, maximumDepth: Int, memory: consuming JSONTape = []
  ) throws(JSONSyntaxError) -> (tape: JSONTape, hasLoneSurrogate: Bool) {
    var scanner = JSONScanner(
      bytes, startingAt: start, maximumDepth: maximumDepth, memory: memory)
    try scanner.scan()
    return (scanner.tape, scanner.hasLoneSurrogate)
  }

  private init(
    _ bytes: [UInt8], startingAt start: Int, maximumDepth: Int, memory: consuming JSONTape
  ) {
    tape = memory
    tape.removeAll(keepingCapacity: true)
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.position = start
    // Recorded responses have a key or value in 12 to 24 bytes; a wrong guess costs copies.
    tape.reserveCapacity(bytes.count / 16 + 8)
  }

  @inline(__always)
  private mutating func scan() throws(JSONSyntaxError) {
    skipWhitespace()
    if position == bytes.count {
      throw JSONSyntaxError(.empty, at: 0, in: bytes, "the text is empty")
    }
    var containerIsNew = try scanValue()
    while depth > 0 {
      skipWhitespace()
      containerIsNew = try scanNext(containerIsNew)
    }
    skipWhitespace()
    if position < bytes.count { throw notAtEnd() }
  }

  // MARK: Structure

  /// Reads the end of the innermost container, or its next child; returns whether that opened
  /// another container.
  @inline(__always)
  private mutating func scanNext(_ containerIsNew: Bool) throws(JSONSyntaxError) -> Bool {
    guard position < bytes.count else { throw unclosed() }
    let byte = bytes[position]
    if byte == closer {
      close()
      return false
    }
    if !containerIsNew {
      guard byte == UInt8(ascii: ",") else { throw noSeparator(inObject: container.isObject) }
      let comma = position
      position += 1
      skipWhitespace()
      if position < bytes.count, bytes[position] == closer {
        throw trailingComma(at: comma, inObject: container.isObject)
      }
    }
    return try scanChild()
  }

  /// Reads a value, behind its key if it is in an object; returns whether it opened a container.
  @inline(__always)
  private mutating func scanChild() throws(JSONSyntaxError) -> Bool {
    container.count += 1
    if container.isObject {
      guard position < bytes.count else { throw unclosed() }
      guard bytes[position] == UInt8(ascii: "\"") else {
        throw noKey()
      }
      try scanString()
      skipWhitespace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
        throw noColon()
      }
      position += 1
      skipWhitespace()
    }
    return try scanValue()
  }

  /// The byte that ends the innermost container.
  private var closer: UInt8 { container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  @inline(__always)
  private mutating func close() {
    position += 1
    tape[container.index] = JSONTapeEntry(
      kind: container.isObject ? .object : .array, offset: container.offset, end: position,
      next: tape.count, count: container.count)
    depth -= 1
    if let last = outer.popLast() { container = last }
  }

  /// Reads a scalar, or the opening of a container; returns whether it was a container.
  @inline(__always)
  private mutating func scanValue() throws(JSONSyntaxError) -> Bool {
    guard position < bytes.count else { throw noValue() }
    switch bytes[position] {
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case UInt8(ascii: "t"):
      try scanLiteral("true", .bool, UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "e"))
    case UInt8(ascii: "n"):
      try scanLiteral("null", .null, UInt8(ascii: "u"), UInt8(ascii: "l"), UInt8(ascii: "l"))
    case UInt8(ascii: "f"):
      guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "a") else {
        throw noLiteral("false")
      }
      position += 1
      try scanLiteral(
        "false", .bool, UInt8(ascii: "l"), UInt8(ascii: "s"), UInt8(ascii: "e"), skipped: 1)
    case UInt8(ascii: "{"):
      try openContainer(isObject: true)
      return true
    case UInt8(ascii: "["):
      try openContainer(isObject: false)
      return true
    default: throw noValue()
    }
    return false
  }

  @inline(__always)
  private mutating func openContainer(isObject: Bool) throws(JSONSyntaxError) {
    guard depth < maximumDepth else { throw tooDeep(maximumDepth) }
    if depth > 0 { outer.append(container) }
    depth += 1
    container = OpenContainer(index: tape.count, offset: position, isObject: isObject)
    position += 1
    // Its place on the tape; `close` writes what is known only at its end.
    tape.append(JSONTapeEntry(kind: .array, offset: position, end: position, next: 0))
  }

  // MARK: Scalars

  /// Reads a word of four letters whose first one was seen.
  @inline(__always)
  private mutating func scanLiteral(
    _ literal: StaticString, _ kind: JSONKind, _ second: UInt8, _ third: UInt8, _ fourth: UInt8,
    skipped: Int = 0
  ) throws(JSONSyntaxError) {
    guard position + 3 < bytes.count, bytes[position + 1] == second,
      bytes[position + 2] == third, bytes[position + 3] == fourth
    else {
      position -= skipped
      throw noLiteral(literal)
    }
    position += 4
    append(kind, from: position - 4 - skipped)
  }

  /// Reads a number: RFC 8259 section 6.
  @inline(__always)
  private mutating func scanNumber() throws(JSONSyntaxError) {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    position = try endOfDigits(from: first, "expected a digit")
    if bytes[first] == UInt8(ascii: "0"), position > first + 1 {
      throw leadingZero(at: start)
    }
    if position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
        position = try endOfFraction()
        append(.number, from: start, .fractional)
        return
      }
    }
    append(.number, from: start)
  }

  /// Returns the end of what follows the whole part of a number: a fraction, an exponent or both.
  private func endOfFraction() throws(JSONSyntaxError) -> Int {
    var position = position
    if bytes[position] == UInt8(ascii: ".") {
      position = try endOfDigits(from: position + 1, "expected a digit after the decimal point")
    }
    guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") else {
      return position
    }
    position += 1
    if position < bytes.count,
      bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
    {
      position += 1
    }
    return try endOfDigits(from: position, "expected a digit in the exponent")
  }

  /// Returns the end of one digit or more.
  @inline(__always)
  private func endOfDigits(
    from start: Int, _ expectation: StaticString
  ) throws(JSONSyntaxError) -> Int {
    var position = start
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    if position == start { throw noDigit(expectation, at: position) }
    return position
  }

  /// Reads a string from its opening to its closing quote: RFC 8259 section 7.
  @inline(__always)
  private mutating func scanString() throws(JSONSyntaxError) {
    let start = position
    position = ByteWord.endOfPlainText(in: bytes, from: start + 1)
    var flags: JSONTapeEntry.Flags = []
    if position == bytes.count || bytes[position] != UInt8(ascii: "\"") {
      let text = try specialText(from: start)
      position = text.position
      flags = text.flags
      if flags.contains(.loneSurrogate) { hasLoneSurrogate = true }
    }
    position += 1
    append(.string, from: start, flags)
  }

  /// What was read of a string up to its closing quote.
  private struct SpecialText {
    var position: Int
    var flags: JSONTapeEntry.Flags = []
  }

  /// Reads on to the closing quote where a string is more than plain ASCII.
  private func specialText(from start: Int) throws(JSONSyntaxError) -> SpecialText {
    var text = SpecialText(position: position)
    while true {
      guard text.position < bytes.count else {
        throw failure("the string has no closing quote", at: start)
      }
      let byte = bytes[text.position]
      if byte == UInt8(ascii: "\"") { return text }
      if byte == UInt8(ascii: "\\") {
        try skipEscape(&text)
      } else if byte < 0x20 {
        throw controlCharacter(at: text.position)
      } else {
        text.flags.insert(.nonASCII)
        try skipNonASCII(&text.position)
      }
      text.position = ByteWord.endOfPlainText(in: bytes, from: text.position)
    }
  }

  /// Reads characters beyond ASCII up to the next one that is ASCII.
  @inline(__always)
  private func skipNonASCII(_ position: inout Int) throws(JSONSyntaxError) {
    while position < bytes.count, bytes[position] >= 0x80 {
      guard let length = UTF8Sequence.length(at: position, in: bytes) else {
        throw malformedUTF8(at: position)
      }
      position += length
    }
  }

  /// Reads one escape, and notes whether it is a surrogate without its partner.
  @inline(__always)
  private func skipEscape(_ text: inout SpecialText) throws(JSONSyntaxError) {
    text.flags.insert(.escaped)
    let start = text.position
    text.position += 1
    guard text.position < bytes.count else { return }
    switch bytes[text.position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      text.position += 1
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at: start)
      text.position = start + 6
      guard unit & 0xF800 == 0xD800 else { return }
      let second = text.position
      guard unit < 0xDC00, second + 1 < bytes.count, bytes[second] == UInt8(ascii: "\\"),
        bytes[second + 1] == UInt8(ascii: "u")
      else {
        text.flags.insert(.loneSurrogate)
        return
      }
      if try codeUnit(at: second) & 0xFC00 != 0xDC00 { text.flags.insert(.loneSurrogate) }
      text.position = second + 6
    default: throw noEscape(at: start)
    }
  }

  /// Reads `\uXXXX`.
  @inline(__always)
  private func codeUnit(at position: Int) throws(JSONSyntaxError) -> UInt32 {
    guard let unit = JSONText.codeUnit(at: position + 2, in: bytes.span) else {
      throw noCodeUnit(at: position)
    }
    return unit
  }

  // MARK: Helpers

  @inline(__always)
  private mutating func skipWhitespace() {
    // A compact text has none, and any other byte of a document is greater than a space.
    while position < bytes.count, bytes[position] <= 0x20 {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONKind, from start: Int, _ flags: JSONTapeEntry.Flags = []
  ) {
    tape.append(
      JSONTapeEntry(
        kind: kind, flags: flags, offset: start, end: position, next: tape.count + 1))
  }

  private func unclosed() -> JSONSyntaxError {
    unclosed(isObject: container.isObject, from: container.offset)
  }
}
