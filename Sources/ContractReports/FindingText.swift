import ContractTesting
import SchemaDrift
import StrictJSON

/// Writes one finding for people: a line that editors can click, the source, the facts.
///
///     Fixtures/themealdb/recipe/52958.json:4:16: breaking null-value: strMeal is null
///        4 |     "strMeal": null,
///          |                ^~~~
///         at        /meals/0/strMeal
///         expected  string
///         property  RecipeDetailDTO.name
struct FindingText {
  let style: ReportStyle

  /// What findings are new against.
  var comparison: Report.Comparison?

  /// The most scalars of a message or a value that are shown.
  static let textLimit = 600

  /// The most scalars of a line of Swift, longer than any real one; a name of 20,000 would fill a screen.
  static let codeLineLimit = 3000

  /// The most scalars of a patch; the keys of a type with several hundred properties fit.
  static let patchLimit = 20_000

  /// The most scalars of a path or a name that are shown; longer than any real one.
  static let nameLimit = 300

  /// The most scalars of a next step that are shown: a patch that is cut would not compile.
  static func limit(of step: NextStep) -> Int {
    if case .changeType = step { patchLimit } else { textLimit }
  }

  /// The lines of a finding, without line feeds.
  ///
  /// After another finding of the same cause, the facts that both share are left out.
  func lines(_ finding: Finding, after first: Finding?) -> [String] {
    let known = first.map(facts) ?? []
    let facts = facts(finding).filter { !known.contains($0) }
    return (headline(finding) + excerpt(finding) + facts.joined()).map { Escaping.logLine($0) }
  }

  /// The place of a finding as editors and compilers write it.
  static func place(_ finding: Finding) -> String? {
    guard let file = finding.file else {
      return checkName(suite: finding.suite, endpoint: finding.endpoint)
    }
    let numbers = finding.line.map { [$0] + [finding.column].compactMap { $0 } } ?? []
    return Escaping.terminal(file, limit: nameLimit) + numbers.map { ":\($0)" }.joined()
  }

  /// The name of an endpoint with its suite, safe for a terminal.
  static func checkName(suite: String?, endpoint: String?) -> String? {
    let parts = [suite, endpoint].compactMap { $0 }
    return parts.isEmpty ? nil : Escaping.terminal(parts.joined(separator: "/"), limit: nameLimit)
  }

  /// A cause in a list, without the source: the fault, and below it its place and the property.
  ///
  ///     launch.json:3:19: breaking null-value: expected a string, found null
  ///         /mission_name, LaunchDTO.missionName
  func listLines(_ cause: FindingGroups.Cause) -> [String] {
    guard let finding = cause.shown.first else { return [] }
    let more = cause.shown.count - 1 + cause.more
    let facts = [
      finding.pointer.map { $0.isEmpty ? "the root" : $0 }, finding.dto?.nameWithPlace,
      finding.age.map { AgeText.fact($0, in: comparison) },
      more > 0 ? "\(more) more like this" : nil,
    ]
    let line = Escaping.terminal(
      facts.compactMap { $0 }.joined(separator: ", "), limit: Self.textLimit)
    let shown = TextColumns.prefix(line, max(style.width - 4, 20))
    return (headline(finding) + ["    " + Paint(isOn: style.usesColor)(shown, .dim)])
      .map { Escaping.logLine($0) }
  }

  /// The counts of a report that does not list all findings.
  static func totals(_ summary: ReportSummary) -> String {
    "\(summary.breaking) breaking, \(summary.warning) warning, \(summary.info) info, "
      + "\(summary.waived) waived; \(summary.notShown) of them are counted and not listed"
  }

