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
    guard let part = partRead(by: thrown),
      !standIns.way.isGuessed
        || standIns.patches.keys.allSatisfy({ isAsked($0, by: part.info) }),
      let failure = failure(of: part.type, at: part)
    else { return false }
    let known = Set((walk.first + walk.later).map(\.pointer))
    let others = failure.issues.filter { !known.contains($0.pointer) }
    guard others.count < failure.issues.count else { return false }
    // No stand-in has a part in them.
    let parts = failure.unexplored.filter { !walk.unexplored.contains($0) }
    note(failure, others, in: &walk, isFirst: walk.later.isEmpty, unexplored: parts)
    let missed = unaskedKeys.filter { session.owner(ofKeysLike: $0) !== part.info }
    walk.unexplored.append(unexplored(.stopped(before: missed.map { self.key($0) })))
    return true
  }

  /// Whether the first request for a member was one by the keys of a type.
  private func isAsked(_ site: DecodingSite, by part: TypeInfo) -> Bool {
    let request = run.requests.first { $0.isFor(site) }
    return request.map { session.owner(ofKeysLike: $0.key) === part } ?? false
  }

  /// A value that another type reads for the frame's own: the frame's value, or one of which code passed the decoder on.
  struct PartRead {
    let info: TypeInfo
    let type: any Decodable.Type
    let node: JSONValue
    let path: DecodingPath
  }

  /// The value of whose type the keys of a request are, where that is not the frame's own type.
  private func partRead(by request: DecodingFailure) -> PartRead? {
    // Of several types that were tried the last one need not be the one that was meant, nor the one to which a word of
    // another record led.
    guard let site = request.site, !site.key.isEmpty, !run.swallowed.hasFailure(besides: site),
      let key = run.key(of: site)
    else { return nil }
    return partRead(in: site.container, around: request.path, by: key)
  }

  /// The object of a container, for the type that reads it by keys like one; nil where that is the frame's own type, or
  /// another one may read it by them.
  ///
  /// `path` is the place of the member that was asked for; where there is none it is the object's own.
  private func partRead(
    in container: Int, around path: DecodingPath, by key: any CodingKey
  ) -> PartRead? {
    guard let part = session.owner(ofKeysLike: key), part !== info,
      // Keys that types share are declared in what holds these types, which is read from elsewhere.
      !info.name.hasPrefix("\(part.name)."),
      !(info.type is AnyClass && part.type is AnyClass),
      let type = part.type as? any Decodable.Type
    else { return nil }
    for place in [path, path.parent] {
      if let place, let object = value(at: place.pointer.tokens), object.index == container {
        return PartRead(info: part, type: type, node: object, path: place)
      }
    }
    return nil
  }

  /// A member of which code passed the decoder to another type's initialiser in vain.
  ///
  ///     do { params = try type.init(from: container.superDecoder(forKey: .params)) }
  ///     catch { throw Invalid(error.localizedDescription) }
  enum PassedDecoder {
    /// What is wrong with the value as a whole, for which an optional asks.
    case whole(NodeFailure)
    case part(PartRead)
  }

  /// The member of which code passed the decoder on, where that failed and nothing was read behind it: it is the reason of
  /// the error that code threw at once.
  func passedDecoder() -> PassedDecoder? {
    guard let (site, path, failure) = run.swallowed.latest, site.container >= 0,
      site.container != node.index
    else { return nil }
    if site.key.isEmpty, run.swallowed.alternatives(to: site).isEmpty,
      !run.swallowed.hasFailure(besides: site)
    {
      return .whole(failure)
    }
    let key = run.requests.first { $0.container == site.container }?.key
    return key.flatMap { partRead(in: site.container, around: path, by: $0) }.map { .part($0) }
  }

  /// What is wrong with the member; nil where nothing is for the type alone.
  func failure(of passed: PassedDecoder) -> NodeFailure? {
    switch passed {
    case .whole(let failure): failure
    case .part(let part): failure(of: part.type, at: part)
    }
  }

  /// What is wrong with a value for another type, as a rule with the frame's own; nil where nothing is.
  func failure<Part: Decodable>(
    of type: Part.Type, at part: PartRead? = nil
  ) -> NodeFailure? {
    do throws(NodeFailure) {
      _ = try session.decode(type, part?.node ?? node, part?.path ?? path)
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
