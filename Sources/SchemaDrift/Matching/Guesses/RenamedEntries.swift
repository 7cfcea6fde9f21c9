import JSONSchema
import StrictJSON

/// Tells members that have other names now from the entries of a map: the members hold what they held.
///
///     {"small": {"url": "a.jpg", "width": 40}, …}      {"thumb": {"url": "a.jpg", "width": 40}, …}
///
/// Other entries of a map hold other values. Only documents show that, so without any of one side nothing is known.
struct RenamedEntries {
  private let old: [JSONDocument]
  private let new: [JSONDocument]

  init(_ old: Drift.Side, _ new: Drift.Side) {
    (self.old, self.new) = (old.documents, new.documents)
  }

  /// Whether the members of the objects at a place may be entries of a map for all that their values say.
  func mayBeEntries(at path: ShapePath) -> Bool {
    guard !old.isEmpty, !new.isEmpty else { return false }
    let before = Self.tellingValues(in: old, at: path)
    let now = Self.tellingValues(in: new, at: path)
    let same = before.count { values in now.contains { Self.areSame(values, $0) } }
    return 2 * same < max(1, min(before.count, now.count))
  }

  private static func areSame(_ left: Set<ValueMark>, _ right: Set<ValueMark>) -> Bool {
    let shared = left.intersection(right).count
    return shared >= 2 && 3 * shared >= 2 * min(left.count, right.count)
  }

  /// Of each entry of a few objects the values that no other entry has.
  private static func tellingValues(
    in documents: [JSONDocument], at path: ShapePath
  ) -> [Set<ValueMark>] {
    var entries: [Set<ValueMark>] = []
    for object in documents.someValues(at: path, most: mostObjects)
    where object.kind == .object {
      for member in object.members.prefix(mostEntries) {
        entries.append(marks(of: member.value, depth: 0))
      }
    }
    var counts: [ValueMark: Int] = [:]
    for entry in entries { for mark in entry { counts[mark, default: 0] += 1 } }
    return entries.map { $0.filter { counts[$0] == 1 } }.filter { !$0.isEmpty }
  }

  private static func marks(of value: JSONValue, depth: Int) -> Set<ValueMark> {
    guard depth < deepest else { return [] }
    switch value.kind {
    case .object:
      return value.members.reduce(into: []) {
        $0.formUnion(marks(of: $1.value, depth: depth + 1))
      }
    case .array:
      return value.elements.prefix(mostObjects).reduce(into: []) {
        $0.formUnion(marks(of: $1, depth: depth + 1))
      }
    case .bool: return []
    case .null, .number, .string: return Set([ValueMark(value)].compactMap { $0 })
    }
  }

  // What is looked at: more would tell no more.
  private static let mostObjects = 20
  private static let mostEntries = 60
  private static let deepest = 4
}
