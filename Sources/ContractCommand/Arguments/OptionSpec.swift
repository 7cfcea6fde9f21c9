/// An option of a command: what parsing, help and suggestions know about it.
struct OptionSpec: Sendable, Hashable {
  /// What an option takes after its name.
  enum Value: Sendable, Hashable {
    /// Nothing: the option is there or not.
    case none
    /// Any text; the help shows the placeholder.
    case text(placeholder: String)
    /// The name of a type that documents are decoded as.
    case dto(placeholder: String)
    /// One word of a list.
    case choice(placeholder: String, [String])
    /// One word of a list, with `=FILE` after it where a file is wanted.
    case choiceWithFile(placeholder: String, [String])
  }

  /// The name without its dashes.
  let name: String

  /// The letter of the short form.
  var short: Character?

  /// What the option takes.
  var value: Value = .none

  /// Whether the option may be given more than once.
  var isRepeatable = false

  /// What the option does, in one sentence for the help.
  let help: String

  /// What the help shows for the value; nil for a flag.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let placeholder), .dto(let placeholder): placeholder
    case .choice(let placeholder, _): placeholder
    case .choiceWithFile(let placeholder, _): "\(placeholder)[=FILE]"
    }
  }

  /// The words that the value may be; empty when it may be any text.
  var choices: [String] {
    switch value {
    case .none, .text, .dto: []
    case .choice(_, let words), .choiceWithFile(_, let words): words
    }
  }

  /// The option as the help shows it, such as `-o, --output FILE`.
  var spelling: String {
    let names = short.map { "-\($0), --\(name)" } ?? "    --\(name)"
    return placeholder.map { "\(names) \($0)" } ?? names
  }
}
