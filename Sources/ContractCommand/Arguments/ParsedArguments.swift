import ContractReports
import ContractTesting

/// The options and arguments of a command line, by the names in its ``Subcommand``.
///
/// Names and choices are checked already. What the texts mean, such as a URL or a folder, is for
/// the command to say.
struct ParsedArguments: Sendable, Hashable {
  /// The command that was named.
  let command: Subcommand

  /// The arguments that are no options, in order.
  var positionals: [String] = []

  /// The values of each option in order; a flag that is there has no values.
  private var options: [String: [String]] = [:]

  init(command: Subcommand) {
    self.command = command
  }

  /// Whether an option is there.
  func flag(_ name: String) -> Bool {
    options[name] != nil
  }

  /// The value of an option; nil when the option is not there.
  func value(_ name: String) -> String? {
    options[name]?.last
  }

  /// The file of `--output`; nil for standard output, which `-` names too.
  var outputFile: String? {
    value("output").flatMap { $0 == "-" ? nil : $0 }
  }

  /// The values of an option that may be repeated, in order.
  func values(_ name: String) -> [String] {
    options[name] ?? []
  }

  /// Where to write which report; the text report to standard output when nothing was said.
  ///
  /// Files come first: a report in a file is for others than a reader of standard output that goes
  /// away. Of two on standard output the text comes first.
  var outputs: [ReportOutput] {
    let outputs = values("format").compactMap(ReportOutput.init)
    guard !outputs.isEmpty else { return [ReportOutput(format: .standard, file: nil)] }
    let printed = outputs.filter { $0.file == nil }
    return outputs.filter { $0.file != nil } + printed.filter { $0.format == .standard }
      + printed.filter { $0.format != .standard }
  }

  /// Whether a report shows documents and slots.
  var showsMaterial: Bool { outputs.contains { $0.format.showsMaterial } }

  /// Which findings give exit code 1.
  var failCondition: FailCondition {
    let words = values("fail-on")
    return FailCondition(
      level: words.compactMap(Level.init(rawValue:)).last ?? .breaking,
      isNewOnly: words.contains(FailCondition.new))
  }

  /// Adds an option, with its value if it takes one.
  mutating func add(_ name: String, _ value: String?) {
    options[name, default: []].append(contentsOf: [value].compactMap { $0 })
  }

  /// An error about the arguments of this command.
  func error(_ message: String) -> UsageError {
    UsageError(message: Escaping.terminal(message), command: command)
  }
}

/// A report that somebody asked for with `--format FORMAT[=FILE]`.
struct ReportOutput: Sendable, Hashable {
  /// The form of the report.
  let format: ReportFormat

  /// The file to write; nil for standard output.
  let file: String?

  init(format: ReportFormat, file: String?) {
    self.format = format
    self.file = file
  }

  /// Reads `json` or `json=report.json`; nil when the format or the file is none.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let format = ReportFormat.named(String(name)) else {
      return nil
    }
    guard parts.last?.isEmpty == false else { return nil }
    self.init(format: format, file: parts.count == 2 ? String(parts[1]) : nil)
  }
}
