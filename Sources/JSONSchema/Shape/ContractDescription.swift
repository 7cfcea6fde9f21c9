import StrictJSON
import WireDates

/// The `description` of a place where inference went by a rule of thumb.
///
/// It says what was taken for what, so that a reader can object. Each begins with the same word, by
/// which it differs from a description that a person wrote.
enum ContractDescription {
  /// How a description begins that inference wrote.
  static let mark = "Inferred: "

  /// That a few samples have no value is not worth a sentence.
  private static let fewestNulls = 3

  /// One sentence; nil where nothing was guessed.
  static func text(for shape: Shape) -> String? {
    sentence(for: shape).map { mark + $0 }
  }

  private static func sentence(for shape: Shape) -> String? {
    if let object = shape.object {
      if object.mapValue != nil { return "the keys are data, and the values have one shape." }
      return slots(object.slotFamilies)
    }
    if shape.isAlwaysNull {
      let isNews = (shape.observed?.null ?? 0) >= fewestNulls
      return isNews ? "only null was seen, so any type may come." : nil
    }
    if !shape.tuple.isEmpty { return "a tuple; the position of an element decides its type." }
    if shape.separator != nil { return "words with commas between them, a list in one text." }
    if !shape.values.isEmpty {
      return "a small vocabulary; a new word is news, and no violation."
    }
    switch shape.dateFormat {
    case .unixSeconds: return "Unix seconds, by the name and the size of the numbers."
    case .unixMilliseconds: return "Unix milliseconds, by the name and the size of the numbers."
    case .pattern, .iso8601, .iso8601Fractional: return nil
    case nil: break
    }
    switch shape.textForm {
    case .numeric: return "a number in a text."
    case .country: return "country codes of two letters (ISO 3166-1)."
    case .objectID: return "ids of 24 hexadecimal digits, as MongoDB makes them."
    case .color, .dateTime, .email, .uri, .uuid, nil: return nil
    }
  }

  private static func slots(_ families: [SlotFamily]) -> String? {
    var written = Set<String>()
    var lists: [String] = []
    for family in families where written.insert(family.name).inserted {
      let partner = families.first { $0.name == family.paired }
      if let partner { written.insert(partner.name) }
      lists.append(
        partner.map { "\(family.description) with \($0.description)" } ?? family.description)
    }
    guard let first = lists.first else { return nil }
    return lists.count == 1
      ? "the numbered members \(first) are one list."
      : "the numbered members \(lists.joined(separator: ", and ")) are lists."
  }
}
