import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import JSONSchema
import SchemaDrift
import StrictJSON

/// `infer SUITE`: the stored contracts of suites, inferred anew from their fixtures.
///
/// What a person wrote into a contract stays, and so does what older samples showed. Each change is
/// shown, and a file that would only have other counts of as many samples is not written.
struct ContractRefresh {
  let context: CommandContext

  func run(_ selection: EndpointSelection) throws -> ExitCode {
    let root = try ProjectRoot(context).url
    var report = Report(command: "infer")
    report.looksForFindings = false
    var hasChanges = false
    for (suite, endpoint) in selection.endpoints {
      let isChanged = try refresh(suite.name, endpoint.name, in: root, &report)
      hasChanges = hasChanges || isChanged == true
    }
    let code = try context.finish(report)
    return code == .conforms && hasChanges && context.arguments.flag("dry-run") ? .findings : code
  }

  /// Writes the contract of one endpoint, and adds to the report what was done.
  ///
  /// `accepted` are recordings that take the place of their fixtures, and `changes` what they change.
  /// Returns whether the contract is another one now, or would be; nil where it is left as it is because a
  /// fixture is broken.
  func refresh(
    _ suite: String, _ endpoint: String, in root: URL, accepting accepted: [FixtureID] = [],
    changes: [AcceptedChange] = [], _ report: inout Report
  ) throws -> Bool? {
    let contracts = ContractStore(root: root)
    let name = contracts.name(suite: suite, endpoint: endpoint)
    let source = FixtureSource(root: root)
    let kept = try source.store.fixtures(suite: suite, endpoint: endpoint).filter {
      !accepted.contains($0.with(.pending))
    }
    let readings = try (kept + accepted).sorted { $0.caseName < $1.caseName }
      .map { ResponseReading(try source.response(of: $0)) }
    guard !readings.isEmpty else {
      report.notes.append(
        "\(suite)/\(endpoint): there is no fixture; "
          + "'\(context.program) record \(suite)/\(endpoint)' makes them")
      return false
    }
    let broken = readings.flatMap(\.faults)
    guard broken.isEmpty else {
      report.findings += broken.map { finding in
        var finding = finding
        finding.suite = suite
        finding.endpoint = endpoint
        return finding
      }
      report.notes.append("\(name): left as it is, because a fixture is broken")
      return nil
    }
    let samples = readings.compactMap(\.document)
    var summary = FormatSummary()
    for sample in samples { summary.add(sample) }
    // A fixture that was written by hand may hold what a recorded one does not.
    summary.forgetCredentials(
      context.tool.suites.first { $0.name == suite }?.redaction ?? context.world.redaction)
    // An accepted change says that the old format is no more.
    let forgets = !changes.isEmpty || context.arguments.flag("forget")
    let file = contracts.file(suite: suite, endpoint: endpoint)
    let fixtures = samples.count.counted("fixture")
    guard FileManager.default.fileExists(atPath: file.path) else {
      let new = summary.contract()
      try write(AcceptedChange.adding(changes, to: new), to: file, named: name)
      report.notes.append("\(name): \(done("written")) from \(fixtures)")
      return true
    }
    let old = try oldContract(file, named: name)
    let known = forgets ? nil : old.root[RecordSketch.keyword].map { RecordSketch($0) }
    let merge = ContractMerge(
      old: old, new: summary.contract(adding: known), samples: samples,
      library: SchemaLibrary(file: file), keepsEvidence: !forgets)
    let contract = AcceptedChange.adding(changes, to: merge.contract)
    let isChanged =
      forgets ? contract != JSONNode(old.root) : !merge.changes.isEmpty || merge.hasMoreEvidence
    if isChanged {
      try write(contract, to: file, named: name)
      report.notes.append(
        "\(name): \(done("rewritten")) from \(fixtures)"
          + (merge.changes.isEmpty ? ", with other evidence only" : ""))
    } else {
      report.notes.append("\(name): unchanged")
    }
    report.notes += merge.changes.map { "\(name): \($0)" }
    report.notes += merge.conflicts.map { "\(name): kept, but look at it: \($0)" }
    return isChanged
  }

  private func done(_ word: String) -> String {
    context.arguments.flag("dry-run") ? "would be \(word)" : word
  }

  private func write(_ contract: JSONNode, to file: URL, named name: String) throws {
    guard !context.arguments.flag("dry-run") else { return }
    try context.world.writeFile(JSONWriter.pretty(contract), to: file, named: name)
  }

  /// Reads the contract that a person may have edited.
  ///
  /// Throws a ``ContractError`` for a contract that cannot be used: it is not overwritten.
  private func oldContract(_ file: URL, named name: String) throws -> JSONDocument {
    let bytes = try InputReader(world: context.world).bytes(file, named: name)
    _ = try Contract(name: name, bytes: bytes, library: SchemaLibrary(file: file))
    return try JSONDocument(bytes, maximumDepth: Schema.maximumDocumentDepth)
  }
}
