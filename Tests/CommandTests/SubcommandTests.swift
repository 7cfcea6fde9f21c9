import ContractReports
import ContractTesting
import TestSupport
import Testing

@testable import ContractCommand

@Suite struct SubcommandTests {
  private static let help = HelpText(
    program: "mealdb-contract", tool: CommandLineTool(suites: .all))

  @Test func programHelpLooksAsRecorded() {
    #expect(Golden.mismatch(Self.help.ofProgram, "help.txt") == nil)
  }

  @Test(arguments: Subcommand.allCases) func helpLooksAsRecorded(_ command: Subcommand) {
    let text = Self.help.text(of: command)
    #expect(Golden.mismatch(text, "help.\(command.name).txt") == nil)
  }

  @Test(arguments: Subcommand.allCases) func helpFitsInHundredColumns(_ command: Subcommand) {
    for line in Self.help.text(of: command).split(separator: "\n") {
      #expect(line.count <= 100, "\(line)")
    }
  }

  @Test(arguments: Subcommand.allCases) func commandIsFoundByItsName(_ command: Subcommand) {
    #expect(Subcommand.named(command.name) == command)
    #expect(Subcommand.allCases.count { $0.name == command.name } == 1)
  }

  @Test(arguments: Subcommand.allCases) func optionNamesAreDistinct(_ command: Subcommand) {
    let options = command.allOptions
    #expect(Set(options.map(\.name)).count == options.count)
    let letters = options.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
  }

  /// A usage line may not name an option that the command does not take.
  @Test(arguments: Subcommand.allCases) func usageNamesItsOwnOptions(_ command: Subcommand) {
    for form in command.usage {
      for word in form.split(whereSeparator: { " []".contains($0) }) where word.hasPrefix("-") {
        #expect(
          command.options.contains {
            "--\($0.name)" == word || $0.short.map { "-\($0)" } ?? "" == word
          },
          "\(word)")
      }
    }
  }

  /// The examples of the help are command lines that parse.
  @Test(arguments: Subcommand.allCases) func examplesParse(_ command: Subcommand) throws {
    #expect(!command.examples.isEmpty)
    for example in command.examples {
      let words = example.arguments.split(separator: " ").map(String.init)
      switch try Invocation(words) {
      case .run(let parsed): #expect(parsed.command == command)
      case .help: #expect(command == .help)
      case .version, .complete: Issue.record("an example runs no command")
      }
    }
  }

  @Test func choicesAreThoseOfTheTypes() throws {
    let options = SubcommandTests.options(of: .check)
    #expect(options["format"]?.choices == ReportFormat.allCases.map(\.name))
    #expect(options["fail-on"]?.choices == ["breaking", "warning", "info", "new"])
    #expect(options["color"]?.choices == ["auto", "always", "never"])
  }

  private static func options(of command: Subcommand) -> [String: OptionSpec] {
    Dictionary(uniqueKeysWithValues: command.allOptions.map { ($0.name, $0) })
  }
}
