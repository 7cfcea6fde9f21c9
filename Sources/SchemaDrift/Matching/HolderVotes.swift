import StrictJSON

/// Where the other members of an object went, as far as that is clear.
///
/// `description.lang` and `weakness.lang` are `"en"` in all records, so each can be either; the `value` beside
/// each says which one it is.
struct HolderVotes {
  /// How many members of each object went into each new one.
  private var votes: [ShapePath: [ShapePath: Double]] = [:]
  /// The old columns in each object.
  private let members: [ShapePath: [Int]]
  /// How many columns have each name.
  private let names: (old: [String: Int], new: [String: Int])
  private let old: RecordTable
  private let new: RecordTable

  init(_ pairs: [AgreementTable.Key], _ old: RecordTable, _ new: RecordTable) {
    self.old = old
    self.new = new
    members = Dictionary(grouping: old.columns.indices) {
      Self.holder(of: $0, in: old) ?? ShapePath()
    }
    let counted = { (table: RecordTable) in
      table.columns.reduce(into: [:]) { $0[$1.path.lastName ?? "", default: 0] += 1 }
    }
    names = (counted(old), counted(new))
    for pair in pairs {
      guard let from = Self.holder(of: pair.old, in: old),
        let to = Self.holder(of: pair.new, in: new)
      else { continue }
      votes[from, default: [:]][to, default: 0] += 1
    }
  }

  /// The object that a column is in; of the elements of a list that one of which the list is a member.
  private static func holder(of column: Int, in table: RecordTable) -> ShapePath? {
    var path = table.columns[column].path
    while path.last == .elements, path != table.root, let list = path.parent { path = list }
    return path.parent
  }

  /// Whether it is clear of any member beside an old column where it went.
  func isKnown(_ oldColumn: Int) -> Bool {
    Self.holder(of: oldColumn, in: old).flatMap { votes[$0] } != nil
  }

  /// The share of the members beside an old column that went to the object of a new one.
  func share(of oldColumn: Int, to newColumn: Int) -> Double {
    guard let from = Self.holder(of: oldColumn, in: old),
      let to = Self.holder(of: newColumn, in: new), let counts = votes[from]
    else { return 0 }
    return (counts[to] ?? 0) / counts.values.reduce(0, +)
  }

  /// Whether the object of a new column is not the one that an old column was in, as a member beside it says.
  ///
  /// The currency of `tip_money` is in all records that of `tax_money`; the amounts are others.
  func isRefutedBeside(
    _ key: AgreementTable.Key, isOther: (AgreementTable.Key) -> Bool
  ) -> Bool {
    guard isOneOfSeveral(key), let (from, to) = objects(of: key) else { return false }
    return (members[from] ?? []).contains { member in
      new.index[old.columns[member].path.moved(from: from, to: to)].map {
        isOther(AgreementTable.Key(old: member, new: $0))
      } ?? false
    }
  }

  /// Whether nothing but a name that other members have as well says that the one column is the other.
  func isOneOfName(_ key: AgreementTable.Key) -> Bool {
    objects(of: key) != nil && isOneOfSeveral(key, unless: DriftTuning.Names.halfNames)
      && share(of: key.old, to: key.new) == 0
  }

  /// Whether either side has several columns of the name, and what holds the two is not called so much alike.
  func isOneOfSeveral(
    _ key: AgreementTable.Key, unless likeness: Double = DriftTuning.Names.sameWord
  ) -> Bool {
    let (from, to) = (old.columns[key.old].path, new.columns[key.new].path)
    let holders = (
      Self.holder(of: key.old, in: old)?.lastName, Self.holder(of: key.new, in: new)?.lastName
    )
    return max(names.old[from.lastName ?? ""] ?? 0, names.new[to.lastName ?? ""] ?? 0) >= 2
      && NameLikeness.of(holders.0 ?? "", holders.1 ?? "") < likeness
  }

  /// The objects of two columns; nil where one is in no object of its record.
  private func objects(of key: AgreementTable.Key) -> (from: ShapePath, to: ShapePath)? {
    guard let from = Self.holder(of: key.old, in: old), from != old.root,
      let to = Self.holder(of: key.new, in: new), to != new.root
    else { return nil }
    return (from, to)
  }
}
