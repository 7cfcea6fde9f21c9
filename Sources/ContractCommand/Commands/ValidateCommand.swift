import ContractTesting
import Foundation
import JSONSchema
import SchemaDrift
import StrictJSON

extension Subcommand {
  static let validate = Subcommand(
    name: "validate",
    summary: "Check the syntax of documents, and a contract if one is given.",
    explanation: """
      Reads each document by the letter of RFC 8259 and reports the first syntax error with its \
      line and column, and keys that occur twice. With --contract each document is also held \
      against a JSON Schema. Where the contract keeps counts of its samples (x-observed), a value \
      that they are too few to exclude is only mentioned, as in check; --strict keeps every \
      keyword to the letter. Nothing is ever fetched from the network. With --summary the findings \
      are counted and a few of each cause kept, and --merge joins such summaries into the report \
      on the whole, so that machines can share the work.
      """,
    usage: [
      "[--contract FILE] [--assert-formats] [--strict] INPUT…",
      "--contract FILE [--resolve URI-PREFIX=DIR]… INPUT…",
      "[--contract FILE] --summary INPUT…", "--merge SUMMARY… [--summary]",
    ],
    arguments: [.inputs], argumentCount: 1...Int.max,
    options: [
      OptionSpec(
        name: "contract", value: .text(placeholder: "FILE"),
        help: "The JSON Schema (2020-12) that the documents must keep."),
      OptionSpec(
        name: "assert-formats",
        help: "Report values that break the format keyword, such as date-time or uri."),
      OptionSpec(
        name: "strict",
        help: "Keep keywords that were inferred from few samples to the letter, too."),
      OptionSpec(
        name: "resolve", value: .text(placeholder: "URI-PREFIX=DIR"), isRepeatable: true,
        help: """
          The folder with the schemas whose URIs begin with this prefix. Other schemas that the \
          contract names are looked up beside its file. The option may be repeated.
          """),
    ] + .summary + .input,
    examples: [
      Example(
        arguments: "validate --contract order.schema.json 1001.json",
        help: "hold a document against a contract"),
      Example(arguments: "validate -", help: "check the syntax of standard input"),
    ],
    run: { try ValidateCommand(context: $0).run() })
}

