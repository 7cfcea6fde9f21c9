import Foundation
import JSONSchema
import StrictJSON

/// Finds where places went that no record on both sides tells of: all places at once.
///
/// Each pair of a place that is gone and a new one gets the odds that they are one, from the names,
/// the values, the types and from where their neighbours and holders went
/// (`PairEvidence`). They are weighed over all ways to pair the places, each once or not at all
/// (`PairMarginals`). The surest pairs are taken first. They tell where their holders are and
/// which words changed, so the others are looked at again, a few times.
struct PlaceAssignment {
  /// A pair, and how likely it is.
  struct Guess {
    let from: ShapePath
    let to: ShapePath
    let probability: Double
  }

  /// What is known of a place, made once.
  struct Card {
    let path: ShapePath
    let key: String
    let name: NameLexicon.Name
    /// The words of its key.
    let words: [String]
    /// The number of the place among the members of what holds it; nil where it is the whole document.
    let position: Int?
    /// The names on the way to it: the last two, and the last three.
    let way: NameLexicon.Name
    let longWay: NameLexicon.Name
    /// The last three names that are not on the way to all records.
    let wayInRecord: NameLexicon.Name
    /// The words of the names of all that holds it in a record.
    let holderWords: Set<String>
    /// Which of two opposites they say that it is.
    let opposites: OppositeNames
    /// The last name that says something, and the names on the way that do; nil where they are the same.
    let core: (name: NameLexicon.Name, way: NameLexicon.Name)?
    let anchor: ShapePath
    let holder: ShapePath
    let holderName: NameLexicon.Name
    let types: Set<JSONType>
    let column: Int?
    let table: Int
    let filled: Double?
    let distinct: Double?
    /// The lists on the way to it, those on the way to the records counted as on the new side.
    let lists: Int
    /// Whether it is a family of slots.
    let isSlots: Bool
    /// Whether its records mostly have several values there.
    let isSeveral: Bool
    /// Whether a record can have but one.
    let isSingle: Bool
    /// What it says that the place is only on its side, in bits.
    let bits: Double
    /// Whether a record that is on both sides has it.
    let isJoined: Bool
    /// Whether it is no chance that the place is on its side only, or a single record does not tell.
    let isChange: Bool
    /// Whether one of many samples has it: an outlier says nothing of where keys went.
    let isOutlier: Bool
    /// What its values are, in general; nil where they are none of these.
    let form: Form?
    /// What an address leads to, or an id is of: the names on the way without the words for addresses and ids.
    let referent: NameLexicon.Name
    /// Whether no other place of its object that is on its side only has values of the form.
    var isOnlyOfForm = false
  }

  /// What values are in general, whatever they say.
  enum Form { case truth, instant, prose, address }

  let old: Places
  let new: Places
  let tables: [ColumnMatching]
  let beside: (old: EnvelopeValues, new: EnvelopeValues)
  var lexicon: NameLexicon
  let roots: RootPairs

  /// The places of either side whose key is on both, with values of another kind.
  let reused: (old: Set<ShapePath>, new: Set<ShapePath>)

  /// The tables with so few records that a key which is gone and a new one say nothing.
  let thinTables: Set<Int>

  /// How many times better the odds of a copy must be for each step that it lies deeper.
  private static let deeper = 3.0

  /// What was gone and new in the round before.
  private(set) var churnBefore: Churn?

  /// The last words of the names of old objects, such as `site` of `launch_site`.
  let objectWords: Set<Int>

  /// The names of the old objects and lists.
  let holderNames: Set<String>

  /// More pairs than this are not looked at: among very many keys a likeness is chance.
  private static let mostPairs = 60_000

  init(
    _ old: Places, _ new: Places, _ tables: [ColumnMatching],
    beside: (old: EnvelopeValues, new: EnvelopeValues), roots: RootPairs,
    reused: (old: Set<ShapePath>, new: Set<ShapePath>)
  ) {
    self.roots = roots
    self.old = old
    self.new = new
    self.tables = tables
    self.beside = beside
    self.reused = reused
    thinTables = Set(tables.indices.filter { tables[$0].isThin })
    let lexicon = NameLexicon(
      old.order.compactMap(\.lastName) + new.order.compactMap(\.lastName))
    holderNames = Set(old.order.filter { old[$0]?.nature != .scalar }.compactMap(\.lastName))
    objectWords = Set(
      old.order.filter { old[$0]?.nature == .object }.compactMap { path in
        lexicon.name(path.names.suffix(1)).words.last
      })
    self.lexicon = lexicon
  }

