import JSONSchema
import StrictJSON

/// Judges guesses: pairs of a place that is gone and a new one, for which no value speaks.
///
/// A wrong guess costs more than none. So the types must fit and the values must not speak against
/// it; and either the names are alike and no other name is nearly as much so, or one place is gone
/// and one is new and both look the same.
struct GuessJudge {
  private let old: Places
  private let new: Places
  private let tables: [ColumnMatching]
  private let prefixes: Set<String>

  init(
    _ old: Places, _ new: Places, _ tables: [ColumnMatching],
    siblings: (gone: [ShapePath], added: [ShapePath])
  ) {
    self.old = old
    self.new = new
    self.tables = tables
    prefixes = NameLikeness.commonPrefixes(of: siblings.gone.compactMap(\.lastName))
      .union(NameLikeness.commonPrefixes(of: siblings.added.compactMap(\.lastName)))
  }

  /// The pairs of places that are gone and new in one and the same object.
  func pairs(_ gone: [ShapePath], _ added: [ShapePath]) -> [(ShapePath, ShapePath)] {
    var scores: [(from: ShapePath, to: ShapePath, score: Double)] = []
    let names = added.map { NameLikeness.Name($0.lastName ?? "", ignoring: prefixes) }
    for from in gone {
      let name = NameLikeness.Name(from.lastName ?? "", ignoring: prefixes)
      let likeness = names.map { NameLikeness.of(name, $0) }
      // Where another new place has much more of the name, it is that one or none, even if no value fits it.
      let best = (likeness.max() ?? 0) - DriftTuning.Guesses.betterName
      for (to, likeness) in zip(added, likeness)
      where likeness >= min(best, DriftTuning.Names.nearlySameNames) {
        guard let image = image(of: from, at: to) else { continue }
        scores.append(
          (from, image, score(from, image, isOnly: gone.count == 1 && added.count == 1)))
      }
    }
    return scores.filter { candidate in
      candidate.score >= DriftTuning.Guesses.score
        && !scores.contains { other in
          (other.from == candidate.from) != (other.to == candidate.to)
            && other.score > candidate.score - DriftTuning.Guesses.margin
        }
    }.map { ($0.from, $0.to) }
  }

  /// Whether a general name lies in another object, where nothing else speaks for it.
  private func isOtherwiseMeant(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let (table, old, new) = columns(from, to) else { return false }
    return table.isOtherwiseMeant(old, new)
  }

  /// Whether a place may be another one of the same name elsewhere.
  func mayHaveMoved(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let before = old[from], let now = new[to], before.nature == now.nature else {
      return false
    }
    if before.nature == .object {
      return NameLikeness.ofSets(names(before.children), names(now.children))
        >= DriftTuning.Names.halfNames
    }
    guard !isOtherwiseMeant(from, to) else { return false }
    let columns = columns(from, to)
    // No name alone says which of several elements a record kept.
    if to.lists < from.lists, let (table, old, new) = columns, table.old.isSeveral(old),
      !table.new.columns[new].isRepeated
    {
      return false
    }
    if let (table, old, new) = columns, table.old.profiles[old].isDigits,
      table.new.profiles[new].isDigits
    {
      return !isRefuted(from, to)
    }
    return before.types == now.types && !isRefuted(from, to)
      && looks(from, to) >= DriftTuning.Looks.alike
  }

  /// The member of a new object that holds the value which stood there alone; nil where none must.
  func principal(of path: ShapePath, among members: [ShapePath]) -> ShapePath? {
    guard let before = old[path], !before.types.isEmpty, !isBoolean(path) else { return nil }
    let isNumber = isNumberInText(path)
    let possible = members.filter { member in
      // The pictures of the same records may lie elsewhere since.
      guard let now = new[member], now.nature == .scalar,
        !isRefuted(path, member) || areAddresses(path, member)
      else { return false }
      // A price such as `"12.50"` is a number as well.
      if isNumber, !now.types.isDisjoint(with: [.integer, .number]) { return true }
      return !before.types.isDisjoint(with: now.types) && !areOfOtherKinds(path, member)
        && looks(path, member) >= DriftTuning.Looks.principal
    }
    let names = Self.ownNames(of: path) + Vocabulary.keysOfPrincipal
    return Self.member(of: members, possible, in: new, named: names)
  }

  /// Whether an old place holds numbers that are written as texts, and are no ids: some are not whole.
  private func isNumberInText(_ path: ShapePath) -> Bool {
    tables.contains { table in
      guard let column = table.old.index[path] else { return false }
      let profile = table.old.profiles[column]
      return profile.isDigits && !profile.isNumeric
        && table.old.records.indices.contains { row in
          table.old.texts(of: row, in: [column])[column]?.contains { $0.contains(".") } ?? false
        }
    }
  }

