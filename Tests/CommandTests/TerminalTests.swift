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
    ([:], nil, 80), (["COLUMNS": "120"], nil, 120), (["COLUMNS": "10"], nil, 80),
    (["COLUMNS": "wide"], nil, 80), (["COLUMNS": "99999999999999999999"], nil, 80),
    (["COLUMNS": "120"], 90, 90), ([:], 20, 80), ([:], 400, 200),
  ])
  func widthIsThatOfTheTerminal(_ environment: [String: String], _ columns: Int?, _ width: Int) {
    let terminal = Terminal(isTerminal: true, environment: environment, columns: columns)
    #expect(terminal.width == width)
  }

  @Test(arguments: [([:], 100), (["COLUMNS": "120"], 120)])
  func logHasAWidthOfItsOwn(_ environment: [String: String], _ width: Int) {
    #expect(Terminal(isTerminal: false, environment: environment).width == width)
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
