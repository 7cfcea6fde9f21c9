import Foundation

/// One type's `init(from:)` on one value: it runs, and after an error is run again.
///
/// The rule for placeholders. A request is *straight* if it names a stored property for which there was no
/// straight one before, with the property's type or its optional (`rocket_name` is taken for
/// `rocketName`), or asks for a type of the module's own that only one property has; of an enumeration, an associated
/// value; of a type that reads its own keys of the same object, its property (``DecodingSession/parts(of:)``); and if its
/// type is that of one value of a case that holds nothing but values of the module's own types. In
/// synthesised initialisers all requests are. Any other one
/// is *odd*, because the initialiser computes with what it gets. A straight request that fails gets a made-up value. An
/// odd one that fails gets none. It gets what its code must be ready for: `nil` where the key may be absent, each
/// case of an enumeration, or a value that the document has at the same place of another record (``ValueSamples``);
/// a made-up one only where it is put into a property that is a list of such values of which none holds `nil`, where the
/// property gets it out of a struct or in a case, where code makes a scalar of another one that is no text, or where the type's code is contained
/// (``StrictDecoder/Exploration/inChild``). There both ways of an optional truth are tried, too, as are the raw values of
/// an enumeration that code makes of a text, and where code refuses a made-up number, numbers of other ranges follow, as
/// texts of other forms do everywhere. A word that an error of the code names stands in for the one that it misses or
/// refuses (``ExpectedWords``). A list of which code may make a property without a key is not made up. Where the value goes to no property of its key it may choose the initialiser's
/// way; where there is nothing to give, it stops there.
///
///     id = try container.decode(Int.self, forKey: .id)                      straight
///     let text = try container.decodeIfPresent(String.self, forKey: .day)   odd: `day` is a date
///     day = text.flatMap(parse)
///     switch try container.decode(String.self, forKey: .type) { … }         odd, and no property: a choice
///
/// What code can do without is left out instead: a record of a list that it walks, or a member whose presence it
/// questions (``WalkedRecords``). Then it meets real values only.
///
/// What counts. A problem of a straight request counts if it shows for all variants of the placeholders before
/// it, the values of other records among them. One of an odd request may be due to a way that a placeholder
/// chose, even so: variants of a text are not the texts that code compares with. So it counts only if no such
/// placeholder was given, or if the request goes to the property of its key, or is one of the elements of the
/// same list, or if the rest of the value, or another value of the same list or map, says that it is of the type.
/// A placeholder under a key such as `id`, `url` or `amount` is taken to choose nothing (``Steering/isData(_:)``).
/// Of requests that go to no property and may do without, all that fail behind one another count if the run comes to its
/// end with `nil` for each and has asked for all that the object has.
/// Behind a choice that a placeholder made no absence counts. Where cases or samples lead different ways, the
/// problems are those of the way that leaves the fewest of the object's members unread and misses none
/// (``DecodingWalk/misfit``). Where the kind was taken from another record and no way fits, only problems of straight
/// requests count, and the report says that the way was guessed. Nor does it count that a value is missing for a
/// property that may be `nil`: only a way that a placeholder chose may demand it. If the initialiser ends without
/// having asked for all cases of its key enumerations, it may have branched, unless a superclass has asked the same object
/// for the key; then the absences that were found behind a placeholder are dropped, and where one may choose a way, all
/// else but straight requests where the keys are of no property, and the report says that the rest was not explored.
/// What is wrong with an element behind one that was left out counts where code reads one after the other. Of several forms in which a value was tried in vain one is told (``AlternativeForms``), as
/// is one of the cases that a value of no known kind may be (``failureOfKind(behind:after:in:)``).
final class DecodingFrame {
  let session: DecodingSession
  let node: JSONValue
  let path: DecodingPath
  let info: TypeInfo

  /// Whether the initialiser is running.
  private var isRunning = false

  /// True from the second run on, when requests are compared with the stored properties.
  var isExploring = false

  var run = InitializerRun()
  var standIns = StandIns()
  var choice = ChoiceOfWay()
  /// The value that was asked for last for a property of its type, where it failed or is nil.
  var latestGap: Gap?
  var records = WalkedRecords()

