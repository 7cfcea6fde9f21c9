import JSONSchema
import StrictJSON

/// The lists of a format whose elements have names, which may be the keys of an object on the other side.
///
///     {"summary": {"deep": {"count": 3}, "light": {"count": 9}, "rem": {"count": 5}}}
///     {"stages": [{"type": "DEEP", "count": 3}, {"type": "LIGHT", "count": 9}, {"type": "REM", "count": 5}]}
///
/// Alone such an object is a record, and each of its members moved to the same place of the list. That its keys are
/// what one member of the elements says, and the rest of these is what its values have, makes a map of it.
struct KeyedLists {
  private struct List {
    /// The names of the elements, as their letters.
    let names: Set<String>
    /// The other members of an element, as their letters.
    let members: Set<String>
  }

  private var lists: [List] = []

  private static let fewestNames = 3
  /// A text of more values than this is no name of a few.
  private static let mostNames = 64
  private static let mostValues = 200

  /// Finds the lists of one side where the other side has none.
  init(_ side: Drift.Side, beside other: Shape) {
    find(side.shape, other, at: ShapePath(), side)
  }

  private mutating func find(
    _ shape: Shape, _ other: Shape?, at path: ShapePath, _ side: Drift.Side
  ) {
    if let element = shape.element {
      let elements = path.appending(.elements)
      if let object = element.object, other?.element == nil { add(object, at: elements, side) }
      find(element, other?.element, at: elements, side)
    }
    if let value = shape.object?.mapValue {
      find(value, other?.object?.mapValue, at: path.appending(.values), side)
      return
    }
    for member in shape.object?.members ?? [] {
      let partner = other?.object?[member.name]?.shape
      find(member.shape, partner, at: path.appending(.member(member.name)), side)
    }
  }

  private mutating func add(_ element: ObjectShape, at path: ShapePath, _ side: Drift.Side) {
    guard element.members.count >= 2 else { return }
    for member in element.members where member.shape.types.contains(.string) {
      var values = member.shape.values
      if values.isEmpty {
        let place = path.appending(.member(member.name))
        values = side.documents.someValues(at: place, most: Self.mostValues).compactMap(\.string)
      }
      let names = Set(values.map(Self.letters))
      guard (Self.fewestNames...Self.mostNames).contains(names.count) else { continue }
      let others = element.members.map(\.name).filter { $0 != member.name }
      lists.append(List(names: names, members: Set(others.map(Self.letters))))
    }
  }

  /// Whether the members of an object are the elements of a list.
  ///
  /// `other` is what stands in the object's place on the side of the lists.
  func hold(_ object: ObjectShape, insteadOf other: ObjectShape?) -> Bool {
    guard !lists.isEmpty, object.members.count >= Self.fewestNames,
      object.members.allSatisfy(\.shape.hasMembers),
      NameLikeness.ofSets(
        Set(object.members.map(\.name)), Set(other?.members.map(\.name) ?? []))
        < DriftTuning.Names.halfNames
    else { return false }
    let names = Set(object.members.map { Self.letters($0.name) })
    let inner = object.members.map { member in
      Set((member.shape.object?.members ?? []).map { Self.letters($0.name) })
    }
    return lists.contains { list in
      let common = names.intersection(list.names).count
      return common >= Self.fewestNames && 4 * common >= 3 * names.count
        && 2 * common >= list.names.count
        && inner.allSatisfy {
          2 * $0.intersection(list.members).count >= min($0.count, list.members.count)
        }
    }
  }

  private static func letters(_ name: String) -> String { NameLikeness.words(name).joined() }
}
