import ContractTesting
import StrictJSON
import Testing

@Suite struct RuleTests {
  /// The ids are public; this list changes only when a rule is added.
  @Test func everyRuleStandsInTheTableOnce() {
    #expect(
      Rule.all.map(\.id) == [
        "invalid-json", "duplicate-key", "invalid-utf8", "byte-order-mark", "not-json",
        "empty-body", "too-deep", "too-large", "missing-key", "null-value", "type-mismatch",
        "number-out-of-range", "invalid-date", "implausible-date", "invalid-url",
        "unknown-enum-value", "invalid-value", "tolerated", "unread-key", "null-slot", "slot-gap",
        "unpaired-slot",
        "schema-violation", "dto-requires-optional-key", "dto-requires-nullable-key",
        "dto-reads-absent-key", "dto-date-mismatch", "dto-type-mismatch",
        "key-removed", "key-added", "key-renamed", "key-moved",
        "value-nested", "value-hoisted", "envelope-changed", "scalar-to-array",
        "array-to-scalar", "slots-to-array", "array-to-map", "map-to-array", "object-to-id",
        "type-changed", "became-nullable", "became-optional", "became-always-null",
        "became-empty", "enum-value-added", "date-format-changed", "epoch-unit-changed",
        "number-to-numeric-string", "numeric-string-to-number", "id-format-changed",
        "meaning-changed", "nothing-respelled", "version-changed", "unexpected-status",
        "unexpected-content-type", "deprecation-header", "redirected", "dead-link",
        "unexercised", "orphan-fixture", "missing-fixture", "fixture-changed", "fixture-stale",
        "secret-found",
        "waiver-expired", "waiver-unused", "waiver-too-broad", "waiver-incomplete",
      ])
  }

  @Test func rulesBelowBreakingAreThese() {
    let levels = Dictionary(grouping: Rule.all, by: \.level).mapValues { Set($0.map(\.id)) }
    #expect(
      levels[.info] == [
        "unread-key", "null-slot", "unpaired-slot", "key-added", "enum-value-added", "redirected",
        "fixture-stale",
      ])
    #expect(
      levels[.warning] == [
        "duplicate-key", "implausible-date", "tolerated", "slot-gap", "dto-reads-absent-key",
        "became-always-null", "became-empty",
        "unexpected-content-type", "deprecation-header", "dead-link", "unexercised",
        "orphan-fixture", "missing-fixture", "fixture-changed",
        "nothing-respelled",
        "waiver-expired", "waiver-unused", "waiver-too-broad", "waiver-incomplete",
      ])
  }

  @Test func ruleIsFoundByItsId() {
    #expect(Rule["slot-gap"] == .slotGap)
    #expect(Rule["slot-gaps"] == nil)
  }

  @Test(arguments: Rule.all) func wordsOfARuleAreComplete(_ rule: Rule) {
    #expect(rule.summary.count <= 80)
    #expect(!rule.summary.contains("\n") && !rule.summary.hasSuffix("."))
    #expect(rule.explanation.hasSuffix(".") && !rule.explanation.contains("\n"))
    #expect(rule.explanation.count >= 120)
  }

  @Test(arguments: Rule.all) func documentsOfAnExampleAreJSON(_ rule: Rule) throws {
    // Only the examples of a broken document may be no JSON.
    guard rule.family != .document else { return }
    let texts: [String] =
      switch rule.example {
      case .document(let text), .decode(_, let text): [text]
      case .contract(let contract, let document): [contract, document]
      case .agreement(_, let contract): [contract]
      case .drift(let old, let new): [old, new]
      case .exchange(_, _, let body): [body]
      case .bytes, .run: []
      }
    for text in texts {
      #expect(throws: Never.self) { try JSONDocument(Array(text.utf8)) }
    }
  }
}
