import ContractTesting
import Foundation
import JSONSchema

extension Subcommand {
  static let validate = Subcommand(
    name: "validate",
    summary: "Check the syntax of documents, and a contract if one is given.",
    explanation: """
      Reads each document by the letter of RFC 8259 and reports the first syntax error with its \
      line and column, and keys that occur twice. With --contract each document is also held \
      against a JSON Schema. Where the contract keeps counts of its samples (x-observed), a value \
      that they are too few to exclude is only mentioned, as in check; --strict keeps every \
      keyword to the letter. Nothing is ever fetched from the network.
      """,
    usage: [
      "[--contract FILE] [--assert-formats] [--strict] INPUT…",
      "--contract FILE [--resolve URI-PREFIX=DIR]… INPUT…",
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
    ],
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
    let contracts = try ContractReader(context)
    let contract = try context.arguments.value("contract").map { try contracts.contract($0) }
    let check = contract.map {
      ContractCheck($0, formats: context.arguments.flag("assert-formats") ? .asserted : .annotated)
    }
    let grading = context.arguments.flag("strict") ? nil : contract.flatMap { EvidenceGrading($0) }
    let reader = InputReader(world: context.world)
    var samples = ShapeSummary()
    // Files of lines, which are read again where something in them breaks the contract.
    var files: [(name: String, open: () throws -> LineReader)] = []
    var findings = FindingTally()
    var count = 0
    for input in context.arguments.positionals {
      let before = count
      for part in try reader.parts(input) {
        switch part {
        case .document(let read):
          let response = try read()
          response.report(check, to: &findings)
          if grading != nil, let document = ResponseReading(response).document {
            samples.add(document)
          }
          count += 1
        case .lines(let name, let open):
          let lines = try open()
          let verdicts = try reader.readable(name) {
            try LineVerdicts(
              lines, named: name, check: check,
              workers: ProcessInfo.processInfo.activeProcessorCount, after: findings,
              summarises: grading != nil && !reader.canReadAgain(name))
          }
          samples.merge(verdicts.samples)
          if reader.canReadAgain(name) { files.append((name, open)) }
          findings = verdicts.findings
          count += verdicts.documents
        }
      }
      if count == before { throw reader.noDocument(in: input) }
    }
    var report = Report(command: "validate", findings: findings.findings)
    if let grading, report.findings.contains(where: { $0.rule == .schemaViolation }) {
      for file in files {
        let lines = try file.open()
        let summary = try reader.readable(file.name) {
          try LineSummary(
            lines, named: file.name, workers: ProcessInfo.processInfo.activeProcessorCount)
        }
        samples.merge(summary.summary)
      }
      grading.grade(&report.findings, by: samples)
    }
    report.notes.append("read \(count.counted("document"))")
    return try context.finish(report)
  }
}
