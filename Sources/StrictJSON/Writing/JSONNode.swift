/// A JSON value that is made, not read: what ``JSONWriter`` writes.
public enum JSONNode: Sendable, Hashable {
  /// The value `null`.
  case null
  /// A boolean.
  case bool(Bool)
  /// A number, as the text that is written (RFC 8259 section 6).
  case number(String)
  /// A string, not escaped.
  case string(String)
  /// An array.
  case array([JSONNode])
  /// An object; its members are written in this order.
  case object([Member])

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// The name.
    public var key: String
    /// The value.
    public var value: JSONNode

    /// Makes a member.
    public init(_ key: String, _ value: JSONNode) {
      self.key = key
      self.value = value
    }
  }

  /// Copies a value out of a document; number text, order and duplicates stay.
  public init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool: self = .bool(value.bool ?? false)
    case .number: self = .number(value.source)
    case .string: self = .string(value.string ?? "")
    case .array: self = .array(value.elements.map { JSONNode($0) })
    case .object:
      self = .object(value.members.map { Member($0.key, JSONNode($0.value)) })
    }
  }

  /// The value of the first member of a name; to set one replaces it or adds it at the end.
  ///
  /// To set nil removes the member. On a value that is no object a set does nothing.
  public subscript(key: String) -> JSONNode? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.key == key }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      if let position = members.firstIndex(where: { $0.key == key }) {
        if let newValue { members[position].value = newValue } else { members.remove(at: position) }
      } else if let newValue {
        members.append(Member(key, newValue))
      }
      self = .object(members)
    }
  }
}

extension JSONNode {
  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The members of an object; none for other values.
  package var members: [Member] {
    if case .object(let members) = self { return members }
    return []
  }

  /// The elements of an array; none for other values.
  package var elements: [JSONNode] {
    if case .array(let elements) = self { return elements }
    return []
  }

  /// The value that a pointer leads to (RFC 6901); nil where there is none.
  package func value(at pointer: JSONPointer) -> JSONNode? {
    pointer.tokens.reduce(self as JSONNode?) { node, token in
      switch node {
      case .array(let elements)?:
        Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      case let node?: node[token]
      case nil: nil
      }
    }
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an array.
  public init(arrayLiteral elements: JSONNode...) { self = .array(elements) }
  /// Makes an object with its members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONNode)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
