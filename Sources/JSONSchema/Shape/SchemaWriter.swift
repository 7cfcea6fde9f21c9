public import StrictJSON
import WireDates

/// Writes a shape as a contract: a JSON Schema that any validator of draft 2020-12 reads.
///
/// ``Shape/init(_:)`` reads it back.
public enum SchemaWriter: Sendable {
  /// The number of dates from which a date format is stated so that other texts are refused.
  private static let datesNeeded = 3

  /// Writes a contract.
  public static func contract(for shape: Shape) -> JSONNode {
    .object([JSONNode.Member("$schema", .string(StandardSchemas.dialect))] + members(of: shape))
  }

  private static func schema(for shape: Shape) -> JSONNode { .object(members(of: shape)) }

  /// The schemas of the members; what the slots of a family are is said once, at their object.
  private static func properties(of object: ObjectShape) -> JSONNode {
    let slots = Set(object.slotFamilies.flatMap(\.memberNames))
    return .object(
      object.members.map { member in
        JSONNode.Member(
          member.name,
          .object(members(of: member.shape, isDescribed: !slots.contains(member.name))))
      })
  }

  private static func members(of shape: Shape, isDescribed: Bool = true) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    func add(_ key: String, _ value: JSONNode?) {
      if let value { members.append(JSONNode.Member(key, value)) }
    }
    if isDescribed {
      add("description", ContractDescription.text(for: shape).map { .string($0) })
    }
    add("type", type(of: shape))
    members += formats(of: shape)
    if !shape.values.isEmpty { add("x-values", .array(shape.values.map { .string($0) })) }
    add("x-list", shape.separator.map { .string($0) })
    if let object = shape.object {
      if !object.members.isEmpty {
        add("properties", properties(of: object))
      }
      let required = object.members.filter(\.isRequired)
      if !required.isEmpty { add("required", .array(required.map { .string($0.name) })) }
      add("additionalProperties", object.mapValue.map(schema))
      if !object.slotFamilies.isEmpty { add("x-slots", .array(object.slotFamilies.map(slots))) }
    }
    if !shape.tuple.isEmpty {
      add("prefixItems", .array(shape.tuple.map { ["type": typeNames(Array($0))] }))
    }
    add("items", shape.element.map(schema))
    add("x-observed", shape.observed.map(observed))
    return members
  }

  private static func type(of shape: Shape) -> JSONNode? {
    // A place where only `null` came has no type yet: whatever comes later is welcome.
    guard !shape.types.isEmpty else { return nil }
    return typeNames(shape.types.sorted() + (shape.isNullable ? [.null] : []))
  }

  /// The name of one type, or a list of names with `null` at its end.
  private static func typeNames(_ types: [JSONType]) -> JSONNode {
    let sorted = types.filter { $0 != .null }.sorted() + types.filter { $0 == .null }
    let names = sorted.map { JSONNode.string($0.rawValue) }
    return names.count == 1 ? names[0] : .array(names)
  }

  // MARK: Formats

  /// States a form as a keyword that is asserted, or as `x-format` where that could refuse a value.
  private static func formats(of shape: Shape) -> [JSONNode.Member] {
    let filled = shape.observed?.filled ?? Int.max
    let hasEmpties = (shape.observed?.empty ?? 0) + (shape.observed?.blank ?? 0) > 0
    var members: [JSONNode.Member] = []
    if let form = shape.textForm {
      let isSure = form.isStandardFormat && !hasEmpties && filled >= form.evidenceNeeded
      if isSure {
        members.append(JSONNode.Member("format", .string(form.rawValue)))
      } else if shape.dateFormat == nil {
        members.append(JSONNode.Member("x-format", .string(form.rawValue)))
      }
    }
    if let format = shape.dateFormat {
      let isSure = (!hasEmpties || format.isNumeric) && filled >= datesNeeded
      members.append(
        JSONNode.Member(isSure ? "x-date-format" : "x-format", .string(format.name)))
    }
    return members
  }

  // MARK: Annotations

  private static func slots(_ family: SlotFamily) -> JSONNode {
    var members = [
      JSONNode.Member("name", .string(family.name)),
      JSONNode.Member(
        "range",
        .array([
          .number(String(family.range.lowerBound)), .number(String(family.range.upperBound)),
        ])),
    ]
    if let paired = family.paired { members.append(JSONNode.Member("paired", .string(paired))) }
    let empties = SlotFamily.Empty.allCases.filter(family.empties.contains)
    members.append(
      JSONNode.Member("empties", .array(empties.map { $0 == .null ? .null : .string($0.rawValue) }))
    )
    return .object(members)
  }

  private static func observed(_ observation: Observation) -> JSONNode {
    var node = presence(observation.values)
    node["empty"] = .number(String(observation.empty))
    if observation.blank > 0 { node["blank"] = .number(String(observation.blank)) }
    if observation.records != observation.values {
      node["records"] = presence(observation.records)
    }
    let types = observation.types.sorted { $0.key < $1.key }
    if !types.isEmpty {
      node["types"] = counts(types.map { ($0.key.rawValue, $0.value) })
    }
    let dates = observation.dates.sorted { ExactText($0.key) < ExactText($1.key) }
    if !dates.isEmpty { node["dates"] = counts(dates.map { ($0.key, $0.value) }) }
    if let range = observation.numbers {
      node["numbers"] = [
        .number(Observation.text(of: range.lowerBound)),
        .number(Observation.text(of: range.upperBound)),
      ]
    }
    if let range = observation.lengths {
      node["lengths"] = [
        .number(String(range.lowerBound)), .number(String(range.upperBound)),
      ]
    }
    return node
  }

  private static func presence(_ presence: Observation.Presence) -> JSONNode {
    counts([
      ("samples", presence.samples), ("present", presence.present), ("null", presence.null),
    ])
  }

  private static func counts(_ counts: [(String, Int)]) -> JSONNode {
    .object(counts.map { JSONNode.Member($0.0, .number(String($0.1))) })
  }
}
