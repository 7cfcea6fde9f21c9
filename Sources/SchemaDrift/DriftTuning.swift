// The numbers by which the old places of a format are found in a new one, in one place.
//
// Each says what it is for, and the line below that what the measurement said of it: what happens to the
// figures when the number is three quarters and four thirds of what it is. The figures are the F1 of
// the changed paths over
//
//     J  version changes of four real APIs, with records in common (64 selections)    0.930
//     A  the same without (76 selections)                                             0.816
//     j  random changes of ten collections, the same records (200 selections)         0.913
//     a  the same with other records (200 selections)                                 0.741
//
// and with all of them `CalibrationTests` holds that certain, likely and guessed claims are right as often
// as they say. A difference below 0.0004 is none (`=`). Where neither step moves a figure, `at 0` says what
// a number of 0 (or one that never holds) does; `guard` is one that not even that moves here, and that a
// test of this module or a real false claim put there. Numbers that only chose between candidates, and moved
// nothing at 0, are gone.
//
// After these measurements `partBits`, `principal`, `probability`, `score` and the weight of `way` were set to
// better values together: J 0.934, A 0.845, j 0.922, a 0.747, with 570 of 570 certain, 148 of 148 likely
// and 1,849 of 1,877 guessed claims right, and 1 of 50 nights of unchanged formats with a claim.
//
// Later numbers were measured as m: 25 version changes modelled on those of well-known APIs, with made
// records, the same ones and others, from one to a hundred (400 selections), 0.868 before and 0.925 with them.
//
// On 13 further ones (104 selections), written by somebody who knew no rule, the mean F1 is 0.852, at a precision of
// 0.967; their misses were looked at for `CoreNames`, wrapped lists and `leftList`, so others will do less well.
//
// The weights of `Pairs` were then fitted anew to all of these and ten more, and the pairs weighed over all ways to pair
// the places (`PairMarginals`): m 0.928 to 0.949, the 13 0.862 to 0.880, the ten 0.794 to 0.826. J, A, j and a
// were not measured again.
//
// 29 more version changes (377 selections), written by people who knew no rule: of eleven the mistakes were looked
// at (0.869 to 0.884, precision of all pairs 0.920 to 0.936), of eleven what was missed (0.730 to 0.753, 0.928 to
// 0.943), and of seven nothing until the end (0.821 to 0.826, 0.953 to 0.944; 0.841 and 0.955 with what they showed
// then). No weight was fitted to them.
//
// Eight more (104 selections): 0.699, and 0.718 with what they showed of addresses and wrapped values; precision of all
// pairs 0.944 and 0.947. With the weights fitted to all 37 of these, each fifth of the APIs held out in turn, or with the
// share of an object's other members that go the same way as one more argument, as many pairs are right at as many
// wrong ones, so the weights stayed.
//
// Twenty more (485 pairs), none in common: of the first ten 0.867, and 0.921 when their mistakes were looked at; of the
// other ten 0.785 with what the first ones had shown, and 0.817 with what they showed themselves. Precision 0.939 and
// 0.913 before, 0.951 and 0.947 after. No weight was fitted to them.
//
// Eleven more (227 pairs), none in common: 0.851, and 0.867 with what they showed (precision 0.927 and 0.947); with all
// records in common 0.917 and 0.956. The weight of `otherObject` was set by hand.
//
// Twenty-six more (753 pairs) by two others: none in common 0.890 and 0.590 (precision 0.973 and 0.765), 0.928 and 0.688
// with what they showed of records in lists of lists, of places that nobody saw and of numbers in texts (0.972 and
// 0.957); all in common 0.886 and 0.853 before, 0.955 and 0.857 after, with 420 of 420 certain and 179 of 181 likely
// claims right.
//
// Counts that only bound the work (pairs looked at, records sampled) stand where the work is done,
// and so do the few that are part of a formula, such as the terms of the likeness of two names.

