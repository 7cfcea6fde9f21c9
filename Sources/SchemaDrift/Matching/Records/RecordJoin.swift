import Foundation
import StrictJSON

/// The records that are the same on both sides, found by the tool itself.
///
/// A column is an identifier where nearly each record has a value of its own. Of all pairs of such
/// columns, that one joins best whose records agree most in everything else: two rows of counters
/// join too, but then nothing else fits. Where no identifier does, records are the same that share
/// values which few others have.
struct RecordJoin: Sendable {
  /// The rows of the same records.
  let pairs: [(old: Int, new: Int)]

  /// The identifiers that join; nil where the values of whole records did.
  let key: (old: ShapePath, new: ShapePath)?

  /// The pairs of columns that are tried as identifiers.
  private static let maximumCandidates = 10
  /// The records by which a join is judged.
  static let sampleSize = 150

  static let none = RecordJoin(pairs: [], key: nil)

  /// At most so many of the pairs, from all over the records.
  func sample(_ size: Int) -> [(old: Int, new: Int)] { Self.sample(size, of: pairs) }

  /// The values of two columns in the same records, of those records where both have one.
  static func bothKnown<Old, New>(_ old: [Old?]?, _ new: [New?]?) -> [(old: Old, new: New)] {
    zip(old ?? [], new ?? []).compactMap { old, new in
      old.flatMap { old in new.map { (old: old, new: $0) } }
    }
  }

  private static func sample(
    _ size: Int, of pairs: [(old: Int, new: Int)]
  ) -> [(old: Int, new: Int)] {
    let stride = max(1, pairs.count / size)
    return (0..<min(pairs.count, size)).map { pairs[$0 * stride] }
  }

  /// Finds the best join; without any pair where no record is on both sides.
  static func best(_ old: RecordTable, _ new: RecordTable) -> RecordJoin {
    guard !old.records.isEmpty, !new.records.isEmpty else { return .none }
    let judge = JoinJudge(old, new)
    let displaced = DisplacedValues(old, new)
    var join = bestOfAll(old, new, judge)
    if !join.agreesInPlace(old, new) {
      join = RecordJoin(pairs: join.pairs.filter(displaced.tellOfOneRecord), key: join.key)
    }
    let proved = join.proved(by: judge, displaced, old, new)
    guard proved.pairs.isEmpty else { return proved }
    return byOwnID(old, new, judge) ?? byMoments(old, new) ?? proved
  }

  /// Whether the pairs have a share of what they tell in common, far more than records that are not the same have.
  func isCovered(
    _ share: Double, by judge: JoinJudge, ignoring columns: (old: Int, new: Int)?,
    lead: Double = DriftTuning.Records.leadOfCoverage
  ) -> Bool {
    let sums = pairs.indices.reduce(into: (joined: 0.0, shuffled: 0.0)) { sums, index in
      let pair = pairs[index]
      let other = (old: pair.old, new: pairs[(index + 1) % pairs.count].new)
      sums.joined += judge.coverage(pair, ignoring: columns)
      sums.shuffled += judge.coverage(other, ignoring: columns)
    }
    let least = share * Double(pairs.count)
    return sums.joined >= max(least, lead * sums.shuffled)
  }