  /// The lines that say which other endpoints have the cause, and what to do there.
  func elsewhere(_ cause: FindingGroups.Cause) -> [String] {
    var steps = cause.shown.compactMap(\.nextStep)
    let others = cause.elsewhere.compactMap(\.nextStep).filter { step in
      defer { steps.append(step) }
      return !steps.contains(step)
    }
    let names = TextColumns.wrap(
      Self.endpoints(of: cause).joined(separator: ", "), max(style.width - 14, 20))
    let label = Paint(isOn: style.usesColor)("    also in   ", .dim)
    let indentation = String(repeating: " ", count: 14)
    let lines = names.enumerated().map { ($0.offset == 0 ? label : indentation) + $0.element }
    return (lines + others.flatMap(next)).map { Escaping.logLine($0) }
  }

  /// The other endpoints that have a cause, each with the property that is hit there if it is another one.
  static func endpoints(of cause: FindingGroups.Cause) -> [String] {
    cause.elsewhere.map { finding in
      let name = checkName(suite: finding.suite, endpoint: finding.endpoint) ?? ""
      guard let dto = finding.dto, dto != cause.shown.first?.dto else { return name }
      let property = dto.property.map { "\(dto.type).\($0)" } ?? dto.type
      return "\(name) (\(Escaping.terminal(property, limit: nameLimit)))"
    }
  }

  private func headline(_ finding: Finding) -> [String] {
    let paint = Paint(isOn: style.usesColor)
    let place = Self.place(finding).map { $0 + ": " } ?? ""
    let level = finding.waiver == nil ? finding.level.rawValue : "waived"
    let message = Escaping.terminal(finding.message, limit: Self.textLimit)
    let label =
      paint(place, .bold) + paint(level, Paint.color(of: finding)) + " " + finding.rule.id
    let used = TextColumns.width("\(place)\(level) \(finding.rule.id): ")
    if used + TextColumns.width(message) <= style.width {
      return ["\(label): \(message)"]
    }
    return [label] + TextColumns.wrap(message, style.width - 4).map { "    " + $0 }
  }

  private func excerpt(_ finding: Finding) -> [String] {
    guard let excerpt = finding.excerpt, finding.waiver == nil else { return [] }
    let number = finding.line.map(String.init) ?? ""
    let padding = String(repeating: " ", count: max(0, 4 - number.count))
    let gutter = "\(padding)\(number) | "
    let empty = String(repeating: " ", count: gutter.count - 2) + "| "

    let room = style.width - gutter.count
    var before = Self.shown(excerpt.before)
    let marked = TextColumns.prefix(Self.shown(excerpt.marked), room / 2)
    var after = Self.shown(excerpt.after)
    if excerpt.isCutBefore { before = "…" + before }
    if excerpt.isCutAfter { after += "…" }

    // What does not fit is cut first behind the marked part and then in front of it.
    let rest = room - TextColumns.width(marked)
    let behind = min(TextColumns.width(after), max(rest - TextColumns.width(before), rest / 3))
    before = TextColumns.suffix(before, rest - behind)
    after = TextColumns.prefix(after, behind)

    let paint = Paint(isOn: style.usesColor)
    let caret = "^" + String(repeating: "~", count: max(0, TextColumns.width(marked) - 1))
    let indentation = String(repeating: " ", count: TextColumns.width(before))
    return [
      paint(gutter, .dim) + before + marked + after,
      paint(empty, .dim) + indentation + paint(caret, Paint.color(of: finding)),
    ]
  }

  /// A tab would be drawn wider than one column, and as `\t` it would hide the indentation.
  private static func shown(_ text: String) -> String {
    Escaping.terminal(String(text.map { $0 == "\t" ? " " : $0 }))
  }

  /// The facts of a finding, each as its lines.
  private func facts(_ finding: Finding) -> [[String]] {
    if let waiver = finding.waiver { return [fact("waived", waiver)] }
    var facts: [[String]] = []
    if let age = finding.age { facts.append(fact("history", AgeText.fact(age, in: comparison))) }
    if let pointer = finding.pointer, !pointer.isEmpty { facts.append(fact("at", pointer)) }
    // Without a document the format is the only place.
    if finding.pointer == nil, finding.change == nil, let path = finding.path {
      facts.append(fact("path", path))
    }
    // Where a value went, the change tells.
    let isMove = finding.change.map { $0.from != nil && $0.to != nil && $0.from != $0.to } ?? false
    if !finding.statesValues, !isMove {
      if let expected = finding.expected { facts.append(fact("expected", expected)) }
      if let found = finding.found { facts.append(fact("found", found)) }
    }
    if let dto = finding.dto {
      facts.append(fact("property", dto.nameWithPlace))
    }
    if let change = finding.change, let words = Self.words(of: change) {
      facts.append(fact("change", words))
    }
    facts += consequences(of: finding)
    if let step = finding.nextStep { facts.append(next(step)) }
    return facts
  }