/// The numbers of the comparison; see the head of the file.
enum DriftTuning {
  /// How alike names must be, from 0 to 1; 1 is the same words.
  enum Names {
    /// Two words of one group of synonyms, and initials of the words of the other name (`rss` of
    /// `relative_storage_size`).
    // ¾ =, 4⁄3 J −.012
    static let synonyms = 0.8
    /// Initials before the whole last word: `cfigi` is `composite_figi` rather than `figi` is, which is a word of it.
    static let contraction = 0.95
    /// The share of names in common from which two objects are the same kind of object; below it
    /// most members differ.
    // ¾ =, 4⁄3 J +.001 j −.008 a −.007
    static let halfNames = 0.5
    /// The share of all the members of the entries of a map that one of them has, where the keys are data by their look.
    // guard
    static let alikeEntries = 0.4
    /// The same word but for a letter: `ship` is `ships`, whatever the values have become.
    // ¾ J −.001 a +.006, 4⁄3 J −.001 A −.001
    static let sameWord = 0.9
    /// Objects with fewer members in common are two kinds when the name alone speaks for them,
    /// and so is a list that is written as members.
    // ¾ =, 4⁄3 j −.071 a −.059
    static let nearlySameNames = 0.8
    /// Below it two names share no word: no argument for a pair by itself.
    // ¾ A −.002, 4⁄3 J −.001 A +.002
    static let related = 0.4
    /// The least that a name must say where a pattern or the looks of the values speak too.
    // =, at 0 J +.002 A −.001 a +.005
    static let hint = 0.3
    /// The members of two values of a map; data that is keyed by ids has one kind of value.
    // =, at 0 J −.573 A −.474 j −.040 a −.030
    static let alikeMapValues = 0.7
    /// How much less a word says by the share of the names that have it, and the least it says.
    // =, other claims are made
    static let commonWord = 1.5
    // =, other claims are made
    static let leastWord = 0.15
    /// Two identifiers, or two codes, by their names; `id` and `user_id` reach it.
    // =, at never other claims are made
    static let joinKeys = 0.6
  }

  /// Which records are the same on both sides, and where the records of an answer lie.
  enum Records {
    /// What two same records have in common beyond two others, in bits: eight times more likely
    /// than by chance.
    // =, at never other claims are made
    static let excessBits = 3.0
    /// What two records must have in common to be the same, where no identifier says it: one
    /// chance in 16,000.
    // =, other claims are made
    static let bitsWithoutKey = 14.0
    /// An identifier that tells this much joins by its name and its share alone.
    // guard
    static let tellingKeyBits = 8.0
    /// The share of the records that such an identifier must join.
    // guard
    static let tellingKeyShare = 0.3
    /// The share of the records that two lists must have in common to be the same one at another time.
    // guard
    static let sameList = 0.75
    /// How many times more the best partner of a record must tell than the second best.
    // guard
    static let leadOverSecond = 1.5
    /// The share of what a record tells, in bits, that the same record has in both formats.
    ///
    /// Same launches and countries of different versions have 0.37 to 1.0, others up to 0.34, with a
    /// median of 0.1.
    // =, other claims are made
    static let coverage = 0.3
    /// The same where one or two pairs are all that there are: of the 400 games of two lists some two have the same
    /// team, and so its city and its name.
    static let coverageOfFew = 0.4
    /// The same where the texts that have stayed in their places are others: keys may have been swapped.
    // guard
    static let coverageOfOne = 0.6
    /// The same where one or two records have ids of one form that are others.
    ///
    /// Two tweets of users with the settings that all begin with have up to 0.66.
    // guard
    static let coverageOfOtherID = 0.8
    /// The values that lie in members which only one format has, so that two records of other ids are one.
    ///
    /// Of three records each of 29 version changes 21 of 87 pairs of the same record have so many, and none of 172 pairs
    /// of other records of one format.
    static let displacedValues = 2
    /// What each of these must tell, in bits: a text of nine characters does.
    static let displacedBits = 10.0
    /// The same on average, where a key joins most records one to one.
    // guard
    static let coverageOfWhole = 0.12
    /// How many times more that must be than what records that are not the same have in common.
    // guard
    static let leadOfCoverage = 3.0
    /// The same where the key is a long text of the records themselves.
    // measured on one change: articles of a few journals and publishers have 0.17 and 0.08
    static let leadWithOwnText = 1.5
    /// The share of the records of the smaller side that such a key joins.
    // guard
    static let wholeJoin = 0.6
    /// The share of an answer that several lists must hold to be its records together.
    // guard
    static let severalLists = 0.9
    /// The share of the places of the one element of a list which a list in it must have to hold the records.
    // guard
    static let mostPlaces = 0.6
    /// The elements of a list within the one element of another list that make them the records.
    // guard
    static let fewestInner = 3
    /// The share of the names of all that records hold which a list under another name has, too.
    // measured on one change: a forecast has 0.39 where its hours got members of their own
    static let likeLeaves = 0.33
    /// The names of leaves in common from which a third of all is enough to pair two lists of records.
    // measured on one change: of 46 names of tracked parcels 20 to 24 are the same, and none in the list around them
    static let manyLeaves = 8
    /// The share of an answer that one list must hold to be its records.
    // guard
    static let oneList = 0.5
  }