  // What all runs share.
  /// The errors of odd requests that did not count, so that their values are not explored anew in each run.
  private var uncounted: [DecodingSite: any Error] = [:]
  var answers: [DecodingSite: FieldValue] = [:]
  var errors: [DecodingSite: any Error] = [:]
  /// The requests that demand a value where their property can do without one.
  private(set) var demanding: Set<DecodingSite> = []
  /// What code may accept in place of a value that it refused.
  var usualValues: PlaceholderSource?
  /// The requests whose values code checks.
  var checked: Set<DecodingSite> = []
  private(set) var unmarked = UnmarkedFailures()
  private var dateTexts: [(key: any CodingKey, node: JSONValue, path: DecodingPath)] = []
  /// The values that were read as dates, by their tape indices: what code says of them is no matter of format.
  private(set) var datesRead: Set<Int> = []
  private(set) var openedObjects: [Int] = []
  /// Whether anything of the value may be unread because the initialiser stopped.
  var isLeft = false

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
  func decode<Value: Decodable>(_ type: Value.Type) throws(NodeFailure) -> Value {
    let failed: any Error
    do {
      let value = try initialize(type)
      remarkDatesReadAsText(of: value)
      session.trail.noteTolerated(tolerated)
      return value
    } catch {
      failed = error
    }
    if session.isSampling { throw NodeFailure(issues: [], cause: failed) }
    let mark = session.readLog.mark
    var failure = explore(type, after: failed)
    failure.cause = failed
    failure.reads = session.readLog.cut(from: mark)
    throw failure
  }

  /// Runs the initialiser once.
  func initialize<Value: Decodable>(_ type: Value.Type) throws -> Value {
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

  // MARK: Alternatives

  /// Notes that the initialiser opens an object by key.
  func noteOpened<Key: CodingKey>(
    _ object: JSONValue, _ path: DecodingPath, keyedBy type: Key.Type
  ) {
    openedObjects.append(object.index)
    session.noteOpened(object, path, by: info)
    // A subclass and its superclass both open the object, and neither is an alternative.
    guard !(info.type is AnyClass), object.index == node.index else { return }
    let givenUp = run.swallowed.noteOpened(
      object, keys: ObjectIdentifier(type), session.trail.mark)
    if let givenUp { session.trail.forget(from: givenUp.start, to: givenUp.end) }
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
        run.requests.count < Self.maximumComparedRequests
          && run.requests.dropLast().contains { $0.key.stringValue == key.stringValue }
      } ?? (run.hasSingleValue || openedObjects.contains(node.index))
    // Nearly always the error is the one that was made just now.
    guard let thrown = run.latest?.site == site ? run.latest : failure(in: error) else { return }
    run.swallowed.noteFailure(
      site, key, property: key.flatMap { info.storedProperty(for: $0)?.name },
      error, thrown, wasReadBefore: wasReadBefore && !run.swallowed.hasFailure(at: site),
      session.trail.mark)
  }

  /// Notes that a container was opened in an element.
  func noteOpened(element: Int, _ value: JSONValue, of array: JSONValue) {
    guard run.swallowed.isWatching else { return }
    noteWay(value)
    run.swallowed.noteSuccess(
      DecodingSite(
        container: array.index, key: String(element), type: ObjectIdentifier(JSONValue.self),
        isOptional: false), property: nil)
  }

  func noteSuccess(_ site: DecodingSite, _ key: (any CodingKey)?) {
    if key == nil { run.hasSingleValue = true }
    guard run.swallowed.isWatching else { return }
    run.swallowed.noteSuccess(site, property: key.flatMap { info.storedProperty(for: $0)?.name })
  }

  /// The failures that the initialiser swallowed, now that it has completed.
  var tolerated: [DecodingIssue] {
    run.swallowed.isEmpty
      ? []
      : run.swallowed.tolerated(by: info.name) { site in
        // Another form of what stands in is told with it, if it is the better one.
        standIns.patches.keys.contains { $0.container == site.container && $0.key == site.key }
      }
  }

  // MARK: Requests

