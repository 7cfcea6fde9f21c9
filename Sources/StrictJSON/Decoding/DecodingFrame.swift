import Foundation

/// One type's `init(from:)` on one value: it runs, and after an error is run again.
///
/// The rule for placeholders. An initialiser is *aligned* as long as each of its keyed requests
/// names a stored property that was not asked for before, with the property's type or its
/// optional (`rocket_name` is taken for `rocketName`). Synthesised initialisers are aligned from
/// beginning to end; so are hand-written ones that flatten nested containers. Only an aligned
/// initialiser is given placeholders, and it is stopped at the first request that is not aligned,
/// because from there on it might compute with a made-up value. If it ends without having asked
/// for all cases of its key enumerations, it may have branched; then what was found behind a
/// placeholder is dropped, and the report says that the rest was not explored.
final class DecodingFrame {
  let session: DecodingSession
  let node: JSONValue
  let path: DecodingPath
  let info: TypeInfo

  /// Whether the initialiser is running.
  private var isRunning = false

  /// True from the second run on, when requests are compared with the stored properties.
  private(set) var isExploring = false

  // The state of one run.
  private var isAligned = true
  private var handedOutPlaceholder = false
  private var requests: [DecodingRequest] = []
  private var openedContainer = false
  private var keyNames: [ObjectIdentifier: [String]] = [:]
  private var madeUpContainers = 0
  private var variant = 0
  private var swallowed = SwallowedFailures()
  private var hasSingleValue = false

  // What runs share.
  private var answers: [DecodingSite: any FieldValue] = [:]
  private var errors: [DecodingSite: any Error] = [:]
  private var patches: [DecodingSite: PlaceholderSource] = [:]
  private var unmarked = UnmarkedFailures()
  private var dateTexts: [(key: any CodingKey, node: JSONValue, path: DecodingPath)] = []
  private var openedObjects: [Int] = []
  /// Whether anything of the value may be unread because the initialiser stopped.
  private var isLeft = false

  convenience init<Value>(
    _ type: Value.Type, _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) {
    self.init(session.info(of: type), node, path, session)
  }

  init(_ info: TypeInfo, _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession) {
    self.info = info
    self.node = node
    self.path = path
    self.session = session
  }

  // MARK: Runs

  /// Runs the initialiser on real data, and explores it if that fails.
  func run<Value: Decodable>(_ type: Value.Type) throws(NodeFailure) -> Value {
    let failed: any Error
    do {
      let value = try initialize(type)
      remarkDatesReadAsText()
      session.trail.noteTolerated(tolerated)
      return value
    } catch {
      failed = error
    }
    var failure = explore(type, after: failed)
    failure.cause = failed
    throw failure
  }

  /// Runs the initialiser once.
  private func initialize<Value: Decodable>(_ type: Value.Type) throws -> Value {
    isRunning = true
    session.begin(self)
    defer {
      session.endInnermost()
      isRunning = false
    }
    // Not of `Value`: the type may be a subclass.
    return try type.init(from: decoder)
  }

  /// The decoder of the value.
  var decoder: ValueDecoder {
    ValueDecoder(frame: self, node: node, path: path, isForInitializer: true)
  }

  /// The decoder that answers for the one of this value now.
  var decoderNow: ValueDecoder {
    (isRunning ? nil : session.decoderInPlace(of: info, at: path)) ?? decoder
  }

  /// The most requests of one run that are compared with each other.
  private static let maximumComparedRequests = 1_000

  /// The most variants of placeholders that are tried.
  private static let maximumVariants = 16

  private func explore<Value: Decodable>(_ type: Value.Type, after error: any Error) -> NodeFailure
  {
    isExploring = true
    let stop = DecodingStop(error: error, failure: failure(in: error))
    guard let thrown = stop.failure, let site = thrown.site, thrown.failure.placeholder != nil
    else { return explored(type, after: stop) }
    switch session.decoder.explore(
      info, without: site.key, { explored(type, after: stop) })
    {
    case .success(let failure): return failure
    case .failure(let reason): return leftAlone(type, after: thrown.failure, because: reason)
    }
  }

