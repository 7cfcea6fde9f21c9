import StrictJSON

/// The values that stand beside the records of some answers.
///
///     {"name": "Kaldheim", "cards": [{"set": "KHM"}, …]}      became
///     {"data": [{"set": "khm", "set_name": "Kaldheim"}, …]}
///
/// Each answer has one there, so such a place has no column in a table of records. But what an answer said once and each
/// of its records says now is the same value.
struct EnvelopeValues {
  private var values: [ShapePath: Set<ValueMark>] = [:]

  /// The number of answers.
  let answers: Int

  /// The answers that are looked at; more would tell no more.
  private static let mostAnswers = 100

  init(_ side: Drift.Side, _ places: Places) {
    let documents = side.documents.prefix(Self.mostAnswers)
    answers = documents.count
    var waiting = documents.filter { $0.root.kind == .object }.map {
      (value: $0.root, path: ShapePath())
    }
    while let object = waiting.popLast() {
      for member in object.value.members {
        let path = object.path.appending(.member(member.key))
        guard let place = places[path] else { continue }
        if member.value.kind == .object, place.nature == .object {
          waiting.append((member.value, path))
        } else if place.mayHoldScalars, let mark = ValueMark(member.value) {
          values[path, default: []].insert(mark)
        }
      }
    }
  }

  subscript(path: ShapePath) -> Set<ValueMark> { values[path] ?? [] }

  /// What the answers say under a key.
  struct Fact: Hashable {
    let key: String
    let values: Set<ValueMark>
  }

  /// What is said at a place; nil where nothing is.
  func fact(at path: ShapePath) -> Fact? {
    guard let key = path.lastName, let values = values[path] else { return nil }
    return Fact(key: key, values: values)
  }
}
