import JSONSchema
import StrictJSON

// Maps that look like records, as those of few samples do. What is keyed by data has other keys in other records, and no
// key of it is gone, renamed or moved:
//
//     {"pages": {"3201": {"id": 3201, "text": "…"}}}      {"pages": {"4748": {"id": 4748}}}
//
// Both sides decide: where they have the same keys nothing depends on it.
extension Shape {
  /// The shape with objects read as maps where the other side, or their keys, say that they are.
  ///
  /// With few samples a map can look like a record. `{"de": {…}, "fr": {…}}` always does; where the
  /// other side has the same keys nothing depends on it.
  func withMaps(
    beside other: Shape?, _ renamed: RenamedEntries, _ lists: KeyedLists, isOld: Bool,
    at path: ShapePath = ShapePath()
  ) -> Shape {
    var shape = self
    shape.element = element?.withMaps(
      beside: other?.element, renamed, lists, isOld: isOld, at: path.appending(.elements))
    guard var object = shape.object else { return shape }
    if let value = object.mapValue {
      shape.object?.mapValue = value.withMaps(
        beside: other?.object?.mapValue, renamed, lists, isOld: isOld, at: path.appending(.values))
      return shape
    }
    let known = MemberIndex(other?.object)
    for index in object.members.indices {
      let partner = known[object.members[index].name]?.shape
      object.members[index].shape = object.members[index].shape.withMaps(
        beside: partner, renamed, lists, isOld: isOld,
        at: path.appending(.member(object.members[index].name)))
    }
    shape.object = object
    let isMapThere =
      other?.object?.mapValue.map { object.mayBeEntries(of: $0, isOld: isOld) } ?? false
    let likeness = NameLikeness.ofSets(
      Set(object.members.map(\.name)), Set(other?.object?.members.map(\.name) ?? []))
    let isMap =
      isMapThere || object.isKeyed(insteadOf: other?.element?.object)
      || object.isKeyedByCodes
        && likeness < (object.isKeyedByLocales ? 1 : DriftTuning.Names.halfNames)
      || object.isList && likeness < DriftTuning.Names.nearlySameNames
        && !(other?.object.map { object.isRecord(beside: $0) } ?? false)
      || other?.object.map {
        object.isKeyedByData(beside: $0) || object.isKeyedByIds(beside: $0)
          || object.isKeyedByNames(beside: $0) && renamed.mayBeEntries(at: path)
      } ?? false
      || lists.hold(object, at: path) || object.isKeyedOneByOne(beside: other?.object)
    if isMap, let value = object.anyValue {
      // Entries of one record come and go together; those of one answer are its records.
      let records = observed?.recordsNotNull ?? 0
      shape.object = ObjectShape(mapValue: records > 1 ? value.counted(in: records) : value)
    }
    return shape
  }
}

extension ObjectShape {
  /// Whether the members may be entries of a map of the other side, and are not what lies around its entries now.
  ///
  ///     {"201": {"status": …}, "202": {…}}      {"items": [{"status": …}, …], "total": 80, "search": {…}}
  func mayBeEntries(of value: Shape, isOld: Bool) -> Bool {
    let names = Set(value.object?.members.map(\.name) ?? [])
    // What holds the objects now is a list alone, or beside what is no object.
    if !isOld, let only = members.first, members.count == 1, only.shape.element?.object != nil {
      return value.element != nil || only.name.contains(where: \.isNumber)
    }
    guard names.count >= 2, Set(members.map(\.shape.kinds)).count > 1 else { return true }
    guard isOld || members.contains(where: { $0.shape.object != nil }) else { return false }
    // Of entries some may be a list of such objects.
    let entries = members.count { member in
      member.shape.object.map {
        NameLikeness.ofSets(names, Set($0.members.map(\.name))) >= DriftTuning.Names.halfNames
      } ?? false
    }
    if entries > 0, 2 * entries >= members.count { return true }
    return !members.contains { member in
      guard let entry = member.shape.element?.object else { return false }
      return value.element == nil
        || NameLikeness.ofSets(names, Set(entry.members.map(\.name)))
          >= DriftTuning.Names.halfNames
    }
  }

  /// Whether the members, which are all alike, stand where a list of keys and values stood.
  fileprivate func isKeyed(insteadOf entry: ObjectShape?) -> Bool {
    guard let entry, (2...6).contains(entry.members.count), members.count >= 3,
      !members.contains(where: { entry[$0.name] != nil })
    else { return false }
    let types = Set(members.map(\.shape.types).filter { !$0.isEmpty })
    guard types.count == 1, types.first?.contains(.array) == false else { return false }
    let names = Set(members.map { Set($0.shape.object?.members.map(\.name) ?? []) })
    return names.count == 1 && entry.members.contains { $0.shape.types.contains(.string) }
  }

  /// Whether all keys are such as `de_DE`, which is nothing but data, alone as well.
  fileprivate var isKeyedByLocales: Bool {
    !members.isEmpty && members.allSatisfy { KeyForm.isLocale($0.name) }
  }

