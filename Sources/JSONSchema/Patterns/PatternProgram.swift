/// A compiled pattern: instructions for ``PatternMatcher``.
///
/// `a(b|c)*` becomes
///
///     0  character a
///     1  split 2 or 7
///     2  split 3 or 5
///     3  character b
///     4  jump 6
///     5  character c
///     6  jump 1
///     7  match
///
/// Counts are written out: `a{2,3}` is `aaa?`. So a place in the program and a place in the text
/// are all that there is to know of a state, and no state needs to be looked at twice.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    case character(UInt32, isBackward: Bool)
    case characters(CharacterClass, isBackward: Bool)
    /// Goes on at the first, and at the second if that fails.
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case wordBoundary(isNegated: Bool)
    /// Runs what follows up to its `match`, then goes on at `next` from where it stood.
    case look(isNegated: Bool, next: Int)
    case beginGroup(Int)
    case endGroup(Int)
    case reference(Int, isBackward: Bool)
    /// Notes where a round of a loop begins, and fails where it ends at the same place.
    case beginRound(Int)
    case endRound(Int)
    case match
  }

  private(set) var instructions: [Instruction] = []

  /// Whether what a group matched is asked for, so that it has to be remembered.
  let hasReferences: Bool

  /// The number of places in the text to remember.
  private(set) var registerCount: Int

  /// Also counts nodes without instructions, so that empty loops in empty loops come to an end.
  private var emittedNodes = 0

  private static let maximumCount = 20_000
  private static let tooLarge = PatternError(
    message: "it is too large when its counts are written out")

  init(_ node: PatternNode, groups: Int) throws(PatternError) {
    hasReferences = Self.containsReference(node)
    registerCount = 2 * (groups + 1)
    try emit(node, isBackward: false)
    instructions.append(.match)
  }

  private static func containsReference(_ node: PatternNode) -> Bool {
    switch node {
    case .reference: true
    case .sequence(let nodes), .alternatives(let nodes): nodes.contains(where: containsReference)
    case .repeated(let node, _, _, _), .group(let node, _), .look(let node, _, _):
      containsReference(node)
    default: false
    }
  }

  private mutating func append(_ instruction: Instruction) throws(PatternError) {
    guard instructions.count < Self.maximumCount else {
      throw Self.tooLarge
    }
    instructions.append(instruction)
  }

  private mutating func emit(_ node: PatternNode, isBackward: Bool) throws(PatternError) {
    emittedNodes += 1
    guard emittedNodes <= Self.maximumCount else { throw Self.tooLarge }
    switch node {
    case .empty: break
    case .character(let character): try append(.character(character, isBackward: isBackward))
    case .characters(let set): try append(.characters(set, isBackward: isBackward))
    case .sequence(let nodes):
      for node in isBackward ? nodes.reversed() : nodes { try emit(node, isBackward: isBackward) }
    case .alternatives(let nodes): try emitAlternatives(nodes[...], isBackward: isBackward)
    case .repeated(let node, let minimum, let maximum, let isLazy):
      try emit(
        node, minimum: minimum, maximum: maximum, isLazy: isLazy, isBackward: isBackward)
    case .group(let node, let number):
      if hasReferences { try append(isBackward ? .endGroup(number) : .beginGroup(number)) }
      try emit(node, isBackward: isBackward)
      if hasReferences { try append(isBackward ? .beginGroup(number) : .endGroup(number)) }
    case .start: try append(.start)
    case .end: try append(.end)
    case .wordBoundary(let isNegated): try append(.wordBoundary(isNegated: isNegated))
    case .look(let node, let isBehind, let isNegated):
      let look = instructions.count
      try append(.look(isNegated: isNegated, next: 0))
      try emit(node, isBackward: isBehind)
      try append(.match)
      instructions[look] = .look(isNegated: isNegated, next: instructions.count)
    case .reference(let number): try append(.reference(number, isBackward: isBackward))
    }
  }

  private mutating func emitAlternatives(
    _ nodes: ArraySlice<PatternNode>, isBackward: Bool
  ) throws(PatternError) {
    var jumps: [Int] = []
    for (position, node) in nodes.enumerated() {
      let split = instructions.count
      let isLast = position == nodes.count - 1
      if !isLast { try append(.jump(0)) }
      try emit(node, isBackward: isBackward)
      guard !isLast else { break }
      jumps.append(instructions.count)
      try append(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func emit(
    _ node: PatternNode, minimum: Int, maximum: Int?, isLazy: Bool, isBackward: Bool
  ) throws(PatternError) {
    for _ in 0..<minimum { try emit(node, isBackward: isBackward) }
    var splits: [Int] = []
    if let maximum {
      for _ in minimum..<maximum {
        splits.append(instructions.count)
        try append(.jump(0))
        try emit(node, isBackward: isBackward)
      }
    } else {
      let loop = instructions.count
      splits.append(loop)
      try append(.jump(0))
      let register = registerCount
      if hasReferences {
        registerCount += 1
        try append(.beginRound(register))
      }
      try emit(node, isBackward: isBackward)
      if hasReferences { try append(.endRound(register)) }
      try append(.jump(loop))
    }
    let end = instructions.count
    for split in splits {
      instructions[split] = isLazy ? .split(end, split + 1) : .split(split + 1, end)
    }
  }
}
