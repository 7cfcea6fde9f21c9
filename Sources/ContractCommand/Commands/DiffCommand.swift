import ContractTesting
import Endpoints
import JSONSchema
import SchemaDrift
import StrictJSON

extension Subcommand {
  static let diff = Subcommand(
    name: "diff",
    summary: "Show what changed in the format between two sets of documents.",
    explanation: """
      Compares the shapes of the old and the new documents, not their values, and reports each \
      change of the format once. A contract may stand on either side, and so may a summary that \
      'infer --summary' wrote, or several of them, one a line or one a file: where a value went is \
      then told by the records that it keeps sketches of. Of NDJSON and of long arrays, whatever \
      their length, a few MB are in memory. With --summary it writes the summary of one side, for \
      a comparison to come.
      """,
    usage: ["OLD NEW", "--summary INPUT"],
    arguments: [
      Argument(
        name: "OLD",
        help: """
          A document, a folder, an NDJSON file, a contract, a summary, or SUITE/ENDPOINT for its \
          fixtures.
          """),
      Argument(name: "NEW", help: "The same, of today."),
    ],
    argumentCount: 0...2,
    options: [
      .levels,
      OptionSpec(
        name: "summary",
        help: "Write the summary of one side, one line of JSON, instead of comparing two."),
    ],
    readsSuites: true,
    examples: [
      Example(arguments: "diff old/ new/", help: "compare two folders of responses"),
      Example(
        arguments: "diff monday.summary tuesday.summary",
        help: "compare what was seen on two days, long after the records are gone"),
    ],
    run: { try DiffCommand(context: $0).run() })
}

/// `diff`: what changed in the format between two sets of documents, contracts, or summaries.
struct DiffCommand {
  let context: CommandContext

  /// One side of the comparison.
  private struct Side {
    var sample: Drift.Side
    var summary = FormatSummary()
    var readings: [ResponseReading] = []
    var contract: Contract?
    var findings: [Finding] = []
    var words: String
  }

  func run() throws -> ExitCode {
    let inputs = context.arguments.positionals
    if context.arguments.flag("summary") { return try writeSummary(inputs) }
    guard inputs.count == 2 else {
      throw context.arguments.error("missing argument: \(inputs.isEmpty ? "OLD and NEW" : "NEW")")
    }
    let levels = try context.levels()
    let old = try side(inputs[0])
    let new = try side(inputs[1])
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

  /// Writes what a comparison needs to know of one side.
  private func writeSummary(_ inputs: [String]) throws -> ExitCode {
    guard inputs.count == 1 else {
      throw context.arguments.error("'--summary' goes with one side, which may be a folder")
    }
    var side = try side(inputs[0])
    guard side.contract == nil else {
      throw context.arguments.error("a contract is no sample, and compared as it is")
    }
    let report = Report(command: "diff", findings: side.findings)
    side.summary.forgetCredentials(context.world.redaction)
    context.world.write(JSONWriter.compact(side.summary.document) + "\n")
    return try context.finish(report, outputIsTaken: true)
  }

  /// The contract that was given instead of samples; nil for a sample.
  private func contract(in response: Response, named input: String) -> JSONDocument? {
    // A contract nests deeper than the documents that it describes.
    let document = try? JSONDocument(
      response.body, maximumDepth: Schema.maximumDocumentDepth, byteOrderMark: .skip)
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
    let reader = InputReader(world: context.world)
    let parts: [InputReader.Part] =
      try fixtures(of: input)?.map { response in .document(DocumentInput { response }) }
      ?? reader.parts(input)
    var format = FormatReading()
    for part in parts {
      switch part {
      case .document(let document):
        switch try document.readParts() {
        case .whole(let response):
          if parts.count == 1, let document = contract(in: response, named: input) {
            let contract = try Contract(name: input, document: document)
            return Side(
              sample: contract.side, contract: contract, words: "the contract \(input)")
          }
          try format.add(response)
        case .long(let document): format.add(document)
        }
      case .lines(let input):
        let lines = try input.open()
        try reader.readable(input.name) { try format.add(lines, of: input) }
      }
    }
    if format.isEmpty { throw reader.noDocument(in: input) }
    return side(format, named: input, isAlone: parts.count == 1)
  }

  private func side(_ format: FormatReading, named input: String, isAlone: Bool) -> Side {
    let readings = format.readings
    let count = format.summary.samples
    let words =
      format.hasSummaries
      ? "the summary of \(count.counted("document")) in \(input)"
      : count == 1 && isAlone ? input : "\(count) documents in \(input)"
    return Side(
      sample: Drift.Side(
        shape: format.summary.shape, documents: readings.compactMap(\.document),
        sketch: format.summary.sketch),
      summary: format.summary, readings: readings, findings: format.findings.findings,
      words: words)
  }
}
