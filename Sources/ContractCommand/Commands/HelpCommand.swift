extension Subcommand {
  static let help = Subcommand(
    name: "help",
    summary: "Print the help of the program or of a command.",
    explanation: "Prints the same text as the option --help.",
    usage: ["[COMMAND]"],
    arguments: [
      Argument(name: "COMMAND", help: "The name of a command.", completedBy: .commands)
    ], argumentCount: 0...1,
    examples: [Example(arguments: "help check", help: "print the help of check")],
    // Parsing turns it into the help that it asks for.
    run: { _ in .conforms })
}
