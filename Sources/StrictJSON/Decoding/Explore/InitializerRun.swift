/// What one run of an initialiser has asked for and got; each run begins with nothing.
struct InitializerRun {
  /// Whether something may still stand in: no value as a whole was asked for that is no property, and nothing was told of
  /// a container that is made up.
  var isAligned = true
  /// The parts that were read as a whole, by their tape indices.
  var partsRead: Set<Int> = []
  /// The requests that were answered with what stands in.
  var stoodIn: Set<DecodingSite> = []
  /// Whether a number or a date stood in, which code may compare with another one.
  var gaveQuantity = false
  /// The failures that count only if no way was chosen.
  var unproved: [DecodingFailure] = []
  /// Whether a request was refused, as it may not be made with what stands in; code may have caught that.
  var wasStopped = false
  var requests: [DecodingRequest] = []
  /// The properties for which there was a straight request.
  var fedProperties: Set<String> = []
  /// The places of properties that no key is named like, and for which there was a request all the same.
  var fedPlaces: Set<String> = []
  /// The types that go to one case alone, of which a value was asked for.
  var fedCases: Set<ObjectIdentifier> = []
  /// The types that were asked for, one after the other, as a number; nil after any request that is not straight.
  var straightRequests: Int? = 0
  /// The requests that hand a value straight to a property.
  var straightSites: Set<DecodingSite> = []
  /// Those of them of values that go into a case of a property.
  var caseSites: Set<DecodingSite> = []
  var openedContainer = false
  var keyEnumerations: [ObjectIdentifier: KeyEnumeration] = [:]
  var madeUpContainers = 0
  /// Whether a container that stands in, or what is left of a real one, was handed out.
  var gaveContainer = false
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

  /// Whether code may have chosen among the cases of a property by what stands in.
  var mayHaveChosenCase: Bool { !steering.allSatisfy(caseSites.contains) }

  /// Whether something stood in for a value, or for a container.
  var handedOutPlaceholder: Bool { !stoodIn.isEmpty || gaveContainer }
}

extension InitializerRun {
  /// The key of the last request for the value of a site; nil where there was none.
  func key(of site: DecodingSite) -> (any CodingKey)? { requests.last { $0.isFor(site) }?.key }

  /// Whether a coding path is nothing but the key of the last request.
  func isLastKey(_ path: [any CodingKey]) -> Bool {
    guard path.count == 1, let last = requests.last?.key else { return false }
    return DecodingFrame.enumeration(of: path[0]) == DecodingFrame.enumeration(of: last)
      && path[0].stringValue == last.stringValue
  }
}

/// A key that was asked for, as a value or as a container.
struct DecodingRequest {
  let key: any CodingKey
  /// The object, by its tape index.
  let container: Int
  let opensContainer: Bool

  /// Whether the value of a site was asked for, as whatever type.
  func isFor(_ site: DecodingSite) -> Bool {
    container == site.container && key.stringValue == site.key
  }
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
