import ContractTesting
import SchemaDrift

/// One cause on the page: what it is, the source, the facts, the patch, and where else it shows.
struct HTMLCause {
  let style: ReportStyle
  let comparison: Report.Comparison?
  let documents: HTMLDocuments

  /// The number of findings of a cause whose places are listed.
  static let keptFindings = 100

  /// The cause as an article; only the first of an anchor's name can have it.
  func article(_ cause: FindingGroups.Cause, anchor: String?) -> HTML {
    guard let finding = cause.shown.first else { return "" }
    let level = finding.waiver == nil ? finding.level.rawValue : "waived"
    let id: HTML = anchor.map { " id=\"\($0)\"" } ?? ""
    return """
      <article class="cause \(finding.level.rawValue)\(finding.waiver == nil ? "" : " waived")"\(id)>
      <h3><span class="level \(finding.level.rawValue)">\(level)</span> \
      <code>\(finding.rule.id)</code> \(finding.message)\(tags(finding))</h3>
      \(excerpt(finding))\(facts(finding, elsewhere: FindingText.endpoints(of: cause)))\(consequences(finding))\(patch(finding))\
      \(places(cause))<details><summary>What <code>\(finding.rule.id)</code> means</summary>\
      <p>\(finding.rule.explanation)</p></details>
      </article>

      """
  }

  private func tags(_ finding: Finding) -> HTML {
    guard let age = finding.age, finding.waiver == nil else { return "" }
    return " <span class=\"tag\">\(AgeText.fact(age, in: comparison))</span>"
  }

  private func excerpt(_ finding: Finding) -> HTML {
    guard let excerpt = finding.excerpt else { return "" }
    let before = (excerpt.isCutBefore ? "…" : "") + excerpt.before
    let after = excerpt.after + (excerpt.isCutAfter ? "…" : "")
    let line: HTML = finding.line.map { "<span class=\"number\">\($0) </span>" } ?? ""
    let marked: HTML = excerpt.marked.isEmpty ? "" : "<mark>\(excerpt.marked)</mark>"
    return "<pre>\(line)\(before)\(marked)\(after)</pre>\n"
  }

  private func facts(_ finding: Finding, elsewhere: [String]) -> HTML {
    var rows: [HTML] = []
    func add(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      rows.append("<dt>\(name)</dt><dd>\(value)</dd>\n")
    }
    if let waiver = finding.waiver { add("waived", waiver) }
    if let place = place(finding) { rows.append("<dt>at</dt><dd>\(place)</dd>\n") }
    add("endpoint", FindingText.checkName(suite: finding.suite, endpoint: finding.endpoint))
    add("also in", elsewhere.joined(separator: ", "))
    add("path", finding.path)
    if !finding.statesValues {
      add("expected", finding.expected)
      add("found", finding.found)
    }
    add("property", finding.dto?.nameWithPlace)
    add("confidence", finding.change?.confidence?.rawValue)
    if let change = finding.change, let matched = change.matched, let compared = change.compared {
      add("evidence", "\(matched) of \(compared.counted("record")) agree")
    }
    return rows.isEmpty ? "" : "<dl>\n\(rows)</dl>\n"
  }

  /// The place of a finding, as a link into the document where the page has it.
  private func place(_ finding: Finding) -> HTML? {
    guard finding.source != nil, let place = FindingText.place(finding) else { return nil }
    let pointer = finding.pointer.map { $0.isEmpty ? "" : " \($0)" } ?? ""
    let text: HTML = "<span class=\"place\">\(place)\(pointer)</span>"
    return documents.anchor(of: finding).map { "<a href=\"#\($0)\">\(text)</a>" } ?? text
  }

  private func consequences(_ finding: Finding) -> HTML {
    let items: [HTML] = finding.consequences.map { consequence in
      let times = consequence.count == 1 ? "" : ", \(consequence.count) times"
      let name = consequence.dto?.name ?? consequence.message
      return """
        <li><span class="level \(consequence.level.rawValue)">\(consequence.level.rawValue)</span> \
        <code>\(consequence.rule.id)</code>\(times): \(name)</li>

        """
    }
    return items.isEmpty ? "" : "<p>What follows:</p><ul>\n\(items)</ul>\n"
  }

  private func patch(_ finding: Finding) -> HTML {
    guard let step = finding.nextStep, finding.waiver == nil else { return "" }
    guard case .changeType(let patch) = step else {
      return "<p>Next: \(step.text(program: style.program))</p>\n"
    }
    // What is to be pasted gets a button that copies it, and is nothing but Swift.
    let parts: [HTML] = patch.edits.map { edit in
      let code: HTML =
        edit.lines.isEmpty
        ? "" : "<pre data-patch>\(HTML.code(edit.lines))</pre>"
      return "<p>Next, \(edit.words)</p>\(code)\n"
    }
    return "\(parts)"
  }

  private func places(_ cause: FindingGroups.Cause) -> HTML {
    let others: [HTML] = cause.shown.dropFirst().compactMap(place).map { "<li>\($0)</li>\n" }
    guard !others.isEmpty || cause.more > 0 else { return "" }
    let count = cause.shown.count - 1 + cause.more
    let more: HTML = cause.more > 0 ? "<li>… and \(cause.more) more</li>\n" : ""
    return """
      <details><summary>\(count == 1 ? "1 more like this" : "\(count) more like this")</summary>
      <ul>
      \(others)\(more)</ul></details>

      """
  }
}