  /// When the values of the same records say that a column is another one.
  ///
  /// An excess is how far an agreement goes beyond chance, a strength that with its weight, both from
  /// 0 to 1; bits are what the agreement tells, as the negative logarithm of its chance.
  enum Values {
    /// Above this chance of agreeing two columns are constants, and their rate says what there is
    /// to say.
    // ¾ =, 4⁄3 J −.004 j −.005
    static let constantChance = 0.95
    /// Below this excess the values of the same records are others.
    // =, at 0 other claims are made
    static let refutedExcess = 0.2
    /// At most this share of the records agrees where a key holds other values than before.
    // guard
    static let otherValues = 0.1
    /// The share of the old values of such a key that must be found in one other place.
    // guard
    static let elsewhere = 0.6
    /// The share of the same times that is written in another way where they were, so that a copy elsewhere is no new home:
    /// of what was created and what was updated many are the same.
    static let rewritten = 0.95
    /// The share of the records whose whole values must be one where spellings pair two columns.
    // guard
    static let wholeSpellings = 0.6
    /// What that agreement must tell, in bits.
    // guard
    static let elsewhereBits = 10.0
    /// Booleans agree with many others: nearly all records must.
    // ¾ =, 4⁄3 J −.001
    static let booleanExcess = 0.9
    /// What booleans must tell where their names speak for them.
    // =, other claims are made
    static let booleanBits = 4.0
    /// What booleans must tell where no name does.
    // =, at 0 J −.006
    static let nakedBooleanBits = 30.0
    /// The strength of an agreement that needs no name.
    // ¾ J −.001 j +.001, 4⁄3 J +.002
    static let strong = 0.55
    /// The strength of an agreement whose names are half alike or more.
    // =, other claims are made
    static let strongWithName = 0.25
    /// The overlap of the records with a value: a column that is filled where the other is not
    /// agrees by a default.
    // guard
    static let sameGaps = 0.5
    /// The same where the one is in a list: what is there although the list is empty was no element.
    // guard
    static let gapsOfList = 0.9
    /// The excess of two columns of which one is a part of the other.
    // guard
    static let partExcess = 0.4
    /// What such an agreement must tell, in bits.
    // ¾ J +.002, 4⁄3 =
    static let partBits = 8.0
    /// The most agreement of a list that is a part of another one: of two equal lists that became one each has 0.75.
    static let partOfList = 0.85
    /// The excess from which one column holds what the other holds.
    static let exactExcess = 0.9
    /// The agreement of a new column with one that is where it was from which it repeats that one: most charges are
    /// captured in full.
    // guard
    static let keptCopy = 0.75
    /// In how many times more records it must repeat that one than an old column that is gone.
    // guard
    static let moreCopies = 4
    /// Two columns that repeat each other agree in nearly all records.
    // guard
    static let twinRate = 0.95
    /// What that agreement must tell, in bits: any two keys with few values agree often.
    // guard
    static let twinBits = 40.0
  }

  /// What decides between several pairs of columns that agree, beside the strength of the agreement.
  enum PairScore {
    /// The likeness of the two names.
    // =, at 0 J −.003
    static let name = 0.25
    /// The likeness of the names on the way.
    // =, at 0 J −.012
    static let path = 0.15
    /// What each list that is on the way to one of the two alone takes off: of an amount that is in the order and in
    /// its only payment each is the one at its place.
    static let lists = 0.1
    /// What it takes off where one of the two is filled in records where the other one is not, by the share of these:
    /// `currentPrice` is the `price` of all items and not the `currentBidPrice` of those that are bid for.
    static let gaps = 0.2
    /// What addresses of other hosts take off, where only their ends agree.
    static let otherHosts = 0.5
    /// The share of the other members of the same object that went into the same one.
    // at 0 m −.002
    static let siblings = 0.2
  }

