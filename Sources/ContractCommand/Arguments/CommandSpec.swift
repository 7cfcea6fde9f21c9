/// A command: one value drives its parsing, its help and its suggestions.
struct CommandSpec: Sendable, Hashable {
  /// An argument that is no option.
  struct Argument: Sendable, Hashable {
    /// The name in usage and help, such as `SUITE[/ENDPOINT]…`.
    let name: String

    /// What the argument is.
    let help: String
  }

  /// A command line that shows a use, with what it does.
  struct Example: Sendable, Hashable {
    /// The arguments after the name of the program.
    let arguments: String

    /// What they do.
    let help: String
  }

  /// The command.
  let command: Subcommand

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

  /// Some uses.
  let examples: [Example]

  /// The options of the command and those that every command has.
  var allOptions: [OptionSpec] { options + OptionSpec.common }
}
