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
// Numbers and times change in the same thing too, so only texts are looked at. An id that is written in
// another form (`17` and `gid://shop/17`) can be that of the same record. Where there is neither an id nor a
// text it is not known. Of 618 nights of unchanged formats, with a random record among the endpoints, 43 had
// told of a key that was gone.

import StrictJSON

extension ColumnMatching {
  /// Whether both sides have values, and these are of records that are not the same; nil where the values
  /// tell too little: one or two records that have numbers in common may be others, too.
  var tellsOfOtherRecords: Bool? {
    guard !old.records.isEmpty, !new.records.isEmpty else { return nil }
    guard join.pairs.count < Self.fewestPairs else { return false }
    let areJoined = !join.pairs.isEmpty
    let kept = keptColumns
    let identifiers = kept.filter { before, now in
      let path = old.columns[before].path
      return path.parent == old.root && Self.isIdentifier(path.lastName ?? "")
        && !old.counts[before].isEmpty && !new.counts[now].isEmpty
        && old.profiles[before].isOfOneForm(as: new.profiles[now])
    }
    if !identifiers.isEmpty {
      return !areJoined
        && !identifiers.contains { before, now in
          old.counts[before].keys.contains { new.counts[now][$0] != nil }
        }
    }
    var texts = TextsInPlace()
    for (before, now) in kept
    where TextsInPlace.areTexts(old.profiles[before], new.profiles[now])
      && !(isConstant(before, in: old) && isConstant(now, in: new))
    {
      texts.add(
        old.counts[before].keys, new.counts[now].keys,
        isAddress: old.profiles[before].form == .address)
    }
    if areJoined, shareTexts { return false }
    return texts.areTelling ? !areJoined && texts.areOthers : nil
  }

  /// Whether a place holds one value in several records, or in a list: it says nothing of which records these are.
  private func isConstant(_ column: Int, in table: RecordTable) -> Bool {
    let steps = table.columns[column].path.steps(below: table.root.depth)
    return table.counts[column].count == 1
      && (table.records.count >= Self.fewestPairs || steps.contains(.elements)
        || steps.contains(.values))
  }

  /// The number of records on the side that has the more of them.
  var mostRecords: Int { max(old.records.count, new.records.count) }

  /// Whether the joined records have texts in common, wherever these are now.
  private var shareTexts: Bool {
    let isText = { (profile: ColumnProfile) in
      profile.isText && !profile.isDates && !profile.isDigits
    }
    let values = join.pairs.map { pair -> Set<ValueMark> in
      let others = Set(new.records[pair.new].map(\.value))
      return Set(
        old.records[pair.old].filter { isText(old.profiles[$0.column]) }.map(\.value)
      ).intersection(others)
    }
    return values.contains { $0.reduce(0) { $0 + $1.weight } >= TextsInPlace.telling }
  }

  private static let fewestPairs = 3

  /// Whether a record that is on both sides had something at an old place.
  ///
  /// What others had, and none of these, tells as little as in other records.
  func isInSameRecords(_ path: ShapePath, of places: Places) -> Bool {
    isIn(join.pairs.lazy.map(\.old), path, of: old, places)
  }

  /// Whether a record that is on both sides has something at a new place.
  func isInSameRecords(new path: ShapePath, of places: Places) -> Bool {
    isIn(join.pairs.lazy.map(\.new), path, of: new, places)
  }

  /// Of a place without values it is not known which records had it, unless all had: a sketch has none of
  /// most places.
  private func isIn(
    _ rows: some Sequence<Int>, _ path: ShapePath, of table: RecordTable, _ places: Places
  ) -> Bool {
    guard !join.pairs.isEmpty, !isOfUnknownRecords else { return false }
    let columns = Set(table.columns.indices.filter { table.columns[$0].path.isWithin(path) })
    let isThere = { (row: Int) in table.records[row].contains { columns.contains($0.column) } }
    return rows.contains(where: isThere)
      || !table.records.indices.contains(where: isThere)
        && places.isInAll(path, below: table.root)
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
  static func isIdentifier(_ name: String) -> Bool {
    Vocabulary.identifiers.contains(NameWords.of(name).first ?? "")
  }
}

/// How many of the texts that have stayed in their places are the same.
struct TextsInPlace {
  private var texts = Tally()
  private var addresses = Tally()

  private struct Tally {
    var count = (same: 0, all: 0)
    var bits = (same: 0.0, all: 0.0)

    /// Whether there are texts enough to say anything.
    var isTelling: Bool { count.all >= TextsInPlace.fewest || bits.all >= TextsInPlace.telling }

    var areOthers: Bool {
      isTelling && count.same * 2 <= count.all && bits.same <= 0.5 * bits.all
    }

    static func + (left: Tally, right: Tally) -> Tally {
      var sum = left
      sum.count = (left.count.same + right.count.same, left.count.all + right.count.all)
      sum.bits = (left.bits.same + right.bits.same, left.bits.all + right.bits.all)
      return sum
    }
  }

  /// Fewer texts than these say nothing.
  private static let fewest = 2
  /// What a single text must tell in bits, to do as well.
  static let telling = 12.0

  /// Whether two columns hold texts of one form, and neither times nor numbers.
  static func areTexts(_ old: ColumnProfile, _ new: ColumnProfile) -> Bool {
    old.isText && new.isText && !old.isDates && !old.isDigits && old.isOfOneForm(as: new)
  }

  /// Counts a place by the values that each side has there.
  mutating func add(
    _ old: some Sequence<ValueMark>, _ new: some Sequence<ValueMark>, isAddress: Bool
  ) {
    let others = Set(new)
    let weight = old.reduce(0) { max($0, $1.weight) }
    guard weight > 0, !others.isEmpty else { return }
    let isSame = old.contains(where: others.contains)
    var tally = Tally()
    tally.count = (isSame ? 1 : 0, 1)
    tally.bits = (isSame ? weight : 0, weight)
    if isAddress { addresses = addresses + tally } else { texts = texts + tally }
  }

  /// Whether there are texts enough to say anything.
  var areTelling: Bool { (texts + addresses).isTelling }

  /// Whether the most of them are others: those of another record.
  ///
  /// Of pairs of launches, meals, countries and users 79 to 100 % have at least a half of such texts, by
  /// number and by what they tell; the same record hours or versions later has fewer.
  ///
  /// Addresses are edited in the same record, too: they say nothing where three quarters of the rest are the
  /// same. Without them 149 of 200 pairs of launches, and 63 of users, were told to be two, with them 197
  /// and 173.
  var areOthers: Bool {
    let isSame = texts.isTelling && texts.count.same * 4 >= texts.count.all * 3
    return texts.areOthers || !isSame && (texts + addresses).areOthers
  }
}
