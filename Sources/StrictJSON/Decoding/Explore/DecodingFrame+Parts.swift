// Values that the initialiser has another type read, and then computes with.
extension DecodingFrame {
  /// Tells all problems of the type whose keys a request has, where that is not the frame's own type.
  ///
  ///     let raw = try Raw(from: decoder)
  ///     url = URL(string: raw.link)!
  ///
  /// Nothing may stand in for what the code computes with, but `Raw` can be decoded for itself.
  func noteProblemsOfPart<Value>(
    reading thrown: DecodingFailure, in walk: inout DecodingWalk<Value>
  ) -> Bool {
    // Of several types that were tried the last one need not be the one that was meant, nor the one to which a word of
    // another record led.
    guard let site = thrown.site, site.container == node.index,
      !run.swallowed.hasFailure(besides: site),
      let key = run.key(of: site),
      let part = session.owner(ofKeysLike: key), part !== info,
      // Keys that types share are declared in what holds these types, which is read from elsewhere.
      !info.name.hasPrefix("\(part.name)."),
      !(info.type is AnyClass && part.type is AnyClass),
      !standIns.way.isGuessed || standIns.patches.keys.allSatisfy({ isAsked($0, by: part) }),
      let type = part.type as? any Decodable.Type, let failure = failure(of: type)
    else { return false }
    let known = Set((walk.first + walk.later).map(\.pointer))
    let others = failure.issues.filter { !known.contains($0.pointer) }
    guard others.count < failure.issues.count else { return false }
    // No stand-in has a part in them.
    let parts = failure.unexplored.filter { !walk.unexplored.contains($0) }
    note(failure, others, in: &walk, isFirst: walk.later.isEmpty, unexplored: parts)
    let missed = unaskedKeys.filter { session.owner(ofKeysLike: $0) !== part }
    walk.unexplored.append(unexplored(.stopped(before: missed.map { self.key($0) })))
    return true
  }

  /// Whether the first request for a member was one by the keys of a type.
  private func isAsked(_ site: DecodingSite, by part: TypeInfo) -> Bool {
    let request = run.requests.first { $0.isFor(site) }
    return request.map { session.owner(ofKeysLike: $0.key) === part } ?? false
  }

  /// What is wrong with the frame's own value for another type.
  func failure<Part: Decodable>(of type: Part.Type) -> NodeFailure? {
    do throws(NodeFailure) {
      _ = try session.decode(type, node, path)
      return nil
    } catch {
      return error
    }
  }

  /// A key that was not asked for, as reports name it.
  func key(_ key: any CodingKey) -> UnexploredPart.Key {
    UnexploredPart.Key(
      name: session.likelyDocumentName(of: key.stringValue),
      property: info.storedProperty(for: key)?.name)
  }
}
