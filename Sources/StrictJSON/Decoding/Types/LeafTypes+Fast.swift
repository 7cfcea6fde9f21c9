import Foundation
import WireDates

// How a fast pass reads scalars: plain ones from their bytes, all others as the engine does.

extension FastPass {
  /// The text of a string; nil for what is none.
  @inline(__always)
  func string(_ index: Int) -> String? {
    let entry = tape[index]
    guard entry.isKind(.string) else { return nil }
    return entry.flags.contains(.escaped) ? unescaped(entry) : JSONText.string(entry, in: bytes)
  }

  @inline(__always)
  func bool(_ index: Int) -> Bool? {
    let entry = tape[index]
    guard entry.isKind(.bool) else { return nil }
    return bytes[Int(entry.offset)] == UInt8(ascii: "t")
  }

  /// The value of an integer of at most 18 digits; nil for all else.
  @inline(__always)
  func integer(_ index: Int) -> Int? {
    let entry = tape[index]
    guard entry.isKind(.number), !entry.flags.contains(.fractional), entry.end - entry.offset <= 18
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
    guard entry.isKind(.number), entry.end - entry.offset <= 17 else { return nil }
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

  func string(_ index: Int, _ place: TypePlace) throws -> String {
    guard let text = string(index) else { throw mismatch(String.self, index, place.shape) }
    return text
  }

  func bool(_ index: Int, _ place: TypePlace) throws -> Bool {
    guard let value = bool(index) else { throw mismatch(Bool.self, index, place.shape) }
    return value
  }

  func integer<Integer: FixedWidthInteger & LeafType>(
    _ type: Integer.Type, _ index: Int, _ place: TypePlace
  ) throws -> Integer {
    if let number = integer(index), let value = Integer(exactly: number) { return value }
    // A union tries one type after the other, so what fits no number at all is told at once.
    guard tape[index].isKind(.number) else { throw mismatch(type, index, place.shape) }
    return try scalar(type, index, place)
  }

  func double(_ index: Int, _ place: TypePlace) throws -> Double {
    if let number = double(index) { return number }
    guard tape[index].isKind(.number) || session.readsNumbersFromText else {
      throw mismatch(Double.self, index, place.shape)
    }
    return try scalar(Double.self, index, place)
  }

  /// Reads any scalar as the engine does, but without a path, which only an error would show.
  func scalar<Leaf: LeafType>(
    _ type: Leaf.Type, _ index: Int, _ place: TypePlace
  ) throws -> Leaf {
    do throws(NodeFailure) {
      return try type.read(value(index), known.noPath, session)
    } catch {
      if let cause = error.cause as? UnfitNumber { throw unfit(cause) }
      throw failure(type, index, place.shape, kind: error.issues.first?.kind)
    }
  }

  /// Lets the closure of a strategy read a value, which sees the path and the engine's containers.
  func custom<Leaf: LeafType>(
    _ type: Leaf.Type, _ index: Int, _ place: TypePlace
  ) throws -> Leaf {
    // What the closure opens, others may open too.
    if tape[index].isKind(.object) || tape[index].isKind(.array) { noteOdd() }
    return try explained(index, place) { (node, path, session) throws(NodeFailure) in
      try type.read(node, path, session)
    }
  }
}

extension LeafType {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Self {
    try run.scalar(Self.self, index, place)
  }
}

extension String {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> String {
    try run.string(index, place)
  }
}

extension Bool {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Bool {
    try run.bool(index, place)
  }
}

extension LeafType where Self: FixedWidthInteger {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Self {
    try run.integer(Self.self, index, place)
  }
}

extension Double {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Double {
    try run.double(index, place)
  }
}

extension URL {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> URL {
    if let url = URL(string: try run.string(index, place)) { return url }
    return try run.scalar(URL.self, index, place)
  }
}

extension Data {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Data {
    guard run.hasCustomData else { return try run.scalar(Data.self, index, place) }
    return try run.custom(Data.self, index, place)
  }
}
