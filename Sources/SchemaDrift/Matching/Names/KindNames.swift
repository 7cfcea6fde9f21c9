/// The names of members that say of which kind a record is: `type`, `resourceType`, `__typename`.
enum KindNames {
  /// Whether a name says that of the record, and not of something that it tells of, as `email_type` does.
  static func isKind(_ name: String) -> Bool {
    let words = NameWords.of(name)
    guard let last = words.last, Vocabulary.kinds.contains(last) else { return false }
    return words.dropLast().allSatisfy(Vocabulary.records.contains)
  }
}
