import ContractTesting
import SchemaDrift
import StrictJSON

/// Writes where the paths of an old format went, old beside new: one row for each cause, the worst first.
///
///       old                     new
///     ! $[*].launch_year        –                    removed
///     ! $[*].mission_name       $[*].name            renamed 93/100
///       $[*].rocket.fairings    $[*].fairings        hoisted 71/71
///       52 paths are as they were
///       93/100: 93 of the 100 records that are on both sides hold the same or a matching value there
struct MappingView {
  let style: ReportStyle

  /// The least room for the last column: "scalar-to-array 100/100".
  private static let kindWidth = 24

  /// The lines, without line feeds; none where nothing moved.
  ///
  /// `!` marks what breaks: the findings say what does.
  func lines(_ mapping: [PathMapping], findings: [Finding] = []) -> [String] {
    let changed = mapping.filter { $0.kind != .same }
    guard changed.contains(where: { $0.from != nil && $0.to != nil }) else { return [] }
    let rows = Self.rows(mapping, findings)
    let kindWidth = rows.map { TextColumns.width($0.kind) }.max() ?? 0
    let room = (style.width - 6 - max(kindWidth, Self.kindWidth)) / 2
    let longest = rows.flatMap { [$0.old, $0.new] }.map(TextColumns.width).max() ?? 0
    let width = min(room, max(longest, 3))
    let paint = Paint(isOn: style.usesColor)
    let header = "  " + TextColumns.padded("old", width) + "  new"
    let table = rows.map { row in
      let mark = row.isBreaking ? paint("! ", .red) : "  "
      return mark
        + [row.old, row.new].map {
          TextColumns.padded(TextColumns.path(Escaping.terminal($0), width), width)
        }.joined(separator: "  ") + "  " + row.kind
    }
    let legend = ([Self.count(ofKept: mapping)] + Self.legend(rows)).flatMap { line in
      TextColumns.wrap(line, max(style.width - 2, 30)).map { paint("  " + $0, .dim) }
    }
    return ([paint(header, .dim)] + table + legend)
      .map { Escaping.logLine($0) }
  }

  /// How many paths are as they were, and of how many that is not known.
  static func count(ofKept mapping: [PathMapping]) -> String {
    let kept = mapping.filter { $0.kind == .same }
    let unseen = kept.count(where: \.isUnseen)
    let same = kept.count - unseen
    let count =
      same == 0
      ? "no path is as it was"
      : same == 1 ? "1 path is as it was" : "\(same) paths are as they were"
    return count + (unseen == 0 ? "" : "; \(unseen) did not come")
  }

  /// What the numbers and words of the last column mean.
  static func legend(_ rows: [Row]) -> [String] {
    var lines = rows.contains(where: \.isBreaking) ? ["! marks what is breaking"] : []
    let counts = rows.compactMap(\.counts)
    if let shown = counts.first(where: { $0.matched < $0.compared }) ?? counts.first {
      let share =
        shown.matched == shown.compared
        ? shown.compared == 1
          ? "the one record that is on both sides holds"
          : "all \(shown.compared) records that are on both sides hold"
        : "\(shown.matched) of the \(shown.compared) records that are on both sides hold"
      lines.append(
        "\(shown.matched)/\(shown.compared): \(share) the same or a matching value there")
    }
    if rows.contains(where: \.isGuess) {
      lines.append(
        "a guess: names, types and positions speak for it, and values, if any, too little")
    }
    return lines
      + kinds.filter { kind in rows.contains { $0.kind.hasPrefix(kind.0) } }.map {
        "\($0.0): \($0.1)"
      }
  }

  /// The words of the last column that do not speak for themselves.
  private static let kinds = [
    ("nested", "it is inside of an object now"),
    ("hoisted", "it is outside of the object that held it"),
    ("split", "what was one value or one list is in several places now"),
    ("merged", "what was in several places is one value or one list now"),
    (
      "map-to-array",
      "an object with a key for each entry is a list now, with the key in each element"
    ),
    ("array-to-map", "a list is an object now, with a key for each element"),
    ("slots-to-array", "keys with numbers, such as item1 to item20, are one list now"),
    ("scalar-to-array", "one value is a list now"), ("array-to-scalar", "a list is one value now"),
    ("object-to-array", "one object is a list of objects now"),
  ]

  /// A cause: where its place was, where it is, and what kind of change that is.
  struct Row {
    var old: String
    var new: String
    let kind: String
    /// How many records show it, of how many that were compared.
    let counts: (matched: Int, compared: Int)?
    /// The finding that tells of it; nil where none does.
    let finding: Finding?

