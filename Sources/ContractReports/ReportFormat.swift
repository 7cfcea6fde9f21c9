public import ContractTesting

/// A form in which a report is written.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// For people at a terminal.
  case text

  /// For programs: one object, described in the README.
  case json

  /// For GitHub Actions: workflow commands that become annotations of a change.
  case github

  /// For continuous integration servers: JUnit XML.
  case junit

  /// For a pull request or the summary of a job: GitHub Flavored Markdown.
  case markdown

  /// The names of the formats for a help text, the default first: `text (the default), json or junit`.
  public static let list: String = {
    let names = allCases.map { $0 == .text ? "\($0.rawValue) (the default)" : $0.rawValue }
    return names.dropLast().joined(separator: ", ") + (names.last.map { " or \($0)" } ?? "")
  }()

  /// Writes a report, with a line feed at the end of each line.
  ///
  /// The result holds no control character besides line feeds and, with colours, the tool's own
  /// colour codes, whatever the API sent.
  public func render(_ report: Report, style: ReportStyle) -> String {
    switch self {
    case .text: TextReport(style: style).render(report)
    case .json: JSONReport.render(report)
    case .github: GitHubReport.render(report)
    case .junit: JUnitReport(style: style).render(report)
    case .markdown: MarkdownReport(style: style).render(report)
    }
  }
}

/// How a report looks, as far as the reader has a say in it.
public struct ReportStyle: Sendable, Hashable {
  /// Says whether the text report is coloured.
  public var usesColor: Bool

  /// The width of the text report in columns.
  public var width: Int

  /// Says whether the text report leaves out everything but the findings.
  public var isQuiet: Bool

  /// The lowest level that JUnit counts as a failure.
  public var failLevel: Level

  /// Makes a style; it is at least 40 columns wide.
  public init(
    usesColor: Bool = false, width: Int = 100, isQuiet: Bool = false, failLevel: Level = .breaking
  ) {
    self.usesColor = usesColor
    self.width = max(width, 40)
    self.isQuiet = isQuiet
    self.failLevel = failLevel
  }
}
