import ContractTesting

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
