// The numbers by which the old places of a format are found in a new one, in one place.
//
// Each says what it is for; none of them is derived, so the measurement of all is the same: the moves
// that are found between two recorded versions of an API, no alarm where nothing changed, and one
// finding for each change that was put into a recording. Who retunes a number runs `MatchingTests`,
// `NearValueTests`, `StructureTests` and `DriftAlarmTests`, which hold such pairs of formats.
//
// Counts that only bound the work (pairs looked at, records sampled) stand where the work is done,
// and so do the few that are part of a formula, such as the terms of the likeness of two names.

/// The numbers of the comparison; see the head of the file.
enum DriftTuning {
  /// How alike names must be, from 0 to 1; 1 is the same words.
  enum Names {
    /// Two words of one group of synonyms, and initials of the words of the other name (`rss` of
    /// `relative_storage_size`).
    static let synonyms = 0.8
    /// The share of names in common from which two objects are the same kind of object; below it
    /// most members differ.
    static let halfNames = 0.5
    /// The same word but for a letter: `ship` is `ships`, whatever the values have become.
    static let sameWord = 0.9
    /// Objects with fewer members in common are two kinds when the name alone speaks for them,
    /// and so is a list that is written as members.
    static let nearlySameNames = 0.8
    /// Below it two names share no word: no argument for a pair by itself.
    static let related = 0.4
    /// The least that a name must say where a pattern or the looks of the values speak too.
    static let hint = 0.3
    /// The members of two values of a map; data that is keyed by ids has one kind of value.
    static let alikeMapValues = 0.7
    /// How much less a word says by the share of the names that have it, and the least it says.
    static let commonWord = 1.5
    static let leastWord = 0.15
    /// Two identifiers, or two codes, by their names; `id` and `user_id` reach it.
    static let joinKeys = 0.6
  }

  /// Which records are the same on both sides, and where the records of an answer lie.
  enum Records {
    /// What two same records have in common beyond two others, in bits: eight times more likely
    /// than by chance.
    static let excessBits = 3.0
    /// What two records must have in common to be the same, where no identifier says it: one
    /// chance in 16,000.
    static let bitsWithoutKey = 14.0
    /// An identifier that tells this much joins by its name and its share alone.
    static let tellingKeyBits = 8.0
    /// The share of the records that such an identifier must join.
    static let tellingKeyShare = 0.3
    /// How many times more the best partner of a record must tell than the second best.
    static let leadOverSecond = 1.5
    /// The share of what a record tells, in bits, that the same record has in both formats.
    ///
    /// Same launches and countries of different versions have 0.37 to 1.0, others up to 0.34, with a
    /// median of 0.1.
    static let coverage = 0.3
    /// The same on average, where a key joins most records one to one.
    static let coverageOfWhole = 0.12
    /// How many times more that must be than what records that are not the same have in common.
    static let leadOfCoverage = 3.0
    /// The share of the records of the smaller side that such a key joins.
    static let wholeJoin = 0.6
    /// The share of an answer that several lists must hold to be its records together.
    static let severalLists = 0.9
    /// The share of an answer that one list must hold to be its records.
    static let oneList = 0.5
  }

  /// When the values of the same records say that a column is another one.
  ///
  /// An excess is how far an agreement goes beyond chance, a strength that with its weight, both from
  /// 0 to 1; bits are what the agreement tells, as the negative logarithm of its chance.
  enum Values {
    /// Above this chance of agreeing two columns are constants, and their rate says what there is
    /// to say.
    static let constantChance = 0.95
    /// Below this excess the values of the same records are others.
    static let refutedExcess = 0.2
    /// At most this share of the records agrees where a key holds other values than before.
    static let otherValues = 0.1
    /// The share of the old values of such a key that must be found in one other place.
    static let elsewhere = 0.6
    /// What that agreement must tell, in bits.
    static let elsewhereBits = 10.0
    /// Booleans agree with many others: nearly all records must.
    static let booleanExcess = 0.9
    /// What booleans must tell where their names speak for them.
    static let booleanBits = 4.0
    /// What booleans must tell where no name does.
    static let nakedBooleanBits = 30.0
    /// The strength of an agreement that needs no name.
    static let strong = 0.55
    /// The strength of an agreement whose names are half alike or more.
    static let strongWithName = 0.25
    /// The overlap of the records with a value: a column that is filled where the other is not
    /// agrees by a default.
    static let sameGaps = 0.5
    /// The excess of two columns of which one is a part of the other.
    static let partExcess = 0.4
    /// What such an agreement must tell, in bits.
    static let partBits = 10.0
    /// Two columns that repeat each other agree in nearly all records.
    static let twinRate = 0.95
    /// What that agreement must tell, in bits: any two keys with few values agree often.
    static let twinBits = 40.0
  }

  /// What decides between several pairs of columns that agree, beside the strength of the agreement.
  enum PairScore {
    /// The likeness of the two names.
    static let name = 0.25
    /// The likeness of the names on the way.
    static let path = 0.15
    /// Both lie in the same object.
    static let sameHolder = 0.05
    /// A value that comes only with some records comes with the same ones elsewhere.
    static let sameRecords = 0.3
    /// Both are numbers, or both are not.
    static let sameType = 0.15
  }

