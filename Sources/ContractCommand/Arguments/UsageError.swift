/// Arguments that the program cannot act on.
struct UsageError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in one line, safe for a terminal.
  let message: String

  /// The command whose help says more; nil for the program's own help.
  let command: Subcommand?

  /// The two lines that the program prints to standard error, without a line feed at the end.
  var description: String {
    let words = [programName, command?.name, "--help"].compactMap { $0 }
    return "\(programName): \(message)\nsee '\(words.joined(separator: " "))'"
  }
}

/// The name under which the program is called, in help and messages.
let programName = "mealdb-contract"
