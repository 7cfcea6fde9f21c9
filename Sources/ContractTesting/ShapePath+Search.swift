import JSONSchema
import StrictJSON

extension ShapePath {
  /// Finds the first value at the path that a condition holds for.
  func first(in document: JSONDocument, where holds: (JSONValue) -> Bool) -> JSONValue? {
    Self.first(steps[...], from: document.root, where: holds)
  }

  /// Finds all values at the path.
  func all(in document: JSONDocument) -> [JSONValue] {
    var found: [JSONValue] = []
    _ = first(in: document) { value in
      found.append(value)
      return false
    }
    return found
  }

  /// Finds the first object at the path's parent that lacks the path's last member.
  func firstLack(in document: JSONDocument) -> (object: JSONValue, key: String)? {
    guard case .member(let key)? = steps.last else { return nil }
    let object = Self.first(steps.dropLast(), from: document.root) {
      $0.kind == .object && $0[key] == nil
    }
    return object.map { ($0, key) }
  }

  /// The path with the first slot in the place of each family of slots: `item1` for `item{n}`.
  func withFirstSlots(of shape: Shape) -> ShapePath {
    var known: Shape? = shape
    var path = ShapePath()
    for step in steps {
      var step = step
      if case .member(let name) = step, let object = known?.object, object[name] == nil,
        let family = object.slotFamilies.first(where: { $0.name == name })
      {
        step = .member(family.memberName(family.range.lowerBound))
      }
      path = path.appending(step)
      known = known?.shape(at: ShapePath(steps: [step]))
    }
    return path
  }

  private static func first(
    _ steps: ArraySlice<Step>, from value: JSONValue, where holds: (JSONValue) -> Bool
  ) -> JSONValue? {
    guard let step = steps.first else { return holds(value) ? value : nil }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      return value[name].flatMap { first(rest, from: $0, where: holds) }
    case .elements:
      for element in value.elements {
        if let found = first(rest, from: element, where: holds) { return found }
      }
    case .values:
      for member in value.members {
        if let found = first(rest, from: member.value, where: holds) { return found }
      }
    }
    return nil
  }
}
