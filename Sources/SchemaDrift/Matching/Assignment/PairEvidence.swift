/// What can speak for or against two places being one, where no record is on both sides.
///
/// Each is a number from 0 to 1; its weight is in `DriftTuning.Pairs`.
enum PairFeature {
  /// The pair is one of many.
  case pair
  /// The names: how alike they are, whether they are the same words, those on the way included, and
  /// whether the same name says little.
  case name, sameName, way, generalName
  /// The last three names on the way are the same: several dates have a `month.value`.
  case longWay
  /// The share of the words of all names on the way in the record that are on both: of several addresses that of the
  /// `ShipperAddress` is in `shipperInformation.address`.
  case holderWords
  /// The words of the one name are those of the other one and of what holds that: `firstBaron` and `baron.first`.
  case splitName
  /// Neither the names nor any value speak for the pair.
  case silence
  /// The values: the share of those that come back and are on both sides, what the common ones tell,
  /// and two small vocabularies without a common word.
  case sharedValues, tellingValues, strangeWords
  /// The patterns of all texts, such as `AA-00`, and the hosts of addresses.
  case samePattern, otherPattern, sameHosts, otherHosts
  /// The files of addresses end in another way: `.webp` was no `.jpg`.
  case otherEndings
  /// The ways of addresses have other words: `/charges/1/refunds` was no `/receipts/1`.
  case otherSteps
  /// They have the same ones: `/v2/apps/7/routes` is `/v3/apps/9/routes`.
  case sameSteps
  /// No value was seen on one side, or how far the kinds, the sizes and the writing of values differ.
  case unseen, kind, size, writing
  /// How far the ranges of numbers overlap.
  case range
  /// The types are the same, or exclude each other.
  case sameType, otherType
  /// How far the shares of records with a value differ, those of values that come back, and how
  /// many more lists are on the way.
  case gaps, distinct, lists
  /// The old place is in a list, the new one is not, and what holds them has different names.
  case leftList
  /// The same records hold other values.
  case otherValues
  /// Where the new place lies, seen from where the old one's holder is now: in it, below it, above it.
  case sameHolder, belowHolder, aboveHolder
  /// The new name has a word of another old object: the name of a team is not that of the player.
  case otherObject
  /// The one name is a general one behind a word that nothing on the way to the other place has.
  case otherQualifier
  /// Each is the only place of its object that is on its side only and holds such values: times, addresses, prose.
  case onlyOfForm
  /// The new place is in the first of several objects of one kind, by its name: `main`, `default`.
  case principal
  /// The share of the neighbours on both sides of the one place that are beside the other one.
  case neighbours
  /// How sure it is that the old place is gone and the new one new, both together and the less sure
  /// one alone.
  case bothGone, lessGone
}

/// The odds that two places are one, added up feature by feature.
struct PairEvidence {
  /// The logarithm of the odds.
  private(set) var logOdds = DriftTuning.Pairs.weight(of: .pair)
  /// Whether any value speaks for the pair.
  private(set) var hasValues = false
  /// Whether both hold words of small vocabularies that have none in common.
  private(set) var hasStrangeWords = false
  /// Whether both hold addresses of one host.
  private(set) var hasHosts = false
  /// Whether both hold numbers of one range.
  private(set) var hasRange = false

  private static let commonRange = 0.5

  mutating func add(_ feature: PairFeature, _ value: Double = 1) {
    logOdds += value * DriftTuning.Pairs.weight(of: feature)
    switch feature {
    case .sharedValues, .tellingValues, .samePattern: hasValues = hasValues || value > 0.1
    case .sameHosts: hasHosts = true
    case .range: hasRange = value >= Self.commonRange
    case .strangeWords: hasStrangeWords = true
    default: break
    }
  }
}
