import ContractReports
import Testing

@testable import ContractCommand

@Suite struct InvocationTests {
  private func parsed(_ arguments: String...) throws -> ParsedArguments {
    guard case .run(let parsed) = try Invocation(arguments) else {
      throw UsageError(message: "this runs no command", command: nil)
    }
    return parsed
  }

  /// The two lines that a wrong command line prints.
  private func complaint(_ arguments: [String]) -> String? {
    do throws(UsageError) {
      _ = try Invocation(arguments)
      return nil
    } catch {
      return error.lines(program: "mealdb-contract")
    }
  }

  @Test func optionsAndArgumentsAreFoundByName() throws {
    let arguments = try parsed(
      "check", "themealdb/recipe", "--live", "--base-url=http://127.0.0.1:1", "spacex", "-q",
      "--format", "json=out=1.json", "--format", "github", "--fail-on", "warning")
    #expect(arguments.command == .check)
    #expect(arguments.positionals == ["themealdb/recipe", "spacex"])
    #expect(arguments.flag("live") && arguments.flag("quiet") && !arguments.flag("root"))
    #expect(arguments.value("base-url") == "http://127.0.0.1:1")
    #expect(arguments.value("root") == nil)
    #expect(arguments.values("format") == ["json=out=1.json", "github"])
    #expect(
      arguments.outputs == [
        ReportOutput(format: .json, file: "out=1.json"), ReportOutput(format: .github, file: nil),
      ])
  }

  @Test func aHyphenIsStandardOutput() throws {
    let arguments = try parsed("check", "--format", "json=-")
    #expect(arguments.outputs == [ReportOutput(format: .json, file: nil)])
  }

  @Test func textReportIsTheDefault() throws {
    #expect(try parsed("rules").outputs == [ReportOutput(format: .text, file: nil)])
  }

  @Test func aLoneDashIsAnInput() throws {
    #expect(try parsed("validate", "-", "--", "--odd.json").positionals == ["-", "--odd.json"])
    #expect(try parsed("infer", "-", "-o-").value("output") == "-")
  }

  /// An empty text is mostly a variable of a shell that is not set, and no name of the working folder.
  @Test(arguments: [
    (["validate", ""], "argument 1 is empty"),
    (["validate", "a.json", ""], "argument 2 is empty"),
    (["decode", "--as", "LaunchDTO", ""], "argument 1 is empty"),
    (["diff", "", "x.json"], "argument 1 is empty"),
    (["diff", "x.json", ""], "argument 2 is empty"),
    (["scan", ""], "argument 1 is empty"),
    (["scan", "a", "b", ""], "argument 3 is empty"),
    (["infer", ""], "argument 1 is empty"),
    (["export", "jsonschema", ""], "argument 2 is empty"),
    (["generate", "swift", ""], "argument 2 is empty"), (["schema", ""], "argument 1 is empty"),
    (["import", "openapi", "", "shop"], "argument 2 is empty"),
    (["init", "", "orders"], "argument 1 is empty"),
    (["validate", "--", ""], "argument 1 is empty"),
    (["diff", "-", "-"], "standard input can be read once"),
    (["infer", "-", "-"], "standard input can be read once"),
    (["validate", "-", "a.json", "-"], "standard input can be read once"),
  ])
  func emptyOrDoubleArgumentIsWrongUsage(_ arguments: [String], _ message: String) async throws {
    #expect(complaint(arguments)?.contains(message) == true, "\(complaint(arguments) ?? "")")
    try await Project.with(["x.json": "1", "Fixtures/.keep": ""]) { project in
      let run = await CommandRun(arguments, in: project.root, input: "{}")
      #expect(run.code == .usage && run.output.isEmpty)
    }
  }

  /// The path of a request may be empty, and is no file.
  @Test func pathOfARequestMayBeEmpty() throws {
    #expect(try parsed("init", "shop", "", "-", "-").positionals == ["shop", "", "-", "-"])
  }

  @Test(arguments: [
    (["--help"], Invocation.help(nil)), (["-h"], .help(nil)), (["help"], .help(nil)),
    (["--version"], .version), (["check", "--help"], .help(.check)),
    (["diff", "-qh"], .help(.diff)), (["help", "explain"], .help(.explain)),
    (["help", "help"], .help(.help)), (["help", "--help"], .help(.help)),
  ])
  func helpAndVersionComeBeforeEverything(_ arguments: [String], _ invocation: Invocation) throws {
    #expect(try Invocation(arguments) == invocation)
  }

  @Test(arguments: [
    ([], "no command given", "--help"),
    (["chekc"], "unknown command 'chekc'; did you mean 'check'?", "--help"),
    (["frobnicate"], "unknown command 'frobnicate'", "--help"),
    (["--root", "x", "check"], "expected a command in front of '--root'", "--help"),
    (["help", "chek"], "unknown command 'chek'; did you mean 'check'?", "help --help"),
    (["check", "--liev"], "unknown option '--liev'; did you mean '--live'?", "check --help"),
    (["check", "-x"], "unknown option '-x'", "check --help"),
    (["check", "-qx"], "unknown option '-x'", "check --help"),
    (["record", "--live"], "unknown option '--live'", "record --help"),
    (
      ["check", "--live=yes"], "option '--live' takes no value, but has 'yes'", "check --help"
    ),
    (["check", "--root"], "option '--root' needs a value: DIR", "check --help"),
    (["check", "--root", "--live"], "option '--root' needs a value: DIR", "check --help"),
    (["check", "--root="], "option '--root' needs a value: DIR", "check --help"),
    (["check", "--root=a", "--root=b"], "option '--root' is given twice", "check --help"),
    (["check", "--live", "--live"], "option '--live' is given twice", "check --help"),
    (
      ["check", "--format", "jsn"],
      "'jsn' is no value of '--format' (one of text, json, github, junit, markdown, html, sarif, lines, ndjson); did you mean 'json'?",
      "check --help"
    ),
    (
      ["check", "--format=json="], "option '--format' needs a file after 'json='", "check --help"
    ),
    (
      ["check", "--color=ever"],
      "'ever' is no value of '--color' (one of auto, always, never); did you mean 'never'?",
      "check --help"
    ),
    (
      ["check", "--fail-on", "breaking=a"],
      "'breaking=a' is no value of '--fail-on' (one of breaking, warning, info, new); did you mean "
        + "'breaking'?", "check --help"
    ),
    (["waive"], "unknown command 'waive'", "--help"),
    (["diff", "a", "b", "c"], "unexpected argument 'c'", "diff --help"),
    (["explain"], "missing argument: RULE", "explain --help"),
    (["infer"], "missing argument: INPUT… or SUITE[/ENDPOINT]…", "infer --help"),
    (["rules", "all"], "unexpected argument 'all'", "rules --help"),
    (["\u{1B}[2J"], #"unknown command '\u{1B}[2J'"#, "--help"),
    (["check", "--\u{9B}2J"], #"unknown option '--\u{9B}2J'"#, "check --help"),
  ])
  func wrongUsageIsOneLineAndAPointer(_ arguments: [String], _ message: String, _ help: String) {
    #expect(
      complaint(arguments) == "mealdb-contract: \(message)\nsee 'mealdb-contract \(help)'")
  }
}
