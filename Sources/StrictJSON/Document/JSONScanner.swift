/// Reads bytes into a tape, and accepts exactly the grammar of RFC 8259.
///
/// The scanner keeps no call stack, so depth costs memory and never the thread's stack. What is open
/// is on the tape itself: until a container ends, its entry holds where the container around it
/// is and how many children came so far. Each turn of the loop begins behind a value or behind
/// an opening. For `[1, {"a": 2}]` the turns are
///
///                                                     on the tape
///     `[`       the first value: opens 0
///     `1`       the first child                       1: number
///     `, {`     a comma, the second child: opens 2    0: two children so far
///     `"a": 2`  the first child with its key          3: string, 4: number
///     `}`       closes 2; 0 is open again             2: object, to 5
///     `]`       closes 0; nothing is open             0: array, to 5
///
/// All that changes for each value is a local variable of that loop, and the tape is written into
/// memory that is there before (``TapeWriter``); where that is used up, the loop stops between two
/// values and goes on with more. Nearly all time goes to strings, so they are read sixteen bytes at a
/// time (``ByteWord``). What is rare (an error, an escape, a byte beyond ASCII) is a function of its
/// own, out of the loop's way.
///
/// RFC 8259: https://www.rfc-editor.org/rfc/rfc8259
struct JSONScanner: Sendable {
  /// The text that is read.
  private(set) var bytes: [UInt8]
  var maximumDepth: Int

  // Where the loop is when it stops for more memory.
  private var position = 0
  private var container = OpenContainer(isObject: false, index: 0)
  private var depth = 0

  /// Whether a string or key holds a surrogate escape without its partner.
  private(set) var hasLoneSurrogate = false

  /// The number of objects of the text.
  private(set) var objectCount = 0

  /// What is known of the keys to come.
  private var keys: KeyPredictor

  /// What the numbers of keys mean; see ``KeyPredictor/version``.
  var versionOfKeys: Int { keys.version }

  /// The innermost array or object whose end was not seen yet.
  private struct OpenContainer {
    let isObject: Bool
    /// Where its entry is on the tape.
    let index: Int
    /// The number of children so far.
    var count = 0
    /// What stands before the next child, as the ``KeyPredictor`` knows it.
    var place = KeyPredictor.nowhere

    /// The byte that ends it.
    var closer: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  /// Makes a scanner of a text, or of texts that are given later.
  ///
  /// What a scanner learns of keys helps with all texts that it reads.
  init(_ bytes: [UInt8] = [], maximumDepth: Int, predictsKeys: Bool) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    keys = KeyPredictor(isOn: predictsKeys)
  }

  /// Puts a copy of a text in the place of the one before.
  mutating func replaceBytes(with text: ArraySlice<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
  }

  /// Reads the whole text, from an offset behind a byte order mark on.
  ///
  /// The entries that the tape has are replaced, and its memory is used again. Where the text has a
  /// fault, the tape holds what was read up to there.
  mutating func scan(from start: Int, into tape: inout JSONTape) throws(JSONSyntaxError) {
    position = start
    container = OpenContainer(isObject: false, index: 0, place: keys.root)
    depth = 0
    hasLoneSurrogate = false
    objectCount = 0
    let predictsKeys = keys.root != KeyPredictor.nowhere
    // Recorded responses have a key or value in 12 to 24 bytes. Memory that is not written to costs
    // nothing, and where this is too little, all is copied.
    try tape.rewrite(capacity: bytes.count / 8 + 8) { writer throws(JSONSyntaxError) in
      try predictsKeys ? scanPredicting(into: &writer) : scanPlain(into: &writer)
    }
  }

  // MARK: Structure

  // One loop is written and two are made of it, so that a document of which no key is predicted pays
  // nothing for prediction; in one loop with both, a meal of 2.3 KB took 16 % more instructions. All
  // that shares variables with the loop is inlined by force: `@inline(__always)` is a wish, and a
  // function that is called puts them into memory.

  @inline(never)
  private mutating func scanPlain(
    into writer: inout TapeWriter
  ) throws(JSONSyntaxError) -> Bool {
    try scan(into: &writer, predicting: false)
  }

  @inline(never)
  private mutating func scanPredicting(
    into writer: inout TapeWriter
  ) throws(JSONSyntaxError) -> Bool {
    try scan(into: &writer, predicting: true)
  }

