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
      against a JSON Schema. Nothing is ever fetched from the network.
      """,
    usage: [
      "[--contract FILE] [--assert-formats] INPUT…",
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
    let reader = InputReader(world: context.world)
    var findings = FindingTally()
    var count = 0
    for input in context.arguments.positionals {
      let before = count
      for part in try reader.parts(input) {
        switch part {
        case .document(let read):
          try read().report(check, to: &findings)
          count += 1
        case .lines(let name, let open):
          let lines = try open()
          let verdicts = try reader.readable(name) {
            try LineVerdicts(
              lines, named: name, check: check,
              workers: ProcessInfo.processInfo.activeProcessorCount, after: findings)
          }
          findings = verdicts.findings
          count += verdicts.documents
        }
      }
      if count == before { throw reader.noDocument(in: input) }
    }
    var report = Report(command: "validate", findings: findings.findings)
    report.notes.append("read \(count.counted("document"))")
    return try context.finish(report)
  }
}
