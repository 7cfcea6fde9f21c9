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
/// contract by then, so the next review accepts it without a question.
struct Review {
  private let context: CommandContext
  private let root: URL

  init(_ context: CommandContext, root: URL) {
    self.context = context
    self.root = root
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
    let place = context.arguments.value("root").map { " --root \($0)" } ?? ""
    let recordings = count == 1 ? "1 recording waits" : "\(count) recordings wait"
    return "\(recordings) for a review; next: '\(context.program) review\(place)'"
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

  /// Accepts all that waits in some endpoints, and adds to the report what was done.
  func acceptAll(
    of endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)], _ report: inout Report
  ) throws {
    for review in try pending(in: endpoints) {
      try settle(review, review.causes.map { _ in .accept }, &report)
    }
  }

  /// Carries out the decisions about an endpoint, and adds to the report what was done and what is left.
  ///
  /// `unchanged` is the decision about a recording that shows no change any more.
  func settle(
    _ review: PendingReview, _ decisions: [PendingReview.Decision],
    unchanged: PendingReview.Decision = .accept, _ report: inout Report
  ) throws {
    let store = FixtureSource(root: root).store
    var outcomes = review.outcomes(of: decisions, unchanged: unchanged)
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
    let counts = words.compactMap { decision, word in
      let count = outcomes.count { $0.decision == decision }
      return count == 0 ? nil : "\(count) \(word)"
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
