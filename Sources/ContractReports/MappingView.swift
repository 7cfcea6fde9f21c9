import ContractTesting
import SchemaDrift
import StrictJSON

/// Writes where the paths of an old format went, old beside new: one row for each cause.
///
///     old                       new
///     $[*].mission_name         $[*].name            renamed 93/100
///     $[*].rocket.fairings      $[*].fairings        hoisted 71/71
///     $[*].launch_year          –                    removed
///     52 paths are as they were
struct MappingView {
  let style: ReportStyle

  /// The widest that the last column can get: "scalar-to-array 100/100".
  private static let kindWidth = 24

  /// The lines, without line feeds; none where nothing moved.
  ///
  /// `!` marks what breaks: the findings say what does.
  func lines(_ mapping: [PathMapping], findings: [Finding] = []) -> [String] {
    let changed = mapping.filter { $0.kind != .same }
    guard changed.contains(where: { $0.from != nil && $0.to != nil }) else { return [] }
    let rows = Self.rows(mapping, findings)
    let room = (style.width - 6 - Self.kindWidth) / 2
    let longest = rows.flatMap { [$0.old, $0.new] }.map(TextColumns.width).max() ?? 0
    let width = min(room, max(longest, 3))
    let paint = Paint(isOn: style.usesColor)
    let header = "  " + TextColumns.padded("old", width) + "  new"
    let table = rows.map { row in
      let mark = row.isBreaking ? paint("! ", .red) : "  "
      return mark
        + [row.old, row.new].map {
          TextColumns.padded(TextColumns.suffix(Escaping.terminal($0), width), width)
        }.joined(separator: "  ") + "  " + row.kind
    }
    let same = mapping.count - changed.count
    let count =
      same == 0
      ? "no path is as it was"
      : same == 1 ? "1 path is as it was" : "\(same) paths are as they were"
    return ([paint(header, .dim)] + table + [paint("  " + count, .dim)])
      .map { Escaping.logLine($0) }
  }

  /// A cause: where its place was, where it is, and what kind of change that is.
  struct Row {
    let old: String
    let new: String
    let kind: String
    /// The finding that tells of it; nil where none does.
    let finding: Finding?

    var isBreaking: Bool { finding?.level == .breaking && finding?.waiver == nil }
  }

  /// The rows that do not follow from the row of what holds them.
  static func rows(_ mapping: [PathMapping], _ findings: [Finding]) -> [Row] {
    causes(mapping.filter { $0.kind != .same }, findings)
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
      uniquingKeysWith: { first, _ in first })
    var rows: [Row] = []
    var shown = Set<Ends>()
    var slots = Set<Ends>()
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
      // All slots of a family went to one place.
      let family = Ends(from: entry.from.map(withoutNumbers), to: entry.to)
      if entry.kind == .slotsToArray, !slots.insert(family).inserted { continue }
      var kind = entry.kind.rawValue
      if let matched = entry.matched, let compared = entry.compared {
        kind += " \(matched)/\(compared)"
      }
      let finding = findingAtEnds[Ends(from: entry.from, to: entry.to)]
      if finding?.change?.confidence == .guess { kind += ", a guess" }
      rows.append(
        Row(
          old: entry.from?.description ?? "–", new: entry.to?.description ?? "–", kind: kind,
          finding: finding))
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

  /// What holds a place; the root, which is no row of its own, holds itself.
  private static func holder(of path: ShapePath) -> ShapePath { path.parent ?? path }

  /// Whether what holds both places went from the one to the other, too.
  private static func follows(_ from: ShapePath, _ to: ShapePath, _ shown: Set<Ends>) -> Bool {
    var from = from
    var to = to
    while let fromParent = from.parent, let toParent = to.parent,
      from.steps.last == to.steps.last
    {
      if shown.contains(Ends(from: fromParent, to: toParent)) { return true }
      from = fromParent
      to = toParent
    }
    return false
  }

  /// The path that all slots of a family have: without the numbers in its names.
  private static func withoutNumbers(_ path: ShapePath) -> ShapePath {
    ShapePath(
      steps: path.steps.map { step in
        guard case .member(let name) = step else { return step }
        return .member(name.filter { !$0.isNumber })
      })
  }
}
