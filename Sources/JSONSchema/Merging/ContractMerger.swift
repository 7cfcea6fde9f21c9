import StrictJSON
import WireDates

/// Joins two contracts keyword by keyword; ``ContractMerge`` says by which rules.
struct ContractMerger {
  /// A decision: a keyword, and the member in it where it is a list of members.
  struct Decision: Hashable {
    let keyword: JSONPointer
    let member: String?
  }

  /// The decisions that some sample breaks.
  let refused: Set<Decision>

  /// The decisions that stayed, but may as well be the old inference's own.
  private(set) var guessed = Set<Decision>()

  /// Whether what the old samples showed stays, also where the new ones do not show it.
  let keepsEvidence: Bool

  init(refused: Set<Decision> = [], keepsEvidence: Bool = false) {
    self.refused = refused
    self.keepsEvidence = keepsEvidence
  }

  /// The keywords that inference writes.
  private static let written: Set<String> = [
    "$schema", "description", "type", "format", "x-format", "x-date-format", "properties",
    "required",
    "additionalProperties", "items", "x-slots", "x-observed", "x-values", "x-list", "prefixItems",
    "x-sketch",
  ]

  /// Whether a keyword stays that a person wrote, or that the old inference may have written.
  private mutating func keepsGuess(_ keyword: JSONPointer) -> Bool {
    let decision = Decision(keyword: keyword, member: nil)
    guard !refused.contains(decision) else { return false }
    guessed.insert(decision)
    return true
  }

  // MARK: Schemas

  /// Joins two schemas; a slot of a family shares its types, which are then no decision.
  mutating func merged(
    _ old: JSONNode, _ new: JSONNode, at pointer: JSONPointer, isSlot: Bool = false
  ) -> JSONNode {
    guard case .object(let oldMembers) = old, case .object(let newMembers) = new,
      old["$ref"] == nil, old["$dynamicRef"] == nil
    else { return old }
    if keepsEvidence, let known = Self.withoutNews(old, new) { return known }
    var result = JSONNode.object([])
    for member in oldMembers {
      result[member.key] =
        Self.written.contains(member.key)
        ? keyword(member.key, old, new, at: pointer, isSlot: isSlot) : member.value
    }
    var previous: String?
    for member in newMembers {
      if result[member.key] == nil,
        let value = keyword(member.key, old, new, at: pointer, isSlot: isSlot)
      {
        result = Self.inserting(JSONNode.Member(member.key, value), behind: previous, in: result)
      }
      previous = member.key
    }
    return result
  }

  /// Puts a member behind another one, or first where that is not there.
  private static func inserting(
    _ member: JSONNode.Member, behind previous: String?, in object: JSONNode
  ) -> JSONNode {
    guard case .object(var members) = object else { return object }
    let position = members.firstIndex { $0.key == previous }.map { $0 + 1 }
    members.insert(member, at: position ?? (previous == nil ? 0 : members.count))
    return .object(members)
  }

  private mutating func keyword(
    _ name: String, _ old: JSONNode, _ new: JSONNode, at pointer: JSONPointer, isSlot: Bool
  ) -> JSONNode? {
    let place = pointer.appending(name)
    if keepsEvidence, let known = Self.ofMissingType(name, old, new) { return known }
    switch name {
    case "$schema": return old[name] ?? new[name]
    case "description":
      let isKnown = isKnownMap(old) && !Self.isMap(new)
      return isKnown ? old[name] : Self.description(old[name], new[name])
    case "type": return isSlot && !keepsEvidence ? new[name] : type(old, new)
    case "format", "x-date-format", "x-format": return form(name, old, new, at: pointer)
    case "properties": return properties(old, new, at: place)
    case "required":
      let names = required(old, new)
      return names.isEmpty ? nil : .array(names.map { .string($0) })
    case "items": return part(old[name], new[name], at: place)
    case "additionalProperties": return mapValue(old, new, at: place)
    case "prefixItems": return tuple(old, new)
    case "x-slots": return Self.slots(old[name], new[name])
    case "x-values": return values(old, new)
    case "x-observed": return observed(old, new)
    default: return new[name]
    }
  }

