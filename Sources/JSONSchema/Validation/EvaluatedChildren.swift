/// Which members or elements of a value some keyword has looked at, by their numbers from 0.
///
/// `unevaluatedProperties` and `unevaluatedItems` apply to what is left when all other keywords of
/// their schema are done, those in subschemas that look at the same value included. With
///
///     {"allOf": [{"properties": {"a": true}}],
///      "anyOf": [{"properties": {"b": {"type": "string"}}}, {"required": ["c"]}],
///      "unevaluatedProperties": false}
///
/// and the value `{"a": 1, "b": 2, "c": 3}` the set grows so: `allOf` marks 0, which is `a`. The
/// first schema of `anyOf` would mark 1, but it refuses the value, so its marks are thrown away;
/// the second accepts and marks nothing. 1 and 2 are left, and `b` and `c` are refused.
///
/// Each such schema begins with an empty set, because it does not see what schemas beside it or
/// above it have looked at; when it is done, what it has looked at is added to the set above.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-11
struct EvaluatedChildren: Sendable {
  /// One bit for each child, 64 in a word; what lies behind the end is not marked.
  private var words: [UInt64] = []

  /// The room that the set takes, as a measure of the work of joining it with another.
  var size: Int { words.count }

  func contains(_ child: Int) -> Bool {
    child >> 6 < words.count && words[child >> 6] >> (child & 63) & 1 == 1
  }

  mutating func insert(_ child: Int) {
    while words.count <= child >> 6 { words.append(0) }
    words[child >> 6] |= 1 << (child & 63)
  }

  mutating func formUnion(_ other: EvaluatedChildren) {
    if words.isEmpty {
      words = other.words
      return
    }
    while words.count < other.words.count { words.append(0) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }
}
