// Of which kind a value is whose kind cannot be read.
//
//     {"media_type": 7, "title": "Alien", "release_date": 1979}
//
//     switch try container.decode(String.self, forKey: .mediaType) {
//     case "movie": self = .movie(try Movie(from: decoder))
//     case "tv": self = .series(try Series(from: decoder))
//     default: throw … }
//
// No word may stand in for the kind: nobody knows the words that the code compares it with. But the value of each case
// can be read for itself. `Movie` knows both other members, and `Series` knows none and misses its name; so the problem
// of the date is told as that of a movie. What the report cannot know is whether the mended kind would be another one.
extension DecodingFrame {
  /// What is wrong with a value of which the kind is broken, in the case that it was most likely meant for, and in those
  /// that fit nearly as well; nil where it is like none.
  ///
  /// `found` is what is known of the value without its kind.
  func failureOfKind(
    behind found: NodeFailure, after stop: DecodingStop, in firstRun: InitializerRun
  ) -> NodeFailure? {
    guard node.kind == .object, info.properties.isEmpty, !info.associatedValues.isEmpty,
      found.unexplored.contains(where: isOfWhole), session.formDepth < Self.deepestForms,
      let site = stop.failure?.site ?? stop.suspect?.site ?? stop.suspectedRead,
      site.container == node.index, !site.key.isEmpty, let first = found.issues.first,
      firstRun.swallowed.ofParts(of: node).allSatisfy({ $0.site.key == site.key }),
      let key = firstRun.key(of: site)
    else { return nil }
    // An enumeration that has more keys of its own reads more than the kind: the values of its cases lie under them.
    guard isOnlyKey(key) else { return nil }
    let kind = session.member(site.key, of: node, path)
    let name = kind?.documentName ?? session.likelyDocumentName(of: site.key)
    let place = path.pointer.tokens + [name]
    func isOfKind(_ issue: DecodingIssue) -> Bool { issue.pointer.tokens.starts(with: place) }
    guard isOfKind(first) || first.pointer == path.pointer else { return nil }
    session.formDepth += 1
    defer { session.formDepth -= 1 }
    var types: [TypeInfo] = []
    var cases: [(failure: NodeFailure, distance: Int, isLike: Bool)] = []
    for value in info.associatedValues {
      let info = session.parts(of: info).first { $0.info.type == value.type }?.info
      guard let info, !types.contains(where: { $0 === info }) else { continue }
      types.append(info)
      guard mayBeRead(info, withoutItsKind: key), let read = read(value.type) else { return nil }
      var failure = read
      failure.issues.removeAll(where: isOfKind)
      let left = session.membersLeft(of: node, failure, besides: kind?.value)
      let known = node.count - left - (kind == nil ? 0 : 1)
      // A type that refuses the value is not the one that it was meant for.
      let isRefused = failure.issues.contains { $0.pointer == path.pointer }
      let absent = failure.issues.count {
        $0.kind == .missingKey && $0.pointer.tokens.count == place.count
      }
      let distance = AlternativeForms.distance(
        failure.issues, membersLeft: left, from: path.pointer)
      cases.append((failure, distance, isLike: !isRefused && known > left && known > 2 * absent))
    }
    guard let best = cases.min(by: { $0.distance < $1.distance }), best.isLike else { return nil }
    let close = cases.filter { $0.distance <= best.distance + AlternativeForms.close }
    // What is wrong whichever of several cases is meant.
    let issues = best.failure.issues.filter { issue in
      close.allSatisfy { $0.failure.issues.contains { $0.isSame(as: issue) } }
    }
    session.putBack(best.failure.trail)
    return NodeFailure(
      issues: found.issues.filter { isOfKind($0) || $0.pointer == path.pointer }
        + issues,
      unexplored: best.failure.unexplored + [unexplored(.branch)],
      placeholder: found.placeholder)
  }

  /// Whether a key is the only one of its enumeration, and that is no part's.
  private func isOnlyKey(_ key: any CodingKey) -> Bool {
    func isOnly<Key: CodingKey>(_ key: Key) -> Bool { session.keys(of: Key.self)?.count == 1 }
    guard isOnly(key) else { return false }
    let owner = session.owner(ofKeysLike: key)
    return owner === info || !session.parts(of: info).contains { $0.info === owner }
  }

  /// Whether the initialiser of a case's value may run though the kind is broken.
  ///
  /// Code that asks for the kind itself may take for granted that it is its own. One that is a class may be the base of
  /// those that are meant, and have an initialiser that nobody calls.
  private func mayBeRead(_ part: TypeInfo, withoutItsKind key: any CodingKey) -> Bool {
    guard !(part.type is AnyClass) else { return false }
    guard let kind = part.storedProperty(for: key), !session.decoder.isContained else {
      return true
    }
    let type = Steering.plain(kind.type)
    guard let count = TypeReflection.plainCaseCount(of: type) else { return true }
    // Its own kinds are declared in it.
    return count == 1 || TypeReflection.enclosingType(ofEnumeration: type) == part.type
      || part.hasOwnCase(in: type)
  }

  /// What is wrong with the frame's own value as another type, with what was read of it; nil where that has no
  /// initialiser of its own.
  func read(_ type: any Any.Type) -> NodeFailure? {
    guard let type = type as? any Decodable.Type else { return nil }
    func read<Part: Decodable>(_ type: Part.Type) -> NodeFailure? {
      guard case .initializer = session.info(of: type).decoding else { return nil }
      let (start, mark) = (session.trail.mark, session.readLog.mark)
      var failure = failure(of: type) ?? NodeFailure(issues: [])
      failure.append(session.trail.cut(from: start))
      failure.reads = session.readLog.cut(from: mark) + failure.reads
      return failure
    }
    return read(type)
  }
}

extension DecodingIssue {
  /// Whether two types say the same of one value.
  fileprivate func isSame(as other: DecodingIssue) -> Bool {
    pointer == other.pointer && kind == other.kind && expected == other.expected
  }
}
