import StrictJSON

/// Says fast whether a value fits a contract, and builds nothing where it does.
///
/// Most documents are valid, and of a valid one nobody wants to know more. So the check goes over
/// the bytes and the tape as they are and only answers yes or no. After a no the full engine,
/// ``Validator``, looks at the whole document again and tells what is wrong.
///
/// With the schema
///
///     {"type": "object", "properties": {"id": {"type": "integer"}, "tag": {"enum": ["a", "b"]}},
///      "required": ["id"]}
///
/// and the document `{"id": 7, "tag": "b"}` it goes so. The kind of the value is one of those
/// allowed: one test of a bit. The table of members is `id`, `tag`. The first key is compared with
/// the first name of the table, by its length and its first eight bytes, and is it; `id` is
/// required, so one is counted. Its schema asks for an integer, and `7` has no fraction. The
/// second key is compared with the name behind the last one found, and is `tag`; its rule compares
/// the bytes `"b"` with those of the values. At the end one required member was found, as many as
/// needed.
///
/// **What it does not know.** Where a schema asks what other keywords looked at, or depends on the
/// way that led to it, the check gives up, and the full engine decides. It does so too where the
/// work or the depth is more than usual, so that one place has the limits. It never says yes where
/// the engine finds a violation.
struct QuickCheck {
  typealias Text = Span<UInt8>
  typealias Tape = Span<JSONTapeEntry>

  let program: QuickProgram
  let assertsFormats: Bool

  /// How much work is left, in the units of ``Validator``, which has ten times as much.
  private(set) var work: Int
  private var depth = 0

  /// Says whether the check gave up; the answer is then no.
  var isUndecided = false

  private static let workForAnyValue = 200_000
  private static let workPerByte = 200
  private static let workOfSchema = 20
  private static let maximumDepth = 400

  init(_ program: QuickProgram, formats: FormatAssertion, size: Int) {
    self.program = program
    assertsFormats = formats == .asserted
    work = Self.workForAnyValue + Self.workPerByte * size
  }

  /// Says whether the value at a place of the tape fits the contract for sure.
  mutating func accepts(_ bytes: Text, _ tape: Tape, _ index: Int) -> Bool {
    fits(bytes, tape, index, schema: 0) && !isUndecided
  }

  /// Gives up; the full engine decides.
  mutating func giveUp() -> Bool {
    isUndecided = true
    return false
  }

  /// Takes some work from what is left.
  mutating func spend(_ amount: Int) { work -= amount }

  // MARK: Schemas

  /// Says whether a value fits a schema.
  @inline(__always)
  mutating func fits(_ bytes: Text, _ tape: Tape, _ index: Int, schema: Int) -> Bool {
    let kind = UInt8(truncatingIfNeeded: tape[index].info & 0xF)
    return program.schemas[schema].settledKinds >> kind & 1 == 1
      || fitsFully(bytes, tape, index, schema)
  }

  private mutating func fitsFully(
    _ bytes: Text, _ tape: Tape, _ index: Int, _ indexOfSchema: Int
  ) -> Bool {
    let schema = program.schemas[indexOfSchema]
    work -= Self.workOfSchema
    depth += 1
    defer { depth -= 1 }
    guard work > 0, depth <= Self.maximumDepth, !schema.isUnknown, !isUndecided else {
      return giveUp()
    }
    let kind = tape[index].valueKind
    guard schema.kinds & QuickSchema.bit(kind) != 0 else { return false }
    switch kind {
    case .number:
      if schema.needsInteger, !isWhole(bytes, tape[index]) { return false }
    case .array:
      if schema.elements >= 0,
        !elementsFit(bytes, tape, index, schema: Int(schema.elements))
      {
        return false
      }
    case .object:
      if schema.object >= 0, !membersFit(bytes, tape, index, program.objects[Int(schema.object)]) {
        return false
      }
    case .null, .bool, .string: break
    }
    var rule = schema.firstRule
    while rule < schema.endOfRules {
      if !fits(bytes, tape, index, rule: Int(rule)) { return false }
      rule += 1
    }
    return true
  }

  private func isWhole(_ bytes: Text, _ entry: JSONTapeEntry) -> Bool {
    !entry.isFractional || DecimalNumber(bytes.extracting(entry.range).string).isInteger
  }

  @inline(__always)
  private mutating func elementsFit(
    _ bytes: Text, _ tape: Tape, _ array: Int, schema: Int
  ) -> Bool {
    let end = Int(tape[array].next)
    var element = array + 1
    while element < end {
      guard fits(bytes, tape, element, schema: schema) else { return false }
      element = Int(tape[element].next)
    }
    work -= Self.workOfSchema * (end - array - 1)
    return true
  }

  // MARK: Members

