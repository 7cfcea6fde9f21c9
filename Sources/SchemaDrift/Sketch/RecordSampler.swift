import StrictJSON

/// Finds the number of each record of a document, and the records that a sketch keeps.
///
/// Every value of every document comes here, so a hash is a few multiplications: of the length of a text
/// or a number, and of its first, middle and last eight bytes. Of texts with less than five bytes there is
/// none, as they say little; nor of texts with escapes, which can be spelled in several ways. A record
/// of nothing but short values has the hash of all of them for its number.
///
/// The unsafe code of this file loads eight bytes.
struct RecordSampler: Sendable {
  /// A place of records, and the number above which a record is not kept.
  private struct Root {
    let path: ShapePath
    var limit = RecordNumber.none
    /// The other hash of each kept record, by its smallest one.
    var kept: [UInt64: UInt64] = [:]
    /// The texts of kept records, so that one that comes again costs no more than a look.
    var texts: [UInt64: UInt64] = [:]
  }

  /// A record that may be kept.
  private struct Found {
    let root: UInt64
    let index: Int
    let number: RecordNumber
  }

  private typealias Bytes = Span<UInt8>
  private typealias Tape = Span<JSONTapeEntry>

  private static let documentRoot: UInt64 = 1
  private static let wayStart: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The places by a hash of the names on the way.
  private var roots: [UInt64: Root] = [:]

  /// The records of the document that may be kept, in memory that is used again.
  private var found: [Found] = []

  /// The keys on the way to the current place.
  private var way: [Int] = []

  /// Forgets which records are kept, after a sketch was joined with another one.
  mutating func reset() { roots = [:] }

  /// Adds the records of a document to a sketch; returns the number of the document.
  ///
  /// A document without a value that has a hash has that of its text. `taken` are the hashes of elements that
  /// were taken out of its arrays.
  mutating func add(
    _ bytes: [UInt8], _ tape: JSONTape, documentAt index: Int, taken: RecordNumber.Sum? = nil,
    to sketch: inout RecordSketch
  ) -> UInt64 {
    guard index < tape.count else { return RecordNumber.none }
    found.removeAll(keepingCapacity: true)
    var sum = walk(bytes.span, tape.span, index, Self.wayStart)
    if let taken { sum.add(taken) }
    let number = sum.number
    note(number, index, Self.documentRoot, bytes.span, tape.span)
    keepFound(bytes, tape, in: &sketch)
    let entry = tape[index]
    return number.smallest == RecordNumber.none
      ? Self.hash(bytes.span, Int(entry.offset)..<Int(entry.end)) : number.smallest
  }

  /// Adds the elements of an array that were taken out of a document, as records of `$[*]`.
  ///
  /// `body` gets the place of each element on the tape, with its number. Returns their hashes.
  mutating func addElements(
    _ bytes: [UInt8], _ tape: JSONTape, to sketch: inout RecordSketch,
    _ body: (_ element: Int, _ number: UInt64) -> Void
  ) -> RecordNumber.Sum {
    found.removeAll(keepingCapacity: true)
    var all = RecordNumber.Sum()
    forEachElement(bytes.span, tape.span, 0, Self.wayStart) { element, sum in
      all.add(sum)
      body(element, sum.number.smallest)
    }
    keepFound(bytes, tape, in: &sketch)
    return all
  }

  /// Adds the records that were found, where their numbers are small enough.
  private mutating func keepFound(
    _ bytes: [UInt8], _ tape: JSONTape, in sketch: inout RecordSketch
  ) {
    for record in found {
      let entry = tape[record.index]
      let range = Int(entry.offset)..<Int(entry.end)
      let number = record.number.smallest
      let isTie = roots[record.root]?.kept[number] == record.number.whole
      let text = isTie ? Self.wholeHash(bytes.span, range) : 0
      guard let path = roots[record.root]?.path,
        !isTie || roots[record.root]?.texts[number] != text,
        let document = try? JSONDocument(Array(bytes[range]))
      else { continue }
      sketch.add(RecordSketch.Row(document.root, number: record.number), at: path)
      roots[record.root]?.limit = sketch.limit(at: path)
      roots[record.root]?.kept = sketch.wholes(at: path)
      roots[record.root]?.texts[number] = text == 0 ? Self.wholeHash(bytes.span, range) : text
    }
  }

