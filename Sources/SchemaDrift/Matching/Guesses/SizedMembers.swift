import JSONSchema
import StrictJSON

/// Finds members that are one thing in several sizes, and became the elements of a list: `{"thumb_small": "a.jpg",
/// "thumb_large": "b.jpg"}` is `{"pictures": {"sizes": [{"width": 100, "link": "a.jpg"}, …]}}` now.
///
/// Several old members are then the same place of the list, so no pair of two places is better than the next one. That
/// names differ in the word for the size alone, and that one list of addresses is new and has their name, tells all of
/// them.
struct SizedMembers {
  private(set) var pairs: [(old: Int, new: Int, table: Int)] = []

  private static let fewestSizes = 2

  /// Members of one object whose names are the same but for the size.
  private struct Group: Hashable {
    let holder: ShapePath
    let stem: [String]
  }

  init(_ old: Places, _ new: Places, _ tables: [ColumnMatching], gone: Set<ShapePath>) {
    for (number, table) in tables.enumerated() {
      var groups: [Group: [Int]] = [:]
      for column in table.old.columns.indices {
        let path = table.old.columns[column].path
        guard gone.contains(path), table.old.profiles[column].form == .address,
          old[path]?.slots == nil, let holder = path.parent,
          let stem = Self.stem(of: path.lastName ?? "")
        else { continue }
        groups[Group(holder: holder, stem: stem), default: []].append(column)
      }
      let targets = Self.targets(table, old)
      for (group, members) in groups.sorted(by: { ($0.value[0]) < ($1.value[0]) })
      where members.count >= Self.fewestSizes {
        let found = targets.filter { target in
          members.allSatisfy {
            let (before, now) = (table.old.profiles[$0], table.new.profiles[target])
            return !before.hasOtherEndings(than: now) && before.hasSteps(of: now) != false
          }
        }
        guard let target = Self.best(of: found, for: group, table) else { continue }
        pairs += members.map { ($0, target, number) }
      }
    }
  }

  /// The words of a name without the one that is a size; nil without such a word, or with nothing else.
  private static func stem(of name: String) -> [String]? {
    let words = NameWords.of(name)
    let rest = words.filter { !Vocabulary.sizes.contains($0) && Int($0) == nil }
    return rest.count == words.count - 1 && !rest.isEmpty ? rest : nil
  }

  /// The addresses in lists that are new, each the only one of its element, or the one of which the others say more by
  /// their names: `link` beside `link_with_play_button`.
  private static func targets(_ table: ColumnMatching, _ old: Places) -> [Int] {
    let addresses = table.new.columns.indices.filter { column in
      let path = table.new.columns[column].path
      return table.new.profiles[column].form == .address && path.parent?.last == .elements
        && old[path] == nil
    }
    let elements = Dictionary(grouping: addresses) { table.new.columns[$0].path.parent }
    let words = { (column: Int) in NameWords.of(table.new.columns[column].path.lastName ?? "")
    }
    return elements.values.compactMap { columns in
      // Beside the address of a picture the plain one is that of a page.
      let hasPicture = columns.contains { !Vocabulary.pictures.isDisjoint(with: words($0)) }
      guard columns.count == 1 || !hasPicture else { return nil }
      return columns.first { plain in
        columns.allSatisfy { words($0).starts(with: words(plain)) }
      }
    }.sorted()
  }

  /// The target whose way has most of a group's name, and of these the one with the shortest way; nil where none has
  /// any of it, or two are as good.
  private static func best(of targets: [Int], for group: Group, _ table: ColumnMatching) -> Int? {
    let fits = targets.map { target in
      let way = table.new.columns[target].path.names(below: table.new.root)
        .flatMap { NameWords.of($0) }
      let shares = group.stem.map { word in
        way.map { NameLikeness.likeness(word, $0) }.max() ?? 0
      }
      return (share: shares.reduce(0, +) / Double(shares.count), length: way.count)
    }
    let isBetter = { (left: Int, right: Int) in
      (fits[left].share, -fits[left].length) > (fits[right].share, -fits[right].length)
    }
    let ranked = fits.indices.sorted(by: isBetter)
    guard let best = ranked.first, fits[best].share >= DriftTuning.Names.halfNames,
      ranked.count == 1 || isBetter(best, ranked[1])
    else { return nil }
    return targets[best]
  }
}
