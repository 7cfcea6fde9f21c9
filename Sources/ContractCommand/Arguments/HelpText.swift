import ContractReports
import ContractTesting

/// Writes the help of the program and of each command from their values, 100 columns wide.
struct HelpText {
  /// The name under which the program is called.
  let program: String

  /// The suites and types that examples may name.
  let tool: CommandLineTool

  /// What the program is for, in a sentence.
  static let purpose = """
    Checks what an API sends against what was agreed (its contract) and what the app reads \
    (its DTOs), and says what changed, where, and how much it matters.
    """

  private static let width = 100
  /// The column at which the right side of a table starts, if the left side leaves room.
  private static let tableColumn = 26

  /// The help of the program.
  var ofProgram: String {
    let commands = Subcommand.allCases.map { ($0.name, $0.summary) }
    return sections([
      "usage: \(program) COMMAND [options]\n",
      paragraph(Self.purpose),
      table("Commands", commands),
      table(
        "Options",
        [("-h, --help", "Print this help."), ("    --version", "Print the version.")]),
      exitCodes,
      "'\(program) help COMMAND' explains a command.\n",
    ])
  }

  /// The help of a command.
  func text(of command: Subcommand) -> String {
    let name = "\(program) \(command.name)"
    let usage = command.usage.enumerated().map { position, form in
      let words = [name, form, "[options]"].filter { !$0.isEmpty }
      return (position == 0 ? "usage: " : "       ") + words.joined(separator: " ") + "\n"
    }
    return sections([
      usage.joined(),
      paragraph(command.explanation),
      table("Arguments", command.arguments.map { ($0.name, named($0.help)) }),
      table("Options", command.options.map { ($0.spelling, named($0.help)) }),
      table("Options of every command", command.commonOptions.map { ($0.spelling, $0.help) }),
      examples(command.examples),
      exitCodes,
    ])
  }

  /// A text with names of the program's own suites: `{suite}`, `{endpoint}` and `{dto}`.
  func named(_ text: String) -> String {
    let suite = tool.suites.first
    let names = suite.flatMap { suite in suite.endpoints.first.map { "\(suite.name)/\($0.name)" } }
    return text.replacing("{suite}", with: suite?.name ?? "SUITE")
      .replacing("{endpoint}", with: names ?? "SUITE/ENDPOINT")
      .replacing("{dto}", with: tool.dtos.first?.name ?? "DTO")
  }

  private var exitCodes: String {
    table("Exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.explanation) }, column: 5)
  }

  private func sections(_ sections: [String]) -> String {
    sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func paragraph(_ text: String) -> String {
    TextColumns.wrap(text, Self.width).map { $0 + "\n" }.joined()
  }

  private func table(
    _ title: String, _ rows: [(name: String, help: String)], column: Int = Self.tableColumn
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let indentation = String(repeating: " ", count: column)
    return "\(title):\n"
      + rows.map { row in
        var lines = TextColumns.wrap(row.help, Self.width - column).map { indentation + $0 }
        let name = "  " + row.name
        if TextColumns.width(name) + 2 <= column, let first = lines.first {
          lines[0] = TextColumns.padded(name, column) + first.dropFirst(column)
        } else {
          lines.insert(name, at: 0)
        }
        return lines.map { $0 + "\n" }.joined()
      }.joined()
  }

  private func examples(_ examples: [Subcommand.Example]) -> String {
    guard !examples.isEmpty else { return "" }
    return "Examples:\n"
      + examples.map { "  \(program) \(named($0.arguments))\n      \($0.help)\n" }.joined()
  }
}