    var isGuess: Bool { finding?.change?.confidence == .guess }

    var isBreaking: Bool { finding?.level == .breaking && finding?.waiver == nil }
  }

  /// The rows that do not follow from the row of what holds them.
  static func rows(_ mapping: [PathMapping], _ findings: [Finding]) -> [Row] {
    let rows = causes(mapping.filter { $0.kind != .same }, findings)
    return rows.filter(\.isBreaking) + rows.filter { !$0.isBreaking }
  }

  /// An old place and a new one; nil for what is new or gone.
  private struct Ends: Hashable {
    var from: ShapePath?
    var to: ShapePath?
  }

  private static func causes(_ changed: [PathMapping], _ findings: [Finding]) -> [Row] {
    let findingAtEnds = Dictionary(
      findings.compactMap { finding in
        finding.change.map { (Ends(from: $0.from, to: $0.to), finding) }
      },
      // What moved and has another type as well matters as much as the worse of the two.
      uniquingKeysWith: { $1.level > $0.level ? $1 : $0 })
    let findingOfFamily = Dictionary(
      findings.compactMap { finding in
        finding.change.flatMap { change in
          [change.from, change.to].contains { $0.map(isFamily) ?? false }
            ? (
              Ends(from: change.from.map(withoutNumbers), to: change.to.map(withoutNumbers)),
              finding
            ) : nil
        }
      }, uniquingKeysWith: { $1.level > $0.level ? $1 : $0 })
    var rows: [Row] = []
    var shown = Set<Ends>()
    let sizes = changed.reduce(into: [Ends: Int]()) { sizes, entry in
      let family = Ends(from: entry.from.map(withoutNumbers), to: entry.to.map(withoutNumbers))
      sizes[family, default: 0] += 1
    }
    let splitPlaces = Set(changed.filter { $0.kind == .split }.compactMap(\.from))
    var slots = Set<Ends>()
    var run: SlotRun?
    let replaced = Set(
      changed.filter { replacesItsParts($0.kind) }.compactMap(\.from)
        + findings.filter { $0.rule.drift == .objectToID }.compactMap { $0.change?.from })
    // A new object that holds what moved is shown by what it holds.
    var wrappers: Set<ShapePath> = []
    for entry in changed where entry.from != nil {
      var holder = entry.to?.parent
      while let path = holder, wrappers.insert(path).inserted { holder = path.parent }
    }
    for entry in changed {
      shown.insert(Ends(from: entry.from, to: entry.to))
      if let from = entry.from, let to = entry.to {
        if follows(from, to, shown) { continue }
      } else if entry.from == nil, let path = entry.to, wrappers.contains(path) {
        continue
      } else if let parent = entry.from.map(holder),
        shown.contains(Ends(from: parent, to: nil)) || replaced.contains(parent)
      {
        continue
      } else if let parent = entry.to.map(holder), shown.contains(Ends(from: nil, to: parent)) {
        continue
      }
      // The slots of a family went to one place, or each to one of another family.
      let family = Ends(
        from: entry.from.map(withoutNumbers), to: entry.to.map(withoutNumbers))
      let ofFamily = findingOfFamily[family]
      let isOfSlots =
        entry.from != nil && entry.to != nil && family.from != entry.from
        && (entry.kind == .slotsToArray || sizes[family, default: 0] >= SlotFamily.fewestSlots)
        && findingAtEnds[Ends(from: entry.from, to: entry.to)] == nil
      if ofFamily != nil || isOfSlots, !slots.insert(family).inserted { continue }
      // One of several places to which a list went.
      let isPart = entry.kind == .split || entry.from.map(splitPlaces.contains) ?? false
      var kind = (isPart ? Change.Kind.split : entry.kind).rawValue
      var counts: (matched: Int, compared: Int)?
      // The parts of a value that was taken apart by a guess were not compared.
      if let matched = entry.matched, let compared = entry.compared, compared > 0 {
        counts = (matched, compared)
        kind += " \(matched)/\(compared)"
      }
      let ends = Ends(from: entry.from, to: entry.to)
      // What became of a list is told of the list, here of its elements, and once of all parts.
      let source = entry.from.map(list)
      let ofSource = findingAtEnds[Ends(from: source, to: entry.to)]
      let ofLists = findingAtEnds[Ends(from: source, to: entry.to.map(list))]
      let finding =
        findingAtEnds[ends] ?? ofFamily
        ?? (source != entry.from && entry.kind == ofLists?.change?.kind ? ofLists : nil)
        ?? (isPart
          ? findings.first { $0.change?.from == source && $0.change?.to != nil }
          : source == entry.to.map(list) && ofSource?.change?.kind != entry.kind ? nil : ofSource)
      if finding == nil, run?.take(ends, in: &rows) == true { continue }
      if let unit = finding?.change?.unit { kind += ", \(ChangeText.words(unit))" }
      if finding?.change?.confidence == .guess { kind += ", a guess" }
      rows.append(
        Row(
          old: (ofFamily?.change?.from ?? entry.from.map { isOfSlots ? ofSlots($0) : $0 })
            .map(text) ?? "–",
          new: (ofFamily?.change?.to ?? entry.to.map { isOfSlots ? ofSlots($0) : $0 })
            .map(text) ?? "–",
          kind: kind,
          counts: counts, finding: finding))
      run = ofFamily == nil ? SlotRun(ends, row: rows.count - 1) : nil
    }
    return rows
  }

