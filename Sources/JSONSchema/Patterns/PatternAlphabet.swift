/// The characters as a pattern tells them apart.
///
/// To `^[a-f\d]+$` all characters are one of two: those of the class, and all others. So the
/// characters are cut into ranges at the ends of all classes,
///
///     0…   `0`…`9`   `:`…   `a`…`f`   `g`…
///
/// and ranges that are in the same classes get the same symbol, a small number. Where a class names
/// a property (`\p{L}`), a range stands for two: its characters that have it, and those that do not.
struct PatternAlphabet: Sendable {
  /// The number of symbols.
  let count: Int

  /// The symbols of ASCII.
  private(set) var ascii: [UInt8] = []

  /// Whether the characters of a symbol are letters, digits or `_`; false where nobody asks.
  private(set) var isWord: [Bool] = []

  /// For each class its symbols.
  private let members: [CharacterClass: [Bool]]

  /// Where the ranges begin.
  let starts: [UInt32]
  let properties: [UnicodeProperty]

  /// The symbol of each range, and of each choice of the properties in it.
  ///
  /// The lowest bits of an index are one for each property.
  let symbols: [UInt8]

  /// More cells, of which each class is asked for each, are not worth the time.
  private static let mostCells = 1024
  private static let mostSymbols = 200

  /// Nil where there would be too many symbols.
  init?(_ classes: Set<CharacterClass>, asksForWords: Bool) {
    let classes = Array(asksForWords ? classes.union([.word]) : classes)
    let ends = classes.flatMap(\.ranges).flatMap { [$0.lowerBound, $0.upperBound + 1] }
    let starts = Set(ends + [0]).sorted()
    let properties = Array(Set(classes.flatMap(\.properties).map(\.property)))
    guard properties.count < 8, starts.count << properties.count <= Self.mostCells else {
      return nil
    }
    var symbols: [UInt8] = []
    var known: [[Bool]: UInt8] = [:]
    var members = [[Bool]](repeating: [], count: classes.count)
    for cell in 0..<starts.count << properties.count {
      let start = starts[cell >> properties.count]
      let belongs = classes.map { set in
        set.contains(start) { property in
          properties.firstIndex(of: property).map { cell >> $0 & 1 == 1 } ?? false
        }
      }
      if known[belongs] == nil {
        guard known.count < Self.mostSymbols else { return nil }
        known[belongs] = UInt8(known.count)
        for index in classes.indices { members[index].append(belongs[index]) }
      }
      symbols.append(known[belongs] ?? 0)
    }
    (self.starts, self.properties, self.symbols) = (starts, properties, symbols)
    count = known.count
    self.members = Dictionary(uniqueKeysWithValues: zip(classes, members))
    isWord = self.members[.word] ?? [Bool](repeating: false, count: count)
    // All of a range have the same symbol, but where a class names a property.
    for character in 0..<128 as Range<UInt32> {
      let start = starts.lastIndex { $0 <= character } ?? 0
      var cell = start << properties.count
      for (index, property) in properties.enumerated() where property.contains(character) {
        cell |= 1 << index
      }
      ascii.append(symbols[cell])
    }
  }

  /// Whether each symbol is in one of the classes.
  func symbols(in set: CharacterClass) -> [Bool] { members[set] ?? [] }
}
