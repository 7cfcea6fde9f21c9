import StrictJSON

/// One change of a document.
struct Mutation {
  enum Change {
    case delete
    case replace(JSONNode)
    /// Adds a member to the object, before all others or behind them.
    case insert(String, JSONNode, isFirst: Bool)
    /// Adds an element to the array.
    case append(JSONNode)
  }

  var pointer: JSONPointer
  var change: Change

  private static let oddValues: [JSONNode] = [
    .null, true, false, "", "x", "1", "red", "circle", "a@b", "2006-02-30T00:00:00Z", "\u{FFFD}",
    [],
    [:], [1], ["a": 1], 0, 1, -1, .number("1.0"), .number("1.5"), .number("-0"), .number("1e2"),
    .number("300"), .number("1e400"), .number("1e-400"), .number("4.9e-324"), .number("3.5e38"),
    .number("9223372036854775807"), .number("9223372036854775808"), .number("18446744073709551616"),
    .number("340282366920938463463374607431768211456"), .number("1e19"), .number("16777217"),
    .number("0.1000000000000000055511151231257827021181583404541015625"), .number("1e128"),
    .number("-129"), .number("65536"), .number("1E+2"), .number("-0.0"), .number("100e-2"),
  ]

  /// Any change at any place.
  static func random(of node: JSONNode, using random: inout SeededRandom) -> Mutation {
    var number = Int.random(in: 0..<node.size, using: &random)
    var tokens: [String] = []
    let target = node.descendant(&number, &tokens)
    let place = JSONPointer(tokens: tokens)
    let odd = oddValues.randomElement(using: &random) ?? .null
    switch (Int.random(in: 0..<10, using: &random), target) {
    case (0, _), (1, _):
      return Mutation(pointer: place, change: place.tokens.isEmpty ? .replace(odd) : .delete)
    case (2, .object(let members)):
      let keys = members.map(\.key) + ["extra", "f_x", "1", "x", "userName", "user__name"]
      let key = keys.randomElement(using: &random) ?? "extra"
      return Mutation(
        pointer: place, change: .insert(key, odd, isFirst: .random(using: &random)))
    case (2, .array(let elements)):
      return Mutation(
        pointer: place, change: .append(elements.randomElement(using: &random) ?? odd))
    default: return Mutation(pointer: place, change: .replace(odd))
    }
  }

  /// A change that may be a defect and that makes no more than one.
  static func defect(in node: JSONNode, using random: inout SeededRandom) -> Mutation {
    let places = node.places.filter { !$0.tokens.isEmpty }
    let place = places.randomElement(using: &random) ?? JSONPointer()
    let parent = JSONPointer(tokens: place.tokens.dropLast())
    if case .object = node.node(at: parent), Int.random(in: 0..<3, using: &random) == 0 {
      return Mutation(pointer: place, change: .delete)
    }
    let values: [JSONNode] = [.null, true, "no such value", .number("1e400"), .number("0.5"), 777]
    let value = values.randomElement(using: &random) ?? .null
    return Mutation(pointer: place, change: .replace(value))
  }

  /// Whether one of two changes lies within the other.
  func touches(_ other: Mutation) -> Bool {
    pointer.tokens.starts(with: other.pointer.tokens)
      || other.pointer.tokens.starts(with: pointer.tokens)
  }

  func apply(to node: JSONNode) -> JSONNode {
    Self.edit(node, pointer.tokens[...], change) ?? .null
  }

  /// Returns the changed node; nil where it is deleted.
  private static func edit(
    _ node: JSONNode, _ tokens: ArraySlice<String>, _ change: Change
  ) -> JSONNode? {
    guard let token = tokens.first else { return edit(node, change) }
    switch node {
    case .array(var elements):
      guard let index = Int(token), elements.indices.contains(index) else { return node }
      if let changed = edit(elements[index], tokens.dropFirst(), change) {
        elements[index] = changed
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.key == token }) else { return node }
      if let changed = edit(members[index].value, tokens.dropFirst(), change) {
        members[index].value = changed
      } else {
        members.remove(at: index)
      }
      return .object(members)
    default: return node
    }
  }

  private static func edit(_ node: JSONNode, _ change: Change) -> JSONNode? {
    switch (change, node) {
    case (.delete, _): return nil
    case (.replace(let value), _): return value
    case (.insert(let key, let value, let isFirst), .object(var members)):
      members.insert(JSONNode.Member(key, value), at: isFirst ? 0 : members.count)
      return .object(members)
    case (.append(let value), .array(let elements)): return .array(elements + [value])
    default: return node
    }
  }
}

extension JSONNode {
  /// The number of values in it, itself included.
  fileprivate var size: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.size }
    case .object(let members): members.reduce(1) { $0 + $1.value.size }
    default: 1
    }
  }

  /// The value of a number, in the order of the document; nil behind the last one, and then the rest of the number.
  fileprivate func descendant(_ number: inout Int, _ tokens: inout [String]) -> JSONNode? {
    if number == 0 { return self }
    number -= 1
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = element.descendant(&number, &tokens) {
          tokens.insert(String(index), at: 0)
          return found
        }
      }
    case .object(let members):
      for member in members {
        if let found = member.value.descendant(&number, &tokens) {
          tokens.insert(member.key, at: 0)
          return found
        }
      }
    default: break
    }
    return nil
  }

  /// The pointers of the node and of all that is in it.
  var places: [JSONPointer] {
    var found: [JSONPointer] = []
    func visit(_ node: JSONNode, _ pointer: JSONPointer) {
      found.append(pointer)
      switch node {
      case .array(let elements):
        for (index, element) in elements.enumerated() { visit(element, pointer.appending(index)) }
      case .object(let members):
        for member in members { visit(member.value, pointer.appending(member.key)) }
      default: break
      }
    }
    visit(self, JSONPointer())
    return found
  }

  /// The node that a pointer names.
  func node(at pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      switch node {
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        node = elements[index]
      case .object:
        guard let member = node[token] else { return nil }
        node = member
      default: return nil
      }
    }
    return node
  }
}
