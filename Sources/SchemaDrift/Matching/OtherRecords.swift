// Whether an answer is about something else than the one before.
//
// A key that one answer had and another one lacks is gone, if both answer the same request: the
// document of an id, the state of a server. An endpoint that tells of another record each time, such
// as a random one or the latest one, shows nothing of the kind: the key may be one that not every
// record has. No name of an endpoint says which it is, but the values do:
//
//     {"id": 7, "name": "Tea", "kind": "drink", "video": "https://…"}    the id is another one:
//     {"id": 9, "name": "Rice", "kind": "dish"}                          another record
//
//     {"status": "ok", "region": "eu", "uptime": 81, "build": "1.2"}     texts are what they were:
//     {"status": "ok", "region": "eu", "uptime": 95}                     the same thing, later
//
// Numbers and times change in the same thing too, so only texts are looked at. Of 618 nights of
// unchanged formats, with a random record among the endpoints, 43 had told of a key that was gone.

import StrictJSON

extension ColumnMatching {
  /// Whether both sides have values, and these are of records that are not the same.
  ///
  /// Where the values tell too little it is false.
  var tellsOfOtherRecords: Bool {
    guard join.pairs.isEmpty, !old.records.isEmpty, !new.records.isEmpty else { return false }
    let kept = keptColumns
    let identifiers = kept.filter { before, now in
      let path = old.columns[before].path
      return path.parent == old.root && Self.isIdentifier(path.lastName ?? "")
        && !old.counts[before].isEmpty && !new.counts[now].isEmpty
    }
    if !identifiers.isEmpty {
      return !identifiers.contains { before, now in
        old.counts[before].keys.contains { new.counts[now][$0] != nil }
      }
    }
    var texts = TextsInPlace()
    for (before, now) in kept where TextsInPlace.areTexts(old.profiles[before], new.profiles[now]) {
      texts.add(old.counts[before].keys, new.counts[now].keys)
    }
    return texts.areOthers
  }

  /// Whether a record that is on both sides had something at an old place.
  ///
  /// What others had, and none of these, tells as little as in other records. Of a place without values it
  /// is not known which records had it.
  func isInSameRecords(_ path: ShapePath) -> Bool {
    isIn(join.pairs.lazy.map(\.old), path, of: old)
  }

  /// Whether a record that is on both sides has something at a new place.
  func isInSameRecords(new path: ShapePath) -> Bool {
    isIn(join.pairs.lazy.map(\.new), path, of: new)
  }

  private func isIn(
    _ rows: some Sequence<Int>, _ path: ShapePath, of table: RecordTable
  ) -> Bool {
    guard !join.pairs.isEmpty else { return false }
    let columns = Set(table.columns.indices.filter { table.columns[$0].path.isWithin(path) })
    let isThere = { (row: Int) in table.records[row].contains { columns.contains($0.column) } }
    return rows.contains(where: isThere) || !table.records.indices.contains(where: isThere)
  }

  /// Whether the records are so few that it says nothing that a key is gone which is in none of the same
  /// records, and that another one is new: any key may be one that not all records have.
  var isThin: Bool {
    min(old.records.count, new.records.count) < DriftTuning.Changes.fewestNow
      && (isOfOtherRecords || !join.pairs.isEmpty)
  }

  /// Whether a member of a record is its own identifier by its name: `id`, `_id`, `uuid`, `idMeal`.
  ///
  /// `requestId` and `author_id` are those of something else.
  private static func isIdentifier(_ name: String) -> Bool {
    ["id", "uuid", "guid"].contains(NameLikeness.words(name).first ?? "")
  }
}

/// How many of the texts that have stayed in their places are the same.
struct TextsInPlace {
  private var count = (same: 0, all: 0)
  private var bits = (same: 0.0, all: 0.0)

  /// Fewer texts than these say nothing.
  private static let fewest = 2
  /// What a single text must tell in bits, to do as well.
  private static let telling = 12.0

  /// Whether two columns hold texts, and neither times nor numbers.
  static func areTexts(_ old: ColumnProfile, _ new: ColumnProfile) -> Bool {
    old.isText && new.isText && !old.isDates && !old.isDigits
  }

  /// Counts a place by the values that each side has there.
  mutating func add(_ old: some Sequence<ValueMark>, _ new: some Sequence<ValueMark>) {
    let others = Set(new)
    let weight = old.reduce(0) { max($0, $1.weight) }
    guard weight > 0, !others.isEmpty else { return }
    count.all += 1
    bits.all += weight
    guard old.contains(where: others.contains) else { return }
    count.same += 1
    bits.same += weight
  }

  /// Whether the most of them are others: those of another record.
  ///
  /// Of pairs of launches, meals, countries and users 79 to 100 % have at least a half of such texts, by
  /// number and by what they tell; the same record hours or versions later has fewer.
  var areOthers: Bool {
    (count.all >= Self.fewest || bits.all >= Self.telling)
      && count.same * 2 <= count.all && bits.same <= 0.5 * bits.all
  }
}