  /// The member of an old object that stands alone at a new place; nil where none must.
  ///
  /// An object is mostly its id now; where it has none that fits, its value or its name.
  func lastMember(among members: [ShapePath], at target: ShapePath) -> ShapePath? {
    guard let now = new[target], now.types != [.boolean] else { return nil }
    let possible = members.filter { member in
      guard let before = old[member], before.nature == .scalar, !before.types.isEmpty,
        !isRefuted(member, target), !KindNames.isKind(member.lastName ?? "")
      else { return false }
      return !before.types.isDisjoint(with: now.types) && !areOfOtherKinds(member, target)
        && looks(member, target) >= DriftTuning.Looks.principal
    }
    let own = Self.ownNames(of: target)
    // A number is the id of the object only where nothing else is a number of its own.
    let isNumber = now.types.isDisjoint(with: [.string]) && own.last != "id"
    let values: [String] = isNumber ? Vocabulary.keysOfNumber : []
    let names: [String] = own + values + ["id"]
    return Self.member(
      of: members.filter { !KindNames.isKind($0.lastName ?? "") }, possible, in: old,
      named: names + Vocabulary.keysOfPrincipal)
  }

  /// The name of a place, and its last word: `orderStatus` and `status`.
  private static func ownNames(of path: ShapePath) -> [String] {
    [path.lastName ?? ""] + NameWords.of(path.lastName ?? "").suffix(1)
  }

  /// The only scalar among some members, if it is possible, or the possible one that has the first of some names.
  private static func member(
    of members: [ShapePath], _ possible: [ShapePath], in places: Places, named names: [String]
  ) -> ShapePath? {
    if possible.count == 1, members.count(where: { places[$0]?.nature == .scalar }) == 1 {
      return possible.first
    }
    let letters = possible.map { NameWords.letters($0.lastName ?? "") }
    return names.lazy.compactMap { name in letters.firstIndex(of: NameWords.letters(name)) }
      .first.map { possible[$0] }
  }

  /// The text in a document that a text became, as rich text is written; nil where none or several may be.
  ///
  ///     "description": "Fixed."
  ///     "description": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Fixed."}]}]}
  func text(of path: ShapePath, in holder: ShapePath) -> ShapePath? {
    guard old[path]?.types == [.string] else { return nil }
    let found = new.order.filter { place in
      guard place.isWithin(holder), place.lists > holder.lists,
        place.depth <= holder.depth + Self.deepestText, new[place]?.types == [.string],
        let name = place.lastName, case .member? = place.last
      else { return false }
      return Vocabulary.keysOfText.contains(name)
        && !isRefuted(path, place) && !areOfOtherKinds(path, place)
    }
    return found.count == 1 ? found.first : nil
  }

  /// How deep a text lies in the document of an editor.
  private static let deepestText = 8

  /// Whether two places hold scalars of one type and kind.
  func isLike(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let before = old[from], let now = new[to], now.nature == .scalar,
      !before.types.isDisjoint(with: now.types)
        || before.types.union(now.types) == [.integer, .number]
    else { return false }
    guard let (table, old, new) = columns(from, to), hasValues(from, to) else { return true }
    let left = table.old.profiles[old]
    let right = table.new.profiles[new]
    return left.differences(from: right).kind < 0.2
      && (left.hosts.isEmpty || right.hosts.isEmpty || !left.hosts.isDisjoint(with: right.hosts))
  }

  /// The place that would be the image: the new one, or its elements where a value became a list.
  private func image(of from: ShapePath, at to: ShapePath) -> ShapePath? {
    guard let before = old[from], let now = new[to],
      !KeyForm.areAlike(from.lastName ?? "", to.lastName ?? ""),
      !NameHeads.contradict(from.lastName ?? "", to.lastName ?? ""),
      !OppositeNames(from.names.suffix(1)).contradicts(OppositeNames(to.names.suffix(1)))
    else { return nil }
    switch (before.nature, now.nature) {
    case (.scalar, .array):
      let element = to.appending(.elements)
      return new[element]?.nature == .scalar ? element : nil
    case (.object, .array):
      let element = to.appending(.elements)
      return new[element]?.nature == .object && isNamedAlike(from, to) ? element : nil
    case (.object, .object), (.map, .map): return to
    case (.array, .array):
      let natures = (old[from.appending(.elements)]?.nature, new[to.appending(.elements)]?.nature)
      return natures.0 == nil || natures.1 == nil || natures.0 == natures.1 ? to : nil
    case (.scalar, .scalar):
      guard (before.slots == nil) == (now.slots == nil) else { return nil }
      let numbers: Set<JSONType> = [.integer, .number]
      let areData = before.types.isSubset(of: numbers) && now.types.isSubset(of: numbers)
      let fits =
        isNumericText(from, to) || before.types.isEmpty || now.types.isEmpty || areData
        || !before.types.isDisjoint(with: now.types)
      return fits ? to : nil
    case (.object, .scalar): return isReference(from, to) ? to : nil
    default: return nil
    }
  }

