// What follows an error: the initialiser is run again with something that stands in for the value.
extension DecodingFrame {
  /// The most variants of placeholders that are tried: nothing, the cases of an enumeration, and three samples
  /// (``ValueSamples``).
  private static let maximumVariants = 20

  /// Goes on behind the error that ended the first run.
  func explore<Value: Decodable>(_ type: Value.Type, after error: any Error) -> NodeFailure {
    isExploring = true
    let stop = self.stop(at: error)
    let site =
      stop.request.map { $0.failure.placeholder == nil ? nil : $0.site } ?? stop.suspectedRead
      ?? (stop.failure == nil
        ? run.swallowed.ofParts(of: node).first { !$0.isAbsent }?.site : nil)
    guard let site else { return explored(type, after: stop) }
    switch session.decoder.explore(
      info, without: site.key, { explored(type, after: stop) })
    {
    case .success(let failure): return failure
    case .failure(let reason):
      let told =
        stop.failure.map { toldFailure(of: $0) }
        ?? (issues: [OwnError(stop, in: self).issue], unexplored: [])
      return leftAlone(
        type, after: stop.failure?.failure, told.issues, told.unexplored, because: reason)
    }
  }

  private func stop(at error: any Error) -> DecodingStop {
    if let failure = failure(in: error) { return DecodingStop(error: error, failure: failure) }
    // One that was caught before another request is no reason of the error that has it within.
    if let failure = DecodingFailure.findWrapped(in: error), failure === run.latest,
      failure.frame === self, failure.place?.tokens.starts(with: path.pointer.tokens) ?? false
    {
      return DecodingStop(error: error, failure: failure, isWrapped: true)
    }
    // Whole values are alternatives, and which of them was meant is the type's business.
    let suspect = run.latest.flatMap { $0.site?.key.isEmpty == false ? $0 : nil }
    return DecodingStop(
      error: error, failure: nil, suspect: suspect, suspectedRead: run.latestRead,
      isAtLastKey: (error as? DecodingError)?.context.map { run.isLastKey($0.codingPath) } ?? false)
  }

  /// The failure of a type whose code must not meet made-up values.
  private func leftAlone<Value: Decodable>(
    _ type: Value.Type, after failure: NodeFailure?, _ issues: [DecodingIssue],
    _ parts: [UnexploredPart], because reason: UnexploredPart.Reason
  ) -> NodeFailure {
    isLeft = true
    if let failure { session.putBack(failure.trail) }
    session.trail.noteLeft(openedObjects)
    return NodeFailure(
      issues: issues, unexplored: parts + [unexplored(reason)],
      placeholder: session.placeholder(type))
  }

  func unexplored(_ cause: UnexploredPart.Reason) -> UnexploredPart {
    UnexploredPart(pointer: path.pointer, type: info.name, cause: cause)
  }

  private func explored<Value: Decodable>(_ type: Value.Type, after stop: DecodingStop)
    -> NodeFailure
  {
    let (firstRun, mark) = (run, session.trail.mark)
    let found = problems(type, after: stop)
    let better =
      betterForm(type, than: found, after: stop, in: firstRun)
      ?? refusedParts(type, behind: found, after: stop, in: firstRun)
      ?? betterList(type, than: found, after: stop, in: firstRun)
      ?? betterWhole(than: found, after: stop, in: firstRun)
      ?? betterPart(than: found, after: stop, in: firstRun)
      ?? failureOfKind(behind: found, after: stop, in: firstRun)
    guard let better else { return found }
    session.trail.forgetTolerated(from: mark, toldIn: better.issues)
    return better
  }

