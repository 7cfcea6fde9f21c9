// What is told where a type refused a value because it got parts of it in vain.
//
//     {"id": 7, "result": [1, "y"]}
//
//     if let result = try? container.decode([Int].self, forKey: .result) { … }
//     else if let error = try? container.decode(Fault.self, forKey: .error) { … }
//     else { throw DecodingError.dataCorrupted(…) }                         that there is neither of the two
//
// `JSONDecoder` says that the value is refused, and so does the report; but the reason is `/result/1`. Something stands in
// for one broken part after the other until the refusal is gone, or another one. Then each of them is taken back for a
// run: those without which the refusal does not come again are no reason of it, and code lives with them.
extension DecodingFrame {
  /// What is wrong with the parts of a value that the initialiser got in vain before it refused the value itself; nil
  /// where they are not the reason, or are told already.
  func refusedParts<Value: Decodable>(
    _ type: Value.Type, behind found: NodeFailure, after stop: DecodingStop,
    in firstRun: InitializerRun
  ) -> NodeFailure? {
    guard stop.failure == nil, session.formDepth == 0, let first = found.issues.first,
      first.pointer == path.pointer,
      let later = laterIssues(of: found, in: firstRun)
    else { return nil }
    var form = DecodingWalk<Value>()
    standIns = StandIns(variant: 0)
    records.leaveOutNone()
    var known = firstRun.swallowed
    var isGone = false
    var groups: [[SwallowedFailures.Part]] = []
    while groups.count < Self.mostGroups, let parts = brokenParts(known) {
      groups.append(parts)
      guard parts.allSatisfy({ $0.failure.placeholder != nil && mayStandIn(for: $0.site) }) else {
        break
      }
      for part in parts { standIns.patches[part.site] = part.failure.placeholder }
      let next = again(type, &form)
      isGone = next?.isAtAnotherProblem ?? true
      guard let next, next.failure == nil else { break }
      known = run.swallowed
    }
    if isGone {
      dropNeedless(&groups, type, &form)
      if form.value != nil { session.trail.noteTolerated(form.tolerated) }
    } else {
      // Where stand-ins for all of them change nothing they are not the reason of the refusal.
      let isLedOn = standIns.patches.keys.allSatisfy(run.stoodIn.contains)
      guard !isLedOn || run.wasStopped,
        node.kind == .array || groups.joined().allSatisfy({ isLastReason($0, in: firstRun) })
      else { return nil }
    }
    let failures = groups.joined().map(\.failure)
    guard !failures.isEmpty else { return nil }
    for failure in failures { session.putBack(failure.trail) }
    let isOneOfSeveral = known.ofParts(of: node).contains { part in
      !part.isAbsent && !groups.joined().contains { $0.site.key == part.site.key }
    }
    let error = OwnError(stop, in: self)
    let issues = failures.flatMap(\.issues)
    return NodeFailure(
      issues: (error.hasPlace
        ? AlternativeForms.told(issues, behind: first) : error.issues(inPlaceOf: issues)) + later,
      unexplored: form.unexplored + failures.flatMap(\.unexplored)
        + (form.value == nil ? [unexplored(.stopped(before: []))] : [])
        + (isOneOfSeveral ? [unexplored(.otherForm)] : []),
      placeholder: form.value.map { PlaceholderSource($0) } ?? session.placeholder(type))
  }

  /// The most parts, or lists of them, that something stands in for one after the other: each takes a run.
  private static var mostGroups: Int { 16 }

  /// The issues behind the refusal that are told whatever its reason is; nil where that is told among them.
  ///
  /// What was found behind a stand-in for an absent part is none of the broken ones, nor one of another form.
  private func laterIssues(
    of found: NodeFailure, in firstRun: InitializerRun
  ) -> [DecodingIssue]? {
    let absent = firstRun.swallowed.ofParts(of: node).filter(\.isAbsent).map {
      $0.failure.issues.first?.pointer
    }
    let later = found.issues.dropFirst().filter {
      $0.kind != .missingKey || !absent.contains($0.pointer)
    }
    if later.isEmpty { return [] }
    guard firstRun.swallowed.ofWhole(node).isEmpty else { return nil }
    let asked = Set(
      firstRun.requests.filter { $0.container == node.index }.map {
        session.likelyDocumentName(of: $0.key.stringValue)
      })
    let depth = path.pointer.tokens.count
    let isOfOthers = later.allSatisfy { issue in
      issue.pointer.tokens.dropFirst(depth).first.map { !asked.contains($0) } ?? false
    }
    return isOfOthers ? later : nil
  }

