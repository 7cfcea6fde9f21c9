// What is tried where an initialiser stops without an error of a request, or at one for which nothing may stand in.
extension DecodingFrame {
  /// Finds out whether an error of the type's own is due to the request before it.
  ///
  /// Code may catch what a request throws and throw an error of its own, or throw because of a value that it
  /// read. If the error is gone as soon as something stands in for the value, that was its reason. The problem of
  /// a request that failed is then told in place of an error that has no place. Any other error is the type's
  /// verdict on real data, and behind a placeholder nothing is known of it.
  /// Returns where the run stopped in which the error was gone, after which the walk goes on.
  func search<Value: Decodable>(
    for stop: DecodingStop, behind lastPatched: DecodingFailure?, _ type: Value.Type,
    _ walk: inout DecodingWalk<Value>
  ) -> DecodingStop? {
    let isFirst = self.isFirst
    let isOfReal = !isFirst && isCheckOfRealValue(stop)
    if let suspect = stop.suspect, let record = refusedElement(by: stop) {
      let forms = toldFailure(of: suspect)
      let told = OwnError(stop, in: self).issues(inPlaceOf: forms.issues)
      if mayBeShifted(record.pointer) {
        walk.held.append(
          HeldFailure(
            failure: suspect.failure, issues: told, unexplored: forms.unexplored, list: record.list)
        )
      } else {
        note(suspect.failure, told, in: &walk, isFirst: isFirst, unexplored: forms.unexplored)
      }
      leaveOut(record, in: &walk, isStopped: false, at: suspect)
      return again(type, &walk)
    }
    if mayBeShifted(OwnError(stop, in: self).issue.pointer) {
      noteShifted(in: &walk)
      return nil
    }
    if let part = brokenPart(before: stop),
      let next = search(part, inPlaceOf: stop, isFirst: isFirst, type, &walk)
    {
      return next
    }
    let forms = stop.suspect.map { toldFailure(of: $0) }
    // Before other runs take the place of this one.
    let passed = passedDecoder()
    if isFirst, noteForms(behind: OwnError(stop, in: self), in: &walk) { return nil }
    // Where no value was read since, the last one that was made up is refused.
    let refused = stop.suspect == nil && stop.suspectedRead == nil ? lastPatched?.site : nil
    // A value that was read is replaced only where the request is odd, and that needs no placeholder.
    var placeholder =
      stop.suspect == nil ? PlaceholderSource.nothing : stop.suspect?.failure.placeholder
    // Code that tries a value in one form after the other catches the refusal, and goes on as no document lets it.
    let read = stop.suspectedRead.flatMap { run.swallowed.alternatives(to: $0).isEmpty ? $0 : nil }
    var suspected = stop.suspect?.site ?? read ?? refused
    // The error came again though something stood in for the value.
    var isNoReason = false
    while let site = suspected, standIns.patches[site] == nil || site == refused {
      var outcome = DecodingWalk<Value>()
      noteExpectedWords(of: stop.error, for: site)
      let wasLeft = (isLeft, standIns.isCheckedNumberMadeUp)
      let before = (way: standIns.way, choice: choice)
      let real = (requests: run.requests, keys: run.keyEnumerations)
      let known = answers.removeValue(forKey: site)
      let patched = standIns.patches[site]
      standIns.patches[site] = placeholder
      usualValues = nil
      var next = standIns.patches[site] == nil ? stop : again(type, &outcome)
      if let values = usualValues {
        // Code that checks a value accepts one of some other form.
        for way in 1..<values.count where !(next?.isBehind(site) ?? true) {
          standIns.patches[site] = values.only(way)
          next = again(type, &outcome)
        }
      }
      let isRefused = stop.suspect != nil && isOtherRefusal(next, of: site, than: stop)
      if stop.suspect != nil, site.type == ObjectIdentifier(String.self) {
        // Code that caught the failure expects one word, and says which one, at once or where it refuses another.
        if isRefused, let refusal = next?.error { noteExpectedWords(of: refusal, for: site) }
        for word in standIns.expectedWords where !(next?.isBehind(site) ?? true) {
          standIns.patches[site] = PlaceholderSource(word)
          checked.insert(site)
          (standIns.way, choice) = before
          next = again(type, &outcome)
        }
      }
      isLeft = wasLeft.0
      // The code went on with what stands in, up to a request that may not follow one, or refused that for itself.
      let isStopped =
        isRefused
        || stop.suspect != nil && run.wasStopped && run.stoodIn.contains(site)
          && next.map { "\($0.error)" != "\(stop.error)" } ?? false
      if isStopped || next.map({ $0.isBehind(site) && !$0.isSame(as: stop) }) ?? true {
        if let suspect = stop.suspect, let forms {
          let told = OwnError(stop, in: self).issues(inPlaceOf: forms.issues)
          note(suspect.failure, told, in: &walk, isFirst: isFirst, unexplored: forms.unexplored)
        } else if isFirst {
          walk.first = [OwnError(stop, in: self).issue]
        }
        // Of several words that the code expects each may lead another way.
        if standIns.expectedWords.count > 1, checked.contains(site) {
          standIns.way.isGuessed = true
        }
        walk.variants = max(walk.variants, placeholder?.count ?? 1)
        walk.value = outcome.value
        walk.tolerated = outcome.tolerated
        let isOfValue =
          refused != nil && OwnError(stop, in: self).issue.pointer == lastPatched?.place
        if !isFirst, stop.suspect == nil, !isOfValue {
          walk.unexplored.append(unexplored(.refusedPlaceholder))
        }
        if isStopped, !(next?.isBehind(site) ?? true) || run.wasStopped {
          // Where the next request was refused, all but that one was asked for.
          let refusal = run.wasStopped ? next?.failure : nil
          noteUnexplored(in: &walk, behind: refusal ?? stop.suspect)
          return nil
        }
        if next == nil { dropBranch(of: &walk) }
        return next
      }
      isNoReason = isNoReason || run.stoodIn.contains(site)
      standIns.patches[site] = patched
      answers[site] = known
      standIns.isCheckedNumberMadeUp = wasLeft.1
      (run.requests, run.keyEnumerations) = real
      // Of several forms in which a member was asked for, one may go straight to its property.
      let form = stop.suspect == nil ? nil : straightForm(of: site)
      (suspected, placeholder) = (form?.site, form?.failure.placeholder)
    }
    if !isNoReason || stop.suspect == nil, let failure = passed.flatMap({ self.failure(of: $0) }) {
      noteReason(failure, failure.issues, of: stop, in: &walk, unexplored: failure.unexplored)
      return nil
    }
    if !isNoReason, let suspect = stop.suspect, let forms, stop.quotes(suspect) {
      noteReason(
        suspect.failure, forms.issues, of: stop, in: &walk, unexplored: forms.unexplored)
      return nil
    }
    if isFirst {
      let issue = OwnError(stop, in: self).issue
      walk.first.append(issue)
      if let record = record(around: issue.pointer) {
        leaveOut(record, in: &walk, isStopped: false, at: nil)
        return again(type, &walk)
      }
      noteUnexplored(in: &walk, behind: nil)
    } else if isOfReal {
      let issue = OwnError(stop, in: self).issue
      note(
        NodeFailure(issues: [issue]), [issue], in: &walk, isFirst: false, isStraight: true)
      noteUnexplored(in: &walk, behind: nil)
    } else if node.isContainer, run.openedContainer {
      walk.unexplored.append(unexplored(.refusedPlaceholder))
      walk.isRefused = true
    }
    return nil
  }