  /// Whether the keys are data, as the ids of objects are, alone as well, and the other side has a list of such objects
  /// among other members: `{"249": {"status": …, …}}` beside `{"items": [{"status": …, …}], "total_count": 1}`.
  ///
  /// Without such a list an entry under its number may as well be under a name now.
  fileprivate func isKeyedByIds(beside other: ObjectShape) -> Bool {
    guard !members.isEmpty, other.members.count > 1,
      members.allSatisfy({ $0.shape.hasMembers && MapRule.isData($0.name) && other[$0.name] == nil }
      )
    else { return false }
    let names = Set(anyValue?.object?.members.map(\.name) ?? [])
    return other.members.contains { member in
      let others = Set(member.shape.element?.object?.members.map(\.name) ?? [])
      let common = names.intersection(others).count
      return common >= Self.fewestMembers && 2 * common >= min(names.count, others.count)
    }
  }

  /// Whether the keys are codes, of languages or currencies, and the values all alike.
  fileprivate var isKeyedByCodes: Bool {
    guard isKeyedByLocales || members.count >= 2 && members.allSatisfy({ Self.isCode($0.name) })
    else {
      return false
    }
    let names = members.map { Set($0.shape.object?.members.map(\.name) ?? []) }
    if let first = names.first, !first.isEmpty { return names.allSatisfy { $0 == first } }
    let types = Set(members.map(\.shape.types).filter { !$0.isEmpty })
    return (isKeyedByLocales || members.count >= 5) && types.count == 1
  }

  /// Whether there are many members, all objects of the same kind, and not the same words in each of several records.
  fileprivate var isList: Bool {
    let fixed = members.count { member in
      member.isRequired && (member.shape.observed?.records.samples ?? 0) > 1
    }
    let words = members.count { !$0.name.utf8.contains { (0x30...0x39).contains($0) } }
    if 2 * fixed > members.count, 2 * words > members.count { return false }
    let names = members.map { Set($0.shape.object?.members.map(\.name) ?? []) }
    guard members.count >= 8, let first = names.first, first.count >= 2 else { return false }
    return names.allSatisfy { NameLikeness.ofSets($0, first) >= DriftTuning.Names.alikeMapValues }
  }

  /// Whether most keys are those of a record on the other side, where each value is of a kind of its own.
  ///
  ///     {"summary": {"type": "text", "value": "S"}, "labels": {"type": "list", "value": ["a"]}, …}
  ///     {"summary": "S", "labels": ["a"], …}
  fileprivate func isRecord(beside other: ObjectShape) -> Bool {
    let known = MemberIndex(other)
    let common = members.compactMap { known[$0.name]?.shape.kinds }
    return common.count * 2 >= members.count && Set(common).count > 1
  }

  /// Whether the keys that only one of two objects has are data by their look, as are `3201`, `Q42`, `1.0.4` or
  /// `USD`, and all values are alike.
  fileprivate func isKeyedByData(beside other: ObjectShape) -> Bool {
    guard mapValue == nil, other.mapValue == nil else { return false }
    let names = (old: Set(members.map(\.name)), new: Set(other.members.map(\.name)))
    let parted = [names.old.subtracting(names.new), names.new.subtracting(names.old)]
    let all = names.old.union(names.new)
    let areCodes = MapRule.areCodes(all)
    let values = (members + other.members).map(\.shape)
    guard parted.allSatisfy({ !$0.isEmpty }),
      areCodes || KeyForm.isData(parted[0].union(parted[1]))
        || all.allSatisfy(KeyForm.isCode) && values.allSatisfy(\.hasMembers)
          && (parted.allSatisfy { $0.count >= Self.fewestCodes } || haveFullValues(beside: other))
    else { return false }
    // `w92` and `w185` are two sizes of one picture, each a text.
    let areFew = parted.contains { $0.count < 3 } && values.allSatisfy(\.isScalar)
    return Self.areAlike(values)
      && (!areFew || areCodes || MapRule.areData(all))
  }

  /// Whether each side has keys of its own, whatever they look like, and all values are objects of one kind.
  ///
  /// The sides of a game and the sizes of a picture are few, have the same members, and come in each record; a part of a
  /// dictionary has as many words as were asked for:
  ///
  ///     {"haxorus": {"num": 612, "types": […], …}, "noctowl": {…}}      {"mothim": {"num": 414, "types": […], …}}
  fileprivate func isKeyedByNames(beside other: ObjectShape) -> Bool {
    let entries = members + other.members
    guard mapValue == nil, other.mapValue == nil, entries.allSatisfy(\.shape.hasMembers) else {
      return false
    }
    let names = (old: Set(members.map(\.name)), new: Set(other.members.map(\.name)))
    let all = names.old.union(names.new)
    let letters = Set(all.map { NameWords.letters($0) })
    guard all.count >= Self.fewestNames, max(names.old.count, names.new.count) >= 2,
      NameLikeness.ofSets(names.old, names.new) <= Self.mostNamesInCommon,
      letters.count == all.count, entries.allSatisfy(\.isRare)
    else { return false }
    // What nearly all entries of either side have, the other side's have, too, and it is most of each.
    let cores = [Self.core(members), Self.core(other.members)]
    let common = cores[0].intersection(cores[1])
    // No member of an object is in capitals beside members that are not.
    let areInCapitals =
      all.allSatisfy(KeyForm.isInCapitals) && !common.allSatisfy(KeyForm.isInCapitals)
    let kinds = Set(entries.map { Set($0.shape.object?.members.map(\.name) ?? []) })
    let areMany =
      areInCapitals || all.count >= Self.veryManyNames
      || all.count >= Self.manyNames && kinds.count > 1
    guard areMany || kinds.count > 1 && common.count >= Self.manyMembers else { return false }
    let sizes = entries.map { $0.shape.object?.members.count ?? 0 }
    return common.count >= Self.fewestCommon
      && Double(common.count)
        >= DriftTuning.Names.halfNames * Double(max(cores[0].count, cores[1].count))
      && Double(common.count * sizes.count)
        >= DriftTuning.Names.halfNames * Double(sizes.reduce(0, +))
  }

