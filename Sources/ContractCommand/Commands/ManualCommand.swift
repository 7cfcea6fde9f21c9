extension Subcommand {
  static let manual = Subcommand(
    name: "manual",
    summary: "Print the manual page of the program.",
    explanation: """
      Prints a page for the program 'man', made of the same table as the help. Where pages are looked for, \
      such as /usr/local/share/man/man1, it is named after the program with .1 behind it.
      """,
    usage: [""],
    examples: [
      Example(arguments: "manual", help: "print the page: '… manual | man -l -' shows it")
    ],
    run: { context in
      context.world.write(ManualPage(program: context.program, tool: context.tool).text)
      return .conforms
    })
}
