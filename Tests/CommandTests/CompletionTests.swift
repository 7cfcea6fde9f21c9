import Foundation
import TestSupport
import Testing

@testable import ContractCommand

@Suite(.waiting) struct CompletionTests {
  private static let completion = Completion(tool: CommandLineTool(suites: .all))

  private func words(_ line: [String]) -> [String] {
    Self.completion.candidates(line).map(\.word)
  }

  @Test(arguments: [
    (["che"], ["check"]), (["--v"], ["--version"]),
    (["check", "spacex/la"], ["spacex/launches", "spacex/launch", "spacex/latest"]),
    (["check", "--fail-on", "b"], ["breaking"]), (["check", "--fail-on=n"], ["--fail-on=new"]),
    (["check", "--fail-on", "=", "n"], ["new"]),
    (["check", "--fail-on", "="], ["breaking", "warning", "info", "new"]),
    (["check", "--requ"], ["--require-coverage"]), (["explain", "null-v"], ["null-value"]),
    (["decode", "--as", "LaunchD"], ["LaunchDTO"]), (["help", "val"], ["validate"]),
    (["completions", ""], ["bash", "zsh", "fish"]), (["validate", ""], []),
    (["check", "--root", ""], []), (["generate", "s"], ["swift"]),
    (["generate", "swift", "spacex/la"], ["spacex/launches", "spacex/launch", "spacex/latest"]),
    (
      ["export", "openapi", "space"],
      [
        "spacex", "spacex/launches", "spacex/launch", "spacex/latest", "spacex/rockets",
        "spacex-v4", "spacex-v4/launches", "spacex-v4/latest", "spacex-v4/query",
      ]
    ),
    (["contract", "a", "--from", "LaunchD"], ["LaunchDTO"]),
    (["nonsense", ""], []), (["check", "--", "--li"], []),
  ])
  func wordsAreCompleted(_ line: [String], _ expected: [String]) {
    #expect(words(line) == expected)
  }

  @Test func allCommandsAreCandidatesAtTheBeginning() {
    #expect(Set(Subcommand.allCases.map(\.name)).isSubset(of: words([""])))
    #expect(words([]) == words([""]))
  }

  @Test func optionThatIsGivenIsNoCandidateAgain() {
    #expect(words(["check", "--li"]) == ["--live"])
    #expect(words(["check", "--live", "--li"]).isEmpty)
    #expect(words(["check", "--format", "json", "--form"]) == ["--format"])
  }

  @Test func suiteOfAFileIsCompleted() async throws {
    let suite = #"{"baseURL": "https://a.test", "endpoints": {"order": {"path": "o"}}}"#
    try await Project.with(["Contracts/shop/suite.json": suite, "Fixtures/.keep": ""]) { project in
      let run = await CommandRun(["__complete", "check", "shop/"], in: project.root)
      #expect(run.code == .conforms && run.output == "shop/order\n")
    }
  }

  @Test func unknownShellIsNamed() async throws {
    try await Project.with { project in
      let run = await CommandRun(["completions", "bsh"], in: project.root)
      #expect(run.code == .usage && run.errors.contains("did you mean 'bash'?"))
    }
  }

  /// A real bash reads the script and completes with it.
  @Test(.enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)))
  func bashCompletes() async throws {
    guard let program = Program.executable else { return }
    try await Project.ofRepository { project in
      let script = await CommandRun(["completions", "bash"], in: project.root)
      try project.write(script.output, to: "completion")
      let code = try await Program.shell(
        """
        exec bash -c 'source ./completion
        COMP_WORDS=("\(program.path)" check --fail-on w) COMP_CWORD=3
        _mealdb_contract
        [ "${COMPREPLY[*]}" = warning ] || { echo "${COMPREPLY[*]}" >&2; exit 9; }
        COMP_WORDS=("\(program.path)" validate Fix) COMP_CWORD=2
        _mealdb_contract
        [ ${#COMPREPLY[@]} = 0 ]'
        """, in: project.root)
      #expect(code == 0)
    }
  }

  /// What a shell of the machine completes behind some words, each candidate on a line.
  ///
  /// fish says it itself; of zsh only the last step is another one: what would show the candidates prints
  /// them.
  private static let askingShells = [
    "zsh": """
    autoload -Uz compinit && compinit -u -D
    source ./completion
    [ "$_comps[mealdb-contract]" = _mealdb_contract ] || exit 8
    _describe() { print -rl -- "${(@P)2}" }
    _files() { print files }
    ask() { words=(mealdb-contract "$@") CURRENT=$#words; _mealdb_contract }
    """,
    "fish": """
    source ./completion
    function ask; complete -C "mealdb-contract $argv"; end
    """,
  ]

  @Test(
    .enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)),
    arguments: ["zsh", "fish"])
  func shellCompletes(_ shell: String) async throws {
    guard let program = Program.executable, let asking = Self.askingShells[shell] else { return }
    try await Project.ofRepository { project in
      if try await Program.shell("command -v \(shell) > /dev/null", in: project.root) != 0 {
        try Test.cancel("there is no \(shell) on this machine")
      }
      let script = await CommandRun(["completions", shell], in: project.root)
      try project.write(script.output, to: "completion")
      try project.write(
        """
        \(asking)
        ask check --fail-on w
        ask check spacex/la
        ask decode --as LaunchD
        ask explain null-v
        ask serv
        """, to: "ask")
      try FileManager.default.createSymbolicLink(
        at: project.url("mealdb-contract"), withDestinationURL: program)
      let code = try await Program.shell(
        "HOME=$PWD PATH=$PWD:$PATH \(shell) ./ask > out 2> err", in: project.root)
      let lines = try project.text("out").split(separator: "\n").map {
        String($0.prefix { $0 != ":" && $0 != "\t" })
      }
      let errors = try project.text("err")
      #expect(code == 0 && errors.isEmpty, "\(errors)")
      #expect(
        lines.sorted() == [
          "LaunchDTO", "null-value", "serve", "spacex/latest", "spacex/launch", "spacex/launches",
          "warning",
        ])
    }
  }
}
