// Texts that are all written in another way: "10.00" is "$10.00", a text is HTML, a number is a word.
//
// Texts change by themselves, but not all of them, and not all in one way. So it takes records that an id
// joins, hardly one of which has its text unchanged, and one difference that nearly all of them show.

import JSONSchema
import StrictJSON

extension ColumnMeanings {
  private static let writingSample = 120
  /// The different texts on either side.
  private static let fewestTexts = 5

  /// The form of the texts of the same records, where all are written in another one now.
  static func otherWriting(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int
  ) -> PlaceMatching.Meaning? {
    let agreement = matching.agreement(column, partner)
    guard matching.join.key != nil, matching.old.reading == .values,
      matching.new.reading == .values, matching.old.profiles[column].isText,
      matching.new.profiles[partner].isText, agreement.compared >= fewestTexts,
      agreement.rate <= DriftTuning.Changes.otherMeaning
    else { return nil }
    let sample = matching.join.sample(writingSample)
    let before = matching.old.singleValues(of: sample.map(\.old), in: [column]) { $0 }
    let now = matching.new.singleValues(of: sample.map(\.new), in: [partner]) { $0 }
    let pairs = zip(before[column] ?? [], now[partner] ?? []).compactMap { old, new in
      old.flatMap { old in new.map { Texts(old: old, new: $0) } }
    }
    guard Set(pairs.map(\.old)).count >= fewestTexts, Set(pairs.map(\.new)).count >= fewestTexts
    else { return nil }
    let wasNumber = isEnough(pairs.count { TextForm.numeric.fits($0.old) }, of: pairs)
    let old: Change.State = wasNumber ? .numbersInText : .look(matching.old.profiles[column].look)
    for rewriting in candidates(pairs) {
      let matched = pairs.count { rewriting.explains($0) }
      guard isEnough(matched, of: pairs) else { continue }
      return PlaceMatching.Meaning(
        rule: .meaningChanged, old: old, new: .rewritten(rewriting.name),
        evidence: .agreement(matched: matched, compared: pairs.count, isNear: true), chance: nil)
    }
    guard let form = otherForm(pairs) else { return nil }
    let state = { (form: TextForm?, profile: ColumnProfile) -> Change.State in
      switch form {
      case .numeric?: .numbersInText
      case let form?: .form(form)
      case nil: .look(profile.look)
      }
    }
    return PlaceMatching.Meaning(
      rule: .meaningChanged, old: state(form.old, matching.old.profiles[column]),
      new: state(form.new, matching.new.profiles[partner]),
      evidence: .disagreement(matched: agreement.matched, compared: agreement.compared),
      chance: nil)
  }

  /// The texts of one record.
  private struct Texts {
    let old: String
    let new: String
  }

  /// A way to write texts anew, and whether it turns the one text into the other.
  private struct Candidate {
    let name: Change.Rewriting
    let explains: (Texts) -> Bool
  }

  private static func isEnough(_ count: Int, of pairs: [Texts]) -> Bool {
    Double(count) >= DriftTuning.Changes.sameWriting * Double(pairs.count)
  }

  private static func candidates(_ pairs: [Texts]) -> [Candidate] {
    var candidates = [
      Candidate(name: .markup) {
        isMarkup($0.new) && !isMarkup($0.old) && plain($0.new) == plain($0.old)
      },
      Candidate(name: .plain) {
        isMarkup($0.old) && !isMarkup($0.new) && plain($0.new) == plain($0.old)
      },
      Candidate(name: .sameLetters) { pair in
        let word = letters(pair.old)
        return pair.old != pair.new && word.contains(where: \.isLetter) && word == letters(pair.new)
      },
    ]
    // What most texts have around them, the first ones show.
    for pair in pairs.prefix(fewestTexts) {
      if let (prefix, suffix) = affixes(of: pair.old, in: pair.new) {
        candidates.insert(
          Candidate(name: .affixed(prefix: prefix, suffix: suffix)) {
            $0.new == prefix + $0.old + suffix
          }, at: 0)
      } else if let (prefix, suffix) = affixes(of: pair.new, in: pair.old) {
        candidates.insert(
          Candidate(name: .stripped(prefix: prefix, suffix: suffix)) {
            $0.old == prefix + $0.new + suffix
          }, at: 0)
      }
    }
    return candidates
  }

  /// What stands around a text in a longer one.
  private static func affixes(of text: String, in longer: String) -> (String, String)? {
    guard !text.isEmpty, text.utf8.count < longer.utf8.count,
      let range = longer.firstRange(of: text)
    else { return nil }
    return (String(longer[..<range.lowerBound]), String(longer[range.upperBound...]))
  }

  // MARK: Markup

  private static func isMarkup(_ text: String) -> Bool {
    TextLook.isMarkup(text.utf8) || text.contains("&amp;") || text.contains("&lt;")
      || text.contains("&#")
  }

  /// The letters and digits of a text without its tags and entities.
  private static func plain(_ text: String) -> String {
    let hasEntities = text.contains(";")
    var kept = ""
    var end: Character?
    for character in text {
      if let last = end {
        if character == last { end = nil }
      } else if character == "<" {
        end = ">"
      } else if character == "&", hasEntities {
        end = ";"
      } else if character.isLetter || character.isNumber {
        kept.append(character)
      }
    }
    return kept
  }

  // MARK: Forms

  /// The forms that only the texts of before have, or only those of now, as no text of the other side has it.
  private static func otherForm(_ pairs: [Texts]) -> (old: TextForm?, new: TextForm?)? {
    let form = { (own: (Texts) -> String, other: (Texts) -> String) in
      forms.first { form in
        isEnough(pairs.count { form.fits(own($0)) }, of: pairs)
          && !pairs.contains { form.fits(other($0)) }
      }
    }
    let old = form(\.old, \.new)
    let new = form(\.new, \.old)
    return old == nil && new == nil ? nil : (old, new)
  }

  /// The forms that nobody gives to a text by chance.
  private static let forms: [TextForm] = [.numeric, .color, .country, .email, .objectID, .uuid]
}
