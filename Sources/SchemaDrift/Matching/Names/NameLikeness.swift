/// How alike two keys are, as a person reads them: `strMealThumb` and `meal_thumbs` are.
enum NameLikeness {
  /// Whether a name is a general one behind other words, and the other one is without them: `parentType` and `type`.
  static func isQualified(_ name: String, unlike other: String) -> Bool {
    let own = NameWords.of(name)
    let others = NameWords.of(other)
    guard own.count >= 2, let last = own.last, last == others.last else { return false }
    return Vocabulary.generalNames.contains(last) && Set(own.dropLast()).isDisjoint(with: others)
  }

  /// A name and its words, taken apart once for many comparisons.
  struct Name {
    let text: String
    let words: [String]

    init(_ text: String, ignoring prefixes: Set<String> = []) {
      self.text = text
      words = NameWords.of(text, ignoring: prefixes)
    }
  }

  /// How alike two names are, from 0 to 1; 1 is the same words.
  static func of(_ left: String, _ right: String, ignoring prefixes: Set<String> = []) -> Double {
    if left == right { return 1 }
    return of(Name(left, ignoring: prefixes), Name(right, ignoring: prefixes))
  }

  /// How alike two names are, from 0 to 1; 1 is the same words.
  static func of(_ left: Name, _ right: Name) -> Double {
    if left.text == right.text { return 1 }
    let (leftWords, rightWords) = (left.words, right.words)
    guard !leftWords.isEmpty, !rightWords.isEmpty else { return 0 }
    // `sub_title` is `subtitle`, too.
    if leftWords.joined() == rightWords.joined() { return 1 }
    if isContraction(leftWords, of: rightWords) || isContraction(rightWords, of: leftWords) {
      return DriftTuning.Names.contraction
    }
    if areInitials(leftWords, of: rightWords) || areInitials(rightWords, of: leftWords)
      || haveInitials(leftWords, rightWords)
    {
      return DriftTuning.Names.synonyms
    }
    let forth = leftWords.reduce(0) { $0 + best($1, in: rightWords) } / Double(leftWords.count)
    let back = rightWords.reduce(0) { $0 + best($1, in: leftWords) } / Double(rightWords.count)
    guard forth + back > 0 else { return 0 }
    // `name` is all of `mission_name`'s last word: what one says, the other says too.
    return 0.5 * (2 * forth * back / (forth + back)) + 0.5 * max(forth, back)
      * min(1, 0.5 + min(forth, back))
  }

  /// Whether each word of a name is one of another one in short, in their order: `sp_atk` of `special-attack`.
  static func isShort(_ name: String, of other: String) -> Bool {
    let (own, words) = (NameWords.of(name), NameWords.of(other))
    return own.count == words.count && own != words
      && zip(own, words).allSatisfy { short, word in
        short == word || word.hasPrefix(short) || isAbbreviation(short, of: word)
      }
  }

  /// Which share of the names two sets have in common.
  static func ofSets(_ left: Set<String>, _ right: Set<String>) -> Double {
    let all = left.union(right).count
    return all == 0 ? 0 : Double(left.intersection(right).count) / Double(all)
  }

  /// Whether two names are those of the two ends of something, in their order: `start` and `end`.
  static func areEnds(_ names: [String]) -> Bool {
    guard names.count == 2 else { return false }
    let (first, last) = (NameWords.of(names[0]), NameWords.of(names[1]))
    return first.count == last.count
      && Vocabulary.ends.contains { pair in
        zip(first, last).allSatisfy { $0 == $1 || $0 == pair.0 && $1 == pair.1 }
      }
  }