  /// When columns of different records look the same: forms, lengths, patterns, shared values.
  enum Looks {
    /// Two columns of which one has no value.
    static let unknown = 0.5
    /// Two places of which the values were not looked at: enough for a guess that other facts
    /// carry.
    static let unseen = 0.7
    /// What another pattern (`AA-0000` for `00.00.00`) takes off.
    static let otherPattern = 0.25
    /// The least for a pair that a name speaks for.
    static let alike = 0.6
    /// The least for the member of a new object that took the value which stood there alone.
    static let principal = 0.75
    /// The least where one place is gone and one is new, and no name speaks for them.
    static let onlyPair = 0.85
    /// The share of values in common that is an argument at all.
    static let sharedValues = 0.3
    /// The lead of the best column over the others, where members became entries of a list.
    static let memberMargin = 0.1
  }

  /// When values of the same records are nearly the same: another unit, another wording.
  enum Nearness {
    /// The mean likeness of the values that is needed.
    static let likeness = 0.6
    /// How far it lies above that of values of other records.
    static let excess = 0.45
    /// Two texts with half of their words in common count as the same value.
    static let match = 0.5
    /// What the names add to the score of a pair.
    static let name = 0.3
    /// What a number may differ by after its unit was changed: an edit of a thousandth.
    static let edit = 0.001
    /// What it may differ by where the new one is whole.
    static let rounding = 0.5
  }

  /// When one code was translated into another one: `2` is `premium` in all records.
  enum Codes {
    /// The share of the records that keep to the translation of one code into the other.
    static let consistency = 0.95
    /// What the confirmations must tell where the new values are identifiers.
    static let bitsOfReferences = 8.0
    /// What they must tell for any other codes.
    static let bitsOfCodes = 25.0
    /// What a name such as `id` adds to the score of a pair.
    static let namedIdentifier = 0.3
  }

  /// When names, types and positions must do, as no value says where a place went.
  ///
  /// `name` to `gaps` weigh the arguments of a guess; the others say what it takes.
  enum Guesses {
    /// How likely a pair of places must be, among all pairs of either.
    static let probability = 0.55
    /// What it must say, in bits, that the old key is gone and the new one new: two rare keys of an
    /// unchanged format have 1 to 3.
    static let bits = 5.0
    /// What it must say of each of the two.
    static let bitsOfEach = 1.5
    /// What it must say of either key where only its name tells where it went.
    static let bitsByName = 4.0
    /// The share of the keys that are gone, and of those that are new, times four, from which a
    /// format has changed, however few samples show it.
    static let churn = 0.5
    /// The least score of a guess.
    static let score = 0.55
    /// The lead of a guess over any other of the same places.
    static let margin = 0.12
    /// Another new place with this much more of the name keeps the guess from being made.
    static let betterName = 0.25
    /// The likeness of the names.
    static let name = 0.7
    /// The likeness of the values.
    static let looks = 0.2
    /// The share of values in common.
    static let shared = 0.3
    /// The same pattern.
    static let pattern = 0.35
    /// The difference of the shares of records without a value; taken off.
    static let gaps = 0.4
    /// The score of a pair between the same neighbours, and of the only pair there is.
    static let position = 0.6
  }

  /// When a claim is more than a guess.
  enum Confidence {
    /// The same records that must have been compared.
    static let fewestRecords = 3
    /// The different values that must have agreed.
    static let fewestValues = 3
  }

  /// When a value that stayed in its place is another one.
  enum Changes {
    /// At most this share of the records agrees where a key means something else now.
    static let otherMeaning = 0.1
    /// How likely a key that was in all samples may be absent from all new ones by chance, so that it
    /// is gone: four samples before and three now say so where most keys are always there.
    static let absence = 0.0025
    /// The samples with a key, and those without it now, below which absence says nothing: in
    /// unchanged formats, keys of one to three records were absent from all of up to 35 others.
    static let fewestBefore = 4
    static let fewestNow = 3
    /// How likely a key of an unknown object is always there.
    static let usuallyRequired = 0.7
    /// What the share of records without a value may differ by where it is only written in
    /// another way; two standard deviations come on top.
    static let shareOfNothing = 0.1
  }

  /// What each argument adds to the log-odds that two places are one, where no record is on both
  /// sides (`PlaceAssignment`).
  ///
  /// Fitted by logistic regression to about 10,000 right and 200,000 wrong pairs: four version changes of
  /// real APIs, random changes of ten collections, and recordings of unchanged formats, with weights
  /// drawn to what a person would give where the pairs say little. With one API held out, the mean
  /// log loss of its pairs is 0.06 to 0.28, against 0.04 to 0.20 with it. With these weights 98 % of
  /// the guesses are right, and 4 of 600 pairs of recordings of one format give any claim.
  enum Pairs {
    static func weight(of feature: PairFeature) -> Double {
      switch feature {
      case .pair: -5.40
      case .name: 1.13
      case .sameName: 1.58
      case .way: 2.73
      case .generalName: -0.30
      case .silence: -2.00
      case .sharedValues: 2.13
      case .tellingValues: 2.15
      case .strangeWords: -1.63
      case .samePattern: 1.24
      case .otherPattern: -1.38
      case .sameHosts: 0.20
      case .otherHosts: -1.95
      case .unseen: -1.46
      case .kind: -1.19
      case .size: -0.69
      case .writing: -0.65
      case .range: 0.83
      case .sameType: 0.20
      case .otherType: -1.74
      case .gaps: -4.00
      case .distinct: -1.26
      case .lists: -0.20
      case .otherValues: -1.90
      case .sameHolder: 2.52
      case .belowHolder: 2.55
      case .aboveHolder: 0.80
      case .takenHolder: -0.30
      case .siblings: 0.93
      case .neighbours: 2.60
      case .bothGone: 1.46
      case .lessGone: 0.30
      }
    }
  }
}
