import ContractTesting
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
    let reader = InputReader(world: world)
    var report = Report(command: "validate")
    var omitted = 0
    var count = 0
    for input in arguments.positionals {
      try reader.forEachDocument(input) { response in
        let reading = ResponseReading(response)
        var findings = reading.findings
        if let contract {
          let check = ContractCheck(
            contract, formats: arguments.flag("assert-formats") ? .asserted : .annotated)
          findings += check.run(on: reading)
        }
        omitted += Self.add(findings, to: &report)
        count += 1
      }
    }
    if omitted > 0 { report.notes.append("\(omitted) more findings are not shown") }
    report.notes.append(
      count == 1 ? "read 1 document" : "read \(count) documents")
    return try finish(report, arguments, world)
  }

  /// The most findings that are kept, so that a stream of any length has a report that fits.
  static let mostFindings = 10_000

  /// Adds findings as long as there is room, and returns how many were left out.
  ///
  /// The first one of a level that the report does not have yet always has room.
  private static func add(_ findings: [Finding], to report: inout Report) -> Int {
    let room = max(0, mostFindings - report.findings.count)
    report.findings += findings.prefix(room)
    var omitted = 0
    for finding in findings.dropFirst(room) {
      if let worst = report.worstLevel, finding.level <= worst {
        omitted += 1
      } else {
        report.findings.append(finding)
      }
    }
    return omitted
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
  try world.publish(report, arguments, failLevel: failLevel, outputIsTaken: outputIsTaken)
  guard let worst = report.worstLevel, worst >= failLevel else { return .conforms }
  return .findings
}