  /// When columns of different records look the same: forms, lengths, patterns, shared values.
  enum Looks {
    /// Two columns of which one has no value.
    // =
    static let unknown = 0.5
    /// Two places of which the values were not looked at: enough for a guess that other facts
    /// carry.
    // =, other claims are made
    static let unseen = 0.7
    /// What another pattern (`AA-0000` for `00.00.00`) takes off.
    // guard
    static let otherPattern = 0.25
    /// How far the kinds of values differ where one is never the other: an address and a word.
    // guard
    static let otherKind = 0.9
    /// The least for a pair that a name speaks for.
    // ¾ =, 4⁄3 a −.002
    static let alike = 0.6
    /// The least for the member of a new object that took the value which stood there alone.
    // ¾ A +.025, 4⁄3 A −.090
    static let principal = 0.65
    /// The least where one place is gone and one is new, and no name speaks for them.
    // ¾ =, 4⁄3 A −.001
    static let onlyPair = 0.85
    /// The share of the words of two vocabularies that are the same but for their case.
    // at never m =
    static let sharedWords = 0.5
    /// The share of values in common that is an argument at all.
    // ¾ =, 4⁄3 a −.002
    static let sharedValues = 0.3
  }

  /// When values of the same records are nearly the same: another unit, another wording.
  enum Nearness {
    /// Of fewer records of the same numbers the ranks may differ by chance: of 20 they are correlated by 0.5 and more in
    /// one case of a hundred.
    static let fewestCorrelated = 20
    /// The different numbers beside which one number for all records is another thing.
    static let fewestBesideOne = 5
    /// Numbers that are correlated less are two things.
    // guard
    static let correlation = 0.3
    /// From here on the ranks are those of one counter at two times, where the names are alike.
    // guard
    static let correlationOfCounter = 0.9
    /// What the sum of such numbers is of that of the old ones: a part of them, or what there is for each, is another thing.
    // of 19 pairs of other things that rise together, 7 have 0.01 to 0.12, 45 or 250; the names tell the rest apart
    static let ratioOfCounter = 0.9...1.5
    /// The part of itself by which a number that was edited or converted differs at the most: a price in another currency.
    // guard
    static let nearAmount = 0.25
    /// The mean likeness of the values that is needed.
    // ¾ J −.001, 4⁄3 =
    static let likeness = 0.6
    /// How far it lies above that of values of other records.
    // =
    static let excess = 0.45
    /// Two texts with half of their words in common count as the same value.
    // guard
    static let match = 0.5
    /// What a number may differ by after its unit was changed: an edit of a thousandth.
    // guard
    static let edit = 0.001
    /// What it may differ by where the new one is whole.
    // guard
    static let rounding = 0.5
    /// The share of the numbers of one place that one unit must explain: numbers that are brought up to date
    /// have no common one.
    static let scaled = 0.9
    /// What numbers must tell that are others in a unit which is no power of ten: 60 units times a thousand pairs of
    /// places are 16 bits.
    static let bitsOfUnit = 20.0
    /// How many different ones there must be.
    static let distinctInUnit = 3
    /// The share of them that must be the old ones to half of their last digit: of degrees of a tenth that are told in
    /// two units 56 % are, of whole miles and kilometres 60 %, of numbers that are seven times as large, give or take
    /// three, a seventh.
    static let exactInUnit = 0.3
    /// How far all of them together may be from the unit's factor, in what one of them may be off: the mean error of
    /// numbers that are rounded is 0.6 of it.
    static let slopeOfUnit = 1.5
    /// How far numbers may be off that only moved by as many: those of kelvins have two decimals, or one.
    static let offInShift = 0.1
    /// The share of a number that may be lost where its unit is larger and it is whole.
    static let lostByScale = 0.01
    /// The share of the records in which both values are times, and the same.
    static let dates = 0.9
    /// How far that share lies above that of other records: most albums of a shop are of a few years.
    static let excessOfDates = 0.5
  }

  /// When one code was translated into another one: `2` is `premium` in all records.
  enum Codes {
    /// The share of the records that keep to the translation of one code into the other.
    // =, other claims are made
    static let consistency = 0.95
    /// What the confirmations must tell where the new values are identifiers.
    // =, other claims are made
    static let bitsOfReferences = 8.0
    /// What they must tell for any other codes.
    // guard
    static let bitsOfCodes = 25.0
    /// What they must tell so that a name is believed although the words are others.
    // at 8 five cities of ten records were their countries
    static let bitsOfTranslation = 14.0
  }

  /// When two columns divide the same records in one way (`ColumnPartitions`).
  enum Partitions {
    /// The same records that must have been compared.
    static let fewestRecords = 12
    /// What it must tell, in bits, where the columns are the only ones that do.
    static let bits = 16.0
    /// The same where a name says which columns are meant.
    static let bitsByName = 12.0
  }

