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
/// Where the request failed in a value within, as in `{"meals": [{"id": 7}]}`, and its error came out of all
/// initialisers around as it was, one run of them all does: each of them is looked at as the innermost one. Should more
/// be wrong than that one request, the engine goes down level by level.
///
/// An error without a mark, such as that of a number that does not fit, is thrown once more in a run of its own.
///
/// What comes of it is what the engine finds (``DecodingFrame``), because nothing else is left to chance: each request
/// names another stored property with its type, each case of the keys is asked for once, and nothing is asked of the
/// container but values. Wherever that is not so, the value is left to the engine.
struct FastExploration {
  /// The request that failed.
  private let request: FailedRequest
  /// The requests that failed for it, to the objects around, from the innermost one.
  private let outer: ArraySlice<FailedRequest>
  private let node: JSONValue
  /// The object of the request that failed.
  private let frame: DecodingFrame
  private let run: FastPass
  private let reader: TypePlace
  private let session: DecodingSession

  /// Makes an exploration; nil where only the engine can do it.
  ///
  /// `isDeep` says that of requests that failed one for the other the innermost one is answered in another way.
  init?<Value: Decodable>(
    _ type: Value.Type, _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession,
    isDeep: Bool
  ) {
    guard session.decoder.exploration == .inProcess, !session.isSampling,
      let run = session.fastPass, !run.renamesKeys,
      ObjectIdentifier(type) == ObjectIdentifier(Value.self), node.kind == .object
    else { return nil }
    let reader = run.reader(type, at: path.shape)
    if isDeep {
      let chain = run.failed.chain(in: node.index)
      guard session.decoder.explorationWatch == nil, let first = chain.keyed.first,
        chain.keyed.allSatisfy(\.isStraight), chain.keyed.last?.keys.place === reader,
        first.period == session.readLog.period, chain.wholes.allSatisfy(\.isAll)
      else { return nil }
      request = first
      outer = chain.keyed.dropFirst()
      let shape = first.keys.place.shape
      frame = DecodingFrame(
        first.keys.place.info, run.value(first.object),
        session.path(to: first.object, at: shape, in: run.storage), session)
    } else {
      guard let last = run.failed.request(in: node.index), last.keys.place === reader,
        last.isStraight
      else { return nil }
      request = last
      outer = []
      frame = DecodingFrame(type, node, path, session)
    }
    self.node = node
    self.run = run
    self.reader = reader
    self.session = session
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
      let second = exploring(.value(standIn))
      if case .value(let made) = run.explore(type, reader, node.index, second),
        second.hasAskedForAll, leadsOneWay(type, placeholder)
      {
        value = made
      }
      return failure.failure
    }
    guard case .success = explored, let value else { return leftToEngine(from: start, asked) }
    session.putBack(failure.failure.trail)
    if !outer.isEmpty { session.noteFailed(request.object) }
    for request in outer { session.noteFailed(request.object) }
    var found = NodeFailure(
      issues: failure.failure.issues, unexplored: failure.failure.unexplored,
      placeholder: PlaceholderSource(field: value), cause: thrown)
    found.reads = log.cut(from: problem)
    return found
  }

  /// A run in which the request that failed is answered in another way.
  private func exploring(_ answer: ExploringRun.Answer) -> ExploringRun {
    var around: ExploringRun?
    for request in outer.reversed() { around = ExploringRun(request, .real, around: around) }
    return ExploringRun(request, answer, around: around)
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
      let other = exploring(.value(standIn))
      guard case .value = run.explore(type, reader, node.index, other, keepsNotes: false)
      else { return false }
      return other.hasAskedForAll
    }
  }

  /// Whether the initialiser lets the error of the request out as it is.
  private func comesOut<Value: Decodable>(
    _ type: Value.Type, _ thrown: any Error, _ failure: DecodingFailure, _ asked: [Int32]
  ) -> Bool {
    let first = exploring(.error(thrown, asked: asked))
    guard case .error(let error) = run.explore(type, reader, node.index, first)
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
    run.noteMoreProblems()
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
    /// What the document has: the request failed for one in a value within.
    case real
  }

  private let request: FailedRequest
  private let answer: Answer
  /// The run of the initialiser around, whose request failed for this one.
  private let around: ExploringRun?

  // Whether all that was asked for is a value of a stored property, each once, and was got.
  private var isStraightHere = true
  private var askedProperties = MemberSet()
  private var hasContainer = false

  init(_ request: FailedRequest, _ answer: Answer, around: ExploringRun?) {
    self.request = request
    self.answer = answer
    self.around = around
  }

  /// Whether all that was asked for, here and around, is a value of a stored property, each once, and was got.
  var isStraight: Bool { isStraightHere && around?.isStraight ?? true }

  /// Whether each case of the keys was asked for, here and around.
  var hasAskedForAll: Bool {
    askedProperties.count == request.keys.cases.count && around?.hasAskedForAll ?? true
  }

  /// The run of the initialiser that reads an object, by its tape index.
  func run(of object: Int) -> ExploringRun? {
    object == request.object ? self : around?.run(of: object)
  }

  /// Notes a request that only the engine can explore behind.
  func noteOther() { isStraightHere = false }

  /// Notes that the initialiser opens the value by key.
  func noteContainer() {
    if hasContainer { isStraightHere = false }
    hasContainer = true
  }

  /// What the code gets for the request that failed; nil where that is what the document has.
  func otherAnswer<Value>(
    _ key: some CodingKey, _ type: Value.Type, of object: FastObject
  ) throws -> Value? {
    switch answer {
    case .error(let error, let asked):
      _ = object.find(request.member, key)
      object.run.session.readLog.append(asked)
      throw error
    case .value(let value):
      _ = object.find(request.member, key)
      if let value = value.value(as: type) { return value }
      noteOther()
    case .real: break
    }
    return nil
  }

  /// Notes a request for a value of a type; returns whether it is the one that failed.
  @inline(__always)
  func isOther(
    _ key: some CodingKey, _ type: any Any.Type, isOptional: Bool, of object: FastObject
  ) -> Bool {
    let property = object.keys.straightProperty(key, type, isOptional: isOptional)
    if property >= 0, property < MemberSet.maximumCount, !askedProperties.contains(property) {
      askedProperties.insert(property)
    } else {
      isStraightHere = false
    }
    return object.keys.member(key) == request.member
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
    if isExploring { exploration?.run(of: index)?.noteOther() }
  }

  /// Notes that an initialiser opens an object by key.
  func noteExploration(of object: FastObject) {
    guard let exploration = exploration?.run(of: object.index) else { return }
    exploration.noteContainer()
    object.exploration = exploration
  }
}
