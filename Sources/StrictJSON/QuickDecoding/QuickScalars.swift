import Foundation
import WireDates

// How a quick run reads scalars: plain ones from their bytes, all others as the engine does.

extension QuickRun {
  /// The text of a string; nil for what is none.
  @inline(__always)
  func string(_ index: Int) -> String? {
    let entry = tape[index]
    return entry.kind == .string ? JSONText.string(entry, in: bytes) : nil
  }

  @inline(__always)
  func bool(_ index: Int) -> Bool? {
    let entry = tape[index]
    guard entry.kind == .bool else { return nil }
    return bytes[Int(entry.offset)] == UInt8(ascii: "t")
  }

  /// The value of an integer of at most 18 digits; nil for all else.
  @inline(__always)
  func integer(_ index: Int) -> Int? {
    let entry = tape[index]
    guard entry.kind == .number, !entry.flags.contains(.fractional), entry.end - entry.offset <= 18
    else { return nil }
    var position = Int(entry.offset)
    let end = Int(entry.end)
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var number = 0
    while position < end {
      number = number &* 10 &+ Int(bytes[position] &- UInt8(ascii: "0"))
      position += 1
    }
    return isNegative ? 0 &- number : number
  }

  /// The value of a number that a double holds with one rounding; nil for all else.
  ///
  /// Up to 15 digits and a power of ten up to 22 are exact, so their quotient is rounded once.
  func double(_ index: Int) -> Double? {
    let entry = tape[index]
    guard entry.kind == .number, entry.end - entry.offset <= 17 else { return nil }
    var digits = 0
    var decimals = 0
    var number = 0
    var sawPoint = false
    for position in Int(entry.offset)..<Int(entry.end) {
      let byte = bytes[position]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        number = number &* 10 &+ Int(digit)
        digits += 1
        if sawPoint { decimals += 1 }
      } else if byte == UInt8(ascii: ".") {
        sawPoint = true
      } else if byte != UInt8(ascii: "-") {
        return nil
      }
    }
    // Zero has a sign, and what JSONDecoder makes of it is its own affair.
    guard digits <= 15, number != 0 else { return nil }
    let value = Double(number) / Self.powersOfTen[decimals]
    return bytes[Int(entry.offset)] == UInt8(ascii: "-") ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  // MARK: With errors

  func string(_ index: Int, _ place: QuickPlace) throws -> String {
    guard let text = string(index) else { throw mismatch(String.self, index, place) }
    return text
  }

  func bool(_ index: Int, _ place: QuickPlace) throws -> Bool {
    guard let value = bool(index) else { throw mismatch(Bool.self, index, place) }
    return value
  }

  func integer<Integer: FixedWidthInteger & LeafType>(
    _ type: Integer.Type, _ index: Int, _ place: QuickPlace
  ) throws -> Integer {
    if let number = integer(index), let value = Integer(exactly: number) { return value }
    return try scalar(type, index, place)
  }

  func double(_ index: Int, _ place: QuickPlace) throws -> Double {
    try double(index) ?? scalar(Double.self, index, place)
  }

  /// Reads any scalar as the engine does, but without a path, which only an error would show.
  func scalar<Leaf: LeafType>(
    _ type: Leaf.Type, _ index: Int, _ place: QuickPlace
  ) throws -> Leaf {
    do throws(NodeFailure) {
      return try type.read(value(index), noPath, session)
    } catch {
      throw failure(type, index, place, kind: error.issues.first?.kind)
    }
  }

  // MARK: Dates

  func isDate(_ type: any Any.Type) -> Bool { type == Date.self }

  /// Says whether there is something to say about a value that was accepted as a date.
  func isDoubtfulDate(_ index: Int, format: DateFormat?) -> Bool {
    let entry = tape[index]
    if entry.kind == .string, isPlainDate(entry) { return false }
    if entry.kind == .number {
      guard let format else { return false }
      // Up to the year 2200 seconds are taken for seconds; see DateLook.
      if format == .unixSeconds, let number = integer(index), 0...7_258_118_400 ~= number {
        return false
      }
    }
    return DateDoubt(value(index), format: format) != nil
  }

  /// Says whether a text is a real ISO 8601 date-time with a zone, of the years 1600 to 2199.
  ///
  /// It spares the look at nearly all dates; a text that it leaves out may be a date all the same.
  func isPlainDate(_ entry: JSONTapeEntry) -> Bool {
    let start = Int(entry.offset) + 1
    let end = Int(entry.end) - 1
    guard entry.flags.isEmpty, end - start >= 20,
      isNumber(1600...2199, 4, at: start), isMark("-", at: start + 4),
      isNumber(1...12, 2, at: start + 5), isMark("-", at: start + 7),
      isNumber(1...28, 2, at: start + 8), isMark("T", at: start + 10),
      isNumber(0...23, 2, at: start + 11), isMark(":", at: start + 13),
      isNumber(0...59, 2, at: start + 14), isMark(":", at: start + 16),
      isNumber(0...59, 2, at: start + 17)
    else { return false }
    var position = start + 19
    if isMark(".", at: position) {
      position += 1
      let first = position
      while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
      guard position > first, position - first <= 9 else { return false }
    }
    if isMark("Z", at: position) { return position + 1 == end }
    return position + 6 == end && (isMark("+", at: position) || isMark("-", at: position))
      && isNumber(0...14, 2, at: position + 1) && isMark(":", at: position + 3)
      && isNumber(0...59, 2, at: position + 4)
  }

