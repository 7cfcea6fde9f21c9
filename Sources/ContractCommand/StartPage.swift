import ContractTesting
import Foundation
import HTTPFixtures

/// What the program says when it is called without a command: what there is in this folder, and what to do
/// next.
struct StartPage {
  let tool: CommandLineTool
  let world: CommandWorld

  /// A command line with what it does.
  private struct Step {
    let arguments: String
    let help: String
  }

  /// The lines, each with a line feed at its end.
  var text: String {
    let program = world.programName
    let steps = steps + [Step(arguments: "--help", help: "all commands")]
    let width = steps.map(\.arguments.count).max() ?? 0
    let lines = steps.map { step in
      let padding = String(repeating: " ", count: width - step.arguments.count)
      return "  \(program) \(step.arguments)\(padding)   \(step.help)"
    }
    return ([situation, "", "Next:"] + lines).map { $0 + "\n" }.joined()
  }

  private var root: URL? {
    let parsed = ParsedArguments(command: .check)
    let context = CommandContext(tool: tool, arguments: parsed, world: world)
    return try? ProjectRoot(context).url
  }

  /// What is counted in the folders of the suites.
  private struct Counts {
    var fixtures = 0
    var pending = 0
    /// The endpoints that have no fixture, and those that have fixtures and no contract.
    var unrecorded: [String] = []
    var uncontracted: [String] = []
  }

  private func counts(_ root: URL) -> Counts {
    let fixtures = FixtureSource(root: root).store
    let contracts = ContractStore(root: root)
    var counts = Counts()
    for suite in tool.suites {
      for endpoint in suite.endpoints {
        let name = "\(suite.name)/\(endpoint.name)"
        let stored = (try? fixtures.fixtures(suite: suite.name, endpoint: endpoint.name)) ?? []
        counts.fixtures += stored.count
        counts.pending +=
          ((try? fixtures.pending(suite: suite.name, endpoint: endpoint.name)) ?? []).count
        if stored.isEmpty {
          counts.unrecorded.append(name)
        } else if !contracts.hasContract(suite: suite.name, endpoint: endpoint.name) {
          counts.uncontracted.append(name)
        }
      }
    }
    return counts
  }

  private var situation: String {
    let endpoints = tool.suites.reduce(0) { $0 + $1.endpoints.count }
    let suites = tool.suites.map(\.name).joined(separator: ", ")
    guard let root else {
      return "There is no Contracts/ and no Fixtures/ here or in a folder above."
    }
    let counts = counts(root)
    let pending =
      counts.pending == 0 ? "" : ", \(counts.pending) of another shape waiting for a review"
    return "Here: \(suites.isEmpty ? "no suite" : suites), "
      + "\(endpoints.counted("endpoint")), \(counts.fixtures.counted("fixture"))\(pending)."
  }

  private var steps: [Step] {
    let start = Step(
      arguments: "init NAME --base-url URL PATH…", help: "put an API under watch, without any code")
    let look = Step(
      arguments: "diff OLD.json NEW.json", help: "what changed between two documents or folders")
    guard let root else {
      let record = Step(
        arguments: "record --root .",
        help: "fetch fixtures of the suites of this program into this folder")
      return [start] + (tool.suites.isEmpty ? [] : [record]) + [look]
    }
    guard !tool.suites.isEmpty else { return [start, look] }
    let counts = counts(root)
    var steps: [Step] = []
    if counts.pending > 0 {
      steps.append(Step(arguments: "review", help: "decide on answers of another shape"))
    }
    if let name = counts.unrecorded.first {
      steps.append(
        Step(arguments: "record \(name)", help: "fetch its samples; nothing is recorded yet"))
    }
    if let name = counts.uncontracted.first {
      steps.append(Step(arguments: "infer \(name)", help: "write its contract from the fixtures"))
    }
    if counts.fixtures > 0 {
      steps.append(
        Step(arguments: "check", help: "hold fixtures, contracts and types against each other"))
      steps.append(
        Step(arguments: "check --live", help: "ask the servers whether anything changed"))
    }
    return steps
  }
}