  /// The failure of a type whose code must not meet made-up values.
  private func leftAlone<Value: Decodable>(
    _ type: Value.Type, after failure: NodeFailure, because reason: UnexploredPart.Reason
  ) -> NodeFailure {
    isLeft = true
    session.trail.append(failure.trail)
    session.trail.noteLeft(openedObjects)
    return NodeFailure(
      issues: failure.issues, unexplored: failure.unexplored + [unexplored(reason)],
      placeholder: session.placeholder(type))
  }

  private func unexplored(_ cause: UnexploredPart.Reason) -> UnexploredPart {
    UnexploredPart(pointer: path.pointer, type: info.name, cause: cause)
  }

  private func explored<Value: Decodable>(_ type: Value.Type, after stop: DecodingStop)
    -> NodeFailure
  {
    var walk = self.walk(type, variant: 0, after: stop)
    let variants = min(max(walk.variants, 2), Self.maximumVariants)
    var variant = 1
    let found = walk.later.count
    while variant < variants, !walk.later.isEmpty {
      let other = Set(self.walk(type, variant: variant, after: stop).later)
      walk.later.removeAll { !other.contains($0) }
      variant += 1
    }
    if walk.later.count < found { noteBranch(in: &walk) }
    session.trail.noteTolerated(walk.tolerated)
    if walk.value == nil || isLeft { session.trail.noteLeft(openedObjects) }
    return NodeFailure(
      issues: walk.first + walk.later, unexplored: walk.unexplored,
      placeholder: walk.value.map { PlaceholderSource($0) } ?? session.placeholder(type))
  }

  private func walk<Value: Decodable>(
    _ type: Value.Type, variant: Int, after firstStop: DecodingStop
  ) -> DecodingWalk<Value> {
    var walk = DecodingWalk<Value>()
    patches = [:]
    self.variant = variant
    var stop = firstStop
    while true {
      guard let thrown = stop.failure else {
        // Code of the type's own threw. On real data that is its verdict; behind a placeholder
        // it may be about the made-up value, so it says only that the rest is unknown.
        if patches.isEmpty { walk.first.append(OwnError(stop.error, in: self).issue) }
        noteUnexplored(in: &walk, isStopped: false)
        return walk
      }
      // Other variants meet the same failures once more.
      if variant == 0 { session.trail.append(thrown.failure.trail) }
      if patches.isEmpty {
        walk.first += thrown.failure.issues
      } else {
        walk.later += thrown.failure.issues
      }
      walk.unexplored += thrown.failure.unexplored
      guard let site = thrown.site, patches[site] == nil,
        let placeholder = thrown.failure.placeholder
      else {
        noteUnexplored(in: &walk, isStopped: thrown.failure.issues.isEmpty)
        return walk
      }
      patches[site] = placeholder
      walk.variants = max(walk.variants, placeholder.count)
      startRun()
      do {
        walk.value = try initialize(type)
        walk.tolerated = tolerated
        dropBranch(of: &walk)
        return walk
      } catch {
        stop = DecodingStop(error: error, failure: failure(in: error))
      }
    }
  }

  /// Drops what was found behind a placeholder if the initialiser took one of several ways.
  ///
  /// A synthesised initialiser asks for all of its keys. One that leaves a key out may have chosen
  /// its way by the made-up value, and with the real one it would ask for other keys.
  private func dropBranch<Value>(of walk: inout DecodingWalk<Value>) {
    guard !unaskedKeys.isEmpty else { return }
    walk.later = []
    noteBranch(in: &walk)
  }

