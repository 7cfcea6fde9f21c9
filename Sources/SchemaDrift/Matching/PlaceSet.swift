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

/// Where old places are in the new format, with all the old places on the way to one.
struct PlaceImages {
  private var all: [ShapePath: ShapePath] = [:]
  private var from = PlaceSet()

  subscript(place: ShapePath) -> ShapePath? { all[place] }

  mutating func set(_ image: ShapePath, of place: ShapePath) {
    all[place] = image
    from.insert(place)
  }

  var values: some Collection<ShapePath> { all.values }

  /// The first old place whose image is a new one.
  func place(of image: ShapePath) -> ShapePath? { all.first { $0.value == image }?.key }

  /// Whether an old place has an image, or lies on the way to one that has.
  func isOnTheWay(_ place: ShapePath) -> Bool { from.isOnTheWay(place) }
}