  /// What a person wrote stays; what inference wrote is replaced.
  private static func description(_ old: JSONNode?, _ new: JSONNode?) -> JSONNode? {
    guard case .string(let text)? = old, !text.hasPrefix(ContractDescription.mark) else {
      return new
    }
    return old
  }

  // MARK: Evidence that stays

  /// The old schema with the new counts, where the new samples showed no value and so nothing of what it is.
  private static func withoutNews(_ old: JSONNode, _ new: JSONNode) -> JSONNode? {
    let types = names(old["type"])
    guard new["type"] == nil, types.contains(where: { $0 != "null" }), let counts = Evidence(new),
      Evidence(old) != nil
    else { return nil }
    var known = old
    if counts.null > 0, !types.contains("null") {
      known["type"] = .array((types + ["null"]).map { .string($0) })
    }
    known["x-observed"] = Evidence.observed(of: new, earlier: Evidence.types(shownBy: old))
    return known
  }

  /// The new counts, with what only older samples showed of what the contract states.
  private func observed(_ old: JSONNode, _ new: JSONNode) -> JSONNode? {
    guard keepsEvidence, Evidence(old) != nil, Evidence(new) != nil else {
      return allows(old, new) ? new["x-observed"] : nil
    }
    let stated = Self.names(type(old, new))
    let shown = Evidence.types(shownBy: new)
    return Evidence.observed(
      of: new,
      earlier: Evidence.types(shownBy: old).filter { stated.contains($0) && !shown.contains($0) })
  }

  /// Whether types that a person wrote leave room for what came; else the counts of it are no evidence for them.
  private func allows(_ old: JSONNode, _ new: JSONNode) -> Bool {
    let stated = Self.names(old["type"])
    guard Evidence(old) == nil, !stated.isEmpty else { return true }
    return Self.names(new["type"]).allSatisfy {
      stated.contains($0) || $0 == "integer" && stated.contains("number")
    }
  }

  /// What the old schema says with a keyword of values of a type that no new sample has.
  private static func ofMissingType(
    _ name: String, _ old: JSONNode, _ new: JSONNode
  ) -> JSONNode? {
    let type: String
    switch name {
    case "properties", "required", "additionalProperties", "x-slots": type = "object"
    case "items", "prefixItems": type = "array"
    case "x-values", "x-list": type = "string"
    default: return nil
    }
    guard names(old["type"]).contains(type), Evidence(old) != nil else { return nil }
    let hasElements = name != "items" || new[name] != nil
    return names(new["type"]).contains(type) && hasElements ? nil : old[name]
  }

  /// The types of both, `null` last.
  private static func joined(_ old: [String], _ new: [String]) -> JSONNode? {
    var types = Set(old).union(new)
    if types.contains("number") { types.remove("integer") }
    let hasNull = types.remove("null") != nil
    let names = (types.sorted() + (hasNull ? ["null"] : [])).map { JSONNode.string($0) }
    return names.isEmpty ? nil : names.count == 1 ? names[0] : .array(names)
  }

  // MARK: Types and forms

