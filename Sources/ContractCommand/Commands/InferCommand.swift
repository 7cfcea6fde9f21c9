import ContractReports
import ContractTesting
import Foundation
import HTTPFixtures
import JSONSchema
import StrictJSON

/// `infer`: contracts from samples, or the stored contracts of suites from their fixtures.
struct InferCommand {
  private let tool: CommandLineTool
  private let arguments: ParsedArguments
  private let world: CommandWorld

  init(tool: CommandLineTool, _ arguments: ParsedArguments, _ world: CommandWorld) {
    self.tool = tool
    self.arguments = arguments
    self.world = world
  }

  func run() throws -> ExitCode {
    let selection = try? EndpointSelection(tool.suites, arguments)
    if let selection, !arguments.positionals.contains(where: isFile) {
      if arguments.value("output") != nil {
        throw arguments.error("'--output' goes with samples, not with a suite")
      }
      return try refresh(selection)
    }
    return try inferFromInputs()
  }

  private func isFile(_ argument: String) -> Bool {
    argument == "-" || argument.hasPrefix(".") || argument.hasPrefix("/")
  }

  // MARK: Samples

  private func inferFromInputs() throws -> ExitCode {
    let reader = InputReader(world: world)
    var report = Report(command: "infer")
    var summary = ShapeSummary()
    for input in arguments.positionals {
      for response in try documents(input, reader) {
        let reading = ResponseReading(response)
        report.findings += reading.findings.filter { $0.level == .breaking }
        if let document = reading.document { summary.add(document) }
      }
    }
    // A contract that leaves out a sample would be a guess that nobody sees.
    guard report.findings.isEmpty else {
      report.notes.append("no contract was written, because a sample is broken")
      return try finish(report, arguments, world)
    }
    let contract = try Self.contract(of: summary)
    guard let output = arguments.value("output") else {
      world.write(contract)
      return try finish(report, arguments, world, toFilesOnly: true)
    }
    try world.writeFile(contract, to: world.url(output), named: output)
    let samples = summary.samples == 1 ? "1 sample" : "\(summary.samples) samples"
    report.notes.append("wrote \(output) from \(samples)")
    return try finish(report, arguments, world)
  }

  private func documents(_ input: String, _ reader: InputReader) throws -> [Response] {
    do {
      return try reader.documents(input)
    } catch let failure as CommandFailure {
      let names = tool.suites.flatMap { suite in
        [suite.name] + suite.endpoints.map { "\(suite.name)/\($0.name)" }
      }
      guard let near = Suggestion.nearest(to: input, in: names) else { throw failure }
      throw CommandFailure(
        message: failure.message, next: "did you mean the suite or endpoint '\(near)'?")
    }
  }

  private static func contract(of summary: ShapeSummary) throws -> String {
    do {
      // Compiled once, so that no contract is written which could not be read again.
      _ = try Schema(inferredFrom: summary)
    } catch {
      throw CommandFailure(message: "no contract can be written for these samples: \(error)")
    }
    return JSONWriter.pretty(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
  }

  // MARK: Suites

  private func refresh(_ selection: EndpointSelection) throws -> ExitCode {
    let root = try ProjectRoot(arguments, world).url
    var report = Report(command: "infer")
    for (suite, endpoint) in selection.endpoints {
      try refresh(suite.name, endpoint.name, in: root, &report)
    }
    return try finish(report, arguments, world)
  }

  /// Writes the contract of one endpoint from its fixtures, and adds to the report what was done.
  private func refresh(
    _ suite: String, _ endpoint: String, in root: URL, _ report: inout Report
  ) throws {
    let contracts = ContractStore(root: root)
    let name = contracts.name(suite: suite, endpoint: endpoint)
    let readings = try FixtureSource(root: root).responses(suite: suite, endpoint: endpoint)
      .map { ResponseReading($0) }
    guard !readings.isEmpty else {
      report.notes.append(
        "\(suite)/\(endpoint): there is no fixture; "
          + "'\(programName) record \(suite)/\(endpoint)' makes them")
      return
    }
    let broken = readings.flatMap(\.findings).filter { $0.level == .breaking }
    guard broken.isEmpty else {
      report.findings += broken.map { finding in
        var finding = finding
        finding.suite = suite
        finding.endpoint = endpoint
        return finding
      }
      report.notes.append("\(name): left as it is, because a fixture is broken")
      return
    }
    var summary = ShapeSummary()
    for reading in readings {
      if let document = reading.document { summary.add(document) }
    }
    let file = contracts.file(suite: suite, endpoint: endpoint)
    let text = try Self.contract(of: summary)
    let old = try? String(contentsOf: file, encoding: .utf8)
    guard old != text else {
      report.notes.append("\(name): unchanged")
      return
    }
    try world.writeFile(text, to: file, named: name)
    let samples = summary.samples == 1 ? "1 fixture" : "\(summary.samples) fixtures"
    report.notes.append("\(name): \(old == nil ? "written" : "rewritten") from \(samples)")
  }
}