  mutating func learn(_ from: ShapePath, _ to: ShapePath) {
    lexicon.learn(lexicon.name([from.lastName ?? ""]), lexicon.name([to.lastName ?? ""]))
  }

  /// The pairs of some places that are likely enough, each place once.
  ///
  /// `image` is where an old place is for all that is known, `owner` which old place is at a new one.
  mutating func guesses(
    _ gone: [ShapePath], _ added: [ShapePath], above probability: Double,
    image: (ShapePath) -> ShapePath?, owner: (ShapePath) -> ShapePath?
  ) -> [Guess] {
    guard !gone.isEmpty, !added.isEmpty, gone.count * added.count <= Self.mostPairs else {
      return []
    }
    let left = cards(gone, old, isOld: true, counterpart: image)
    let right = cards(added, new, isOld: false, counterpart: owner)
    // What was found does not take back that the format is another one.
    var churn = churn(left, right, image: image, owner: owner).following(churnBefore)
    var weighed: [[Double]]?
    // A record of another kind has members that are like those of this one, too.
    if !churn.isOtherFormat, churn.share >= DriftTuning.Guesses.churn, areOfOneKind {
      weighed = odds(left, right, churn, image, isWanted: { _, _, _ in true })
      let marginals = weighed.map { PairMarginals(odds: $0) }
      churn.isOtherFormat = marginals.map { areAlike(left, right, $0) } ?? false
      if !churn.isOtherFormat { weighed = nil }
    }
    churnBefore = churn
    let odds =
      weighed
      ?? odds(
        left, right, churn, image, isWanted: { isReplacement($0, $1, $2, churn, image) })
    let marginals = PairMarginals(odds: odds)
    let twins = (old: twins(of: left, isOld: true), new: twins(of: right, isOld: false))
    var found: [(guess: Guess, row: Int, column: Int)] = []
    for row in left.indices {
      for column in right.indices where odds[row][column] > 0.1 {
        // Of two places with the same values one is as right as the other: the better one stands for both. Where
        // both sides have several, such as the currency of each amount, each is that of another one.
        let isCopied = twins.old[row].count == 1 || twins.new[column].count == 1
        let block =
          isCopied
          ? twins.old[row].flatMap { row in twins.new[column].map { (row, $0) } } : [(row, column)]
        guard block.allSatisfy({ isBetter(row, column, $0, odds, left, right) }) else { continue }
        let guess = Guess(
          from: left[row].path, to: right[column].path,
          probability: block.reduce(0) { $0 + marginals[$1.0, $1.1] })
        found.append((guess, row, column))
      }
    }
    // Of two that are as likely the first one in the documents.
    found.sort {
      ($1.guess.probability, $0.row, $0.column) < ($0.guess.probability, $1.row, $1.column)
    }
    var used = (from: Set<ShapePath>(), to: Set<ShapePath>())
    return found.map(\.guess).filter { guess in
      guard guess.probability >= probability, !used.from.contains(guess.from),
        !used.to.contains(guess.to)
      else { return false }
      used.from.insert(guess.from)
      used.to.insert(guess.to)
      return true
    }
  }

  /// The odds of each pair of some places, 0 for those that are not wanted or cannot be.
  private func odds(
    _ left: [Card], _ right: [Card], _ churn: Churn, _ image: (ShapePath) -> ShapePath?,
    isWanted: (Card, Card, ShapePath?) -> Bool
  ) -> [[Double]] {
    left.map { from in
      let home = image(from.holder)
      let copies = Set(placesOfTwins(of: from, isOld: true).compactMap(image))
      // `repository_id` is the `id` of the `repository`, and nothing else that is in it.
      let spelled = right.filter { to in
        guard Self.isSpelled(from, by: to) else { return false }
        return evidence(from, to, home, churn, image).map { !$0.hasStrangeWords } ?? false
      }
      return right.map { to in
        let isOther =
          to.key != from.key
          && spelled.contains { $0.holder == to.holder && $0.path != to.path }
        // What was a copy of a place that was found is still one, or is gone.
        let isNoCopy =
          !copies.isEmpty && !copies.contains(to.path)
          && lexicon.likeness(from.name, to.name) < DriftTuning.Names.sameWord
          && copies.isDisjoint(with: placesOfTwins(of: to, isOld: false))
        guard !isOther, !isNoCopy, isWanted(from, to, home),
          let evidence = evidence(from, to, home, churn, image)
        else { return 0 }
        return exp(min(40, evidence.logOdds))
      }
    }
  }

