/// A command of the program: its name, options, arguments and help, and what it does.
///
/// One value drives parsing, help, suggestions and the run. A new command is a file under `Commands/`
/// with such a value, and a word in ``allCases``.
struct Subcommand: Sendable, CaseIterable {
  /// All commands, in the order of the help.
  static let allCases: [Subcommand] = [
    .check, .record, .review, .`init`, .infer, .diff, .validate, .decode, .serve, .generate,
    .export, .import, .contract, .status, .report, .scan, .schema, .rules, .explain, .completions,
    .manual, .help,
  ]

  /// The name on a command line.
  let name: String

  /// One sentence for the list of commands.
  let summary: String

  /// A paragraph for the command's own help.
  let explanation: String

  /// What may stand after the name, one form a line; `[options]` comes after each.
  let usage: [String]

  /// The arguments that are no options.
  var arguments: [Argument] = []

  /// The numbers of such arguments that make sense.
  var argumentCount: ClosedRange<Int> = 0...0

  /// The options of this command only.
  var options: [OptionSpec] = []

  /// Whether the command knows suites, so that those of files are read as well.
  var readsSuites = false

  /// Some uses.
  let examples: [Example]

  /// Runs the command.
  let run: @Sendable (CommandContext) async throws -> ExitCode

  /// The options of the command and those that every command has.
  var allOptions: [OptionSpec] { options + commonOptions }

  /// The options that every command has, but for those of which this one has its own.
  var commonOptions: [OptionSpec] {
    OptionSpec.common.filter { common in !options.contains { $0.name == common.name } }
  }

  /// Whether the argument at a position is an address; the last one may stand there several times.
  func isAddress(at position: Int) -> Bool {
    let argument = arguments.indices.contains(position) ? arguments[position] : arguments.last
    return argument?.isAddress ?? false
  }

  /// The command with a name; nil where there is none.
  static func named(_ name: String) -> Subcommand? {
    allCases.first { $0.name == name }
  }
}

extension Subcommand: Hashable {
  // There is one command of a name.
  static func == (left: Subcommand, right: Subcommand) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Subcommand {
  /// An argument that is no option.
  struct Argument: Sendable, Hashable {
    /// The name in usage and help, such as `SUITE[/ENDPOINT]…`.
    let name: String

    /// What the argument is.
    let help: String

    /// What completes it in a shell.
    var completedBy = CompletedBy.files

    /// Whether it is an address that goes to a server: an empty one is the root, and `-` is no standard input.
    var isAddress = false
  }

  /// A command line that shows a use, with what it does.
  struct Example: Sendable, Hashable {
    /// The arguments after the name of the program; ``HelpText`` puts names of the run into them.
    let arguments: String

    /// What they do.
    let help: String
  }
}

extension Subcommand.Argument {
  static let suites = Self(
    name: "SUITE[/ENDPOINT]…",
    help: "The suites or endpoints to look at, such as {suite} or {endpoint}; all without.",
    completedBy: .suites)

  static let inputs = Self(
    name: "INPUT…",
    help: """
      A JSON file, an NDJSON file (.ndjson or .jsonl, one document a line), a folder, or - for \
      standard input.
      """)
}
