import StrictJSON

/// Keys of which several changed in one and the same way, which two records of one format do not.
///
///     {"content_file_name": …, "content_file_size": …}      {"name": …, "size": …}
///     {"postal": …, "state": …}                             {"postal_code": …, "state_code": …}
///     {"option_use_pmi": …, "option_mute": …}               {"settings": {"use_pmi": …, "mute": …}}
///
/// A single record says nothing of a key that it lacks, as not all records may have it. But where each of several keys
/// lost the same words, or got them, the one is the other now. A word in the place of another one does not tell: a record
/// that has a `user_id` and a `user_type` may have a `group_id` and a `group_type` beside others.
struct RegularRenames {
  private let pairs: Set<Pair>

  private struct Pair: Hashable {
    let from: ShapePath
    let to: ShapePath
  }

  /// What became of a name: the words that it lost and those that it got, and where it went from where it was.
  private struct Change: Hashable {
    let lost: [Int]
    let got: [Int]
    let object: [ShapePath.Step]
  }

  // One key that is another one without a word is `owner` and `owner_id`, of which a record has one.
  private static let fewest = 2

  init(
    _ gone: [PlaceAssignment.Card], _ added: [PlaceAssignment.Card],
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
          guard let (change, kept) = Self.change(from, to, below: home) else { continue }
          found[change, default: []].append((Pair(from: from.path, to: to.path), kept))
        }
      }
    }
    let regular = found.values.filter { changes in
      Set(changes.map(\.kept)).count >= Self.fewest
        && Set(changes.map(\.pair.from)).count == changes.count
        && Set(changes.map(\.pair.to)).count == changes.count
    }
    pairs = Set(regular.joined().map(\.pair))
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
    _ from: PlaceAssignment.Card, _ to: PlaceAssignment.Card, below home: ShapePath
  ) -> (Change, kept: [Int])? {
    let (before, now) = (from.name.words, to.name.words)
    let kept = before.filter(now.contains)
    let lost = before.filter { !now.contains($0) }
    let got = now.filter { !before.contains($0) }
    guard !kept.isEmpty, kept == now.filter(before.contains), lost.isEmpty != got.isEmpty,
      from.types == to.types, !from.opposites.contradicts(to.opposites)
    else { return nil }
    return (
      Change(lost: lost, got: got, object: Array(to.holder.steps(below: home.depth))), kept
    )
  }
}
