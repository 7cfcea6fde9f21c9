import StrictJSON

/// Records that hold little beside their id, or of which little is as it was.
extension RecordJoin {
  /// The join by the records' own id that is where it was, if what else they hold says so too; nil without one.
  ///
  /// Where most other columns hold other values now, as two were swapped or one counts in another unit, no column
  /// is left that agrees in its place, and the few values that are still there have to be looked for anywhere.
  static func byOwnID(
    _ old: RecordTable, _ new: RecordTable, _ judge: JoinJudge
  ) -> RecordJoin? {
    let smaller = min(old.records.count, new.records.count)
    let newIdentifiers = Set(identifiers(of: new))
    for column in identifiers(of: old) {
      let path = old.columns[column].path
      guard path.parent == old.root, ColumnMatching.isIdentifier(path.lastName ?? ""),
        let partner = new.index[path.moved(from: old.root, to: new.root)],
        newIdentifiers.contains(partner)
      else { continue }
      let join = RecordJoin(
        pairs: pairs(old, new, (column, partner)), key: (path, new.columns[partner].path))
      guard join.pairs.count >= fewestPairs,
        Double(join.pairs.count) >= DriftTuning.Records.wholeJoin * Double(smaller),
        join.isCovered(DriftTuning.Records.coverage, by: judge, ignoring: (column, partner))
          || join.isShownByParts(old, new) || join.isShownByScale(old, new)
      else { continue }
      return join
    }
    return nil
  }

  /// Whether the key is a long text under one and the same name of the records themselves, and not of something in them.
  ///
  ///     {"title": ["Effects of …"]}      {"title": "Effects of …"}
  func isOwnText(_ old: RecordTable, _ new: RecordTable) -> Bool {
    guard let key, let before = old.index[key.old], let now = new.index[key.new] else {
      return false
    }
    let member = { (path: ShapePath) in
      path.last == .elements ? path.parent ?? path : path
    }
    let (from, to) = (member(key.old), member(key.new))
    let marks = old.counts[before].keys.filter { new.counts[now][$0] != nil }
    let bits = marks.reduce(0) { $0 + $1.weight }
    return from.parent == old.root && to.parent == new.root
      && NameWords.of(from.lastName ?? "") == NameWords.of(to.lastName ?? "")
      && bits >= DriftTuning.Records.displacedBits * Double(marks.count)
  }

  /// Whether the texts of the same record were taken apart or put together: those of another one do not fit so.
  private func isShownByParts(_ old: RecordTable, _ new: RecordTable) -> Bool {
    let free = Self.free(old, new)
    guard free.old.count * free.new.count <= ColumnMatching.mostPairs else { return false }
    return !ColumnParts(old, new, self, oldFree: Set(free.old), newFree: Set(free.new)).pairs
      .isEmpty
  }

  /// Whether numbers of the same record count in another unit now: those of another one do not fit so.
  ///
  ///     {"id": "a7", "price": 12.99} -> {"id": "a7", "price": 1299}
  private func isShownByScale(_ old: RecordTable, _ new: RecordTable) -> Bool {
    let free = Self.free(old, new)
    let isFree = Set(free.old)
    let targets = free.new.filter { new.profiles[$0].isDigits }
    let columns = old.columns.indices.filter { old.profiles[$0].isDigits }
    guard columns.count * targets.count <= ColumnMatching.mostPairs else { return false }
    let isDigits = Set(new.columns.indices.filter { new.profiles[$0].isDigits })
    let numbers = JoinedNumbers(
      sample(Self.sampleSize), (old, Set(columns)), (new, isDigits))
    return columns.contains { column in
      let place = old.columns[column].path.moved(from: old.root, to: new.root)
      let partners = isFree.contains(column) ? targets : [new.index[place]].compactMap { $0 }
      return !followsFromID(column, old)
        && partners.contains { partner in
          old.profiles[column].range != new.profiles[partner].range
            && Self.isScaled(numbers.pairs(column, partner))
        }
    }
  }

  private static func isScaled(_ numbers: [(old: Double, new: Double)]) -> Bool {
    NumberScale(numbers, fewest: fewestScaled).map { !$0.unit.isNone } ?? false
  }

  /// Whether the numbers of a column can be computed from the ids, or from their order: then they say no more than these.
  ///
  /// Of other records with the ids 1, 2, 3 the ranks 10, 20, 30 are ten times the ranks 1, 2, 3, too. Times and prices
  /// rise with the ids as well, but by steps of their own.
  private func followsFromID(_ column: Int, _ table: RecordTable) -> Bool {
    guard let key = key.flatMap({ table.index[$0.old] }) else { return false }
    let values = sample(Self.sampleSize).compactMap { pair -> (id: String, number: Double)? in
      guard let id = table.texts(of: pair.old, in: [key])[key]?.first,
        let number = table.numbers(of: pair.old, in: [column])[column]?.first
      else { return nil }
      return number.map { (id, $0) }
    }
    let numbers = values.map { value in
      (id: Double(value.id.filter(\.isNumber)), number: value.number)
    }
    let ordered = values.sorted { $0.id < $1.id }.enumerated().map {
      (Double($0.offset), $0.element.number)
    }
    let counted = numbers.compactMap { value in value.id.map { ($0, value.number) } }
      .sorted { $0.0 < $1.0 }
    let ranked = counted.enumerated().map { (Double($0.offset), $0.element.1) }
    return Self.isLinear(ordered)
      || counted.count == values.count && (Self.isLinear(counted) || Self.isLinear(ranked))
  }

  /// Whether numbers rise, or fall, evenly with others, in whose order they are.
  private static func isLinear(_ points: [(at: Double, number: Double)]) -> Bool {
    guard points.count >= fewestScaled, let first = points.first, let last = points.last,
      last.at > first.at
    else { return false }
    let slope = (last.number - first.number) / (last.at - first.at)
    let tolerance = 1e-9 * max(abs(first.number), abs(last.number))
    return points.allSatisfy {
      abs(first.number + slope * ($0.at - first.at) - $0.number) <= tolerance
    }
  }

  /// The columns of each side that the other one does not have in that place.
  private static func free(_ old: RecordTable, _ new: RecordTable) -> (old: [Int], new: [Int]) {
    (
      old.columns.indices.filter { column in
        new.index[old.columns[column].path.moved(from: old.root, to: new.root)] == nil
      },
      new.columns.indices.filter { column in
        old.index[new.columns[column].path.moved(from: new.root, to: old.root)] == nil
      }
    )
  }

  /// Of so many different numbers hardly any are a power of ten times those of other records.
  private static let fewestScaled = 5
}