  /// Answers a request for the value at a site, with a stand-in where one is due.
  ///
  /// `key` is nil where the request has none, as that for an element of an array; `path` is the place of
  /// the value, and `read` decodes the real one.
  func answer<Value: Decodable>(
    _ site: DecodingSite, key: (any CodingKey)?, isElement: Bool = false,
    at path: @autoclosure () -> DecodingPath, _ read: () throws -> Value
  ) throws -> Value {
    let destination = note(key, of: site.container, as: Value.self, isElement: isElement)
    let isStraight = if case .unknown = destination { false } else { true }
    var isOfChosenCase = false
    if isStraight, isExploring { run.straightSites.insert(site) }
    if case .caseOfProperty(let isSure) = destination {
      run.caseSites.insert(site)
      isOfChosenCase = !isSure && run.mayHaveChosenCase
    }
    run.straightRequests = isStraight ? run.straightRequests?.following(site) : nil
    if isExploring, !site.isOptional, let key, demandsMore(key, Value.self) {
      demanding.insert(site)
    }
    unmarked.forgetLast()
    run.latest = nil
    run.latestRead = nil
    guard isExploring else {
      // Each of several types that are tried may ask for the same list, and would find its problems anew.
      if let known = errors[site] { throw repeated(known, site, key) }
      return try kept(site, key, read)
    }
    if isStraight {
      latestGap = Gap(site: site, keys: key.map { Self.enumeration(of: $0) }) { [session] in
        session.presentValues(Value.self)
      }
    }
    if !isStraight, wasChosen(site) { standIns.way.isGuessed = true }
    if !run.isAligned { try noteUnaligned() }
    if !isStraight, key == nil, !isElement { return try whole(site, read) }
    if let all = answers[site]?.value(as: Value.self) {
      let known = withoutLeftOut(all, site)
      noteSuccess(site, key)
      noteAnswer(known, site, key, isStraight: isStraight)
      return known
    }
    let request =
      isStraight
      ? nil : OddRequest(Value.self, site, key, isElement: isElement, path(), in: self)
    if var patch = standIns.patches[site] {
      if patch.isUnknown,
        let usual = valuesToCheck(Value.self, for: request)
      {
        usualValues = usual
        checked.insert(site)
        if Value.self is any FixedWidthInteger.Type { standIns.isCheckedNumberMadeUp = true }
        patch = usual.only(0)
        standIns.patches[site] = patch
      }
      guard run.isAligned,
        let value = standIn(for: site, key, patch, request, at: request?.path ?? path())
          as Value?
      else { throw stopped() }
      run.stoodIn.insert(site)
      if Steering.isQuantity(Value.self) { run.gaveQuantity = true }
      // Of samples there may be too few.
      var steers =
        request == nil ? Steering.isPossible(Value.self) : !Steering.isComplete(Value.self)
      // What is left of a list is real, and says as much as the whole list does.
      if let request, rest(for: request, patch) as Value? != nil { steers = false }
      if request == nil, let key, Steering.isData(key), !checked.contains(site) { steers = false }
      if let word = standIns.onlyWords[site], value as? String == word { steers = false }
      // Nor does code choose by what it makes a date or an address of.
      if let made = request?.property, Steering.isComplete(made) { steers = false }
      if steers {
        run.steering.append(site)
        if let request, !request.isConversion { run.steersByChoice = true }
      }
      return value
    }
    let counts = request?.counts ?? !isOfChosenCase
    if let known = errors[site] {
      unmarked.noteThrownAgain(site)
      let thrown = failure(in: known)
      noteUnlike(site, thrown, request, Value.self)
      guard counts || isConfirmed(thrown, request, Value.self) else { throw stopped() }
      noteFailure(site, key, known)
      run.latest = thrown
      throw known
    }
    if let request { noteCase(of: request, Value.self) }
    guard !counts else {
      let value: Value
      do {
        value = try kept(site, key, read)
      } catch {
        noteUnlike(site, failure(in: error), request, Value.self)
        throw error
      }
      answers[site] = Field(value: value)
      if let request { noteWhole(value, site, request) }
      noteAnswer(value, site, key, isStraight: isStraight)
      return value
    }
    if let known = uncounted[site] {
      let failure = failure(in: known)
      noteUnlike(site, failure, request, Value.self)
      if let absent = unproved(failure, site, key, Value.self) { return absent }
      throw stopped()
    }
    // What the code makes of a real value is true, but a failure may be due to a placeholder.
    do {
      let value = try read()
      answers[site] = Field(value: value)
      noteSuccess(site, key)
      noteAnswer(value, site, key, isStraight: false)
      return value
    } catch {
      let failure = failure(in: error)
      noteUnlike(site, failure, request, Value.self)
      guard isConfirmed(failure, request, Value.self) else {
        uncounted[site] = error
        if let absent = unproved(failure, site, key, Value.self) { return absent }
        throw stopped()
      }
      errors[site] = error
      noteFailure(site, key, error)
      run.latest = failure
      throw error
    }
  }

  /// Notes an error that a request has thrown before; returns it.
  private func repeated(
    _ known: any Error, _ site: DecodingSite, _ key: (any CodingKey)?
  ) -> any Error {
    unmarked.noteThrownAgain(site)
    noteFailure(site, key, known)
    run.latest = failure(in: known)
    return known
  }

  /// Answers a request for the value as a whole, which is none for a property but one of several forms.
  ///
  /// One that fails does so whatever stands in for others. What can be read of the whole value, such as a map, code may
  /// search for what stands in, unless it takes any value and tries one form of JSON after the other; behind it nothing
  /// may stand in.
  private func whole<Value: Decodable>(_ site: DecodingSite, _ read: () throws -> Value) throws
    -> Value
  {
    if site.container != node.index, standIns.patches[site] == nil,
      !openedObjects.contains(site.container)
    {
      // A part that is read as a whole, as an element that a wrapper walks, holds nothing that stands in.
      run.partsRead.insert(site.container)
      if let known = errors[site] { throw repeated(known, site, nil) }
      return try kept(site, nil, read)
    }
    guard standIns.patches[site] == nil else {
      try noteUnaligned()
      return try kept(site, nil, read)
    }
    func real() throws -> Value {
      if let known = errors[site] { throw repeated(known, site, nil) }
      let value = try kept(site, nil, read)
      run.isAligned = false
      return value
    }
    guard run.handedOutPlaceholder else { return try real() }
    let isOfAnyValue = run.swallowed.isAnyValue(site)
    guard let value = try? real(), isOfAnyValue else { throw stopped() }
    return value
  }

