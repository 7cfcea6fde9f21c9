import Foundation
import JSONSchema
import StrictJSON

/// A place of a format, as a node of a tree.
struct Place: Sendable {
  enum Nature: Sendable {
    case scalar, object, map, array

    var isList: Bool { self == .map || self == .array }
  }

  let path: ShapePath
  let nature: Nature
  let types: Set<JSONType>
  /// The family, where slots stand as one place.
  let slots: SlotFamily?
  /// The form that all texts share, and the few texts that came; from a contract, these are all
  /// that is known of its values.
  let textForm: TextForm?
  let values: Set<String>
  /// How many records have the place; nil where nothing was counted.
  let presence: Observation.Presence?
  /// The share of the values that could have come here which did, and were not empty.
  let share: Double?
  /// The smallest and the largest number of elements; nil where no array came.
  let lengths: ClosedRange<Int>?
  fileprivate(set) var children: [ShapePath] = []

  /// The members whose names are those of an id, or say of which kind the object is.
  fileprivate(set) var tellingMembers: [(name: String, path: ShapePath)] = []
  /// The members that both sides have and some records lack.
  fileprivate(set) var rareMembers = 0
  /// The members that all records have, and none of the other side.
  fileprivate(set) var partedMembers = 0

  /// Whether some records lack it.
  var isRare: Bool { presence.map { $0.present < $0.samples } ?? false }

  /// Whether all that comes at a new place came here, too, as values of several types did.
  func allows(_ now: Place) -> Bool { !now.types.isEmpty && now.types.isSubset(of: types) }

  /// Whether scalars come here, or nothing is known of what comes; an empty object is none.
  var mayHoldScalars: Bool {
    nature == .scalar && (types.isEmpty || !types.isSubset(of: [.array, .object]))
  }
}

/// All places of a format, parents before their children; the slots of a family are one place.
struct Places: Sendable {
  private(set) var order: [ShapePath] = []
  private var places: [ShapePath: Place] = [:]

  /// The number of places that hold scalars.
  private(set) var scalars = 0
  /// The number of records; 1 where nothing was counted.
  let samples: Int

  init(of shape: Shape) {
    samples = shape.observed?.records.samples ?? 1
    add(shape, at: ShapePath(), slots: nil)
  }

  subscript(path: ShapePath) -> Place? { places[path] }

  /// What it says that a place is on one side only, in bits: a key that each record had and none has
  /// now is gone, a rare one may just not have come.
  ///
  /// `home` is where the place would be on the other side. Where what holds it did not come either,
  /// that is what is asked for. Of many keys that come and go one stays away by chance: it says as much less
  /// as there are other such keys in its object; but not so if more than these went at once which all records
  /// had. In a line of times, nearly all of which are optional, six of three records go by chance.
  func bits(of path: ShapePath, absentFrom other: Places, at home: ShapePath) -> Double {
    let (place, holder) = outermost(path, absentFrom: other, at: home)
    guard let presence = self[place]?.presence else { return Self.mostBits }
    let samples =
      holder.flatMap { other[$0]?.presence.map { $0.present - $0.null } } ?? other.samples
    // What was `null` held nothing that could be gone.
    let present = presence.present - (place == path ? 0 : presence.null)
    let chance = Evidence.chance(
      thatAll: max(1, present), fallInto: max(1, presence.samples), outOf: max(1, samples))
    let siblings = place.parent.flatMap { self[$0] }
    let rare = siblings?.rareMembers ?? 0
    let parted = presence.present == presence.samples ? siblings?.partedMembers ?? 0 : 0
    let tries = 1 + Double(rare) / Double(parted > rare ? parted : 1)
    return min(Self.mostBits, max(0, -log2(max(chance, 1e-6)) - log2(tries)))
  }

  /// Whether there was but one record that could have a place, or the outermost object around it that the other side
  /// does not have: that does not tell how often it comes.
  func isOfOneSample(_ path: ShapePath, absentFrom other: Places, at home: ShapePath) -> Bool {
    let (place, _) = outermost(path, absentFrom: other, at: home)
    return self[place]?.presence.map { $0.samples <= 1 } ?? true
  }

  /// The outermost place on the way to one that the other side does not have, and what holds it there.
  private func outermost(
    _ path: ShapePath, absentFrom other: Places, at home: ShapePath
  ) -> (place: ShapePath, holder: ShapePath?) {
    var place = path
    var holder = home.parent
    while let current = holder, other[current]?.types.isEmpty ?? true, let parent = place.parent {
      place = parent
      holder = current.parent
    }
    return (place, holder)
  }

  mutating func countRareMember(of path: ShapePath) { places[path]?.rareMembers += 1 }

  /// Counts a place that the other side does not have.
  mutating func countParted(_ path: ShapePath) {
    guard let place = places[path], !place.isRare, let holder = path.parent else { return }
    places[holder]?.partedMembers += 1
  }

