import ContractReports
import ContractTesting
import Foundation
import HTTPFixtures
import SchemaDrift
import StrictJSON

/// The recordings that wait for a review, and what becomes of them: the part that `review` and
/// `record --accept` share.
///
/// An accepted change is written in an order that survives an end at any moment: first the contract, with
/// the change and its evidence, then each fixture. A recording that is left over has the shape of the
/// contract by then, so the next review accepts it without a question. Where a file cannot be written, all
/// files of the endpoint are put back as they were.
struct Review {
  private let context: CommandContext
  private let root: URL

  init(_ context: CommandContext, root: URL) {
    self.context = context
    self.root = root
  }

  /// Runs a part of a review while no other run decides about recordings of the same folder.
  func alone<Result>(_ body: () throws -> Result) rethrows -> Result {
    let lock = FolderLock(FixtureSource(root: root).store.root)
    defer { lock.unlock() }
    return try body()
  }

  /// One change as a person decides it, in all endpoints that show it.
  struct Screen {
    /// The change with the evidence of the first endpoint.
    let finding: Finding
    /// The causes, each by its endpoint's number and its own number there.
    var causes: [(review: Int, cause: Int)]
  }

  /// A line that says how many recordings wait, with the next command.
  static func invitation(_ count: Int, _ context: CommandContext) -> String {
    let recordings = count == 1 ? "1 recording waits" : "\(count) recordings wait"
    return "\(recordings) for a review; next: '\(context.program) review\(place(context))'"
  }

  /// The option that names the same folder again; empty where none was named.
  private static func place(_ context: CommandContext) -> String {
    context.arguments.value("root").map { " --root \($0)" } ?? ""
  }