  /// Whether the names of an object and of its member are the name of a value of the same type.
  private static func isSpelled(_ from: Card, by to: Card) -> Bool {
    from.name.words.count > 1 && from.name.words == to.way.words && to.name.words != to.way.words
      && !from.types.isDisjoint(with: to.types)
  }

  /// Whether a pair is as good as another one of the same values, or better: what lies deeper is rather the copy.
  private func isBetter(
    _ row: Int, _ column: Int, _ other: (row: Int, column: Int), _ odds: [[Double]],
    _ left: [Card], _ right: [Card]
  ) -> Bool {
    let depth = left[row].path.depth + right[column].path.depth
    let depthOfOther = left[other.row].path.depth + right[other.column].path.depth
    return odds[row][column] * pow(Self.deeper, Double(depthOfOther - depth))
      >= odds[other.row][other.column]
  }

  /// The places that hold the same as one does in the records of its side.
  private func placesOfTwins(of card: Card, isOld: Bool) -> [ShapePath] {
    guard let column = card.column, let known = tables[card.table].twins else { return [] }
    return isOld
      ? known.old.originals(of: column).map { tables[card.table].old.columns[$0].path }
      : known.new.originals(of: column).map { tables[card.table].new.columns[$0].path }
  }

  /// For each of some places those that hold the same in the records of its side, itself among them; beside the records
  /// those that say the same under the same key.
  private func twins(of cards: [Card], isOld: Bool) -> [[Int]] {
    var numbers: [Int: [Int: Int]] = [:]
    let envelope = isOld ? beside.old : beside.new
    var ofEnvelope: [EnvelopeValues.Fact: [Int]] = [:]
    for (number, card) in cards.enumerated() {
      if let column = card.column {
        numbers[card.table, default: [:]][column] = number
      } else if let fact = envelope.fact(at: card.path) {
        ofEnvelope[fact, default: []].append(number)
      }
    }
    var twins = cards.indices.map { [$0] }
    for (table, numbers) in numbers {
      guard let known = tables[table].twins else { continue }
      let found = isOld ? known.old : known.new
      for (column, number) in numbers {
        twins[number] += found.originals(of: column).compactMap { numbers[$0] }
      }
    }
    for numbers in ofEnvelope.values where numbers.count > 1 {
      for number in numbers { twins[number] += numbers.filter { $0 != number } }
    }
    return twins
  }

  private func cards(
    _ paths: [ShapePath], _ places: Places, isOld: Bool,
    counterpart: (ShapePath) -> ShapePath?
  ) -> [Card] {
    var cards = paths.map { path in
      card(path, places, isOld: isOld, absentAt: absence(of: path, isOld, counterpart))
    }
    var first: [ShapePath: [Form: Int]] = [:]
    for (number, card) in cards.enumerated() {
      guard let form = card.form else { continue }
      let other = first[card.holder]?[form]
      cards[number].isOnlyOfForm = other == nil
      if let other { cards[other].isOnlyOfForm = false }
      first[card.holder, default: [:]][form] = other ?? number
    }
    return cards
  }

  private static func form(of profile: ColumnProfile) -> Form? {
    if profile.isBoolean { return .truth }
    if profile.isDates || profile.isSeconds { return .instant }
    if profile.form == .address { return .address }
    return profile.isProse ? .prose : nil
  }

  /// Where a place is missed on the other side: in what holds it there, or where that would be, had nothing moved.
  private func absence(
    of path: ShapePath, _ isOld: Bool, _ counterpart: (ShapePath) -> ShapePath?
  ) -> ShapePath {
    var holder = path.parent
    while let place = holder {
      if let there = counterpart(place) { return path.moved(from: place, to: there) }
      holder = place.parent
    }
    return isOld ? home(of: path) : roots.oldPath(of: path) ?? path
  }

