import Foundation

/// How alike the values of two columns look, in general and in each of several respects.
extension ColumnProfile {
  /// How alike two columns look, from 0 to 1.
  func likeness(to other: ColumnProfile) -> Double {
    guard values > 0, other.values > 0 else { return DriftTuning.Looks.unknown }
    // How long a number is as a text says nothing of its size.
    if isNumberInText(of: other) { return Self.likenessOfNumberInText }
    let left = features
    let right = other.features
    let distance = zip(left, right).reduce(0) { $0 + abs($1.0 - $1.1) }
    let pattern = hasPattern(of: other) == false ? DriftTuning.Looks.otherPattern : 0
    return max(0, 1 - distance / 2 - pattern)
  }

  private var features: [Double] {
    let all = Double(values)
    return [
      Double(booleans) / all, Double(digits) / all, Double(addresses) / all,
      Double(identifiers) / all, Double(phrases) / all, Double(symbols) / all,
      logarithmOfLength / all / 4,
    ]
  }

  /// Whether all values are texts, and more is known of them than what a sketch keeps.
  var wereTextsRead: Bool { values > 0 && texts == values }

  /// How alike the values of two columns are in each of several respects, from 0 to 1.
  func differences(from other: ColumnProfile) -> (kind: Double, size: Double, writing: Double) {
    if isNumberInText(of: other) || isSeconds(of: other) || isTimeSpan(of: other)
      || isTruth(of: other)
    {
      return (0, 0, 0)
    }
    let mine = Double(max(1, values))
    let theirs = Double(max(1, other.values))
    let share = { (left: Int, right: Int) in abs(Double(left) / mine - Double(right) / theirs) }
    let kind =
      share(booleans, other.booleans) + share(numbers, other.numbers)
      + share(addresses, other.addresses) + share(identifiers, other.identifiers)
      + share(dates, other.dates) + share(symbols, other.symbols) + share(digits, other.digits)
      + (wereTextsRead && other.wereTextsRead
        ? share(markups, other.markups) + share(zones, other.zones) : 0)
    let means = (logarithmOfLength / mine, other.logarithmOfLength / theirs)
    let variances = (
      max(0, squareOfLength / mine - means.0 * means.0),
      max(0, other.squareOfLength / theirs - means.1 * means.1)
    )
    let spread = (variances.0 + variances.1).squareRoot()
    let size = abs(means.0 - means.1) / (0.3 + spread)
    let wordCounts = (log2(1 + Double(words) / mine), log2(1 + Double(other.words) / theirs))
    let writing =
      share(phrases, other.phrases) + share(capitals, other.capitals)
      + share(foreign, other.foreign) + share(fractions, other.fractions)
      + abs(wordCounts.0 - wordCounts.1)
    return (min(1, kind), min(1, size / 3), min(1, writing / 2))
  }

  /// Whether the values of two columns are enough to say of what kind they are: a mail and the address of a page do, or
  /// the name of a time zone, or three of all else.
  func showsItsKind(beside other: ColumnProfile) -> Bool {
    min(values, other.values) >= 3 || areZones != other.areZones
      || form == .address && other.areMails || areMails && other.form == .address
  }

  private var areZones: Bool { values > 0 && zones == values }
  var areMails: Bool { values > 0 && mails == values }

  /// Whether the values of two columns are of one kind and size.
  func looksLike(_ other: ColumnProfile) -> Bool {
    let differences = differences(from: other)
    return hasPattern(of: other) != false && differences.kind < 0.2 && differences.size < 0.5
  }

  /// Whether values of the two can be compared at all: a number, an id of a database, an address and a word
  /// are never the same, whether they are of one record or not.
  func isOfOneForm(as other: ColumnProfile) -> Bool {
    differences(from: other).kind < Self.otherForm
  }

  private static let otherForm = 0.5
  private static let likenessOfNumberInText = 0.9
}
