public import StrictJSON

/// A contract that was inferred anew, joined with what a person wrote into the old one.
///
/// What the old contract holds is of three kinds.
///
/// 1. **Keywords that inference never writes**, such as `description`, `minLength`, `x-owner`, and
///    members without `x-observed`: a person's. They stay.
/// 2. **Keywords that inference writes, against their own evidence**: a person's too. A member that
///    was there in 12 of 12 samples but is not `required`, or a type with `null` where no `null`
///    was seen, was edited by hand. Such decisions stay, also where a sample breaks them: that is
///    reported as a conflict, and is for the person to settle. So does a `format` that the new
///    inference does not state, but as it may be the old inference's own, only as long as every
///    sample keeps it.
/// 3. **All else** is the old inference, which the new one replaces.
///
/// For example the old contract
///
///     {"properties": {"id": {"type": ["string", "null"], "description": "Our key.",
///                            "x-observed": {"samples": 12, "present": 12, "null": 0, "empty": 0}}}}
///
/// says by kind 2 that `id` may be `null` and may be missing, and by kind 1 what it is. With 20
/// samples that have text there, the result has the counts of the 20, the same type and
/// description, and still no `required`.
///
/// A place where a person put `$ref` or a boolean is left as it is.
public struct ContractMerge: Sendable {
  /// The joined contract.
  public let contract: JSONNode

  /// How it differs from the old one, place by place, without the counts of evidence.
  public let changes: [ContractChange]

  /// Whether more documents were seen than the old one counts, or their records are kept for the first time.
  ///
  /// Other counts and records of as many documents are no reason to write a contract anew: a counter, or an
  /// endpoint that answers with a random record, has others each night.
  public let hasMoreEvidence: Bool

  /// What a person wrote and some sample breaks, in the order of the samples.
  public let conflicts: [ContractConflict]

  /// Joins an old contract with a new one that was inferred from samples.
  ///
  /// The samples decide which of a person's decisions still hold. `library` serves the references
  /// of the old contract. With `keepsEvidence` a type, a form or an optional member that only older samples
  /// showed stays, too.
  public init(
    old: JSONDocument, new: JSONNode, samples: [JSONDocument],
    library: SchemaLibrary = .standard, keepsEvidence: Bool = false
  ) {
    let oldNode = JSONNode(old.root)
    var merger = ContractMerger(keepsEvidence: keepsEvidence)
    var contract = merger.merged(oldNode, new, at: JSONPointer(tokens: []))
    var violations = Self.violations(of: contract, samples, library)
    // Each round gives up at least one guess, and each guess is given up once.
    while !merger.guessed.isEmpty {
      let refused = merger.guessed.intersection(Self.decisions(broken: violations))
      guard !refused.isEmpty else { break }
      merger = ContractMerger(
        refused: merger.refused.union(refused), keepsEvidence: keepsEvidence)
      contract = merger.merged(oldNode, new, at: JSONPointer(tokens: []))
      violations = Self.violations(of: contract, samples, library)
    }
    self.contract = contract
    changes = ContractChange.between(oldNode, contract)
    hasMoreEvidence =
      Self.samples(contract) > Self.samples(oldNode)
      || oldNode["x-sketch"] == nil && contract["x-sketch"] != nil
    conflicts = ContractConflict.conflicts(violations)
  }

  private static func samples(_ contract: JSONNode) -> Int {
    guard case .number(let text)? = contract["x-observed"]?["samples"] else { return 0 }
    return Int(text) ?? 0
  }

  /// What each sample breaks; nothing where the contract cannot be used.
  private static func violations(
    of contract: JSONNode, _ samples: [JSONDocument], _ library: SchemaLibrary
  ) -> [[SchemaViolation]] {
    guard
      let document = try? JSONDocument(
        Array(JSONWriter.compact(contract).utf8),
        maximumDepth: Schema.maximumDocumentDepth),
      let schema = try? Schema(document, library: library)
    else { return [] }
    return samples.map { schema.validate($0, formats: .asserted) }
  }

  private static func decisions(
    broken violations: [[SchemaViolation]]
  ) -> Set<ContractMerger.Decision> {
    Set(
      violations.joined().filter { $0.schemaDocument == nil }
        .map { ContractMerger.Decision(keyword: $0.schema, member: nil) })
  }
}

/// A keyword that a person wrote and some samples break.
public struct ContractConflict: Sendable, Hashable, CustomStringConvertible {
  /// The keyword, by its pointer in the contract.
  public let pointer: JSONPointer

