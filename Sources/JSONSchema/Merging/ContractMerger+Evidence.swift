import StrictJSON

extension ContractMerger {
  /// What a schema says about how often its value came.
  ///
  /// What the counted samples do not show, and older ones did, is named beside the counts, so that it is not
  /// taken for what a person wrote, and can be forgotten:
  ///
  ///     "x-observed": {"samples": 1, "present": 1, "null": 0, "empty": 0, "earlier": ["null", "absent"]}
  struct Evidence {
    let samples: Int
    let present: Int
    let null: Int
    /// The values that are neither null nor empty.
    let filled: Int
    /// The types that only older samples had, and that some had no value.
    let earlier: [String]

    static let absent = "absent"
    private static let earlierMember = "earlier"

    /// Whether some values were empty.
    var hasEmpties: Bool { filled < present - null }

    /// Whether some sample had no value, be it an older one.
    var wasAbsent: Bool { present < samples || earlier.contains(Self.absent) }

    init?(_ schema: JSONNode) {
      guard let observed = schema["x-observed"],
        let samples = observed["samples"].flatMap(number),
        let present = observed["present"].flatMap(number)
      else { return nil }
      self.samples = samples
      self.present = present
      null = observed["null"].flatMap(number) ?? 0
      let empties = ["empty", "blank"].compactMap { observed[$0].flatMap(number) }
      filled = present - null - empties.reduce(0, +)
      earlier = names(observed[Self.earlierMember])
    }

    /// The types of a schema that samples showed, older ones too; the others were written by a person.
    static func types(shownBy schema: JSONNode) -> [String] {
      guard let evidence = Evidence(schema) else { return [] }
      let stated = names(schema["type"])
      let seen = schema["x-observed"]?["types"]
      let newer = stated.filter { $0 != "null" && !evidence.earlier.contains($0) }
      return stated.filter { type in
        if evidence.earlier.contains(type) { return true }
        if type == "null" { return evidence.null > 0 }
        guard let seen else { return newer.count == 1 && evidence.present > evidence.null }
        return seen[type] != nil || type == "number" && seen["integer"] != nil
      }
    }

    /// The counts of a schema, and what only older samples showed.
    static func observed(of schema: JSONNode, earlier: [String]) -> JSONNode? {
      schema["x-observed"].map { adding(earlier, to: $0) }
    }

    /// Adds what only older samples showed to counts.
    static func adding(_ earlier: [String], to observed: JSONNode) -> JSONNode {
      let all = names(observed[earlierMember]) + earlier
      guard !all.isEmpty else { return observed }
      var observed = observed
      observed[earlierMember] = .array(all.map { .string($0) })
      return observed
    }

    /// The objects that a schema counts, and the records with them.
    static func objects(of schema: JSONNode) -> (samples: Int, records: Int) {
      let member = members(schema["properties"]).first?.value["x-observed"]
      let counts = member ?? schema["x-observed"]
      let name = member == nil ? "present" : "samples"
      let samples = counts?[name].flatMap(number) ?? 0
      return (samples, counts?["records"]?[name].flatMap(number) ?? samples)
    }

    /// A member that was in all of the counted samples, with those that do not have it.
    static func absent(
      _ member: JSONNode, from objects: (samples: Int, records: Int)
    ) -> JSONNode {
      guard let evidence = Evidence(member), !evidence.wasAbsent else { return member }
      var member = member
      member["x-observed"]?["samples"] = .number(String(evidence.samples + objects.samples))
      if let records = member["x-observed"]?["records"]?["samples"].flatMap(number) {
        member["x-observed"]?["records"]?["samples"] = .number(String(records + objects.records))
      }
      return member
    }
  }
}
