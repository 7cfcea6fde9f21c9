import HTTPFixtures
import JSONSchema
package import SchemaDrift
package import StrictJSON
import WireDates

/// A change of the format that is tried out before a server makes it: the answers of a suite with one
/// named change applied.
///
///     DriftRehearsal(.keyRenamed, in: endpoints)    $.meals[*].strMeal is strMealV2 in recipe and search
///
/// The change is one that `check --live` reports by this rule: each candidate is made in the documents, and
/// what came of it is compared with what was there. Members that a type reads come first.
package struct DriftRehearsal: Sendable {
  /// The rule that reports the change.
  package let rule: DriftRule

  /// The place that changes, in the format as it is.
  package let place: ShapePath

  /// The suite.
  package let suite: String

  /// The endpoints in whose answers the change is made.
  package let endpoints: [String]

  /// Whether a type reads the place; nil where no type is known.
  package let isRead: Bool?

  private let edit: DriftEdit

  /// The answers of an endpoint, as far as a rehearsal needs them.
  package struct Part: Sendable {
    let suite: String
    let endpoint: String
    let documents: [JSONDocument]
    let shape: Shape
    let reads: DTOShape?

    /// Makes a part; nil where no document is at hand.
    ///
    /// Without a contract the format is what the documents show.
    package init?(
      suite: String, endpoint: String, bodies: [[UInt8]], contract: Contract?, reads: DTOShape?
    ) {
      documents = bodies.compactMap { try? JSONDocument($0, byteOrderMark: .skip) }
      guard !documents.isEmpty else { return nil }
      self.suite = suite
      self.endpoint = endpoint
      shape = contract?.shape ?? Drift.Side(documents: documents).shape
      self.reads = reads
    }
  }

  /// The most candidates that are tried; the first one nearly always shows its rule.
  private static let mostTries = 24

  /// Looks for a change that a rule reports, at a path or anywhere; nil where there is none.
  ///
  /// The same seed finds the same change; 0 takes the first in the order of the format.
  package init?(_ rule: DriftRule, at path: String? = nil, in parts: [Part], seed: UInt64 = 0) {
    var random = SeededRandom(seed: seed)
    var candidates: [(part: Part, edit: DriftEdit, rank: Int)] = []
    for part in parts {
      let records = Drift.recordPaths(in: part.shape)
      for edit in DriftCandidates(rule, in: part.shape).edits {
        if let path, edit.path.description != path { continue }
        // A key around all records is a rarer change than one in each of them.
        let isInside = records.contains { edit.path.isWithin($0) && edit.path != $0 }
        let rank = Self.rank(edit.path, part.reads) * 2 + (isInside ? 0 : 1)
        candidates.append((part, edit, rank))
      }
    }
    if seed != 0 { candidates.shuffle(using: &random) }
    // A stable order: what the app cannot live without, what it reads, the rest.
    let ordered = (0...5).flatMap { rank in candidates.filter { $0.rank == rank } }
    for candidate in ordered.prefix(Self.mostTries)
    where Self.shows(rule, candidate.edit, in: candidate.part) {
      self.rule = rule
      place = candidate.edit.path
      suite = candidate.part.suite
      edit = candidate.edit
      isRead = candidate.part.reads.map { _ in candidate.rank < 4 }
      // A server that changes a record changes it in all its answers.
      endpoints = parts.filter { part in
        part.suite == candidate.part.suite
          && part.documents.contains { candidate.edit.isChange(of: $0) }
      }.map(\.endpoint)
      return
    }
    return nil
  }

  /// The body with the change made; nil where nothing in it changes, or where it is no JSON.
  package func body(_ body: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONDocument(body, byteOrderMark: .skip) else { return nil }
    return edit.edited(document).map(JSONWriter.compactBytes)
  }

  /// What is at the place now, in words.
  package var words: String {
    switch edit.kind {
    case .rename(let name): "is named \(name)"
    case .remove: "is gone"
    case .removeSome: "is gone in some records"
    case .add: "is new"
    case .hoist: "is one level higher"
    case .move(let key): "is in \(key)"
    case .gather(_, let key): "and the slots behind it are the list \(key)"
    case .swap(let key): "has the values of \(key)"
    case .envelope(let key): "is in \(key)"
    case .replace(let replacement):
      switch replacement {
      case .null: "is null"
      case .someNull: "is null in some records"
      case .empty: "is empty"
      case .otherType: "has another type"
      case .text: "is a text"
      case .number: "is a number"
      case .list: "is a list of one"
      case .firstElement: "is its first element"
      case .nested: "is in an object, as value"
      case .id(let key): "is only its \(key)"
      case .map(let key): "is an object with each \(key) as a key"
      case .values: "is a list"
      case .newText: "has a new value in some records"
      case .date(_, let format): "is written as \(format.example)"
      case .thousandfold: "counts milliseconds"
      case .thousandth: "counts seconds"
      case .prefixed: "begins with id_"
      case .nullAsEmpty: "is empty where it was null"
      }
    }
  }

  // MARK: Choosing

  /// 0 for what the type cannot live without, 1 for what it reads, 2 for the rest.
  private static func rank(_ path: ShapePath, _ reads: DTOShape?) -> Int {
    guard var shape = reads else { return 1 }
    var isRequired = true
    for step in path.steps {
      switch step {
      case .member(let name):
        guard let member = shape[name] else { return 2 }
        isRequired = member.isRequired && !member.shape.isNullable
        shape = member.shape
      case .elements, .values:
        guard let element = shape.element else { return 2 }
        shape = element
      }
    }
    return isRequired ? 0 : 1
  }

  /// Whether a comparison of the documents before and after reports the rule.
  private static func shows(_ rule: DriftRule, _ edit: DriftEdit, in part: Part) -> Bool {
    var isEdited = false
    let new = part.documents.compactMap { document -> JSONDocument? in
      guard let node = edit.edited(document) else { return document }
      isEdited = true
      return try? JSONDocument(JSONWriter.compactBytes(node))
    }
    guard isEdited else { return false }
    let drift = Drift.between(
      Drift.Side(shape: part.shape, documents: part.documents), Drift.Side(documents: new))
    return drift.changes.contains { $0.rule == rule && $0.evidence.isSignificant }
  }
}
