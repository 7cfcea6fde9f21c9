package import StrictJSON

// The text of a sketch, in a contract and in a summary: one line for each place of records with the numbers
// of the records, and one for each place below it with the values of these records, in the same order.
//
//     "$.meals[*]":          "# LweRTY01Mkl32_xQ MxyRTY01Okl32_xQ",
//     "$.meals[*].idMeal":   "AbCdEfGh IjKlMnOp",
//     "$.meals[*].tags[*]":  "QrStUvWx,YzAbCdEf ."
//
//     "$.meals[*].notes":    "* . GhIjKlMn"
//     "$.meals[*].isVegan":  "CdEfGhIj 0"
//
// Of the first record two tags were kept, of the second none. `*` begins a line with the keys of an object
// that is keyed by data. A value has eight characters; a number, a date and an address have twelve. Where a
// record has what an earlier one has there is the place of that one in the line: both are not vegan.
extension RecordSketch {
  private static let rootMark = "#"
  private static let keyMark = "*"
  private static let nothing = "."
  /// The digits of a record's place; a value has more characters.
  private static let longestPlace = 2

  /// The lines as members of an object, the places of records in their order.
  package var node: JSONNode {
    var members: [JSONNode.Member] = []
    let roots = records.map { (text: $0.key.description, root: $0.key, rows: $0.value) }
    for (text, root, rows) in roots.sorted(by: { $0.text < $1.text }) {
      let numbers = rows.map(\.number.text)
      members.append(
        JSONNode.Member(text, .string(([Self.rootMark] + numbers).joined(separator: " "))))
      for (place, cells) in Self.columns(rows) {
        let areKeys = place.last == ShapePath.mapKey
        let words = cells.enumerated().map { index, values in
          values.isEmpty
            ? Self.nothing
            : cells.firstIndex(of: values).flatMap { $0 < index ? String($0) : nil }
              ?? values.map(\.text).joined(separator: ",")
        }
        let path = root.appending(areKeys ? place.steps.dropLast(2) : place.steps)
        let line = ((areKeys ? [Self.keyMark] : []) + words).joined(separator: " ")
        members.append(JSONNode.Member(path.description, .string(line)))
      }
    }
    return .object(members)
  }

  /// Reads the lines; what cannot be read is passed over.
  package init(_ value: JSONValue) {
    self.init()
    var root: ShapePath?
    var numbers: [RecordNumber] = []
    var rows: [[ShapePath: [ValueSketch]]] = []
    func close() {
      guard let root else { return }
      records[root] = zip(numbers, rows).map { Row(number: $0, values: $1) }
    }
    for member in value.members {
      guard let path = ShapePath(member.key), let text = member.value.string else { continue }
      let words = text.split(separator: " ")
      if words.first.map({ $0 == Self.rootMark }) ?? false {
        close()
        numbers = words.dropFirst().prefix(Self.recordsOfSummary).compactMap {
          RecordNumber(text: $0)
        }
        root = numbers.count == words.count - 1 && Self.areInOrder(numbers) ? path : nil
        rows = Array(repeating: [:], count: numbers.count)
      } else if let root, path.isWithin(root) {
        var place = ShapePath(steps: path.steps(below: root.depth))
        var cells = words[...]
        if cells.first.map({ $0 == Self.keyMark }) ?? false {
          cells.removeFirst()
          place = place.appending(.values).appending(ShapePath.mapKey)
        }
        guard cells.count == rows.count else { continue }
        for (row, cell) in cells.enumerated() where cell != Self.nothing {
          if cell.utf8.count <= Self.longestPlace {
            rows[row][place] = Int(cell).flatMap { $0 >= 0 && $0 < row ? rows[$0][place] : nil }
          } else {
            rows[row][place] = cell.split(separator: ",").compactMap { ValueSketch(token: $0) }
          }
        }
      }
    }
    close()
  }

  private static func areInOrder(_ numbers: [RecordNumber]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0.smallest < $1.smallest }
  }

  /// The values of each place in all of some records, in the order of the places.
  static func columns(_ rows: [Row]) -> [(place: ShapePath, cells: [[ValueSketch]])] {
    var columns: [ShapePath: [[ValueSketch]]] = [:]
    for (index, row) in rows.enumerated() {
      for cell in row.cells {
        columns[cell.place, default: Array(repeating: [], count: rows.count)][index] = cell.values
      }
    }
    return columns.map { (text: $0.key.description, column: ($0.key, $0.value)) }
      .sorted { $0.text < $1.text }.map { (place: $0.column.0, cells: $0.column.1) }
  }
}
