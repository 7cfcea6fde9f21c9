import StrictJSON

/// A JSON value that can be changed, for tests that change formats.
indirect enum JSONTree {
  case scalar(String)
  case array([JSONTree])
  case object([(key: String, value: JSONTree)])

  init(_ value: JSONValue) {
    switch value.kind {
    case .array: self = .array(value.elements.map { JSONTree($0) })
    case .object: self = .object(value.members.map { ($0.key, JSONTree($0.value)) })
    case .null, .bool, .number, .string: self = .scalar(value.source)
    }
  }

  var source: String {
    switch self {
    case .scalar(let source): source
    case .array(let elements): "[" + elements.map(\.source).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ":" + $0.value.source }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  subscript(key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var isScalar: Bool {
    if case .scalar = self { return true }
    return false
  }

  var isNull: Bool {
    if case .scalar("null") = self { return true }
    return false
  }

  /// Changes the members of all objects at a path, in which `*` is any element.
  mutating func change(
    at path: ArraySlice<String>, _ body: (inout [(key: String, value: JSONTree)]) -> Void
  ) {
    switch self {
    case .scalar: return
    case .array(var elements):
      guard path.first == "*" else { return }
      for index in elements.indices { elements[index].change(at: path.dropFirst(), body) }
      self = .array(elements)
    case .object(var members):
      guard let name = path.first else {
        body(&members)
        self = .object(members)
        return
      }
      for index in members.indices where members[index].key == name {
        members[index].value.change(at: path.dropFirst(), body)
      }
      self = .object(members)
    }
  }
}
