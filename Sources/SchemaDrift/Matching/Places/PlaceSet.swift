import StrictJSON

/// Places, and all the places on the way to them, kept while places are added.
struct PlaceSet {
  private var places: Set<ShapePath> = []
  private var way: Set<ShapePath> = []

  mutating func insert(_ place: ShapePath) {
    places.insert(place)
    var current: ShapePath? = place
    while let next = current, way.insert(next).inserted { current = next.parent }
  }

  func contains(_ place: ShapePath) -> Bool { places.contains(place) }

  /// Whether a place is one of them or lies on the way to one.
  func isOnTheWay(_ place: ShapePath) -> Bool { way.contains(place) }
}

/// What became of an old place.
struct PlaceFate: Sendable {
  /// What says where the place is now.
  enum Basis: Sendable {
    /// It is where it was, or where what holds it is now.
    case place
    /// The values of the same records.
    case values
    /// Nearly the same values of the same records.
    case nearValues
    /// Names, looks and positions.
    case looks
  }

  /// Where it is now; nil where that is not known.
  var image: ShapePath?
  var basis = Basis.place
  /// In how many of the same records the values agree, and in how many both have one.
  var counts: (matched: Int, compared: Int)?
  /// In how many of the same records a value came or went; nil where that was not counted.
  var gaps: Gaps?
  /// The unit in which the new numbers are the old ones; nil where they are not others.
  var unit: UnitChange?
  /// Whether the values that agree are so many different ones that it is no chance.
  var isTelling = false
  /// Other new places that hold the same values, so that each may be this one.
  var rivals: [ShapePath] = []
  /// Whether one of these is called as much alike.
  var isTied = false
  /// Whether the key holds other values now, while the old ones are elsewhere.
  var isReplaced = false
  /// What the values say of a place that is where it was.
  var meaning: PlaceMatching.Meaning?

  /// How sure it is that the place is where it is said to be.
  var confidence: Change.Confidence {
    guard basis != .looks else { return .guess }
    guard let counts else { return .likely }
    if counts.compared < DriftTuning.Confidence.fewestRecords || !isTelling || isTied {
      return .guess
    }
    return basis == .values && counts.matched == counts.compared && rivals.isEmpty
      ? .certain : .likely
  }
}

/// What became of each old place, with all the old places on the way to one that was found.
struct PlaceFates: Sendable {
  private var all: [ShapePath: PlaceFate] = [:]
  private var found = PlaceSet()

  subscript(place: ShapePath) -> PlaceFate { all[place] ?? PlaceFate() }

  /// The new place of an old one; nil where it is not known.
  func image(of place: ShapePath) -> ShapePath? { all[place]?.image }

  mutating func set(_ image: ShapePath, of place: ShapePath, basis: PlaceFate.Basis) {
    all[place, default: PlaceFate()].image = image
    all[place]?.basis = basis
    found.insert(place)
  }

  /// Forgets where an old place is; what was found below it stays.
  mutating func remove(_ place: ShapePath) { all[place]?.image = nil }

  mutating func change(_ place: ShapePath, _ body: (inout PlaceFate) -> Void) {
    body(&all[place, default: PlaceFate()])
  }

  /// All new places that are the image of an old one.
  var images: Set<ShapePath> { Set(all.values.compactMap(\.image)) }

  /// Whether an old place was found, or lies on the way to one that was.
  func isOnTheWay(_ place: ShapePath) -> Bool { found.isOnTheWay(place) }
}