  /// Returns the number for the values at a place that is in no array, and notes the records below.
  private mutating func walk(
    _ bytes: Bytes, _ tape: Tape, _ index: Int, _ names: UInt64
  ) -> RecordNumber.Sum {
    let end = Int(tape[index].next)
    var all = RecordNumber.Sum()
    switch Self.kind(tape[index]) {
    case .array: forEachElement(bytes, tape, index, names) { _, sum in all.add(sum) }
    case .object:
      var key = index + 1
      while key + 1 < end {
        switch Self.kind(tape[key + 1]) {
        case .array, .object:
          way.append(key)
          let name = Self.mixed(names ^ Self.hash(bytes, content(of: tape[key])))
          all.add(walk(bytes, tape, key + 1, name))
          way.removeLast()
        case .null, .bool, .number, .string:
          all.add(Self.hash(bytes, tape[key + 1]))
        }
        key = Int(tape[key + 1].next)
      }
    case .null, .bool, .number, .string: all.add(Self.hash(bytes, tape[index]))
    }
    return all
  }

  /// Goes over the elements of an array that is in no other one, and notes those that are records.
  @inline(__always)
  private mutating func forEachElement(
    _ bytes: Bytes, _ tape: Tape, _ array: Int, _ names: UInt64,
    _ body: (_ element: Int, _ sum: RecordNumber.Sum) -> Void
  ) {
    let end = Int(tape[array].next)
    var element = array + 1
    while element < end {
      var sum = RecordNumber.Sum()
      Self.add(bytes, tape, element, to: &sum)
      if Self.kind(tape[element]) == .object { note(sum.number, element, names, bytes, tape) }
      body(element, sum)
      element = Int(tape[element].next)
    }
  }

  /// Notes a record that may be kept.
  private mutating func note(
    _ number: RecordNumber, _ index: Int, _ root: UInt64, _ bytes: Bytes, _ tape: Tape
  ) {
    let isShort = number.smallest == RecordNumber.none
    let number = isShort ? Self.numberOfShortValues(bytes, tape, index) : number
    guard number.smallest != RecordNumber.none else { return }
    if let known = roots[root] {
      guard number.smallest <= known.limit else { return }
      if let whole = known.kept[number.smallest], whole < number.whole { return }
    } else {
      var steps = way.map { ShapePath.Step.member(Self.name(bytes, tape[$0])) }
      if root != Self.documentRoot { steps.append(.elements) }
      roots[root] = Root(path: ShapePath(steps: steps))
    }
    found.append(Found(root: root, index: index, number: number))
  }

  private static func name(_ bytes: Bytes, _ key: JSONTapeEntry) -> String {
    var text: [UInt8] = []
    for index in Int(key.offset)..<Int(key.end) { text.append(bytes[index]) }
    return (try? JSONDocument(text))?.root.string ?? ""
  }

  // MARK: Hashes

  /// Adds the hashes of the values at a place and below.
  private static func add(
    _ bytes: Bytes, _ tape: Tape, _ index: Int, to sum: inout RecordNumber.Sum
  ) {
    let end = Int(tape[index].next)
    switch kind(tape[index]) {
    case .array:
      var element = index + 1
      while element < end {
        add(bytes, tape, element, to: &sum)
        element = Int(tape[element].next)
      }
    case .object:
      var value = index + 2
      while value < end {
        add(bytes, tape, value, to: &sum)
        value = Int(tape[value].next) + 1
      }
    case .null, .bool, .number, .string: sum.add(hash(bytes, tape[index]))
    }
  }

