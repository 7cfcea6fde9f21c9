import ContractReports
import ContractTesting
import Foundation
import HTTPFixtures
import StrictJSON

/// Writes the reports of a command to where its options say.
///
/// `text` and `github` are lines of a log and may share standard output, the text first; any other
/// second report has a file. In a job of GitHub Actions `check` also writes two things
/// without being asked: annotations, and the job's summary as Markdown. Where standard output is
/// a document for a program, such as `--format json`, the annotations go to standard error, which the
/// runner reads as well. The outputs of the step say how much is `new`, `fixed` and `open`.
struct ReportPublisher {
  private let context: CommandContext
  private var arguments: ParsedArguments { context.arguments }
  private var world: CommandWorld { context.world }

  init(_ context: CommandContext) { self.context = context }

  /// Writes a report in every format that was asked for.
  ///
  /// Where standard output holds something else already, such as a contract, findings go to standard
  /// error, and a report without any is not written. Throws a ``CommandFailure`` where a file cannot
  /// be written.
  func publish(_ report: Report, failCondition: FailCondition, outputIsTaken: Bool = false) throws {
    let style = world.terminal.style(
      for: arguments, program: context.program, failCondition: failCondition)
    var report = report
    if arguments.showsMaterial { report.material.documents = documents(of: report) }
    report = report.redacted(by: world.redaction)
    let news = report.news
    var printed: [ReportFormat] = []
    for output in arguments.outputs {
      let report = output.format.hasAgreedFindings ? report : news
      guard let file = output.file else {
        let text = output.format.render(report, style: style)
        printed.append(output.format)
        if !outputIsTaken {
          world.write(text)
        } else if !report.findings.isEmpty {
          world.writeError(text)
        }
        continue
      }
      // A file is read elsewhere, whatever the terminal of this run is like.
      var plain = style
      plain.width = Terminal(isTerminal: false, environment: world.environment).width
      plain.usesColor = arguments.value("color") == ColorChoice.always.rawValue
      let text = output.format.render(report, style: plain)
      try world.writeFile(text, to: world.url(file), named: file)
    }
    if arguments.command == .check, let job = GitHubJob(world.environment) {
      annotate(news, style, job, beside: printed)
    }
  }

  /// The most documents that a report shows, and the most bytes of one; more is nothing to read.
  private static let shownDocuments = 100
  private static let shownBytes = 1_000_000

  /// The documents that findings point into, as far as they are files that can still be read.
  private func documents(of report: Report) -> [ReportMaterial.Document] {
    var names: [String] = []
    var known: Set<String> = []
    for finding in report.findings where finding.waiver == nil && finding.line != nil {
      guard case .file(let name)? = finding.source, names.count < Self.shownDocuments,
        known.insert(name).inserted
      else { continue }
      names.append(name)
    }
    // A check names files from the root folder on, other commands from the working folder on.
    let folders = [(try? ProjectRoot(context))?.url, world.workingFolder].compactMap { $0 }
    return names.compactMap { name in
      let files = folders.map { URL(fileURLWithPath: name, relativeTo: $0) }
      guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }),
        let bytes = try? FixtureStore.bytes(of: file), bytes.count <= Self.shownBytes
      else { return nil }
      return ReportMaterial.Document(name: name, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Writes what a command lists, as text or inside of the JSON envelope.
  ///
  /// The other formats are for findings; asking for them is a ``UsageError``.
  func publishList(text: String, json members: [JSONNode.Member]) throws {
    for output in arguments.outputs {
      let content: String
      switch output.format.list {
      case .lines: content = text
      case .members:
        let envelope: [JSONNode.Member] = [
          JSONNode.Member("version", .number(String(Report.version))),
          JSONNode.Member("command", .string(arguments.command.name)),
        ]
        content = JSONWriter.pretty(.object(envelope + members))
      case nil:
        let formats = ReportFormat.allCases.filter { $0.list != nil }.map(\.name)
        throw arguments.error(
          "a list has no findings to write as \(output.format.name); its formats are "
            + formats.joined(separator: " and "))
      }
      if let file = output.file {
        try world.writeFile(content, to: world.url(file), named: file)
      } else {
        world.write(content)
      }
    }
  }

  /// Adds annotations and the job's summary, unless the options asked for annotations already.
  private func annotate(
    _ report: Report, _ style: ReportStyle, _ job: GitHubJob, beside printed: [ReportFormat]
  ) {
    if !arguments.outputs.contains(where: { $0.format == .github }) {
      let text = ReportFormat.github.render(report, style: style)
      let isLog = printed.allSatisfy(\.isLog)
      isLog ? world.write(text) : world.writeError(text)
    }
    do {
      if let summary = job.summary {
        try job.append(ReportFormat.markdown.render(report, style: style), to: world.url(summary))
      }
      if let output = job.output {
        try job.append(Self.stepOutput(report), to: world.url(output))
      }
    } catch {
      // The report itself was written; a job without its summary is no failure.
      world.writeProblem("cannot write the summary of the job: \(SystemError.reason(of: error))")
    }
  }

  /// What later steps of the job can decide by: how much is new, fixed and open above `info`.
  ///
  /// What is open is known from the history where there is one: what a silent endpoint had is open still.
  private static func stepOutput(_ report: Report) -> String {
    let summary = report.summary
    let levels: [Level] = [.breaking, .warning]
    let open =
      report.material.timeline?.nights.last.map { night in
        levels.reduce(0) { $0 + night.open[$1, default: 0] }
      } ?? summary.breaking + summary.warning
    let new = AgeText.newCount(report, from: .warning)
    return "new=\(new)\nfixed=\(report.fixed.count)\nopen=\(open)"
  }
}

/// The job of GitHub Actions that runs the program.
///
/// https://docs.github.com/actions/reference/workflows-and-actions/variables
struct GitHubJob {
  /// The file whose text becomes the summary of the job; nil where the runner has none.
  let summary: String?

  /// The file whose lines become outputs of the step; nil where the runner has none.
  let output: String?

  /// Finds the job in the environment; nil outside of GitHub Actions.
  init?(_ environment: [String: String]) {
    guard environment["GITHUB_ACTIONS"] == "true" else { return nil }
    summary = environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
    output = environment["GITHUB_OUTPUT"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Adds a text to a file of the runner; earlier commands of the step may have written to it.
  func append(_ text: String, to file: URL) throws {
    if !FileManager.default.fileExists(atPath: file.path) {
      try Data().write(to: file)
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data((text + "\n").utf8))
  }
}

extension Report {
  /// The report for people, without the findings that the contract agrees with.
  fileprivate var news: Report {
    let agreed = findings.filter(\.isAgreed)
    guard !agreed.isEmpty else { return self }
    let counts = Rule.all.compactMap { rule in
      let count = agreed.reduce(0) { $0 + ($1.rule == rule ? 1 + $1.more : 0) }
      return count == 0 ? nil : "\(count) \(rule.id)"
    }
    var report = self
    report.findings.removeAll(where: \.isAgreed)
    report.notes.insert(
      "not shown: \(counts.joined(separator: " and ")), which the contracts agree with; "
        + "--format json has them", at: 0)
    return report
  }
}