  /// The value for what is absent, where a request that may do without, and that goes to no property of its key, failed
  /// behind others that did: only if the run comes to its end and has asked for all that there is, no way was chosen, and
  /// the failure counts.
  private func unproved<Value>(
    _ failure: DecodingFailure?, _ site: DecodingSite, _ key: (any CodingKey)?, _ type: Value.Type
  ) -> Value? {
    guard site.isOptional, run.isAligned, let failure, !failure.failure.issues.isEmpty,
      run.steering.allSatisfy(\.isOptional), let key, info.storedProperty(for: key) == nil,
      !isQuestioned(key),
      let absent = (Value.self as? any AbsentValue.Type)?.absent.value(as: Value.self)
    else { return nil }
    run.unproved.append(failure)
    run.steering.append(site)
    run.steersByChoice = true
    return absent
  }

  /// Notes that a request was answered with the real value.
  private func noteAnswer<Value>(
    _ value: Value, _ site: DecodingSite, _ key: (any CodingKey)?, isStraight: Bool
  ) {
    run.latestRead = site.key.isEmpty ? nil : site
    if !isStraight || !((value as? any AbsentValue)?.isAbsent ?? false) { latestGap = nil }
    // Kinds are told by words; a number, or what may be absent, is rather data under another name.
    if !isStraight, !site.isOptional, let key, info.storedProperty(for: key) == nil,
      Steering.isKind(Value.self), !mayFeedOther(key, Value.self)
    {
      run.chosenObjects.insert(site.container)
    }
  }

  /// Reads the real value, and keeps an error.
  ///
  /// Otherwise a failure at the bottom of nested alternatives would be found anew, twice at each level.
  private func kept<Value>(
    _ site: DecodingSite, _ key: (any CodingKey)?, _ read: () throws -> Value
  ) throws -> Value {
    do {
      let value = try read()
      noteSuccess(site, key)
      run.latestRead = site.key.isEmpty ? nil : site
      return value
    } catch {
      errors[site] = error
      noteFailure(site, key, error)
      throw error
    }
  }

  /// Whether a request for a value that must be there feeds a property that may be `nil`.
  private func demandsMore<Value>(_ key: any CodingKey, _ type: Value.Type) -> Bool {
    guard !(type is any AbsentValue.Type), let property = info.storedProperty(for: key) else {
      return false
    }
    return property.type is any AbsentValue.Type
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

  /// Notes that a value was read, in case it is a date and the type refuses it later.
  func noteRead<Value>(_ node: JSONValue, as type: Value.Type) {
    guard info.hasDates, session.info(of: type).isOneDate else { return }
    datesRead.insert(node.index)
  }

  /// Wraps a failure of a request so that it can travel through the initialiser.
  func error(
    _ failure: NodeFailure, site: DecodingSite?, _ type: any Any.Type, at path: DecodingPath,
    key: (any CodingKey)? = nil
  ) -> any Error {
    let thrown = DecodingFailure(frame: self, site: site, failure: failure, path: path)
    let (error, isMarked) = thrown.error(type, key: key)
    run.latest = thrown
    if !isMarked { unmarked.note(thrown) }
    return error
  }

  /// The failure of one of this frame's requests that an error stands for; nil for other errors.
  func failure(in error: any Error) -> DecodingFailure? {
    if let found = DecodingFailure.find(in: error) { return found.frame === self ? found : nil }
    return unmarked.find(error)
  }

  /// What was asked for, as a number, if it was each key of one enumeration, and each property, once and
  /// nothing else, as in a synthesised initialiser; else nil.
  var plainRequests: Int? {
    let fed = run.fedProperties.count
    guard run.keyEnumerations.count == 1, run.keyEnumerations.first?.value.keys.count == fed,
      info.properties.count == fed
    else { return nil }
    return run.straightRequests
  }

  func stopped() -> any Error {
    run.wasStopped = true
    return error(NodeFailure(issues: []), site: nil, info.type, at: path)
  }

  private func remarkDatesReadAsText<Value>(of value: Value) {
    for (key, node, path) in dateTexts {
      guard let name = info.property(for: key), info.isDate(name) else { continue }
      session.remarkDate(node, path, format: nil) { info.holdsDate(value, in: name) }
    }
  }
}

extension Int {
  /// The number of a list of requests that goes on with one more.
  fileprivate func following(_ site: DecodingSite) -> Int {
    (self &* 31 &+ Int(bitPattern: site.type)) &* 2 &+ (site.isOptional ? 1 : 0)
  }
}
