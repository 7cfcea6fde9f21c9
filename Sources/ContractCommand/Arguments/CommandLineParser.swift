import ContractReports
import ContractTesting

/// What a command line asks for.
enum Invocation: Hashable {
  /// The help of a command, or of the program.
  case help(Subcommand?)

  /// The version of the program.
  case version

  /// To complete the last of these words.
  case complete([String])

  /// To run a command.
  case run(ParsedArguments)

  /// Reads a command line, without the name of the program in front.
  init(_ arguments: [String]) throws(UsageError) {
    guard let word = arguments.first else {
      throw UsageError(message: "no command given", command: nil)
    }
    switch word {
    case "--help", "-h": self = .help(nil)
    case "--version": self = .version
    case Completion.argument: self = .complete(Array(arguments.dropFirst()))
    case _ where word.hasPrefix("-"):
      throw UsageError(
        message: Escaping.terminal("expected a command in front of '\(word)'"), command: nil)
    default:
      guard let command = Subcommand.named(word) else {
        throw UsageError(message: Self.unknownCommand(word), command: nil)
      }
      var parser = CommandLineParser(command, Array(arguments.dropFirst()))
      self = try parser.parse()
    }
    if case .run(let parsed) = self, parsed.command == .help {
      self = .help(try parsed.positionals.first.map(Self.command(named:)))
    }
  }

  private static func command(named word: String) throws(UsageError) -> Subcommand {
    if let command = Subcommand.named(word) { return command }
    throw UsageError(message: unknownCommand(word), command: .help)
  }

  private static func unknownCommand(_ word: String) -> String {
    let suggestion = Suggestion.words(for: word, in: Subcommand.allCases.map(\.name))
    return Escaping.terminal("unknown command '\(word)'\(suggestion)", limit: 200)
  }
}

/// Reads the arguments of one command.
struct CommandLineParser {
  private let command: Subcommand
  private var lexer: ArgumentLexer

  init(_ command: Subcommand, _ arguments: [String]) {
    self.command = command
    lexer = ArgumentLexer(arguments)
  }

  mutating func parse() throws(UsageError) -> Invocation {
    var parsed = ParsedArguments(command: command)
    while let token = lexer.next() {
      if case .positional(let text) = token {
        parsed.positionals.append(text)
        continue
      }
      let option = try option(for: token)
      let value = try value(of: option, token)
      if option.name == "help" { return .help(command) }
      if parsed.flag(option.name), !option.isRepeatable {
        throw error("option '--\(option.name)' is given twice")
      }
      parsed.add(option.name, value)
    }
    try checkCount(parsed.positionals)
    try checkTexts(parsed.positionals)
    let files = parsed.outputs.compactMap(\.file)
    if let file = files.first(where: { file in files.count { $0 == file } > 1 }) {
      throw error("two reports cannot be in one file: \(file)")
    }
    try checkSharing(parsed.outputs.filter { $0.file == nil }.map(\.format))
    return .run(parsed)
  }

  private func option(for token: ArgumentLexer.Token) throws(UsageError) -> OptionSpec {
    for option in command.allOptions {
      switch token {
      case .short(let letter) where option.short == letter: return option
      case .long(let name) where option.name == name: return option
      default: continue
      }
    }
    guard case .long(let name) = token else { throw error("unknown option '\(token.spelling)'") }
    let names = command.allOptions.map(\.name)
    throw error(
      "unknown option '--\(name)'" + Suggestion.words(for: name, in: names, prefix: "--"))
  }

  private mutating func value(
    of option: OptionSpec, _ token: ArgumentLexer.Token
  ) throws(UsageError) -> String? {
    guard let placeholder = option.placeholder else {
      if let value = lexer.unreadValue {
        throw error("option '\(token.spelling)' takes no value, but has '\(value)'")
      }
      return nil
    }
    guard let value = lexer.value(), !value.isEmpty else {
      throw error("option '\(token.spelling)' needs a value: \(placeholder)")
    }
    guard !option.choices.isEmpty else { return value }
    var word = value
    if case .choiceWithFile = option.value, let equals = value.firstIndex(of: "=") {
      word = String(value[..<equals])
      guard value.index(after: equals) < value.endIndex else {
        throw error("option '\(token.spelling)' needs a file after '\(value)'")
      }
    }
    guard option.choices.contains(word) else {
      let suggestion = Suggestion.words(for: word, in: option.choices)
      let choices = option.choices.joined(separator: ", ")
      throw error(
        "'\(word)' is no value of '\(token.spelling)' (one of \(choices))\(suggestion)")
    }
    // As elsewhere `-` is a standard stream, and standard output is where a report goes without a file.
    return value == word + "=-" ? word : value
  }

  private func checkCount(_ positionals: [String]) throws(UsageError) {
    if positionals.count < command.argumentCount.lowerBound {
      let names = command.arguments.map(\.name)
      // The arguments that are named one by one are missed one by one.
      let missing =
        names.count == command.argumentCount.lowerBound
        ? names[positionals.count...].joined(separator: " and ")
        : names.joined(separator: " or ")
      throw error("missing argument: \(missing)")
    }
    if positionals.count > command.argumentCount.upperBound {
      throw error("unexpected argument '\(positionals[command.argumentCount.upperBound])'")
    }
  }

  /// Checks what no command could act on: an empty text, which as a path would be the working folder, and
  /// standard input that is named twice.
  private func checkTexts(_ positionals: [String]) throws(UsageError) {
    // Names of suites are told apart by the commands, which know all of them.
    guard command.arguments != [.suites] else { return }
    var hasStandardInput = false
    for (position, text) in positionals.enumerated() where !command.isAddress(at: position) {
      guard !text.isEmpty else { throw error("argument \(position + 1) is empty") }
      guard text == "-" else { continue }
      guard !hasStandardInput else {
        throw error("standard input can be read once, and - names it twice")
      }
      hasStandardInput = true
    }
  }

  /// Checks the formats that share standard output: only lines of a log can.
  private func checkSharing(_ printed: [ReportFormat]) throws(UsageError) {
    guard printed.count > 1, Set(printed).count == 1 || !printed.allSatisfy(\.isLog) else { return }
    let second = printed.first { !$0.isLog } ?? printed[1]
    throw error(
      "only \(ReportFormat.logNames) can share standard output; "
        + "write the other report into a file: --format \(second.name)=FILE")
  }

  private func error(_ message: String) -> UsageError {
    UsageError(message: Escaping.terminal(message, limit: 300), command: command)
  }
}
