/// A regular expression of a schema: ECMA-262 with the flag `u`, as JSON Schema asks for.
///
/// Supported, with the meaning that ECMA-262 gives it:
///
/// - literals, `.` (all but `\n`, `\r`, U+2028, U+2029), `|`, `( )`, `(?: )`, `(?<name> )`;
/// - `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`, each also lazy with `?`; counts up to 1000;
/// - `^` and `$`, which stand for the beginning and the end of the text and of nothing else;
///   `\b`, `\B`;
/// - `(?= )`, `(?! )`, `(?<= )`, `(?<! )`, of any length;
/// - classes `[a-z]`, `[^a-z]`, `[]`, `[^]`;
/// - `\d`, `\w` in ASCII, `\s` with all white space of Unicode and U+FEFF, and `\D`, `\W`, `\S`;
/// - `\t`, `\n`, `\v`, `\f`, `\r`, `\0`, `\cA`, `\x41`, `\u0041`, `\ud83d\udc32`, `\u{1F432}`, and
///   `\` before any character that is neither a letter nor a digit;
/// - `\1` and `\k<name>`;
/// - `\p{…}` and `\P{…}` with a general category (`L`, `Letter`, `gc=Lu`), a script
///   (`Script=Greek`) or a binary property (`Alphabetic`) that ICU knows.
///
/// As in browsers, and unlike the letter of the flag `u`, a `{`, `}` or `]` that closes or opens
/// nothing means itself. Characters are whole code points, and letters match in their own case
/// only. Not supported, and an error: everything else, above all inline flags `(?i)`, the classes of
/// the flag `v`, and escapes of other languages such as `\A`, `\Z` and `\h`.
///
/// Most patterns become a table (``PatternTables``). For others a match may take as many steps as
/// the validator has left; see ``PatternMatcher``.
///
/// https://tc39.es/ecma262/#sec-patterns
package struct Pattern: Sendable {
  /// The pattern as it is written.
  let source: String

  private let program: PatternProgram

  /// The pattern as a table; nil where it has none.
  private let table: PatternTables.Table?
  private let tables: PatternTables

  /// Compiles a pattern.
  package init(_ source: String) throws(PatternError) {
    self.source = source
    var parser = PatternParser(source)
    program = try PatternProgram(try parser.parse(), groups: parser.groupCount)
    var tables = PatternTables()
    table = tables.add(program)
    self.tables = tables
  }

  /// Whether the pattern matches some part of a text; takes the steps from `work`.
  ///
  /// Where the work is used up the answer is true, and the caller sees that nothing is left.
  package func matches(_ text: String, work: inout Int) -> Bool {
    guard let table else { return matchesByWays(text, work: &work) }
    let bytes = Array(text.utf8)
    work -= bytes.count
    return tables.matches(bytes.span, isEscaped: false, table) || work <= 0
  }

  /// The same without the table.
  package func matchesByWays(_ text: String, work: inout Int) -> Bool {
    var matcher = PatternMatcher(program, text, work: work)
    let isMatching = matcher.matches()
    work = matcher.work
    return isMatching || work <= 0
  }

  /// Whether a match takes no more than one step for each character.
  package var hasTable: Bool { table != nil }

  /// Adds the table of the pattern to others; nil where it has none.
  func addTable(to tables: inout PatternTables) -> PatternTables.Table? {
    table.map { tables.add($0, of: self.tables) }
  }
}

/// Why a pattern cannot be used.
package struct PatternError: Error, Sendable {
  /// What is wrong, in words.
  package let message: String
}

/// A set of characters.
struct CharacterClass: Sendable, Hashable {
  /// A property that a character must have, or must not have.
  struct Demand: Sendable, Hashable {
    let property: UnicodeProperty
    let isNegated: Bool
  }

  var ranges: [ClosedRange<UInt32>] = []
  var properties: [Demand] = []
  var isNegated = false

  init(_ ranges: [ClosedRange<UInt32>] = []) { self.ranges = ranges }

  func contains(_ character: UInt32) -> Bool {
    contains(character) { $0.contains(character) }
  }

  /// The same for a character of which somebody knows the properties.
  func contains(_ character: UInt32, has: (UnicodeProperty) -> Bool) -> Bool {
    let isInside =
      ranges.contains { $0.contains(character) }
      || properties.contains { has($0.property) != $0.isNegated }
    return isInside != isNegated
  }

  static let digits = CharacterClass([0x30...0x39])
  static let word = CharacterClass([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let space = CharacterClass([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  private static let lineEnds = CharacterClass([
    0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029,
  ])

  /// What `.` matches.
  static let anyButLineEnds = lineEnds.inverted

  /// All other characters; for a class without properties.
  var inverted: CharacterClass {
    var result = CharacterClass()
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { result.ranges.append(next...range.lowerBound - 1) }
      next = max(next, range.upperBound + 1)
    }
    if next <= 0x10FFFF { result.ranges.append(next...0x10FFFF) }
    return result
  }
}
