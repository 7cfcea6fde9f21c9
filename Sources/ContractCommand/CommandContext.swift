import ContractReports
import ContractTesting

/// One run of a command: the tool, what it was asked for, and the world that it touches.
struct CommandContext: Sendable {
  let tool: CommandLineTool
  var arguments: ParsedArguments
  let world: CommandWorld

  /// The name under which the program was called.
  var program: String { world.programName }

  /// Ends a command that makes one text: writes it into the file of `--output`, or to standard output.
  ///
  /// `origin` completes the note `wrote FILE …`, such as `from 12 samples`.
  func finish(writing text: String, _ report: Report, origin: String) throws -> ExitCode {
    guard let output = arguments.outputFile else {
      world.write(text)
      return try finish(report, outputIsTaken: true)
    }
    try world.writeFile(text, to: world.url(output), named: output)
    var report = report
    report.notes.append("wrote \(output)\(origin)")
    return try finish(report)
  }

  /// Publishes a report, and what could not be done, and turns both into an exit code.
  ///
  /// Where standard output holds something else already, such as a contract, the findings go to
  /// standard error. What fails is said by `--fail-on` where the command has that option, and is `breaking` elsewhere.
  func finish(
    _ report: Report, problems: [String] = [], outages: [String] = [], outputIsTaken: Bool = false
  ) throws -> ExitCode {
    let failCondition = arguments.failCondition
    var report = report
    let grave = report.findings.filter {
      $0.level > .info && $0.nextStep == nil && $0.waiver == nil
    }
    if let worst = grave.max(by: { $0.level < $1.level }) {
      report.notes.append(
        "'\(program) explain \(worst.rule.id)' says what the rule means and how to fix it")
    }
    try ReportPublisher(self).publish(
      report, failCondition: failCondition, outputIsTaken: outputIsTaken)
    for problem in problems + outages { world.writeProblem(problem) }
    let code = ExitCode(
      hasFindings: report.findings.contains(where: failCondition.covers),
      hasProblems: !problems.isEmpty, hasOutages: !outages.isEmpty,
      allowsOutages: arguments.flag("allow-unreachable"))
    // Of what was not asked nothing is known, and the caller ended the run.
    if Task.isCancelled, code == .findings { return .failure }
    if code == .conforms, !outages.isEmpty {
      world.writeProblem(
        "exit code 0 because of --allow-unreachable; of what was unreachable nothing is known")
    }
    return code
  }
}
