import ContractTesting
import SchemaDrift
import Foundation
import StrictJSON

extension ReportFormat {
  /// For code scanning: SARIF 2.1.0.
  package static let sarif = ReportFormat(
    name: "sarif", write: { SARIFReport(style: $1).render($0) })
}

/// Writes a report as SARIF 2.1.0, for code scanning and editors.
///
/// A rule is a reporting descriptor with its page as help; a finding is a result with its place, its
/// fingerprint, a suppression where a waiver covers it, and a baseline state where earlier runs are
/// known. An outage is a notification of the invocation: nothing is known of the format then.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
struct SARIFReport {
  let style: ReportStyle

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  /// The name of our fingerprint; its number changes with what goes into ``Finding/fingerprint``.
  private static let fingerprintName = "contract/v1"

  func render(_ report: Report) -> String {
    let hasBaseline = report.comparison != nil
    var rules = Rules()
    let results =
      report.findings.map { node($0, rules.index(of: $0.rule.id), hasBaseline: hasBaseline) }
      + report.fixed.map { node($0, rules.index(of: $0.finding.rule)) }
    let driver = JSONNode.object([
      ("name", text(style.program)), ("rules", .array(rules.ids.map(descriptor))),
    ])
    let run = JSONNode.object([
      ("tool", ["driver": driver]),
      ("invocations", [invocation(report)]),
      // Columns are counted in Unicode scalars here; a finding counts UTF-8 bytes.
      ("columnKind", "unicodeCodePoints"),
      ("results", .array(results)),
      ("properties", ["command": text(report.command), "summary": JSONReport.counts(report)]),
    ])
    let log: JSONNode = [
      "$schema": .string(Self.schema), "version": "2.1.0", "runs": [run],
    ]
    return Escaping.json(JSONWriter.pretty(log))
  }

  /// The rules of the results, in the order in which they come up.
  private struct Rules {
    private(set) var ids: [String] = []
    private var places: [String: Int] = [:]

    mutating func index(of id: String) -> Int {
      if let place = places[id] { return place }
      places[id] = ids.count
      ids.append(id)
      return ids.count - 1
    }
  }

  private func descriptor(_ id: String) -> JSONNode {
    // What an older version found may have a rule that is no more.
    guard let rule = Rule[id] else { return JSONNode.object([("id", text(id))]) }
    return JSONNode.object([
      ("id", .string(id)),
      ("shortDescription", message(rule.summary)),
      ("fullDescription", message(rule.explanation)),
      (
        "help",
        [
          "text": .string(RulePage.text(rule)),
          "markdown": .string(
            "\(rule.explanation)\n\n```\n\(RulePage.example(rule.example))\n```\n"),
        ]
      ),
      ("defaultConfiguration", ["level": .string(Self.level(rule.level))]),
      ("properties", ["tags": [.string(rule.family.rawValue)]]),
    ])
  }

  private func invocation(_ report: Report) -> JSONNode {
    let outages = report.outages.map { outage in
      JSONNode.object([("level", "warning"), ("message", message(OutageText.line(outage)))])
    }
    let failures = report.checks.compactMap { check in
      check.facts.problem.map { problem in
        JSONNode.object([
          ("level", "error"),
          ("message", message("\(check.suite)/\(check.endpoint): \(problem)")),
        ])
      }
    }
    return JSONNode.object([
      ("executionSuccessful", .bool(outages.isEmpty && failures.isEmpty)),
      ("toolExecutionNotifications", .array(failures + outages)),
    ])
  }

  // MARK: Results

  private func node(_ finding: Finding, _ rule: Int, hasBaseline: Bool) -> JSONNode {
    JSONNode.object([
      ("ruleId", .string(finding.rule.id)), ("ruleIndex", JSONNode.number(rule)),
      ("level", .string(Self.level(finding.level))),
      ("message", message(of: finding)),
      ("locations", [location(finding)]),
      ("partialFingerprints", .object([.init(Self.fingerprintName, .string(finding.fingerprint))])),
      (
        "suppressions",
        .array(
          finding.waiver.map { waiver in
            [JSONNode.object([("kind", "external"), ("justification", text(waiver))])]
          } ?? [])
      ),
      ("baselineState", hasBaseline ? .string(Self.baselineState(finding.age)) : JSONNode?.none),
      ("occurrenceCount", finding.more > 0 ? JSONNode.number(1 + finding.more) : JSONNode?.none),
      (
        "properties",
        JSONNode.object([
          ("pointer", finding.pointer.map(text)), ("path", finding.path.map(text)),
          ("expected", finding.expected.map(text)), ("found", finding.found.map(text)),
          ("property", finding.dto.map { text($0.name) }),
          ("confidence", finding.change?.confidence.map { .string($0.rawValue) }),
        ])
      ),
    ])
  }