  /// The keys that the run left out, of the enumerations with which it opened containers.
  private var unaskedKeys: [String] {
    keyNames.flatMap { type, names in
      let asked = Set(
        requests.map(\.key).filter { ObjectIdentifier(Swift.type(of: $0)) == type }
          .map(\.stringValue))
      return names.filter { !asked.contains($0) }
    }.sorted()
  }

  private func noteBranch<Value>(in walk: inout DecodingWalk<Value>) {
    isLeft = true
    // What was swallowed on the one way may be none of the other's business.
    walk.tolerated = []
    walk.unexplored.append(unexplored(.branch))
  }

  private func startRun() {
    isAligned = true
    handedOutPlaceholder = false
    requests = []
    openedContainer = false
    keyNames = [:]
    madeUpContainers = 0
    swallowed = SwallowedFailures()
    hasSingleValue = false
  }

  /// Says that the value was not checked to its end, unless nothing in it was left.
  ///
  /// `isStopped` says that the initialiser was kept from its next request, which is then unread.
  private func noteUnexplored<Value>(in walk: inout DecodingWalk<Value>, isStopped: Bool) {
    guard node.kind == .object || node.kind == .array, openedContainer else { return }
    if isStopped { _ = requests.popLast() }
    let read = Set(requests.compactMap { $0.opensContainer ? nil : info.property(for: $0.key) })
    let unread = info.properties.map(\.name).filter { !read.contains($0) }
    let missed = keyNames.isEmpty ? unread : unaskedKeys
    if missed.isEmpty, !info.properties.isEmpty, !isStopped { return }
    walk.unexplored.append(unexplored(.stopped(before: keyNames.isEmpty ? [] : missed)))
  }

  // MARK: Alternatives

  /// Notes that the initialiser opens an object by key.
  func noteOpened<Key: CodingKey>(
    _ object: JSONValue, _ path: DecodingPath, keyedBy type: Key.Type
  ) {
    openedObjects.append(object.index)
    session.noteOpened(object, path, by: info)
    // A subclass and its superclass both open the object, and neither is an alternative.
    guard !(info.type is AnyClass), object.index == node.index else { return }
    let givenUp = swallowed.noteOpened(
      object, keys: ObjectIdentifier(type), session.trail.mark)
    if let givenUp { session.trail.forget(from: givenUp.start, to: givenUp.end) }
  }

  /// Notes that the initialiser opens an object within the value by key.
  func noteNested(_ object: JSONValue, _ path: DecodingPath) {
    openedObjects.append(object.index)
    session.noteOpened(object, path, by: info)
  }

  /// Notes that the value is no container of the kind that was asked for; returns the error.
  func noteOpeningFailed(_ value: JSONValue, _ error: any Error) -> any Error {
    noteFailure(.whole(value), nil, error)
    return error
  }

  func noteFailure(_ site: DecodingSite, _ key: (any CodingKey)?, _ error: any Error) {
    let wasReadBefore =
      key.map { key in
        // Of a great many keys, which are names of a map, none is asked for twice.
        requests.count < Self.maximumComparedRequests
          && requests.dropLast().contains { $0.key.stringValue == key.stringValue }
      } ?? hasSingleValue
    guard let thrown = failure(in: error) else { return }
    swallowed.noteFailure(
      site, isKeyed: key != nil, property: key.flatMap { info.storedProperty(for: $0)?.name },
      error, thrown, wasReadBefore: wasReadBefore && !swallowed.hasFailure(at: site),
      session.trail.mark)
  }

  /// Notes that a container was opened in an element.
  func noteOpened(element: Int, _ value: JSONValue, of array: JSONValue) {
    guard swallowed.isWatching else { return }
    noteWay(value)
    swallowed.noteSuccess(
      DecodingSite(
        container: array.index, key: String(element), type: ObjectIdentifier(JSONValue.self),
        isOptional: false), property: nil)
  }

