import StrictJSON

/// Of which kinds the records are that have a value in each column, where records of several kinds lie in one list.
///
/// What only users have is nothing that only tiers have now, whatever it looks like:
///
///     {"type": "user", "gender": 0}         {"type": "user", "vanity": "ann"}
///     {"type": "reward", "amount": 5}       {"type": "tier", "posts": 7}
///
/// Nor is a reference to a user one to a campaign, where one of the two is called by its kind:
///
///     {"creator": {"data": {"type": "user", "id": 3}}}
///     {"campaign": {"data": {"type": "campaign", "id": 8}}}
///
/// The values of the same records know better, so this is asked where there are none.
struct ColumnKinds {
  private let old: [UInt64]
  private let new: [UInt64]
  /// The kinds that came on both sides.
  private let common: UInt64

  private let oldReferences: [Reference?]
  private let newReferences: [Reference?]

  /// The most kinds that are told apart; a list of more of them has none.
  private static let mostKinds = 64

  init(_ old: RecordTable, _ new: RecordTable) {
    oldReferences = Reference.ofColumns(old)
    newReferences = Reference.ofColumns(new)
    for (column, other) in Self.columns(old, new) {
      let values = Set(old.counts[column].keys).union(new.counts[other].keys)
      let shared = values.filter { old.counts[column][$0] != nil && new.counts[other][$0] != nil }
      guard 2...Self.mostKinds ~= values.count, !shared.isEmpty else { continue }
      let numbers = Dictionary(
        values.enumerated().map { ($0.element, UInt64(1) << $0.offset) }
      ) { first, _ in first }
      self.old = Self.kinds(old, column, numbers)
      self.new = Self.kinds(new, other, numbers)
      common = shared.reduce(0) { $0 | (numbers[$1] ?? 0) }
      return
    }
    self.old = []
    self.new = []
    common = 0
  }

  /// The members of the records that say of which kind each is, where they were and are.
  private static func columns(_ old: RecordTable, _ new: RecordTable) -> [(Int, Int)] {
    old.columns.indices.compactMap { column in
      let path = old.columns[column].path
      guard path.parent == old.root, let name = path.lastName, KindNames.isKind(name),
        let other = new.index[path.moved(from: old.root, to: new.root)]
      else { return nil }
      return (column, other)
    }
  }

  /// The kinds of the records that have a value in each column, as a set of bits.
  private static func kinds(
    _ table: RecordTable, _ column: Int, _ numbers: [ValueMark: UInt64]
  ) -> [UInt64] {
    var kinds = Array(repeating: UInt64(0), count: table.columns.count)
    for record in table.records {
      guard let entry = record.first(where: { $0.column == column }),
        let kind = numbers[entry.value]
      else { continue }
      for entry in record { kinds[entry.column] |= kind }
    }
    return kinds
  }

  /// Whether no record of the kinds that have the one column has the other one, though such records came; or whether
  /// the two are of references to other kinds.
  func areApart(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    if let before = oldReferences[oldColumn], let now = newReferences[newColumn],
      before.isApart(from: now)
    {
      return true
    }
    guard common != 0 else { return false }
    let (before, now) = (old[oldColumn], new[newColumn])
    guard before != 0, now != 0, before & now == 0 else { return false }
    return before & ~common == 0 || now & ~common == 0
  }
}

extension ColumnKinds {
  /// What an object of a record refers to: its name and the kinds that came.
  private struct Reference {
    let name: String
    /// Whether it is called as one of its kinds is.
    let isNamedByKind: Bool
    let kinds: Set<ValueMark>

    /// The references that the columns of a table are of; nil for those of none.
    static func ofColumns(_ table: RecordTable) -> [Reference?] {
      var known: [ShapePath: Reference?] = [:]
      return table.columns.map { column in
        var holder = column.path.parent
        while let path = holder, path != table.root, path.isWithin(table.root) {
          let found = known[path] ?? Reference(path, table)
          known[path] = .some(found)
          if let found { return found }
          holder = path.parent
        }
        return nil
      }
    }

    private init?(_ path: ShapePath, _ table: RecordTable) {
      // The `data` of a reference is called as that is.
      guard let word = path.lastName, word != "data", let name = ValueMark(text: word),
        Self.holdsNothingElse(path, table)
      else { return nil }
      for steps in [["data", "type"], ["type"]] {
        let place = steps.reduce(path) { $0.appending(.member($1)) }
        let id = place.parent?.appending(.member("id"))
        guard let column = table.index[place], let id, table.index[id] != nil else { continue }
        self.name = word
        kinds = Set(table.counts[column].keys)
        isNamedByKind = kinds.contains(name)
        return
      }
      return nil
    }

    /// Whether an object says no more than what it refers to.
    private static func holdsNothingElse(_ path: ShapePath, _ table: RecordTable) -> Bool {
      table.columns.allSatisfy { column in
        guard column.path.isWithin(path), column.path.depth > path.depth,
          case .member(let name) = column.path.steps[path.depth]
        else { return true }
        return Vocabulary.keysOfReference.contains(name)
      }
    }

    /// Whether the kinds are others, and only one of the two is called by its kind: both may have got another name.
    func isApart(from other: Reference) -> Bool {
      kinds.isDisjoint(with: other.kinds) && isNamedByKind != other.isNamedByKind
        && NameLikeness.of(NameLikeness.Name(name), NameLikeness.Name(other.name))
          < DriftTuning.Names.related
    }
  }
}
