import JSONSchema
import SchemaDrift
import StrictJSON

/// What is known of the types that read a format, and of both formats, to write a patch.
struct PatchFormats {
  let levels: LevelTable
  let old: Shape
  /// Nil where only a change is known, and not the format that it led to.
  let new: Shape?
  let mapping: [PathMapping]
  let outlines: [String: TypeOutline]

  init(
    levels: LevelTable, outlines: [TypeOutline], old: Shape, new: Shape?, mapping: [PathMapping]
  ) {
    self.levels = levels
    self.outlines = Dictionary(outlines.map { ($0.type, $0) }) { first, _ in first }
    self.old = old
    self.new = new
    self.mapping = mapping
  }

  /// The patches for changes: one for each, or one for several that belong together at the first of them.
  func steps(for changes: [Change]) -> [NextStep?] {
    var revisions: [(numbers: [Int], revision: TypeRevision)] = []
    for (number, change) in changes.enumerated() {
      guard var revision = revision(for: change) else { continue }
      var numbers = [number]
      // One that joins two may meet others.
      while let index = revisions.firstIndex(where: { $0.revision.meets(revision) }) {
        var known = revisions.remove(at: index)
        known.revision.join(revision)
        numbers += known.numbers
        revision = known.revision
      }
      revisions.append((numbers.sorted(), revision))
    }
    var steps = [NextStep?](repeating: nil, count: changes.count)
    let taken = typeNames
    for (numbers, revision) in revisions {
      guard let first = numbers.first, let patch = revision.patch(taken: taken) else { continue }
      steps[first] = .changeType(patch)
      let owner = read(at: changes[first].places)?.owner
      for number in numbers.dropFirst() {
        steps[number] = .changedWith(
          DTOReference(type: owner?.type ?? revision.type.type, property: owner?.property))
      }
    }
    return steps
  }

  // MARK: Revisions

  /// What a type must read because of a change; nil where no type reads the place, and where nothing is to be said.
  private func revision(for change: Change) -> TypeRevision? {
    guard let read = read(at: change.places), read.owner.property != nil else { return nil }
    switch change.rule.text.patch {
    case .none: return nil
    case .optional:
      let owner = declared(read.owner)
      guard read.isRequired, let outline = outlines[owner.type] else { return nil }
      return TypeRevision(type: outline, optionals: [owner])
    case .reading: return reading(change)
    }
  }

  /// What the type must read now, with all that moved to the same type.
  private func reading(_ change: Change) -> TypeRevision? {
    guard let from = change.from, let to = change.to, let reader = reader(of: to) else {
      return nil
    }
    let pairs =
      (change.slots?.paths ?? [from]).map { (from: $0, to: target(of: $0, in: change) ?? to) }
      + change.companions.map { (from: $0.from, to: $0.to) }
    var entries: [PatchTree.Entry] = []
    var replaced: [DecodingOwner] = []
    var retyped: Set<DecodingOwner> = []
    for pair in pairs {
      guard let read = self.read(at: [pair.from]), read.path == pair.from,
        read.owner.property != nil, let place = self.reader(of: pair.to), place.type == reader.type
      else { continue }
      let owner = declared(read.owner)
      let written = self.entries(for: pair.to, from: pair.from, read, steps: place.steps)
      guard !written.isEmpty else { continue }
      if !replaced.contains(owner) { replaced.append(owner) }
      if isRetyped(pair.from, pair.to) { retyped.insert(owner) }
      entries += written.filter { new in !entries.contains { $0.steps == new.steps } }
        .map { change.slots == nil || pair.to != to ? $0 : $0.ofSlots }
      for holder in lostHolders(of: pair.from) where !replaced.contains(holder) {
        replaced.append(holder)
      }
    }
    guard !entries.isEmpty else { return nil }
    let owners = Set(entries.compactMap { $0.owner?.type })
    let chain = chain(of: reader.type)
    let type = owners.count == 1 ? owners.first.flatMap { chain.contains($0) ? $0 : nil } : nil
    guard let outline = outlines[type ?? reader.type] else { return nil }
    return TypeRevision(type: outline, entries: entries, replaced: replaced, retyped: retyped)
  }

  /// The slot that a slot of a renamed family became; nil where all of them became one place.
  private func target(of slot: ShapePath, in change: Change) -> ShapePath? {
    guard change.slots != nil, change.to?.lastName?.contains(SlotFamily.slotMark) == true else {
      return nil
    }
    return mapping.first { $0.from == slot }?.to
  }

  /// The values that are read in the place of one.
  private func entries(
    for to: ShapePath, from: ShapePath, _ read: DecodingRead, steps: [ShapePath.Step]
  ) -> [PatchTree.Entry] {
    let owner = declared(read.owner)
    let property = outlines[owner.type]?.properties.first { $0.name == owner.property }
    guard new != nil, old.shape(at: from) != nil, isRetyped(from, to) else {
      // A change that a contract keeps says nothing of types.
      let type = property?.wrapper != nil ? property?.type : nil
      return [
        PatchTree.Entry(
          steps: steps, type: type ?? read.valueType, isOptional: !read.isRequired, owner: owner,
          wrapper: property?.wrapper)
      ]
    }
    if let type = type(of: to, from: from) {
      let wrapper = property?.type.isEmpty ?? true ? nil : property?.wrapper
      return [
        PatchTree.Entry(
          steps: steps, type: property?.wrapper != nil && wrapper == nil ? "" : type,
          isOptional: !read.isRequired, owner: owner, wrapper: wrapper)
      ]
    }
    return new?.shape(at: to).map { values(of: $0, at: steps) } ?? []
  }

