import JSONSchema
import SchemaDrift
import StrictJSON
import WireDates

/// The edits that may show a rule in documents of a shape, in the order of the format.
///
/// Whether an edit really shows the rule is for a comparison to say: a renamed key without values is a
/// lost one and a new one.
struct DriftCandidates {
  private let rule: DriftRule
  private(set) var edits: [DriftEdit] = []

  init(_ rule: DriftRule, in shape: Shape) {
    self.rule = rule
    if rule == .envelopeChanged {
      let key = shape.object?["data"] == nil ? "data" : "result"
      edits.append(DriftEdit(path: ShapePath(), kind: .envelope(key)))
    }
    visit(shape, at: ShapePath())
  }

  private mutating func visit(_ shape: Shape, at path: ShapePath) {
    if let object = shape.object {
      visit(object, at: path)
      if let value = object.mapValue { visit(value, at: path.appending(.values)) }
    }
    if let element = shape.element { visit(element, at: path.appending(.elements)) }
  }

  private mutating func visit(_ object: ObjectShape, at path: ShapePath) {
    let names = object.members.map(\.name)
    let slots = Set(object.slotFamilies.flatMap(\.memberNames))
    for member in object.members where !slots.contains(member.name) {
      let place = path.appending(.member(member.name))
      if let kind = kind(member, beside: object) {
        edits.append(DriftEdit(path: place, kind: kind))
      }
      visit(member.shape, at: place)
    }
    if rule == .slotsToArray {
      for family in object.slotFamilies {
        let keys = family.memberNames
        guard let first = keys.first(where: names.contains) else { continue }
        let name = Self.unused(
          family.name.replacing(SlotFamily.slotMark, with: "") + "s", among: names)
        edits.append(
          DriftEdit(path: path.appending(.member(first)), kind: .gather(keys, into: name)))
      }
    }
    if rule == .keyAdded, !object.members.isEmpty {
      let name = Self.unused("newKey", among: names)
      edits.append(DriftEdit(path: path.appending(.member(name)), kind: .add))
    }
  }

  /// What the rule would do to a member; nil where it does not apply.
  private func kind(_ member: MemberShape, beside object: ObjectShape) -> DriftEdit.Kind? {
    let shape = member.shape
    let isScalar = shape.types.isDisjoint(with: [.array, .object]) && !shape.types.isEmpty
    let isNumber = !shape.types.isEmpty && shape.types.isSubset(of: [.integer, .number])
    switch rule {
    case .keyRenamed:
      return .rename(to: Self.unused("\(member.name)V2", among: object.members.map(\.name)))
    case .keyRemoved: return .remove
    case .becameOptional: return member.isRequired ? .removeSome : nil
    case .becameNullable: return shape.isNullable ? nil : .replace(.someNull)
    case .becameAlwaysNull: return shape.isAlwaysNull ? nil : .replace(.null)
    case .becameEmpty:
      return shape.types.isDisjoint(with: [.string, .array]) ? nil : .replace(.empty)
    case .typeChanged: return isScalar ? .replace(.otherType) : nil
    case .numberToNumericString: return isNumber ? .replace(.text) : nil
    case .numericStringToNumber: return shape.types == [.string] ? .replace(.number) : nil
    case .scalarToArray: return isScalar ? .replace(.list) : nil
    case .arrayToScalar: return shape.types == [.array] ? .replace(.firstElement) : nil
    case .valueNested: return isScalar ? .replace(.nested) : nil
    case .valueHoisted: return .hoist
    case .keyMoved:
      return object.members.first { $0.name != member.name && $0.shape.types == [.object] }
        .map { .move(into: $0.name) }
    case .arrayToMap: return id(of: shape.element).map { .replace(.map($0)) }
    case .mapToArray: return shape.object?.mapValue == nil ? nil : .replace(.values)
    case .objectToID:
      return shape.types == [.object] ? id(of: shape).map { .replace(.id($0)) } : nil
    case .enumValueAdded: return shape.values.isEmpty ? nil : .replace(.newText)
    case .dateFormatChanged: return shape.dateFormat.map { .replace(.date($0, Self.other($0))) }
    case .epochUnitChanged:
      switch shape.dateFormat {
      case .unixSeconds: return .replace(.thousandfold)
      case .unixMilliseconds: return .replace(.thousandth)
      case .iso8601, .iso8601Fractional, .pattern, nil: return nil
      }
    case .idFormatChanged: return isScalar && Self.isID(member.name) ? .replace(.prefixed) : nil
    case .meaningChanged:
      let others = object.members.drop { $0.name != member.name }.dropFirst()
      return isScalar
        ? others.first { $0.shape.types == shape.types }.map { .swap(with: $0.name) } : nil
    case .nothingRespelled:
      return shape.types == [.string] && shape.isNullable ? .replace(.nullAsEmpty) : nil
    case .keyAdded, .envelopeChanged, .slotsToArray, .versionChanged: return nil
    }
  }

  /// The member of an object by which it is known.
  private func id(of shape: Shape?) -> String? {
    shape?.object?.members.first {
      Self.isID($0.name) && !$0.shape.types.isEmpty
        && $0.shape.types.isSubset(of: [.string, .integer])
    }?.name
  }

  private static func isID(_ name: String) -> Bool {
    let letters = name.lowercased()
    return letters == "id" || letters == "_id" || letters.hasSuffix("_id")
      || letters.hasPrefix("id")
      || name.hasSuffix("Id") || name.hasSuffix("ID") || letters.hasSuffix("_number")
  }

  private static func other(_ format: DateFormat) -> DateFormat {
    switch format {
    case .iso8601, .iso8601Fractional: .pattern("yyyy-MM-dd HH:mm:ss")
    case .unixSeconds, .unixMilliseconds, .pattern: .iso8601
    }
  }

  private static func unused(_ name: String, among names: [String]) -> String {
    var name = name
    while names.contains(name) { name += "_" }
    return name
  }
}