  /// Reads on until the text ends or the tape is full; returns whether the text ended.
  @inline(always)
  private mutating func scan(
    into writer: inout TapeWriter, predicting: Bool
  ) throws(JSONSyntaxError) -> Bool {
    let bytes = self.bytes
    let text = bytes.span
    var tape = writer
    var position = self.position
    var container = self.container
    var depth = self.depth
    repeat {
      guard tape.capacity - tape.count >= 2 else {
        (self.position, self.container, self.depth) = (position, container, depth)
        writer = tape
        return false
      }
      var isBeforeValue = false
      if predicting, container.isObject, container.place != KeyPredictor.nowhere {
        isBeforeValue = try scanPredicted(text, &position, &container, &tape)
        // A key and its value are written in one turn.
        guard isBeforeValue || tape.capacity &- tape.count >= 2 else { continue }
      }
      let start = position
      skipWhitespace(text, &position)
      if depth > 0, !isBeforeValue {
        guard position < text.count else { throw unclosed(container, tape) }
        if text[position] == container.closer {
          position &+= 1
          close(&container, at: position, &tape, predicting)
          depth &-= 1
          continue
        }
        if container.count > 0 {
          guard text[position] == UInt8(ascii: ",") else {
            throw noSeparator(inObject: container.isObject, at: position)
          }
          let comma = position
          position &+= 1
          skipWhitespace(text, &position)
          if position < text.count, text[position] == container.closer {
            throw trailingComma(at: comma, inObject: container.isObject)
          }
        }
        container.count &+= 1
        if container.isObject {
          guard position < text.count else { throw unclosed(container, tape) }
          guard text[position] == UInt8(ascii: "\"") else { throw noKey(at: position) }
          try scanString(text, &position, &tape)
          skipWhitespace(text, &position)
          guard position < text.count, text[position] == UInt8(ascii: ":") else {
            throw noColon(at: position)
          }
          position &+= 1
          skipWhitespace(text, &position)
          if predicting, container.place != KeyPredictor.nowhere {
            container.place = keys.learn(
              start..<position, key: tape[tape.count &- 1], at: container.place,
              isFirst: container.count == 1, in: text)
          }
        }
      }
      try scanValue(text, &position, &container, &depth, &tape, predicting)
    } while depth > 0
    skipWhitespace(text, &position)
    guard position == text.count else { throw notAtEnd(at: position) }
    writer = tape
    return true
  }

  /// Reads members as long as their keys are predicted and their values are scalars.
  ///
  /// Returns whether it stopped before a value; else it stopped behind one. It has a loop of its own
  /// because what that needs fits into the registers of a processor.
  @inline(never)
  private mutating func scanPredicted(
    _ text: Span<UInt8>, _ position: inout Int, _ container: inout OpenContainer,
    _ tape: inout TapeWriter
  ) throws(JSONSyntaxError) -> Bool {
    let keys = self.keys
    var writer = tape
    var end = position
    var place = container.place
    var count = container.count
    defer {
      tape = writer
      position = end
      container.place = place
      container.count = count
    }
    while writer.capacity &- writer.count >= 2,
      let key = keys.key(at: place, position: end, in: text)
    {
      place = key.place
      writer.append(key, at: end)
      count &+= 1
      end &+= Int(key.length)
      guard end < text.count else { return true }
      let start = end
      switch text[start] {
      case UInt8(ascii: "\""): try scanString(text, &end, &writer)
      case UInt8(ascii: "n"):
        guard ByteWord.isNull(text, at: start) else { return true }
        end &+= 4
        writer.append(.null, from: start, to: end)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let isFractional = try scanNumber(text, &end)
        writer.append(.number, from: start, to: end, isFractional ? .fractional : .none)
      default:
        skipWhitespace(text, &end)
        return true
      }
    }
    return false
  }

