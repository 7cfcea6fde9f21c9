import ContractReports
import ContractTesting
import Foundation

extension Subcommand {
  static let report = Subcommand(
    name: "report",
    summary: "Show what a history knows: the nights, and when each finding was there.",
    explanation: """
      Reads the file that 'check --history' writes, and reports what is open now with its age. As \
      HTML the report has each night, what was open in it, and a row for each finding that shows \
      when it was there. Nothing is checked; the exit code is 0 whatever is open.
      """,
    usage: ["--history FILE"],
    options: [
      OptionSpec(
        name: "history", value: .text(placeholder: "FILE"),
        help: "The history to read, as 'check --history' wrote it."),
      OptionSpec(
        name: "of", value: .choice(placeholder: "CHECK", Waiver.Source.allCases.map(\.rawValue)),
        help: """
          The kind of check to show, live or fixtures. Without it, the kind of the last run in the file.
          """),
      OptionSpec(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        help: "Write the report as HTML into this file; the same as --format html=FILE."),
    ],
    examples: [
      Example(
        arguments: "report --history nights.ndjson -o nights.html", help: "a page for a browser")
    ],
    run: { try ReportCommand(context: $0).run() })
}

/// `report`: a history for people, without a check.
struct ReportCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    guard let name = context.arguments.value("history") else {
      throw context.arguments.error("missing option: --history FILE, as 'check --history' wrote it")
    }
    let url = context.world.url(name)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw CommandFailure(
        message: "cannot read \(name): there is no such file",
        next: "'\(context.program) check --history \(name)' makes it with its first run")
    }
    let bytes = try InputReader(world: context.world).bytes(url, named: name)
    let history: RunHistory
    do throws(SettingsError) {
      let source =
        if let named = context.arguments.value("of").flatMap(Waiver.Source.init(rawValue:)) {
          named
        } else {
          try RunHistory.lastSource(name: name, bytes: bytes)
        }
      history = try RunHistory(of: source, name: name, bytes: bytes)
    } catch {
      throw CommandFailure(message: Escaping.terminal(error.description))
    }
    var report = history.report
    if history.runs == 0 { report.notes.append("the history has no run of this kind of check") }
    var context = context
    if context.arguments.flag("output") {
      let file = context.arguments.outputFile.map { "=\($0)" } ?? ""
      context.arguments.add("format", ReportFormat.html.name + file)
    }
    try ReportPublisher(context).publish(report, failCondition: FailCondition())
    return .conforms
  }
}
