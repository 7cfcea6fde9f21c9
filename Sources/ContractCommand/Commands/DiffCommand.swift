import ContractTesting
import JSONSchema
import SchemaDrift
import StrictJSON

extension Subcommand {
  static let diff = Subcommand(
    name: "diff",
    summary: "Show what changed in the format between two sets of documents.",
    explanation: """
      Compares the shapes of the old and the new documents, not their values, and reports each \
      change of the format once. A contract may stand on either side.
      """,
    usage: ["OLD NEW"],
    arguments: [
      Argument(
        name: "OLD",
        help: """
          A document, a folder, an NDJSON file, a contract, or SUITE/ENDPOINT for its fixtures.
          """),
      Argument(name: "NEW", help: "The same, of today."),
    ],
    argumentCount: 2...2, options: [.levels],
    readsSuites: true,
    examples: [
      Example(arguments: "diff old/ new/", help: "compare two folders of responses")
    ],
    run: { try DiffCommand(context: $0).run() })
}

/// `diff`: what changed in the format between two sets of documents, or contracts.
struct DiffCommand {
  let context: CommandContext

  /// One side of the comparison.
  private struct Side {
    var shape: Shape
    var readings: [ResponseReading] = []
    var contract: Contract?
    var findings: [Finding] = []
    var words: String

    /// The shape with the documents that show it.
    var sample: Drift.Side {
      Drift.Side(shape: shape, documents: readings.compactMap(\.document))
    }
  }

  func run() throws -> ExitCode {
    let levels = try context.levels()
    let old = try side(context.arguments.positionals[0])
    let new = try side(context.arguments.positionals[1])
    let check = DriftCheck(old: old.sample, new: new.sample, reads: nil)
    var violations: [ShapePath: Finding] = [:]
    if let contract = old.contract {
      for reading in new.readings {
        for violation in ContractCheck(contract, formats: .asserted).run(on: reading) {
          if let place = violation.place, violations[place] == nil { violations[place] = violation }
        }
      }
    }
    var report = Report(command: "diff")
    report.comparesFormats = true
    report.findings = old.findings + new.findings
    report.findings += check.findings(in: ReadingSource(new.readings), violations: violations)
    levels.apply(to: &report)
    report.mapping = check.mapping
    report.notes.append("compared \(old.words) with \(new.words)")
    return try context.finish(report)
  }

  /// The contract that was given instead of samples; nil for a sample.
  private func contract(in reading: ResponseReading, named input: String) -> JSONDocument? {
    // A contract nests deeper than the documents that it describes.
    let document =
      reading.document
      ?? (try? JSONDocument(
        reading.response.body, maximumDepth: Schema.maximumDocumentDepth, byteOrderMark: .skip))
    guard let document, Contract.isContract(document) || input.hasSuffix(".schema.json") else {
      return nil
    }
    return document
  }

  /// The fixtures of an endpoint; nil where the input names none, or is a file of that name.
  private func fixtures(of input: String) throws -> [Response]? {
    guard context.world.url(input).isFolder == nil,
      let found = context.tool.suites.lazy.flatMap({ suite in
        suite.endpoints.map { (suite: suite.name, endpoint: $0.name) }
      }).first(where: { "\($0.suite)/\($0.endpoint)" == input })
    else { return nil }
    let responses = try FixtureSource(root: try ProjectRoot(context).url)
      .responses(suite: found.suite, endpoint: found.endpoint)
    guard !responses.isEmpty else {
      throw CommandFailure(
        message: "there is no fixture of \(input)",
        next: "'\(context.program) record \(input)' makes them")
    }
    return responses
  }

  private func side(_ input: String) throws -> Side {
    let responses =
      try fixtures(of: input) ?? InputReader(world: context.world).documents(input)
    let readings = responses.map { ResponseReading($0) }
    if readings.count == 1, let document = contract(in: readings[0], named: input) {
      let contract = try Contract(name: input, document: document)
      return Side(shape: contract.shape, contract: contract, words: "the contract \(input)")
    }
    var summary = ShapeSummary()
    for reading in readings {
      if let document = reading.document { summary.add(document) }
    }
    return Side(
      shape: Shape(inferredFrom: summary), readings: readings,
      findings: readings.flatMap(\.faults),
      words: readings.count == 1 ? input : "\(readings.count) documents in \(input)")
  }
}
