import ContractReports
import ContractTesting
import Foundation
import HTTPFixtures

extension Subcommand {
  static let review = Subcommand(
    name: "review",
    summary: "Decide on recordings of another shape that wait.",
    explanation: """
      Shows each change of the format once, with its evidence, the types that break and the lines \
      that mend them, and asks what to do. Accepting makes the recordings fixtures and brings the \
      contract up to date; the contract keeps the change, so that 'check' goes on to explain what \
      a type misses. What is left undecided waits, and counts for the exit code. In CI (with CI in \
      the environment) nothing is written, and only --list works.
      """,
    usage: ["[SUITE[/ENDPOINT]…]"], arguments: [.suites], argumentCount: 0...Int.max,
    options: [
      OptionSpec(name: "accept", help: "Accept all that waits, without questions."),
      OptionSpec(name: "reject", help: "Delete all recordings that wait, without questions."),
      OptionSpec(name: "list", help: "Report what waits, and change nothing."),
    ],
    readsSuites: true,
    examples: [
      Example(arguments: "review", help: "walk through what waits"),
      Example(arguments: "review --list --format json", help: "what waits, for a program"),
      Example(arguments: "review --accept {endpoint}", help: "the new format is right"),
    ],
    run: { try ReviewCommand(context: $0).run() })
}

/// `review`: walks the recordings that wait, one screen a change.
struct ReviewCommand {
  let context: CommandContext

  /// What is done without questions; the option is named like the case.
  private enum Mode: String, CaseIterable {
    case accept, reject, list
  }

  /// What a person answers to a screen.
  private enum Answer: Character, CaseIterable {
    case accept = "a"
    case reject = "r"
    case skip = "s"
    case waive = "w"
    case quit = "q"

    var help: String {
      switch self {
      case .accept: "accept: the new format is right; fixtures and contract take it over"
      case .reject: "reject: the recording is wrong; it is deleted, and the fixture stays"
      case .skip: "skip: decide later"
      case .waive: "waive: known, and not accepted; write a waiver with a reason, and let it wait"
      case .quit: "quit: keep what was decided, and leave the rest to wait"
      }
    }
  }

  func run() throws -> ExitCode {
    let chosen = Mode.allCases.filter { context.arguments.flag($0.rawValue) }
    guard chosen.count <= 1 else {
      throw context.arguments.error(
        "'--\(chosen[0].rawValue)' and '--\(chosen[1].rawValue)' exclude each other")
    }
    let mode = chosen.first
    try refuseToWriteInCI(mode)
    if mode == nil,
      context.arguments.outputs.contains(where: { $0.file == nil && $0.format != .text })
    {
      throw context.arguments.error(
        "the questions need the text format; use --list, --accept or --reject with another one")
    }
    let selection = try EndpointSelection(context)
    let root = try ProjectRoot(context).url
    let review = Review(context, root: root)
    var report = Report(command: "review")
    var problems: [String] = []
    switch mode {
    case .accept, .reject:
      try review.alone {
        let reviews = try review.pending(in: selection.endpoints)
        let decision: PendingReview.Decision = mode == .reject ? .reject : .accept
        problems = try settle(
          review, reviews, reviews.map { $0.causes.map { _ in decision } }, unchanged: decision,
          &report)
      }
    case .list:
      let reviews = try review.pending(in: selection.endpoints)
      if !reviews.isEmpty { return try list(reviews, &report) }
    case nil:
      let reviews = try review.pending(in: selection.endpoints)
      let (decisions, isWhole) = reviews.isEmpty ? ([], true) : try walk(reviews, root: root)
      try review.alone {
        problems = try settle(
          review, reviews, decisions, unchanged: isWhole ? .accept : .skip, &report)
      }
    }
    if report.checks.isEmpty {
      report.notes.append("no recording waits for a review")
      return try context.finish(report)
    }
    try SuiteWaivers(selection.suites, root: root, today: context.world.today, source: .live)
      .mark(&report.findings)
    report.restateChecks()
    return try context.finish(report, problems: problems)
  }

  private func settle(
    _ review: Review, _ reviews: [PendingReview], _ decisions: [[PendingReview.Decision]],
    unchanged: PendingReview.Decision, _ report: inout Report
  ) throws -> [String] {
    try zip(reviews, decisions).compactMap { pending, decisions in
      try review.settle(pending, decisions, unchanged: unchanged, &report)
    }
  }

  private func refuseToWriteInCI(_ mode: Mode?) throws(UsageError) {
    let value = context.world.environment["CI", default: ""]
    guard mode != .list, !value.isEmpty, value != "false", value != "0" else { return }
    throw context.arguments.error(
      "a review writes fixtures and contracts, and in CI they are not looked at; use --list here, and "
        + "review on your own machine")
  }