  /// Whether each of several objects has one key, each another one, and all values have the same members: `[{"btc_usdt":
  /// {"fee": …, …}}, {"eth_usdt": {"fee": …, …}}]`.
  ///
  /// The parts of a text, each under the name of its kind, have members of their own, and some are of one kind; and where
  /// the other side has such objects, too, their keys may be kinds.
  fileprivate func isKeyedOneByOne(beside other: ObjectShape?) -> Bool {
    // Of a few elements each may be of a kind of its own.
    guard isOfOneKeyEach, !(other?.isOfOneKeyEach ?? false),
      members.count > Self.mostKinds
        || members.allSatisfy({ $0.name.contains { !$0.isLetter } }),
      members.allSatisfy({ other?[$0.name] == nil })
    else { return false }
    let names = members.map { Set($0.shape.object?.members.map(\.name) ?? []) }
    return names.allSatisfy {
      $0 == names[0] && $0.count >= (names.count == 2 ? Self.fewestMembers : 2)
    }
  }

  /// Whether each of several objects has one key, and no two the same.
  private var isOfOneKeyEach: Bool {
    members.count >= 2
      && members.allSatisfy {
        $0.shape.observed.map {
          $0.records.present == 1 && $0.records.samples == members.count
        } ?? false
      }
  }

  /// The members that nearly all objects of some have.
  private static func core(_ objects: [MemberShape]) -> Set<String> {
    var counts: [String: Int] = [:]
    for object in objects {
      for member in object.shape.object?.members ?? [] { counts[member.name, default: 0] += 1 }
    }
    return Set(counts.filter { 5 * $0.value >= 4 * objects.count }.keys)
  }

  private static let mostKinds = 4
  private static let fewestCommon = 4
  // Two teams may be called in another way, and several sizes of a picture: so few entries must have many members, or
  // differ in them.
  private static let fewestNames = 4
  private static let manyNames = 6
  private static let veryManyNames = 16
  private static let manyMembers = 8
  private static let mostNamesInCommon = 0.2

  /// Whether the values, which came in few objects, have several members, and all the same ones.
  private func haveFullValues(beside other: ObjectShape) -> Bool {
    let values = (members + other.members).map(\.shape)
    let names = values.map { Set($0.object?.members.map(\.name) ?? []) }
    return names.allSatisfy { $0 == names.first && $0.count >= Self.fewestMembers }
      && values.allSatisfy { ($0.observed?.records.samples ?? .max) < Self.manySamples }
  }

  // A `STATUS` that is a `STATE` now is a word in capitals, as those of two addresses are. So many on each side are no
  // words, nor are those of which each holds so much, unless each of several records has the same.
  private static let fewestCodes = 3
  private static let fewestMembers = 4
  private static let manySamples = 3

  /// Whether values are of one type, and objects have about the same members.
  private static func areAlike(_ values: [Shape]) -> Bool {
    guard Set(values.map(\.kinds).filter { !$0.isEmpty }).count <= 1 else { return false }
    let names = values.compactMap(\.object).map { Set($0.members.map(\.name)) }
    let all = names.reduce(Set()) { $0.union($1) }
    let count = names.reduce(0) { $0 + $1.count }
    return Double(count) >= DriftTuning.Names.alikeEntries * Double(names.count * all.count)
  }

  private static func isCode(_ key: String) -> Bool {
    let parts = key.split(whereSeparator: { $0 == "-" || $0 == "_" })
    return !key.isEmpty && parts.count <= 2
      && parts.allSatisfy {
        (2...3).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLetter }
      }
  }
}

extension Shape {
  /// The types of the values; `1` among rates is a number as `2.72` is.
  fileprivate var kinds: Set<JSONType> { Set(types.map { $0 == .integer ? .number : $0 }) }
}

extension MemberShape {
  /// Whether a member was counted, and came in few of several records, or in the only one.
  var isRare: Bool {
    shape.observed.map { $0.records.samples <= 1 || 3 * $0.records.present <= $0.records.samples }
      ?? false
  }
}
