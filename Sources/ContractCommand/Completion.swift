import ContractTesting

/// What completes a word of a command line; used by arguments and by the values of options.
enum CompletedBy: Sendable, Hashable {
  /// The names of files, which the shell knows best; also where nothing is known.
  case files
  case suites
  case dtos
  case rules
  case commands
  /// These words.
  case words([String])
}

/// Completes a command line out of the table of commands, for the scripts that `completions` prints.
///
/// A script calls the program with `__complete` and the words up to the cursor, the last of them unfinished,
/// and gets one candidate a line, with what it means behind a tab. No line means: files.
///
///     __complete check --fail-on b     breaking
///     __complete check spacex/         spacex/launch, spacex/latest, …
struct Completion {
  /// The word in front of the words to complete, which is no command of the help.
  static let argument = "__complete"

  let tool: CommandLineTool

  /// A word that may stand where the cursor is.
  struct Candidate: Hashable {
    let word: String
    var help = ""
  }

  /// The candidates for the last of some words, which may be empty.
  func candidates(_ words: [String]) -> [Candidate] {
    // For bash the `=` of `--format=json` is a word by itself.
    let words = words.dropLast().filter { $0 != "=" } + words.suffix(1).map { $0 == "=" ? "" : $0 }
    let last = words.last ?? ""
    guard words.count > 1, let command = words.first.flatMap(Subcommand.named) else {
      guard words.count <= 1 else { return [] }
      let options = [
        Candidate(word: "--help", help: "Print the help."),
        Candidate(word: "--version", help: "Print the version."),
      ]
      return starting(last, all(.commands) + options)
    }
    let earlier = words.dropFirst().dropLast()
    if !earlier.contains("--") {
      if let option = valueOption(of: command, earlier.last) {
        return starting(last, all(option.completedBy))
      }
      if last.hasPrefix("--"), let equals = last.firstIndex(of: "="),
        let option = command.allOptions.first(where: { "--\($0.name)" == last[..<equals] })
      {
        let start = String(last[...equals])
        return starting(
          last, all(option.completedBy).map { Candidate(word: start + $0.word, help: $0.help) })
      }
      if last.hasPrefix("-") { return starting(last, options(command, besides: Array(earlier))) }
    }
    return starting(last, all(argument(of: command, behind: earlier)?.completedBy ?? .words([])))
  }

  /// The candidates as the scripts read them.
  func lines(_ words: [String]) -> String {
    candidates(words).map { candidate in
      candidate.help.isEmpty ? candidate.word + "\n" : "\(candidate.word)\t\(candidate.help)\n"
    }.joined()
  }

  /// The argument that the cursor is at: behind a word of a list, such as `swift`, the next one.
  private func argument(
    of command: Subcommand, behind earlier: ArraySlice<String>
  ) -> Subcommand.Argument? {
    guard let first = command.arguments.first, case .words(let words) = first.completedBy,
      earlier.contains(where: words.contains)
    else { return command.arguments.first }
    return command.arguments.dropFirst().first
  }

  /// The option whose value comes behind a word; nil where the word is no option, or one without a value.
  private func valueOption(of command: Subcommand, _ word: String?) -> OptionSpec? {
    guard let word, word.hasPrefix("-"), !word.contains("=") else { return nil }
    return command.allOptions.first { option in
      option.placeholder != nil
        && (word == "--\(option.name)" || option.short.map { word == "-\($0)" } ?? false)
    }
  }

  private func options(_ command: Subcommand, besides earlier: [String]) -> [Candidate] {
    command.allOptions.filter { $0.isRepeatable || !earlier.contains("--\($0.name)") }.map {
      Candidate(word: "--\($0.name)", help: Self.firstSentence($0.help))
    }
  }

  private func all(_ kind: CompletedBy) -> [Candidate] {
    switch kind {
    case .files: []
    case .words(let words): words.map { Candidate(word: $0) }
    case .commands: Subcommand.allCases.map { Candidate(word: $0.name, help: $0.summary) }
    case .rules: Rule.all.map { Candidate(word: $0.id, help: $0.summary) }
    case .dtos: tool.dtos.map { Candidate(word: $0.name) }
    case .suites:
      tool.suites.flatMap { suite in
        [Candidate(word: suite.name)]
          + suite.endpoints.map { Candidate(word: "\(suite.name)/\($0.name)") }
      }
    }
  }

  private func starting(_ word: String, _ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.word.hasPrefix(word) }
  }

  /// The help up to its first full stop, on one line.
  private static func firstSentence(_ help: String) -> String {
    let end = help.firstRange(of: ". ")?.lowerBound ?? help.endIndex
    return String(help[..<end].replacing("\n", with: " "))
  }
}

extension OptionSpec {
  /// What completes the value.
  var completedBy: CompletedBy {
    switch value {
    case .none, .text: .files
    case .choice(_, let words), .choiceWithFile(_, let words): .words(words)
    case .dto: .dtos
    }
  }
}
