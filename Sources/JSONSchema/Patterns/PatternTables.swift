import StrictJSON

/// Patterns as tables, which need one look for each character and no memory.
///
/// The instructions of a ``PatternProgram`` at which a match may be after some characters are one
/// state, and for each state and each symbol of the ``PatternAlphabet`` the next state is worked
/// out when the pattern is compiled (``PatternStates``). `^[0-9]+$` becomes
///
///     0  character class 0-9              state            0-9   others   end
///     1  split 0 or 2                0 refused              0      0       0
///     2  end                         1 matched              1      1       1
///     3  match                       2 at {0}, the start    3      0       0
///                                    3 at {1}               3      0       1
///
/// With `"2024"` the states are 2, 3, 3, 3, 3, and at the end 1. A text that is refused or matched is
/// not read on. Where a match may begin later in a text, each state holds the first instruction as well.
///
/// The text is read as it stands in a document: UTF-8 and, in a string that has some, escapes. All
/// tables share one memory, so that a table is a few numbers, and nothing is retained to look at one.
///
/// **What has no table.** References to groups and looks around need more than a state; a few
/// patterns, such as `[ab]*a[ab]{20}`, have more states than is reasonable. ``PatternMatcher`` runs
/// these. Both give the same answer for every text, but a table never gives up.
struct PatternTables: Sendable {
  /// One pattern.
  struct Table: Sendable {
    /// The row of the state before the first character.
    let first: Int
    /// The row of what matched, and so the length of a row; that of what is refused is 0.
    let matched: Int
    // Where its part of each list begins, and how long it is.
    fileprivate var rows: Int
    fileprivate var ascii: Int
    fileprivate var starts: Range<Int>
    fileprivate var symbols: Int
    fileprivate var properties: Range<Int>
  }

  /// The row of the next state, for each state and symbol; the last symbol is the end of the text.
  private var rows: [UInt16] = []

  // The alphabets; see there.
  private var ascii: [UInt8] = []
  private var starts: [UInt32] = []
  private var symbols: [UInt8] = []
  private var properties: [UnicodeProperty] = []

  /// Adds the table of a program; nil where it has none.
  mutating func add(_ program: PatternProgram) -> Table? {
    guard var states = PatternStates(program), let (rows, first) = states.rows() else { return nil }
    let alphabet = states.alphabet
    let table = Table(
      first: first, matched: alphabet.count + 1, rows: self.rows.count, ascii: ascii.count,
      starts: starts.count..<starts.count + alphabet.starts.count, symbols: symbols.count,
      properties: properties.count..<properties.count + alphabet.properties.count)
    self.rows += rows
    ascii += alphabet.ascii
    starts += alphabet.starts
    symbols += alphabet.symbols
    properties += alphabet.properties
    return table
  }

  /// Adds a table that is the only one of other tables.
  mutating func add(_ table: Table, of other: PatternTables) -> Table {
    var table = table
    table.rows += rows.count
    table.ascii += ascii.count
    table.starts = table.starts.lowerBound + starts.count..<table.starts.upperBound + starts.count
    table.symbols += symbols.count
    table.properties =
      table.properties.lowerBound + properties.count..<table.properties.upperBound
      + properties.count
    rows += other.rows
    ascii += other.ascii
    starts += other.starts
    symbols += other.symbols
    properties += other.properties
    return table
  }

  /// Whether a pattern matches some part of a text.
  ///
  /// `isEscaped` says that a backslash begins an escape of JSON, and does not represent itself.
  func matches(_ text: TextBytes, isEscaped: Bool, _ table: Table) -> Bool {
    let (rows, ascii) = (rows.span, ascii.span)
    // No other byte below 0x80 is looked at twice.
    let escape: UInt8 = isEscaped ? UInt8(ascii: "\\") : 0xFF
    var state = table.first
    var position = 0
    while position < text.count {
      let byte = text[position]
      let symbol: UInt8
      if byte < 0x80, byte != escape {
        symbol = ascii[table.ascii &+ Int(byte)]
        position &+= 1
      } else {
        symbol = specialSymbol(text, &position, table)
      }
      state = Int(rows[table.rows &+ state &+ Int(symbol)])
      if state <= table.matched { return state == table.matched }
    }
    return rows[table.rows &+ state &+ table.matched &- 1] == table.matched
  }

  /// Reads an escape, or a character of several bytes.
  @inline(never)
  private func specialSymbol(_ text: TextBytes, _ position: inout Int, _ table: Table) -> UInt8 {
    let character =
      text[position] == UInt8(ascii: "\\")
      ? JSONText.escapedScalar(in: text, at: &position) : text.character(at: &position)
    if character < 0x80 { return ascii[table.ascii + Int(character)] }
    let starts = starts.span
    var (low, high) = (table.starts.lowerBound, table.starts.upperBound)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= character { low = middle } else { high = middle }
    }
    var cell = (low - table.starts.lowerBound) << table.properties.count
    for property in table.properties where properties[property].contains(character) {
      cell |= 1 << (property - table.properties.lowerBound)
    }
    return symbols[table.symbols + cell]
  }
}
