import ContractReports
import ContractTesting

/// What the program knows about the terminal that it writes to; given as a value.
struct Terminal: Sendable, Hashable {
  /// Whether standard output is a terminal.
  let isTerminal: Bool

  /// The environment of the process.
  let environment: [String: String]

  /// The style of the reports of a program for the options of a command.
  func style(
    for arguments: ParsedArguments, program: String, failCondition: FailCondition
  ) -> ReportStyle {
    let choice = arguments.value("color").flatMap(ColorChoice.init) ?? .auto
    return ReportStyle(
      program: program,
      usesColor: choice.usesColor(environment: environment, isTerminal: isTerminal),
      width: width, isQuiet: arguments.flag("quiet"), failCondition: failCondition)
  }

  /// The width of `COLUMNS` where it is sensible, and else 100 columns.
  var width: Int {
    guard let width = environment["COLUMNS"].flatMap({ Int($0) }), (60...200).contains(width) else {
      return 100
    }
    return width
  }
}
