// Records that are left out.
extension DecodingFrame {
  /// The most records that are left out; each is one more run of the initialiser, over all the others.
  private static let maximumLeftOut = 50

  /// Whether nothing stands in for anything yet, and nothing is left out.
  var isFirst: Bool { standIns.patches.isEmpty && !records.isAnyLeftOut }

  /// The record of a list around a place, where it can be left out.
  func record(around place: JSONPointer) -> WalkedRecords.Record? {
    let outer = path.pointer.tokens
    guard run.isAligned, records.leftOut.count < Self.maximumLeftOut,
      place.tokens.starts(with: outer),
      let record = records.record(around: place.tokens[outer.count...], in: node, outer),
      !records.isLeftOut(record.value)
    else { return nil }
    // Code that got the whole list may ask for its first element, where the document has one.
    if !record.isOfLoop, !session.decoder.isContained,
      !record.list.elements.contains(where: {
        $0.index != record.value.index && !records.isLeftOut($0)
      })
    {
      return nil
    }
    return record
  }

  /// Whether a problem may be due to an element that was left out before it.
  func mayBeShifted(_ place: JSONPointer?) -> Bool {
    guard let place, place.tokens.starts(with: path.pointer.tokens) else { return false }
    return records.mayBeShifted(place.tokens.dropFirst(path.pointer.tokens.count), in: node)
  }

  /// Says that the value was not checked behind an element that was left out.
  func noteShifted<Value>(in walk: inout DecodingWalk<Value>) {
    let part = unexplored(.stopped(before: []))
    if !walk.unexplored.contains(part) { walk.unexplored.append(part) }
  }

  /// Tells the problems that were held back until code was seen to read one element after the other.
  func tellHeld<Value>(in walk: inout DecodingWalk<Value>) {
    for held in walk.held {
      if records.isReadOneByOne(held.list) {
        note(held.failure, held.issues, in: &walk, isFirst: false, unexplored: held.unexplored)
      } else {
        noteShifted(in: &walk)
      }
    }
    walk.held = []
  }

  /// Whether the record around a failure is left out before anything stands in for the value.
  ///
  /// What goes to no property may say which other keys the record has.
  func isLeftOutAtOnce(_ thrown: DecodingFailure) -> Bool {
    guard let site = thrown.site, !site.key.isEmpty, site.container != node.index,
      let key = run.key(of: site), !info.properties.isEmpty,
      info.storedProperty(for: key) == nil,
      // Of a plain enumeration each case is tried.
      !(session.knownType(site.type).map { Steering.isExhaustive($0) } ?? false)
    else { return false }
    return thrown.place.flatMap { record(around: $0) } != nil
  }

  /// Whether an element of a list was read as a type of which no property is a list, while it has more than what is
  /// broken: code may choose by it what the element is.
  ///
  ///     let kind = try list.decode(Kind.self)
  ///     if let type = types[kind.name] { entries.append(try copy.decode(type)) }
  private func isReadToChoose(_ element: JSONValue, by broken: DecodingFailure?) -> Bool {
    guard let broken, let site = broken.site, Int(site.key) != nil,
      broken.path.pointer.tokens.last == site.key,
      value(at: broken.path.pointer.tokens)?.index == element.index,
      element.count > broken.failure.issues.count, let type = session.knownType(site.type)
    else { return false }
    func isHeld<Element>(_ type: Element.Type) -> Bool { info.holdsList(of: type) }
    return !isHeld(type)
  }

  /// Notes that code got a whole list, of which a record may be left out that is read once more behind it.
  func noteWhole<Value>(_ value: Value, _ site: DecodingSite, _ request: OddRequest) {
    guard request.convertsList || session.decoder.isContained, value is any ListType,
      let list = self.value(at: request.path.pointer.tokens), list.kind == .array
    else { return }
    records.noteWhole(list, site)
  }

  /// A list that code got as a whole, without the records that are left out.
  func withoutLeftOut<Value>(_ value: Value, _ site: DecodingSite) -> Value {
    let positions = records.positionsLeftOut(of: site)
    guard !positions.isEmpty, let list = value as? any ListType else { return value }
    return list.without(positions) as? Value ?? value
  }

  /// Notes the broken elements of a list of which code got the others, so that another walk over the list goes by them.
  ///
  ///     let kinds = try container.decode([Kind].self, forKey: .list)
  ///     var list = try container.nestedUnkeyedContainer(forKey: .list)
  ///     for kind in kinds { … }
  func noteBroken(of site: DecodingSite, at path: DecodingPath) {
    let place = path.pointer.tokens
    guard let list = value(at: place), list.kind == .array,
      let failure = errors[site].flatMap({ failure(in: $0) })?.failure
    else { return }
    for issue in failure.issues where issue.pointer.tokens.count > place.count {
      let token = issue.pointer.tokens[place.count]
      guard let element = Int(token).flatMap({ list[$0] }) else { continue }
      records.passedBy.insert(element.index)
      standIns.passedBy[site, default: [:]][element.index] = JSONPointer(tokens: place + [token])
    }
  }

  /// Lets walks go by the broken elements of those lists only for which something still stands in.
  func passByBroken() {
    guard !standIns.passedBy.isEmpty else { return }
    standIns.passedBy = standIns.passedBy.filter { standIns.patches[$0.key] != nil }
    records.passedBy = Set(standIns.passedBy.values.flatMap(\.keys))
  }

  /// Says what was not checked of the elements that another walk went by.
  func noteSkipped<Value>(in walk: inout DecodingWalk<Value>) {
    let elements = standIns.passedBy.values.flatMap { $0 }
    for (element, pointer) in elements.sorted(by: { $0.key < $1.key })
    where records.skipped.contains(element) {
      walk.unexplored.append(
        UnexploredPart(pointer: pointer, type: info.name, cause: .stopped(before: [])))
    }
  }

  /// Leaves a record out, and says what of it was not checked; `isStopped` says that the last request of the run
  /// was refused, and not answered.
  func leaveOut<Value>(
    _ record: WalkedRecords.Record, in walk: inout DecodingWalk<Value>, isStopped: Bool,
    at broken: DecodingFailure?
  ) {
    records.leaveOut(record)
    isLeft = true
    if isStopped, let last = run.requests.last,
      last.key.stringValue != broken?.site?.key || last.container != broken?.site?.container
    {
      run.requests.removeLast()
    }
    let value = record.value
    let asked = Set(run.requests.filter { $0.container == value.index }.map(\.key.stringValue))
    let keys = run.keyEnumerations.values.filter { enumeration in
      enumeration.opened.contains { $0.object?.index == value.index }
    }.flatMap(\.keys).filter { !asked.contains($0.stringValue) }.map { key($0) }
    // Of a value that could not even be opened nothing is left.
    if broken?.place == record.pointer { return }
    let isUnknown = run.keyEnumerations.isEmpty && !asked.isEmpty
    guard
      !keys.isEmpty || isUnknown || value.kind == .array || isReadToChoose(value, by: broken)
        || !asked.isEmpty && value.count > asked.count
    else { return }
    walk.unexplored.append(
      UnexploredPart(
        pointer: record.pointer, type: info.name,
        cause: .stopped(before: keys.sorted { $0.name < $1.name })))
  }
}
