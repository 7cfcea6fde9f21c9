import JSONSchema
import StrictJSON

// What a contract keeps of a sketch: the records that matter in the whole format, at the places of the
// format, and of these only places whose values differ from record to record.
extension RecordSketch {
  /// The member of a contract that holds the lines.
  package static let keyword = "x-sketch"

  /// The different values from which a place is kept: of a place with few of them the values could be
  /// guessed.
  private static let fewestValues = 2

  /// The records that must have a value there, in a contract of more.
  private static let fewestRecords = 4

  /// The most values of a place that are kept of one record.
  private static let mostValues = 4

  /// What a contract of a format keeps.
  func ofContract(for shape: Shape) -> RecordSketch {
    var result = RecordSketch()
    for root in RecordRoots(in: shape).paths {
      guard let rows = records[root], let record = shape.part(at: root.steps) else { continue }
      let kept = rows.prefix(Self.recordsOfContract).map { row in
        Row(number: row.number, values: Self.values(of: row, in: record))
      }
      result.records[root] = Self.telling(kept)
    }
    return result.nonempty
  }

  /// What a contract keeps when it is written anew: the records of both, the smallest numbers first.
  ///
  /// `old` is what it had; places that the format has no longer go, and so does what a record was before.
  func adding(_ old: RecordSketch, for shape: Shape) -> RecordSketch {
    var joined = RecordSketch(
      records: old.records.reduce(into: [:]) { kept, entry in
        let numbers = Set((records[entry.key] ?? []).flatMap(\.names))
        kept[entry.key] = entry.value.filter { numbers.isDisjoint(with: $0.names) }
      })
    joined.merge(self)
    for (root, rows) in joined.limited(to: Self.recordsOfContract).records {
      let record = shape.part(at: root.steps)
      let kept = rows.map { row in
        Row(
          number: row.number,
          values: Dictionary(
            row.cells.filter { cell in record?.part(at: cell.place.withoutMapKey.steps) != nil }
              .map { ($0.place, $0.values) }
          ) { first, _ in first })
      }
      joined.records[root] = record == nil ? nil : Self.telling(kept)
    }
    return joined.nonempty
  }

  private var nonempty: RecordSketch {
    RecordSketch(records: records.filter { _, rows in rows.contains { !$0.cells.isEmpty } })
  }

  /// The values of a record by the places of the format, where objects that are keyed by data have one
  /// place for all their values.
  private static func values(of row: Row, in record: Shape) -> [ShapePath: [ValueSketch]] {
    var values: [ShapePath: [ValueSketch]] = [:]
    var keys: [ShapePath: [String]] = [:]
    for cell in row.cells {
      var place = ShapePath()
      var shape: Shape? = record
      for step in cell.place.steps {
        if case .member(let name) = step, let object = shape?.object {
          if object.mapValue != nil {
            place = place.appending(.values)
            let known = keys[place, default: []]
            if known.last != name, known.count < mostValues {
              keys[place, default: []].append(name)
            }
          } else {
            // The first slot of a family has the values of all.
            let family = object.slotFamilies.first { $0.number(of: name) != nil }
            place = place.appending(
              .member(family.map { $0.memberName($0.range.lowerBound) } ?? name))
          }
        } else {
          place = place.appending(step)
        }
        shape = shape?.part(at: place.steps.suffix(1))
      }
      values[place, default: []] += cell.values
    }
    for (place, names) in keys {
      values[place.appending(ShapePath.mapKey)] = names.compactMap { ValueSketch(text: $0) }
    }
    return values.mapValues { Array($0.prefix(mostValues)) }
  }

  /// The records with the places whose values tell them apart; of few records every place may.
  private static func telling(_ rows: [Row]) -> [Row] {
    let kept = Set(
      columns(rows).filter { column in
        rows.count < fewestRecords
          || column.cells.count { !$0.isEmpty } >= fewestRecords
            && Set(column.cells.joined()).count >= fewestValues
      }.map(\.place))
    return rows.map { row in
      Row(
        number: row.number,
        values: Dictionary(
          row.cells.filter { kept.contains($0.place) }.map { ($0.place, $0.values) }
        ) { first, _ in first })
    }
  }
}

extension RecordSketch.Row {
  /// What says which record it is: its number, and its own id.
  fileprivate var names: [UInt64] {
    [number.smallest]
      + cells.filter { $0.place.depth == 1 && ColumnMatching.isIdentifier($0.place.lastName ?? "") }
      .flatMap { $0.values.map(\.mark.reducedBits) }
  }
}
