/// Finds texts that were taken apart or put together: `name` is `first` and `last` now.
struct ColumnParts {
  private(set) var pairs: [ColumnPair] = []

  private static let sampleSize = 120
  private static let fewestRecords = 3

  /// The letters and digits of a column's values, by joined record; of a list in its order.
  private typealias Texts = [Int: [[String]]]

  init(
    _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin, oldFree: Set<Int>,
    newFree: Set<Int>
  ) {
    guard join.pairs.count >= Self.fewestRecords, !oldFree.isEmpty, !newFree.isEmpty else { return }
    let sample = join.sample(Self.sampleSize)
    let oldTexts = Self.texts(old, sample.map(\.old), oldFree)
    let newTexts = Self.texts(new, sample.map(\.new), newFree)
    find(oldTexts, newTexts) { whole, part, matched, compared in
      ColumnPair(
        old: whole, new: part, basis: .split, matched: matched, compared: compared)
    }
    let used = Set(pairs.map(\.old))
    let usedNew = Set(pairs.map(\.new))
    find(
      newTexts.filter { !usedNew.contains($0.key) }, oldTexts.filter { !used.contains($0.key) }
    ) { whole, part, matched, compared in
      ColumnPair(
        old: part, new: whole, basis: .merged, matched: matched, compared: compared)
    }
  }

  private static func texts(_ table: RecordTable, _ records: [Int], _ columns: Set<Int>) -> Texts {
    var texts: Texts = [:]
    for (index, record) in records.enumerated() {
      for (column, values) in table.texts(of: record, in: columns) {
        texts[column, default: Array(repeating: [], count: records.count)][index] =
          values.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
      }
    }
    return texts
  }

  /// Finds wholes that are two parts, one behind the other.
  private mutating func find(
    _ wholes: Texts, _ parts: Texts, _ pair: (Int, Int, Int, Int) -> ColumnPair
  ) {
    var used = Set<Int>()
    for (whole, texts) in wholes.sorted(by: { $0.key < $1.key }) {
      let within = parts.keys.sorted().filter { part in
        !used.contains(part) && Self.isPart(parts[part] ?? [], of: texts)
      }
      for first in within {
        for second in within where first != second {
          guard !used.contains(first), !used.contains(second),
            let counts = Self.joined(parts[first] ?? [], parts[second] ?? [], texts)
          else { continue }
          used.formUnion([first, second])
          pairs.append(pair(whole, first, counts.matched, counts.compared))
          pairs.append(pair(whole, second, counts.matched, counts.compared))
        }
      }
    }
  }

  private static func isPart(_ part: [[String]], of whole: [[String]]) -> Bool {
    var compared = 0
    var within = 0
    var longer = 0
    var different = Set<String>()
    for (parts, wholes) in zip(part, whole) where parts.count == wholes.count {
      for (part, whole) in zip(parts, wholes) {
        compared += 1
        different.insert(part)
        guard whole.contains(part) else { continue }
        within += 1
        if whole.utf8.count > part.utf8.count { longer += 1 }
      }
    }
    // The only page is the first one and the last one.
    return compared >= fewestRecords && within * 10 >= compared * 9 && longer * 2 > compared
      && different.count > 1
  }

  private static func joined(
    _ first: [[String]], _ second: [[String]], _ whole: [[String]]
  ) -> (matched: Int, compared: Int)? {
    var matched = 0
    var compared = 0
    for index in whole.indices where first[index].count == whole[index].count {
      let (heads, tails) = (first[index], second[index])
      guard heads.count == tails.count else { continue }
      for (item, all) in whole[index].enumerated() {
        compared += 1
        if heads[item] + tails[item] == all || heads[item] == all && tails[item] == all {
          matched += 1
        }
      }
    }
    return compared >= fewestRecords && matched * 10 >= compared * 8 ? (matched, compared) : nil
  }
}
