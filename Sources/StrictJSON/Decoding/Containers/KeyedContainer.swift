/// What a keyed container does, without the type of its keys.
struct KeyedCore {
  let frame: DecodingFrame
  /// The object; nil for a made-up container.
  let object: JSONValue?
  let path: DecodingPath
  private let identity: Int
  /// The members under other names, where a key strategy gives them some.
  private let keys: KeyNames?

  init(frame: DecodingFrame, object: JSONValue?, path: DecodingPath) {
    self.frame = frame
    self.object = object
    self.path = path
    identity = object?.index ?? frame.nextMadeUpContainer()
    let session = frame.session
    keys = session.renamesKeys ? object.map { KeyNames($0, path, session) } : nil
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value {
    let shape = noteRead(key, type, isRequired: true)
    let site = self.site(key, type, isOptional: false)
    guard object != nil else { return try frame.madeUpAnswer(site, key: key, as: type) }
    return try frame.answer(site, key: key, at: path.member(key, shape)) {
      try required(type, key, shape, site)
    }
  }

  private func required<Value: Decodable>(
    _ type: Value.Type, _ key: any CodingKey, _ shape: ShapeNode, _ site: DecodingSite
  ) throws -> Value {
    guard let member = member(key) else {
      throw missing(key, shape, site, type, frame.session.placeholder(type))
    }
    return try decode(type, member, key, shape, site, placeholder: nil)
  }

  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, _ key: any CodingKey
  ) throws -> Value? {
    let shape = noteRead(key, type, isRequired: false)
    let site = self.site(key, type, isOptional: true)
    guard object != nil else { return try frame.madeUpAnswer(site, key: key, as: Value?.self) }
    return try frame.answer(site, key: key, at: path.member(key, shape)) {
      try optional(type, key, shape, site)
    }
  }

  private func optional<Value: Decodable>(
    _ type: Value.Type, _ key: any CodingKey, _ shape: ShapeNode, _ site: DecodingSite
  ) throws -> Value? {
    guard let member = member(key), !member.isNull else { return nil }
    return try decode(type, member, key, shape, site) { standIn in
      // `decodeIfPresent(…) ?? fallback` feeds a property that is not optional.
      frame.feeds(key, type)
        ? standIn?.wrapped(type) : PlaceholderSource.nothing(or: standIn, type)
    }
  }

