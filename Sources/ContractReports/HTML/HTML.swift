/// A piece of an HTML document in which every text of a stranger is escaped.
///
/// A literal is markup; what is put into it is text, unless it is HTML itself:
///
///     let cell: HTML = "<td>\(name)</td>"        // name = "<b>"  gives  <td>&lt;b&gt;</td>
///     let row: HTML = "<tr>\(cell)\([cell])</tr>"
///
/// The same escape serves elements and attributes in double quotes. A text that is meant to be seen is cut
/// at ``FindingText/textLimit``, and control characters in it are visible.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  let markup: String

  private init(markup: String) { self.markup = markup }

  init(stringLiteral value: String) { markup = value }

  init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { markup += literal }

    mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }

    mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { markup += piece.markup }
    }
  }

  /// Lines of Swift, to be copied as they are.
  static func code(_ lines: [String]) -> HTML {
    let escapedLines = lines.map { escaped($0, limit: FindingText.codeLineLimit) }
    return HTML(markup: escapedLines.joined(separator: "\n"))
  }

  /// A text that may be shown in an element or stand in an attribute in double quotes.
  private static func escaped(_ text: String, limit: Int = FindingText.textLimit) -> String {
    Escaping.xml(Escaping.terminal(text, limit: limit))
      // A runner that reads the page in a log takes this for a command.
      .replacing("##[", with: "##&#91;")
  }
}
