/// What stands in for the values of requests in one walk from error to error.
struct StandIns {
  /// Which of several values that may stand in is given.
  var variant = 0
  var patches: [DecodingSite: PlaceholderSource] = [:]
  /// The keys that were asked for in vain, and are not where something stands in for an earlier one.
  var replacedKeys: Set<String> = []
  /// Whether code got a number in place of one that it had refused, by which it may choose its way.
  var isCheckedNumberMadeUp = false
  /// The values of which no part is what an odd request of the walk asked for.
  var unlike: Set<DecodingSite> = []
  /// The words that the error of the type's own says it expects.
  var expectedWords: [String] = []
  /// The values in place of which code says that it expects one word: it leads the way that was meant.
  var onlyWords: [DecodingSite: String] = [:]
  /// The broken elements of the lists of which code got the others, by their tape indices.
  var passedBy: [DecodingSite: [Int: JSONPointer]] = [:]
  var way = ChosenWay()
}

/// The way that what stands in has chosen in one walk.
struct ChosenWay {
  /// Whether there may be ways to which none of the values that are tried leads.
  var hasOtherWays = false
  /// Whether the word that says of which kind the value is was taken from another record.
  var isGuessed = false
  /// Whether a part was read as one of several cases behind a value by which code may choose among them.
  var isOfCase = false
}

/// Whether what stands in chooses the initialiser's way, and among how many it may.
struct ChoiceOfWay {
  /// How many ways there are to fill in what is missing.
  var count = 1
  /// Whether values of other records stand in for straight requests too.
  var triesSamples = false
  /// Whether values were given by which code chooses its way, so that each of them may lead another one.
  var isMade = false
}