  /// Drops the parts that may stay broken: without what stands in for them the refusal is gone as well.
  private func dropNeedless<Value: Decodable>(
    _ groups: inout [[SwallowedFailures.Part]], _ type: Value.Type,
    _ form: inout DecodingWalk<Value>
  ) {
    for position in groups.indices.dropLast().reversed() {
      var trial = DecodingWalk<Value>()
      let patches = standIns.patches
      for part in groups[position] { standIns.patches[part.site] = nil }
      let next = again(type, &trial)
      if next?.isAtAnotherProblem ?? true {
        groups.remove(at: position)
        form = trial
      } else {
        standIns.patches = patches
      }
    }
  }

  /// Whether a member for which nothing stood in is the reason of the refusal for all that is known: nothing was read behind
  /// it, and another form of the value was tried in vain, too; or it was only asked for behind one that is.
  private func isLastReason(
    _ part: SwallowedFailures.Part, in firstRun: InitializerRun
  ) -> Bool {
    let failed = firstRun.swallowed.ofParts(of: node)
    if !failed.contains(where: { $0.site == part.site }) { return true }
    guard let last = firstRun.requests.lastIndex(where: { $0.isFor(part.site) }),
      failed.contains(where: { $0.site != part.site }) || firstRun.swallowed.hasWhole(node)
    else { return false }
    return firstRun.requests[(last + 1)...].allSatisfy { request in
      failed.contains { request.isFor($0.site) }
    }
  }

  /// The broken parts of the value that something may stand in for next, in the form that fits best of those in which
  /// they were tried; nil where there is none, or where two forms fit as well.
  ///
  /// It is one member, or all those of a map, and all elements of a list, which have one form.
  private func brokenParts(_ swallowed: SwallowedFailures) -> [SwallowedFailures.Part]? {
    let patched = standIns.patches.keys.filter { $0.container == node.index }
    let known = Set(patched.map(\.key))
    // One that was tried as whatever it may be says nothing.
    let parts = swallowed.ofParts(of: node).filter { part in
      !part.isAbsent && !known.contains(part.site.key) && !swallowed.isAnyValue(part.site)
    }
    guard let first = parts.first else { return nil }
    let isMap = node.kind == .object && Set(parts.map(\.site.key)).count > Self.mostMembers
    if node.kind == .object, !isMap {
      return best(of: parts.filter { $0.site.key == first.site.key }).map { [$0] }
    }
    if node.kind == .array, let form = patched.first {
      let others = parts.filter { $0.site.type == form.type }
      return others.isEmpty ? nil : others
    }
    guard let form = best(of: isMap ? parts.filter { $0.site.key == first.site.key } : parts) else {
      return nil
    }
    return parts.filter { $0.site.type == form.site.type }
  }

  /// The most broken members of an object that is no map.
  private static var mostMembers: Int { 8 }

  /// The part that is closest to its form; nil where another one is as close.
  private func best(of parts: [SwallowedFailures.Part]) -> SwallowedFailures.Part? {
    guard parts.count > 1 else { return parts.first }
    let fits = parts.map { (part: $0, distance: distance(of: $0)) }
    guard let best = fits.min(by: { $0.distance < $1.distance }),
      fits.count(where: { $0.distance == best.distance }) == 1
    else { return nil }
    return best.part
  }

  /// How far a part of the value is from the form in which it was tried.
  private func distance(of part: SwallowedFailures.Part) -> Int {
    let place = path.pointer.tokens.count + 1
    let issues = part.failure.issues
    guard let pointer = issues.first?.pointer,
      issues.allSatisfy({ $0.pointer.tokens.count > place })
    else { return Int.max }
    let value = value(at: pointer.tokens.prefix(place))
    return AlternativeForms.distance(
      issues, membersLeft: value.map { session.membersLeft(of: $0, part.failure) } ?? 0,
      from: JSONPointer(tokens: Array(pointer.tokens.prefix(place))))
  }

  /// The broken part that code may have refused the value for: where it asked for another one behind it that is not there,
  /// or behind what stands in for others, threw an error with no request before it.
  ///
  ///     do { meta = try container.decode(Meta.self, forKey: .meta) } catch { meta = nil }
  ///     data = try container.decode(Page.self, forKey: .data)             broken, too
  ///     guard let meta else { throw NoMeta() }
  func brokenPart(before stop: DecodingStop) -> DecodingFailure? {
    let isOfAbsent =
      stop.suspect.map { $0.isAbsence && $0.site?.container == node.index }
      ?? (!isFirst && stop.failure == nil)
    guard isOfAbsent, let parts = brokenParts(run.swallowed), parts.count == 1 else { return nil }
    let part = parts[0]
    return DecodingFailure(frame: self, site: part.site, failure: part.failure, path: part.path)
  }
}

extension DecodingStop {
  /// Whether the initialiser went on to another problem, and neither threw an error of its own nor was stopped.
  var isAtAnotherProblem: Bool { failure.map { !$0.failure.issues.isEmpty } ?? false }
}
