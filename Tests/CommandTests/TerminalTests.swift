import ContractReports
import ContractTesting
import Testing

@testable import ContractCommand

@Suite struct TerminalTests {
  @Test(arguments: [
    (ColorChoice.auto, [:], true, true), (.auto, [:], false, false),
    (.auto, ["NO_COLOR": "1"], true, false), (.auto, ["NO_COLOR": ""], true, true),
    (.auto, ["TERM": "dumb"], true, false), (.auto, ["TERM": "xterm"], true, true),
    (.always, ["NO_COLOR": "1", "TERM": "dumb"], false, true), (.never, [:], true, false),
  ])
  func colourIsDecided(
    _ choice: ColorChoice, _ environment: [String: String], _ isTerminal: Bool, _ expected: Bool
  ) {
    #expect(choice.usesColor(environment: environment, isTerminal: isTerminal) == expected)
  }

  @Test(arguments: [
    ([:], 100), (["COLUMNS": "120"], 120), (["COLUMNS": "10"], 100), (["COLUMNS": "wide"], 100),
    (["COLUMNS": "99999999999999999999"], 100),
  ])
  func widthComesFromTheEnvironment(_ environment: [String: String], _ width: Int) {
    #expect(Terminal(isTerminal: true, environment: environment).width == width)
  }

  @Test func styleFollowsTheOptions() throws {
    let terminal = Terminal(isTerminal: false, environment: [:])
    guard case .run(let arguments) = try Invocation(["check", "-q", "--color", "always"]) else {
      Issue.record("check does not run")
      return
    }
    #expect(
      terminal.style(
        for: arguments, program: "mealdb-contract", failCondition: FailCondition(level: .warning))
        == ReportStyle(
          program: "mealdb-contract", usesColor: true, width: 100, isQuiet: true,
          failCondition: FailCondition(level: .warning)))
  }
}
