public import SchemaDrift

/// A kind of problem that the tool can find.
///
/// The id is public and never changes meaning. All rules stand in one table, ``all``, with a file
/// for each family under `Rules/`. It feeds the checks, the reports, `rules` and `explain`. Two rules are equal when their ids are.
public struct Rule: Sendable {
  /// The stable name, such as `missing-key`.
  public let id: String

  /// The level of a finding that nothing raises or lowers.
  public let level: Level

  /// The group that the rule belongs to.
  package let family: RuleFamily

  /// One sentence that says what is wrong.
  public let summary: String

  /// A paragraph: what it means, what happens in the app, and how to fix it.
  public let explanation: String

  /// A small input that raises the rule.
  package let example: RuleExample

  /// The kind of change that the rule tells of; nil for a rule of another family than drift.
  public let drift: DriftRule?

  /// Makes a rule of a family other than drift.
  init(
    id: String, level: Level, family: RuleFamily, summary: String, explanation: String,
    example: RuleExample
  ) {
    self.id = id
    self.level = level
    self.family = family
    self.summary = summary
    self.explanation = explanation
    self.example = example
    drift = nil
  }

  /// The rule that tells of a kind of change.
  public init(_ drift: DriftRule) {
    let text = drift.text
    id = drift.rawValue
    level = text.level
    family = .drift
    summary = text.summary
    explanation = text.explanation
    example = text.example
    self.drift = drift
  }

  /// Whether the rule is about a value that is not there.
  var isAboutPresence: Bool {
    switch drift {
    case .keyRemoved, .becameNullable, .becameOptional, .becameAlwaysNull: true
    case .some: false
    case nil:
      [.missingKey, .nullValue, .dtoRequiresOptionalKey, .dtoRequiresNullableKey].contains(self)
    }
  }

  /// Whether a finding without a place in the format is about one file, and not about its endpoint.
  var isAboutFiles: Bool {
    family == .document || [.fixtureChanged, .orphanFixture].contains(self)
  }

  /// Every rule, grouped by family in the order in which `rules` prints them.
  public static let all: [Rule] =
    documentRules + decodingRules + contractRules + agreementRules
    + DriftRule.allCases.map { Rule($0) } + httpRules + runRules + waiverRules

  /// The rule of an id; nil when no rule has that id.
  public static subscript(id: String) -> Rule? {
    all.first { $0.id == id }
  }
}

extension Rule: Hashable {
  /// Compares two rules by their ids.
  public static func == (left: Rule, right: Rule) -> Bool {
    left.id == right.id
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

/// The witnesses that a rule sets against each other.
package enum RuleFamily: String, Sendable, Hashable, CaseIterable {
  /// The bytes of a response as a JSON text.
  case document

  /// A response against a DTO.
  case decoding

  /// A response against a contract.
  case contract

  /// A DTO against a contract, without any response.
  case agreement = "contract × DTO"

  /// What changed in the format between two sets of documents.
  case drift

  /// Status and headers of a response.
  case http = "HTTP"

  /// The run itself: what it could not look at.
  case run
}

/// A small input that raises a rule; a test runs every one of them.
package enum RuleExample: Sendable, Hashable {
  /// The text of a response body.
  case document(text: String)

  /// The bytes of a response body that no text can hold.
  case bytes([UInt8])

  /// A body, read as an order whose type has these lines of Swift among others.
  case decode(_ type: String, text: String)

  /// A contract and a document that does not keep it.
  case contract(contract: String, document: String)

  /// A contract, and lines of the type of an order that cannot read all that the contract allows.
  case agreement(_ type: String, contract: String)

  /// A document of before and one of now.
  case drift(old: String, new: String)

  /// A response with its status and its content type.
  case exchange(status: Int, contentType: String, body: String)

  /// A situation that no document shows, in words.
  case run(String)
}
