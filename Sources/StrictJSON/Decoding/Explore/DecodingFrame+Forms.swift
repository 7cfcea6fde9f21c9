// The forms that an initialiser tries for its value, one after the other, until one fits.
//
// Where none does, the problems are told of the one that fits best (``AlternativeForms``). That may be one that was
// given up for the next one at its first problem; then the initialiser is led on in it, as behind any other problem:
//
//     do {
//       let container = try decoder.container(keyedBy: CodingKeys.self)
//       state = try container.decode(State.self, forKey: .state)       given up here: {"state": 7, "id": "x"}
//       quoted = try container.decode(String.self, forKey: .id)
//     } catch {
//       state = nil
//       quoted = try decoder.singleValueContainer().decode(Post.self)  all 14 keys of a post are missing
//     }
extension DecodingFrame {
  /// Tells what is wrong with the form that fits best, where the initialiser tried several in vain and then threw an
  /// error of its own; returns whether there is one.
  ///
  ///     if let text = try? container.decode(String.self) { … }
  ///     else if let list = try? container.decode([Part].self) { … }
  ///     else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither") }
  func noteForms<Value>(behind error: OwnError, in walk: inout DecodingWalk<Value>) -> Bool {
    guard run.swallowed.isOfFormsInVain, !run.hasSingleValue,
      error.issue.pointer == path.pointer
    else { return false }
    let value = AlternativeForms.TriedValue(place: path.pointer, value: node, session: session)
    let tried = triedForms
    guard
      let forms = AlternativeForms(
        of: tried.known, orOf: tried.others, behind: error, for: value)
    else { return false }
    walk.first += forms.issues
    walk.unexplored += forms.unexplored
    if forms.isUnsure || forms.isClose { walk.unexplored.append(unexplored(.otherForm)) }
    return true
  }

  /// Forms in forms are read for themselves to this depth.
  static var deepestForms: Int { 2 }

  /// What is wrong with the frame's own value in each form that was tried: as a whole, or as another type by its keys.
  ///
  /// Of what is read by other keys no more is known than where it was given up.
  private var triedForms: (known: [NodeFailure], others: [NodeFailure]) {
    var forms = (known: run.swallowed.ofWhole(node), others: [NodeFailure]())
    var parts: [TypeInfo] = []
    for tried in run.swallowed.ofParts(of: node) {
      let failure = tried.failure
      guard let key = tried.key, let part = session.owner(ofKeysLike: key), part !== info,
        let type = part.type as? any Decodable.Type
      else {
        forms.others.append(failure)
        continue
      }
      guard !parts.contains(where: { $0 === part }) else { continue }
      parts.append(part)
      // Each level would be read anew for each one around it.
      guard session.formDepth < Self.deepestForms else {
        forms.others.append(failure)
        continue
      }
      session.formDepth += 1
      defer { session.formDepth -= 1 }
      if let whole = self.failure(of: type),
        whole.issues.contains(where: { $0.pointer == failure.issues.first?.pointer })
      {
        forms.known.append(whole)
      } else {
        forms.others.append(failure)
      }
    }
    return forms
  }