  /// Notes the words that an error says code expects in place of a value, which are neither the value nor its key.
  private func noteExpectedWords(of error: any Error, for site: DecodingSite) {
    let object = site.container < 0 ? nil : JSONValue(storage: node.storage, index: site.container)
    let value = object?[site.key]?.string
    standIns.expectedWords = ExpectedWords.of(error).filter { $0 != site.key && $0 != value }
    if let word = standIns.expectedWords.first, standIns.expectedWords.count == 1,
      ExpectedWords.isNamed(word, by: error)
    {
      standIns.onlyWords[site] = word
    }
  }

  /// The element of a list that code refused by an error of its own, having tried it as several types in vain; nil where
  /// something stands in.
  ///
  ///     if let image = try? list.decode(Image.self) { images.append(image) }
  ///     else if let text = try? list.decode(Text.self) { texts.append(text) }
  ///     else { throw DecodingError.dataCorruptedError(in: list, debugDescription: "neither") }
  private func refusedElement(by stop: DecodingStop) -> WalkedRecords.Record? {
    guard standIns.patches.isEmpty, let site = stop.suspect?.site, Int(site.key) != nil,
      !run.swallowed.alternatives(to: site).isEmpty
    else { return nil }
    let place = OwnError(stop, in: self).issue.pointer
    guard var record = record(around: place), record.pointer == place else { return nil }
    // One turn of the loop may read several elements.
    record.isOfLoop = false
    return record
  }

