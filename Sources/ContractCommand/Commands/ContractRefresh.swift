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
      let result = try refresh(suite.name, endpoint.name, in: root, &report)
      hasChanges = hasChanges || result?.isChanged == true
      report.notes += (result?.conflicts ?? []).map { conflict in
        let place = [conflict.line, conflict.column].compactMap { $0 }.map { ":\($0)" }.joined()
        return "\(conflict.file ?? "")\(place): kept, but look at it: \(conflict.message)"
      }
    }
    let code = try context.finish(report)
    return code == .conforms && hasChanges && context.arguments.flag("dry-run") ? .findings : code
  }

  /// What became of the contract of one endpoint.
  struct Result {
    /// Whether the contract is another one now, or would be.
    let isChanged: Bool
    /// What a person wrote into it and some fixture breaks.
    var conflicts: [Finding] = []
  }

  /// Writes the contract of one endpoint, and adds to the report what was done.
  ///
  /// `accepted` are recordings that take the place of their fixtures, and `changes` what they change.
  /// Returns nil where the contract is left as it is because a fixture is broken.
  func refresh(
    _ suite: String, _ endpoint: String, in root: URL, accepting accepted: [FixtureID] = [],
    changes: [AcceptedChange] = [], _ report: inout Report
  ) throws -> Result? {
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
      return Result(isChanged: false)
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
      return Result(isChanged: true)
    }
    let old = try oldContract(file, named: name)
    let known = forgets ? nil : old.root[RecordSketch.keyword].map { RecordSketch($0) }
    let merge = ContractMerge(
      old: old, new: summary.contract(adding: known), samples: samples,
      library: SchemaLibrary(file: file), keepsEvidence: !forgets)
    let contract = AcceptedChange.adding(changes, to: merge.contract)
    let isChanged =
      forgets
      ? contract != JSONNode(old.root)
      : !merge.changes.isEmpty || merge.hasMoreEvidence
        || merge.conflicts.isEmpty && hasDrifted(from: old, readings, in: suite, endpoint)
    if isChanged {
      try write(contract, to: file, named: name)
      report.notes.append(
        "\(name): \(done("rewritten")) from \(fixtures)"
          + (merge.changes.isEmpty ? ", with other evidence only" : ""))
    } else {
      report.notes.append("\(name): unchanged")
    }
    report.notes += merge.changes.map { "\(name): \($0)" }
    return Result(
      isChanged: isChanged,
      conflicts: try merge.conflicts.map { conflict in
        var finding = Finding(conflict, of: name, isChanged ? try document(contract) : old)
        finding.suite = suite
        finding.endpoint = endpoint
        return finding
      })
  }

  /// Whether a check with the old contract tells a change of the fixtures: values of another kind, say, to which
  /// no keyword objects.
  private func hasDrifted(
    from old: JSONDocument, _ readings: [ResponseReading], in suite: String, _ endpoint: String
  ) -> Bool {
    guard let contract = try? Contract(name: "", bytes: old.bytes) else { return false }
    let check = EndpointCheck(
      suite: suite, endpoint: WatchedEndpoint(name: endpoint, samples: []), contract: contract)
    return check.judge(readings, source: "").findings
      .contains { $0.rule.family == .drift && $0.level > .info }
  }

  private func document(_ contract: JSONNode) throws -> JSONDocument {
    try JSONDocument(
      Array(JSONWriter.pretty(contract).utf8), maximumDepth: Schema.maximumDocumentDepth)
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

extension Finding {
  /// What a person wrote into a contract and fixtures break.
  fileprivate init(_ conflict: ContractConflict, of name: String, _ contract: JSONDocument) {
    self.init(.schemaViolation, "\(conflict)")
    source = .file(name)
    pointer = conflict.pointer.description
    nextStep = .editContract
    guard let value = contract.value(at: conflict.pointer) else { return }
    line = value.location.line
    column = value.location.column
    excerpt = Excerpt(bytes: contract.bytes, range: value.byteRange)
  }
}
