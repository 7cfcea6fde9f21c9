import StrictJSON

extension JSONNode {
  /// An object with those members that have a value.
  static func object(_ members: [(String, JSONNode?)]) -> JSONNode {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// A whole number.
  static func number(_ value: Int) -> JSONNode { .number(String(value)) }
}