  private func noteSuccess(_ site: DecodingSite, _ key: (any CodingKey)?) {
    if key == nil { hasSingleValue = true }
    guard swallowed.isWatching else { return }
    swallowed.noteSuccess(site, property: key.flatMap { info.storedProperty(for: $0)?.name })
  }

  /// The failures that the initialiser swallowed, now that it has completed.
  private var tolerated: [DecodingIssue] {
    swallowed.isEmpty ? [] : swallowed.tolerated(by: info.name) { patches[$0] != nil }
  }

  // MARK: Requests

  /// Answers a request for the value at a site, with a placeholder where one is due.
  ///
  /// `key` is nil where the request has none; `read` decodes the real value.
  func answer<Value>(
    _ site: DecodingSite, key: (any CodingKey)?, _ read: () throws -> Value
  ) throws -> Value {
    let askedBefore = note(key)
    unmarked.forgetLast()
    guard isExploring else {
      do {
        let value = try read()
        noteSuccess(site, key)
        return value
      } catch {
        // Kept, or a failure at the bottom of nested alternatives would be found anew, twice at
        // each level.
        errors[site] = error
        noteFailure(site, key, error)
        throw error
      }
    }
    let isOdd = askedBefore || !aligns(key, as: Value.self)
    // Several requests for the value as a whole are alternatives, and none of them is a property.
    if !isAligned || (isOdd && key == nil) { try noteUnaligned() }
    // Only a placeholder must go straight to a property. Another request gets the real value, and what
    // the code makes of that is true; but a failure of it may be due to a way that a placeholder chose.
    if let known = answers[site] as? Field<Value> {
      noteSuccess(site, key)
      return known.value
    }
    if let patch = patches[site] {
      guard isAligned, !isOdd, let value = patch.make(variant) as? Field<Value> else {
        throw stopped()
      }
      handedOutPlaceholder = true
      return value.value
    }
    if isOdd, handedOutPlaceholder { return try oddAnswer(site, key, read) }
    if let known = errors[site] {
      unmarked.noteThrownAgain(site)
      noteFailure(site, key, known)
      throw known
    }
    do {
      let value = try read()
      answers[site] = Field(value: value)
      noteSuccess(site, key)
      return value
    } catch {
      errors[site] = error
      noteFailure(site, key, error)
      throw error
    }
  }

  /// Answers a request behind a placeholder whose value does not go straight to a property.
  private func oddAnswer<Value>(
    _ site: DecodingSite, _ key: (any CodingKey)?, _ read: () throws -> Value
  ) throws -> Value {
    guard errors[site] == nil else { throw stopped() }
    do {
      let value = try read()
      answers[site] = Field(value: value)
      noteSuccess(site, key)
      return value
    } catch {
      throw stopped()
    }
  }

  /// Answers a request in a container that is made up, because the real one could not be opened.
  func madeUpAnswer<Value>(key: any CodingKey, as type: Value.Type) throws -> Value {
    let askedBefore = note(key)
    guard !askedBefore, isAligned, aligns(key, as: type),
      let value = session.placeholder(type)?.make(variant) as? Field<Value>
    else { throw stopped() }
    return value.value
  }

  /// Opens a nested container; nil stands for a made-up one behind a failure.
  func nested(
    _ site: DecodingSite, key: any CodingKey, _ open: () throws -> JSONValue
  ) throws -> JSONValue? {
    noteAsked(key)
    guard patches[site] != nil else {
      do {
        let container = try open()
        noteSuccess(site, key)
        return container
      } catch {
        noteFailure(site, key, error)
        throw error
      }
    }
    guard isAligned else { throw stopped() }
    handedOutPlaceholder = true
    return nil
  }

  /// Returns a number for a made-up container; the same one in each run.
  func nextMadeUpContainer() -> Int {
    madeUpContainers += 1
    return -madeUpContainers
  }