  @inline(__always)
  private func isMark(_ mark: Unicode.Scalar, at position: Int) -> Bool {
    bytes[position] == UInt8(ascii: mark)
  }

  /// Says whether some digits stand for a number in a range.
  @inline(__always)
  private func isNumber(_ range: ClosedRange<Int>, _ count: Int, at start: Int) -> Bool {
    var number = 0
    for position in start..<start + count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return false }
      number = number &* 10 &+ Int(digit)
    }
    return range.contains(number)
  }
}

extension LeafType {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> Self {
    try run.scalar(Self.self, index, place)
  }
}

extension String {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> String {
    try run.string(index, place)
  }
}

extension Bool {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> Bool {
    try run.bool(index, place)
  }
}

extension LeafType where Self: FixedWidthInteger {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> Self {
    try run.integer(Self.self, index, place)
  }
}

extension Double {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> Double {
    try run.double(index, place)
  }
}

extension URL {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> URL {
    if let url = URL(string: try run.string(index, place)) { return url }
    return try run.scalar(URL.self, index, place)
  }
}

// MARK: Containers

extension ContainerType {
  /// Containers that need care are left to the engine.
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> Self {
    try run.explained(index, place) { (node, path, session) throws(NodeFailure) in
      try Self.read(node, path, session)
    }
  }
}

extension Optional where Wrapped: Decodable {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> Wrapped? {
    if run.tape[index].kind == .null { return nil }
    return try run.decode(Wrapped.self, at: index, place.content(Wrapped.self, run))
  }
}

extension Array where Element: Decodable {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> [Element] {
    let entry = run.tape[index]
    guard entry.kind == .array else { throw run.mismatch([Any].self, index, place) }
    var elements: [Element] = []
    let end = Int(entry.next)
    guard index + 1 < end else { return elements }
    elements.reserveCapacity(entry.count ?? 0)
    let content = place.elements(Element.self, .elements, run)
    if case .leaf(let leaf) = content.decoding {
      return try leaves(leaf, index, content, run)
    }
    let plans = run.plans.flatMap { $0.mayLeaveOut(content) ? $0 : nil }
    var element = index + 1
    while element < end {
      if plans?.accept(Element.self, at: element, content, run) != true {
        elements.append(try run.decode(Element.self, at: element, content))
      }
      element = Int(run.tape[element].next)
    }
    return elements
  }

  private static func leaves<Leaf: LeafType>(
    _ type: Leaf.Type, _ index: Int, _ content: QuickPlace, _ run: QuickRun
  ) throws -> [Element] {
    var elements: [Leaf] = []
    let entry = run.tape[index]
    elements.reserveCapacity(entry.count ?? 0)
    var element = index + 1
    while element < Int(entry.next) {
      elements.append(try type.quick(element, content, run))
      element = Int(run.tape[element].next)
    }
    return try run.same(elements, as: [Element].self)
  }
}

extension ContiguousArray where Element: Decodable {
  static func quick(
    _ index: Int, _ place: QuickPlace, _ run: QuickRun
  ) throws -> ContiguousArray<Element> {
    ContiguousArray(try [Element].quick(index, place, run))
  }
}

extension Dictionary where Key: Decodable, Value: Decodable {
  static func quick(_ index: Int, _ place: QuickPlace, _ run: QuickRun) throws -> [Key: Value] {
    guard Key.self == String.self else {
      run.noteEngineWork(at: index)
      return try run.explained(index, place) { (node, path, session) throws(NodeFailure) in
        try Self.read(node, path, session)
      }
    }
    let entry = run.tape[index]
    guard entry.kind == .object else { throw run.mismatch([String: Any].self, index, place) }
    run.noteMap(index)
    var result: [Key: Value] = [:]
    let end = Int(entry.next)
    var member = index + 1
    guard member < end else { return result }
    result.reserveCapacity(entry.count ?? 0)
    let content = place.elements(Value.self, .values, run)
    // With names that may be there twice it matters which values were made.
    let plans = run.plans.flatMap {
      $0.mayLeaveOut(content) && !run.mayHaveDuplicates(index) ? $0 : nil
    }
    while member < end {
      if plans?.accept(Value.self, at: member + 1, content, run) == true {
        member = Int(run.tape[member + 1].next)
        continue
      }
      guard let key = run.string(member) as? Key else {
        throw run.mismatch(Key.self, member, place)
      }
      // Of two members of a name the first one counts.
      if result[key] == nil {
        result[key] = .some(try run.decode(Value.self, at: member + 1, content))
      }
      member = Int(run.tape[member + 1].next)
    }
    return result
  }
}
