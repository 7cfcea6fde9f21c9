import JSONSchema
package import SchemaDrift
package import StrictJSON

/// A change of the format that somebody accepted, kept in the contract with its evidence.
///
/// When a new format is accepted, the old recordings go, and with them all that shows where a value went.
/// A type that still reads the old key would then only miss it. So the contract keeps what was seen, under
/// `x-changes` at its root, and `check` goes on to say it until no type reads the old place:
///
///     "x-changes": [
///       {
///         "rule": "key-renamed", "kind": "renamed",
///         "from": "$.meals[*].strMeal", "to": "$.meals[*].name", "old": "strMeal", "new": "name",
///         "matched": 15, "compared": 15, "confidence": "certain", "accepted": "2026-11-22"
///       }
///     ]
package struct AcceptedChange: Sendable, Hashable {
  /// The member of a contract that holds the changes.
  package static let keyword = "x-changes"

  /// The change.
  package let change: Change

  /// The day on which it was accepted, as `2026-11-22`.
  package let day: String

  /// Makes an accepted change.
  package init(_ change: Change, on day: Day) {
    self.change = change
    self.day = day.description
  }

  /// Reads an entry of a contract; nil for one that cannot be read, which is passed over.
  init?(_ value: JSONValue) {
    guard let rule = value["rule"]?.string.flatMap(DriftRule.init),
      let kind = value["kind"]?.string.flatMap(Change.Kind.init),
      let day = value["accepted"]?.string
    else { return nil }
    let path = { (key: String) in value[key]?.string.flatMap { ShapePath($0) } }
    let count = { (key: String) in value[key]?.numberText.flatMap { Int($0) } }
    let slots = value["slots"].flatMap { slots -> Change.Slots? in
      guard let description = slots["name"]?.string else { return nil }
      let paths = slots["paths"]?.elements.compactMap { $0.string.flatMap { ShapePath($0) } }
      return Change.Slots(description: description, paths: paths ?? [])
    }
    let companions = value["with"]?.elements.compactMap { entry -> Change.Companion? in
      guard let from = entry["from"]?.string.flatMap({ ShapePath($0) }),
        let to = entry["to"]?.string.flatMap({ ShapePath($0) })
      else { return nil }
      return Change.Companion(from: from, to: to, slots: entry["slots"]?.string)
    }
    change = Change(
      rule: rule, kind: kind, from: path("from"), to: path("to"),
      old: Self.state(value["old"]?.string, at: path("from")),
      new: Self.state(value["new"]?.string, at: path("to")),
      evidence: Evidence(accepted: day, as: value["evidence"]?.string ?? ""), slots: slots,
      matched: count("matched"), compared: count("compared"),
      confidence: value["confidence"]?.string.flatMap(Change.Confidence.init),
      companions: companions ?? [])
    self.day = day
  }

  /// What a contract says of one side of a change.
  ///
  /// No value and a key are read as facts, because a level and a sentence depend on them.
  private static func state(_ text: String?, at path: ShapePath?) -> Change.State {
    let text = text ?? ""
    if let nothing = Nothing.allCases.first(where: { ChangeText.words($0) == text }) {
      return .nothing(nothing)
    }
    if case .member(text)? = path?.last { return .key(text) }
    return .written(text)
  }

  /// The entry of a contract.
  package var node: JSONNode {
    var node: JSONNode = [
      "rule": .string(change.rule.rawValue), "kind": .string(change.kind.rawValue),
    ]
    node["from"] = change.from.map { .string($0.description) }
    node["to"] = change.to.map { .string($0.description) }
    let text = ChangeText(change)
    node["old"] = .string(text.old)
    node["new"] = .string(text.new)
    node["slots"] = change.slots.map { slots in
      [
        "name": .string(slots.description),
        "paths": .array(slots.paths.map { .string($0.description) }),
      ]
    }
    if !change.companions.isEmpty {
      node["with"] = .array(
        change.companions.map { companion in
          var entry: JSONNode = [
            "from": .string(companion.from.description), "to": .string(companion.to.description),
          ]
          entry["slots"] = companion.slots.map { .string($0) }
          return entry
        })
    }
    node["matched"] = change.matched.map { .number(String($0)) }
    node["compared"] = change.compared.map { .number(String($0)) }
    node["confidence"] = change.confidence.map { .string($0.rawValue) }
    let evidence = EvidenceText(change.evidence, of: change).text
    node["evidence"] = evidence.isEmpty ? nil : .string(evidence)
    node["accepted"] = .string(day)
    return node
  }

  /// Adds changes to a contract; an older entry about the same places gives way.
  package static func adding(_ changes: [AcceptedChange], to contract: JSONNode) -> JSONNode {
    guard !changes.isEmpty else { return contract }
    var entries: [JSONNode] = []
    if case .array(let known)? = contract[keyword] { entries = known }
    for change in changes {
      let node = change.node
      entries.removeAll { $0["from"] == node["from"] && $0["rule"] == node["rule"] }
      entries.append(node)
    }
    var contract = contract
    contract[keyword] = .array(entries)
    return contract
  }
}

extension Contract {
  /// The changes that were accepted since the contract was made, in the order of the file.
  var acceptedChanges: [AcceptedChange] {
    guard let list = document.root[AcceptedChange.keyword], list.kind == .array else { return [] }
    return list.elements.compactMap { AcceptedChange($0) }
  }
}
