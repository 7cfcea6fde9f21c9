// The values by which two records are one although their ids differ.
//
// Records of one format that are not the same share what they share in the same places: a currency, a
// default, a reference to the same customer. A telling value that one format has under a key which
// the other does not know, and the other the other way round, is no chance and no default:
//
//     {"id": "EFv6", "merchant_id": "LTYH7K89MG9K0", "creator_id": "itnLWvEf7EvY", …}
//     {"id": "IR1F", "location_id": "LTYH7K89MG9K0", "employee_id": "itnLWvEf7EvY", …}
//
// Only the members of the record itself are looked at: an event that brings an issue and another one
// that brings a comment have all of a user in common, each below keys of its own.

import StrictJSON

/// Counts such values in pairs of records.
struct DisplacedValues {
  private let old: RecordTable
  private let new: RecordTable
  /// The columns that are members of records, and that the other side has no such member for.
  private let oldColumns: Set<Int>
  private let newColumns: Set<Int>

  init(_ old: RecordTable, _ new: RecordTable) {
    self.old = old
    self.new = new
    let oldNames = Self.names(of: old)
    let newNames = Self.names(of: new)
    oldColumns = Self.columns(of: old, besides: newNames)
    newColumns = Self.columns(of: new, besides: oldNames)
  }

  /// Whether two records have more such values in common than chance gives.
  func tellOfOneRecord(_ pair: (old: Int, new: Int)) -> Bool {
    guard !oldColumns.isEmpty, !newColumns.isEmpty else { return false }
    let left = Self.values(of: old.records[pair.old], in: oldColumns)
    let right = Self.values(of: new.records[pair.new], in: newColumns)
    return left.intersection(right).count >= DriftTuning.Records.displacedValues
  }

  private static func values(
    of record: [RecordTable.Entry], in columns: Set<Int>
  ) -> Set<ValueMark> {
    Set(
      record.lazy.filter {
        columns.contains($0.column) && $0.value.weight >= DriftTuning.Records.displacedBits
      }.map(\.value))
  }

  private static func columns(of table: RecordTable, besides names: Set<String>) -> Set<Int> {
    Set(
      table.columns.indices.filter { index in
        let path = table.columns[index].path
        return path.parent == table.root && path.lastName.map { !names.contains($0) } ?? false
      })
  }

  /// The members of the records, whatever they hold.
  private static func names(of table: RecordTable) -> Set<String> {
    Set(
      table.columns.compactMap { column in
        guard case .member(let name)? = column.path.steps(below: table.root.depth).first else {
          return nil
        }
        return name
      })
  }
}
