import ContractTesting
import HTTPFixtures
import SchemaDrift
import StrictJSON

extension CommandContext {
  /// The change of the format that `--drift RULE` or `--drift RULE:PATH` asks for; nil without it.
  ///
  /// Throws a ``UsageError`` where it names no rule, or one that these answers cannot show.
  func rehearsal(
    of answers: [ReplayAnswer], _ selection: EndpointSelection, _ contracts: ContractStore
  ) throws -> DriftRehearsal? {
    guard let text = arguments.value("drift") else { return nil }
    let name = text.prefix { $0 != ":" }
    let path = text.count > name.count ? String(text.dropFirst(name.count + 1)) : nil
    guard let rule = DriftRule(rawValue: String(name)) else {
      let names = DriftRule.allCases.map(\.rawValue)
      throw arguments.error(
        "'\(name)' is no rule of drift" + Suggestion.words(for: String(name), in: names))
    }
    let seed = try seed()
    let parts = parts(of: answers, selection, contracts)
    if let rehearsal = DriftRehearsal(rule, at: path, in: parts, seed: seed) { return rehearsal }
    if let path, DriftRehearsal(rule, in: parts, seed: seed) != nil {
      throw arguments.error("'\(rule)' cannot be shown at \(path) of these answers")
    }
    let others = DriftRule.allCases.filter { $0 != rule && DriftRehearsal($0, in: parts) != nil }
    throw arguments.error(
      "'\(rule)' cannot be shown with these answers"
        + (others.isEmpty
          ? "" : "; what can is \(others.map(\.rawValue).joined(separator: ", "))"))
  }

  private func parts(
    of answers: [ReplayAnswer], _ selection: EndpointSelection, _ contracts: ContractStore
  ) -> [DriftRehearsal.Part] {
    let types = TypeRunner(world)
    defer { _ = types.finish() }
    return selection.endpoints.compactMap { suite, endpoint in
      let bodies = answers.filter { $0.id.suite == suite.name && $0.id.endpoint == endpoint.name }
        .map(\.body)
      let documents = bodies.compactMap { try? JSONDocument($0, byteOrderMark: .skip) }
      var reads: DTOShape?
      if let dto = endpoint.dto, !documents.isEmpty {
        let target = DTOTarget.endpoint(suite: suite.name, endpoint: endpoint.name)
        if case .value(let shape) = types.runner.reads(
          dto, at: target, samples: Array(documents.prefix(16)))
        {
          reads = shape
        }
      }
      return DriftRehearsal.Part(
        suite: suite.name, endpoint: endpoint.name, bodies: bodies,
        contract: try? contracts.contract(suite: suite.name, endpoint: endpoint.name), reads: reads)
    }
  }
}

extension DriftRehearsal {
  /// The answer with the change made, where it is one of the changed endpoints.
  func answer(_ answer: ReplayAnswer) -> ReplayAnswer {
    guard answer.id.suite == suite, endpoints.contains(answer.id.endpoint) else { return answer }
    return body(answer.body).map { answer.with(body: $0) } ?? answer
  }

  /// The line that says what was changed.
  var line: String {
    let reader = isRead == false ? ", which no type reads," : ""
    return
      "\(rule): \(place)\(reader) \(words) in \(endpoints.map { "\(suite)/\($0)" }.joined(separator: ", "))"
  }
}
