import StrictJSON

/// Says fast whether a value fits a contract, and builds nothing where it does.
///
/// Most documents are valid, and of a valid one nothing else is of interest. So the check goes over
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
/// the first name of the table, by its length and its first sixteen bytes, and is it; `id` is
/// required, so one is counted. Its schema asks for an integer, and `7` has no fraction. The
/// second key is compared with the name behind the last one found, and is `tag`; its rule compares
/// the bytes `"b"` with those of the values. At the end one required member was found, as many as
/// needed.
///
/// **What it does not know.** The check knows what contracts hold: types, members, elements, counts,
/// bounds, lengths, values, patterns, formats, `$ref`, `anyOf` and `allOf`. At a schema with any other
/// keyword, such as `oneOf` or `uniqueItems`, it gives up, and the full engine decides. It does so
/// too where the work or the depth is more than usual, so that one place has the limits. It never
/// says yes where the engine finds a violation.
///
/// The check holds only how far it is; the program is an argument of all its methods. Were it a
/// property, each object would retain and release its tables, and threads that share them would wait
/// for each other's counts. ``QuickValidator`` keeps the two together.
struct QuickCheck: Sendable {
  typealias Text = Span<UInt8>
  typealias Tape = Span<JSONTapeEntry>

  /// Where the settled kinds begin that hold for this check; see ``QuickSchema``.
  private let firstSettledBit: UInt16

  var assertsFormats: Bool { firstSettledBit > 0 }

  /// How much work is left, in the units of ``Validator``, which has ten times as much.
  private(set) var work = 0
  private var depth = 0

  /// Whether the check gave up; the answer is then no.
  var isUndecided = false

  /// The objects that were looked at member by member, and the place of the last of them.
  private var objects = 0
  private var lastObject = -1

  /// Whether the keys of each of these objects differ for sure.
  private var provesDistinctKeys = true

  /// The number of the key that was last found to be each member; see `JSONTapeEntry.number`.
  private var numbers: [UInt32] = []
  private var versionOfKeys = 0

  /// What the escaped string means that was looked at last; memory for the next one.
  var meaning: [UInt8] = []

  private static let workForAnyValue = 200_000
  private static let workPerByte = 200
  private static let workOfSchema = 20
  private static let maximumDepth = 400

  init(_ formats: FormatAssertion) {
    firstSettledBit = formats == .asserted ? 8 : 0
  }

  /// Whether the value at a place of the tape fits the contract for sure; its size in bytes
  /// says how much work it may be.
  mutating func accepts(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, size: Int
  ) -> Bool {
    work = Self.workForAnyValue + Self.workPerByte * size
    depth = 0
    isUndecided = false
    objects = 0
    lastObject = -1
    provesDistinctKeys = true
    return fits(program, bytes, tape, index, schema: 0) && !isUndecided
  }

  /// Whether it came out that the keys of each object differ for sure in a document with so many.
  func provesDistinctKeys(objectCount: Int) -> Bool {
    provesDistinctKeys && objectCount == objects
  }

  /// Says what the numbers of keys on the next tapes mean; what is known of others is forgotten.
  mutating func numberKeys(by version: Int) {
    guard version != versionOfKeys else { return }
    versionOfKeys = version
    numbers.removeAll(keepingCapacity: true)
  }

  /// Gives up; the full engine decides.
  mutating func giveUp() -> Bool {
    isUndecided = true
    return false
  }

  /// Takes some work from what is left.
  mutating func spend(_ amount: Int) { work -= amount }

  // MARK: Schemas

  /// Whether a value fits a schema.
  @inline(__always)
  mutating func fits(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, schema: Int
  ) -> Bool {
    isSettled(program.schemas[schema].settledKinds, tape[index])
      || fitsFully(program, bytes, tape, index, schema)
  }

  /// Whether a value is of a kind of which nothing more is asked.
  @inline(__always)
  private func isSettled(_ settledKinds: UInt16, _ entry: JSONTapeEntry) -> Bool {
    settledKinds &>> (UInt16(entry.kindNumber) &+ firstSettledBit) & 1 == 1
  }