  /// The join with the pairs that prove to be one record; none where too few do.
  ///
  /// Neighbouring records share values: a currency, a border, a language. The same record has most
  /// of its values in both formats, whatever the keys are called.
  private func proved(
    by judge: JoinJudge, _ displaced: DisplacedValues, _ old: RecordTable, _ new: RecordTable
  ) -> RecordJoin {
    guard !pairs.isEmpty else { return .none }
    let columns = key.flatMap { key in
      old.index[key.old].flatMap { old in new.index[key.new].map { (old: old, new: $0) } }
    }
    let coverages = pairs.map { judge.coverage($0, ignoring: columns) }
    // Ids that are others in many pairs were given anew.
    let areIdentified = pairs.count < Self.fewestPairs
    let proved = zip(pairs, coverages).filter { pair, coverage in
      let haveSameIDs = areIdentified ? Self.haveSameIDs(pair, old, new) : true
      let least =
        haveSameIDs == true
        ? DriftTuning.Records.coverage : DriftTuning.Records.coverageOfFew
      return coverage >= least
        && (displaced.tellOfOneRecord(pair)
          || (coverage >= DriftTuning.Records.coverageOfOne || !Self.areOthers(pair, old, new))
            && (coverage >= DriftTuning.Records.coverageOfOtherID || haveSameIDs != false))
    }.map(\.0)
    // What joins nearly all records one to one needs less of their values.
    let smaller = min(old.records.count, new.records.count)
    let isWhole =
      key != nil && pairs.count >= Self.fewestPairs
      && Double(pairs.count) >= DriftTuning.Records.wholeJoin * Double(smaller)
    if isWhole, proved.count < pairs.count,
      isCovered(
        DriftTuning.Records.coverageOfWhole, by: judge, ignoring: columns,
        lead: isOwnText(old, new)
          ? DriftTuning.Records.leadWithOwnText : DriftTuning.Records.leadOfCoverage)
    {
      return self
    }
    // Among many records one or two alike ones are chance.
    guard proved.count >= Self.fewestPairs || smaller < Self.recordsForChance else { return .none }
    return RecordJoin(pairs: proved, key: key)
  }

  /// Whether the columns that each record has a value of its own in, and that are where they were,
  /// mostly agree.
  ///
  /// A species that evolves from another one has that one's name in it, and its family's text: the
  /// two have all their values in common, and are two. Counters, times and addresses change in records that are
  /// the same, and times are written anew in all of them: of these only a value that another record had
  /// speaks against.
  func agreesInPlace(_ old: RecordTable, _ new: RecordTable) -> Bool {
    let newIdentifiers = Set(Self.identifiers(of: new))
    let columns = Self.identifiers(of: old).compactMap { column -> (old: Int, new: Int)? in
      let path = old.columns[column].path.moved(from: old.root, to: new.root)
      guard let partner = new.index[path], newIdentifiers.contains(partner),
        old.profiles[column].looksLike(new.profiles[partner])
      else { return nil }
      return (column, partner)
    }
    guard !columns.isEmpty else { return true }
    var agreements: [Int: (same: Int, all: Int)] = [:]
    for pair in pairs {
      let before = Dictionary(grouping: old.records[pair.old], by: \.column)
      let now = Dictionary(grouping: new.records[pair.new], by: \.column)
      for column in columns {
        guard let left = before[column.old]?.map(\.value), let right = now[column.new]?.map(\.value)
        else { continue }
        let isSame = left == right
        let isOfAnother = { right.contains { old.counts[column.old][$0] != nil } }
        guard isSame || !old.profiles[column.old].isUpdated || isOfAnother() else { continue }
        agreements[column.old, default: (0, 0)].all += 1
        if isSame { agreements[column.old, default: (0, 0)].same += 1 }
      }
    }
    let agreeing = agreements.values.count { $0.same * 2 >= $0.all }
    return agreeing * 2 >= agreements.count
  }

  /// Whether the texts of two records say that they are two, where the other columns have much in common.
  private static func areOthers(
    _ pair: (old: Int, new: Int), _ old: RecordTable, _ new: RecordTable
  ) -> Bool {
    let right = Dictionary(grouping: new.records[pair.new], by: \.column)
    var texts = TextsInPlace()
    for (column, left) in Dictionary(grouping: old.records[pair.old], by: \.column) {
      let path = old.columns[column].path.moved(from: old.root, to: new.root)
      guard let partner = new.index[path], let entries = right[partner],
        TextsInPlace.areTexts(old.profiles[column], new.profiles[partner])
      else { continue }
      texts.add(
        left.lazy.map(\.value), entries.lazy.map(\.value),
        isAddress: old.profiles[column].form == .address)
    }
    return texts.areOthers
  }

