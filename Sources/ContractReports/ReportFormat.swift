package import ContractTesting

/// A form in which a report is written.
///
/// Parsing, help and publishing take what they know of a format from its value. A new format is a file
/// with such a value and the renderer behind it, and a word in ``allCases``.
package struct ReportFormat: Sendable, CaseIterable {
  /// All formats, the default first.
  package static let allCases: [ReportFormat] = [
    .text, .json, .github, .junit, .markdown, .html, .sarif, .lines, .ndjson,
  ]

  /// The name that `--format` takes.
  package let name: String

  /// Whether the report is lines of a log; one text and another log may share standard output.
  package var isLog = false

  /// Whether the report has the findings that the contract agrees with.
  package var hasAgreedFindings = false

  /// Whether the report shows documents and slots, which a command reads for it.
  package var showsMaterial = false

  /// How a command writes a list, such as the rules; nil where the format is for findings only.
  package var list: List?

  /// Writes a report, with a line feed at the end of each line.
  let write: @Sendable (_ report: Report, _ style: ReportStyle) -> String

  /// A form of a list.
  package enum List: Sendable {
    /// Lines of text.
    case lines
    /// A member of the JSON envelope.
    case members
  }

  /// The format of a name; nil where there is none.
  package static func named(_ name: String) -> ReportFormat? {
    allCases.first { $0.name == name }
  }

  /// The format without `--format`.
  package static let standard = allCases[0]

  /// The names of the formats for a help text, the default first: `text (the default), json or junit`.
  package static let names: String = {
    let names = allCases.map { $0 == standard ? "\($0.name) (the default)" : $0.name }
    return names.dropLast().joined(separator: ", ") + (names.last.map { " or \($0)" } ?? "")
  }()

  /// The formats of which one text and another may share standard output: `text and github`.
  package static let logNames = allCases.filter(\.isLog).map(\.name).joined(separator: " and ")

  /// Writes a report, with a line feed at the end of each line.
  ///
  /// The result holds no control character besides line feeds and, with colours, the tool's own
  /// colour codes, whatever the API sent.
  package func render(_ report: Report, style: ReportStyle) -> String { write(report, style) }
}

extension ReportFormat: Hashable {
  // There is one format of a name.
  package static func == (left: ReportFormat, right: ReportFormat) -> Bool {
    left.name == right.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// How a report looks, as far as the reader has a say in it.
package struct ReportStyle: Sendable, Hashable {
  /// The name of the program, with which the commands in a report begin.
  package var program: String

  /// Whether the text report is coloured.
  package var usesColor: Bool

  /// The width of the text report in columns.
  package var width: Int

  /// Whether the text report leaves out everything but the findings.
  package var isQuiet: Bool

  /// Whether the text report has each finding in full.
  package var isVerbose: Bool

  /// What makes the run fail, and is a failure for JUnit.
  package var failCondition: FailCondition

  /// Makes a style; it is at least 40 columns wide.
  package init(
    program: String, usesColor: Bool = false, width: Int = 100, isQuiet: Bool = false,
    isVerbose: Bool = false,
    failCondition: FailCondition = FailCondition()
  ) {
    self.program = program
    self.usesColor = usesColor
    self.width = max(width, 40)
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.failCondition = failCondition
  }
}
