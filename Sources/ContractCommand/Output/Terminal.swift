import ContractReports
import ContractTesting

extension CommandWorld {
  /// The terminal that standard output is, or what is known of it.
  var terminal: Terminal {
    Terminal(isTerminal: isTerminal, environment: environment, columns: terminalColumns)
  }
}

/// What the program knows about the terminal that it writes to; given as a value.
struct Terminal: Sendable, Hashable {
  /// Whether standard output is a terminal.
  let isTerminal: Bool

  /// The environment of the process.
  let environment: [String: String]

  /// The width that the terminal says it has; nil where it says none.
  var columns: Int?

  /// The style of the reports of a program for the options of a command.
  func style(
    for arguments: ParsedArguments, program: String, failCondition: FailCondition
  ) -> ReportStyle {
    let choice = arguments.value("color").flatMap(ColorChoice.init) ?? .auto
    return ReportStyle(
      program: program,
      usesColor: choice.usesColor(environment: environment, isTerminal: isTerminal),
      width: width, isQuiet: arguments.flag("quiet"), isVerbose: arguments.flag("verbose"),
      failCondition: failCondition)
  }

  /// The widest and the narrowest line of a report that can be read.
  private static let widths = 60...200

  /// The width of a report: that of the terminal, of `COLUMNS`, or 80 at a terminal and 100 in a log.
  ///
  /// A width that is not sensible is passed over; a very wide terminal has no wider lines than 200 columns.
  var width: Int {
    if let columns, columns >= Self.widths.lowerBound {
      return min(columns, Self.widths.upperBound)
    }
    if let width = environment["COLUMNS"].flatMap({ Int($0) }), Self.widths.contains(width) {
      return width
    }
    return isTerminal ? 80 : 100
  }
}
