import ContractReports
import ContractTesting
import Endpoints
import JSONSchema
import StrictJSON

/// What a command finds in its inputs, for a report or for a summary.
///
/// A summary keeps the first findings of each cause by the names of the files. So a tally, which keeps what
/// it is given first, takes files as long as their names ascend, and then its findings join the summary.
struct FindingCollection {
  /// The findings of the inputs since a name did not ascend.
  var tally: FindingTally

  /// How much was read.
  var counts = InputCounts()

  private var summary: FindingSummary?
  private var lastName: String?
  private let redaction: Redaction

  /// Makes a collection for a report.
  init() {
    tally = FindingTally()
    redaction = .standard
  }

  /// Makes a collection for a summary.
  init(_ summary: FindingSummary, redaction: Redaction) {
    tally = FindingTally(limits: .summary(examples: summary.examples))
    self.summary = summary
    self.redaction = redaction
  }

  /// Whether the findings become a summary.
  var isForSummary: Bool { summary != nil }

  /// Whether the findings of a file or stream go with those of the one before.
  func goesOn(with name: String) -> Bool {
    guard summary != nil, let lastName else { return true }
    return lastName.utf8.lexicographicallyPrecedes(redaction.text(name).utf8)
  }

  /// Begins with the next file or stream; those before it are done where it does not go with them.
  mutating func begin(_ name: String) {
    guard summary != nil else { return }
    if !goesOn(with: name) { flush() }
    lastName = redaction.text(name)
  }

  private mutating func flush() {
    summary?.add(tally, redaction: redaction)
    tally = FindingTally(limits: tally.limits)
  }

  /// All that was found, as a summary; nil where the collection is for a report.
  mutating func finish() -> FindingSummary? {
    guard summary != nil else { return nil }
    flush()
    summary?.documents = counts.documents
    summary?.lines = counts.lines
    summary?.broken = counts.broken
    return summary
  }
}

/// What `validate` and `decode` do with summaries: they write one, or join some and report on the whole.
struct SummaryRun {
  let context: CommandContext

  /// The most findings of each cause that a summary keeps, where nothing else is asked for.
  private static let usualExamples = 3

  /// An empty summary for what will be read; nil where a report is asked for.
  ///
  /// Throws a ``UsageError`` where the options contradict each other.
  func empty(type: String? = nil) throws(UsageError) -> FindingSummary? {
    let arguments = context.arguments
    guard arguments.flag("summary") else {
      if arguments.flag("examples") {
        throw arguments.error("'--examples' goes with --summary")
      }
      return nil
    }
    return FindingSummary(
      command: arguments.command.name, type: type, examples: try examples() ?? Self.usualExamples)
  }

  private func examples() throws(UsageError) -> Int? {
    guard let text = context.arguments.value("examples") else { return nil }
    guard let number = Int(text), (0...100).contains(number) else {
      throw context.arguments.error("'--examples' takes a number from 0 to 100, and not '\(text)'")
    }
    return number
  }

  /// Writes a summary to standard output; reports go where `--format FORMAT=FILE` says.
  func write(_ summary: FindingSummary, _ report: Report) throws -> ExitCode {
    context.world.write(JSONWriter.compact(summary.document) + "\n")
    if context.arguments.flag("format") { return try context.finish(report, outputIsTaken: true) }
    return ExitCode(
      hasFindings: report.findings.contains(where: context.arguments.failCondition.covers),
      hasProblems: false, hasOutages: false, allowsOutages: false)
  }

  /// Joins the summaries that the arguments name.
  ///
  /// Throws a ``CommandFailure`` where one of them is none, or is about something else.
  func merged() throws -> FindingSummary {
    let reader = InputReader(world: context.world)
    var whole: FindingSummary?
    for input in context.arguments.positionals {
      try reader.forEachSummary(input, maximumDepth: FindingSummary.maximumDocumentDepth) {
        document, response in
        guard let summary = FindingSummary(document) else {
          throw noSummary(document, response)
        }
        guard summary.command == context.arguments.command.name else {
          throw CommandFailure(
            message: "\(response.name):\(response.firstLine): this is a summary of "
              + "'\(summary.command)'",
            next: "'\(context.program) \(summary.command) --merge' reads it")
        }
        guard whole != nil else {
          whole = summary
          return
        }
        do throws(FindingSummary.Conflict) {
          try whole?.merge(summary)
        } catch {
          throw CommandFailure(
            message: "\(response.name):\(response.firstLine): \(Self.words(error))")
        }
      }
    }
    guard var whole else { throw CommandFailure(message: "there is no summary to read") }
    if let examples = try examples() { whole.keep(examples: examples) }
    return whole
  }

  private func noSummary(_ document: JSONDocument, _ response: Response) -> CommandFailure {
    let place = "\(response.name):\(response.firstLine)"
    let command = "\(context.program) \(context.arguments.command.name) --summary"
    if FindingSummary.isSummary(document) {
      return CommandFailure(
        message: "\(place): a summary that is damaged or of another version of this program",
        next: "make it again with '\(command)'")
    }
    if ShapeSummary.isSummary(document) {
      return CommandFailure(
        message: "\(place): this is a summary of 'infer'",
        next: "'\(context.program) infer --merge' reads it")
    }
    return CommandFailure(message: "\(place): this is no summary", next: "'\(command)' makes one")
  }

  private static func words(_ conflict: FindingSummary.Conflict) -> String {
    switch conflict {
    case .command(let one, let other): "a summary of '\(other)' among those of '\(one)'"
    case .counts:
      "a summary whose counts cannot be added to those of the others; it is damaged, make it again"
    case .type(let one, let other): "a summary of \(other) among those of \(one)"
    case .contract(let one, let other):
      one == other
        ? "a summary of another text of the contract \(one)"
        : "a summary of the contract \(other) among those of \(one)"
    }
  }
}
