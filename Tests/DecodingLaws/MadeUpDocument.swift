import StrictJSON

/// A document of a type that is changed at random places, the same one for each seed.
struct MadeUpDocument {
  /// Whether it is a list of such values.
  let isList: Bool
  let text: String

  /// Makes a document: one of nine is a list; the others are single, with one to three changes.
  init(_ sample: JSONNode, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let kind = Int.random(in: 0..<9, using: &random)
    isList = kind == 8
    text = JSONWriter.compact(
      isList
        ? Self.list(sample, Int.random(in: 0..<30, using: &random), using: &random)
        : Self.record(sample, changes: kind % 3 + 1, using: &random))
  }

  /// A record with some changes.
  static func record(
    _ sample: JSONNode, changes: Int, using random: inout SeededRandom
  ) -> JSONNode {
    var record = sample
    for _ in 0..<changes {
      record = Mutation.random(of: record, using: &random).apply(to: record)
    }
    return record
  }

  /// A list in which some records are changed; half of the lists begin with a sound one.
  static func list(
    _ sample: JSONNode, _ round: Int, using random: inout SeededRandom
  ) -> JSONNode {
    let count = round % 10 == 0 ? 40 : 6
    let broken = round % 3 == 0 ? 1 : 3
    return .array(
      (0..<count).map { index in
        let changes =
          index == 0
          ? round % 2 : Int.random(in: 0..<3, using: &random) < broken ? 0 : index % 3
        return record(sample, changes: changes, using: &random)
      })
  }
}
