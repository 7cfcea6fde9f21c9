/// Finds the states of a pattern, and what each character makes of them.
///
/// A state is where a match may be: instructions that are still to be carried out. Those that read
/// nothing are carried out when it is known what comes next, so that `$`, `\b` and `\B` can tell.
struct PatternStates {
  /// Where a match may be.
  private struct State: Hashable {
    /// The instructions, in order, of which none was carried out yet.
    var instructions: [Int] = []
    var isAtStart = false
    /// Whether a letter, digit or `_` is before the place; false where nobody asks.
    var isAfterWord = false
  }

  /// What comes of a state before the next character is read.
  private struct Reach {
    /// The instructions that read a character.
    var readers: [Int] = []
    var isMatched = false
  }

  let alphabet: PatternAlphabet
  private let program: [PatternProgram.Instruction]
  private let asksForWords: Bool
  /// The symbols of each instruction that reads a character.
  private var symbols: [[Bool]] = []

  private var states: [State] = []
  private var numbers: [State: Int] = [:]

  /// The instructions that may still be looked at: about a millisecond.
  private var work = 50_000

  /// A row must be found by sixteen bits.
  private static let mostCells = 1 << 16

  /// Nil for a program that asks for more than states can tell.
  init?(_ program: PatternProgram) {
    guard !program.hasReferences else { return nil }
    var classes: [CharacterClass?] = []
    var asksForWords = false
    for instruction in program.instructions {
      switch instruction {
      case .character(let character, isBackward: false):
        classes.append(CharacterClass([character...character]))
      case .characters(let set, isBackward: false): classes.append(set)
      case .character, .characters, .look, .reference: return nil
      case .wordBoundary:
        asksForWords = true
        classes.append(nil)
      default: classes.append(nil)
      }
    }
    guard
      let alphabet = PatternAlphabet(Set(classes.compactMap { $0 }), asksForWords: asksForWords)
    else { return nil }
    self.alphabet = alphabet
    self.program = program.instructions
    self.asksForWords = asksForWords
    symbols = classes.map { $0.map(alphabet.symbols) ?? [] }
  }

  /// Finds the rows of all states, and that of the first; nil where there are too many.
  mutating func rows() -> (rows: [UInt16], first: Int)? {
    let length = alphabet.count + 1
    // The two states in which the answer is known.
    var rows = [UInt16](repeating: 0, count: length)
    rows += [UInt16](repeating: UInt16(length), count: length)
    let first = number(of: State(instructions: [0], isAtStart: true))
    var next = 0
    while next < states.count {
      let state = states[next]
      let beforeWord = reach(state, isBeforeWord: true, isAtEnd: false)
      let before = asksForWords ? reach(state, isBeforeWord: false, isAtEnd: false) : beforeWord
      for symbol in 0..<alphabet.count {
        let row = row(behind: alphabet.isWord[symbol] ? beforeWord : before, UInt8(symbol))
        rows.append(UInt16(truncatingIfNeeded: row * length))
      }
      let end = reach(state, isBeforeWord: false, isAtEnd: true)
      rows.append(end.isMatched ? UInt16(length) : 0)
      guard work > 0, (states.count + 2) * length <= Self.mostCells else { return nil }
      next += 1
    }
    return (rows, first * length)
  }

  private mutating func number(of state: State) -> Int {
    if let number = numbers[state] { return number }
    let number = states.count + 2
    numbers[state] = number
    states.append(state)
    return number
  }

  /// The number of the row behind a character, when it is known what the state comes to.
  private mutating func row(behind reach: Reach, _ symbol: UInt8) -> Int {
    if reach.isMatched { return 1 }
    var next = State()
    work -= reach.readers.count + 1
    for reader in reach.readers where symbols[reader][Int(symbol)] {
      next.instructions.append(reader + 1)
    }
    if case .start? = program.first {} else { next.instructions.append(0) }
    guard !next.instructions.isEmpty else { return 0 }
    next.instructions = Set(next.instructions).sorted()
    next.isAfterWord = asksForWords && alphabet.isWord[Int(symbol)]
    return number(of: next)
  }

  /// Carries out all instructions that read nothing.
  private mutating func reach(_ state: State, isBeforeWord: Bool, isAtEnd: Bool) -> Reach {
    var reach = Reach()
    var seen = [Bool](repeating: false, count: program.count)
    var open = state.instructions
    while let instruction = open.popLast() {
      if seen[instruction] { continue }
      seen[instruction] = true
      work -= 1
      switch program[instruction] {
      case .match: reach.isMatched = true
      case .jump(let next): open.append(next)
      case .split(let first, let second): open += [first, second]
      case .start: if state.isAtStart { open.append(instruction + 1) }
      case .end: if isAtEnd { open.append(instruction + 1) }
      case .wordBoundary(let isNegated):
        if (state.isAfterWord != isBeforeWord) != isNegated { open.append(instruction + 1) }
      case .character, .characters: reach.readers.append(instruction)
      case .beginGroup, .endGroup, .beginRound, .endRound: open.append(instruction + 1)
      case .look, .reference: break
      }
    }
    return reach
  }
}
