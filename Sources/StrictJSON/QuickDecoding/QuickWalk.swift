/// How a value is checked without being made.
///
/// Most checks are one comparison with the word of an entry on the tape that holds kind and flags;
/// what that does not accept is looked at more closely, as the form says.
struct PlannedCheck {
  enum Form: UInt8 {
    /// One comparison tells all.
    case kind
    case number, url, iso8601, unixSeconds
    /// The type is run; so it is for a scalar that is not plain, if `target` is a place.
    case run
    /// `target` is the number of a plan; of a check for the contents, or -1 where it is not known.
    case object, array, map
    /// Not known yet.
    case unknown
  }

  var form = Form.kind
  var isNullable = false
  /// The bits of the entry that count, and what they must be.
  var mask: UInt32 = 0
  var pattern: UInt32 = 0
  var maximumLength: UInt32 = .max
  var target = -1

  /// A value that nobody reads.
  static let unread = PlannedCheck()

  static let string = PlannedCheck(mask: 0xF, pattern: UInt32(JSONKind.string.rawValue))
  static let bool = PlannedCheck(mask: 0xF, pattern: UInt32(JSONKind.bool.rawValue))
  static let number = integer(17, form: .number)

  /// A number without a fraction, and with so few digits and signs that it fits.
  static func integer(_ maximumLength: UInt32, form: Form = .kind) -> PlannedCheck {
    PlannedCheck(
      form: form, mask: 0xF | JSONTapeEntry.Flags.fractional.rawValue,
      pattern: UInt32(JSONKind.number.rawValue), maximumLength: maximumLength)
  }

  /// A check that no entry passes at once.
  static func other(_ form: Form, _ target: Int = -1) -> PlannedCheck {
    PlannedCheck(form: form, mask: 0xF, pattern: 0xF, target: target)
  }
}

/// A key at its place in a plan, and the check of its value.
struct QuickStep {
  /// The member of the layout, as a bit.
  let bit: UInt128
  let key: KeyWords
  /// Where the words between the ends of a long key begin.
  let middle: Int
  let isSlot: Bool
  /// The step of the key that came next the last time.
  var following: Int
  var check: PlannedCheck
}

/// The plan of one object: its steps, and the members that must be there.
struct QuickPlan {
  /// The number by which notes know the keys.
  let keys: Int32
  var steps = 0..<0
  /// The number of the names of the layout that the steps are of.
  var nameCount = 0
  /// The step of the key that came first the last time; -1 where there are no steps.
  var opening = -1
  var required: UInt128 = 0
  var asked: UInt128 = 0
  var slots: UInt128 = 0
}

/// Goes over the tape and compares keys and kinds with plans.
///
/// It allocates nothing for a value. What it notes is kept apart until a whole value has passed.
struct QuickWalk {
  let tape: JSONTape
  let bytes: [UInt8]

  var plans: [QuickPlan] = []
  var steps: [QuickStep] = []
  var middles: [UInt64] = []
  /// The checks of the contents of arrays and maps.
  var contents: [PlannedCheck] = []
  /// The places whose types are run.
  var places: [QuickPlace] = []

  private(set) var notes: [QuickNote] = []
  /// The objects whose slots have something to tell of: the number of the keys, and the index.
  private(set) var oddSlots: [(keys: Int32, object: Int32)] = []
  /// Says that a value or a key was met which the plans know nothing of.
  private(set) var sawUnknown = false
  /// Says that there are objects which were read in another way.
  private var isCareful = false
  private var hashes: [UInt64] = []

  init(_ tape: JSONTape, _ bytes: [UInt8]) {
    self.tape = tape
    self.bytes = bytes
  }