  private func type(_ old: JSONNode, _ new: JSONNode) -> JSONNode? {
    let oldTypes = Self.names(old["type"])
    let newTypes = Self.names(new["type"])
    guard let evidence = Evidence(old) else { return old["type"] }
    if keepsEvidence {
      // Of a value that was seen inference always states a type, so a person took it away.
      if oldTypes.isEmpty, evidence.present > evidence.null { return nil }
      let types = oldTypes.isEmpty && evidence.null > 0 ? ["null"] : oldTypes
      return newTypes.isEmpty ? old["type"] : Self.joined(types, newTypes)
    }
    // Of a value that was seen inference always states a type, so a person took it away.
    if oldTypes.isEmpty { return evidence.present > evidence.null ? nil : new["type"] }
    guard Set(oldTypes) != Set(newTypes) else { return old["type"] }
    // Inference states no type where it saw only null.
    if oldTypes == ["null"], newTypes.isEmpty { return old["type"] }
    let shown = Evidence.types(shownBy: old)
    let extra = oldTypes.filter { type in
      !newTypes.contains(type) && !shown.contains(type)
        && !(type == "integer" && newTypes.contains("number"))
    }
    guard !newTypes.isEmpty, !extra.isEmpty else { return new["type"] }
    let types = (newTypes + extra).filter { $0 != "null" }.sorted()
    let hasNull = newTypes.contains("null") || extra.contains("null")
    let names = (types + (hasNull ? ["null"] : [])).map { JSONNode.string($0) }
    return names.count == 1 ? names[0] : .array(names)
  }

  /// A form that was stated stays where the samples keep it, and then is alone.
  private mutating func form(
    _ name: String, _ old: JSONNode, _ new: JSONNode, at pointer: JSONPointer
  ) -> JSONNode? {
    if keepsEvidence, let seen = Evidence(new), let known = Evidence(old) {
      // Without a value there is no form; and what was empty once is no more refused than it was.
      if seen.filled == 0 { return old[name] }
      if known.hasEmpties || seen.filled <= known.filled, let form = old["x-format"],
        ["format", "x-date-format"].contains(where: { new[$0] == form })
      {
        return name == "x-format" ? form : nil
      }
    }
    let types = Self.names(type(old, new))
    for stated in ["format", "x-date-format"] {
      guard let value = old[stated], new[stated] != value else { continue }
      guard !Self.isKnown(value) || Self.isForm(value, ofAny: types) else { continue }
      guard !Self.isKnown(value) || keepsGuess(pointer.appending(stated)) else { continue }
      guard name == stated else { return nil }
      return value
    }
    let isStatedAnew = ["format", "x-date-format", "x-format"].contains { new[$0] != nil }
    guard name == "x-format", !isStatedAnew, case .string(let text)? = old[name] else {
      return keepsEvidence && Self.hasOtherForm(old, than: new[name]) ? nil : new[name]
    }
    // What inference knows it would have stated again; what it does not know is a person's.
    guard !Self.isKnown(.string(text)) else { return nil }
    return .string(text)
  }

  /// Whether old values of the same type did not all have a form.
  private static func hasOtherForm(_ old: JSONNode, than form: JSONNode?) -> Bool {
    guard let evidence = Evidence(old), evidence.filled > 0 else { return false }
    return !["format", "x-date-format", "x-format"].contains { old[$0] == form && form != nil }
  }

  /// Whether inference itself states such a form.
  private static func isKnown(_ form: JSONNode) -> Bool {
    guard case .string(let text) = form else { return false }
    return TextForm(rawValue: text) != nil || DateFormat(name: text) != nil
  }

  /// Whether values of some types can have a form that inference states; of values of no stated type any can.
  private static func isForm(_ form: JSONNode, ofAny types: [String]) -> Bool {
    guard case .string(let text) = form, !types.isEmpty else { return true }
    let isNumeric = DateFormat(name: text)?.isNumeric ?? false
    return types.contains { isNumeric ? $0 == "integer" || $0 == "number" : $0 == "string" }
  }

  // MARK: Members and elements