  /// The values in a new place that are no objects, each at its place below; none where a type is not known.
  private func values(of shape: Shape, at steps: [ShapePath.Step]) -> [PatchTree.Entry] {
    if let type = type(shape) {
      return [PatchTree.Entry(steps: steps, type: type, isOptional: shape.isNullable, owner: nil)]
    }
    if shape.types == [.array] {
      return shape.element.map { values(of: $0, at: steps + [.elements]) } ?? []
    }
    guard shape.types == [.object], let object = shape.object else { return [] }
    if let value = object.mapValue { return values(of: value, at: steps + [.values]) }
    return object.members.flatMap { member in
      values(of: member.shape, at: steps + [.member(member.name)]).map { entry in
        var entry = entry
        if !member.isRequired, entry.steps.count == steps.count + 1 { entry.isOptional = true }
        return entry
      }
    }
  }

  /// The properties that held a value further up and have no place in the new format.
  private func lostHolders(of place: ShapePath) -> [DecodingOwner] {
    guard let new else { return [] }
    var lost: [DecodingOwner] = []
    var holder = place.parent
    while let path = holder, let read = levels.reads?[path], read.owner.property != nil {
      let image = mapping.first { $0.from == path }?.to ?? path
      guard new.shape(at: image) == nil else { break }
      lost.append(declared(read.owner))
      holder = path.parent
    }
    return lost
  }

  /// The property with the class that declares it.
  private func declared(_ owner: DecodingOwner) -> DecodingOwner {
    let type = chain(of: owner.type).first { name in
      outlines[name]?.properties.contains { $0.name == owner.property } ?? false
    }
    return DecodingOwner(type: type ?? owner.type, property: owner.property)
  }

  /// A type and the classes above it.
  private func chain(of type: String) -> [String] {
    var chain = [type]
    while let last = chain.last, let next = outlines[last]?.superclass, !chain.contains(next) {
      chain.append(next)
    }
    return chain
  }

  func read(at places: [ShapePath]) -> DecodingRead? { levels.read(at: places) }

  /// The type that reads the members of the object in which a new place lies, or of one around it, with
  /// the way from there.
  func reader(of place: ShapePath) -> (type: String, steps: [ShapePath.Step])? {
    var steps: [ShapePath.Step] = []
    var path = place
    while let step = path.last, let holder = path.parent {
      steps.insert(step, at: 0)
      if case .member = step, let type = typeReading(in: holder) { return (type, steps) }
      path = holder
    }
    return nil
  }

  /// The type that reads the members of a new object.
  private func typeReading(in holder: ShapePath) -> String? {
    let known = mapping.first { $0.to == holder && $0.from != nil }?.from ?? holder
    return ownerOfMembers(in: known)
  }

  /// The type that reads the members of an old object.
  private func ownerOfMembers(in holder: ShapePath) -> String? {
    levels.reads?.values.filter { $0.path.parent == holder && $0.owner.property != nil }
      .min { $0.path.description < $1.path.description }?.owner.type
  }

  /// The names that a nested type must not have: those of the types that are known, and those of the
  /// standard library and Foundation that a decodable type uses.
  var typeNames: Set<String> {
    let reads = levels.reads.map { Array($0.values) } ?? []
    let used = reads.flatMap { [$0.owner.type, $0.valueType] }.flatMap { name in
      PatchNames.parts(of: name)
    }
    return Set(used).union(PatchNames.commonTypes)
  }

  // MARK: Types

  /// Whether other JSON types come at the new place than came at the old one.
  func isRetyped(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let before = old.shape(at: from), let now = new?.shape(at: to) else { return false }
    let isMap = { (shape: Shape) in shape.object?.mapValue != nil }
    return !now.types.isSubset(of: before.types)
      && !(now.types == [.integer] && before.types == [.number])
      || isMap(before) != isMap(now)
  }

  /// The type of Swift for the values of a new place that are of another type; nil where nothing says it.
  private func type(of to: ShapePath, from: ShapePath) -> String? {
    guard let shape = new?.shape(at: to) else { return nil }
    if shape.types == [.object], shape.object?.mapValue != nil {
      let element = ownerOfMembers(in: from.appending(.elements))
      return (element ?? shape.object?.mapValue.flatMap(type)).map { "[String: \($0)]" }
    }
    // One element of a list, or a list of what was one.
    if shape.types == [.object], let element = ownerOfMembers(in: from.appending(.elements)),
      isMapped(from.appending(.elements), to)
    {
      return element
    }
    if shape.types == [.array], let element = ownerOfMembers(in: from.appending(.values)) {
      return "[\(element)]"
    }
    return type(shape)
  }

  private func isMapped(_ from: ShapePath, _ to: ShapePath) -> Bool {
    mapping.contains { $0.from == from && $0.to == to }
      || mapping.contains { $0.from?.parent == from && $0.to?.parent == to }
  }

  private func type(_ shape: Shape) -> String? {
    switch shape.types {
    case [.string]: "String"
    case [.integer]: "Int"
    case [.number]: "Double"
    case [.boolean]: "Bool"
    case [.array]: shape.element.flatMap(type).map { "[\($0)]" }
    default: nil
    }
  }
}