  /// The first words that most of some names share, such as `str`, and so say nothing.
  static func commonPrefixes(of names: [String]) -> Set<String> {
    guard names.count >= 4 else { return [] }
    var counts: [String: Int] = [:]
    for name in names {
      let words = NameWords.of(name)
      if words.count > 1, let first = words.first { counts[first, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value * 10 >= names.count * 6 }.keys)
  }

  /// Whether a name, or its last word of two, is made of the first letters of words: `tld` of `topLevelDomain`, and
  /// `option_jbh` of `join_before_host`.
  static func areInitials(_ name: [String], of words: [String]) -> Bool {
    guard words.count >= 3 else { return false }
    let initials = String(words.compactMap(\.first))
    return name.joined() == initials || name.count == 2 && name.last == initials
  }

  /// Whether a name is the initials of words and the whole last one: `gmap` of `google` and `map`.
  static func isContraction(_ name: [String], of words: [String]) -> Bool {
    guard name.count == 1, let word = name.first, words.count >= 2, let last = words.last,
      last.utf8.count >= 3, word.utf8.count == last.utf8.count + words.count - 1
    else { return false }
    return word.hasSuffix(last) && zip(word, words.dropLast()).allSatisfy { $0 == $1.first }
  }

  /// Whether one word of a name is the initials of words of the other, and all others are the same: `otGoals` and
  /// `overTimeGoals`.
  static func haveInitials(_ left: [String], _ right: [String]) -> Bool {
    let (short, long) = left.count <= right.count ? (left, right) : (right, left)
    guard short.count >= 2, long.count > short.count else { return false }
    let count = long.count - short.count + 1
    return short.indices.contains { place in
      short[place] == String(long[place..<place + count].compactMap(\.first))
        && short[..<place] == long[..<place] && short[(place + 1)...] == long[(place + count)...]
    }
  }

  private static let groupsOfWord: [String: Set<Int>] = {
    var groups: [String: Set<Int>] = [:]
    for (group, words) in Vocabulary.synonyms.enumerated() {
      for word in words { groups[NameWords.singular(word), default: []].insert(group) }
    }
    return groups
  }()

  private static func best(_ word: String, in others: [String]) -> Double {
    others.reduce(0) { max($0, likeness(word, $1)) }
  }

  /// How alike two words are, from 0 to 1.
  static func likeness(_ left: String, _ right: String) -> Double {
    if left == right { return 1 }
    if let groups = groupsOfWord[left], let others = groupsOfWord[right],
      !groups.isDisjoint(with: others)
    {
      return DriftTuning.Names.synonyms
    }
    let (short, long) = left.count <= right.count ? (left, right) : (right, left)
    // `f` of `female`, `qty` of `quantity`.
    if short.count < 3 { return !short.isEmpty && long.hasPrefix(short) ? 0.5 : 0 }
    if isAbbreviation(short, of: long) { return 0.6 }
    let common = zip(short, long).prefix { $0 == $1 }.count
    if isSameStem(short, long) { return DriftTuning.Names.synonyms }
    // `land` begins `landing`; two long words may differ in a letter.
    if common == short.count { return 0.5 + 0.5 * Double(short.count) / Double(long.count) }
    // `link` ends `permalink`.
    if short.count >= 4, long.hasSuffix(short), !Vocabulary.generalNames.contains(short) {
      return 0.5 + 0.5 * Double(short.count) / Double(long.count)
    }
    return common >= 5 ? 0.8 * Double(common) / Double(long.count) : 0
  }

  /// Whether two words differ by their endings only: `rated` and `rating`, `cited` and `citation`.
  private static func isSameStem(_ left: String, _ right: String) -> Bool {
    guard left.utf8.prefix(3).elementsEqual(right.utf8.prefix(3)), right.utf8.count >= 5 else {
      return false
    }
    let endings = ["ing", "ed", "er", "e"]
    if (stem(left, endings) ?? left[...]) == (stem(right, endings) ?? right[...]) { return true }
    // Forms of a verb only: `donation` is not what is `done`.
    let verbs = ["ation", "ating", "ated", "ate", "ing", "ed"]
    guard let verb = stem(left, verbs) else { return false }
    return verb == stem(right, verbs)
  }

  /// A word without its ending; nil where it has none of some.
  private static func stem(_ word: String, _ endings: [String]) -> Substring? {
    for ending in endings
    where word.hasSuffix(ending) && word.utf8.count >= ending.utf8.count + 3 {
      return word.dropLast(ending.count)
    }
    return nil
  }

  /// Whether a name is made of the beginnings of others: `latlng` of `latitude` and `longitude`.
  static func isMadeOf(_ name: String, _ others: [String]) -> Bool {
    let own = NameWords.letters(name)
    return !others.isEmpty
      && others.allSatisfy { other in
        let word = NameWords.letters(other)
        return own.contains(word.prefix(3))
          || own.indices.contains { start in
            let part = String(own[start...].prefix(3))
            return part.count == 3 && isAbbreviation(part, of: word)
          }
      }
  }

  /// Whether a word is another one without its vowels, and maybe more of its letters.
  private static func isAbbreviation(_ short: String, of long: String) -> Bool {
    guard short.count <= 5, long.count > short.count, short.first == long.first,
      !short.dropFirst().contains(where: { "aeiou".contains($0) })
    else { return false }
    var rest = Substring(long)
    for letter in short {
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }
}