  /// The error of a request, where it is the only one that is answered here; nil where it succeeds.
  func error<Value: Decodable>(
    _ type: Value.Type, _ key: any CodingKey, isOptional: Bool
  ) -> (any Error)? {
    let shape = noteRead(key, type, isRequired: !isOptional)
    let site = self.site(key, type, isOptional: isOptional)
    do {
      if isOptional {
        _ = try optional(type, key, shape, site)
      } else {
        _ = try required(type, key, shape, site)
      }
      return nil
    } catch {
      return error
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ member: JSONValue, _ key: any CodingKey, _ shape: ShapeNode,
    _ site: DecodingSite, placeholder: ((PlaceholderSource?) -> PlaceholderSource?)?
  ) throws -> Value {
    let memberPath = path.member(key, shape)
    do throws(NodeFailure) {
      let value = try frame.session.decode(type, member, memberPath)
      frame.noteScalar(member, memberPath, key: key, type)
      frame.noteRead(member, as: type)
      return value
    } catch {
      var failure = error
      if let placeholder { failure.placeholder = placeholder(failure.placeholder) }
      throw frame.error(failure, site: site, type, at: memberPath)
    }
  }

  func decodeNil(_ key: any CodingKey) throws -> Bool {
    guard object != nil else { throw stoppedInMadeUp(key) }
    guard let member = member(key) else {
      frame.noteAbsent(key)
      throw missing(key, path.shape.child(.member(documentName(key))), nil, Never.self, nil)
    }
    if member.isNull { frame.noteAbsent(key) } else { frame.records.noteQuestioned(member) }
    return member.isNull
  }

  func contains(_ key: any CodingKey) -> Bool {
    guard object != nil else {
      frame.noteMadeUpAnswer()
      return false
    }
    if let member = member(key) {
      frame.records.noteQuestioned(member)
      frame.noteQuestioned(key)
      return true
    }
    frame.noteAbsent(key)
    return false
  }

  /// The names of the members, each once; `areCases` says that code knows them, and does not take them as data.
  func names(areCases: Bool) -> [String] {
    guard let object else {
      // A map without members, as a made-up dictionary is; which case it has is another matter.
      if areCases { frame.noteMadeUpAnswer() }
      return []
    }
    if !areCases { frame.records.noteListed(object) }
    let names: [String]
    if let keys {
      names = keys.names
    } else {
      var seen: Set<String> = []
      names = object.members.map(\.key).filter { seen.insert($0).inserted }
    }
    guard frame.records.isAnyLeftOut else { return names }
    return names.filter { name in
      (keys?[name]?.value ?? object[name]).map { !frame.records.isLeftOut($0) } ?? true
    }
  }

  /// Returns the decoder of a member in which a container of a kind is opened; behind a failure that of a made-up one.
  func nested(_ key: any CodingKey, _ kind: JSONKind) throws -> ValueDecoder {
    let shape = shape(of: key)
    frame.session.readLog.note(shape, key, by: frame.info, as: nil, kind, isRequired: true)
    let memberPath = path.member(key, shape)
    let madeUp = ValueDecoder(frame: frame, node: .null, path: memberPath, isMadeUp: true)
    guard object != nil else {
      frame.noteAsked(key, of: identity)
      return madeUp
    }
    let site = self.site(key, JSONValue.self, isOptional: false)
    let standIn = PlaceholderSource(())
    let container = try frame.nested(site, key: key) {
      guard let member = member(key) else {
        throw missing(key, shape, site, [String: Any].self, standIn)
      }
      guard member.kind == kind else {
        var failure = frame.session.mismatch("\(kind.description)", member, memberPath)
        failure.placeholder = standIn
        throw frame.error(failure, site: site, [String: Any].self, at: memberPath)
      }
      // Here, so that one that is swallowed is noted as a failure of the key.
      if let failure = frame.session.keyFailure(member, memberPath) {
        throw frame.error(failure, site: nil, [String: Any].self, at: memberPath)
      }
      return member
    }
    return container.map { ValueDecoder(frame: frame, node: $0, path: memberPath) } ?? madeUp
  }

  /// Returns a decoder for a member; for one that is not there it is a decoder of `null`.
  func superDecoder(_ key: any CodingKey) throws -> ValueDecoder {
    let shape = shape(of: key)
    frame.session.readLog.note(shape, key, by: frame.info, as: nil, isRequired: true)
    guard object != nil else { throw stoppedInMadeUp(key) }
    frame.noteAsked(key, of: identity)
    let memberPath = path.member(key, shape)
    if let member = member(key) {
      return ValueDecoder(frame: frame, node: member, path: memberPath)
    }
    let site = self.site(key, JSONValue.self, isOptional: false)
    if frame.hasStandIn(for: site) {
      return ValueDecoder(frame: frame, node: .null, path: memberPath, isMadeUp: true)
    }
    let cause = DecodingError.valueNotFound(
      [String: Any].self,
      DecodingError.Context(
        codingPath: memberPath.codingPath, debugDescription: "the member is not there"))
    return ValueDecoder(
      frame: frame, node: .null, path: memberPath,
      absence: missing(key, shape, site, JSONValue.self, PlaceholderSource(()), cause: cause))
  }

  /// Finds the member of a key, and notes that it was asked for.
  private func member(_ key: any CodingKey) -> JSONValue? {
    let value: JSONValue?
    if let keys {
      value = keys[key.stringValue]?.value
    } else {
      value = object?[key.stringValue]
    }
    guard let value else { return nil }
    frame.session.trail.noteAsked(value)
    return frame.records.isAbsent(value) ? nil : value
  }

  /// The name of a key in the document; for a missing one the name that it probably has.
  private func documentName(_ key: any CodingKey) -> String {
    let name = key.stringValue
    guard frame.session.renamesKeys else { return name }
    if let member = keys?[name] {
      frame.session.noteDocumentName(member.documentName, of: name, at: path.shape)
      return member.documentName
    }
    return path.shape.documentNames[name] ?? frame.session.likelyDocumentName(of: name)
  }

  private func site<Value>(
    _ key: any CodingKey, _ type: Value.Type, isOptional: Bool
  ) -> DecodingSite {
    DecodingSite(
      container: identity, key: key.stringValue, type: ObjectIdentifier(type),
      isOptional: isOptional)
  }

  private func missing<Value>(
    _ key: any CodingKey, _ shape: ShapeNode, _ site: DecodingSite?, _ type: Value.Type,
    _ placeholder: PlaceholderSource?, cause: (any Error)? = nil
  ) -> any Error {
    let object = object ?? frame.node
    // What is explored must not depend on what was decoded before.
    _ = frame.session.info(of: type)
    let expected = shape.read.map { $0.valueType.expectation } ?? "the key"
    var failure = frame.session.failure(
      .missingKey, object, path.member(key, shape), expected: expected, found: "nothing",
      message: "the key \(JSONWriter.quoted(documentName(key))) is missing")
    failure.placeholder = placeholder
    failure.cause = cause
    return frame.error(failure, site: site, type, at: path, key: key)
  }

  private func stoppedInMadeUp(_ key: any CodingKey) -> any Error {
    frame.error(NodeFailure(issues: []), site: nil, Never.self, at: path, key: key)
  }

  private func noteRead<Value>(
    _ key: any CodingKey, _ type: Value.Type, isRequired: Bool
  ) -> ShapeNode {
    let shape = shape(of: key)
    frame.session.readLog.note(shape, key, by: frame.info, as: type, isRequired: isRequired)
    return shape
  }

  private func shape(of key: any CodingKey) -> ShapeNode {
    path.shape.child(.member(documentName(key)))
  }
}

/// A keyed container: a thin shell, because its generic key keeps it from being specialised.
struct KeyedContainer<Key: CodingKey>: KeyedRequests {
  let core: KeyedCore

  var codingPath: [any CodingKey] { core.path.codingPath }
  var allKeys: [Key] {
    core.names(areCases: TypeReflection.isEnumeration(Key.self)).compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { core.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try core.decodeNil(key) }

  func required<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    // As in JSONDecoder, of the static type, even where a subclass is asked for.
    try core.decode(Value.self, key)
  }
  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    try core.decodeIfPresent(type, key)
  }
  func opening<Container>(
    _ key: Key, _ kind: JSONKind, _ open: (any Decoder) throws -> Container
  ) throws -> Container {
    try open(core.nested(key, kind))
  }
  func superDecoder(of key: any CodingKey) throws -> any Decoder { try core.superDecoder(key) }
}
