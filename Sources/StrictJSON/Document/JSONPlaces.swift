/// The places of many values of one document, found in one walk.
///
/// A pointer is found by walking from the root, past all that comes before the value. For many
/// values of one long object that would take the square of their number; here the walk to each
/// value goes on where the walk to the one before it ended.
///
///     [{"a": 1, "b": 2}, {"b": 3}]      values: 1, 2, 3
///
///     1   down into element 0, past nothing       [0, a]
///     2   past the member a                       [0, b]
///     3   out of element 0, down into element 1   [1, b]
package struct JSONPlaces {
  /// A step from the root down to a value.
  package enum Step: Sendable, Hashable {
    case element(Int)
    case member(String)
  }

  private struct Container {
    let value: JSONValue
    /// The tape index of the child at which the walk is, and its number.
    var child: Int
    var number = 0
  }

  private var containers: [Container]
  private var steps: [Step] = []

  package init(_ document: JSONDocument) {
    containers = [Container(value: document.root, child: 1)]
  }

  /// The steps from the root to a value, which must not stand before the one that was asked for last.
  package mutating func steps(to value: JSONValue) -> [Step] {
    let target = value.index
    guard target > 0 else { return [] }
    while containers.count > 1, let last = containers.last, target >= Int(last.value.entry.next) {
      containers.removeLast()
      steps.removeLast()
    }
    while var container = containers.popLast() {
      let tape = container.value.storage.tape
      let isObject = container.value.kind == .object
      var index = container.child + (isObject ? 1 : 0)
      while target >= Int(tape[index].next) {
        container.child = Int(tape[index].next)
        container.number += 1
        index = container.child + (isObject ? 1 : 0)
      }
      containers.append(container)
      let key = JSONValue(storage: container.value.storage, index: container.child)
      let step: Step = isObject ? .member(key.string ?? "") : .element(container.number)
      if index == target { return steps + [step] }
      steps.append(step)
      containers.append(
        Container(
          value: JSONValue(storage: container.value.storage, index: index), child: index + 1))
    }
    return steps
  }
}

extension JSONPointer {
  /// Makes a pointer of steps.
  package init(_ steps: [JSONPlaces.Step]) {
    self.init(
      tokens: steps.map { step in
        switch step {
        case .element(let number): String(number)
        case .member(let name): name
        }
      })
  }
}

extension ShapePath {
  /// Makes the shape path of steps: every element becomes `[*]`.
  package init(_ steps: [JSONPlaces.Step]) {
    self.init(
      steps: steps.map { step in
        switch step {
        case .element: .elements
        case .member(let name): .member(name)
        }
      })
  }
}