  /// Notes that the initialiser looks into the value by keys.
  func noteContainer<Key: CodingKey>(keyedBy type: Key.Type) {
    openedContainer = true
    guard isExploring, let count = TypeReflection.plainCaseCount(of: type) else { return }
    keyNames[ObjectIdentifier(type)] = (0..<count).compactMap {
      TypeReflection.plainCase(type, index: $0)?.stringValue
    }
  }

  /// Notes a way to read a whole value that worked: it was seen to be null, or opened.
  func noteWay(_ value: JSONValue) {
    if !swallowed.isEmpty { swallowed.noteSuccess(.whole(value), property: nil) }
  }

  /// Notes that the initialiser looks into the value by position.
  func noteContainer(of array: JSONValue) {
    openedContainer = true
    noteWay(array)
  }

  /// Notes that the initialiser was told something of a container that is made up.
  ///
  /// Whatever it asks for next ends the exploration.
  func noteMadeUpAnswer() { isAligned = false }

  /// Notes a request for a nested container.
  func noteAsked(_ key: any CodingKey) {
    requests.append(DecodingRequest(key: key, opensContainer: true))
  }

  /// Notes a request that does not hand a value straight to a property.
  func noteUnaligned() throws {
    isAligned = false
    if handedOutPlaceholder { throw stopped() }
  }

  /// Notes that a scalar was read, in case the initialiser makes a date of it.
  func noteScalar<Value>(
    _ node: JSONValue, _ path: DecodingPath, key: any CodingKey, _ type: Value.Type
  ) {
    guard !isExploring, info.hasDates, node.kind == .string || node.kind == .number,
      case .leaf = session.info(of: type).decoding, type != Date.self
    else { return }
    dateTexts.append((key, node, path))
  }

  /// Wraps a failure of a request so that it can travel through the initialiser.
  func error(
    _ failure: NodeFailure, site: DecodingSite?, _ type: any Any.Type, at path: DecodingPath,
    key: (any CodingKey)? = nil
  ) -> any Error {
    let thrown = DecodingFailure(frame: self, site: site, failure: failure, path: path)
    let error = thrown.error(type, key: key)
    if DecodingFailure.find(in: error) == nil { unmarked.note(thrown) }
    return error
  }

  /// The failure of one of this frame's requests that an error stands for; nil for other errors.
  private func failure(in error: any Error) -> DecodingFailure? {
    if let found = DecodingFailure.find(in: error) { return found.frame === self ? found : nil }
    return unmarked.find(error)
  }

  /// Remembers a key; returns whether it was asked for before in this run.
  private func note(_ key: (any CodingKey)?) -> Bool {
    guard let key else { return false }
    guard isExploring else {
      requests.append(DecodingRequest(key: key, opensContainer: false))
      return false
    }
    let property = info.property(for: key)
    let askedBefore = requests.contains { !$0.opensContainer && $0.property == property }
    requests.append(DecodingRequest(key: key, opensContainer: false, property: property))
    return askedBefore
  }

  private func aligns<Value>(_ key: (any CodingKey)?, as type: Value.Type) -> Bool {
    guard let key else {
      // A single value is aligned where it is the only property.
      return info.properties.count == 1 && info.properties[0].type == type
    }
    guard let property = info.storedProperty(for: key)?.type else { return false }
    // `decodeIfPresent` feeds `T` with a fallback, and `decode` feeds `T?`.
    return property == type || property == Value?.self || TypeInfo.optional(property) == type
  }

  /// Whether a key stands for a property of exactly this type.
  func feeds<Value>(_ key: any CodingKey, _ type: Value.Type) -> Bool {
    info.storedProperty(for: key)?.type == type
  }

  private func stopped() -> any Error {
    error(NodeFailure(issues: []), site: nil, info.type, at: path)
  }

  private func remarkDatesReadAsText() {
    for (key, node, path) in dateTexts {
      guard let name = info.property(for: key), info.isDate(name) else { continue }
      session.remarkDate(node, path, format: nil)
    }
  }
}