  /// The number of samples that break it.
  public private(set) var samples: Int

  /// What the first of them breaks, in one sentence.
  public let message: String

  /// One line, such as `/required: 2 samples break it: expected the member "id", found none`.
  public var description: String {
    "\(pointer): \(samples == 1 ? "1 sample breaks" : "\(samples) samples break") it: \(message)"
  }

  /// One conflict for each keyword, and for each member of a list of members.
  static func conflicts(_ violations: [[SchemaViolation]]) -> [ContractConflict] {
    var conflicts: [ContractConflict] = []
    var positions: [Key: Int] = [:]
    for sample in violations {
      var seen = Set<Key>()
      for violation in sample {
        let key = Key(
          document: violation.schemaDocument, keyword: violation.schema, member: violation.member)
        guard seen.insert(key).inserted else { continue }
        if let position = positions[key] {
          conflicts[position].samples += 1
        } else {
          positions[key] = conflicts.count
          conflicts.append(
            ContractConflict(pointer: violation.schema, samples: 1, message: violation.message))
        }
      }
    }
    return conflicts
  }

  private struct Key: Hashable {
    let document: String?
    let keyword: JSONPointer
    let member: String?
  }
}

/// A difference between two contracts.
public struct ContractChange: Sendable, Hashable, CustomStringConvertible {
  /// The keyword, or the member of a keyword, by its pointer in the contract.
  public let pointer: JSONPointer

  /// What stood there, as JSON; nil for what is new.
  public let old: String?

  /// What is there now, as JSON; nil for what is gone.
  public let new: String?

  /// One line, such as `/properties/id/type: "string" → ["string","null"]`.
  public var description: String {
    switch (old, new) {
    case (nil, let new?): "\(pointer): added \(new)"
    case (let old?, nil): "\(pointer): removed \(old)"
    case (let old, let new): "\(pointer): \(old ?? "") → \(new ?? "")"
    }
  }

  private static let longest = 80

  /// The keywords that say what was seen, and not what the contract demands.
  private static let evidence: Set<String> = ["x-observed", "x-sketch"]

  /// Returns the differences in the order of the new contract, the removed ones last at each place.
  static func between(_ old: JSONNode, _ new: JSONNode) -> [ContractChange] {
    var changes: [ContractChange] = []
    compare(old, new, at: JSONPointer(tokens: []), into: &changes)
    return changes
  }

  private static func compare(
    _ old: JSONNode, _ new: JSONNode, at pointer: JSONPointer,
    into changes: inout [ContractChange]
  ) {
    guard case .object(let oldMembers) = old, case .object(let newMembers) = new else {
      if old != new { changes += differences(old, new, at: pointer) }
      return
    }
    for member in newMembers where !evidence.contains(member.key) {
      let place = pointer.appending(member.key)
      if let old = old[member.key] {
        compare(old, member.value, at: place, into: &changes)
      } else {
        changes.append(ContractChange(pointer: place, old: nil, new: excerpt(member.value)))
      }
    }
    for member in oldMembers where !evidence.contains(member.key) && new[member.key] == nil {
      changes.append(
        ContractChange(
          pointer: pointer.appending(member.key), old: excerpt(member.value), new: nil))
    }
  }

  /// The difference of two values; of two lists the elements that came and went.
  private static func differences(
    _ old: JSONNode, _ new: JSONNode, at pointer: JSONPointer
  ) -> [ContractChange] {
    if case .array(let oldElements) = old, case .array(let newElements) = new {
      let gone = oldElements.filter { !newElements.contains($0) }
      let come = newElements.filter { !oldElements.contains($0) }
      if !gone.isEmpty || !come.isEmpty {
        return come.map { ContractChange(pointer: pointer, old: nil, new: excerpt($0)) }
          + gone.map { ContractChange(pointer: pointer, old: excerpt($0), new: nil) }
      }
    }
    return [ContractChange(pointer: pointer, old: excerpt(old), new: excerpt(new))]
  }

  private static func excerpt(_ node: JSONNode) -> String {
    let text = JSONWriter.compact(withoutEvidence(node))
    guard text.count > longest else { return text }
    return text.prefix(longest) + "…"
  }

  private static func withoutEvidence(_ node: JSONNode) -> JSONNode {
    switch node {
    case .object(let members):
      .object(
        members.filter { !evidence.contains($0.key) }
          .map { JSONNode.Member($0.key, withoutEvidence($0.value)) })
    case .array(let elements): .array(elements.map(withoutEvidence))
    case .null, .bool, .number, .string: node
    }
  }
}