  /// The number of a record of which no value has a hash.
  private static func numberOfShortValues(
    _ bytes: Bytes, _ tape: Tape, _ index: Int
  ) -> RecordNumber {
    var sum: UInt64 = 0
    addShort(bytes, tape, index, to: &sum)
    let hash = sum == 0 ? RecordNumber.none : mixed(sum) &>> 16
    return RecordNumber(smallest: hash, whole: hash)
  }

  private static func addShort(
    _ bytes: Bytes, _ tape: Tape, _ index: Int, to sum: inout UInt64
  ) {
    let end = Int(tape[index].next)
    switch kind(tape[index]) {
    case .array:
      var element = index + 1
      while element < end {
        addShort(bytes, tape, element, to: &sum)
        element = Int(tape[element].next)
      }
    case .object:
      var value = index + 2
      while value < end {
        addShort(bytes, tape, value, to: &sum)
        value = Int(tape[value].next) + 1
      }
    case .number:
      sum &+= wholeHash(bytes, Int(tape[index].offset)..<Int(tape[index].end))
    case .string where tape[index].info & 1 << 4 == 0:
      let range = content(of: tape[index])
      if !range.isEmpty { sum &+= wholeHash(bytes, range) }
    case .null, .bool, .string: break
    }
  }

  @inline(__always)
  private static func kind(_ entry: JSONTapeEntry) -> JSONKind {
    JSONKind(rawValue: UInt8(truncatingIfNeeded: entry.info & 0xF)) ?? .null
  }

  private static let fewestBytes = 5

  /// The hash of a scalar; the largest number where it has none.
  @inline(__always)
  private static func hash(_ bytes: Bytes, _ entry: JSONTapeEntry) -> UInt64 {
    let isEscaped = entry.info & 1 << 4 != 0
    switch kind(entry) {
    case .string where !isEscaped:
      let range = content(of: entry)
      return range.count < fewestBytes ? RecordNumber.none : hash(bytes, range)
    case .number:
      let range = Int(entry.offset)..<Int(entry.end)
      return range.count < fewestBytes ? RecordNumber.none : hash(bytes, range)
    case .null, .bool, .string, .array, .object: return RecordNumber.none
    }
  }

  /// Returns 48 bits; equal texts have equal ones.
  @inline(__always)
  private static func hash(_ bytes: Bytes, _ range: Range<Int>) -> UInt64 {
    let count = range.upperBound &- range.lowerBound
    guard count >= 8 else {
      var text = UInt64(truncatingIfNeeded: count)
      for index in range { text = text &<< 8 | UInt64(bytes[index]) }
      return mixed(text) &>> 16
    }
    let first = word(bytes, range.lowerBound)
    let middle = word(bytes, range.lowerBound &+ count &>> 1 &- 4)
    let last = word(bytes, range.upperBound &- 8)
    let ends = mixed(first ^ mixed(last &+ UInt64(truncatingIfNeeded: count)))
    return mixed(ends ^ middle) &>> 16
  }

  /// The hash of all bytes of a text.
  private static func wholeHash(_ bytes: Bytes, _ range: Range<Int>) -> UInt64 {
    var all = UInt64(truncatingIfNeeded: range.count)
    var index = range.lowerBound
    while index &+ 8 <= range.upperBound {
      all = mixed(all ^ word(bytes, index))
      index &+= 8
    }
    while index < range.upperBound {
      all = mixed(all ^ UInt64(bytes[index]))
      index &+= 1
    }
    return all
  }

  @inline(__always)
  private static func word(_ bytes: Bytes, _ offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= bytes.count)
    return UInt64(
      littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 29)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 32)
  }
}

/// What is between the quotes of a string.
@inline(__always)
private func content(of entry: JSONTapeEntry) -> Range<Int> {
  Int(entry.offset) + 1..<Int(entry.end) - 1
}