  /// Whether code that caught the failure of a request goes on with what stands in for the value, and refuses that, too.
  private func isOtherRefusal(
    _ next: DecodingStop?, of site: DecodingSite, than stop: DecodingStop
  ) -> Bool {
    guard let next, next.failure == nil, next.suspect == nil, next.suspectedRead == nil else {
      return false
    }
    // One that says no more than what it got tells nothing.
    return run.stoodIn.contains(site) && "\(next.error)" != "\(stop.error)"
      && stop.suspect.map(stop.quotes) ?? false
  }

  /// Whether code refused a real value as soon as it had it, and names it, behind stand-ins by which it can hardly choose
  /// a way, nor compare the value with.
  ///
  ///     id = try container.decode(String.self, forKey: .id)
  ///     if try container.decode(String.self, forKey: .type) != "apps" {
  ///       throw DecodingError.dataCorruptedError(forKey: .type, …)
  ///     }
  private func isCheckOfRealValue(_ stop: DecodingStop) -> Bool {
    guard stop.failure == nil, stop.suspect == nil, let read = run.latestRead,
      let place = (stop.error as? DecodingError)?.context?.codingPath,
      stop.isAtLastKey || place.count == path.pointer.tokens.count + 1,
      place.last?.stringValue == read.key, !run.stoodIn.contains(read), run.steering.isEmpty,
      !run.wasStopped, !records.isAnyLeftOut,
      run.stoodIn.isSubset(of: run.straightSites)
    else { return false }
    return run.stoodIn.allSatisfy { site in
      session.knownType(site.type).map { !Steering.isQuantity($0) } ?? false
    }
  }

  /// Finds out whether an error of the type's own is due to a broken part, and not to the absent one for which the type
  /// asked behind it; returns where the run stopped in which the error was gone, nil where it was not.
  private func search<Value: Decodable>(
    _ part: DecodingFailure, inPlaceOf stop: DecodingStop, isFirst: Bool, _ type: Value.Type,
    _ walk: inout DecodingWalk<Value>
  ) -> DecodingStop?? {
    // A made-up value may have chosen which of the two is needed.
    guard let site = part.site, standIns.patches[site] == nil, mayStandIn(for: site),
      isFirst || run.steering.isEmpty && run.stoodIn.isSubset(of: run.straightSites)
    else { return nil }
    let forms = toldFailure(of: part)
    let wasLeft = isLeft
    let real = run
    var outcome = DecodingWalk<Value>()
    let known = answers.removeValue(forKey: site)
    standIns.patches[site] = part.failure.placeholder
    let next = again(type, &outcome)
    isLeft = wasLeft
    let isGone =
      next.map { $0.isAtAnotherProblem || $0.failure == nil && "\($0.error)" != "\(stop.error)" }
      ?? true
    guard part.failure.placeholder != nil, run.stoodIn.contains(site), isGone else {
      standIns.patches[site] = nil
      answers[site] = known
      run = real
      return nil
    }
    let told = OwnError(stop, in: self).issues(inPlaceOf: forms.issues)
    note(part.failure, told, in: &walk, isFirst: isFirst, unexplored: forms.unexplored)
    walk.variants = max(walk.variants, part.failure.placeholder?.count ?? 1)
    walk.value = outcome.value
    walk.tolerated = outcome.tolerated
    if next == nil { dropBranch(of: &walk) }
    return .some(next)
  }

