import StrictJSON

/// Finds the word that somebody meant: options, commands, choices, rules and endpoints alike.
package enum Suggestion {
  /// The candidate that is nearest to a word; nil when none is near.
  ///
  /// Near means: it starts with the word, or no more than a third of the letters differ.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    let limit = max(1, word.utf8.count / 3)
    let letters = Array(word.lowercased().utf8)
    let distances = candidates.map {
      ($0, EditDistance.between(letters, Array($0.lowercased().utf8)))
    }
    if let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= limit { return best.0 }
    return word.utf8.count >= 2 ? candidates.first { $0.hasPrefix(word) } : nil
  }

  /// `; did you mean 'check'?` for a message, or an empty text.
  package static func words(for word: String, in candidates: [String], prefix: String = "")
    -> String
  {
    nearest(to: word, in: candidates).map { "; did you mean '\(prefix)\($0)'?" } ?? ""
  }
}