  private mutating func properties(
    _ old: JSONNode, _ new: JSONNode, at place: JSONPointer
  ) -> JSONNode? {
    // A map that a person made of a record stays one.
    if old["properties"] == nil, Self.isStatedMap(old) || isKnownMap(old) { return nil }
    let slots = Self.slotNames(old)
    var result: [JSONNode.Member] = []
    let oldProperties = old["properties"]
    let required = self.required(old, new)
    if case .object(let members)? = new["properties"] {
      for member in members {
        guard let known = oldProperties?[member.key] else {
          result.append(member)
          continue
        }
        var value = merged(
          known, member.value, at: place.appending(member.key), isSlot: slots.contains(member.key))
        if keepsEvidence, !required.contains(member.key), Evidence(known)?.wasAbsent ?? false,
          Evidence(member.value)?.wasAbsent == false
        {
          value["x-observed"] = value["x-observed"].map {
            Evidence.adding([Evidence.absent], to: $0)
          }
        }
        result.append(JSONNode.Member(member.key, value))
      }
    }
    let objects = Evidence.objects(of: new)
    var known = JSONNode.object(result)
    var previous: String?
    for member in Self.members(oldProperties) {
      if new["properties"]?[member.key] == nil {
        if !Self.isInferred(member.value) {
          known[member.key] = member.value
        } else if keepsEvidence, !Self.isMap(new) {
          let value = Evidence.absent(member.value, from: objects)
          known = Self.inserting(JSONNode.Member(member.key, value), behind: previous, in: known)
        }
      }
      previous = member.key
    }
    return Self.members(known).isEmpty ? nil : known
  }

  static func members(_ node: JSONNode?) -> [JSONNode.Member] {
    guard case .object(let members)? = node else { return [] }
    return members
  }

  // MARK: Maps

  /// Whether a schema says what each member is whose name it does not know.
  private static func isMap(_ schema: JSONNode) -> Bool {
    guard case .object? = schema["additionalProperties"] else { return false }
    return true
  }

  /// Whether older samples showed that the names of the members are data, of which a few new ones show less.
  private func isKnownMap(_ old: JSONNode) -> Bool {
    keepsEvidence && old["properties"] == nil && Self.isMap(old)
      && (old["additionalProperties"].map(Self.isInferred) ?? false)
  }

  /// What any member is; of names that turned out to be data, what each of them was.
  private mutating func mapValue(
    _ old: JSONNode, _ new: JSONNode, at place: JSONPointer
  ) -> JSONNode? {
    let name = "additionalProperties"
    if isKnownMap(old), !Self.isMap(new), let known = old[name] {
      return Self.members(new["properties"]).reduce(known) {
        merged($0, $1.value, at: place)
      }
    }
    guard keepsEvidence, old[name] == nil, let value = new[name], Self.isMap(new) else {
      return part(old[name], new[name], at: place)
    }
    return Self.members(old["properties"])
      .filter { Self.isInferred($0.value) && new["properties"]?[$0.key] == nil }
      .reduce(value) { merged($1.value, $0, at: place) }
  }

  /// Whether a person stated a schema for all members; inference says so where it did.
  private static func isStatedMap(_ schema: JSONNode) -> Bool {
    guard case .object? = schema["additionalProperties"] else { return false }
    guard case .string(let text)? = schema["description"] else { return true }
    return !text.hasPrefix(ContractDescription.mark)
  }

  private func required(_ old: JSONNode, _ new: JSONNode) -> [String] {
    let oldNames = Self.names(old["required"])
    if old["properties"] == nil, Self.isStatedMap(old) || isKnownMap(old) { return oldNames }
    let newNames = Self.names(new["required"])
    var result: [String] = []
    var properties: [String] = newNames
    if case .object(let members)? = new["properties"] { properties = members.map(\.key) }
    for name in properties {
      let isNew = newNames.contains(name)
      let isOld = oldNames.contains(name)
      let member = old["properties"]?[name]
      let wasInferred = member.flatMap(Evidence.init).map { !$0.wasAbsent }
      // What some old sample did not have may be missing again.
      if keepsEvidence, isNew, !isOld, member != nil { continue }
      let isDecision = member != nil && wasInferred != isOld && isOld != isNew
      if isDecision ? isOld : isNew { result.append(name) }
    }
    // Members that only a person knows of.
    for name in oldNames where !properties.contains(name) {
      let member = old["properties"]?[name]
      if !(member.map(Self.isInferred) ?? false) { result.append(name) }
    }
    return result
  }

