/// Finds texts that were taken apart or put together: `name` is `first` and `last` now.
struct ColumnParts {
  private(set) var pairs: [ColumnPair] = []

  private static let sampleSize = 120
  private static let fewestRecords = 3

  /// The letters and digits of a column's value, by joined record; nil where it is not one value.
  private typealias Texts = [Int: [String?]]

  init(
    _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin, oldFree: Set<Int>,
    newFree: Set<Int>
  ) {
    guard join.pairs.count >= Self.fewestRecords, !oldFree.isEmpty, !newFree.isEmpty else { return }
    let sample = join.pairs.prefix(Self.sampleSize)
    let oldTexts = Self.texts(old, sample.map(\.old), oldFree)
    let newTexts = Self.texts(new, sample.map(\.new), newFree)
    find(oldTexts, newTexts) { whole, part, matched, compared in
      ColumnPair(
        old: whole, new: part, basis: .parts(.split), matched: matched, compared: compared)
    }
    let used = Set(pairs.map(\.old))
    let usedNew = Set(pairs.map(\.new))
    find(
      newTexts.filter { !usedNew.contains($0.key) }, oldTexts.filter { !used.contains($0.key) }
    ) { whole, part, matched, compared in
      ColumnPair(
        old: part, new: whole, basis: .parts(.merged), matched: matched, compared: compared)
    }
  }

  private static func texts(_ table: RecordTable, _ records: [Int], _ columns: Set<Int>) -> Texts {
    var texts: Texts = [:]
    for (index, record) in records.enumerated() {
      for (column, values) in table.texts(of: record, in: columns) {
        guard values.count == 1 else { continue }
        texts[column, default: Array(repeating: nil, count: records.count)][index] =
          values[0].lowercased().filter { $0.isLetter || $0.isNumber }
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

  private static func isPart(_ part: [String?], of whole: [String?]) -> Bool {
    let both = zip(part, whole).compactMap { part, whole in
      part.flatMap { p in whole.map { (p, $0) } }
    }
    let within = both.count { $0.1.count > $0.0.count && $0.1.contains($0.0) }
    return both.count >= fewestRecords && within * 10 >= both.count * 9
      && Set(both.map(\.0)).count > 1
  }

  private static func joined(
    _ first: [String?], _ second: [String?], _ whole: [String?]
  ) -> (matched: Int, compared: Int)? {
    var matched = 0
    var compared = 0
    for index in whole.indices where index < first.count && index < second.count {
      guard let head = first[index], let tail = second[index], let all = whole[index] else {
        continue
      }
      compared += 1
      if head + tail == all { matched += 1 }
    }
    return compared >= fewestRecords && matched * 10 >= compared * 8 ? (matched, compared) : nil
  }
}