  private func list(_ reviews: [PendingReview], _ report: inout Report) throws -> ExitCode {
    for review in reviews {
      let findings = review.causes.map(\.finding)
      var facts = CheckFacts()
      facts.pending = review.cases.count
      let count = review.cases.count
      report.checks.append(
        CheckOutcome(
          suite: review.suite.name, endpoint: review.endpoint.name,
          status: CheckStatus(facts, findings), samples: count,
          detail: count == 1 ? "1 recording waits" : "\(count) recordings wait", facts: facts))
      report.findings += review.faults + findings
    }
    report.notes.append(Review.invitation(reviews.map(\.cases.count).reduce(0, +), context))
    return try context.finish(report)
  }

  // MARK: The walk

  /// Asks about each change, and says whether all have an answer; what has none is left to wait.
  private func walk(
    _ reviews: [PendingReview], root: URL
  ) throws -> (decisions: [[PendingReview.Decision]], isWhole: Bool) {
    var decisions = reviews.map { $0.causes.map { _ in PendingReview.Decision.skip } }
    let screens = Review.screens(of: reviews)
    var input = AnswerReader(world: context.world)
    var isWhole = true
    screens: for (number, screen) in screens.enumerated() {
      show(screen, number, of: screens.count, reviews)
      switch try answer(&input) {
      case .accept: screen.causes.forEach { decisions[$0.review][$0.cause] = .accept }
      case .reject: screen.causes.forEach { decisions[$0.review][$0.cause] = .reject }
      case .waive: try waive(screen, reviews, &input, root: root)
      case .skip: break
      case .quit, nil:
        isWhole = false
        break screens
      }
    }
    context.world.write("\n")
    return (decisions, isWhole)
  }

  /// Reads the answer to a screen; nil at the end of the input.
  private func answer(_ input: inout AnswerReader) throws -> Answer? {
    while true {
      context.world.write("[a]ccept [r]eject [s]kip [w]aive [q]uit, ? for help: ")
      guard let line = try input.next() else { return nil }
      let word = line.lowercased()
      if let answer = Answer.allCases.first(where: {
        word == String($0.rawValue) || !word.isEmpty && "\($0)".hasPrefix(word)
      }) {
        return answer
      }
      context.world.write(Answer.allCases.map { "  \($0.rawValue)  \($0.help)\n" }.joined())
    }
  }

  private func show(
    _ screen: Review.Screen, _ number: Int, of count: Int, _ reviews: [PendingReview]
  ) {
    let causes = screen.causes.map { reviews[$0.review].causes[$0.cause] }
    let names = screen.causes.map { reviews[$0.review].endpoint.name }
    let files = causes.flatMap { cause in
      cause.cases.map { "\($0.suite)/\($0.endpoint)/\($0.caseName)" }
    }
    var report = Report(command: "review")
    report.findings = [screen.finding]
    var style = context.world.terminal.style(
      for: context.arguments, program: context.program, failCondition: FailCondition(level: .info))
    style.isQuiet = true
    let suite = screen.finding.suite.map { "\($0): " } ?? ""
    let more = files.count > 1 ? " and \(files.count - 1) more" : ""
    let text = """

      change \(number + 1) of \(count) · \(suite)\(names.joined(separator: ", "))

      \(ReportFormat.text.render(report.redacted(by: context.world.redaction), style: style))
      shown by \(files.first ?? "no recording")\(more)

      """
    context.world.write(text)
  }

  /// Writes a waiver for a change, with what the person answers.
  private func waive(
    _ screen: Review.Screen, _ reviews: [PendingReview], _ input: inout AnswerReader, root: URL
  ) throws {
    context.world.write("reason: ")
    guard let reason = try input.next() else { return }
    context.world.write("owner: ")
    guard let owner = try input.next() else { return }
    let suites = screen.causes.map { reviews[$0.review].suite }
    let session = try SuiteWaivers(
      suites.isEmpty ? [] : [suites[0]], root: root, today: context.world.today, source: .live)
    let findings = screen.causes.map { reviews[$0.review].causes[$0.cause].finding }
    let names = try session.write(findings, reason: reason, owner: owner)
    context.world.write(names.map { "wrote a waiver into \($0)\n" }.joined())
  }
}

/// Reads the answers to questions, one a line.
struct AnswerReader {
  let world: CommandWorld

  /// The next line without its end; nil where there is no more.
  mutating func next() throws -> String? {
    var line: [UInt8] = []
    // One byte at a time: what lies behind the line is for the next question.
    var byte: [UInt8] = [0]
    while try world.readInput(&byte, 0) > 0 {
      if byte[0] == UInt8(ascii: "\n") { return Self.text(line) }
      line.append(byte[0])
      byte = [0]
    }
    return line.isEmpty ? nil : Self.text(line)
  }

  private static func text(_ line: [UInt8]) -> String {
    String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
