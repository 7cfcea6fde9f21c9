import ContractReports
import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import JSONSchema
import SchemaDrift
import StrictJSON

extension Subcommand {
  static let infer = Subcommand(
    name: "infer",
    summary: "Write a contract from samples.",
    explanation: """
      Reads sample documents and writes the JSON Schema that describes them. NDJSON and long \
      arrays are read in pieces, whatever their length; a line that is no JSON is reported and \
      left out. With --summary it writes what it saw instead, and --merge joins such summaries, so \
      that machines can share the work. With suites instead of inputs, it refreshes the contracts \
      of their endpoints from the fixtures, and keeps what was written by hand and what older \
      samples showed. A name that is a suite or an endpoint is read as such; write ./NAME for a \
      file of that name.
      """,
    usage: [
      "INPUT… [--summary] [-o FILE]", "--merge SUMMARY… [--summary] [-o FILE]",
      "SUITE[/ENDPOINT]… [--forget] [--dry-run]",
    ],
    arguments: [.inputs, Argument(name: "SUITE[/ENDPOINT]…", help: "The contracts to refresh.")],
    argumentCount: 1...Int.max,
    options: [
      OptionSpec(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        help: "Write the contract of the inputs into this file instead of standard output."),
      OptionSpec(
        name: "summary",
        help: "Write a summary of the samples, one line of JSON, instead of a contract."),
      OptionSpec(
        name: "merge", help: "Read summaries, one a file or one a line, instead of samples."),
      OptionSpec(
        name: "forget",
        help: """
          Drop what only older samples showed: types, forms, optional members, sketches of records.
          """),
      OptionSpec(
        name: "dry-run",
        help: """
          Print how the stored contracts of suites would change, and write nothing; exit with 1 \
          where one would.
          """),
    ] + .input,
    readsSuites: true,
    examples: [
      Example(
        arguments: "infer samples/ -o order.schema.json", help: "a contract for a folder of JSON"),
      Example(arguments: "infer {suite}", help: "refresh the contracts of a suite"),
      Example(
        arguments: "infer --merge a.summary b.summary",
        help: "a contract for what two machines have seen"),
    ],
    run: { try InferCommand(context: $0).run() })
}

