import JSONSchema
package import StrictJSON

/// Whether a document holds any record.
///
/// An answer such as `{"meals": null}` or `{"meals": "Invalid ID"}` holds none: where the known format has
/// an array or an object there is something else, or an empty one. What an envelope says beside its
/// records, such as `"error": "down"` or `"total": 0`, is none.
package struct DataPresence: Sendable {
  private let shape: Shape?

  /// Makes a test for documents of a contract; without one every value but `null` counts.
  package init(_ contract: Contract?) {
    shape = contract?.shape
  }

  /// Makes a test for documents of the format that another document has.
  package init(like document: JSONDocument) {
    var summary = ShapeSummary()
    summary.add(document)
    shape = Shape(inferredFrom: summary)
  }

  /// Whether the document holds any record.
  package func holdsData(_ document: JSONDocument) -> Bool {
    shape.map { Self.holdsData(document.root, $0) } ?? Self.isFilled(document.root)
  }

  private static func holdsData(_ value: JSONValue, _ shape: Shape) -> Bool {
    switch value.kind {
    case .array: return value.count > 0
    case .object:
      let wrapped =
        shape.object?.members.filter {
          $0.shape.isContainer && !EnvelopeMember.isBeside($0.name)
        } ?? []
      let wraps = { (name: String) in wrapped.first { $0.name == name } }
      let isAbout = { (name: String) in
        EnvelopeMember.isAbout(name) || EnvelopeMember.isBeside(name)
      }
      let isEnvelope = shape.object.map { object in
        object.members.allSatisfy { wraps($0.name) != nil || isAbout($0.name) }
      }
      if isEnvelope == true, !wrapped.isEmpty {
        return value.members.contains { member in
          if let wrapped = wraps(member.key) { return holdsData(member.value, wrapped.shape) }
          return !isAbout(member.key) && isFilled(member.value)
        }
      }
      guard value.count == 1, let only = value.members.first(where: { wraps($0.key) != nil }),
        let inner = wraps(only.key)
      else { return value.count > 0 }
      return holdsData(only.value, inner.shape)
    default:
      return !shape.types.contains(.array) && !shape.types.contains(.object) && !value.isNull
    }
  }

  private static func isFilled(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .null: false
    case .bool, .number, .string: true
    case .array: value.count > 0
    case .object: value.members.contains { isFilled($0.value) }
    }
  }
}

extension Shape {
  /// Whether there are lists or objects.
  var isContainer: Bool { types.contains(.array) || types.contains(.object) }
}
