/// What one run of an initialiser has asked for and got; each run begins with nothing.
struct InitializerRun {
  /// Whether all requests so far hand a value straight to a property, or nothing was made up before one that does not.
  var isAligned = true
  var handedOutPlaceholder = false
  var requests: [DecodingRequest] = []
  /// The properties for which there was a straight request.
  var fedProperties: Set<String> = []
  /// The types that were asked for, one after the other, as a number; nil after any request that is not straight.
  var straightRequests: Int? = 0
  /// The requests that hand a value straight to a property.
  var straightSites: Set<DecodingSite> = []
  var openedContainer = false
  var keyEnumerations: [ObjectIdentifier: KeyEnumeration] = [:]
  var madeUpContainers = 0
  /// The requests that got a value by which code may choose its way.
  var steering: [DecodingSite] = []
  /// Whether one of them is no property, so that code reads it for nothing but to choose.
  var steersByChoice = false
  /// The objects of which such a value was read, in which it chooses what else is asked for.
  var chosenObjects = ChosenObjects()
  /// The request that failed last, with no other one behind it.
  var latest: DecodingFailure?
  /// The keyed request that was answered last, with no other one behind it.
  var latestRead: DecodingSite?
  var swallowed = SwallowedFailures()
  var hasSingleValue = false
}

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
}

/// Whether what stands in chooses the initialiser's way, and among how many it may.
struct ChoiceOfWay {
  /// How many ways there are to fill in what is missing.
  var count = 1
  /// Whether values of other records stand in for straight requests too.
  var triesSamples = false
  /// Whether values were given by which code chooses its way, so that each of them may lead another one.
  var isMade = false
  /// Whether there may be ways to which none of these values leads.
  var hasOtherWays = false
  /// Whether the word that says of which kind the value is was taken from another record.
  var isGuessed = false
  /// Whether a part was read as one of several cases behind a value by which code may choose among them.
  var isOfCase = false
}

/// A key that was asked for, as a value or as a container.
struct DecodingRequest {
  let key: any CodingKey
  /// The object, by its tape index.
  let container: Int
  let opensContainer: Bool
}

/// An enumeration of keys with which a run opened containers.
struct KeyEnumeration {
  let keys: [any CodingKey]
  /// The objects that were opened; nil for a made-up one.
  var opened: [(object: JSONValue?, path: DecodingPath)] = []
  /// The keys for which the real object was seen to have no value.
  var absent: Set<String> = []
  /// The keys that the real object was asked whether it has.
  var questioned: Set<String> = []
}