  /// Whether one of the ids of their own that two records have is the same; nil where they have none of one form.
  ///
  /// Two users who changed nothing in their profiles have colours, pictures and settings in common.
  private static func haveSameIDs(
    _ pair: (old: Int, new: Int), _ old: RecordTable, _ new: RecordTable
  ) -> Bool? {
    let left = Dictionary(grouping: old.records[pair.old], by: \.column)
    let right = Dictionary(grouping: new.records[pair.new], by: \.column)
    let identifiers = left.compactMap { column, entries -> Bool? in
      let path = old.columns[column].path
      guard path.parent == old.root, ColumnMatching.isIdentifier(path.lastName ?? ""),
        let partner = new.index[path.moved(from: old.root, to: new.root)],
        let others = right[partner],
        old.profiles[column].isOfOneForm(as: new.profiles[partner])
      else { return nil }
      return entries.map(\.value) == others.map(\.value)
    }
    return identifiers.isEmpty ? nil : identifiers.contains(true)
  }

  static let fewestPairs = 3
  private static let recordsForChance = 12

  private static func bestOfAll(
    _ old: RecordTable, _ new: RecordTable, _ judge: JoinJudge
  ) -> RecordJoin {
    var best = none
    var bestScore = 0.0
    for candidate in candidates(old, new) {
      let key = candidate.key
      let joined = pairs(old, new, key)
      guard !joined.isEmpty else { continue }
      let pairs = judge.confirmed(joined, ignoring: key)
      guard !pairs.isEmpty else { continue }
      let excess = judge.excess(of: pairs, ignoring: key)
      let isNamedAlike =
        NameLikeness.of(
          old.columns[key.old].path.lastName ?? "",
          new.columns[key.new].path.lastName ?? "") > DriftTuning.Names.joinKeys
      let isTelling =
        candidate.weight >= DriftTuning.Records.tellingKeyBits
        && candidate.share >= DriftTuning.Records.tellingKeyShare && isNamedAlike
      guard excess >= DriftTuning.Records.excessBits || isTelling else { continue }
      let score = (excess + candidate.weight + (isNamedAlike ? 4 : 0)) * Double(pairs.count)
      if score > bestScore {
        bestScore = score
        best = RecordJoin(
          pairs: pairs,
          key: (old.columns[key.old].path, new.columns[key.new].path))
      }
    }
    guard best.pairs.count * 2 < min(old.records.count, new.records.count) else { return best }
    let alike = pairsOfAlike(old, new, judge)
    return alike.count * 2 > best.pairs.count * 3 ? RecordJoin(pairs: alike, key: nil) : best
  }

  // MARK: Identifiers

  /// A pair of columns that may hold the same identifier.
  struct Candidate {
    let key: (old: Int, new: Int)
    let shared: Int
    /// The mean weight of the shared values.
    let weight: Double
    /// The share of the smaller side that has a shared value.
    let share: Double
  }

  static func candidates(_ old: RecordTable, _ new: RecordTable) -> [Candidate] {
    let oldColumns = identifiers(of: old)
    var columnsOfValue: [ValueMark: [Int]] = [:]
    for column in identifiers(of: new) {
      for value in new.counts[column].keys { columnsOfValue[value, default: []].append(column) }
    }
    var candidates: [Candidate] = []
    for oldColumn in oldColumns {
      var shared: [Int: (count: Int, weight: Double)] = [:]
      for value in old.counts[oldColumn].keys {
        for newColumn in columnsOfValue[value] ?? [] {
          shared[newColumn, default: (0, 0)].count += 1
          shared[newColumn, default: (0, 0)].weight += value.weight
        }
      }
      for (newColumn, sum) in shared {
        let smaller = min(old.counts[oldColumn].count, new.counts[newColumn].count)
        candidates.append(
          Candidate(
            key: (oldColumn, newColumn), shared: sum.count,
            weight: sum.weight / Double(sum.count), share: Double(sum.count) / Double(smaller)))
      }
    }
    let sorted = candidates.sorted {
      (-$0.shared, $0.key.old, $0.key.new) < (-$1.shared, $1.key.old, $1.key.new)
    }
    return Array(sorted.prefix(maximumCandidates))
  }