  @inline(never)
  private mutating func fitsFully(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, _ indexOfSchema: Int
  ) -> Bool {
    let schema = program.schemas[indexOfSchema]
    work &-= Self.workOfSchema
    depth &+= 1
    defer { depth &-= 1 }
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
        !elementsFit(
          program, bytes, tape, from: index + 1, to: Int(tape[index].next),
          schema: Int(schema.elements))
      {
        return false
      }
    case .object:
      if schema.object >= 0,
        !membersFit(program, bytes, tape, index, program.objects[Int(schema.object)])
      {
        return false
      }
    case .null, .bool, .string: break
    }
    var rule = schema.firstRule
    while rule < schema.endOfRules {
      if !fits(program, bytes, tape, index, rule: Int(rule)) { return false }
      rule &+= 1
    }
    return true
  }

  private func isWhole(_ bytes: Text, _ entry: JSONTapeEntry) -> Bool {
    !entry.isFractional || DecimalNumber(bytes.extracting(entry.range).string).isInteger
  }

  @inline(__always)
  mutating func elementsFit(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, from start: Int, to end: Int, schema: Int
  ) -> Bool {
    var element = start
    while element < end {
      guard fits(program, bytes, tape, element, schema: schema) else { return false }
      element = Int(tape[element].next)
    }
    work -= Self.workOfSchema * (end - start)
    return true
  }

  // MARK: Members

  private mutating func membersFit(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, _ object: ObjectConstraint
  ) -> Bool {
    let members = program.members.span
    let end = Int(tape[index].next)
    let endOfTable = object.first + object.count
    var guess = object.first
    var key = index + 1
    var missing = object.requiredCount
    var isInOrder = true
    var isKnown = true
    var flags: UInt32 = 0
    noteObject(index)
    while key < end {
      let value = key &+ 1
      flags |= tape[key].info
      let number = tape[key].number
      var position = guess
      if guess >= endOfTable || guess >= numbers.count || numbers[guess] != number {
        position = member(program, bytes, tape[key], in: object, from: guess)
        if position >= 0, position < guess { isInOrder = false }
      }
      if position >= 0 {
        guess = position &+ 1
        let member = members[position]
        missing &-= member.isRequired ? 1 : 0
        if !isSettled(member.settledKinds, tape[value]),
          !fitsFully(program, bytes, tape, value, Int(member.schema))
        {
          return isNotWalked()
        }
      } else {
        isKnown = false
        let schema = object.additional
        if schema >= 0, !fits(program, bytes, tape, value, schema: schema) { return isNotWalked() }
      }
      key = Int(tape[value].next)
    }
    work -= Self.workOfSchema * (end - index - 1)
    // Names in the order of a table are different, and those of ASCII in every sense.
    if !isInOrder || !isKnown || JSONTapeEntry.isSpecial(flags) { provesDistinctKeys = false }
    if isInOrder { return missing == 0 }
    return requiredCount(program, bytes, tape, index, object) == object.requiredCount
  }

  /// Finds the member with the key of an entry, first at a place; -1 where there is none.
  @inline(never)
  private mutating func member(
    _ program: QuickProgram, _ bytes: Text, _ key: JSONTapeEntry, in object: ObjectConstraint,
    from guess: Int
  ) -> Int {
    var position = guess
    if guess >= object.first + object.count || !isName(of: guess, program, bytes, key.content) {
      position = find(program, bytes, key, in: object, from: guess)
    }
    if key.number > 0, position >= 0 { number(position, of: program, by: key.number) }
    return position
  }

  @inline(__always)
  private func isName(
    of member: Int, _ program: QuickProgram, _ bytes: Text, _ name: Range<Int>
  ) -> Bool {
    let known = program.members[member].name
    return known.begin(name, in: bytes)
      && (!known.isLong || known.end(name, in: bytes, program.names.span))
  }

  /// Remembers the number of the keys that are a member.
  private mutating func number(_ member: Int, of program: QuickProgram, by number: UInt32) {
    // A key without a number has 0, which is that of no member.
    if numbers.isEmpty { numbers = Array(repeating: .max, count: program.members.count) }
    numbers[member] = number
  }

  /// Counts an object when it is looked at first.
  ///
  /// The first time comes in the order of the document; whatever else comes is not counted.
  private mutating func noteObject(_ index: Int) {
    guard index > lastObject else { return }
    lastObject = index
    objects += 1
  }

  /// The answer no to an object that was not walked to its end.
  private mutating func isNotWalked() -> Bool {
    provesDistinctKeys = false
    return false
  }

  /// Counts the required members that are there; one that is there twice counts once.
  private mutating func requiredCount(
    _ program: QuickProgram, _ bytes: Text, _ tape: Tape, _ index: Int, _ object: ObjectConstraint
  ) -> Int {
    var found = Set<Int>()
    var guess = object.first
    var key = index + 1
    while key < Int(tape[index].next) {
      let position = find(program, bytes, tape[key], in: object, from: guess - 1)
      if position >= 0 {
        guess = position + 1
        if program.members[position].isRequired { found.insert(position) }
      }
      key = Int(tape[key + 1].next)
    }
    return found.count
  }

  /// Finds the member with the key of an entry, first behind a place; -1 where there is none.
  @inline(never)
  private mutating func find(
    _ program: QuickProgram, _ bytes: Text, _ key: JSONTapeEntry, in object: ObjectConstraint,
    from guess: Int
  ) -> Int {
    guard key.isEscaped else { return search(program, bytes, key.content, in: object, from: guess) }
    let count = JSONText.unescape(bytes.extracting(key.content), over: &meaning)
    return search(program, meaning.span, 0..<count, in: object, from: guess)
  }

  private func search(
    _ program: QuickProgram, _ bytes: Text, _ name: Range<Int>, in object: ObjectConstraint,
    from guess: Int
  ) -> Int {
    var position = guess
    for _ in 0..<min(object.count, ObjectConstraint.longestSearch) {
      position = position + 1 < object.first + object.count ? position + 1 : object.first
      if program.members[position].name.equals(bytes, name, program.names.span) {
        return position
      }
    }
    guard let table = object.table else { return -1 }
    let number = program.texts.find(name, in: bytes, table)
    return number < 0 ? -1 : object.first + number
  }
}
