import StrictJSON

/// A place at which two documents differ.
struct JSONDifference: Sendable, Hashable, CustomStringConvertible {
  enum Kind: Sendable, Hashable {
    case lost, added
    case other(read: String, written: String)
  }

  let pointer: JSONPointer
  let kind: Kind

  var description: String {
    let place = pointer.tokens.isEmpty ? "the document" : pointer.description
    return switch kind {
    case .lost: "\(place) is lost"
    case .added: "\(place) is added"
    case .other(let read, let written): "\(place) was \(read) and is \(written)"
    }
  }

  /// The most characters of a value that are shown.
  private static let excerpt = 60

  /// All differences, in the order of the first document.
  static func all(_ read: JSONValue, _ written: JSONValue) -> [JSONDifference] {
    var found: [JSONDifference] = []
    compare(read, written, JSONPointer(), &found)
    return found
  }

  private static func compare(
    _ read: JSONValue, _ written: JSONValue, _ pointer: JSONPointer,
    _ found: inout [JSONDifference]
  ) {
    switch (read.kind, written.kind) {
    case (.object, .object):
      for member in read.members {
        let place = pointer.appending(member.key)
        if let other = written[member.key] {
          compare(member.value, other, place, &found)
        } else {
          found.append(JSONDifference(pointer: place, kind: .lost))
        }
      }
      for member in written.members where read[member.key] == nil {
        found.append(JSONDifference(pointer: pointer.appending(member.key), kind: .added))
      }
    case (.array, .array):
      let elements = (Array(read.elements), Array(written.elements))
      for (index, (one, other)) in zip(elements.0, elements.1).enumerated() {
        compare(one, other, pointer.appending(index), &found)
      }
      for index in elements.1.count..<max(elements.0.count, elements.1.count) {
        found.append(JSONDifference(pointer: pointer.appending(index), kind: .lost))
      }
      for index in elements.0.count..<max(elements.0.count, elements.1.count) {
        found.append(JSONDifference(pointer: pointer.appending(index), kind: .added))
      }
    case (.string, .string) where read.string == written.string: return
    case (.number, .number) where isSame(read.source, written.source): return
    case (.null, .null): return
    case (.bool, .bool) where read.bool == written.bool: return
    default:
      found.append(
        JSONDifference(
          pointer: pointer,
          kind: .other(
            read: String(read.source.prefix(excerpt)),
            written: String(written.source.prefix(excerpt)))))
    }
  }

  /// Whether two numbers are the same; whole ones exactly, others as the nearest `Double`.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    if let one = Int(one), let other = Int(other) { return one == other }
    return Double(one) == Double(other)
  }
}
