/// The types at the first positions of the arrays of a place.
struct TupleTypes: Sendable {
  /// The types at each position; empty where the arrays are not all of one small length.
  private(set) var types: [Set<JSONType>] = []

  /// The arrays that were seen.
  private(set) var arrays = 0

  private var isBroken = false

  private static let lengths = 2...8
  private static let fewestArrays = 10

  init() {}

  init(types: [Set<JSONType>], arrays: Int) {
    self.types = types
    self.arrays = arrays
    isBroken = types.isEmpty && arrays > 0
  }

  /// Counts an array of some length; says whether the types of its elements are wanted.
  mutating func add(length: Int) -> Bool {
    defer { arrays += 1 }
    guard !isBroken, Self.lengths.contains(length), arrays == 0 || length == types.count else {
      isBroken = true
      types = []
      return false
    }
    if arrays == 0 { types = [Set<JSONType>](repeating: [], count: length) }
    return true
  }

  /// Adds the type of an element of the array that was counted last.
  mutating func add(_ type: JSONType, at position: Int) {
    guard !types[position].contains(type) else { return }
    types[position].insert(type)
  }

  mutating func merge(_ other: TupleTypes) {
    defer { arrays += other.arrays }
    guard other.arrays > 0 else { return }
    guard arrays > 0 else {
      (types, isBroken) = (other.types, other.isBroken)
      return
    }
    guard !isBroken, !other.isBroken, types.count == other.types.count else {
      isBroken = true
      types = []
      return
    }
    for index in types.indices { types[index].formUnion(other.types[index]) }
  }

  /// The types of a tuple; none for a list of things of one kind.
  ///
  /// Each position has one type besides `null`, and not all have the same.
  var tuple: [Set<JSONType>] {
    guard arrays >= Self.fewestArrays else { return [] }
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