  /// The columns in which nearly each record has one value of its own.
  static func identifiers(of table: RecordTable) -> [Int] {
    table.columns.indices.filter { column in
      let distinct = table.counts[column].count
      let filled = table.filled(column)
      // `"title": ["…"]` is one value, too.
      return table.isSingle(column) && !table.profiles[column].isBoolean
        && distinct * 10 >= filled * 8 && filled * 10 >= table.records.count * 5
    }
  }

  static func pairs(
    _ old: RecordTable, _ new: RecordTable, _ key: (old: Int, new: Int)
  ) -> [(old: Int, new: Int)] {
    var rows: [ValueMark: Int] = [:]
    for (row, record) in new.records.enumerated() {
      for entry in record where entry.column == key.new {
        if new.counts[key.new][entry.value] == 1 { rows[entry.value] = row }
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    for (row, record) in old.records.enumerated() {
      for entry in record where entry.column == key.old {
        guard old.counts[key.old][entry.value] == 1, let partner = rows[entry.value] else {
          continue
        }
        pairs.append((row, partner))
      }
    }
    return pairs
  }

  // MARK: Whole records

  /// The records that have more in common with each other than with any other.
  private static func pairsOfAlike(
    _ old: RecordTable, _ new: RecordTable, _ judge: JoinJudge
  ) -> [(old: Int, new: Int)] {
    // Of very many pairs some are alike by chance.
    let neededWeight = max(
      DriftTuning.Records.bitsWithoutKey,
      8 + log2(Double(old.records.count) * Double(new.records.count)))
    let fewest = 3
    var oldRows: [ValueMark: Set<Int>] = [:]
    for (row, record) in old.records.enumerated() {
      for entry in record where entry.value.weight >= 5 {
        oldRows[entry.value, default: []].insert(row)
      }
    }
    oldRows = oldRows.filter { $0.value.count <= fewest }
    var newRows: [ValueMark: Set<Int>] = [:]
    for (row, record) in new.records.enumerated() {
      for entry in record where oldRows[entry.value] != nil {
        newRows[entry.value, default: []].insert(row)
      }
    }
    var weights: [[Int: Double]] = Array(repeating: [:], count: old.records.count)
    for (value, rows) in newRows where rows.count <= fewest {
      for oldRow in oldRows[value] ?? [] {
        for newRow in rows { weights[oldRow][newRow, default: 0] += judge.information(in: value) }
      }
    }
    var claims: [Int: (old: Int, weight: Double)] = [:]
    for (oldRow, partners) in weights.enumerated() {
      guard let best = partners.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }),
        best.value >= neededWeight
      else { continue }
      let second = partners.filter { $0.key != best.key }.values.max() ?? 0
      guard best.value >= DriftTuning.Records.leadOverSecond * second else { continue }
      if claims[best.key].map({ $0.weight < best.value }) ?? true {
        claims[best.key] = (oldRow, best.value)
      }
    }
    return claims.map { ($0.value.old, $0.key) }.sorted { $0.0 < $1.0 }
  }

  // MARK: Judging

  /// Measures what joined records have in common beyond others.
  struct JoinJudge {
    private let old: RecordTable
    private let new: RecordTable
    private var frequency: [ValueMark: Int] = [:]
    private let records: Int
    /// The entries of each record by value, so that two records are compared in one walk.
    private let oldValues: [[RecordTable.Entry]]
    private let newValues: [[RecordTable.Entry]]

    init(_ old: RecordTable, _ new: RecordTable) {
      self.old = old
      self.new = new
      records = old.records.count + new.records.count
      let sorted = { (table: RecordTable) in
        table.records.map { record in
          record.sorted { ($0.value, $0.column) < ($1.value, $1.column) }
        }
      }
      oldValues = sorted(old)
      newValues = sorted(new)
      for record in old.records + new.records {
        // A value that is in several columns of a record counts so often; rarely does it matter.
        for entry in record { frequency[entry.value, default: 0] += 1 }
      }
    }

