/// The types at the first positions of the arrays of a place.
struct TupleTypes: Sendable {
  /// The types at each position, one bit for each; empty where the arrays are not all of one small
  /// length.
  private var positions: [UInt8] = []

  /// The arrays that were seen.
  private(set) var arrays = 0

  private var isBroken = false

  private static let lengths = 2...8
  private static let fewestArrays = 10

  init() {}

  init(types: [Set<JSONType>], arrays: Int) {
    positions = types.map { $0.reduce(0) { $0 | Self.bit($1) } }
    self.arrays = arrays
    isBroken = types.isEmpty && arrays > 0
  }

  /// The types at each position; empty where the arrays are not all of one small length.
  var types: [Set<JSONType>] {
    positions.map { bits in Set(JSONType.allCases.filter { bits & Self.bit($0) != 0 }) }
  }

  private static func bit(_ type: JSONType) -> UInt8 {
    switch type {
    case .array: 1
    case .boolean: 2
    case .integer: 4
    case .null: 8
    case .number: 16
    case .object: 32
    case .string: 64
    }
  }

  /// Counts an array of some length; returns whether the types of its elements are wanted.
  mutating func add(length: Int) -> Bool {
    defer { arrays += 1 }
    guard !isBroken else { return false }
    guard Self.lengths.contains(length), arrays == 0 || length == positions.count else {
      isBroken = true
      positions = []
      return false
    }
    if arrays == 0 { positions = [UInt8](repeating: 0, count: length) }
    return true
  }

  /// Adds the type of an element of the array that was counted last.
  mutating func add(_ type: JSONType, at position: Int) {
    positions[position] |= Self.bit(type)
  }

  mutating func merge(_ other: TupleTypes) {
    defer { arrays += other.arrays }
    guard other.arrays > 0 else { return }
    guard arrays > 0 else {
      (positions, isBroken) = (other.positions, other.isBroken)
      return
    }
    guard !isBroken, !other.isBroken, positions.count == other.positions.count else {
      isBroken = true
      positions = []
      return
    }
    for index in positions.indices { positions[index] |= other.positions[index] }
  }

  /// The types of a tuple; none for a list of things of one kind.
  ///
  /// Each position has one type besides `null`, and not all have the same.
  var tuple: [Set<JSONType>] {
    guard arrays >= Self.fewestArrays else { return [] }
    let types = types
    let kinds = types.map { types in
      types.subtracting([.null]).contains(.number)
        ? types.subtracting([.null, .integer]) : types.subtracting([.null])
    }
    guard kinds.allSatisfy({ $0.count == 1 }) else { return [] }
    // Whole and broken numbers are of one kind.
    let different = Set(kinds.map { $0.contains(.integer) ? [.number] : $0 })
    guard different.count > 1 else { return [] }
    return types.map { $0.contains(.number) ? $0.subtracting([.integer]) : $0 }
  }
}
