import JSONSchema
package import StrictJSON

/// Whether a document holds any record.
///
/// An answer such as `{"meals": null}` or `{"meals": "Invalid ID"}` holds none: where the known format has
/// an array or an object there is something else, or an empty one.
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
      let containers = value.members.filter { member in
        guard let known = shape.object?[member.key]?.shape else { return false }
        return known.types.contains(.array) || known.types.contains(.object)
      }
      let wrapsOneList = value.count == 1 && containers.count == 1
      guard wrapsOneList, let only = containers.first,
        let inner = shape.object?[only.key]?.shape
      else { return value.count > 0 }
      return holdsData(only.value, inner)
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
