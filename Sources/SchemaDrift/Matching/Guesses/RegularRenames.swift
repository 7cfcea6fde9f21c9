import StrictJSON

/// Keys of which several changed in one and the same way, which two records of one format do not.
///
///     {"file_name": …, "file_size": …, "file_kind": …}      {"name": …, "size": …, "kind": …}
///     {"state": …, "country": …}                            {"state_code": …, "country_code": …}
///     {"created_ts": …, "edited_ts": …, "sent_ts": …}       {"created_time": …, "edited_time": …, "sent_time": …}
///     {"option_pmi": …, "option_mute": …, "option_cn": …}   {"settings": {"pmi": …, "mute": …, "cn": …}}
///     {"homeRank": …, "roadRank": …, "rank": …, …}          {"homeSequence": …, "roadSequence": …, "sequence": …, …}
///
/// A single record says nothing of a key that it lacks, as not all records may have it. But where each of several keys
/// lost the same words, or got them, the one is the other now. Words before a name are the role of something, so that two
/// such keys do not tell: a record that has a `home_phone` and a `home_mail` may have another `phone` and `mail`. Nor does
/// a word in the place of another one, as in `user_id` and `group_id`, but at the end of three names of times or
/// addresses, or of four names of numbers of one size. Where one key became two, as `price` is `min_price` and `max_price`,
/// they are two of a kind and not it.
struct RegularRenames {
  private let pairs: Set<Pair>

  /// The objects of which so many members changed in one way that they are of one kind, whatever else they say.
  let objects: Set<ShapePath>

  private struct Pair: Hashable {
    let from: ShapePath
    let to: ShapePath
  }

  /// What became of a name: the words that it lost and those that it got, and where it went from where it was.
  private struct Change: Hashable {
    let lost: [Int]
    let got: [Int]
    let object: [ShapePath.Step]
    /// Whether the words are behind those that stayed.
    let isAtEnd: Bool
    /// Whether the values are times or addresses on both sides.
    let isOfForm: Bool

    var isReplacement: Bool { !lost.isEmpty && !got.isEmpty }

    /// How many keys must have changed so.
    var fewest: Int {
      if isReplacement, !isOfForm { return RegularRenames.fewestReplaced }
      return isAtEnd && object.isEmpty && !isReplacement
        ? RegularRenames.fewestAtEnd : RegularRenames.fewest
    }
  }

  // Of 500 made-up answers of unchanged formats 12 had a breaking finding without such renames and 14 with two keys at
  // either end. Of 12 version changes with one other record F1 is .695 with 3, and .740 with 2 at the end of names.
  private static let fewest = 3
  private static let fewestAtEnd = 2
  private static let fewestReplaced = 4
  /// Shorter words are codes of languages, currencies and units.
  private static let fewestLetters = 4
  // A file may have three members of which a link has none of the words.
  private static let fewestOfOneKind = 5

  init(
    _ gone: [PlaceAssignment.Card], _ added: [PlaceAssignment.Card], _ lexicon: NameLexicon,
    areLikeNumbers: (PlaceAssignment.Card, PlaceAssignment.Card) -> Bool,
    image: (ShapePath) -> ShapePath?
  ) {
    let byHolder = Dictionary(grouping: added.filter { $0.isChange && !$0.key.isEmpty }) {
      $0.holder
    }
    var found: [Change: [(pair: Pair, kept: [Int])]] = [:]
    for from in gone where from.isChange && !from.key.isEmpty {
      guard let home = image(from.holder) else { continue }
      for (holder, targets) in byHolder where holder == home || holder.parent == home {
        for to in targets {
          guard
            let (change, kept) = Self.change(
              from, to, below: home, lexicon, areLikeNumbers)
          else { continue }
          found[change, default: []].append((Pair(from: from.path, to: to.path), kept))
        }
      }
    }
    let regular = found.filter { change, pairs in
      Set(pairs.map(\.kept)).count >= change.fewest
        && Set(pairs.map(\.pair.from)).count == pairs.count
        && Set(pairs.map(\.pair.to)).count == pairs.count
    }.values
    var changesOf: [ShapePath: Int] = [:]
    for path in regular.flatMap({ $0.flatMap { [$0.pair.from, $0.pair.to] } }) {
      changesOf[path, default: 0] += 1
    }
    let plain = regular.filter { changes in
      changes.allSatisfy { changesOf[$0.pair.from] == 1 && changesOf[$0.pair.to] == 1 }
    }
    pairs = Set(plain.joined().map(\.pair))
    objects = Set(
      plain.filter { $0.count >= Self.fewestOfOneKind }
        .flatMap { $0.compactMap(\.pair.from.parent) })
  }

  /// Whether no key changed so.
  var isEmpty: Bool { pairs.isEmpty }

  /// Whether a pair of places is one of those whose keys changed in one way.
  func contains(_ from: PlaceAssignment.Card, _ to: PlaceAssignment.Card) -> Bool {
    pairs.contains(Pair(from: from.path, to: to.path))
  }

  /// How one name became another one, with the words that stayed; nil where none did, where words are in the place of
  /// others, or where the values are of other types.
  private static func change(
    _ from: PlaceAssignment.Card, _ to: PlaceAssignment.Card, below home: ShapePath,
    _ lexicon: NameLexicon, _ areLikeNumbers: (PlaceAssignment.Card, PlaceAssignment.Card) -> Bool
  ) -> (Change, kept: [Int])? {
    let (before, now) = (from.name.words, to.name.words)
    let kept = before.filter(now.contains)
    let lost = before.filter { !now.contains($0) }
    let got = now.filter { !before.contains($0) }
    guard !kept.isEmpty, kept == now.filter(before.contains), !lost.isEmpty || !got.isEmpty,
      from.types == to.types || !lost.isEmpty && !got.isEmpty,
      !from.opposites.contradicts(to.opposites)
    else { return nil }
    let object = Array(to.holder.steps(below: home.depth))
    let isOfForm =
      from.types == to.types && from.form == to.form
      && (from.form == .instant || from.form == .address)
    if !lost.isEmpty, !got.isEmpty {
      // Names end in a language, a currency or a unit as well, and texts and numbers look alike in any of them.
      guard object.isEmpty, before.starts(with: kept), now.starts(with: kept),
        isOfForm
          || (lost + got).allSatisfy({ lexicon.letters(of: $0) >= fewestLetters })
            && areLikeNumbers(from, to)
      else { return nil }
    }
    // The `id` of a group is not what `user_id` is; and an object that is called as the words were may be the same thing
    // in full.
    let holder = to.holderName.words
    guard
      object.isEmpty
        || lost != holder
          && lost.contains(where: { word in holder.contains { lexicon.areRelated(word, $0) } })
    else { return nil }
    let isAtEnd = (lost.isEmpty ? now : before).starts(with: kept)
    return (
      Change(lost: lost, got: got, object: object, isAtEnd: isAtEnd, isOfForm: isOfForm), kept
    )
  }
}
