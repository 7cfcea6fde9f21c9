import JSONSchema
import StrictJSON

extension ShapePath {
  /// Whether the place belongs to an answer as a whole, and by its name comes with some of them only.
  var isOfSomeAnswers: Bool {
    isEnvelope && lastName.map(Self.isOfSomeAnswers) ?? false
  }

  /// Only the last page has no `next`, and most answers have no `errors`; an `access_token` is no token of a page.
  private static func isOfSomeAnswers(_ name: String) -> Bool {
    let words = NameWords.of(name)
    guard words.count > 1, let last = words.last else {
      return !Vocabulary.someAnswers.isDisjoint(with: words)
    }
    return Vocabulary.cursors.contains(last)
      || last == "token" && !Vocabulary.pageTokens.isDisjoint(with: words)
  }

  /// Whether no array or map lies on the way: the place belongs to the answer as a whole.
  package var isEnvelope: Bool {
    steps.allSatisfy { step in
      if case .member = step { return true }
      return false
    }
  }

  /// Whether a place beside the records tells of the page, whatever its own name.
  ///
  /// `_links.first.href` is the address of no record; but the `license` of all of them may be `page.license`.
  var isOfPage: Bool {
    names.dropLast().contains { !Vocabulary.pages.isDisjoint(with: NameWords.of($0)) }
  }

  /// The name of the last member on the way; nil where there is none.
  package var lastName: String? {
    var place: ShapePath? = self
    while let step = place?.last {
      if case .member(let name) = step, step != Self.mapKey { return name }
      place = place?.parent
    }
    return nil
  }

  /// The depth in members: how many names lead to the place.
  var names: [String] {
    steps.compactMap { step in
      if case .member(let name) = step { return name }
      return nil
    }
  }

  /// The names that lead to the place from one above it.
  func names(below root: ShapePath) -> [String] {
    ShapePath(steps: steps(below: root.depth)).names
  }

  /// How many arrays and maps lie on the way.
  var lists: Int { steps.count { $0 == .elements || $0 == .values } }

  /// All the places on the way to some places, these included.
  static func onTheWay(to paths: some Sequence<ShapePath>) -> Set<ShapePath> {
    var all = Set<ShapePath>()
    for path in paths {
      var current: ShapePath? = path
      while let place = current, all.insert(place).inserted { current = place.parent }
    }
    return all
  }

  /// The step to the key of a map's value, which no path of a document has.
  ///
  /// A key is no place in JSONPath, but a value can become one.
  static let mapKey = Step.member("\u{F8FF}key")

  /// The path as others see it: a key stands where its value does.
  var withoutMapKey: ShapePath { last == Self.mapKey ? parent ?? self : self }
}

extension Shape {
  /// The shape at a path below this one; nil where nothing is known of it.
  func part(at steps: some Sequence<ShapePath.Step>) -> Shape? {
    var shape = self
    for step in steps {
      let next: Shape? =
        switch step {
        case .member(let name): shape.object?.part(named: name)
        case .elements: shape.element
        case .values: shape.object?.anyValue
        }
      guard let next else { return nil }
      shape = next
    }
    return shape
  }

  /// Whether scalars come here, or nothing is known of what comes.
  var holdsScalars: Bool {
    types.isEmpty ? object == nil && element == nil : !types.isSubset(of: [.array, .object])
  }

  /// The number of places below, this one included, that hold scalars.
  var scalarPlaces: Int {
    (holdsScalars ? 1 : 0) + (element?.scalarPlaces ?? 0) + (object?.mapValue?.scalarPlaces ?? 0)
      + (object?.members.reduce(0) { $0 + $1.shape.scalarPlaces } ?? 0)
  }
}

extension ObjectShape {
  /// The shape of a member, or of all slots of a family by its name with the mark.
  func part(named name: String) -> Shape? {
    if let member = self[name] { return member.shape }
    if let family = slotFamilies.first(where: { $0.name == name }) {
      return family.memberNames.compactMap { self[$0]?.shape }.reduce(nil) { joined, shape in
        joined.map { $0.union(shape) } ?? shape
      }
    }
    return mapValue
  }
}
