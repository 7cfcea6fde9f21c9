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
    let value = AlternativeForms.Value(place: path.pointer, value: node, session: session)
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
  private static var deepestForms: Int { 2 }

  /// What is wrong with the frame's own value in each form that was tried: as a whole, or as another type by its keys.
  ///
  /// Of what is read by other keys no more is known than where it was given up.
  private var triedForms: (known: [NodeFailure], others: [NodeFailure]) {
    var forms = (known: run.swallowed.ofWhole(node), others: [NodeFailure]())
    var parts: [TypeInfo] = []
    for (_, key, failure) in run.swallowed.ofMembers(of: node) {
      guard let part = session.owner(ofKeysLike: key), part !== info,
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
  /// `swallowed` is what had failed when the first run ended, `found` what is wrong in the form with which it ended.
  func betterForm<Value: Decodable>(
    _ type: Value.Type, than found: NodeFailure, after stop: DecodingStop,
    _ swallowed: SwallowedFailures
  ) -> NodeFailure? {
    guard let first = found.issues.first, let site = stop.failure?.site, site.key.isEmpty,
      site.container == node.index, node.kind == .object
    else { return nil }
    let distance = AlternativeForms.distance(found.issues, membersLeft: 0, from: path.pointer)
    var form = DecodingWalk<Value>()
    standIns = StandIns(variant: 0)
    records.leaveOutNone()
    var known = swallowed
    var failures: [NodeFailure] = []
    while let (site, _, failure) = known.ofMembers(of: node).first(where: {
      standIns.patches[$0.site] == nil
    }) {
      guard let placeholder = failure.placeholder, mayStandIn(for: site) else { return nil }
      failures.append(failure)
      form.first += failure.issues
      form.unexplored += failure.unexplored
      guard AlternativeForms.distance(form.first, membersLeft: 0, from: path.pointer) < distance
      else { return nil }
      standIns.patches[site] = placeholder
      let next = again(type, &form)
      known = run.swallowed
      guard let next else { break }
      guard next.failure?.site == stop.failure?.site || run.wasStopped else { return nil }
    }
    let isLedOn = standIns.patches.keys.allSatisfy(run.stoodIn.contains)
    if form.value == nil, !form.first.isEmpty, isLedOn, run.wasStopped {
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
}