  /// Where an old place would be, had nothing but the records moved.
  func home(of path: ShapePath) -> ShapePath { roots.newPath(of: path) ?? path }

  private func card(
    _ path: ShapePath, _ places: Places, isOld: Bool, absentAt: ShapePath
  ) -> Card {
    var anchor = path
    while let step = anchor.last, step == .elements || step == .values,
      let parent = anchor.parent
    {
      anchor = parent
    }
    var column: Int?
    var table = 0
    for (index, candidate) in tables.enumerated() {
      let known = isOld ? candidate.old.column(at: path) : candidate.new.column(at: path)
      if let known {
        column = known
        table = index
        break
      }
    }
    let side =
      tables.indices.contains(table) ? (isOld ? tables[table].old : tables[table].new) : nil
    let holder = anchor.parent ?? ShapePath()
    let root = side.map(\.root).flatMap { path.isWithin($0) ? $0 : nil }
    let names = root.map(path.names(below:))
    let core = CoreNames.of(names ?? path.names, isRecord: names != nil)
    // What a record had and has no longer is gone.
    let isJoined =
      column != nil && tables.indices.contains(table)
      && (isOld
        ? tables[table].isInSameRecords(path, of: places)
        : tables[table].isInSameRecords(new: path, of: places))
    let bits =
      // Where the records lie elsewhere, what stands beside them changed, too.
      isJoined || roots.haveMoved && path.isEnvelope
        || (isOld ? reused.old : reused.new).contains(path)
      ? Places.mostBits
      : places.bits(of: path, absentFrom: isOld ? new : old, at: absentAt)
    return Card(
      path: path, key: anchor.lastName ?? "",
      name: lexicon.name([anchor.lastName ?? ""]),
      words: NameWords.of(anchor.lastName ?? ""),
      position: places[holder]?.children.firstIndex(of: anchor),
      way: lexicon.name(path.names.suffix(2)),
      longWay: lexicon.name(path.names.suffix(3)),
      wayInRecord: lexicon.name((names ?? path.names).suffix(3)),
      holderWords: Set((names ?? path.names).dropLast().flatMap { NameWords.of($0) }),
      opposites: OppositeNames(path.names.suffix(3)),
      core: core == (names ?? path.names)
        ? nil : (lexicon.name(core.suffix(1)), lexicon.name(core.suffix(2))),
      anchor: anchor,
      holder: holder, holderName: lexicon.name([holder.lastName ?? ""]),
      types: places[path]?.types ?? [], column: column, table: table,
      filled: column.flatMap { column in
        side.map { Double($0.filled(column)) / Double(max(1, $0.records.count)) }
      } ?? share(of: path, places, side),
      distinct: column.flatMap { column in
        side.flatMap { side in
          side.profiles[column].values >= 5 && !side.profiles[column].isBoolean
            ? Double(side.counts[column].count) / Double(max(1, side.profiles[column].values)) : nil
        }
      },
      lists: lists(of: path, isOld: isOld, root: root, table: table),
      isSlots: places[path]?.slots != nil,
      isSeveral: column.flatMap { column in side.map { $0.isSeveral(column) } } ?? false,
      isSingle: column.flatMap { column in side.map { !$0.columns[column].isRepeated } } ?? false,
      bits: bits, isJoined: isJoined,
      isChange: bits >= DriftTuning.Guesses.bitsOfEach
        || places.isOfOneSample(path, absentFrom: isOld ? new : old, at: absentAt),
      isOutlier: places[path]?.presence.map {
        $0.present == 1 && $0.samples >= DriftTuning.Guesses.fewestForOutlier
      } ?? false,
      form: places[path]?.types == [.boolean]
        ? .truth
        : column.flatMap { column in side.flatMap { Self.form(of: $0.profiles[column]) } },
      referent: lexicon.name(CoreNames.referent(of: names ?? path.names)))
  }

  private func lists(of path: ShapePath, isOld: Bool, root: ShapePath?, table: Int) -> Int {
    guard isOld, let root else { return path.lists }
    return path.lists - root.lists + tables[table].new.root.lists
  }

  /// The share of the records with a value at a place of which a sketch kept none.
  private func share(of path: ShapePath, _ places: Places, _ side: RecordTable?) -> Double? {
    guard let side, side.reading == .sketches, path.isWithin(side.root) else { return nil }
    return places.share(of: path, below: side.root)
  }
}