  private func node(_ fixed: FixedFinding, _ rule: Int) -> JSONNode {
    let finding = fixed.finding
    return JSONNode.object([
      ("ruleId", text(finding.rule)), ("ruleIndex", JSONNode.number(rule)),
      ("level", .string(Self.level(finding.level))),
      ("message", message("fixed: \(AgeText.line(fixed))")),
      (
        "locations",
        .array(
          logicalLocations(finding.suite, finding.endpoint).map {
            [JSONNode.object([("logicalLocations", $0)])]
          } ?? [])
      ),
      ("partialFingerprints", .object([.init(Self.fingerprintName, .string(finding.fingerprint))])),
      ("baselineState", "absent"),
    ])
  }

  /// The message with what to do, because viewers show little else.
  private func message(of finding: Finding) -> JSONNode {
    var words = finding.message
    var limit = FindingText.textLimit
    if let step = finding.nextStep {
      words += "\nnext: \(step.text(program: style.program))"
      limit = FindingText.limit(of: step)
    }
    return .object([("text", .string(Escaping.terminal(words, limit: limit)))])
  }

  private static func baselineState(_ age: FindingAge?) -> String {
    switch age?.state {
    case .new: "new"
    case .known, .flaky, nil: "unchanged"
    }
  }

  private static func level(_ level: Level) -> String {
    switch level {
    case .breaking: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  // MARK: Places

  private func location(_ finding: Finding) -> JSONNode {
    JSONNode.object([
      ("physicalLocation", physicalLocation(finding)),
      ("logicalLocations", logicalLocations(finding.suite, finding.endpoint)),
    ])
  }

  private func logicalLocations(_ suite: String?, _ endpoint: String?) -> JSONNode? {
    let names = [suite, endpoint].compactMap { $0 }
    guard !names.isEmpty else { return nil }
    return .array([JSONNode.object([("fullyQualifiedName", text(names.joined(separator: "/")))])])
  }

  private func physicalLocation(_ finding: Finding) -> JSONNode? {
    if let place = finding.placeToEdit {
      return JSONNode.object([
        ("artifactLocation", artifact(place.file)),
        ("region", JSONNode.object([("startLine", JSONNode.number(place.line))])),
      ])
    }
    switch finding.source {
    case .file(let name)?:
      return JSONNode.object([("artifactLocation", artifact(name)), ("region", region(finding))])
    case .address(let address)?:
      return JSONNode.object([
        (
          "artifactLocation",
          JSONNode.object([("uri", .string(Self.encoded(address, asAddress: true)))])
        ),
        ("region", region(finding)),
      ])
    case nil: return nil
    }
  }

  private func artifact(_ file: String) -> JSONNode {
    let isRelative = !file.hasPrefix("/")
    return JSONNode.object([
      ("uri", .string((isRelative ? "" : "file://") + Self.encoded(file))),
      ("uriBaseId", isRelative ? .string("%SRCROOT%") : JSONNode?.none),
    ])
  }

  private func region(_ finding: Finding) -> JSONNode? {
    guard let line = finding.line else { return nil }
    return JSONNode.object([
      ("startLine", JSONNode.number(line)), ("startColumn", column(finding).map(JSONNode.number)),
    ])
  }

  /// The column in Unicode scalars, counted from 1; nil where the line before it is not at hand.
  private func column(_ finding: Finding) -> Int? {
    guard let excerpt = finding.excerpt, !excerpt.isCutBefore else { return nil }
    return excerpt.before.unicodeScalars.count + 1
  }

  /// A path or an address as a URI reference (RFC 3986), whatever it holds.
  private static func encoded(_ text: String, asAddress: Bool = false) -> String {
    let reserved = asAddress ? ":/?#[]@!$&'()*+,;=%" : "/!$&'()*+,;=@"
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    let kept = Set("\(letters)0123456789-._~\(reserved)".utf8)
    return text.utf8.reduce(into: "") { result, byte in
      if kept.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  // MARK: Nodes

  private func message(_ words: String) -> JSONNode { JSONNode.object([("text", text(words))]) }

  /// A text for people: visible, and cut where it is long.
  private func text(_ text: String) -> JSONNode {
    .string(Escaping.terminal(text, limit: FindingText.textLimit))
  }
}