  /// Whether all records have a place, by what was counted on the way to it.
  func isInAll(_ path: ShapePath, below root: ShapePath) -> Bool {
    var place = path
    while place.depth > root.depth, let parent = place.parent {
      if case .member? = place.last, let presence = self[place]?.presence {
        let isFilled = place == path || presence.null == 0
        guard presence.present == presence.samples, isFilled else { return false }
      }
      place = parent
    }
    return true
  }

  /// The share of the records that have a value at a place, by what was counted on the way to it; nil where
  /// nothing was counted.
  func share(of path: ShapePath, below root: ShapePath) -> Double? {
    var share = 1.0
    var place = path
    while place.depth > root.depth, let parent = place.parent {
      // An element or a value of a map is there wherever what holds it is not empty.
      if case .member? = place.last {
        guard let own = self[place]?.share else { return nil }
        share *= own
      }
      place = parent
    }
    return share
  }

  static let mostBits = 10.0

  private mutating func add(_ shape: Shape, at path: ShapePath, slots: SlotFamily?) {
    order.append(path)
    let nature: Place.Nature =
      shape.object?.mapValue != nil
      ? .map : shape.object != nil ? .object : shape.types.contains(.array) ? .array : .scalar
    var place = Place(
      path: path, nature: nature, types: shape.types, slots: slots, textForm: shape.textForm,
      values: Set(shape.values), presence: shape.observed?.records,
      share: shape.observed.map { Double($0.filled) / Double(max(1, $0.samples)) },
      lengths: shape.observed?.lengths)
    if nature == .scalar { scalars += 1 }
    func child(_ shape: Shape, _ step: ShapePath.Step, _ slots: SlotFamily?) {
      place.children.append(path.appending(step))
      if case .member(let name) = step,
        KindNames.isKind(name) || ColumnMatching.isIdentifier(name)
      {
        place.tellingMembers.append((name, path.appending(step)))
      }
      add(shape, at: path.appending(step), slots: slots)
    }
    if let element = shape.element { child(element, .elements, nil) }
    if let object = shape.object {
      if object.mapValue != nil, let value = object.anyValue {
        child(value, .values, nil)
      } else {
        var done = Set<String>()
        for member in object.members where !done.contains(member.name) {
          guard
            let family = object.slotFamilies.first(where: { $0.number(of: member.name) != nil }),
            let slots = object.part(named: family.name)
          else {
            child(member.shape, .member(member.name), nil)
            continue
          }
          done.formUnion(family.memberNames)
          child(slots, .member(family.name), family)
        }
      }
    }
    places[path] = place
  }
}

// MARK: - Slots that only one side has

extension Shape {
  /// The shape without families of slots of which the other side has members that are no family there.
  ///
  /// A record with `seco-1` to `seco-4` does not make something else of the `seco-1` that all have.
  func withSlots(beside other: Shape?) -> Shape {
    var shape = self
    shape.element = element?.withSlots(beside: other?.element)
    guard var object = shape.object else { return shape }
    let known = MemberIndex(other?.object)
    if let other = other?.object {
      object.slotFamilies.removeAll { family in
        !other.slotFamilies.contains { $0.name == family.name }
          && (family.memberNames.contains { known[$0] != nil } || other.hasTwo(like: family))
      }
    }
    for index in object.members.indices {
      let partner = known[object.members[index].name]?.shape
      object.members[index].shape = object.members[index].shape.withSlots(beside: partner)
    }
    object.mapValue = object.mapValue?.withSlots(beside: other?.object?.mapValue)
    shape.object = object
    return shape
  }
}

extension ObjectShape {
  /// Whether two members, which are too few for a family, have numbers where the names of a family have them: a meter with
  /// `import_t1_kwh` and `import_t2_kwh` has two of the four `total_import_t{n}_kwh`.
  fileprivate func hasTwo(like family: SlotFamily) -> Bool {
    let parts = family.name.split(separator: SlotFamily.slotMark, omittingEmptySubsequences: false)
    guard parts.count == 2, let word = NameWords.of(String(parts[0])).last,
      NameWords.of(family.name).last != word
    else { return false }
    let end = NameWords.of(String(parts[1]))
    var stems: [[String]: Int] = [:]
    for member in members where !slotFamilies.contains(where: { $0.number(of: member.name) != nil })
    {
      let words = NameWords.of(member.name)
      guard let place = words.lastIndex(where: { $0.allSatisfy(\.isNumber) }), place > 0,
        words[place - 1] == word, !end.isEmpty, Array(words[(place + 1)...]) == end
      else { continue }
      stems[Array(words[..<place]), default: 0] += 1
    }
    return stems.values.contains(2)
  }
}