  private func problems<Value: Decodable>(_ type: Value.Type, after stop: DecodingStop)
    -> NodeFailure
  {
    choice = ChoiceOfWay()
    var walk = self.walk(type, variant: 0, after: stop)
    choice.triesSamples = true
    // Where nothing stands in, another variant meets the same values.
    let isReal = standIns.patches.isEmpty && !choice.isMade
    var variant = isReal ? Self.maximumVariants : 1
    var isBranch = false
    while variant < min(max(walk.variants, choice.count, 2), Self.maximumVariants),
      choice.isMade && walk.plainRequests == nil || !walk.later.isEmpty
    {
      let other = self.walk(type, variant: variant, after: stop)
      // A text of another member is no date; that says nothing of what stands behind it.
      let isNoValue =
        other.isRefused && walk.value != nil && !choice.isMade && run.steering.isEmpty
      let best = other.misfit < walk.misfit ? other : walk
      let isOtherWay =
        choice.isMade && (walk.misfit < other.misfit || other.misfit < walk.misfit)
      // Of a way that misses a key and one on which a value is nothing like what is asked for, neither is the better one.
      let isUnsure = best.misfit.unlike > 0 && max(walk.misfit, other.misfit).lacks
      if !isNoValue, isOtherWay, !isUnsure, !best.way.hasOtherWays || best.misfit.isFit {
        // Of the ways of all cases the one that the value was written for leaves the least of it.
        if other.misfit < walk.misfit { walk.take(other) }
        isBranch = true
      } else if !isNoValue, !walk.keepCommon(with: other) || isOtherWay && !walk.misfit.isFit {
        isBranch = true
      }
      if let plain = walk.plainRequests, plain == other.plainRequests { break }
      variant += 1
    }
    if walk.way.isGuessed, walk.misfit.lacks {
      // No value of another record led the way that this one was written for.
      walk.later.removeAll { $0.kind == .missingKey || !walk.straight.contains($0) }
    }
    if isBranch || walk.isDoubtful {
      noteBranch(in: &walk)
    } else if walk.way.isGuessed || walk.way.isOfCase, !walk.unexplored.contains(where: isOfWhole) {
      // The way is a guess, even if all that it reads is as it should be.
      noteBranch(in: &walk)
    } else if walk.value != nil, run.steersByChoice, membersLeft > 0,
      !walk.unexplored.contains(where: isOfWhole)
    {
      // The real value may be the name of another member, or choose one.
      noteBranch(in: &walk)
    }
    if walk.value != nil { noteChoicesByBroken(in: &walk) }
    session.trail.noteTolerated(walk.tolerated)
    if walk.value == nil || isLeft { session.trail.noteLeft(openedObjects) }
    return NodeFailure(
      issues: walk.first + walk.later, unexplored: walk.unexplored,
      placeholder: walk.value.map { PlaceholderSource($0) } ?? session.placeholder(type))
  }

  /// Whether a part is the frame's own value as a whole.
  func isOfWhole(_ part: UnexploredPart) -> Bool { part.pointer == path.pointer }

  private func walk<Value: Decodable>(
    _ type: Value.Type, variant: Int, after firstStop: DecodingStop
  ) -> DecodingWalk<Value> {
    var walk = walked(type, variant: variant, after: firstStop)
    tellHeld(in: &walk)
    noteSkipped(in: &walk)
    walk.way = standIns.way
    if choice.isMade {
      let lacks =
        walk.isDoubtful || walk.isRefused || walk.later.contains { $0.kind == .missingKey }
      walk.misfit = Misfit(lacks: lacks, membersLeft: membersLeft, unlike: standIns.unlike.count)
    }
    return walk
  }

  private func walked<Value: Decodable>(
    _ type: Value.Type, variant: Int, after firstStop: DecodingStop
  ) -> DecodingWalk<Value> {
    var walk = DecodingWalk<Value>()
    standIns = StandIns(variant: variant)
    records.leaveOutNone()
    var stop = firstStop
    var patched: [DecodingFailure] = []
    while true {
      guard let thrown = stop.failure else {
        if let next = search(for: stop, behind: patched.last, type, &walk) {
          stop = next
          continue
        }
        return walk
      }
      if mayBeShifted(thrown.place) {
        noteShifted(in: &walk)
        return walk
      }
      if !isFirst, isDoubtful(thrown) {
        walk.isDoubtful = true
      } else if !isKnown(thrown, in: walk) {
        let told = toldFailure(of: thrown)
        let issues = stop.isWrapped ? OwnError.issues(told.issues, in: stop.error) : told.issues
        note(
          thrown.failure, issues, in: &walk, isFirst: isFirst,
          isStraight: thrown.site.map(run.straightSites.contains) ?? false,
          unexplored: told.unexplored)
      }
      guard let site = thrown.site, standIns.patches[site] == nil, mayStandIn(for: site),
        !isLeftOutAtOnce(thrown), let placeholder = thrown.failure.placeholder
      else {
        let isStopped = thrown.failure.issues.isEmpty
        let broken = isStopped ? patched.last : thrown
        let left = (isStopped ? patched.reversed() : [thrown]).lazy.compactMap { failure in
          failure.place.flatMap { self.record(around: $0) }.map { (record: $0, of: failure) }
        }.first
        if let left {
          leaveOut(left.record, in: &walk, isStopped: isStopped, at: left.of)
          if isStopped, let site = left.of.site {
            standIns.patches[site] = nil
            patched.removeAll { $0.site == site }
          }
          guard let next = again(type, &walk) else { return walk }
          stop = next
          continue
        }
        if let broken, let gap = latestGap {
          switch fill(gap, before: broken, type, &walk) {
          case .completed: return walk
          case .stopped(let next):
            patched.removeAll { $0.site == broken.site }
            stop = next
            continue
          case .refused: break
          }
        }
        let isNoted = broken.map { noteProblemsOfPart(reading: $0, in: &walk) } ?? false
        if !isNoted {
          noteUnexplored(in: &walk, behind: thrown)
        }
        return walk
      }
      standIns.patches[site] = placeholder
      patched.append(thrown)
      walk.variants = max(walk.variants, placeholder.count)
      guard let next = again(type, &walk) else { return walk }
      stop = next
    }
  }