  /// Reads a scalar, or the opening of a container.
  @inline(always)
  private mutating func scanValue(
    _ text: Span<UInt8>, _ position: inout Int, _ container: inout OpenContainer,
    _ depth: inout Int, _ tape: inout TapeWriter, _ predicting: Bool
  ) throws(JSONSyntaxError) {
    guard position < text.count else {
      if tape.count == 0 { throw JSONSyntaxError(.empty, at: 0, in: bytes, "the text is empty") }
      throw noValue(at: position)
    }
    let start = position
    let byte = text[position]
    switch byte {
    case UInt8(ascii: "\""): try scanString(text, &position, &tape)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < maximumDepth else { throw tooDeep(maximumDepth, at: position) }
      // What it lacks is written when it ends; until then the entries are a list of what is open.
      if depth > 0 {
        tape.suspend(
          container.index, container.count, predicting ? container.place : KeyPredictor.nowhere)
      }
      depth &+= 1
      let isObject = byte == UInt8(ascii: "{")
      let index = tape.count
      tape.append(
        JSONTapeEntry(
          kind: isObject ? .object : .array, offset: position, end: container.index, next: 0))
      var place = container.place
      if isObject {
        objectCount &+= 1
        if predicting { place = keys.opening(at: place) }
      }
      container = OpenContainer(isObject: isObject, index: index, place: place)
      position &+= 1
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let isFractional = try scanNumber(text, &position)
      tape.append(.number, from: start, to: position, isFractional ? .fractional : .none)
    case UInt8(ascii: "t"):
      guard ByteWord.isTrue(text, at: start) else { throw noLiteral("true", at: start) }
      position &+= 4
      tape.append(.bool, from: start, to: position)
    case UInt8(ascii: "n"):
      guard ByteWord.isNull(text, at: start) else { throw noLiteral("null", at: start) }
      position &+= 4
      tape.append(.null, from: start, to: position)
    case UInt8(ascii: "f"):
      guard ByteWord.isFalse(text, at: start) else { throw noLiteral("false", at: start) }
      position &+= 5
      tape.append(.bool, from: start, to: position)
    default: throw noValue(at: position)
    }
  }

  /// Writes what is known of a container at its end, and goes back to the one around it.
  @inline(always)
  private func close(
    _ container: inout OpenContainer, at end: Int, _ tape: inout TapeWriter, _ predicting: Bool
  ) {
    let entry = tape[container.index]
    tape[container.index] = JSONTapeEntry(
      kind: container.isObject ? .object : .array, offset: Int(entry.offset), end: end,
      next: tape.count, count: container.count)
    let outer = Int(entry.end)
    container = OpenContainer(
      isObject: tape[outer].isKind(.object), index: outer, count: Int(tape[outer].next),
      place: predicting ? tape[outer].number : KeyPredictor.nowhere)
  }

  private func unclosed(_ container: OpenContainer, _ tape: TapeWriter) -> JSONSyntaxError {
    unclosed(isObject: container.isObject, from: Int(tape[container.index].offset))
  }

  // MARK: Scalars

  /// Reads a number, and returns whether it has a fraction or an exponent: RFC 8259 section 6.
  @inline(always)
  private func scanNumber(
    _ text: Span<UInt8>, _ position: inout Int
  ) throws(JSONSyntaxError) -> Bool {
    let start = position
    if text[position] == UInt8(ascii: "-") { position &+= 1 }
    let first = position
    try skipDigits(text, &position, "expected a digit")
    if text[first] == UInt8(ascii: "0"), position > first + 1 { throw leadingZero(at: start) }
    guard position < text.count,
      text[position] == UInt8(ascii: ".") || text[position] | 0x20 == UInt8(ascii: "e")
    else { return false }
    position = try endOfFraction(from: position)
    return true
  }

  /// Returns the end of what follows the whole part of a number: a fraction, an exponent or both.
  private func endOfFraction(from start: Int) throws(JSONSyntaxError) -> Int {
    let text = bytes.span
    var position = start
    if text[position] == UInt8(ascii: ".") {
      position &+= 1
      try skipDigits(text, &position, "expected a digit after the decimal point")
    }
    guard position < text.count, text[position] | 0x20 == UInt8(ascii: "e") else {
      return position
    }
    position &+= 1
    if position < text.count,
      text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-")
    {
      position &+= 1
    }
    try skipDigits(text, &position, "expected a digit in the exponent")
    return position
  }

