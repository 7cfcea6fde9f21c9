/// Splits arguments into options and values, as shells and people write them.
///
///     -q --format=json -oFILE -o FILE --format json -- -file -
///
/// The lexer knows no options. Whoever reads a token knows whether the option takes a value, and
/// then asks for it with ``value()``. So `-oq` is `-o` with the value `q` when `-o` takes one, and
/// `-o -q` when it does not.
struct ArgumentLexer {
  enum Token: Hashable {
    /// A letter after one dash, such as `-q`.
    case short(Character)
    /// A name after two dashes, without the dashes.
    case long(String)
    /// An argument that is no option; a lone `-` and all that follows `--` are such.
    case positional(String)

    /// The token as it was written.
    var spelling: String {
      switch self {
      case .short(let letter): "-\(letter)"
      case .long(let name): "--\(name)"
      case .positional(let text): text
      }
    }
  }

  private var remaining: ArraySlice<String>
  /// The letters of a cluster such as `-qv` that are still to be read.
  private var cluster: Substring = ""
  /// The text after `=` of the last long option, until it is read.
  private var attached: String?
  private var optionsEnded = false

  init(_ arguments: [String]) {
    remaining = arguments[...]
  }

  /// The text after `=` that the last option did not ask for.
  var unreadValue: String? { attached }

  /// The next token; nil at the end.
  mutating func next() -> Token? {
    attached = nil
    if let letter = cluster.popFirst() { return .short(letter) }
    guard let argument = remaining.popFirst() else { return nil }
    if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
      return .positional(argument)
    }
    if argument == "--" {
      optionsEnded = true
      return next()
    }
    if argument.hasPrefix("--") {
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      attached = parts.count == 2 ? String(parts[1]) : nil
      return .long(String(parts[0]))
    }
    cluster = argument.dropFirst()
    return cluster.popFirst().map(Token.short)
  }

  /// The value of the option that was just read; nil when there is none.
  ///
  /// A next argument that looks like an option is no value: `--root --live` is a forgotten folder.
  /// A value that starts with a dash is written as `--root=-name`.
  mutating func value() -> String? {
    if let text = attached {
      attached = nil
      return text
    }
    if !cluster.isEmpty {
      let text = cluster.hasPrefix("=") ? cluster.dropFirst() : cluster
      cluster = ""
      return String(text)
    }
    guard let argument = remaining.first, argument == "-" || !argument.hasPrefix("-") else {
      return nil
    }
    return remaining.popFirst()
  }
}