  private mutating func membersFit(
    _ bytes: Text, _ tape: Tape, _ index: Int, _ object: QuickObject
  ) -> Bool {
    let end = Int(tape[index].next)
    var guess = object.first
    var key = index + 1
    var found = 0
    var isInOrder = true
    while key < end {
      let value = key + 1
      let position = member(bytes, tape[key], of: object, guess: guess)
      if position >= 0 {
        let member = program.members[position]
        if position < guess { isInOrder = false }
        guess = position + 1
        if member.isRequired { found += 1 }
        let kind = UInt8(truncatingIfNeeded: tape[value].info & 0xF)
        if member.settledKinds >> kind & 1 == 0,
          !fitsFully(bytes, tape, value, Int(member.schema))
        {
          return false
        }
      } else if object.additional >= 0,
        !fits(bytes, tape, value, schema: object.additional)
      {
        return false
      }
      key = Int(tape[value].next)
    }
    work -= Self.workOfSchema * (end - index - 1)
    if !isInOrder { found = requiredCount(bytes, tape, index, object) }
    return found == object.requiredCount
  }

  /// Counts the required members that are there; one that is there twice counts once.
  private func requiredCount(
    _ bytes: Text, _ tape: Tape, _ index: Int, _ object: QuickObject
  ) -> Int {
    var found = Set<Int>()
    var guess = object.first
    var key = index + 1
    while key < Int(tape[index].next) {
      let position = member(bytes, tape[key], of: object, guess: guess)
      if position >= 0 {
        guess = position + 1
        if program.members[position].isRequired { found.insert(position) }
      }
      key = Int(tape[key + 1].next)
    }
    return found.count
  }

  /// Finds the member with the key of an entry; -1 where the schema does not name it.
  @inline(__always)
  private func member(
    _ bytes: Text, _ key: JSONTapeEntry, of object: QuickObject, guess: Int
  ) -> Int {
    if key.isEscaped { return member(QuickText.string(bytes, key), of: object) }
    let name = bytes.extracting(key.content)
    let beginning = QuickText.beginning(of: key.content, in: bytes)
    let end = object.first + object.count
    if guess < end, isName(name, beginning, of: guess) { return guess }
    if object.positions >= 0 { return member(name.string, of: object) }
    var position = guess + 1
    while position < end {
      if isName(name, beginning, of: position) { return position }
      position += 1
    }
    position = object.first
    while position < guess {
      if isName(name, beginning, of: position) { return position }
      position += 1
    }
    return -1
  }

  private func member(_ name: String, of object: QuickObject) -> Int {
    if object.positions >= 0 {
      return program.positions[object.positions][ExactText(name)].map { object.first + $0 } ?? -1
    }
    let bytes = Array(name.utf8)
    let beginning = bytes.span.word(at: 0)
    for position in object.first..<object.first + object.count
    where isName(bytes.span, beginning, of: position) { return position }
    return -1
  }

  @inline(__always)
  private func isName(_ name: Text, _ beginning: UInt64, of position: Int) -> Bool {
    let member = program.members[position]
    guard member.beginning == beginning, Int(member.count) == name.count else { return false }
    return name.count <= 8
      || QuickText.equal(name, program.names.span, from: Int(member.name), after: 8)
  }
}

/// Texts where they stand.
enum QuickText {
  /// The first eight bytes of a text as a number; missing ones are zero.
  @inline(__always)
  static func beginning(of text: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
    // What follows a text is there nearly always, and cut off.
    guard text.lowerBound + 8 <= bytes.count else { return bytes.extracting(text).word(at: 0) }
    let word = bytes.wholeWord(at: text.lowerBound)
    return text.count >= 8 ? word : word & (1 << UInt64(8 * text.count) &- 1)
  }

  /// Says whether a text stands at a place of others, whose first bytes are known to.
  @inline(__always)
  static func equal(
    _ text: Span<UInt8>, _ others: Span<UInt8>, from start: Int, after known: Int
  ) -> Bool {
    var index = known
    while index + 8 <= text.count {
      guard text.wholeWord(at: index) == others.wholeWord(at: start + index) else { return false }
      index += 8
    }
    // The last word may overlap what was compared.
    if index < text.count, text.count >= 8 {
      index = text.count - 8
      return text.wholeWord(at: index) == others.wholeWord(at: start + index)
    }
    while index < text.count {
      guard text[index] == others[start + index] else { return false }
      index += 1
    }
    return true
  }

  /// What a string means.
  static func string(_ bytes: Span<UInt8>, _ entry: JSONTapeEntry) -> String {
    let source = bytes.extracting(entry.content)
    guard entry.isEscaped else { return source.string }
    var text: [UInt8] = []
    JSONText.unescape(source, into: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension JSONTapeEntry {
  /// Where the value stands.
  @inline(__always)
  var range: Range<Int> { Int(offset)..<Int(end) }

  /// What stands between the quotes of a string.
  @inline(__always)
  var content: Range<Int> { Int(offset) + 1..<Int(end) - 1 }

  /// Says whether a number has a fraction or an exponent.
  @inline(__always)
  var isFractional: Bool { info & (1 << 6) != 0 }

  /// Says whether a string holds characters beyond ASCII.
  @inline(__always)
  var isBeyondASCII: Bool { info & (1 << 7) != 0 }
}