  private func fact(_ name: String, _ value: String) -> [String] {
    let value = Escaping.terminal(value, limit: Self.textLimit)
    let label = "    " + TextColumns.padded(name, 10)
    let shown = TextColumns.prefix(value, max(style.width - 14, 20))
    return [Paint(isOn: style.usesColor)(label, .dim) + shown]
  }

  /// The next step in full: a command that is cut would be of no use.
  private func next(_ step: NextStep) -> [String] {
    if case .changeType(let patch) = step { return lines(of: patch) }
    let words = Escaping.terminal(step.text(program: style.program), limit: Self.textLimit)
    let label = Paint(isOn: style.usesColor)("    next      ", .dim)
    let indentation = String(repeating: " ", count: 14)
    return TextColumns.wrap(words, max(style.width - 14, 20)).enumerated()
      .map { position, line in (position == 0 ? label : indentation) + line }
  }

  /// The words of a patch, and below them its lines of Swift, none of them wrapped: they are to be copied.
  private func lines(of patch: TypePatch) -> [String] {
    let indentation = String(repeating: " ", count: 14)
    var lines: [String] = []
    let label = Paint(isOn: style.usesColor)("    next      ", .dim)
    let width = max(style.width - 14, 20)
    for edit in patch.edits {
      let words = Escaping.terminal(edit.words, limit: Self.textLimit)
      let code = edit.lines.map { Escaping.terminal($0, limit: Self.codeLineLimit) }
      let line = ([words] + code).joined(separator: " ")
      let isShort = code.count == 1 && TextColumns.width(line) <= width
      let shown = isShort ? [line] : TextColumns.wrap(words, width) + code.map { "  " + $0 }
      for line in shown { lines.append((lines.isEmpty ? label : indentation) + line) }
    }
    return lines
  }

  /// The most consequences that are shown.
  private static let shownConsequences = 3

  /// What follows from the same cause, each with the property that fails.
  private func consequences(of finding: Finding) -> [[String]] {
    var facts = finding.consequences.prefix(Self.shownConsequences).map { consequence in
      let times = consequence.count == 1 ? "" : ", \(consequence.count) times"
      let property = consequence.dto.flatMap { dto in
        dto.property.map { "\(dto.type).\($0)" }
      }
      return fact("so", "\(consequence.rule.id)\(times): \(property ?? consequence.message)")
    }
    let more = finding.consequences.count - facts.count
    if more > 0 { facts.append(fact("", "… and \(more) more")) }
    return facts
  }

  /// Where the value went, or where it is; nil where there is no place.
  private static func words(of change: PathMapping) -> String? {
    switch (change.from, change.to) {
    case (let from?, let to?) where from != to: "\(from) → \(to)"
    case (let path?, _), (nil, let path?): path.description
    case (nil, nil): nil
    }
  }
}

/// Puts the colour codes of a terminal around text, or leaves it alone.
struct Paint {
  enum Color: String {
    case bold = "1"
    case dim = "2"
    case red = "1;31"
    case green = "32"
    case yellow = "1;33"
    case blue = "1;34"
  }

  let isOn: Bool

  func callAsFunction(_ text: String, _ color: Color) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  static func color(of finding: Finding) -> Color {
    guard finding.waiver == nil else { return .dim }
    return switch finding.level {
    case .breaking: .red
    case .warning: .yellow
    case .info: .blue
    }
  }
}