  /// Whether two names are the same words: one `assignee` is one of several `assignees` now.
  private func isNamedAlike(_ from: ShapePath, _ to: ShapePath) -> Bool {
    NameLikeness.of(from.lastName ?? "", to.lastName ?? "") >= DriftTuning.Names.sameWord
  }

  /// Whether an object may have become its id: `owner` with a `uid` is `ownerId` now.
  private func isReference(_ from: ShapePath, _ to: ShapePath) -> Bool {
    let words = NameWords.of(from.lastName ?? "")
    let rest = NameWords.of(to.lastName ?? "")
    guard rest.starts(with: words), rest.count == words.count + 1,
      rest.last.map(Vocabulary.references.contains) ?? false, let types = new[to]?.types
    else { return false }
    return (old[from]?.children ?? []).contains { child in
      NameWords.of(child.lastName ?? "").last.map(Vocabulary.references.contains) ?? false
        && old[child]?.types == types
    }
  }

  /// Whether numbers were written as text, or are no longer.
  private func isNumericText(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let (table, old, new) = columns(from, to) else { return false }
    return table.old.profiles[old].isDigits && table.new.profiles[new].isDigits
  }

  private func score(_ from: ShapePath, _ to: ShapePath, isOnly: Bool) -> Double {
    let name = NameLikeness.of(
      from.lastName ?? "", to.lastName ?? "", ignoring: prefixes)
    // The same word, but for a letter: `ship` is `ships`, whatever the values have become.
    let isSameWord = name >= DriftTuning.Names.sameWord
    let isOnlyAddress = isOnly && name >= DriftTuning.Names.synonyms && areAddresses(from, to)
    if isOnlyAddress { return name }
    if isRefuted(from, to) && !isSameWord { return 0 }
    if old[from]?.nature == .object, new[to]?.nature == .scalar { return DriftTuning.Guesses.score }
    let looks = looks(from, to)
    if old[from]?.nature == .object || old[from]?.nature == .array {
      if hasOtherMembers(from, to) { return 0 }
      let members = NameLikeness.ofSets(
        names(members(of: from, in: old)), names(members(of: to, in: new)))
      if members >= DriftTuning.Names.halfNames { return max(members, name) }
      return name >= DriftTuning.Names.nearlySameNames && members > 0 ? name : 0
    }
    if old[from]?.types.isEmpty == true || new[to]?.types.isEmpty == true {
      // Where only `null` came there is nothing to see, so the words must be the same.
      return name >= 1 ? name : 0
    }
    let shared = sharedValues(from, to)
    if isSameWord { return name }
    let names = (from.lastName ?? "", to.lastName ?? "")
    if shared == 0, hasValues(from, to),
      NameLikeness.isQualified(names.0, unlike: names.1)
        || NameLikeness.isQualified(names.1, unlike: names.0)
    {
      return 0
    }
    guard looks >= DriftTuning.Looks.alike else { return 0 }
    let base =
      DriftTuning.Guesses.name * name + DriftTuning.Guesses.looks * looks
      + DriftTuning.Guesses.shared * shared
      - DriftTuning.Guesses.gaps * differenceOfGaps(from, to)
    let only =
      isInPosition(from, to) && fitsForm(from, to) && !isBoolean(from) && !hasValues(from, to)
        || isOnly && looks >= DriftTuning.Looks.onlyPair
          && (hasLooks(from, to) || name >= DriftTuning.Names.hint) && !isBoolean(from)
      ? DriftTuning.Guesses.position : 0
    return max(base, only)
  }

  /// Whether two keys stand between the same neighbours, which are where they were.
  private func isInPosition(_ from: ShapePath, _ to: ShapePath) -> Bool {
    let left = Self.neighbours(of: from, in: old)
    let right = Self.neighbours(of: to, in: new)
    return left == right && left != [nil, nil]
  }

  private static func neighbours(of path: ShapePath, in places: Places) -> [ShapePath.Step?] {
    let siblings = path.parent.flatMap { places[$0]?.children } ?? []
    guard let index = siblings.firstIndex(of: path) else { return [nil, nil] }
    return [index - 1, index + 1].map {
      siblings.indices.contains($0) ? siblings[$0].steps.last : nil
    }
  }