/// `validate`: strict syntax, and the contract if one is given.
struct ValidateCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    let summaries = SummaryRun(context: context)
    if context.arguments.flag("merge") { return try merge(summaries) }
    try requireContract()
    let options = try InputOptions(context)
    var summary = try summaries.empty()
    let contract = try context.arguments.value("contract").map { path in
      // On each machine the file may lie in another folder, and a summary must not show which.
      try ContractReader(context).contract(path, isNamedAlone: summary != nil)
    }
    let check = contract.map {
      ContractCheck($0, formats: context.arguments.flag("assert-formats") ? .asserted : .annotated)
    }
    let grading = context.arguments.flag("strict") ? nil : contract.flatMap { EvidenceGrading($0) }
    summary?.basis = contract.map { FindingSummary.Basis($0, isGraded: grading != nil) }
    let reader = InputReader(world: context.world, options: options)
    var samples = ShapeSummary()
    // Files of lines, which are read again where something in them breaks the contract.
    var files: [LineInput] = []
    var found =
      summary.map { FindingCollection($0, redaction: context.world.redaction) }
      ?? FindingCollection()
    for input in context.arguments.positionals {
      let before = found.counts.documents
      for part in try reader.parts(input) {
        switch part {
        case .document(let document):
          let response = try document.read()
          // Where many share the work, the share of one may be nothing.
          if summary != nil, response.size == 0 { continue }
          found.begin(response.name)
          let reading = ResponseReading(response)
          reading.report(check, to: &found.tally)
          if grading != nil, let document = reading.document { samples.add(document) }
          found.counts.documents += 1
          found.counts.broken += reading.document == nil ? 1 : 0
        case .lines(let input):
          let lines = try input.open()
          found.begin(input.name)
          let isKept = input.canReadAgain && summary == nil
          let verdicts = try reader.readable(input.name) {
            try LineVerdicts(
              lines, of: input, check: check, workers: options.jobs, after: found.tally,
              summarises: grading != nil && !isKept)
          }
          samples.merge(verdicts.samples)
          if isKept { files.append(input) }
          found.tally = verdicts.findings
          found.counts += verdicts.counts
        }
      }
      if found.counts.documents == before, summary == nil { throw reader.noDocument(in: input) }
    }
    if summary != nil, var summary = found.finish() {
      summary.samples = grading == nil ? nil : samples
      return try summaries.write(summary, report(summary, grading))
    }
    var report = Report(command: "validate", findings: found.tally.findings)
    if let grading, report.findings.contains(where: { $0.rule == .schemaViolation }) {
      for file in files {
        let lines = try file.open()
        let summary = try reader.readable(file.name) {
          try LineSummary(lines, of: file, workers: options.jobs)
        }
        samples.merge(summary.summary.shapes)
      }
      grading.grade(&report.findings, by: samples)
    }
    report.notes.append("read \(found.counts.documents.counted("document"))")
    return try context.finish(report)
  }

  /// Refuses options that say how a contract is kept, where there is none: nothing would come of them.
  private func requireContract() throws(UsageError) {
    guard !context.arguments.flag("contract") else { return }
    for name in ["assert-formats", "strict", "resolve"] where context.arguments.flag(name) {
      throw context.arguments.error("'--\(name)' goes with --contract")
    }
  }

  // MARK: Summaries

  private func merge(_ summaries: SummaryRun) throws -> ExitCode {
    for name in ["assert-formats", "strict"] where context.arguments.flag(name) {
      throw context.arguments.error(
        "unexpected option '--\(name)': the summaries hold what was found already")
    }
    try requireContract()
    let summary = try summaries.merged()
    if summary.basis == nil, context.arguments.flag("contract") {
      throw context.arguments.error("unexpected option '--contract': the summaries are about none")
    }
    let grading = try grading(of: summary)
    let report = self.report(summary, summary.samples == nil ? nil : grading)
    if context.arguments.flag("summary") { return try summaries.write(summary, report) }
    return try context.finish(report)
  }

  private func report(_ summary: FindingSummary, _ grading: EvidenceGrading?) -> Report {
    var report = Report(command: "validate", findings: summary.findings)
    if let samples = summary.samples { grading?.grade(&report.findings, by: samples) }
    report.notes.append("read \(summary.documents.counted("document"))")
    return report
  }

  /// The grading by the contract that the summaries are about.
  private func grading(of summary: FindingSummary) throws -> EvidenceGrading? {
    guard let basis = summary.basis else { return nil }
    if let path = context.arguments.value("contract") {
      let contract = try ContractReader(context).contract(path)
      guard FNVHash(of: contract.document.bytes).value == basis.hash else {
        throw CommandFailure(
          message: "the summaries are not about the contract \(path), or about another text of it")
      }
      return EvidenceGrading(contract)
    }
    guard summary.samples != nil else { return nil }
    guard let text = basis.text else {
      throw CommandFailure(
        message: "the contract \(basis.name) needs other files to grade what was found",
        next: "name it: '\(context.program) validate --merge --contract FILE SUMMARY…'")
    }
    return EvidenceGrading(try Contract(name: basis.name, bytes: Array(text.utf8)))
  }
}

extension FindingSummary.Basis {
  /// What a summary says of its contract; all of it where findings are graded by it.
  fileprivate init(_ contract: Contract, isGraded: Bool) {
    let text = JSONWriter.compact(JSONNode(contract.document.root))
    let isWhole = isGraded && (try? Contract(name: contract.name, bytes: Array(text.utf8))) != nil
    self.init(
      name: contract.name, hash: FNVHash(of: contract.document.bytes).value,
      text: isWhole ? text : nil)
  }
}
