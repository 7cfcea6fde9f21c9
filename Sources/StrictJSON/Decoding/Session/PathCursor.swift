extension DecodingSession {
  /// Finds the path to the value at a tape index, whose shape is known.
  ///
  /// Its owners are right only where they are asked for: then the requests are written into their places.
  func path(
    to index: Int, at shape: ShapeNode, in storage: JSONStorage, hasOwners: Bool = true
  ) -> DecodingPath {
    if hasOwners { readLog.apply() }
    return way(to: index, at: shape, in: storage).path
  }

  /// The way to the part of a value at a place, and the part; none where the document ends before it.
  private func way(
    to index: Int, at shape: ShapeNode, in storage: JSONStorage
  ) -> (path: DecodingPath, value: JSONValue?) {
    guard let above = shape.above, let step = shape.path.last else {
      return (DecodingPath(root: self.shape), JSONValue(storage: storage, index: 0))
    }
    let (path, container) = way(to: index, at: above, in: storage)
    guard let container else { return (path, nil) }
    switch step {
    case .member(let name):
      guard let member = container[name] else { return (path, nil) }
      let key = renamesKeys ? renaming(at: path)(name) : name
      return (path.member(NameKey(key), shape), member)
    case .elements, .values:
      let isMap = step == .values
      // A sample from elsewhere stands for what is broken here, where there may be nothing.
      guard container.kind == (isMap ? .object : .array),
        Int(container.entry.next) > container.index + 1
      else { return (path, nil) }
      let depth = shape.path.depth - 1
      let child = cursor.child(of: container, at: depth, holding: index, isMap: isMap)
      let value = JSONValue(storage: storage, index: child.index)
      guard isMap else { return (path.below(.element(child.position), shape), value) }
      let name = JSONValue(storage: storage, index: child.index - 1).string ?? ""
      return (path.below(.mapValue(NameKey(name), name: name), shape), value)
    }
  }
}

/// Where the last search for a path went, level by level.
///
/// Paths are mostly asked for in the order of the document, and then a search begins where the
/// last one ended; from the beginning of a list each time they would take the square of its length.
struct PathCursor {
  private struct Level {
    var container = -1
    var position = 0
    var index = 0
  }

  private var levels: [Level] = []

  /// Finds the child of a container that holds a tape index.
  mutating func child(
    of container: JSONValue, at depth: Int, holding target: Int, isMap: Bool
  ) -> (position: Int, index: Int) {
    while levels.count <= depth { levels.append(Level()) }
    let margin = isMap ? 1 : 0
    var level = levels[depth]
    if level.container != container.index || level.index > target {
      level = Level(container: container.index, position: 0, index: container.index + 1 + margin)
    }
    let tape = container.storage.tape
    while Int(tape[level.index].next) <= target,
      Int(tape[level.index].next) < Int(container.entry.next)
    {
      level.index = Int(tape[level.index].next) + margin
      level.position += 1
    }
    levels[depth] = level
    return (level.position, level.index)
  }
}