  /// Whether both places hold texts of the same form, and the same ones where they are few.
  private func fitsForm(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let before = old[from], let now = new[to], before.types == now.types,
      before.textForm == now.textForm
    else { return false }
    return before.values.isEmpty || now.values.isEmpty
      || !before.values.isDisjoint(with: now.values)
  }

  /// Whether values of both formats can be compared; those of a contract cannot.
  private func hasValues(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let (table, old, new) = columns(from, to) else { return false }
    return table.old.profiles[old].values > 0 && table.new.profiles[new].values > 0
  }

  private func members(of path: ShapePath, in places: Places) -> [ShapePath] {
    let children = places[path]?.children ?? []
    if places[path]?.nature == .array, let element = children.first {
      return places[element]?.children ?? []
    }
    return children
  }

  private func names(_ paths: [ShapePath]) -> Set<String> { Set(paths.compactMap(\.lastName)) }

  // MARK: Columns

  private func columns(
    _ from: ShapePath, _ to: ShapePath
  ) -> (table: ColumnMatching, old: Int, new: Int)? {
    for table in tables {
      guard let old = table.old.column(at: from), let new = table.new.column(at: to) else {
        continue
      }
      return (table, old, new)
    }
    return nil
  }

  /// Whether both places hold addresses: they are edited often, so other ones may be the same place.
  private func areAddresses(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let (table, old, new) = columns(from, to) else { return false }
    return table.old.profiles[old].form == .address && table.new.profiles[new].form == .address
      && !leadElsewhere(from, to) && !table.isOneServer(old, orMany: new)
  }

  /// Whether members of one name are all others in two objects, as the same records say; what all of them have says nothing.
  private func hasOtherMembers(_ from: ShapePath, _ to: ShapePath) -> Bool {
    let members = (old[from]?.children ?? []).compactMap { member in
      columns(member, member.moved(from: from, to: to))
    }.filter { $0.table.old.counts[$0.old].count > 1 || $0.table.new.counts[$0.new].count > 1 }
    return !members.isEmpty && members.allSatisfy { $0.table.areOtherThings($0.old, $0.new) }
  }

  /// Whether the addresses of both places have no word of their ways in common.
  private func leadElsewhere(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let (table, old, new) = columns(from, to) else { return false }
    return table.old.profiles[old].hasSteps(of: table.new.profiles[new]) == false
  }

  /// Whether the values in joined records are others.
  private func isRefuted(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let (table, old, new) = columns(from, to) else { return false }
    return table.isRefuted(old, new)
      || table.isOfOtherObject(AgreementTable.Key(old: old, new: new))
      || table.hasTwin(old, besides: new)
      || table.isOneOfAll(old, orEach: new) || table.isOneServer(old, orMany: new)
      || table.old.profiles[old].isShare(besides: table.new.profiles[new])
  }

  /// How far the shares of the records differ that have a value in the places.
  private func differenceOfGaps(_ from: ShapePath, _ to: ShapePath) -> Double {
    guard let (table, old, new) = columns(from, to), !table.old.records.isEmpty,
      !table.new.records.isEmpty
    else { return 0 }
    return abs(
      Double(table.old.filled(old)) / Double(table.old.records.count)
        - Double(table.new.filled(new)) / Double(table.new.records.count))
  }

  private func hasLooks(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let (table, old, new) = columns(from, to) else { return false }
    return table.old.profiles[old].values >= 3 && table.new.profiles[new].values >= 3
      && table.agreement(old, new).compared < 3
  }

  private func isBoolean(_ path: ShapePath) -> Bool { old[path]?.types == [.boolean] }

  /// Whether the values are of kinds that nothing but a name makes one: an address is no word.
  private func areOfOtherKinds(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let (table, old, new) = columns(from, to), hasValues(from, to) else { return false }
    return !table.old.profiles[old].isOfOneForm(as: table.new.profiles[new])
  }

  private func looks(_ from: ShapePath, _ to: ShapePath) -> Double {
    guard let (table, old, new) = columns(from, to), hasValues(from, to) else {
      return DriftTuning.Looks.unseen
    }
    return table.old.profiles[old].likeness(to: table.new.profiles[new])
  }

  /// The share of the values that both columns have, where these are few and come back.
  private func sharedValues(_ from: ShapePath, _ to: ShapePath) -> Double {
    guard let (table, old, new) = columns(from, to) else { return 0 }
    return table.sharedValues(old, new)
  }
}
