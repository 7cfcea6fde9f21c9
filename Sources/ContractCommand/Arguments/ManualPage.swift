import ContractReports
import ContractTesting

/// Writes the manual page of the program out of the values of its commands, in the macros of `man(7)`.
///
/// The page is ASCII: other characters are written by their numbers, which every formatter of pages knows.
struct ManualPage {
  /// The name under which the program is called.
  let program: String

  /// The suites and types that examples may name.
  let tool: CommandLineTool

  private var help: HelpText { HelpText(program: program, tool: tool) }

  /// The whole page.
  var text: String {
    let title = Self.escaped(program.uppercased())
    let head = """
      .\\" Made by '\(Self.escaped(program)) manual'.
      .TH "\(title)" 1 "" "\(Self.escaped(CommandLineTool.version))" "User Commands"

      """
    let commands = Subcommand.allCases.map(section).joined()
    return head + heading("NAME") + line("\(program) - checks an API against contracts and types")
      + heading("SYNOPSIS") + ".B \(Self.escaped(program))\n" + line("COMMAND [options]")
      + heading("DESCRIPTION") + line(HelpText.purpose)
      + heading("COMMANDS") + commands
      + heading("OPTIONS OF EVERY COMMAND") + OptionSpec.common.map(option).joined()
      + heading("EXIT STATUS")
      + ExitCode.allCases.map { item(String($0.rawValue), $0.explanation) }.joined()
      + heading("FILES")
      + Self.files.map { item($0.name, $0.help) }.joined()
      + heading("ENVIRONMENT")
      + Self.environment.map { item($0.name, $0.help) }.joined()
  }

  private func section(_ command: Subcommand) -> String {
    let usage = command.usage.map { form in
      ".br\n"
        + line(
          [program, command.name, form, "[options]"].filter { !$0.isEmpty }.joined(separator: " "))
    }
    return ".SS \"\(Self.escaped(command.name))\"\n" + line(command.summary) + usage.joined()
      + ".PP\n" + line(command.explanation)
      + command.arguments.map { item($0.name, help.named($0.help)) }.joined()
      + command.options.map(option).joined()
      + command.examples.map { example in
        ".PP\n" + line("\(example.help):") + ".RS\n.nf\n"
          + line("\(program) \(help.named(example.arguments))") + ".fi\n.RE\n"
      }.joined()
  }

  private func option(_ option: OptionSpec) -> String {
    let names = [option.short.map { "-\($0)" }, "--\(option.name)"].compactMap { $0 }
      .joined(separator: ", ")
    return item(
      option.placeholder.map { "\(names) \($0)" } ?? names, help.named(option.help))
  }

  private func heading(_ title: String) -> String { ".SH \(title)\n" }

  private func item(_ name: String, _ help: String) -> String {
    ".TP\n" + line(name) + line(help)
  }

  private func line(_ text: String) -> String { Self.escaped(text) + "\n" }

  private static let files = [
    (name: "Contracts/SUITE/ENDPOINT.schema.json", help: "The contract, a JSON Schema."),
    (name: "Contracts/SUITE/suite.json", help: "A suite that no Swift code describes."),
    (name: "Contracts/SUITE/waivers.json", help: "The findings that are accepted."),
    (name: "Fixtures/SUITE/ENDPOINT/CASE.json", help: "The body of a recorded answer."),
    (name: "Fixtures/SUITE/ENDPOINT/CASE.http.json", help: "What else is known of the exchange."),
  ]

  private static let environment = [
    (name: "NO_COLOR", help: "Where it is set and not empty, text has no colours."),
    (name: "COLUMNS", help: "The width of text where no terminal says it."),
    (
      name: "GITHUB_ACTIONS, CI",
      help: "Inside of a job, check adds annotations and a summary, and review writes nothing."
    ),
  ]

  /// A text on one line, in which nothing is a request or an escape.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case "\n": result += " "
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\[u\(hexadecimal(scalar))]"
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
