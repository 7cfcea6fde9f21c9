import StrictJSON

/// Reads the `x-` annotations that ``SchemaWriter`` writes.
///
/// They are evidence, not rules: what cannot be read is passed over.
enum ContractAnnotation {
  static func slotFamily(_ value: JSONValue) -> SlotFamily? {
    guard let name = value["name"]?.string, name.contains(SlotFamily.slotMark),
      let first = value["range"]?[0].flatMap(integer),
      let last = value["range"]?[1].flatMap(integer), let range = SlotFamily.range(first, last)
    else { return nil }
    let empties = value["empties"]?.elements.compactMap { element in
      element.isNull ? SlotFamily.Empty.null : element.string.flatMap(SlotFamily.Empty.init)
    }
    return SlotFamily(
      name: name, range: range, paired: value["paired"]?.string,
      empties: Set(empties ?? []))
  }

  static func observation(_ value: JSONValue) -> Observation? {
    guard let values = presence(value) else { return nil }
    return Observation(
      values: values, records: value["records"].flatMap(presence) ?? values,
      empty: value["empty"].flatMap(integer) ?? 0, blank: value["blank"].flatMap(integer) ?? 0,
      types: Dictionary(
        counts(value["types"]).compactMap { name, count in
          JSONType(rawValue: name).map { ($0, count) }
        }
      ) { first, _ in first },
      dates: Dictionary(counts(value["dates"])) { first, _ in first },
      numbers: range(value["numbers"]) { bound in
        bound.numberText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
      },
      lengths: range(value["lengths"], integer))
  }

  private static func range<Bound: Comparable>(
    _ value: JSONValue?, _ bound: (JSONValue) -> Bound?
  ) -> ClosedRange<Bound>? {
    guard let value, let first = value[0].flatMap(bound), let last = value[1].flatMap(bound),
      first <= last
    else { return nil }
    return first...last
  }

  private static func presence(_ value: JSONValue) -> Observation.Presence? {
    guard let samples = value["samples"].flatMap(integer),
      let present = value["present"].flatMap(integer)
    else { return nil }
    return Observation.Presence(
      samples: samples, present: present, null: value["null"].flatMap(integer) ?? 0)
  }

  private static func counts(_ value: JSONValue?) -> [(String, Int)] {
    value?.members.compactMap { member in integer(member.value).map { (member.key, $0) } } ?? []
  }

  /// Reads a count; what is below 0, or too large to add up, is none.
  private static func integer(_ value: JSONValue) -> Int? {
    guard let integer = value.numberText.flatMap({ Int($0) }), 0...(1 << 53) ~= integer else {
      return nil
    }
    return integer
  }
}
