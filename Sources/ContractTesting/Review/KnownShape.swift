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

  /// The changes of shape that an answer shows; empty where it only has other values.
  package func changes(in reading: ResponseReading) -> [Finding] {
    check.judge([reading], source: "", known: known).findings.filter(\.isAboutShape)
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

  /// Whether two findings tell of the same change, in two endpoints or two recordings of a suite.
  package func isSameChange(as other: Finding) -> Bool {
    suite == other.suite && rule == other.rule && path == other.path
      && change?.from == other.change?.from && change?.to == other.change?.to
      && expected == other.expected && found == other.found
  }
}
