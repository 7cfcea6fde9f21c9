// What an initialiser did not ask for, and what that says of its way and of the rest of the value.
extension DecodingFrame {
  /// The keys that the run left out, of the enumerations with which it opened containers.
  var unaskedKeys: [any CodingKey] {
    run.keyEnumerations.keys.flatMap { unaskedKeys(of: $0) }.sorted {
      $0.stringValue < $1.stringValue
    }
  }

  /// The keys that a run to the end left out, and that another way may need.
  var neededKeys: [any CodingKey] {
    run.keyEnumerations.flatMap { type, enumeration in
      let unasked = unaskedKeys(of: type)
      // Where cases have the values, each may have keys of its own, and what stands in may have chosen one.
      guard !unasked.isEmpty,
        isWaySure
          || enumeration.keys.contains(where: { info.storedProperty(for: $0) != nil })
      else { return unasked }
      return unasked.filter { key in
        let property = info.storedProperty(for: key)
        if let property, isFedByOther(property, than: type) { return false }
        return property.map { !isWaySure || !Self.isEmpty($0.type) } ?? false
          || enumeration.opened.contains { object, path in
            object.map { session.member(key.stringValue, of: $0, path) != nil } ?? true
          }
      }
    }
  }

  /// Whether a class has read a property with its superclass, under another enumeration and maybe from another object.
  private func isFedByOther(
    _ property: TypeReflection.StoredProperty, than type: ObjectIdentifier
  ) -> Bool {
    info.type is AnyClass
      && run.requests.contains {
        Self.enumeration(of: $0.key) != type
          && info.storedProperty(for: $0.key)?.name == property.name
      }
  }

  /// Whether all that stands in is nothing by which code chooses: no word, truth, number or date.
  var isWaySure: Bool {
    run.steering.isEmpty && !choice.isMade && !run.gaveQuantity
  }

  /// Whether a type is a struct without properties, such as `NoMetadata`, for which nothing needs to be read.
  private static func isEmpty(_ type: any Any.Type) -> Bool {
    func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return TypeReflection.isStructure(type) && size(of: type) == 0
  }

  /// Whether the real object was asked whether it has a key.
  func isQuestioned(_ key: any CodingKey) -> Bool {
    run.keyEnumerations[Self.enumeration(of: key)]?.questioned.contains(key.stringValue)
      ?? false
  }

  private func unaskedKeys(of type: ObjectIdentifier) -> [any CodingKey] {
    guard let enumeration = run.keyEnumerations[type] else { return [] }
    // A superclass may ask the same object under an enumeration of its own.
    let objects = Set(enumeration.opened.compactMap { $0.object?.index })
    var asked: Set<String> = []
    for request in run.requests
    where Self.enumeration(of: request.key) == type || objects.contains(request.container) {
      asked.insert(request.key.stringValue)
    }
    // An enumeration that the compiler reads has one member, named after its case.
    let isOfCase = run.requests.contains {
      $0.opensContainer && Self.enumeration(of: $0.key) == type
    }
    if asked.count == 1, isOfCase, enumeration.keys.count == info.caseCount { return [] }
    return enumeration.keys.filter {
      !asked.contains($0.stringValue) && !enumeration.absent.contains($0.stringValue)
        && !standIns.replacedKeys.contains($0.stringValue)
    }
  }

  func noteBranch<Value>(in walk: inout DecodingWalk<Value>) {
    isLeft = true
    // What was swallowed on the one way may be none of the other's business.
    walk.tolerated = []
    let part = unexplored(.branch)
    if !walk.unexplored.contains(part) { walk.unexplored.append(part) }
  }

  /// Says of each object of which code read a broken value to choose what the object is, and told nobody, that it may be
  /// something else.
  ///
  ///     let family = (try? object.decode(Family.self, forKey: .kind)) ?? .unknown
  ///     layers.append(try list.decode(family.type))
  ///
  /// What it was taken for has told of the value.
  func noteChoicesByBroken<Value>(in walk: inout DecodingWalk<Value>) {
    let asked = Dictionary(
      grouping: run.requests.filter { !$0.opensContainer && $0.container != node.index }
    ) { $0.container }
    guard !asked.isEmpty else { return }
    let known = Dictionary(grouping: run.straightSites.union(standIns.patches.keys)) {
      $0.container
    }
    for issue in walk.first + walk.later {
      let place = Array(issue.pointer.tokens.dropLast())
      guard place.count > path.pointer.tokens.count, let name = issue.pointer.tokens.last,
        let object = value(at: place), let requests = asked[object.index]
      else { continue }
      func isName(_ key: String) -> Bool {
        session.member(key, of: object, path)?.documentName == name
      }
      guard requests.contains(where: { isName($0.key.stringValue) }),
        !(known[object.index] ?? []).contains(where: { isName($0.key) }),
        !walk.unexplored.contains(where: { place.starts(with: $0.pointer.tokens) })
      else { continue }
      walk.unexplored.append(
        UnexploredPart(pointer: JSONPointer(tokens: place), type: info.name, cause: .branch))
    }
  }

  /// Whether a request is one whose problem is known.
  private func hasFailed(_ request: DecodingRequest) -> Bool {
    errors.keys.contains {
      $0.container == request.container && $0.key == request.key.stringValue
    }
  }

  /// How many members of the object the last run did not ask for.
  var membersLeft: Int {
    guard node.kind == .object else { return 0 }
    let asked = run.requests.lazy.filter { $0.container == self.node.index }.compactMap {
      self.session.member($0.key.stringValue, of: self.node, self.path)?.value.index
    }
    return node.count - Set(asked).count
  }

  /// Says that the value was not checked to its end, unless nothing in it was left.
  ///
  /// A failure without a problem kept the initialiser from its next request, which is then unread.
  func noteUnexplored<Value>(
    in walk: inout DecodingWalk<Value>, behind thrown: DecodingFailure?
  ) {
    guard node.isContainer else { return }
    guard run.openedContainer else {
      // What another type has read the initialiser may still refuse.
      if let thrown, let site = thrown.site, site.key.isEmpty, !info.holdsNothing(but: site.type),
        thrown.failure.isWithin(path), run.swallowed.alternatives(to: site).isEmpty
      {
        walk.unexplored.append(unexplored(.stopped(before: [])))
      }
      return
    }
    let isStopped = thrown?.failure.issues.isEmpty ?? false
    if isStopped, let last = run.requests.last, !hasFailed(last) { run.requests.removeLast() }
    let read = Set(run.requests.compactMap { $0.opensContainer ? nil : info.property(for: $0.key) })
    let unread = info.properties.map(\.name).filter { !read.contains($0) }
    let missed = unaskedKeys
    // All keys may have been asked for in the elements before.
    let isInList = thrown.map { self.isInList($0.path) } ?? false
    // A type that stops at its own error may have yet to hand the rest to another one.
    let isComplete =
      (run.keyEnumerations.isEmpty ? unread.isEmpty : missed.isEmpty)
      && (thrown != nil || membersLeft == 0 && !run.requests.contains(where: \.opensContainer))
    if isComplete, !info.properties.isEmpty, !isStopped, !isInList { return }
    let keys = missed.map { key($0) }
    walk.unexplored.append(unexplored(.stopped(before: keys)))
  }
}

extension JSONValue {
  var isContainer: Bool { kind == .object || kind == .array }
}
