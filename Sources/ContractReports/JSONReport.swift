import ContractTesting
import SchemaDrift
import StrictJSON

extension ReportFormat {
  /// For programs: one object, with everything that was found.
  package static let json = ReportFormat(
    name: "json", hasAgreedFindings: true, list: .members,
    write: { report, _ in JSONReport.render(report) })
}

/// Writes a report as one JSON object, with the members always in the same order.
///
/// What a finding does not have is left out. In a mapping the missing side is null, so that a
/// reader sees that a path was added or removed.
enum JSONReport {
  static func render(_ report: Report) -> String {
    var text = "{\n"
    write("version", .number(Report.version), into: &text)
    write("command", .string(report.command), into: &text)
    write("summary", counts(report), into: &text)
    write("checks", .array(report.checks.map(node)), into: &text)
    let causes = FindingCauses(report.findings).numbers
    write(
      "findings", zip(report.findings, causes).lazy.map { node($0, cause: $1) }, into: &text)
    if let comparison = report.comparison {
      text += ",\n"
      text += "  \"comparison\": " + JSONWriter.pretty(node(comparison), indentation: 1) + ",\n"
      write("fixed", report.fixed.lazy.map(node), into: &text)
    }
    if !report.outages.isEmpty {
      text += ",\n"
      write("outages", report.outages.lazy.map(node), into: &text)
    }
    if !report.mapping.isEmpty {
      text += ",\n"
      write("mapping", report.mapping.lazy.map(node), into: &text)
    }
    return text + "\n}\n"
  }

  /// The counts of a report.
  static func counts(_ report: Report) -> JSONNode {
    let summary = report.summary
    var counts = [
      JSONNode.Member("breaking", .number(summary.breaking)),
      JSONNode.Member("warning", .number(summary.warning)),
      JSONNode.Member("info", .number(summary.info)),
      JSONNode.Member("waived", .number(summary.waived)),
      JSONNode.Member("unexercised", .number(summary.unexercised)),
    ]
    if summary.notShown > 0 {
      counts.append(JSONNode.Member("notShown", .number(summary.notShown)))
    }
    if report.comparison != nil {
      counts.append(JSONNode.Member("new", .number(AgeText.newCount(report))))
      counts.append(JSONNode.Member("fixed", .number(report.fixed.count)))
    }
    return .object(counts)
  }

  private static func write(_ key: String, _ node: JSONNode, into text: inout String) {
    text += "  \(JSONWriter.quoted(key)): "
    text += Escaping.json(JSONWriter.pretty(node, indentation: 1)) + ",\n"
  }

  /// Writes a long list one element after another, so that no tree of all of them is made.
  private static func write(
    _ key: String, _ nodes: some Sequence<JSONNode>, into text: inout String
  ) {
    text += "  \(JSONWriter.quoted(key)): ["
    var isEmpty = true
    for node in nodes {
      text += isEmpty ? "\n    " : ",\n    "
      text += Escaping.json(JSONWriter.pretty(node, indentation: 2))
      isEmpty = false
    }
    text += isEmpty ? "]" : "\n  ]"
  }

  static func node(_ check: CheckOutcome) -> JSONNode {
    .object([
      ("suite", .string(check.suite)), ("endpoint", .string(check.endpoint)),
      ("status", .string(check.status.rawValue)), ("samples", .number(check.samples)),
      ("undecoded", check.facts.undecoded == 0 ? JSONNode?.none : .number(check.facts.undecoded)),
      ("reason", OutageText.reason(check).map(JSONNode.string)),
    ])
  }

  private static func node(_ outage: Outage) -> JSONNode {
    .object([
      ("origin", .string(outage.origin)), ("kind", .string(outage.reason.name)),
      ("reason", .string(OutageText.reason(outage.reason))), ("sample", .string(outage.sample)),
      ("endpoints", .array(outage.endpoints.map(JSONNode.string))),
      ("failed", .number(outage.failed)), ("notSent", .number(outage.notSent)),
      ("nights", outage.nights.map(JSONNode.number)),
    ])
  }

  private static func node(_ comparison: Report.Comparison) -> JSONNode {
    switch comparison {
    case .runs(let last): .object([("lastRun", last.map { .string($0.description) })])
    case .state(let name): .object([("against", .string(name))])
    }
  }

