/// Explores a value at which one request fails, with the containers of a fast pass.
///
/// A record with one defect is the common case of a broken one, and in it nearly all requests are those of a sound
/// record. The engine keeps an answer, a path and a site for each of them. Here the type's initialiser runs once
/// more as in a fast pass, and only the request that failed is answered in another way:
///
///     attempt          "id" is a number: the error comes out of the initialiser as it is, by its mark
///     the engine       decodes "id" alone: its problem, its placeholder, and the error for the code
///     the run          "id" is the placeholder; all other requests must succeed, to the end
///
/// An error without a mark, such as that of a number that does not fit, is thrown once more in a run of its own.
///
/// What comes of it is what the engine finds (``DecodingFrame``), because nothing else is left to chance: each request
/// names another stored property with its type, each case of the keys is asked for once, and nothing is asked of the
/// container but values. Wherever that is not so, the value is left to the engine.
struct FastExploration {
  private let request: FailedRequest
  private let frame: DecodingFrame
  private let run: FastPass
  private let reader: TypePlace
  private let session: DecodingSession

  /// Makes an exploration; nil where only the engine can do it.
  init?<Value: Decodable>(
    _ type: Value.Type, _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) {
    guard session.decoder.exploration == .inProcess, !session.isSampling,
      let run = session.fastPass, !run.renamesKeys,
      ObjectIdentifier(type) == ObjectIdentifier(Value.self), node.kind == .object,
      let request = run.failed.request(in: node.index)
    else { return nil }
    let reader = run.reader(type, at: path.shape)
    guard request.keys.place === reader, request.keys.cases.count > 0,
      request.keys.straightProperty(request.key, request.requestedType) >= 0
    else { return nil }
    self.request = request
    self.run = run
    self.reader = reader
    self.session = session
    frame = DecodingFrame(type, node, path, session)
    // Code may make what has no key of a list that is read; the engine knows when that is so.
    if frame.info.properties.count > request.keys.cases.count,
      request.requestedType is any ListType.Type
    {
      return nil
    }
  }

  /// What the engine would find; nil where only the engine can tell.
  func failure<Value: Decodable>(_ type: Value.Type) -> NodeFailure? {
    session.exploring { found(type) }
  }

  private func found<Value: Decodable>(_ type: Value.Type) -> NodeFailure? {
    let log = session.readLog
    let start = (trail: session.trail.mark, reads: log.mark)
    // The attempt that failed has asked for all up to the request, unless that was taken back meanwhile.
    let isNoted = request.period == log.period
    // Only a failure that its error has within is known again; to look for it there takes longer.
    guard let thrown = errorOfRequest(), frame.unmarked.isEmpty, let failure = frame.run.latest,
      let site = failure.site,
      let placeholder = failure.failure.placeholder,
      let standIn = placeholder.make(0)
    else { return leftToEngine(from: start) }
    _ = session.trail.cut(from: start.trail)
    let asked = log.cut(from: start.reads)
    if request.hasEscaped, isNoted {
      log.append(asked)
    } else if !comesOut(type, thrown, failure, asked) {
      return leftToEngine(from: start, asked)
    }
    let problem = log.mark
    log.append(failure.failure.reads)
    var value: FieldValue?
    let explored = session.decoder.explore(frame.info, without: site.key) {
      let second = ExploringRun(frame.node.index, request.member, .value(standIn))
      if case .value(let made) = run.explore(type, reader, frame.node.index, second),
        second.askedProperties.count == request.keys.cases.count,
        leadsOneWay(type, placeholder)
      {
        value = made
      }
      return failure.failure
    }
    guard case .success = explored, let value else { return leftToEngine(from: start, asked) }
    session.putBack(failure.failure.trail)
    var found = NodeFailure(
      issues: failure.failure.issues, unexplored: failure.failure.unexplored,
      placeholder: PlaceholderSource(field: value), cause: thrown)
    found.reads = log.cut(from: problem)
    return found
  }

  /// Whether the initialiser asks for all with each of the other cases that may stand in.
  ///
  /// Code has a way for each of them, and the engine tries them all.
  private func leadsOneWay<Value: Decodable>(
    _ type: Value.Type, _ placeholder: PlaceholderSource
  ) -> Bool {
    guard placeholder.count > 1, Steering.isExhaustive(request.requestedType) else { return true }
    return (1..<placeholder.count).allSatisfy { variant in
      guard let standIn = placeholder.make(variant) else { return false }
      let other = ExploringRun(frame.node.index, request.member, .value(standIn))
      guard
        case .value = run.explore(type, reader, frame.node.index, other, keepsNotes: false)
      else { return false }
      return other.askedProperties.count == request.keys.cases.count
    }
  }