  /// What is wrong with the value in a form that the initialiser gave up for the one that it ended with; nil where there
  /// was none, or where it fits no better.
  ///
  /// `found` is what is wrong in the form with which the first run ended.
  func betterForm<Value: Decodable>(
    _ type: Value.Type, than found: NodeFailure, after stop: DecodingStop,
    in firstRun: InitializerRun
  ) -> NodeFailure? {
    guard let first = found.issues.first, let site = stop.failure?.site, site.key.isEmpty,
      site.container == node.index, node.kind == .object
    else { return nil }
    let distance = AlternativeForms.distance(found.issues, membersLeft: 0, from: path.pointer)
    var form = DecodingWalk<Value>()
    standIns = StandIns(variant: 0)
    records.leaveOutNone()
    var known = firstRun.swallowed
    var failures: [NodeFailure] = []
    while let part = known.ofParts(of: node).first(where: { standIns.patches[$0.site] == nil }) {
      guard let placeholder = part.failure.placeholder, mayStandIn(for: part.site) else {
        return nil
      }
      failures.append(part.failure)
      form.first += part.failure.issues
      form.unexplored += part.failure.unexplored
      guard AlternativeForms.distance(form.first, membersLeft: 0, from: path.pointer) < distance
      else { return nil }
      standIns.patches[part.site] = placeholder
      let next = again(type, &form)
      known = run.swallowed
      guard let next else { break }
      guard next.failure?.site == site || run.wasStopped else { return nil }
    }
    // What is wrong in both forms says nothing for one, and of a map JSONDecoder reports whichever problem it meets first.
    let told = Set(found.issues.map(\.pointer))
    guard !form.first.isEmpty, !form.first.contains(where: { told.contains($0.pointer) }) else {
      return nil
    }
    let isLedOn = standIns.patches.keys.allSatisfy(run.stoodIn.contains)
    if form.value == nil, isLedOn, run.wasStopped {
      form.unexplored.append(unexplored(.stopped(before: [])))
    } else if form.value == nil
      || AlternativeForms.distance(form.first, membersLeft: membersLeft, from: path.pointer)
        >= distance
    {
      return nil
    }
    for failure in failures { session.putBack(failure.trail) }
    return NodeFailure(
      issues: AlternativeForms.told(form.first, behind: first), unexplored: form.unexplored,
      placeholder: form.value.map { PlaceholderSource($0) } ?? session.placeholder(type))
  }

  /// What is wrong with the value as that of several types which the initialiser tried on it that fits best; nil where
  /// there was one only, and where more is known than that.
  ///
  ///     if let dog = try? Dog(from: decoder) { self = .dog(dog) } else { self = .cat(try Cat(from: decoder)) }
  func betterPart(
    than found: NodeFailure, after stop: DecodingStop, in firstRun: InitializerRun
  ) -> NodeFailure? {
    guard node.kind == .object, let first = found.issues.first, let site = stop.failure?.site,
      site.container == node.index, session.formDepth == 0
    else { return nil }
    var parts: [TypeInfo] = []
    for failed in firstRun.swallowed.ofParts(of: node) {
      // The owner of a class's keys need not be the class that was tried, and what each goes to a property of its own are
      // no alternatives.
      guard let key = failed.key, let part = session.owner(ofKeysLike: key), part !== info,
        !(part.type is AnyClass),
        !info.properties.contains(where: { Steering.plain($0.type) == part.type })
      else { return nil }
      if parts.last !== part { parts.append(part) }
    }
    guard parts.count > 1 else { return nil }
    session.formDepth += 1
    defer { session.formDepth -= 1 }
    let failures = parts.compactMap { read($0.type) }
    let value = AlternativeForms.TriedValue(place: path.pointer, value: node, session: session)
    guard let passedOn = failures.last, failures.count == parts.count,
      passedOn.issues.first?.pointer == first.pointer
    else { return nil }
    let better = AlternativeForms(of: passedOn, orOf: Array(failures.dropLast()), for: value)
    let issues = better?.issues ?? passedOn.issues
    guard !(better?.isUnsure ?? false), issues.map(\.pointer) != found.issues.map(\.pointer) else {
      return nil
    }
    for failure in failures { session.putBack(failure.trail) }
    return NodeFailure(
      issues: issues,
      unexplored: (better?.unexplored ?? passedOn.unexplored) + [unexplored(.otherForm)],
      placeholder: found.placeholder)
  }

