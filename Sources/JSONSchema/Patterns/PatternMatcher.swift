/// Runs a pattern over a text.
///
/// It tries one way and comes back to the last fork when it fails, from a list of forks and not by
/// recursion. Without references to groups, whether a match can still follow depends on the state
/// alone (instruction and place in the text), so a state that was seen before is not tried again:
/// `^(a+)+$` needs no more steps than the pattern is long times the text is long. With references
/// there is no such bound; then only the limit of work ends it.
struct PatternMatcher {
  private let program: PatternProgram
  private let text: [UInt32]

  /// How many steps are left.
  private(set) var work: Int

  /// One bit for each state that was seen; empty where states cannot be distinguished.
  ///
  /// States within a look around are not noted: there, one that was seen may have succeeded.
  private var seen: [UInt64] = []
  private static let mostStates = 1 << 26

  init(_ program: PatternProgram, _ text: String, work: Int) {
    self.program = program
    self.text = text.unicodeScalars.map(\.value)
    self.work = work
    let (states, isTooMany) = program.instructions.count.multipliedReportingOverflow(
      by: self.text.count + 1)
    if !program.hasReferences, !isTooMany, states <= Self.mostStates {
      seen = [UInt64](repeating: 0, count: states / 64 + 1)
      self.work -= states / 64
    }
  }

  /// Whether some part of the text matches.
  mutating func matches() -> Bool {
    var registers = [Int](repeating: -1, count: program.hasReferences ? program.registerCount : 0)
    for start in 0...text.count {
      if run(from: 0, at: start, registers: &registers, isLook: false) { return true }
      if work <= 0 { return false }
      if case .start? = program.instructions.first { return false }
    }
    return false
  }

  private struct Fork {
    let instruction: Int
    let position: Int
    let registers: [Int]
  }

  /// Notes a state; returns whether it was seen before.
  private mutating func isSeen(_ instruction: Int, _ position: Int) -> Bool {
    guard !seen.isEmpty else { return false }
    let state = instruction * (text.count + 1) + position
    let bit: UInt64 = 1 << (state & 63)
    defer { seen[state >> 6] |= bit }
    return seen[state >> 6] & bit != 0
  }

  private mutating func run(
    from start: Int, at place: Int, registers: inout [Int], isLook: Bool
  ) -> Bool {
    var forks = [Fork(instruction: start, position: place, registers: registers)]
    while let fork = forks.popLast() {
      var instruction = fork.instruction
      var position = fork.position
      registers = fork.registers
      following: while true {
        work -= 1
        guard work > 0 else { return false }
        switch program.instructions[instruction] {
        case .match: return true
        case .jump(let next): instruction = next
        case .split(let first, let second):
          if !isLook, isSeen(instruction, position) { break following }
          forks.append(Fork(instruction: second, position: position, registers: registers))
          instruction = first
        case .look(let isNegated, let next):
          var inner = registers
          let isFound = run(
            from: instruction + 1, at: position, registers: &inner, isLook: true)
          if isFound == isNegated || work <= 0 { break following }
          if !isNegated { registers = inner }
          instruction = next
        default:
          guard step(program.instructions[instruction], &position, &registers) else {
            break following
          }
          instruction += 1
        }
      }
    }
    return false
  }

  /// Takes one step that leads to the next instruction; returns whether it could.
  private func step(
    _ instruction: PatternProgram.Instruction, _ position: inout Int, _ registers: inout [Int]
  ) -> Bool {
    switch instruction {
    case .character(let wanted, let isBackward):
      return advance(&position, isBackward) { $0 == wanted }
    case .characters(let set, let isBackward):
      return advance(&position, isBackward) { set.contains($0) }
    case .start: return position == 0
    case .end: return position == text.count
    case .wordBoundary(let isNegated):
      return (isWord(position - 1) != isWord(position)) != isNegated
    case .beginGroup(let number): registers[2 * number] = position
    case .endGroup(let number): registers[2 * number + 1] = position
    case .reference(let number, let isBackward):
      return advance(&position, isBackward, over: registers[2 * number], registers[2 * number + 1])
    case .beginRound(let register): registers[register] = position
    case .endRound(let register): return registers[register] != position
    case .split, .jump, .look, .match: break
    }
    return true
  }

  private func advance(
    _ position: inout Int, _ isBackward: Bool, _ isWanted: (UInt32) -> Bool
  ) -> Bool {
    let index = isBackward ? position - 1 : position
    guard text.indices.contains(index), isWanted(text[index]) else { return false }
    position = isBackward ? index : index + 1
    return true
  }

  /// Goes over a repetition of what a group matched; a group that matched nothing is empty.
  private func advance(
    _ position: inout Int, _ isBackward: Bool, over begin: Int, _ end: Int
  ) -> Bool {
    guard begin >= 0, end >= begin else { return true }
    let wanted = text[begin..<end]
    let start = isBackward ? position - wanted.count : position
    guard start >= 0, start + wanted.count <= text.count,
      text[start..<(start + wanted.count)].elementsEqual(wanted)
    else { return false }
    position = isBackward ? start : start + wanted.count
    return true
  }

  private func isWord(_ index: Int) -> Bool {
    text.indices.contains(index) && CharacterClass.word.contains(text[index])
  }
}
