import ContractReports
import ContractTesting
import TestSupport
import Testing

@testable import ContractCommand

@Suite struct CommandSpecTests {
  @Test func programHelpLooksAsRecorded() {
    #expect(Golden.mismatch(HelpText.program(), "help.txt") == nil)
  }

  @Test(arguments: Subcommand.allCases) func helpLooksAsRecorded(_ command: Subcommand) {
    let text = HelpText.command(command.spec)
    #expect(Golden.mismatch(text, "help.\(command.rawValue).txt") == nil)
  }

  @Test(arguments: Subcommand.allCases) func helpFitsInHundredColumns(_ command: Subcommand) {
    for line in HelpText.command(command.spec).split(separator: "\n") {
      #expect(line.count <= 100, "\(line)")
    }
  }

  @Test(arguments: Subcommand.allCases) func specBelongsToItsCommand(_ command: Subcommand) {
    #expect(command.spec.command == command)
  }

  @Test(arguments: Subcommand.allCases) func optionNamesAreDistinct(_ command: Subcommand) {
    let options = command.spec.allOptions
    #expect(Set(options.map(\.name)).count == options.count)
    let letters = options.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
  }

  /// A usage line may not name an option that the command does not take.
  @Test(arguments: Subcommand.allCases) func usageNamesItsOwnOptions(_ command: Subcommand) {
    let spec = command.spec
    for form in spec.usage {
      for word in form.split(whereSeparator: { " []".contains($0) }) where word.hasPrefix("-") {
        #expect(
          spec.options.contains {
            "--\($0.name)" == word || $0.short.map { "-\($0)" } ?? "" == word
          },
          "\(word)")
      }
    }
  }

  /// The examples of the help are command lines that parse.
  @Test(arguments: Subcommand.allCases) func examplesParse(_ command: Subcommand) throws {
    #expect(!command.spec.examples.isEmpty)
    for example in command.spec.examples {
      let words = example.arguments.split(separator: " ").map(String.init)
      switch try Invocation(words) {
      case .run(let parsed): #expect(parsed.command == command)
      case .help: #expect(command == .help)
      case .version: Issue.record("an example prints the version")
      }
    }
  }

  @Test func choicesAreThoseOfTheTypes() throws {
    let options = CommandSpecTests.options(of: .check)
    #expect(options["format"]?.choices == ReportFormat.allCases.map(\.rawValue))
    #expect(options["fail-on"]?.choices == ["breaking", "warning", "info"])
    #expect(options["color"]?.choices == ["auto", "always", "never"])
  }

  private static func options(of command: Subcommand) -> [String: OptionSpec] {
    Dictionary(uniqueKeysWithValues: command.spec.allOptions.map { ($0.name, $0) })
  }
}
