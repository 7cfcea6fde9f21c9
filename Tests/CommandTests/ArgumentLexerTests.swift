import Testing

@testable import ContractCommand

@Suite struct ArgumentLexerTests {
  /// Reads all tokens; `-o`, `--output` and `--format` take a value.
  private func tokens(_ arguments: [String]) -> [String] {
    var lexer = ArgumentLexer(arguments)
    var tokens: [String] = []
    while let token = lexer.next() {
      switch token {
      case .positional(let text): tokens.append("argument \(text)")
      case .short("o"), .long("output"), .long("format"):
        tokens.append("\(token.spelling) \(lexer.value() ?? "nothing")")
      case .short, .long:
        tokens.append(token.spelling + (lexer.unreadValue.map { " unread \($0)" } ?? ""))
      }
    }
    return tokens
  }

  @Test(arguments: [
    (["a", "-", "b"], ["argument a", "argument -", "argument b"]),
    (["--format=json=a=b"], ["--format json=a=b"]),
    (["--format", "json", "x"], ["--format json", "argument x"]),
    (["-oFILE"], ["-o FILE"]),
    (["-o=FILE"], ["-o FILE"]),
    (["-o", "FILE"], ["-o FILE"]),
    (["-o", "-"], ["-o -"]),
    (["-qo", "FILE"], ["-q", "-o FILE"]),
    (["-qv"], ["-q", "-v"]),
    (["-q", "--", "-q", "--live", "--"], ["-q", "argument -q", "argument --live", "argument --"]),
    (["--output", "--live"], ["--output nothing", "--live"]),
    (["--output=--live"], ["--output --live"]),
    (["--output"], ["--output nothing"]),
    (["--output="], ["--output "]),
    (["--live=yes", "-q"], ["--live unread yes", "-q"]),
    (["", "--="], ["argument ", "-- unread "]),
  ])
  func argumentsAreSplit(_ arguments: [String], _ expected: [String]) {
    #expect(tokens(arguments) == expected)
  }
}