  /// What is wrong with the value as a whole form that was given up for the keys with which the first run ended; nil where
  /// there was none, or where the value is closer to the keys.
  ///
  ///     if let new = try? decoder.singleValueContainer().decode(Profile.self) { … }
  ///     else { name = try container.decode(String.self, forKey: .fullName); … }
  func betterWhole(
    than found: NodeFailure, after stop: DecodingStop, in firstRun: InitializerRun
  ) -> NodeFailure? {
    guard node.kind == .object, let first = found.issues.first, found.issues.count > 1,
      let site = stop.failure?.site, site.container == node.index, !site.key.isEmpty
    else { return nil }
    let depth = path.pointer.tokens.count
    let wholes = firstRun.swallowed.ofWhole(node).filter {
      $0.issues.allSatisfy { $0.pointer.tokens.count > depth }
    }.map { failure in
      let left = session.membersLeft(of: node, failure)
      return (
        failure: failure,
        distance: AlternativeForms.distance(failure.issues, membersLeft: left, from: path.pointer)
      )
    }
    let distance = AlternativeForms.distance(
      found.issues, membersLeft: membersLeft, from: path.pointer)
    guard let best = wholes.min(by: { $0.distance < $1.distance }),
      best.distance <= distance + AlternativeForms.close
    else { return nil }
    let isClose = best.distance + AlternativeForms.close >= distance
    if !isClose { session.putBack(best.failure.trail) }
    return NodeFailure(
      issues: isClose ? [first] : AlternativeForms.told(best.failure.issues, behind: first),
      unexplored: (isClose ? [] : best.failure.unexplored) + [unexplored(.otherForm)],
      placeholder: found.placeholder)
  }

  /// The same problems, with those in a list replaced by what is wrong with the list as a whole where that fits better:
  /// it was tried so in vain before its elements were walked.
  ///
  ///     if let value = try? container.decode([Double].self, forKey: .k) { … }
  ///     else { var frames = try container.nestedUnkeyedContainer(forKey: .k); … }
  func betterList<Value: Decodable>(
    _ type: Value.Type, than found: NodeFailure, after stop: DecodingStop,
    in firstRun: InitializerRun
  ) -> NodeFailure? {
    guard let broken = stop.failure?.place?.tokens else { return nil }
    let parts = firstRun.swallowed.ofParts(of: node).filter { !$0.isAbsent }
    for part in parts {
      guard let member = session.member(part.site.key, of: node, path),
        member.value.kind == .array
      else { continue }
      let place = path.pointer.tokens + [member.documentName]
      func isIn(_ pointer: JSONPointer) -> Bool {
        pointer.tokens.count > place.count && pointer.tokens.starts(with: place)
      }
      let walked = found.issues.filter { isIn($0.pointer) }
      let others = parts.filter { other in
        other.site.key == part.site.key && other.failure.issues.allSatisfy { isIn($0.pointer) }
      }
      guard broken.count > place.count, broken.starts(with: place), !others.isEmpty,
        isAlternative(part, to: type),
        let forms = AlternativeForms(
          of: NodeFailure(issues: walked), orOf: others.map(\.failure),
          for: AlternativeForms.TriedValue(
            place: JSONPointer(tokens: place), value: member.value, session: session),
          isRead: true),
        !forms.isUnsure, forms.issues.map(\.pointer) != walked.map(\.pointer)
      else { continue }
      for other in others { session.putBack(other.failure.trail) }
      return NodeFailure(
        issues: forms.issues + found.issues.filter { !isIn($0.pointer) },
        unexplored: found.unexplored.filter { !isIn($0.pointer) } + forms.unexplored,
        placeholder: found.placeholder)
    }
    return nil
  }

  /// Whether the elements of a list are not walked where the list as a whole can be read, as they are where that is read
  /// for something else; where nothing may stand in for the list, that is not known.
  private func isAlternative<Value: Decodable>(
    _ list: SwallowedFailures.Part, to type: Value.Type
  ) -> Bool {
    guard let placeholder = list.failure.placeholder else { return false }
    var walk = DecodingWalk<Value>()
    standIns = StandIns(variant: 0)
    standIns.patches[list.site] = placeholder
    records.leaveOutNone()
    _ = again(type, &walk)
    return !run.stoodIn.contains(list.site)
      || !run.requests.contains { $0.opensContainer && $0.isFor(list.site) }
  }
}
