import JSONSchema
import WireDates

extension Shape {
  /// Whether a type is one of the shape's, where every integer is a number.
  func allows(_ type: JSONType) -> Bool {
    types.contains(type) || type == .integer && types.contains(.number)
  }

  /// Whether no object and no array comes here.
  var isScalar: Bool { types.isDisjoint(with: [.array, .object]) }

  /// Whether only numbers come here.
  var isNumber: Bool { types.isSubset(of: [.integer, .number]) }

  /// Whether nothing but objects came, and they have members.
  var hasMembers: Bool { types == [.object] && object?.members.isEmpty == false }

  /// Whether objects came, and none had a member.
  var hasEmptyObjectsOnly: Bool {
    object == nil && types.contains(.object) && observed != nil
  }

  /// The date format, or the family of formats, that the values share; nil for other values.
  var dateName: String? { dateFormat?.name ?? (textForm == .dateTime ? Self.anyDateTime : nil) }

  /// The name of the family of RFC 3339 date-times, with and without a fraction.
  static let anyDateTime = TextForm.dateTime.rawValue
}

extension ObjectShape {
  /// What any value of the object can be, whatever its key.
  var anyValue: Shape? {
    members.map(\.shape).reduce(mapValue) { joined, shape in
      joined.map { $0.union(shape) } ?? shape
    }
  }
}