  /// Reads what waits in some endpoints.
  func pending(
    in endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)]
  ) throws -> [PendingReview] {
    let types = TypeRunner(context.world, startsAtOnce: false)
    let reviews = try endpoints.compactMap { suite, endpoint in
      try PendingReview(suite: suite, endpoint: endpoint, root: root, runner: types.runner)
    }
    for problem in types.finish() { context.world.writeProblem(problem) }
    return reviews
  }

  /// The changes of all endpoints, each once, the worst first.
  static func screens(of reviews: [PendingReview]) -> [Screen] {
    var screens: [Screen] = []
    for (number, review) in reviews.enumerated() {
      for (position, cause) in review.causes.enumerated() {
        let place = (review: number, cause: position)
        if let known = screens.firstIndex(where: { $0.finding.isSameChange(as: cause.finding) }) {
          screens[known].causes.append(place)
        } else {
          screens.append(Screen(finding: cause.finding, causes: [place]))
        }
      }
    }
    return screens.sorted { $0.finding.level > $1.finding.level }
  }

  /// Accepts all that waits in some endpoints, adds to the report what was done, and returns what could not be.
  func acceptAll(
    of endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)], _ report: inout Report
  ) throws -> [String] {
    try alone {
      try pending(in: endpoints).compactMap { review in
        try settle(review, review.causes.map { _ in .accept }, &report)
      }
    }
  }

  /// Carries out the decisions about an endpoint wholly or not at all, adds to the report what was done and what
  /// is left, and returns why nothing could be done.
  ///
  /// `unchanged` is the decision about a recording that shows no change any more. What another run decided
  /// meanwhile is no fault. To be called while the run is ``alone(_:)``.
  func settle(
    _ review: PendingReview, _ decisions: [PendingReview.Decision],
    unchanged: PendingReview.Decision = .accept, _ report: inout Report
  ) throws -> String? {
    var memory: FileMemory?
    var new = report
    do {
      memory = try FileMemory(files(of: review))
      try carryOut(review, decisions, unchanged: unchanged, &new)
      report = new
      return nil
    } catch {
      let reason: String
      switch error {
      case let error as FixtureError:
        reason = error.named(below: FixtureSource(root: root).store.root).statement
      case let error as CommandFailure: reason = error.message
      default: throw error
      }
      return fail(review, reason, keeping: memory?.restore() ?? [], &report)
    }
  }

  /// The files that a decision may change: what waits first, so that it is back whatever becomes of the others.
  private func files(of review: PendingReview) -> [URL] {
    let store = FixtureSource(root: root).store
    let ids = review.cases + review.cases.map { $0.with(.stored) }
    return ids.flatMap { [store.detailsURL(of: $0), store.bodyURL(of: $0)] } + [
      ContractStore(root: root).file(suite: review.suite.name, endpoint: review.endpoint.name)
    ]
  }

  /// Adds to the report that nothing was done about an endpoint, and returns the problem with the next command.
  private func fail(
    _ review: PendingReview, _ reason: String, keeping kept: [URL], _ report: inout Report
  ) -> String {
    let name = "\(review.suite.name)/\(review.endpoint.name)"
    var facts = CheckFacts()
    facts.pending = review.cases.count
    var outcome = CheckOutcome(
      suite: review.suite.name, endpoint: review.endpoint.name, status: .failed,
      samples: review.cases.count, facts: facts)
    outcome.stop(reason)
    report.checks.removeAll { $0.suite == outcome.suite && $0.endpoint == outcome.endpoint }
    report.checks.append(outcome)
    report.findings += review.faults
    let folder = root.path.hasSuffix("/") ? root.path : root.path + "/"
    let files = kept.map {
      $0.path.hasPrefix(folder) ? String($0.path.dropFirst(folder.count)) : $0.path
    }
    let state =
      files.isEmpty
      ? "its contract and its recordings are as they were"
      : "these files hold what was decided, and could not be put back: \(files.joined(separator: ", "))"
    return """
      \(name): nothing was decided: \(reason)
      \(state); see to that file or its folder, then: '\(context.program) review\(Self.place(context)) \(name)'
      """
  }

  private func carryOut(
    _ review: PendingReview, _ decisions: [PendingReview.Decision],
    unchanged: PendingReview.Decision, _ report: inout Report
  ) throws {
    let store = FixtureSource(root: root).store
    let all = review.outcomes(of: decisions, unchanged: unchanged)
    let meanwhile = Dictionary(
      all.map { ($0.id, review.meanwhile($0.id)) }, uniquingKeysWith: { first, _ in first })
    var outcomes = all.filter { meanwhile[$0.id] != .decided }.map { id, decision in
      (id: id, decision: meanwhile[id] == .recorded ? PendingReview.Decision.skip : decision)
    }
    report.notes += all.filter { meanwhile[$0.id] == .recorded && $0.decision != .skip }.map {
      "\($0.id.with(.stored)): recorded again meanwhile, waits for another review"
    }
    report.findings += review.faults
    let accepted = outcomes.filter { $0.decision == .accept }.map(\.id)
    var left: [Finding] = []
    if !accepted.isEmpty {
      let changes = zip(review.causes, decisions).filter { $0.1 == .accept }.compactMap(\.0.change)
        .map { AcceptedChange($0, on: context.world.today) }
      let refreshed = try ContractRefresh(context: context).refresh(
        review.suite.name, review.endpoint.name, in: root, accepting: accepted, changes: changes,
        &report)
      // What a person wrote and an accepted recording breaks, the next check tells as well.
      left += refreshed?.conflicts ?? []
      // Without its contract no recording is accepted: the two would disagree.
      if refreshed == nil {
        outcomes = outcomes.map { ($0.id, $0.decision == .accept ? .skip : $0.decision) }
      }
    }
    for (id, decision) in outcomes {
      switch decision {
      case .accept: try store.accept(id)
      case .reject: try store.remove(id)
      case .skip: break
      }
    }
    let words: [(PendingReview.Decision, String)] = [
      (.accept, "accepted"), (.reject, "rejected"), (.skip, "left to wait"),
    ]
    var counts = words.compactMap { decision, word in
      let count = outcomes.count { $0.decision == decision }
      return count == 0 ? nil : "\(count) \(word)"
    }
    if outcomes.count < all.count {
      counts.append("\(all.count - outcomes.count) decided by another run")
    }
    var facts = CheckFacts()
    facts.pending = outcomes.count { $0.decision == .skip }
    left += zip(review.causes, decisions).filter { $0.1 == .skip }.map(\.0.finding)
    report.findings += left
    report.checks.removeAll { $0.suite == review.suite.name && $0.endpoint == review.endpoint.name }
    report.checks.append(
      CheckOutcome(
        suite: review.suite.name, endpoint: review.endpoint.name,
        status: CheckStatus(facts, left), samples: outcomes.count,
        detail: "recordings: " + counts.joined(separator: ", "), facts: facts))
    for (cause, decision) in zip(review.causes, decisions)
    where decision == .accept && facts.pending < outcomes.count {
      guard let step = cause.finding.nextStep, case .changeType = step else { continue }
      let note = "left to do: \(step.text(program: context.program))"
      if !report.notes.contains(note) { report.notes.append(note) }
    }
  }
}