  /// When names, types and positions must do, as no value says where a place went.
  ///
  /// `name` to `gaps` weigh the arguments of a guess; the others say what it takes.
  enum Guesses {
    /// So many members that went under their names into what holds their object, or into one that it holds, are no chance.
    // guard
    static let fewestUnwrapped = 3
    /// How likely a pair of places must be, among all pairs of either.
    // Of five sets of version changes without a common record: at 0.40 F1 +.005 and precision −.008, at 0.50 −.011
    // and +.002.
    static let probability = 0.44
    /// What it must say, in bits, that the old key is gone and the new one new: two rare keys of an
    /// unchanged format have 1 to 3.
    // ¾ a +.005, 4⁄3 a −.001
    static let bits = 5.0
    /// What it must say of each of the two.
    // guard
    static let bitsOfEach = 1.5
    /// The samples of which one alone has a key, so that it is an outlier; REST Countries v2 has `maps.maps` in
    /// one of 29.
    // guard
    static let fewestForOutlier = 20
    /// What it must say of either key where only its name tells where it went.
    // ¾ =, 4⁄3 A −.003 a −.012
    static let bitsByName = 4.0
    /// The share of the keys that are gone, and of those that are new, times four, from which a
    /// format has changed, however few samples show it.
    // ¾ =, 4⁄3 a −.002
    static let churn = 0.5
    /// The least score of a guess.
    // ¾ A +.004, 4⁄3 A −.003 a −.001
    static let score = 0.5
    /// The lead of a guess over any other of the same places.
    // ¾ =, 4⁄3 A −.001
    static let margin = 0.12
    /// Another new place with this much more of the name keeps the guess from being made.
    // =
    static let betterName = 0.25
    /// The likeness of the names.
    // ¾ A −.002 a −.001, 4⁄3 J −.001 A +.004
    static let name = 0.7
    /// The likeness of the values.
    // ¾ A −.001, 4⁄3 A +.004
    static let looks = 0.2
    /// The share of values in common.
    // =, at 0 A −.002
    static let shared = 0.3
    /// The difference of the shares of records without a value; taken off.
    // ¾ A −.001, 4⁄3 =
    static let gaps = 0.4
    /// The score of a pair between the same neighbours, and of the only pair there is.
    // ¾ A −.001, 4⁄3 =
    static let position = 0.6
  }

  /// When a claim is more than a guess.
  enum Confidence {
    /// The same records that must have been compared.
    // =, other claims are made
    static let fewestRecords = 3
    /// The different values that must have agreed.
    // =, other claims are made
    static let fewestValues = 3
  }

  /// When a value that stayed in its place is another one.
  enum Changes {
    /// At most this share of the records agrees where a key means something else now.
    // =
    static let otherMeaning = 0.1
    /// The share of the records that show one difference between all texts of before and those of now: what people
    /// edit differs in many ways.
    static let sameWriting = 0.95
    /// How likely a key that was in all samples may be absent from all new ones by chance, so that it
    /// is gone: four samples before and three now say so where most keys are always there.
    // =
    static let absence = 0.0025
    /// The same where the object has changed anyhow: two samples before and two now say so.
    // guard
    static let absenceInChange = 0.02
    /// The share of the members of an object that must lie elsewhere now for that.
    // guard
    static let shareMoved = 0.25
    /// The share of the records with a value that must have lost it for a loss: a few values always go.
    // guard
    static let shareEmptied = 0.25
    /// The least share of the values that are taken to be edited between two recordings of the same records: seven
    /// losses of seven are no chance then.
    // guard
    static let leastEdited = 0.05
    /// The values in their places that must be compared to say how many are edited.
    // guard
    static let fewestCompared = 20
    /// The samples with a key, and those without it now, below which absence says nothing: in
    /// unchanged formats, keys of one to three records were absent from all of up to 35 others.
    // guard
    static let fewestBefore = 4
    // guard
    static let fewestNow = 3
    /// The members that either object always has and the other never, so that two with an `id` in common are not one.
    // guard
    static let fewestStrange = 5
    /// How likely a key of an unknown object is always there.
    // guard
    static let usuallyRequired = 0.7
    /// What the share of records without a value may differ by where it is only written in
    /// another way; two standard deviations come on top.
    // guard
    static let shareOfNothing = 0.1
  }
}
