import StrictJSON

/// The names that several members of the records have, such as the `currency` of each amount: they do not say by themselves
/// which of these is meant.
struct NamesOfSeveral {
  /// The old columns in each object.
  private let members: [ShapePath: [Int]]
  /// How many columns have each name.
  private let counts: (old: [String: Int], new: [String: Int])
  private let old: RecordTable
  private let new: RecordTable

  init(_ old: RecordTable, _ new: RecordTable) {
    self.old = old
    self.new = new
    members = Dictionary(grouping: old.columns.indices) { old.holder(of: $0) ?? ShapePath() }
    let counted = { (table: RecordTable) in
      table.columns.reduce(into: [:]) { $0[$1.path.lastName ?? "", default: 0] += 1 }
    }
    counts = (counted(old), counted(new))
  }

  /// Whether either side has several columns of the name, and what holds the two is not called so much alike.
  func isOneOfSeveral(
    _ key: AgreementTable.Key, unless likeness: Double = DriftTuning.Names.sameWord
  ) -> Bool {
    let (from, to) = (old.columns[key.old].path, new.columns[key.new].path)
    return max(counts.old[from.lastName ?? ""] ?? 0, counts.new[to.lastName ?? ""] ?? 0) >= 2
      && likenessOfHolders(key) < likeness
  }

  /// Whether all the words of one object are in the name of the other one: `total` and `total_money`.
  ///
  /// With `isPlain` the further words stand behind it, and are such as say nothing: `genre_info` is `genre`, and
  /// `device_source` no `device`.
  func areHoldersOfOneWord(_ key: AgreementTable.Key, isPlain: Bool = false) -> Bool {
    let words = [old.holder(of: key.old), new.holder(of: key.new)].map {
      NameWords.of($0?.lastName ?? "")
    }.sorted { $0.count < $1.count }
    guard !words[0].isEmpty else { return false }
    return isPlain
      ? words[1].starts(with: words[0])
        && words[1].dropFirst(words[0].count).allSatisfy(Vocabulary.plainEndings.contains)
      : Set(words[0]).isSubset(of: words[1])
  }

  /// Whether the objects of two columns are called much alike.
  func areHoldersRelated(_ key: AgreementTable.Key) -> Bool {
    likenessOfHolders(key) >= DriftTuning.Names.related
  }

  private func likenessOfHolders(_ key: AgreementTable.Key) -> Double {
    NameLikeness.of(
      old.holder(of: key.old)?.lastName ?? "", new.holder(of: key.new)?.lastName ?? "")
  }

  /// Whether each of two columns is in an object of its record.
  func areInObjects(_ key: AgreementTable.Key) -> Bool { objects(of: key) != nil }

  /// The pairs of columns of one name, or way, in the objects of two columns; none where one is in no object.
  func members(beside key: AgreementTable.Key) -> [AgreementTable.Key] {
    guard let (from, to) = objects(of: key) else { return [] }
    return (members[from] ?? []).compactMap { member in
      new.index[old.columns[member].path.moved(from: from, to: to)].map {
        AgreementTable.Key(old: member, new: $0)
      }
    }
  }

  private func objects(of key: AgreementTable.Key) -> (from: ShapePath, to: ShapePath)? {
    guard let from = old.holder(of: key.old), from != old.root,
      let to = new.holder(of: key.new), to != new.root
    else { return nil }
    return (from, to)
  }
}

extension RecordTable {
  /// The object that a column is in; of the elements of a list that one of which the list is a member.
  func holder(of column: Int) -> ShapePath? {
    var path = columns[column].path
    while path.last == .elements, path != root, let list = path.parent { path = list }
    return path.parent
  }
}