  /// Gives a plan a step for each key that is known, unless it has them all.
  mutating func addSteps(of names: [String], to plan: inout QuickPlan) {
    guard names.count != plan.nameCount else { return }
    plan.nameCount = names.count
    let known = plan.steps
    let first = steps.count
    for (member, name) in names.enumerated() {
      let utf8 = Array(name.utf8)
      // A key with such a character is escaped in the document, and is for the engine.
      let isEscaped = utf8.contains {
        $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
      }
      if isEscaped { continue }
      let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: member)
      let old = known.first { steps[$0].bit == bit }
      steps.append(
        QuickStep(
          bit: bit, key: KeyWords(utf8), middle: middles.count, isSlot: plan.slots & bit != 0,
          following: steps.count + 1, check: old.map { steps[$0].check } ?? .unread))
      for offset in stride(from: 8, to: utf8.count - 8, by: 8) {
        middles.append(ByteWord.load(utf8, at: offset))
      }
    }
    plan.steps = first..<steps.count
    plan.opening = plan.steps.isEmpty ? -1 : first
    if let last = plan.steps.last { steps[last].following = first }
  }

  /// Forgets what was noted.
  mutating func begin(isCareful: Bool) {
    self.isCareful = isCareful
    notes.removeAll(keepingCapacity: true)
    oddSlots.removeAll(keepingCapacity: true)
    sawUnknown = false
  }

  /// Checks an object by a plan.
  mutating func object(_ number: Int, at index: Int, _ run: QuickRun) -> Bool {
    guard tape[index].kind == .object else { return false }
    if isCareful, run.wasReadInAnotherWay(index) { return false }
    let plan = plans[number]
    let end = Int(tape[index].next)
    var key = index + 1
    var present: UInt128 = 0
    var slots = (used: UInt128(0), null: UInt128(0))
    let note = notes.count
    notes.append(QuickNote(object: index))
    var last = -1
    var position = plan.opening
    while key < end {
      let entry = tape[key]
      let value = tape[key + 1]
      guard position >= 0 else { return isUnknown() }
      var step = steps[position]
      if !matches(step, entry) {
        position = find(entry, plan, behind: last)
        guard position >= 0 else { return isUnknown() }
        if last < 0 { plans[number].opening = position } else { steps[last].following = position }
        step = steps[position]
      }
      last = position
      position = step.following
      guard present & step.bit == 0 else { return false }
      present |= step.bit
      if step.isSlot {
        if value.isKind(.null) {
          slots.null |= step.bit
        } else if isUsedSlot(value) ?? run.isUsedSlot(key + 1) {
          slots.used |= step.bit
        }
      }
      guard passes(step.check, value) || passesSlowly(step.check, at: key + 1, run) else {
        return false
      }
      key = Int(value.next)
    }
    guard present & plan.required == plan.required else { return false }
    let keys = run.keys[Int(plan.keys)]
    let members = QuickMembers(bits: present)
    let pattern = keys.pattern(present: members, asked: QuickMembers(bits: plan.asked), run)
    notes[note] = QuickNote(object: index, pattern: pattern)
    if plan.slots & present != 0,
      keys.layout.slots.hasProblem(
        present: members, used: QuickMembers(bits: slots.used),
        null: QuickMembers(bits: slots.null))
    {
      oddSlots.append((plan.keys, Int32(truncatingIfNeeded: index)))
    }
    return true
  }

  @inline(__always)
  private func passes(_ check: PlannedCheck, _ entry: JSONTapeEntry) -> Bool {
    entry.info & check.mask == check.pattern && entry.end &- entry.offset <= check.maximumLength
  }

  /// Looks closely at a value that one comparison did not accept.
  private mutating func passesSlowly(_ check: PlannedCheck, at index: Int, _ run: QuickRun) -> Bool
  {
    if check.isNullable, tape[index].kind == .null { return true }
    var isPlain = false
    switch check.form {
    case .kind: isPlain = false
    case .number: isPlain = isPlainNumber(tape[index])
    case .url: isPlain = run.isPlainURL(index)
    case .iso8601: isPlain = tape[index].kind == .string && run.isPlainDate(tape[index])
    case .unixSeconds: isPlain = run.isPlainTime(index)
    case .run: isPlain = false
    case .object: return object(check.target, at: index, run)
    case .array: return array(check.target, at: index, run)
    case .map: return map(check.target, at: index, run)
    case .unknown: return isUnknown()
    }
    return isPlain || check.target >= 0 && isRun(places[check.target], at: index, run)
  }

  private mutating func array(_ content: Int, at index: Int, _ run: QuickRun) -> Bool {
    guard tape[index].kind == .array else { return false }
    let end = Int(tape[index].next)
    var element = index + 1
    if element < end, content < 0 { return isUnknown() }
    while element < end {
      let check = contents[content]
      guard passes(check, tape[element]) || passesSlowly(check, at: element, run) else {
        return false
      }
      element = Int(tape[element].next)
    }
    return true
  }

  private mutating func map(_ content: Int, at index: Int, _ run: QuickRun) -> Bool {
    guard tape[index].kind == .object else { return false }
    if isCareful, run.wasReadInAnotherWay(index) { return false }
    notes.append(QuickNote(map: index))
    let end = Int(tape[index].next)
    var key = index + 1
    if key < end, content < 0 { return isUnknown() }
    // Of two members of a name the second one is not read, and what is in it leaves no notes.
    if key < end, contents[content].form.rawValue >= PlannedCheck.Form.run.rawValue,
      JSONStorage.mayHaveDuplicates(index, tape, bytes, &hashes)
    {
      return false
    }
    while key < end {
      let check = contents[content]
      guard passes(check, tape[key + 1]) || passesSlowly(check, at: key + 1, run) else {
        return false
      }
      key = Int(tape[key + 1].next)
    }
    return true
  }

  /// Runs the type of a part for which nobody vouches.
  private func isRun(_ place: QuickPlace, at index: Int, _ run: QuickRun) -> Bool {
    // What it reads is noted already; it goes where this object is not accepted.
    run.accepts(place, at: index)
  }

  // MARK: Keys

  @inline(__always)
  private func matches(_ step: QuickStep, _ key: JSONTapeEntry) -> Bool {
    step.key.match(key, bytes) && (step.key.length <= 16 || matchesMiddle(step, key))
  }

  private func matchesMiddle(_ step: QuickStep, _ key: JSONTapeEntry) -> Bool {
    var offset = 8
    var word = step.middle
    while offset < step.key.length - 8 {
      guard ByteWord.load(bytes, at: Int(key.offset) + 1 + offset) == middles[word] else {
        return false
      }
      offset += 8
      word += 1
    }
    return true
  }

  /// Finds the step of a key that is not the expected one; -1 where the plan has none.
  private func find(_ key: JSONTapeEntry, _ plan: QuickPlan, behind last: Int) -> Int {
    let start = max(last + 1, plan.steps.lowerBound)
    return (start..<plan.steps.upperBound).first { matches(steps[$0], key) }
      ?? (plan.steps.lowerBound..<start).first { matches(steps[$0], key) } ?? -1
  }

  /// Notes that a value is refused only because too little is known.
  private mutating func isUnknown() -> Bool {
    sawUnknown = true
    return false
  }

  // MARK: Scalars

  /// Whether a slot holds text, from its first character; nil where that does not tell.
  @inline(__always)
  private func isUsedSlot(_ entry: JSONTapeEntry) -> Bool? {
    guard entry.isKind(.string) else { return nil }
    if entry.end - entry.offset == 2 { return false }
    let byte = bytes[Int(entry.offset) + 1]
    if byte == 0x20, entry.end - entry.offset == 3 { return false }
    return byte > 0x20 && byte < 0x80 && byte != UInt8(ascii: "\\") ? true : nil
  }

  /// Whether a number of a few digits has a point and no exponent, so that any double holds
  /// it.
  private func isPlainNumber(_ entry: JSONTapeEntry) -> Bool {
    guard entry.kind == .number, entry.end - entry.offset <= 17 else { return false }
    var position = Int(entry.offset)
    while position < Int(entry.end) {
      if bytes[position] | 0x20 == UInt8(ascii: "e") { return false }
      position += 1
    }
    return true
  }
}
