// What stands in for values that could not be decoded, and what is believed behind it.
extension DecodingFrame {
  /// What stands in for the value of a request that failed.
  func standIn<Value: Decodable>(
    for site: DecodingSite, _ key: (any CodingKey)?, _ patch: PlaceholderSource,
    _ request: OddRequest?, at path: DecodingPath
  ) -> Value? {
    if let own = info.ownCase(in: Value.self) { return own }
    guard let request else {
      if let key, !session.decoder.isContained,
        info.mayBeComputed(from: Value.self, keys: keys(like: key) + [key])
      {
        // Code that makes a list of another one may count on as many elements as the document has elsewhere.
        let samples = samples(Value.self, at: path, siblings: [])
        return samples.isEmpty
          ? nil : samples[standIns.variant % noteWays(samples.count)].value(as: Value.self)
      }
      // Code has a way for each case, so all of them are tried.
      let isCase =
        Steering.isExhaustive(Value.self)
        || session.decoder.isContained
          && Steering.wrapped(Value.self).map { Steering.isExhaustive($0) } ?? false
      if isCase {
        run.straightRequests = nil
        choice.isMade = true
      }
      if Value.self is any FixedWidthInteger.Type {
        // A version, or the code of an operation: each may lead another way, and others than these may, too.
        (choice.isMade, standIns.way.hasOtherWays) = (true, true)
      }
      let samples =
        choice.triesSamples && !isCase && !checked.contains(site)
        ? self.samples(Value.self, at: path, siblings: []) : []
      // After the first value those of other records, which code is most likely to tell apart.
      let way = standIns.variant % noteWays(patch.count + samples.count)
      let isSample = way > 0 && way <= samples.count
      let value = isSample ? samples[way - 1] : patch.make(max(0, way - samples.count))
      return value?.value(as: Value.self)
    }
    if checked.contains(site) { return patch.make(0)?.value(as: Value.self) }
    let absent =
      site.isOptional
      ? (Value.self as? any AbsentValue.Type)?.absent.value(as: Value.self) : nil
    if let absent, request.isConversion || request.isOfLoop { return absent }
    // Of `done = try decodeIfPresent(Bool.self, forKey: .done) ?? false` each truth may lead another way.
    if let absent, let wrapped = Steering.wrapped(Value.self), Steering.isExhaustive(wrapped) {
      guard session.decoder.isContained else {
        standIns.way.isOfCase = true
        return absent
      }
      choice.isMade = true
      return patch.make(standIns.variant % noteWays(patch.count))?.value(as: Value.self)
    }
    if Steering.isExhaustive(Value.self) {
      choice.isMade = true
      return patch.make(standIns.variant)?.value(as: Value.self)
    }
    if let rest = rest(for: request, patch) as Value? {
      noteBroken(of: site, at: request.path)
      return rest
    }
    if session.decoder.isContained, let property = request.property {
      // Of the cases of which code makes the property each has its raw value, and there are other words than these.
      let values =
        TypeReflection.rawValues(of: Steering.plain(property), as: Value.self)
      if !values.isEmpty {
        choice.isMade = true
        standIns.way.hasOtherWays = true
        let way = standIns.variant % noteWays(values.count + 1)
        return way < values.count ? values[way] : patch.make(0)?.value(as: Value.self)
      }
    }
    let samples = samples(Value.self, at: path, siblings: request.siblings)
    if !request.isConversion, !request.isOfLoop || request.saysKind && !samples.isEmpty,
      !Steering.isComplete(Value.self)
    {
      choice.isMade = true
      standIns.way.hasOtherWays = true
      if Steering.isWord(Value.self) || request.isReadToChoose || request.saysKind {
        standIns.way.isGuessed = true
      }
    }
    if let absent {
      let way = standIns.variant % noteWays(samples.count + 1)
      return way == 0 ? absent : samples[way - 1].value(as: Value.self)
    }
    if samples.isEmpty {
      guard
        request.fillsList && (session.decoder.isContained || !Self.mayHoldNil(Value.self))
          || request.convertsFreely || request.rewraps
          || session.decoder.isContained
      else { return nil }
      let usual = request.property.flatMap { UsualText.of($0) }.flatMap { $0 as? Value }
      return usual ?? patch.make(standIns.variant)?.value(as: Value.self)
    }
    return samples[standIns.variant % noteWays(samples.count)].value(as: Value.self)
  }

  /// Whether a property of a type may be `nil`, as it is in a value that is made up, and hardly is where the type's own code
  /// gives it another value for what is absent: `list.sorted { $0.index! < $1.index! }`.
  private static func mayHoldNil(_ type: any Any.Type) -> Bool {
    TypeReflection.storedProperties(of: type).contains { $0.type is any AbsentValue.Type }
  }

  /// Whether something stood in for the value of a request where it was read as another type first: code may have chosen
  /// by that as what it is read now.
  func wasChosen(_ site: DecodingSite) -> Bool {
    !site.key.isEmpty
      && run.stoodIn.contains {
        $0.container == site.container && $0.key == site.key && $0.type != site.type
      }
  }