    /// The mean of the bits that the pairs share, less what the same records share when shuffled.
    ///
    /// What a few pairs have in common may be chance, so twice the error of the mean is taken off.
    func excess(of pairs: [(old: Int, new: Int)], ignoring key: (old: Int, new: Int)) -> Double {
      let sample = sample(sampleSize, of: pairs)
      var differences: [Double] = []
      for (index, pair) in sample.enumerated() {
        let joined = weight(pair.old, pair.new, ignoring: key)
        let others = (1...3).filter { $0 < sample.count }.map { shift in
          weight(pair.old, sample[(index + shift) % sample.count].new, ignoring: key)
        }
        let shuffled = others.reduce(0, +) / Double(max(1, others.count))
        differences.append(joined - shuffled)
      }
      let count = Double(differences.count)
      let mean = differences.reduce(0, +) / count
      guard differences.count > 2 else { return mean }
      let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
      return mean - 2 * (variance / count).squareRoot()
    }

    /// The pairs without those that have next to nothing in common while most have much.
    ///
    /// Two towns of one name join two people who are not the same.
    func confirmed(
      _ pairs: [(old: Int, new: Int)], ignoring key: (old: Int, new: Int)
    ) -> [(old: Int, new: Int)] {
      let weights = pairs.map { weight($0.old, $0.new, ignoring: key) }
      let upper = weights.sorted()[pairs.count * 4 / 5]
      guard upper >= 20 else { return pairs }
      return zip(pairs, weights).filter { $0.1 >= upper / 5 }.map(\.0)
    }

    /// The bits that two records share in other columns than those of a key.
    private func weight(_ old: Int, _ new: Int, ignoring key: (old: Int, new: Int)) -> Double {
      let left = oldValues[old]
      let right = newValues[new]
      var sum = 0.0
      var position = 0
      var index = 0
      while index < left.count, position < right.count {
        let value = left[index].value
        if right[position].value < value {
          position += 1
          continue
        }
        // A value counts once, in whatever columns it stands.
        let isShared = right[position].value == value
        var isElsewhere = (old: false, new: false)
        while index < left.count, left[index].value == value {
          if left[index].column != key.old { isElsewhere.old = true }
          index += 1
        }
        while isShared, position < right.count, right[position].value == value {
          if right[position].column != key.new { isElsewhere.new = true }
          position += 1
        }
        if isShared, isElsewhere.old, isElsewhere.new { sum += information(in: value) }
      }
      return sum
    }

    /// The share of what two records tell that is in both, beside a key; from 0 to 1.
    ///
    /// The record that tells less is measured: the other may hold more than was ever there.
    func coverage(_ pair: (old: Int, new: Int), ignoring key: (old: Int, new: Int)?) -> Double {
      let left = values(oldValues[pair.old], besides: key?.old)
      let right = values(newValues[pair.new], besides: key?.new)
      let bits = { (values: Set<ValueMark>) in
        values.reduce(0) { $0 + self.information(in: $1) }
      }
      let smaller = min(bits(left), bits(right))
      return smaller > 0 ? bits(left.intersection(right)) / smaller : 0
    }

    private func values(_ entries: [RecordTable.Entry], besides column: Int?) -> Set<ValueMark> {
      Set(entries.lazy.filter { $0.column != column }.map(\.value))
    }

    /// What it tells that two records hold the value, in bits.
    func information(in value: ValueMark) -> Double { min(value.weight, rarity(of: value)) }

    /// How few records hold the value, in bits; in a handful of records nothing is known of it.
    private func rarity(of value: ValueMark) -> Double {
      guard records >= 20, let count = frequency[value] else { return value.weight }
      var bits = 0.0
      var share = count
      while share * 2 <= records {
        bits += 1
        share *= 2
      }
      return bits + 1
    }
  }
}