  private static func node(_ fixed: FixedFinding) -> JSONNode {
    let finding = fixed.finding
    return .object([
      ("rule", .string(finding.rule)), ("level", .string(finding.level.rawValue)),
      ("suite", finding.suite.map(JSONNode.string)),
      ("endpoint", finding.endpoint.map(JSONNode.string)),
      ("path", finding.path.map(JSONNode.string)), ("fingerprint", .string(finding.fingerprint)),
      ("since", fixed.span.map { .string($0.since.description) }),
      ("nights", fixed.span.map { .number($0.nights) }),
    ])
  }

  private static func node(_ age: FindingAge) -> JSONNode {
    .object([
      ("state", .string(age.state.rawValue)),
      ("since", age.span.map { .string($0.since.description) }),
      ("nights", age.span.map { .number($0.nights) }),
      (
        "member",
        age.member.map { member in
          .object([
            ("present", .number(member.share.present)), ("null", .number(member.share.null)),
            ("since", .string(member.day.description)),
          ])
        }
      ),
    ])
  }

  /// A finding as it stands in the list of findings.
  static func node(_ finding: Finding, cause: Int) -> JSONNode {
    let members: [(String, JSONNode?)] = [
      ("rule", .string(finding.rule.id)),
      ("level", .string(finding.level.rawValue)),
      ("suite", finding.suite.map(JSONNode.string)),
      ("endpoint", finding.endpoint.map(JSONNode.string)),
      ("file", finding.file.map(JSONNode.string)),
      ("pointer", finding.pointer.map(JSONNode.string)),
      ("line", finding.line.map(JSONNode.number)),
      ("column", finding.column.map(JSONNode.number)),
      ("offset", finding.offset.map(JSONNode.number)),
      ("path", finding.path.map(JSONNode.string)),
      ("message", .string(finding.message)),
      ("expected", finding.expected.map(JSONNode.string)),
      ("found", finding.found.map(JSONNode.string)),
      ("value", finding.value.map(JSONNode.string)),
      ("cause", .string("c\(cause + 1)")),
      ("confidence", finding.change?.confidence.map { .string($0.rawValue) }),
      ("dto", finding.dto.map(node)),
      ("change", finding.change.map(node)),
      (
        "consequences",
        finding.consequences.isEmpty ? nil : .array(finding.consequences.map(node))
      ),
      ("fingerprint", .string(finding.fingerprint)),
      ("waiver", finding.waiver.map(JSONNode.string)),
      ("agreed", finding.isAgreed ? .bool(true) : nil),
      ("history", finding.age.map(node)),
      ("more", finding.more == 0 ? JSONNode?.none : .number(finding.more)),
    ]
    return .object(members)
  }

  private static func node(_ consequence: Consequence) -> JSONNode {
    .object([
      ("rule", .string(consequence.rule.id)), ("level", .string(consequence.level.rawValue)),
      ("count", .number(consequence.count)), ("message", .string(consequence.message)),
      ("dto", consequence.dto.map(node)), ("places", .array(consequence.places.map(node))),
    ])
  }

  private static func node(_ place: Consequence.Occurrence) -> JSONNode {
    .object([
      ("file", .string(place.source.name)), ("pointer", place.pointer.map(JSONNode.string)),
      ("line", place.line.map(JSONNode.number)), ("column", place.column.map(JSONNode.number)),
    ])
  }

  private static func node(_ dto: DTOReference) -> JSONNode {
    .object([
      ("type", .string(dto.type)), ("property", dto.property.map(JSONNode.string)),
      ("file", dto.place.map { .string($0.file) }), ("line", dto.place.map { .number($0.line) }),
      ("column", dto.place.map { .number($0.column) }),
    ])
  }

  private static func node(_ entry: PathMapping) -> JSONNode {
    .object([
      ("from", entry.from.map(path) ?? .null),
      ("to", entry.to.map(path) ?? .null),
      ("kind", .string(entry.kind.rawValue)),
      ("matched", entry.matched.map(JSONNode.number)),
      ("compared", entry.compared.map(JSONNode.number)),
      ("confidence", entry.confidence.map { .string($0.rawValue) }),
      ("unseen", entry.isUnseen ? .bool(true) : nil),
    ])
  }

  private static func path(_ path: ShapePath) -> JSONNode { .string(path.description) }
}
