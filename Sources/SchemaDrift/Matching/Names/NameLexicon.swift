import StrictJSON

/// The words in the names of two formats, and how much each of them says.
///
/// In `launch_date_utc`, `launch_success` and `launch_site` the word `launch` says little and `date`
/// much. What the pairs that were found teach is added: where `launch_site` is `pad_site` now, `launch`
/// and `pad` are one word in the pairs to come, and where `strMeal` is `meal`, `str` is none.
struct NameLexicon {
  /// A name as the numbers of its words.
  struct Name {
    let text: String
    let words: [Int]
    let letters: String
  }

  private var numbers: [String: Int] = [:]
  private var spelled: [String] = []
  private var weights: [Double] = []
  private var frequency: [Int] = []
  private var names = 0
  /// How alike two words are, by their numbers; below 0 where that was not looked at.
  private var likenesses: [Double] = []

  init(_ all: some Sequence<String>) {
    for name in Set(all) {
      names += 1
      for word in Set(NameWords.of(name)) { frequency[number(of: word)] += 1 }
    }
    for index in spelled.indices {
      // A word that most names have says nothing of any.
      let share = Double(frequency[index]) / Double(max(8, names))
      weights[index] =
        Vocabulary.auxiliaries.contains(spelled[index])
        ? DriftTuning.Names.leastWord
        : max(DriftTuning.Names.leastWord, 1 - DriftTuning.Names.commonWord * share)
    }
    let count = spelled.count
    likenesses = Array(repeating: 0, count: count * count)
    for left in 0..<count {
      for right in 0...left {
        let likeness = NameLikeness.likeness(spelled[left], spelled[right])
        likenesses[left * count + right] = likeness
        likenesses[right * count + left] = likeness
      }
    }
  }

  private mutating func number(of word: String) -> Int {
    if let number = numbers[word] { return number }
    numbers[word] = spelled.count
    spelled.append(word)
    weights.append(1)
    frequency.append(0)
    return spelled.count - 1
  }

  /// The name of a place, or of several on the way to it, from names that the lexicon was made of.
  func name(_ names: [String]) -> Name {
    let words = names.flatMap { NameWords.of($0) }
    return Name(
      text: names.joined(separator: "."), words: words.compactMap { numbers[$0] },
      letters: words.joined())
  }

  /// How alike two names are, from 0 to 1; 1 is the same words.
  func likeness(_ left: Name, _ right: Name) -> Double {
    if left.letters == right.letters { return 1 }
    guard !left.words.isEmpty, !right.words.isEmpty else { return 0 }
    if isContraction(left, of: right) || isContraction(right, of: left) {
      return DriftTuning.Names.contraction
    }
    if areInitials(left, of: right) || areInitials(right, of: left) || haveInitials(left, right) {
      return DriftTuning.Names.synonyms
    }
    let forth = share(of: left.words, in: right.words)
    let back = share(of: right.words, in: left.words)
    guard forth + back > 0 else { return 0 }
    return 0.5 * (2 * forth * back / (forth + back)) + 0.5 * max(forth, back)
      * min(1, 0.5 + min(forth, back))
  }

  /// How many bytes a word has, by its number.
  func letters(of word: Int) -> Int { spelled[word].utf8.count }

  /// Whether two words have something in common, by their numbers.
  func areRelated(_ left: Int, _ right: Int) -> Bool {
    likenesses[left * spelled.count + right] >= DriftTuning.Names.related
  }

  private func areInitials(_ name: Name, of other: Name) -> Bool {
    other.words.count >= 3
      && NameLikeness.areInitials(
        name.words.map { spelled[$0] }, of: other.words.map { spelled[$0] })
  }

  private func isContraction(_ name: Name, of other: Name) -> Bool {
    name.words.count == 1 && other.words.count >= 2
      && NameLikeness.isContraction([name.letters], of: other.words.map { spelled[$0] })
  }

  private func haveInitials(_ left: Name, _ right: Name) -> Bool {
    left.words.count != right.words.count
      && NameLikeness.haveInitials(
        left.words.map { spelled[$0] }, right.words.map { spelled[$0] })
  }

  private func share(of left: [Int], in right: [Int]) -> Double {
    var sum = 0.0
    var all = 0.0
    for word in left {
      var best = 0.0
      for other in right { best = max(best, likenesses[word * spelled.count + other]) }
      all += weights[word]
      sum += weights[word] * best
    }
    return all > 0 ? sum / all : 0
  }

  /// Learns from the names of one place on both sides.
  mutating func learn(_ left: Name, _ right: Name) {
    let old = left.words.filter { !right.words.contains($0) }
    let new = right.words.filter { !left.words.contains($0) }
    if old.count == 1, new.count == 1 {
      let likeness = max(
        DriftTuning.Names.sameWord, likenesses[old[0] * spelled.count + new[0]])
      likenesses[old[0] * spelled.count + new[0]] = likeness
      likenesses[new[0] * spelled.count + old[0]] = likeness
    } else if old.count + new.count == 1, let word = (old + new).first {
      weights[word] = min(weights[word], DriftTuning.Names.leastWord)
    }
  }
}
