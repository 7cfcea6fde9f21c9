import JSONSchema
import SchemaDrift
import StrictJSON

/// What is agreed about the answers of an endpoint, to tell whether a new one has another shape.
///
/// The contract says it; where there is none, the stored answers do. What the app reads does not matter
/// here: a change that breaks no app is still a change that a person looks at before it is accepted.
package struct KnownShape: Sendable {
  private let check: EndpointCheck
  private let known: [ResponseReading]

  /// Makes the shape of an endpoint's stored answers; nil where nothing is known of them.
  ///
  /// `versions` are the versions of the contract, the expected one last; there may be none.
  package init?(
    suite: String, endpoint: WatchedEndpoint, versions: [Contract], known: [ResponseReading]
  ) {
    guard let contract = versions.last ?? Self.contract(of: known.compactMap(\.document)) else {
      return nil
    }
    var check = EndpointCheck(
      suite: suite, endpoint: WatchedEndpoint(name: endpoint.name, samples: []),
      contract: contract)
    check.otherVersions = versions.dropLast()
    self.check = check
    self.known = known
  }

  /// Who looks at the answers.
  package enum Check: Sendable {
    /// A live check, which has the stored answers to compare with.
    case live
    /// An offline check, to which the answers are the stored ones.
    case offline
  }

  /// The changes of shape that answers show together; empty where they only have other values.
  package func changes(in readings: [ResponseReading], by kind: Check = .live) -> [Finding] {
    check.judge(readings, source: "", known: kind == .live ? known : []).findings
      .filter(\.isAboutShape)
  }

  /// The changes that answers show together, and that the older ones in their place did not show already.
  package func changes(
    in readings: [ResponseReading], unlike older: [ResponseReading], by kind: Check = .live
  ) -> [Finding] {
    let changes = changes(in: readings, by: kind)
    guard !changes.isEmpty, !older.isEmpty else { return changes }
    let known = self.changes(in: older, by: kind)
    return changes.filter { !known.contains(where: $0.isSameChange) }
  }

  private static func contract(of documents: [JSONDocument]) -> Contract? {
    guard !documents.isEmpty else { return nil }
    var summary = ShapeSummary()
    for document in documents { summary.add(document) }
    let text = JSONWriter.compact(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
    return try? Contract(name: "", bytes: Array(text.utf8))
  }
}

extension Finding {
  /// Whether the finding tells of a shape that is not the agreed one.
  package var isAboutShape: Bool {
    switch rule.family {
    case .drift, .contract: true
    case .decoding: !isAgreed && rule != .unreadKey
    case .document, .agreement, .http, .run: false
    }
  }

  /// The places of the format that the finding is about.
  var places: [String] {
    [path, change?.from?.description, change?.to?.description].compactMap { $0 }
  }

  /// Whether two findings tell of the same change, in two endpoints or two recordings of a suite.
  package func isSameChange(as other: Finding) -> Bool {
    suite == other.suite && rule == other.rule && path == other.path
      && change?.from == other.change?.from && change?.to == other.change?.to
      && expected == other.expected && found == other.found
  }
}
