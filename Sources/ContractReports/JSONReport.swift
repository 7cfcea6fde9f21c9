import ContractTesting
import StrictJSON

/// Writes a report as one JSON object, with the members always in the same order.
///
/// What a finding does not have is left out. In a mapping the missing side is null, so that a
/// reader sees that a path was added or removed.
enum JSONReport {
  static func render(_ report: Report) -> String {
    let summary = report.summary
    var members: [JSONNode.Member] = [
      JSONNode.Member("version", number(Report.version)),
      JSONNode.Member("command", .string(report.command)),
      JSONNode.Member(
        "summary",
        [
          "breaking": number(summary.breaking), "warning": number(summary.warning),
          "info": number(summary.info), "waived": number(summary.waived),
          "unexercised": number(summary.unexercised),
        ]),
      JSONNode.Member("checks", .array(report.checks.map(node))),
      JSONNode.Member("findings", .array(report.findings.map(node))),
    ]
    if !report.outages.isEmpty {
      members.append(JSONNode.Member("outages", .array(report.outages.map(node))))
    }
    if !report.mapping.isEmpty {
      members.append(JSONNode.Member("mapping", .array(report.mapping.map(node))))
    }
    return Escaping.json(JSONWriter.pretty(.object(members)))
  }

  private static func node(_ check: CheckOutcome) -> JSONNode {
    object([
      ("suite", .string(check.suite)), ("endpoint", .string(check.endpoint)),
      ("status", .string(check.status.rawValue)), ("samples", number(check.samples)),
      ("reason", check.outage.map { .string(OutageText.reason($0)) }),
    ])
  }

  private static func node(_ outage: Outage) -> JSONNode {
    [
      "origin": .string(outage.origin), "kind": .string(outage.reason.name),
      "reason": .string(OutageText.reason(outage.reason)), "sample": .string(outage.sample),
      "endpoints": .array(outage.endpoints.map(JSONNode.string)),
      "failed": number(outage.failed), "notSent": number(outage.notSent),
    ]
  }

  private static func node(_ finding: Finding) -> JSONNode {
    let members: [(String, JSONNode?)] = [
      ("rule", .string(finding.rule.id)),
      ("level", .string(finding.level.rawValue)),
      ("suite", finding.suite.map(JSONNode.string)),
      ("endpoint", finding.endpoint.map(JSONNode.string)),
      ("file", finding.file.map(JSONNode.string)),
      ("pointer", finding.pointer.map(JSONNode.string)),
      ("line", finding.line.map(number)),
      ("column", finding.column.map(number)),
      ("path", finding.path.map(JSONNode.string)),
      ("message", .string(finding.message)),
      ("expected", finding.expected.map(JSONNode.string)),
      ("found", finding.found.map(JSONNode.string)),
      ("dto", finding.dto.map(node)),
      ("change", finding.change.map(node)),
      (
        "consequences",
        finding.consequences.isEmpty ? nil : .array(finding.consequences.map(node))
      ),
      ("fingerprint", .string(finding.fingerprint)),
      ("waiver", finding.waiver.map(JSONNode.string)),
    ]
    return object(members)
  }

  private static func node(_ consequence: Consequence) -> JSONNode {
    object([
      ("rule", .string(consequence.rule.id)), ("level", .string(consequence.level.rawValue)),
      ("count", number(consequence.count)), ("message", .string(consequence.message)),
      ("dto", consequence.dto.map(node)), ("places", .array(consequence.places.map(node))),
    ])
  }

  private static func node(_ place: Consequence.Place) -> JSONNode {
    object([
      ("file", .string(place.file)), ("pointer", place.pointer.map(JSONNode.string)),
      ("line", place.line.map(number)), ("column", place.column.map(number)),
    ])
  }

  private static func node(_ dto: DTOReference) -> JSONNode {
    object([("type", .string(dto.type)), ("property", dto.property.map(JSONNode.string))])
  }

  private static func node(_ entry: MappingEntry) -> JSONNode {
    object([
      ("from", entry.from.map(JSONNode.string) ?? .null),
      ("to", entry.to.map(JSONNode.string) ?? .null),
      ("kind", .string(entry.kind.rawValue)),
      ("matched", entry.matched.map(number)),
      ("compared", entry.compared.map(number)),
    ])
  }

  private static func object(_ members: [(String, JSONNode?)]) -> JSONNode {
    .object(members.compactMap { key, value in value.map { JSONNode.Member(key, $0) } })
  }

  private static func number(_ value: Int) -> JSONNode {
    .number(String(value))
  }
}