  /// Whether a failure is one behind a record that was left out in vain.
  private func isKnown<Value>(_ thrown: DecodingFailure, in walk: DecodingWalk<Value>) -> Bool {
    guard records.isAnyLeftOut, !thrown.failure.issues.isEmpty else { return false }
    let known = Set(walk.first + walk.later)
    return thrown.failure.issues.allSatisfy { known.contains($0) }
  }

  /// Whether a failure behind a placeholder may be due to a way that the placeholder chose.
  ///
  /// A property that may be `nil` needs no value. Code that demands one all the same often does so only where
  /// another value says so, as in `email = phone == nil ? try decode(…) : try decodeIfPresent(…)`.
  private func isDoubtful(_ thrown: DecodingFailure) -> Bool {
    // What is asked for because a member is treated as absent, or by a choice, need not be there.
    let isStraight = thrown.site.map(run.straightSites.contains) ?? false
    let isOfCase =
      run.mayHaveChosenCase && thrown.site.map(run.caseSites.contains) ?? false
    let isChosen =
      records.isAnyAbsent || run.steersByChoice || isOfCase
      || standIns.isCheckedNumberMadeUp && !isStraight
    if isChosen, thrown.isAbsence { return true }
    guard !run.steering.isEmpty || choice.isMade, let site = thrown.site, demanding.contains(site),
      thrown.failure.issues.count == 1, let issue = thrown.failure.issues.first
    else { return false }
    switch issue.kind {
    case .missingKey: return thrown.failure.cause == nil
    case .nullValue: return issue.pointer.tokens.count == thrown.path.codingPath.count
    default: return false
    }
  }

  /// What is told of a request that failed, for which the initialiser may have tried other forms of the value.
  func toldFailure(
    of thrown: DecodingFailure
  ) -> (issues: [DecodingIssue], unexplored: [UnexploredPart]) {
    let failure = thrown.failure
    // Where a copy of any value is made first, none of its kinds is meant.
    let others =
      thrown.isAbsence
      ? []
      : thrown.site.map { run.swallowed.isAnyValue($0) ? [] : run.swallowed.alternatives(to: $0) }
        ?? []
    guard !others.isEmpty,
      let forms = AlternativeForms(
        of: failure, orOf: others,
        for: AlternativeForms.TriedValue(
          place: thrown.path.pointer, value: value(at: thrown.path.pointer.tokens),
          session: session))
    else { return (failure.issues, failure.unexplored) }
    guard forms.isUnsure else { return (forms.issues, forms.unexplored) }
    let known = forms.unexplored.filter { $0.cause != .otherForm }
    return (forms.issues, known + [unexplored(.otherForm)])
  }

  /// Whether something may stand in for the value of a request.
  ///
  /// Several requests for a value as a whole are alternatives. Where nothing else was asked for, a run with
  /// something in its place would end there as well.
  func mayStandIn(for site: DecodingSite) -> Bool {
    if !site.key.isEmpty || run.openedContainer { return true }
    return info.properties.count == 1 && ObjectIdentifier(info.properties[0].type) == site.type
  }

  /// Runs the initialiser with what stands in so far; returns where it stopped, nil if it completed.
  func again<Value: Decodable>(
    _ type: Value.Type, _ walk: inout DecodingWalk<Value>
  ) -> DecodingStop? {
    passByBroken()
    let passed = records.passedBy.count
    run = InitializerRun()
    var outcome = Result { try initialize(type) }
    if records.passedBy.count > passed {
      // A walk that had begun before its list was read has met the broken elements.
      run = InitializerRun()
      outcome = Result { try initialize(type) }
    }
    switch outcome {
    case .success(let value):
      walk.value = value
      walk.tolerated = tolerated
      walk.plainRequests = plainRequests
      dropBranch(of: &walk)
      return nil
    case .failure(let error):
      return self.stop(at: error)
    }
  }