  /// Reads one digit or more.
  @inline(always)
  private func skipDigits(
    _ text: Span<UInt8>, _ position: inout Int, _ expectation: StaticString
  ) throws(JSONSyntaxError) {
    let start = position
    while position < text.count, text[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
    if position == start { throw noDigit(expectation, at: position) }
  }

  /// Reads a string from its opening to its closing quote: RFC 8259 section 7.
  @inline(always)
  private mutating func scanString(
    _ text: Span<UInt8>, _ position: inout Int, _ tape: inout TapeWriter
  ) throws(JSONSyntaxError) {
    let start = position
    position = ByteWord.endOfPlainText(in: text, from: start + 1)
    var flags: JSONTapeEntry.Flags = .none
    if position == text.count || text[position] != UInt8(ascii: "\"") {
      let special = try specialText(text, from: start, at: position)
      position = special.position
      flags = special.flags
      if flags.contains(.loneSurrogate) { hasLoneSurrogate = true }
    }
    position &+= 1
    tape.append(.string, from: start, to: position, flags)
  }

  /// What was read of a string up to its closing quote.
  private struct SpecialText {
    var position: Int
    var flags: JSONTapeEntry.Flags = .none
  }

  /// Reads on to the closing quote where a string is more than plain ASCII.
  ///
  /// It is `mutating` because else the call copies the scanner, and retains each array in it.
  @inline(never)
  private mutating func specialText(
    _ bytes: Span<UInt8>, from start: Int, at position: Int
  ) throws(JSONSyntaxError) -> SpecialText {
    var text = SpecialText(position: position)
    // Escapes come in clusters, so a block is compared once for all that are in it.
    var block = position
    while var hits = ByteWord.specialLanes(in: bytes, from: block) {
      while hits != 0 {
        text.position = block &+ hits.trailingZeroBitCount / 4
        if bytes[text.position] == UInt8(ascii: "\"") { return text }
        try skipSpecial(bytes, &text)
        let read = text.position &- block
        guard read < 16 else { break }
        hits &= ~0 &<< UInt64(truncatingIfNeeded: 4 &* read)
      }
      block = max(block &+ 16, text.position)
    }
    text.position = block
    while true {
      text.position = ByteWord.endOfPlainText(in: bytes, from: text.position)
      guard text.position < bytes.count else {
        throw failure("the string has no closing quote", at: start)
      }
      if bytes[text.position] == UInt8(ascii: "\"") { return text }
      try skipSpecial(bytes, &text)
    }
  }

  /// Reads an escape, or characters beyond ASCII.
  @inline(always)
  private mutating func skipSpecial(
    _ bytes: Span<UInt8>, _ text: inout SpecialText
  ) throws(JSONSyntaxError) {
    let byte = bytes[text.position]
    if byte == UInt8(ascii: "\\") {
      try skipEscape(bytes, &text)
    } else if byte < 0x20 {
      throw controlCharacter(at: text.position)
    } else {
      text.flags.insert(.nonASCII)
      try skipNonASCII(bytes, &text.position)
    }
  }

  /// Reads characters beyond ASCII up to the next one that is ASCII.
  @inline(always)
  private mutating func skipNonASCII(
    _ text: Span<UInt8>, _ position: inout Int
  ) throws(JSONSyntaxError) {
    while position < text.count, text[position] >= 0x80 {
      guard let length = UTF8Sequence.length(at: position, in: text) else {
        throw malformedUTF8(at: position)
      }
      position += length
    }
  }

  /// Reads one escape, and notes whether it is a surrogate without its partner.
  @inline(always)
  private mutating func skipEscape(
    _ bytes: Span<UInt8>, _ text: inout SpecialText
  ) throws(JSONSyntaxError) {
    text.flags.insert(.escaped)
    let start = text.position
    text.position = start &+ 1
    guard text.position < bytes.count else { return }
    switch bytes[text.position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      text.position = start &+ 2
    case UInt8(ascii: "u"): try skipCodeUnits(bytes, &text)
    default: throw noEscape(at: start)
    }
  }

  /// Reads `\uXXXX`, or two of them that are one character.
  @inline(always)
  private mutating func skipCodeUnits(
    _ bytes: Span<UInt8>, _ text: inout SpecialText
  ) throws(JSONSyntaxError) {
    let start = text.position - 1
    let unit = try codeUnit(bytes, at: start)
    text.position = start + 6
    guard unit & 0xF800 == 0xD800 else { return }
    let second = text.position
    guard unit < 0xDC00, second + 1 < bytes.count, bytes[second] == UInt8(ascii: "\\"),
      bytes[second + 1] == UInt8(ascii: "u")
    else {
      text.flags.insert(.loneSurrogate)
      return
    }
    if try codeUnit(bytes, at: second) & 0xFC00 != 0xDC00 { text.flags.insert(.loneSurrogate) }
    text.position = second + 6
  }

  /// Reads `\uXXXX`.
  @inline(always)
  private mutating func codeUnit(
    _ bytes: Span<UInt8>, at position: Int
  ) throws(JSONSyntaxError) -> UInt32 {
    guard let unit = JSONText.codeUnit(at: position + 2, in: bytes) else {
      throw noCodeUnit(at: position)
    }
    return unit
  }

  // MARK: White space

  @inline(always)
  private func skipWhitespace(_ text: Span<UInt8>, _ position: inout Int) {
    // A compact text has none, and any other byte of a document is greater than a space.
    if position < text.count, text[position] <= 0x20 {
      position = ByteWord.endOfWhitespace(in: text, from: position)
    }
  }
}
