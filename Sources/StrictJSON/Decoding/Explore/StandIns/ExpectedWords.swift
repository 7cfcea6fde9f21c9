/// The words that code says it expects, by the error that it threw when it met another one.
///
///     guard version == "2.0" else { throw Invalid("expected \"2.0\"") }
///     throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no 'apps'")
///
/// Nobody knows what a comparison in code compares with; but where code accepts one of the words, the value is the
/// reason of its error.
enum ExpectedWords {
  private static let longest = 40
  private static let mostWords = 4
  private static let quotes: Set<Character> = ["\"", "'", "`", "“", "”", "‘", "’"]

  /// The quoted words of an error, in their order.
  static func of(_ error: any Error) -> [String] {
    let text = (error as? DecodingError)?.context?.debugDescription ?? String(describing: error)
    // Quotes within the text of an error have backslashes where the error is described by its members.
    let parts = text.replacing("\\\"", with: "\"").split(
      omittingEmptySubsequences: false, whereSeparator: quotes.contains)
    var words: [String] = []
    // What lies between two quotes may be within one quotation, or between two: then it is no word.
    for part in parts.dropFirst().dropLast() where isWord(part) && !words.contains(String(part)) {
      words.append(String(part))
    }
    return Array(words.prefix(mostWords))
  }

  /// Whether an error says that a word is the one that is expected, and none that is like it: in a member of its own, or
  /// right behind such words.
  static func isNamed(_ word: String, by error: any Error) -> Bool {
    guard let text = (error as? DecodingError)?.context?.debugDescription else { return true }
    let plain = String(text.map { quotes.contains($0) ? "\"" : $0 }).lowercased()
    return ["expected", "must be", "should be"].contains {
      plain.contains("\($0) \"\(word.lowercased())\"")
    }
  }

  private static func isWord(_ text: Substring) -> Bool {
    1...longest ~= text.count
      && text.allSatisfy { $0.isLetter || $0.isNumber || "._-/:+@".contains($0) }
      && (text.first?.isLetter ?? false || text.first?.isNumber ?? false)
  }
}
