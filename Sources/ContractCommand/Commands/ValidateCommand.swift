import ContractTesting
import Foundation
import JSONSchema

/// `validate`: strict syntax, and the contract if one is given.
struct ValidateCommand {
  private let arguments: ParsedArguments
  private let world: CommandWorld

  init(_ arguments: ParsedArguments, _ world: CommandWorld) {
    self.arguments = arguments
    self.world = world
  }

  func run() throws -> ExitCode {
    let contracts = try ContractReader(world, arguments)
    let contract = try arguments.value("contract").map { try contracts.contract($0) }
    let check = contract.map {
      ContractCheck($0, formats: arguments.flag("assert-formats") ? .asserted : .annotated)
    }
    let reader = InputReader(world: world)
    var findings = FindingTally()
    var count = 0
    for input in arguments.positionals {
      let before = count
      for part in try reader.parts(input) {
        switch part {
        case .document(let read):
          try read().tell(check, to: &findings)
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
    report.notes.append(
      count == 1 ? "read 1 document" : "read \(count) documents")
    return try finish(report, arguments, world)
  }
}

/// Publishes a report and turns its findings into an exit code.
///
/// Where standard output holds something else already, such as a contract, what was found goes to
/// standard error. The fail level is `--fail-on` where the command has that option, and `breaking` elsewhere.
func finish(
  _ report: Report, _ arguments: ParsedArguments, _ world: CommandWorld, outputIsTaken: Bool = false
) throws -> ExitCode {
  let failLevel = arguments.failLevel
  var report = report
  let grave = report.findings.filter { $0.level > .info && $0.hint == nil && $0.waiver == nil }
  if let worst = grave.max(by: { $0.level < $1.level }) {
    report.notes.append(
      "'\(programName) explain \(worst.rule.id)' tells what the rule means and how to fix it")
  }
  try ReportPublisher(arguments, world)
    .publish(report, failLevel: failLevel, outputIsTaken: outputIsTaken)
  guard let worst = report.worstLevel, worst >= failLevel else { return .conforms }
  return .findings
}