  /// Notes the problems of a request, as they are told.
  func note<Value>(
    _ failure: NodeFailure, _ issues: [DecodingIssue], in walk: inout DecodingWalk<Value>,
    isFirst: Bool, isStraight: Bool = false, unexplored: [UnexploredPart]? = nil
  ) {
    // Other variants meet the same failures once more.
    if standIns.variant == 0 { session.putBack(failure.trail) }
    if isFirst {
      walk.first += issues
    } else {
      for told in issues where !failure.issues.contains(told) { walk.caught[told] = failure.issues }
      walk.later += issues
      walk.straight.formUnion(isStraight ? issues : [])
    }
    walk.unexplored += unexplored ?? failure.unexplored
  }

  /// Drops what was found behind a placeholder if the initialiser took one of several ways.
  ///
  /// A synthesised initialiser asks for all of its keys. One that leaves a key out may have chosen
  /// its way by the made-up value, and with the real one it would ask for other keys. It has not where the
  /// real object says that it has no value for the key, nor by a key of no property that the object does not
  /// have, which is for encoding or for what another key has given.
  func dropBranch<Value>(of walk: inout DecodingWalk<Value>) {
    guard run.handedOutPlaceholder || records.isAnyAbsent else { return }
    let needed = neededKeys
    guard !needed.isEmpty else {
      for thrown in run.unproved {
        let told = toldFailure(of: thrown)
        note(
          thrown.failure, told.issues, in: &walk, isFirst: false, unexplored: told.unexplored)
      }
      return
    }
    // What the value has for none of them is as wrong on a way that leaves them out. Where nothing stands in by which
    // code chooses, real values have led it past them.
    let isOfOther =
      records.isAnyAbsent
      || !isWaySure && needed.contains { isInOpened($0) }
    if isOfOther {
      // What goes to a property of its own goes there whichever way asks for a key of none, or of a truth that may be
      // no more than its presence.
      let isOfNoProperty =
        !records.isAnyAbsent
        && needed.allSatisfy { key in
          info.storedProperty(for: key).map { $0.type == Bool.self && isQuestioned(key) } ?? true
        }
      walk.later = isOfNoProperty ? walk.later.filter(walk.straight.contains) : []
    }
    walk.later.removeAll { $0.kind == .missingKey }
    noteBranch(in: &walk)
  }

  /// Whether one of the objects that the initialiser opened with a key's enumeration has the key.
  private func isInOpened(_ key: any CodingKey) -> Bool {
    let opened = run.keyEnumerations[Self.enumeration(of: key)]?.opened ?? []
    return opened.contains { object, path in
      object.map { session.member(key.stringValue, of: $0, path) != nil } ?? true
    }
  }
}

extension DecodingFrame {
  /// Whether a request is for a part of an object in which a real value chose what is asked for.
  func isInChosenObject(_ site: DecodingSite, isElement: Bool) -> Bool {
    guard !run.chosenObjects.isEmpty, site.container >= 0 else { return false }
    let container = JSONValue(storage: node.storage, index: site.container)
    if isElement, let position = Int(site.key), let element = container[position],
      run.chosenObjects.contains(element.index)
    {
      return true
    }
    return run.chosenObjects.encloses(site.container, in: node.storage)
  }

  /// Whether a place within the frame's value is in a list or map that the initialiser walks.
  func isInList(_ path: DecodingPath) -> Bool {
    path.shape.path.steps.dropFirst(self.path.shape.path.depth).contains { step in
      if case .member = step { false } else { true }
    }
  }
}

extension DecodingFailure {
  /// Where its first problem is.
  var place: JSONPointer? { failure.issues.first?.pointer }

  /// Whether the key of the request itself is absent.
  var isAbsence: Bool {
    // That of a decoder of its own has a cause, as the value has for the code.
    let isOfDecoder = site?.type == ObjectIdentifier(JSONValue.self)
    return (failure.cause == nil || isOfDecoder) && failure.issues.first?.kind == .missingKey
  }
}

extension DecodingStop {
  /// The request that failed, or that may be the reason of the type's own error.
  fileprivate var request: DecodingFailure? { failure ?? suspect }
}
