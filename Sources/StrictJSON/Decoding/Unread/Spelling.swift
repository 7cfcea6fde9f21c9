/// A key as it is compared with another one that may mean the same.
struct Spelling {
  /// The key in small letters, without what tells `home_url` from `homeURL`.
  let folded: [Character]

  /// No property has a longer name; of a longer key the beginning tells that it is another one.
  private static let longest = 512

  init(_ key: String) {
    let beginning = String(decoding: key.utf8.prefix(Self.longest), as: UTF8.self)
    folded = Array(beginning.lowercased().filter { $0 != "_" && $0 != "-" })
  }

  /// Whether two keys are the same but for one slip, or two in a long key.
  ///
  /// Keys that differ in their digits only, such as `line1` and `line2`, are not similar.
  func isSimilar(to other: Spelling) -> Bool {
    if folded == other.folded { return true }
    let length = max(folded.count, other.folded.count)
    let limit = length < 4 ? 0 : length < 8 ? 1 : 2
    guard abs(folded.count - other.folded.count) <= limit else { return false }
    guard folded.filter({ !$0.isNumber }) != other.folded.filter({ !$0.isNumber }) else {
      return false
    }
    return EditDistance.between(folded, other.folded) <= limit
  }
}
