import StrictJSON

/// What is kept of some records when the documents are gone: their values as sketches.
///
/// Which records are kept is decided by their values alone. Each value of a record that tells something
/// has a hash, the smallest of them is the number of the record, and the records with the smallest numbers
/// stay. So two recordings of the same data keep the same records, however their keys are called, and two
/// sketches are joined by joining their records and keeping the smallest again: in any order, and however
/// the documents were split, the same sketch comes out.
///
///     {"meals": [{"id": "52958", "name": "Teriyaki Chicken"}, …]}     records at $.meals[*]
///
///     value                hash                  number of the record
///     52958                93 81 …               2f 07 …
///     Teriyaki Chicken     2f 07 …
///
/// Records are the elements of the outermost arrays, and the documents themselves; which of them matter, the
/// whole format decides (``RecordRoots``). What is kept of each is bounded: 8 elements of a list and 512
/// values.
package struct RecordSketch: Sendable, Hashable {
  /// What is kept of one record.
  struct Row: Sendable, Hashable {
    let number: RecordNumber
    /// The values by their place below the record, in the order of the places.
    let cells: [Cell]

    /// The values at one place of a record.
    struct Cell: Sendable, Hashable {
      /// The way from the record to the place.
      let place: ShapePath
      let values: [ValueSketch]
    }
  }

  /// The records of a summary at each of their places, and those of a contract.
  package static let recordsOfSummary = 64
  package static let recordsOfContract = 16

  /// An answer with more lists is one that is keyed by data.
  static let mostRoots = 16

  /// The records by where they lie, each list in the order of the numbers.
  var records: [ShapePath: [Row]] = [:]

  /// Makes a sketch of nothing.
  package init() {}

  init(records: [ShapePath: [Row]]) { self.records = records }

  /// Whether nothing is kept.
  package var isEmpty: Bool { records.isEmpty }

  /// The number above which no record is kept.
  func limit(at root: ShapePath) -> UInt64 {
    guard let rows = records[root], rows.count >= Self.recordsOfSummary, let last = rows.last else {
      return RecordNumber.none
    }
    return last.number.smallest
  }

  /// The other hash of each kept record, by its smallest one.
  func wholes(at root: ShapePath) -> [UInt64: UInt64] {
    Dictionary((records[root] ?? []).map { ($0.number.smallest, $0.number.whole) }) { first, _ in
      first
    }
  }

  /// Keeps a record, if its number is one of the smallest.
  mutating func add(_ row: Row, at root: ShapePath) {
    var rows = records.removeValue(forKey: root) ?? []
    let position = rows.firstIndex { $0.number.smallest >= row.number.smallest } ?? rows.count
    if position < rows.count, rows[position].number.smallest == row.number.smallest {
      // Two records may share the value with the smallest hash.
      if row.precedes(rows[position]) { rows[position] = row }
    } else {
      rows.insert(row, at: position)
      if rows.count > Self.recordsOfSummary { rows.removeLast() }
    }
    records[root] = rows
    while records.count > Self.mostRoots {
      guard let last = records.keys.max(by: { $0.description < $1.description }) else { return }
      records[last] = nil
    }
  }

  /// Adds the records of another sketch.
  package mutating func merge(_ other: RecordSketch) {
    for (root, rows) in other.records {
      for row in rows { add(row, at: root) }
    }
  }

  /// The sketch without values of members that hold credentials.
  func without(_ isSecret: (String) -> Bool) -> RecordSketch {
    RecordSketch(
      records: records.mapValues { rows in
        rows.map { row in
          let kept = row.cells.filter { !$0.place.names.contains(where: isSecret) }
          return Row(number: row.number, cells: kept)
        }
      })
  }

  /// The sketch with at most so many records at each place.
  func limited(to count: Int) -> RecordSketch {
    RecordSketch(records: records.mapValues { Array($0.prefix(count)) })
  }
}

extension RecordSketch.Row {
  /// An order of records with one number that does not care how their keys are called.
  fileprivate func precedes(_ other: Self) -> Bool {
    if number.whole != other.number.whole { return number.whole < other.number.whole }
    let left = cells.flatMap(\.values).sorted()
    let right = other.cells.flatMap(\.values).sorted()
    if left != right { return left.lexicographicallyPrecedes(right) }
    return text.lexicographicallyPrecedes(other.text)
  }

  private var text: [String] {
    cells.map { "\($0.place) " + $0.values.map(\.text).joined(separator: ",") }
  }
}

// MARK: - Records

extension RecordSketch.Row {
  private static let mostElements = 8
  private static let mostCells = 512

  /// Sketches a record.
  init(_ record: JSONValue, number: RecordNumber) {
    var values: [ShapePath: [ValueSketch]] = [:]
    var count = 0
    Self.add(record, at: ShapePath(), &values, &count)
    self.init(number: number, values: values)
  }

  init(number: RecordNumber, values: [ShapePath: [ValueSketch]]) {
    let cells = values.map {
      (text: $0.key.description, cell: Cell(place: $0.key, values: $0.value))
    }
    self.init(number: number, cells: cells.sorted { $0.text < $1.text }.map(\.cell))
  }

  private static func add(
    _ value: JSONValue, at place: ShapePath, _ values: inout [ShapePath: [ValueSketch]],
    _ count: inout Int
  ) {
    guard count < mostCells else { return }
    switch value.kind {
    case .array:
      for element in value.elements.prefix(mostElements) {
        add(element, at: place.appending(.elements), &values, &count)
      }
    case .object:
      for member in value.members {
        add(member.value, at: place.appending(.member(member.key)), &values, &count)
      }
    case .null, .bool, .number, .string:
      guard let sketch = ValueSketch(value), values[place, default: []].count < mostElements else {
        return
      }
      values[place, default: []].append(sketch)
      count += 1
    }
  }
}