/// `infer`: contracts from samples, or the stored contracts of suites from their fixtures.
struct InferCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    let selection = try? EndpointSelection(context)
    if let selection, !context.arguments.positionals.contains(where: isFile) {
      for option in ["output", "summary", "merge"] where context.arguments.flag(option) {
        throw context.arguments.error("'--\(option)' goes with samples, not with a suite")
      }
      return try ContractRefresh(context: context).run(selection)
    }
    for option in ["dry-run", "forget"] where context.arguments.flag(option) {
      throw context.arguments.error("'--\(option)' goes with a suite, not with samples")
    }
    return try inferFromInputs()
  }

  private func isFile(_ argument: String) -> Bool {
    argument == "-" || argument.hasPrefix(".") || argument.hasPrefix("/")
  }

  // MARK: Samples

  private func inferFromInputs() throws -> ExitCode {
    var report = Report(command: "infer")
    report.looksForFindings = false
    var samples = try context.arguments.flag("merge") ? storedSummaries() : summaries()
    samples.summary.forgetCredentials(context.world.redaction)
    report.findings = samples.findings.findings
    // A contract that leaves out a document would be a hidden guess.
    guard !samples.isBroken else {
      report.notes.append("nothing was written, because a sample is broken")
      return try context.finish(report)
    }
    let text =
      context.arguments.flag("summary")
      ? JSONWriter.compact(samples.summary.document) + "\n"
      : try Self.contract(of: samples.summary)
    if samples.brokenLines > 0 {
      let lines = samples.brokenLines == 1 ? "1 line is" : "\(samples.brokenLines) lines are"
      report.notes.append("\(lines) no JSON and left out")
    }
    return try context.finish(
      writing: text, report, origin: " from \(samples.summary.samples.counted("sample"))")
  }

  /// What was read of all inputs.
  private struct Samples {
    var summary = FormatSummary()
    /// Whether a document that is no line of many is broken.
    var isBroken = false
    var brokenLines = 0
    var findings = FindingTally(limits: FindingTally.Limits(first: LineSummary.mostFindings))
  }

  /// Summarises the inputs, and notes what is broken.
  private func summaries() throws -> Samples {
    let options = try InputOptions(context)
    let reader = InputReader(world: context.world, options: options)
    var samples = Samples()
    // Where many share the work, the share of one may be nothing.
    let mayBeEmpty = context.arguments.flag("summary")
    for input in context.arguments.positionals {
      var isEmpty = true
      for part in try parts(input, reader) {
        switch part {
        case .document(let document):
          isEmpty = false
          let faults: [Finding]
          switch try document.readParts() {
          case .whole(let response):
            if mayBeEmpty, response.size == 0 { continue }
            let reading = ResponseReading(response)
            faults = reading.faults
            if let document = reading.document { samples.summary.add(document) }
          case .long(let document):
            faults = document.faults
            samples.summary.merge(document.summary)
          }
          samples.findings.append(faults)
          samples.isBroken = samples.isBroken || !faults.isEmpty
        case .lines(let input):
          let lines = try input.open()
          let part = try reader.readable(input.name) {
            try LineSummary(lines, of: input, workers: options.jobs)
          }
          isEmpty = isEmpty && part.summary.samples + part.brokenLines == 0
          samples.findings.append(part.findings)
          samples.brokenLines += part.brokenLines
          samples.summary.merge(part.summary)
        }
      }
      if isEmpty, !mayBeEmpty { throw reader.noDocument(in: input) }
    }
    // Lines of which none is JSON are no samples.
    if samples.summary.samples == 0, !mayBeEmpty || samples.brokenLines > 0 {
      samples.isBroken = true
    }
    return samples
  }

  /// Joins summaries that were written before; a part that cannot be used stops the work.
  private func storedSummaries() throws -> Samples {
    let reader = InputReader(world: context.world)
    var samples = Samples()
    for input in context.arguments.positionals {
      try reader.forEachSummary(input, maximumDepth: ShapeSummary.maximumDocumentDepth) {
        document, response in
        guard let summary = FormatSummary(document) else {
          throw noSummary(document, response)
        }
        samples.summary.merge(summary)
      }
    }
    if samples.summary.samples == 0, !context.arguments.flag("summary") {
      throw CommandFailure(
        message: "the summaries are of no sample at all",
        next: "'\(context.program) infer --summary INPUT…' makes one of samples")
    }
    return samples
  }

  private func noSummary(_ document: JSONDocument, _ response: Response) -> CommandFailure {
    let place = "\(response.name):\(response.firstLine)"
    return ShapeSummary.isSummary(document)
      ? CommandFailure(
        message: "\(place): a summary that is damaged or of another version of this program",
        next: "make it again with '\(context.program) infer --summary INPUT…'")
      : CommandFailure(
        message: "\(place): this is no summary",
        next: "'\(context.program) infer --summary INPUT…' makes one of samples")
  }

  private func parts(_ input: String, _ reader: InputReader) throws -> [InputReader.Part] {
    do {
      return try reader.parts(input)
    } catch let failure as CommandFailure {
      let names = context.tool.suites.flatMap { suite in
        [suite.name] + suite.endpoints.map { "\(suite.name)/\($0.name)" }
      }
      guard let near = Suggestion.nearest(to: input, in: names) else { throw failure }
      throw CommandFailure(
        message: failure.message, next: "did you mean the suite or endpoint '\(near)'?")
    }
  }

  private static func contract(of summary: FormatSummary) throws -> String {
    let contract = summary.contract()
    do {
      // Compiled once, so that no contract is written which could not be read again.
      _ = try Schema(inferred: contract)
    } catch {
      throw CommandFailure(message: "no contract can be written for these samples: \(error)")
    }
    return JSONWriter.pretty(contract)
  }
}