  /// Whether the initialiser lets the error of the request out as it is.
  private func comesOut<Value: Decodable>(
    _ type: Value.Type, _ thrown: any Error, _ failure: DecodingFailure, _ asked: [Int32]
  ) -> Bool {
    let first = ExploringRun(
      frame.node.index, request.member, .error(thrown, asked: asked))
    guard case .error(let error) = run.explore(type, reader, frame.node.index, first)
    else { return false }
    return DecodingFailure.find(in: error) === failure
  }

  /// Lets the engine answer the request that failed, and returns what the initialiser gets to see.
  private func errorOfRequest() -> (any Error)? {
    let core = KeyedCore(frame: frame, object: frame.node, path: frame.path)
    return core.error(request.type, request.key, isOptional: request.isOptional)
  }

  /// Forgets what was found, but for the failure itself, which is not to be found once more.
  ///
  /// `asked` is what the request that failed asked for.
  private func leftToEngine(
    from start: (trail: DecodingTrail.Mark, reads: Int), _ asked: [Int32]? = nil
  ) -> NodeFailure? {
    _ = session.trail.cut(from: start.trail)
    let cut = session.readLog.cut(from: start.reads)
    session.keepLastFailure(asked: asked ?? cut)
    return nil
  }
}

/// One run of an initialiser in which one request is answered in another way.
final class ExploringRun {
  enum Answer {
    /// An error, after some requests of the value that failed.
    case error(any Error, asked: [Int32])
    case value(FieldValue)
  }

  /// The type of a text that may be absent; to find it at run time takes longer than to read a text.
  static let optionalText: any Any.Type = String?.self

  /// The value that the initialiser reads, by its tape index.
  let value: Int
  /// The member whose request is answered so.
  private let member: Int
  private let answer: Answer

  /// Whether all that was asked for is a value of a stored property, each once, and was got.
  private(set) var isStraight = true
  private(set) var askedProperties = MemberSet()
  private var hasContainer = false

  init(_ value: Int, _ member: Int, _ answer: Answer) {
    self.value = value
    self.member = member
    self.answer = answer
  }

  /// Notes a request that only the engine can explore behind.
  func noteOther() { isStraight = false }

  /// Notes that the initialiser opens the value by key.
  func noteContainer() {
    if hasContainer { isStraight = false }
    hasContainer = true
  }

  /// Answers a request for a value of a type, with the real one or, where it is the one that failed, in another way.
  @inline(__always)
  func answer<Value>(
    _ key: some CodingKey, _ type: any Any.Type, of object: FastObject,
    _ read: () throws -> Value
  ) throws -> Value {
    if isOther(key, type, of: object) { return try other(key, of: object, read) }
    do {
      return try read()
    } catch {
      noteOther()
      throw error
    }
  }

  /// Notes a request for a value of a type; returns whether it is the one that failed.
  @inline(__always)
  private func isOther(
    _ key: some CodingKey, _ type: any Any.Type, of object: FastObject
  ) -> Bool {
    let property = object.keys.straightProperty(key, type)
    if property >= 0, property < MemberSet.maximumCount, !askedProperties.contains(property) {
      askedProperties.insert(property)
    } else {
      isStraight = false
    }
    return object.keys.member(key) == member
  }

  /// Answers the request that failed.
  private func other<Value>(
    _ key: some CodingKey, of object: FastObject, _ read: () throws -> Value
  ) throws -> Value {
    _ = object.find(member, key)
    switch answer {
    case .error(let error, let asked):
      object.run.session.readLog.append(asked)
      throw error
    case .value(let value):
      if let value = value.value(as: Value.self) { return value }
      noteOther()
      return try read()
    }
  }
}

extension FastPass {
  /// What came of a run in which one request is answered in another way.
  enum Exploration {
    case value(FieldValue)
    case error(any Error)
    /// Only the engine can explore the value.
    case unsure
  }

  /// Runs the initialiser of a type with one request answered in another way; `keepsNotes` says that what it reads
  /// counts.
  func explore<Value: Decodable>(
    _ type: Value.Type, _ reader: TypePlace, _ index: Int, _ exploration: ExploringRun,
    keepsNotes: Bool = true
  ) -> Exploration {
    var result = Exploration.unsure
    let outer = self.exploration
    self.exploration = exploration
    defer { self.exploration = outer }
    let isPlain = isolated {
      do {
        let value = try running(reader, index) { try Value(from: $0) }
        if exploration.isStraight { result = .value(Field(value: value)) }
        return exploration.isStraight && keepsNotes
      } catch {
        if exploration.isStraight { result = .error(error) }
        return false
      }
    }
    return isPlain ? result : .unsure
  }

  /// Notes that an initialiser opens a value in another way than by key.
  @inline(__always)
  func noteUnkeyed(_ index: Int) {
    if isExploring, exploration?.value == index { exploration?.noteOther() }
  }

  /// Notes that an initialiser opens an object by key.
  func noteExploration(of object: FastObject) {
    guard let exploration, exploration.value == object.index else { return }
    exploration.noteContainer()
    object.exploration = exploration
  }
}
