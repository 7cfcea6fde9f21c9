import ContractTesting

extension Subcommand {
  static let completions = Subcommand(
    name: "completions",
    summary: "Print a script that completes command lines in a shell.",
    explanation: """
      Prints a script for bash, zsh or fish. It asks the program itself for commands, options, suites, \
      endpoints, types and rules, so it never has to be made anew.
      """,
    usage: ["bash|zsh|fish"],
    arguments: [
      Argument(
        name: "SHELL", help: "The shell: bash, zsh or fish.",
        completedBy: .words(CompletionsCommand.Shell.allCases.map(\.rawValue)))
    ],
    argumentCount: 1...1,
    examples: [
      Example(
        arguments: "completions bash",
        help: "for a line in ~/.bashrc: source <(… completions bash)")
    ],
    run: { try CompletionsCommand(context: $0).run() })
}

/// `completions`: a script for a shell.
struct CompletionsCommand {
  let context: CommandContext

  /// A shell that a script is made for.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  func run() throws -> ExitCode {
    let name = context.arguments.positionals.first ?? ""
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue)
      throw context.arguments.error(
        "there is no script for '\(name)'; the shells are \(names.joined(separator: ", "))"
          + Suggestion.words(for: name, in: names))
    }
    context.world.write(Self.script(shell, program: context.program))
    return .conforms
  }

  /// The script, with the name of the program and of its function, which has no other sign than `_`.
  private static func script(_ shell: Shell, program: String) -> String {
    let function = "_" + String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    switch shell {
    case .bash:
      return """
        # The candidates are lines; what they mean stands behind a tab, and bash shows no such thing.
        \(function)() {
          local IFS=$'\\n' words=("${COMP_WORDS[@]:1:COMP_CWORD}")
          COMPREPLY=($("${COMP_WORDS[0]}" \(Completion.argument) "${words[@]}" 2>/dev/null | cut -f 1))
          [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace
          return 0
        }
        complete -o bashdefault -o default -F \(function) '\(program)'

        """
    case .zsh:
      return """
        #compdef \(program)
        \(function)() {
          local -a candidates
          local line
          while IFS= read -r line; do
            candidates+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
          done < <("${words[1]}" \(Completion.argument) "${(@)words[2,CURRENT]}" 2>/dev/null)
          if (( ${#candidates} )); then _describe '\(program)' candidates; else _files; fi
        }
        if [ "$funcstack[1]" = '\(function)' ]; then \(function) "$@"; else compdef \(function) '\(program)'; fi

        """
    case .fish:
      return """
        function \(function)
          set -l words (commandline -opc) (commandline -ct)
          $words[1] \(Completion.argument) $words[2..-1] 2>/dev/null
        end
        complete -c '\(program)' -a '(\(function))'

        """
    }
  }
}
