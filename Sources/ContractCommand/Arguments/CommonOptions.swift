import ContractReports

extension OptionSpec {
  /// The format of commands whose output is a list and never a report.
  static let listFormat = OptionSpec(
    name: "format",
    value: .choiceWithFile(
      placeholder: "FORMAT", ReportFormat.allCases.filter { $0.list != nil }.map(\.name)),
    isRepeatable: true,
    help: "Write the list as text (the default) or as json. With =FILE it goes into a file.")

  /// The options of every command.
  static let common: [OptionSpec] = [
    OptionSpec(
      name: "format",
      value: .choiceWithFile(placeholder: "FORMAT", ReportFormat.allCases.map(\.name)),
      isRepeatable: true,
      help: """
        Write the report in this format: \(ReportFormat.names). With =FILE it goes into a file. The \
        option may be repeated; \(ReportFormat.logNames) may share standard output.
        """),
    OptionSpec(
      name: "root", value: .text(placeholder: "DIR"),
      help: """
        The folder that holds Contracts/ and Fixtures/. Without it, the nearest folder from here \
        upwards that has them.
        """),
    OptionSpec(name: "quiet", short: "q", help: "Print only the findings."),
    OptionSpec(
      name: "verbose", short: "v",
      help: "Print each finding in full, and not a few of each cause."),
    OptionSpec(
      name: "exit-zero",
      help:
        "Exit with 0 where findings would give 1; 2 and 3 stay. For pipes that take 1 for a crash."
    ),
    OptionSpec(
      name: "color", value: .choice(placeholder: "WHEN", ColorChoice.allCases.map(\.rawValue)),
      help: """
        Colour the text report: auto (the default; only on a terminal, and not with NO_COLOR), \
        always or never.
        """),
    OptionSpec(name: "help", short: "h", help: "Print this help."),
  ]
}
