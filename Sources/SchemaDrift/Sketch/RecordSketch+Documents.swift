import StrictJSON

// Documents that a comparison reads in place of those that are gone: the kept records, with the eight
// characters of a sketch where a value was. The values of one list or map that were kept of a record are
// dealt out to its elements one by one.
extension RecordSketch {
  /// The records that are kept of a place, each in a document of its own.
  func documents(at root: ShapePath) -> [JSONDocument] {
    (records[root] ?? []).compactMap { row in
      let record = Self.value(
        of: row.cells.map { Leaf(way: $0.place.steps[...], values: $0.values[...]) })
      let document = root.steps.reversed().reduce(record) { inner, step in
        switch step {
        case .member(let name): .object([JSONNode.Member(name, inner)])
        case .elements: .array([inner])
        case .values: .object([JSONNode.Member(Self.keySketchMark, inner)])
        }
      }
      return try? JSONDocument(
        JSONWriter.compactBytes(document), maximumDepth: Self.maximumDepth)
    }
  }

  private static let maximumDepth = 2 * JSONDocument.defaultMaximumDepth

  /// The name of a key of which only a sketch is known begins so, as no name in a document does.
  static let keySketchMark = "\u{F8FF}"

  /// Values on their way down to a place.
  private struct Leaf {
    var way: ArraySlice<ShapePath.Step>
    var values: ArraySlice<ValueSketch>
  }

  private static func value(of leaves: [Leaf]) -> JSONNode {
    let deeper = leaves.filter { !$0.way.isEmpty }
    guard let step = deeper.first?.way.first else {
      let values = leaves.flatMap(\.values).map { JSONNode.string($0.text) }
      // The slots of a family have one place for all their values.
      return values.count == 1 ? values[0] : values.isEmpty ? .null : .array(values)
    }
    switch step {
    case .elements:
      let inner = below(deeper, step)
      return .array(dealt(inner).map(value))
    case .values:
      var inner = below(deeper, step)
      var keys: [ValueSketch] = []
      if let index = inner.firstIndex(where: { $0.way.first == ShapePath.mapKey }) {
        keys = Array(inner.remove(at: index).values)
      }
      let values = dealt(inner)
      return .object(
        (0..<max(keys.count, values.count)).map { index in
          let name = index < keys.count ? keys[index].text : String(index)
          return JSONNode.Member(
            keySketchMark + name, index < values.count ? value(of: values[index]) : .null)
        })
    case .member:
      var names: [ShapePath.Step] = []
      for leaf in deeper {
        if let step = leaf.way.first, !names.contains(step) { names.append(step) }
      }
      return .object(
        names.compactMap { step in
          guard case .member(let name) = step else { return nil }
          return JSONNode.Member(name, value(of: below(deeper, step)))
        })
    }
  }

  /// The values that go the way of a step, without that step.
  private static func below(_ leaves: [Leaf], _ step: ShapePath.Step) -> [Leaf] {
    leaves.filter { $0.way.first == step }.map {
      Leaf(way: $0.way.dropFirst(), values: $0.values)
    }
  }

  /// The values one by one: the first ones of all places together, then the second ones.
  private static func dealt(_ leaves: [Leaf]) -> [[Leaf]] {
    let count = leaves.map(\.values.count).max() ?? 0
    return (0..<count).map { index in
      leaves.compactMap { leaf in
        leaf.values.dropFirst(index).first.map { Leaf(way: leaf.way, values: [$0]) }
      }
    }
  }
}
