import ContractTesting

/// Writes what an app lives with, in a few lines: one cause is one line, however often it shows.
///
///     info null-slot, 74 times: the slot is null; other slots may be empty text
///         first at  Fixtures/themealdb/recipe/52765.json:1:631  /meals/0/strIngredient5
///     info unread-key: LaunchDTO never reads 3 keys
///         $[*].mission_id, $[*].launch_year, $[*].links.wikipedia
struct InfoLines {
  let style: ReportStyle

  /// Whether a report lists so much that the keys which nobody reads are only counted.
  var isList = false

  /// The lines of the wanted findings of a group, without line feeds, in the order in which the causes
  /// come.
  func lines(of group: FindingGroups.Group, where isWanted: (Finding) -> Bool) -> [String] {
    let findings = group.findings.filter(isWanted)
    let elsewhere = FindingGroups.causes(of: group, showing: 1, where: isWanted)
      .filter { !$0.elsewhere.isEmpty }
    return lines(findings) { first in
      elsewhere.first { $0.shown.first == first }.map { FindingText.endpoints(of: $0) } ?? []
    }
  }

  /// The lines of findings; `elsewhere` names the other endpoints that have the cause of one.
  func lines(
    _ findings: [Finding], elsewhere: (Finding) -> [String] = { _ in [] }
  ) -> [String] {
    let unread = Dictionary(grouping: findings) { finding in
      finding.rule == .unreadKey && finding.path != nil ? finding.dto?.type : nil
    }
    var written: Set<String> = []
    return causes(of: findings).flatMap { first, count in
      guard first.rule == .unreadKey, let type = first.dto?.type,
        let siblings = unread[type], siblings.count > 1
      else { return lines(first, count: count, elsewhere: elsewhere(first)) }
      return written.insert(type).inserted ? keyLines(siblings, of: type) : []
    }
  }

  /// The keys that are named of those that a type never reads.
  private static let mostPaths = 100

  /// The keys that a type never reads: they share one entry, because they are looked at together.
  private func keyLines(_ findings: [Finding], of type: String) -> [String] {
    let paint = Paint(isOn: style.usesColor)
    var seen: Set<String> = []
    let paths = findings.compactMap(\.path).filter { seen.insert($0).inserted }
      .map { Escaping.terminal($0, limit: FindingText.nameLimit) }
    let label = paint("info", .blue) + " " + Rule.unreadKey.id
    let name = Escaping.terminal(type, limit: FindingText.nameLimit)
    // Of more keys than a tally has room for some are counted with others.
    let isAll =
      paths.count < FindingTally.Limits.stream.causes || findings.allSatisfy { $0.more == 0 }
    let left = paths.count - Self.mostPaths
    let names =
      paths.prefix(Self.mostPaths).joined(separator: ", ")
      + (left > 0 ? " and \(left) more; --verbose names them" : "")
    let lines = TextColumns.wrap(names, max(style.width - 4, 30))
    let heading = "\(label): \(name) never reads \(isAll ? "" : "at least ")\(paths.count) keys"
    guard !isList else { return [Escaping.logLine("\(heading); --verbose names them")] }
    return ([heading] + lines.map { "    " + $0 })
      .map { Escaping.logLine($0) }
  }

  private func lines(_ finding: Finding, count: Int, elsewhere: [String]) -> [String] {
    let paint = Paint(isOn: style.usesColor)
    let isNew = finding.age?.state == .new
    let times = (count == 1 ? "" : ", \(count) times") + (isNew ? ", new" : "")
    let label = paint("info", Paint.color(of: finding)) + " " + finding.rule.id + times
    let used = TextColumns.width("info \(finding.rule.id)\(times): ")
    let message = Escaping.terminal(finding.message, limit: FindingText.textLimit)
    var lines = TextColumns.wrap(message, max(style.width - used, 30)).enumerated()
      .map { position, line in
        position == 0 ? "\(label): \(line)" : String(repeating: " ", count: used) + line
      }
    let place = [
      FindingText.place(finding),
      // A finding of an earlier run has no document that shows it.
      (finding.pointer ?? (finding.file == nil && finding.age != nil ? finding.path : nil)).map {
        Escaping.terminal($0, limit: FindingText.nameLimit)
      },
      finding.dto.map { dto in
        Escaping.terminal(
          dto.name, limit: FindingText.nameLimit)
      },
    ].compactMap { $0 }.filter { !$0.isEmpty }
    if !place.isEmpty {
      let word = count == 1 ? "at        " : "first at  "
      lines.append("    " + paint(word, .dim) + place.joined(separator: "  "))
    }
    lines += TextColumns.wrap(elsewhere.joined(separator: ", "), max(style.width - 14, 30))
      .filter { !$0.isEmpty }.enumerated().map { position, line in
        "    " + paint(position == 0 ? "also in   " : "          ", .dim) + line
      }
    return lines.map { Escaping.logLine($0) }
  }

  /// Groups findings of the same cause, where the slots of a family are one place.
  private func causes(of findings: [Finding]) -> [(first: Finding, count: Int)] {
    var causes: [(first: Finding, count: Int)] = []
    var positions: [FindingCauseKey: Int] = [:]
    for finding in findings {
      let key = FindingCauseKey(finding, joiningSlots: true)
      if let position = positions[key] {
        causes[position].count += 1 + finding.more
      } else {
        positions[key] = causes.count
        causes.append((finding, 1 + finding.more))
      }
    }
    return causes
  }
}
