/// Arguments that the program cannot act on.
struct UsageError: Error, Hashable {
  /// What is wrong, in one line, safe for a terminal.
  let message: String

  /// The command whose help says more; nil for the program's own help.
  let command: Subcommand?

  /// The two lines that a program of this name prints to standard error, without a line feed at the end.
  func lines(program: String) -> String {
    let words = [program, command?.name, "--help"].compactMap { $0 }
    return "\(program): \(message)\nsee '\(words.joined(separator: " "))'"
  }
}