  private mutating func part(
    _ old: JSONNode?, _ new: JSONNode?, at place: JSONPointer
  ) -> JSONNode? {
    guard let old else { return new }
    if case .bool = old { return old }
    if let new { return merged(old, new, at: place) }
    guard !Self.isInferred(old) else { return nil }
    return old
  }

  /// Types alone are what inference writes; a tuple that says more is a person's.
  private func tuple(_ old: JSONNode, _ new: JSONNode) -> JSONNode? {
    let name = "prefixItems"
    guard old[name] != new[name] else { return new[name] }
    guard case .array(let positions)? = old[name] else {
      // Older samples showed a list of any length.
      let wasList = keepsEvidence && (old["items"].map(Self.isInferred) ?? false)
      return wasList ? nil : new[name]
    }
    let isInferred = positions.allSatisfy { position in
      guard case .object(let members) = position else { return false }
      return members.map(\.key) == ["type"]
    }
    guard isInferred else { return old[name] }
    guard keepsEvidence, case .array(let others)? = new[name] else { return new[name] }
    guard positions.count == others.count else { return nil }
    return .array(
      zip(positions, others).map { old, new in
        ["type": Self.joined(Self.names(old["type"]), Self.names(new["type"])) ?? .array([])]
      })
  }

  /// The texts of both, where they are only a few together: else the next new one says nothing.
  ///
  /// Where as many samples as a list needs showed none, new ones that show a few are a part of them.
  private func values(_ old: JSONNode, _ new: JSONNode) -> JSONNode? {
    let key = "x-values"
    guard keepsEvidence, new[key] != nil else { return new[key] }
    guard old[key] != nil else {
      let isKnown = Evidence(old).map { $0.present >= ValueSample.fewestRecords } ?? false
      return isKnown ? nil : new[key]
    }
    let texts = Set((Self.names(old[key]) + Self.names(new[key])).map(ExactText.init))
    guard texts.count <= ValueSample.mostTexts else { return nil }
    return .array(texts.sorted().map { .string($0.text) })
  }

  // MARK: Slots

  /// Families are the new ones; empties that a person called normal stay normal.
  private static func slots(_ old: JSONNode?, _ new: JSONNode?) -> JSONNode? {
    guard case .array(let newFamilies)? = new, case .array(let oldFamilies)? = old else {
      return new
    }
    return .array(
      newFamilies.map { family in
        guard let old = oldFamilies.first(where: { $0["name"] == family["name"] }),
          case .object(let oldMembers) = old
        else { return family }
        var family = family
        for member in oldMembers where family[member.key] == nil && member.key != "paired" {
          family[member.key] = member.value
        }
        if case .array(let oldEmpties)? = old["empties"],
          case .array(let newEmpties)? = family["empties"]
        {
          let all: [JSONNode] = [.string(""), .string(" "), .null]
          family["empties"] = .array(
            all.filter { oldEmpties.contains($0) || newEmpties.contains($0) })
        }
        return family
      })
  }

  private static func slotNames(_ schema: JSONNode) -> Set<String> {
    guard case .array(let families)? = schema["x-slots"] else { return [] }
    var names = Set<String>()
    for family in families {
      guard case .string(let name)? = family["name"], case .array(let ends)? = family["range"],
        ends.count == 2, let first = number(ends[0]), let last = number(ends[1]),
        let range = SlotFamily.range(first, last)
      else { continue }
      names.formUnion(SlotFamily(name: name, range: range).memberNames)
    }
    return names
  }

  private static func isInferred(_ schema: JSONNode) -> Bool { schema["x-observed"] != nil }

  static func number(_ node: JSONNode) -> Int? {
    guard case .number(let text) = node else { return nil }
    return Int(text)
  }

  /// The texts of a list, or the one text.
  static func names(_ node: JSONNode?) -> [String] {
    switch node {
    case .string(let name): [name]
    case .array(let names):
      names.compactMap { name in
        guard case .string(let text) = name else { return nil }
        return text
      }
    default: []
    }
  }
}