  /// Values that code which checks one may accept: those that its error says it expects, and some of usual forms.
  func valuesToCheck<Value>(
    _ type: Value.Type, for request: OddRequest?
  ) -> PlaceholderSource? {
    let usual =
      request.map { usualTexts(for: $0, Value.self) } ?? session.usualValues(Value.self)
    let words = standIns.expectedWords.compactMap { word in
      (word as? Value).map { Field(value: $0) }
    }
    guard !words.isEmpty else { return usual }
    return PlaceholderSource(
      count: words.count + (usual?.count ?? 0), runsInitializer: usual?.runsInitializer ?? false
    ) {
      $0 < words.count ? words[$0] : usual?.make($0 - words.count)
    }
  }

  /// Texts of which code may make the property of an odd request, where a made-up value ends nothing; nil where there
  /// are none.
  private func usualTexts<Value>(
    for request: OddRequest, _ type: Value.Type
  ) -> PlaceholderSource? {
    guard session.decoder.isContained, let property = request.property else { return nil }
    let texts = UsualText.forms(of: property).compactMap { text in
      (text as? Value).map { Field(value: $0) }
    }
    return texts.isEmpty
      ? nil : PlaceholderSource(count: texts.count) { texts[$0 % texts.count] }
  }

  /// What is left of a list without its broken elements, where the initialiser makes another list of it.
  func rest<Value>(for request: OddRequest, _ patch: PlaceholderSource) -> Value? {
    guard let rest = patch.rest?()?.value(as: Value.self) as Value? else { return nil }
    if request.convertsList { return rest }
    // Code that reads it for something else may count on an element that is not left: `list[1]`, `map["name"]!`. Without
    // any element it is no real list, and code may ask for the first one, or choose another way.
    guard session.decoder.isContained || isHandedOn(Value.self) else { return nil }
    return (rest as? any Collection)?.isEmpty ?? true ? nil : rest
  }

  /// Whether a property, or a value of one of its cases, is of a type, so that code may hand a value of it on.
  private func isHandedOn<Value>(_ type: Value.Type) -> Bool {
    let type = Steering.plain(type)
    return info.properties.contains { property in
      let held = Steering.plain(property.type)
      let payloads = (TypeReflection.cases(of: held) ?? []).compactMap(\.payload)
      return held == type
        || payloads.contains { payload in
          TypeReflection.elements(ofPayload: payload).contains { Steering.plain($0.type) == type }
        }
    }
  }

  /// Values that the document has at the same place of other records.
  private func samples<Value: Decodable>(
    _ type: Value.Type, at path: DecodingPath, siblings: [JSONValue]
  ) -> [FieldValue] {
    // A value that code refused does not stand in for itself.
    let own = value(at: path.pointer.tokens)?.index
    return session.samples(
      type, at: path, root: JSONValue(storage: node.storage, index: 0), siblings: siblings
    ).filter { $0.index != own }.map(\.value)
  }

  /// Notes how many values there are for a request, and returns the number.
  private func noteWays(_ count: Int) -> Int {
    choice.count = max(choice.count, count)
    return count
  }

  /// Notes an odd request for a value that is nothing like what it asks for, which speaks against its way.
  func noteUnlike<Value: Decodable>(
    _ site: DecodingSite, _ thrown: DecodingFailure?, _ request: OddRequest?, _ type: Value.Type
  ) {
    // What the whole value was tried as says nothing of its parts.
    guard !site.key.isEmpty, run.caseSites.contains(site) || request != nil,
      !isConfirmed(thrown, request, type)
    else { return }
    standIns.unlike.insert(site)
  }

  /// Notes that a value goes into one case of its property, where what stands in for another value may have chosen it.
  func noteCase<Value>(of request: OddRequest, _ type: Value.Type) {
    guard run.handedOutPlaceholder, let property = request.property,
      property != type, (TypeReflection.cases(of: property)?.count ?? 0) > 1
    else { return }
    standIns.way.isOfCase = true
  }

  /// Whether the rest of a value says that it is of the type as which it was read in vain.
  ///
  /// Then no way that a placeholder chose reads it as something else: most of its parts are as they should be, and
  /// none is missing; or it is one of several values that are read alike, and another one could be read.
  func isConfirmed<Value: Decodable>(
    _ thrown: DecodingFailure?, _ request: OddRequest?, _ type: Value.Type
  ) -> Bool {
    guard let request, let issues = thrown?.failure.issues, !issues.isEmpty else { return false }
    if request.isOfLoop, hasSibling(of: request, as: type) { return true }
    let place = request.path.pointer.tokens
    guard issues.allSatisfy({ $0.kind != .missingKey }) else { return false }
    let broken = Set(
      issues.map { $0.pointer.tokens.count > place.count ? $0.pointer.tokens[place.count] : "" })
    guard !broken.contains(""), let value = value(at: place) else { return false }
    return broken.count < value.count
  }

  /// Whether another value of the same list or map can be read as a type.
  private func hasSibling<Value: Decodable>(of request: OddRequest, as type: Value.Type) -> Bool {
    guard let list = value(at: request.path.pointer.tokens.dropLast()) else { return false }
    let most = ValueSamples.maximumCandidates
    let values =
      list.kind == .array
      ? Array(list.elements.prefix(most)) : list.members.prefix(most).map(\.value)
    return session.canRead(values, as: type, at: request.path)
  }

  /// The value at a place within the frame's own.
  func value(at place: some Collection<String>) -> JSONValue? {
    var value: JSONValue? = node
    for token in place.dropFirst(path.pointer.tokens.count) {
      value = value.flatMap {
        $0.kind == .array ? Int(token).flatMap { $0 < 0 ? nil : value?[$0] } : $0[token]
      }
    }
    return value
  }
}
