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
    guard !documents.isEmpty else { return }
    for path in places.order where path.isEnvelope && places[path]?.mayHoldScalars ?? false {
      for document in documents {
        let value = path.steps.reduce(Optional(document.root)) { value, step in
          guard case .member(let name) = step else { return nil }
          return value?[name]
        }
        if let mark = value.flatMap({ ValueMark($0) }) { values[path, default: []].insert(mark) }
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
