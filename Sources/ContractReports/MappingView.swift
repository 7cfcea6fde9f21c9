import ContractTesting

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
  /// `!` stands before what breaks: the findings say what does.
  func lines(_ mapping: [MappingEntry], findings: [Finding] = []) -> [String] {
    let changed = mapping.filter { $0.kind != .same }
    guard changed.contains(where: { $0.from != nil && $0.to != nil }) else { return [] }
    let rows = Self.causes(changed, findings)
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

  private struct Row {
    let old: String
    let new: String
    let kind: String
    let isBreaking: Bool
  }

  /// The rows that do not follow from the row of what holds them.
  private static func causes(_ changed: [MappingEntry], _ findings: [Finding]) -> [Row] {
    let told = Dictionary(
      findings.compactMap { finding in finding.change.map { ([$0.from, $0.to], finding) } },
      uniquingKeysWith: { first, _ in first })
    var rows: [Row] = []
    var shown = Set<[String?]>()
    var slots = Set<[String?]>()
    // What an object held that became an id, or a list that became a map, is gone with it.
    let replaced = Set(
      changed.filter { [.typeChanged, .arrayToMap, .mapToArray].contains($0.kind) }
        .compactMap(\.from)
    ).union(findings.filter { $0.rule == .objectToID }.compactMap { $0.change?.from })
    // A new object that holds what moved is told by what it holds.
    let targets = changed.filter { $0.from != nil }.compactMap(\.to)
    for entry in changed {
      shown.insert([entry.from, entry.to])
      if let from = entry.from, let to = entry.to {
        if follows(from, to, shown) { continue }
      } else if entry.from == nil, let path = entry.to,
        targets.contains(where: { $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[") })
      {
        continue
      } else if let path = entry.from.map(split),
        shown.contains([path.parent, nil]) || replaced.contains(path.parent)
      {
        continue
      } else if let path = entry.to.map(split), shown.contains([nil, path.parent]) {
        continue
      }
      // All slots of a family went to one place.
      let family = [entry.from.map { $0.filter { !$0.isNumber } }, entry.to]
      if entry.kind == .slotsToArray, !slots.insert(family).inserted { continue }
      var kind = entry.kind.rawValue
      if let matched = entry.matched, let compared = entry.compared {
        kind += " \(matched)/\(compared)"
      }
      let finding = told[[entry.from, entry.to]]
      if finding?.message.contains("(a guess:") == true { kind += ", a guess" }
      rows.append(
        Row(
          old: entry.from ?? "–", new: entry.to ?? "–", kind: kind,
          isBreaking: finding?.level == .breaking && finding?.waiver == nil))
    }
    return rows
  }

  /// Whether what holds both places went from the one to the other, too.
  private static func follows(_ from: String, _ to: String, _ shown: Set<[String?]>) -> Bool {
    var from = split(from)
    var to = split(to)
    while !from.step.isEmpty, from.step == to.step {
      if shown.contains([from.parent, to.parent]) { return true }
      from = split(from.parent)
      to = split(to.parent)
    }
    return false
  }

  /// Splits a path at its last step.
  private static func split(_ path: String) -> (parent: String, step: String) {
    guard let index = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return (path, "") }
    return (String(path[..<index]), String(path[index...]))
  }
}