  /// Whether what a place held is gone with it: a list that became a map, say.
  private static func replacesItsParts(_ kind: Change.Kind) -> Bool {
    switch kind {
    case .typeChanged, .arrayToMap, .mapToArray: true
    case .same, .renamed, .moved, .nested, .hoisted, .scalarToArray, .arrayToScalar,
      .objectToArray, .slotsToArray, .split, .merged, .removed, .added:
      false
    }
  }

  private static func isElement(_ path: ShapePath) -> Bool {
    path.last == .elements || path.last == .values
  }

  /// The list or the map whose elements a place stands for; the place itself where it is another one.
  private static func list(_ path: ShapePath) -> ShapePath {
    isElement(path) ? path.parent ?? path : path
  }

  /// What holds a place; the root, which is no row of its own, holds itself.
  private static func holder(of path: ShapePath) -> ShapePath { path.parent ?? path }

  /// Whether what holds both places went from the one to the other, too.
  private static func follows(_ from: ShapePath, _ to: ShapePath, _ shown: Set<Ends>) -> Bool {
    var from = from
    var to = to
    if isElement(from), isElement(to), shown.contains(Ends(from: list(from), to: list(to))) {
      return true
    }
    while let fromParent = from.parent, let toParent = to.parent,
      from.last == to.last
    {
      if shown.contains(Ends(from: fromParent, to: toParent)) { return true }
      from = fromParent
      to = toParent
    }
    return false
  }

  /// Whether a place stands for all slots of a family.
  private static func isFamily(_ path: ShapePath) -> Bool {
    path.lastName?.contains(SlotFamily.slotMark) ?? false
  }

  /// A path as text, in which the mark of a family needs no quotes: `$.item{n}`.
  private static func text(_ path: ShapePath) -> String {
    guard isFamily(path), let name = path.lastName, let holder = path.parent else {
      return path.description
    }
    return "\(holder).\(name)"
  }

  /// Slots of one family that are gone, or new, and are told as one: the first of them has the finding.
  private struct SlotRun {
    private let holder: ShapePath
    private let isNew: Bool
    private let row: Int
    private var names: [String]

    init?(_ ends: Ends, row: Int) {
      guard (ends.from == nil) != (ends.to == nil), let path = ends.from ?? ends.to,
        let name = path.lastName, let holder = path.parent
      else { return nil }
      self.holder = holder
      self.row = row
      isNew = ends.from == nil
      names = [name]
    }

    /// Whether the place is the next slot, which is in the row of the others then.
    mutating func take(_ ends: Ends, in rows: inout [Row]) -> Bool {
      guard let next = SlotRun(ends, row: row), next.isNew == isNew, next.holder == holder,
        let words = SlotFamily.description(ofSlots: names + next.names)
      else { return false }
      names += next.names
      rows[row][keyPath: isNew ? \Row.new : \Row.old] = "\(holder).\(words)"
      return true
    }
  }

  /// The path of the family of a slot: with the mark for the number in the last name.
  private static func ofSlots(_ path: ShapePath) -> ShapePath {
    guard let name = path.lastName.flatMap(SlotFamily.familyName), let holder = path.parent else {
      return path
    }
    return holder.appending(.member(name))
  }

  /// The path that all slots of a family have: with the mark for the number of a slot in each name.
  private static func withoutNumbers(_ path: ShapePath) -> ShapePath {
    ShapePath(
      steps: path.steps.map { step in
        guard case .member(let name) = step else { return step }
        return .member(SlotFamily.familyName(ofSlot: name) ?? name)
      })
  }
}