  /// Notes what is taken for the reason of the type's own error, behind which nothing is explored.
  private func noteReason<Value>(
    _ failure: NodeFailure, _ issues: [DecodingIssue], of stop: DecodingStop,
    in walk: inout DecodingWalk<Value>, unexplored parts: [UnexploredPart]
  ) {
    let told = OwnError(stop, in: self).issues(inPlaceOf: issues)
    note(failure, told, in: &walk, isFirst: isFirst, unexplored: parts)
    walk.unexplored.append(unexplored(.stopped(before: [])))
  }

  /// The straight request for the value of another one, where both failed; nil for itself.
  private func straightForm(of site: DecodingSite) -> DecodingFailure? {
    let form = run.straightSites.first {
      $0.container == site.container && $0.key == site.key && $0 != site
    }
    return form.flatMap { errors[$0] }.flatMap { failure(in: $0) }
  }

  enum Filling {
    case completed
    case stopped(DecodingStop)
    case refused
  }

  /// Runs the initialiser with something in place of a property's value that it got in vain, where it then asked
  /// under another key, in vain, too.
  ///
  ///     do { name = try container.decode(String.self, forKey: .name) }
  ///     catch { name = try container.decode(String.self, forKey: .title) }
  func fill<Value: Decodable>(
    _ gap: Gap, before broken: DecodingFailure, _ type: Value.Type,
    _ walk: inout DecodingWalk<Value>
  ) -> Filling {
    guard let site = broken.site, gap.site != site, standIns.patches[gap.site] == nil,
      gap.keys == run.key(of: site).map({ Self.enumeration(of: $0) }),
      run.isAligned || standIns.patches[site] != nil,
      let values = gap.values()
    else { return .refused }
    let known = answers.removeValue(forKey: gap.site)
    let patch = standIns.patches.removeValue(forKey: site)
    standIns.patches[gap.site] = values
    let next = again(type, &walk)
    if let next, next.failure.map({ $0.site == site || $0.failure.issues.isEmpty }) ?? true {
      standIns.patches[gap.site] = nil
      standIns.patches[site] = patch
      answers[gap.site] = known
      return .refused
    }
    walk.variants = max(walk.variants, values.count)
    standIns.replacedKeys.insert(site.key)
    let issues = errors[gap.site].flatMap { failure(in: $0) }?.failure.issues ?? []
    let words = issues.first.map { "\($0.pointer): \($0.message)" }
    walk.add(
      "; \(words ?? "there is no \(JSONWriter.quoted(gap.site.key)) either")",
      to: broken.failure.issues.first)
    // Where there is nothing under this key, the other one is meant.
    if broken.isAbsence {
      walk.later += issues.dropFirst().filter { !walk.later.contains($0) }
    }
    return next.map { .stopped($0) } ?? .completed
  }
}

extension DecodingStop {
  /// Whether the type's own error says what was wrong with a request, or names the key for which there was nothing.
  ///
  ///     catch DecodingError.typeMismatch(_, let context) { throw Invalid("no parameters: \(context.debugDescription)") }
  fileprivate func quotes(_ suspect: DecodingFailure) -> Bool {
    guard let issue = suspect.failure.issues.first else { return false }
    let text = "\(error)"
    if text.contains(issue.message) { return true }
    guard issue.kind == .missingKey || issue.kind == .nullValue,
      let name = issue.pointer.tokens.last, name.count >= Self.shortestName
    else { return false }
    return text.ranges(of: name).contains { range in
      func isPart(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      }
      let (before, after) = (text[..<range.lowerBound].last, text[range.upperBound...].first)
      // `Invalid(message: "…")` has a member of that name.
      return !isPart(before) && !isPart(after) && after != ":"
    }
  }

  /// A shorter name is part of words that say something else.
  private static var shortestName: Int { 4 }

  /// Whether the run went on behind a request that an earlier one stopped at.
  fileprivate func isBehind(_ site: DecodingSite) -> Bool {
    if let failure { return !failure.failure.issues.isEmpty }
    guard let other = suspect?.site ?? suspectedRead else { return false }
    return other != site
  }

  /// Whether a run ended with the very error of another one, which says its reason or its place, and not behind another
  /// request that failed.
  fileprivate func isSame(as other: DecodingStop) -> Bool {
    failure == nil && suspect == nil && error is DecodingError && "\(error)" == "\(other.error)"
  }
}
