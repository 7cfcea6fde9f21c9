import Foundation

/// Decodes values that nothing is wrong with, by running their types' own initialisers once.
///
/// Most records are clean, and for a clean record the engine does far too much: it makes a path for
/// each value, remembers each request, and keeps what may be needed to explain a problem that is
/// not there. A fast pass does the same work with next to no notes. It either comes out with the
/// value, and then nothing is wrong with it, or without, and then the engine decodes the value from
/// the beginning as if no fast pass had been. (All that is kept then is an error that the type's own
/// code threw, for types that refuse a value only once.) A report is the same with fast passes and
/// without; tests hold the two side by side over many thousands of documents.
///
/// A worked example. `Meal` reads two of three members of `{"id": "7", "name": "x", "area": "y"}`:
///
///     container(keyedBy:)   goes over the keys once. The layout of this place knows them from the
///                           record before, each after one comparison: 0 id, 1 name, 2 area.
///                           The table: member 0 at tape index 2, member 1 at 4, member 2 at 6
///     decode(.id)           the case has number 0 → member 0 → index 2, a string
///     decode(.name)         the case has number 1 → member 1 → index 4, a string
///     the end               the note of the object: present 0b111, asked 0b011
///
/// At the end of the document ``UnreadTally`` adds the notes up: `area` was read in no record.
///
/// What is proved. The type's own code ran on the value as it stands in the document, to its end,
/// and every request got what the engine would have given it. So it does not matter what the code
/// does with the values: it may validate, count, or branch. A check that compares keys and kinds only
/// is several times as fast, but nothing at run time tells an initialiser that the compiler wrote from
/// one that ends with `guard name.count < 50`, and a broken record that passes for a clean one is the
/// worst that can happen here.
///
/// What is left to the engine, by saying "odd" in the middle of a run that goes on soundly all the
/// same: keys that may be spelled in several ways, or are more than
/// ``MemberSet/maximumCount``; keys that a strategy converts and that are spelled in another way
/// than is likely (``LayoutRenaming``); a date to remark on; a failure that an initialiser swallowed
/// and did not repair (``FastFailures``); a decoder or container that a type keeps; a subclass that
/// is asked for by its metatype; a `superDecoder` of nothing; a loop that does not end. Strategies
/// with a closure for keys, documents with a lone surrogate and giant ones get no fast pass at all.
/// Closures for dates and data get the engine's decoder.
///
/// Why it is fast. What is known of a type at a place is found once (``TypeReader``), what is known
/// of a key once for each case of its enumeration (``FastKeys``), and what is asked for each value
/// is a few loads: no look-up of types, no counting of owners, no memory of its own. An object and
/// the container that its type gets serve again for the next object (``FastObject``). All that is
/// known of the types serves for the next document too (``TypeCache``); what was asked for in one is
/// a list of numbers, which is mostly that of the document before (``ReadLog``).
///
/// What it costs. A value that fails is decoded up to its failure for nothing, but which request failed is known
/// from it (``FastExploration``). Within it a part is
/// tried again only if it is at most half as large, and a list whose elements mostly fail is given
/// up, so the waste stays below a few fast passes over the document, however many defects it has.
/// A type that counts its calls, or is random, sees more calls than `JSONDecoder` would make.
final class FastPass {
  let session: DecodingSession
  let storage: JSONStorage
  // Those of the storage, one step nearer.
  let tape: JSONTape
  let bytes: [UInt8]

  /// What is known of the types from the documents before, and what is learnt now.
  let known: TypeCache

  // What the strategies ask for.
  let renamesKeys: Bool
  let hasCustomDates: Bool
  let hasCustomData: Bool

  /// Says that something was odd, so that the engine has to look at the value.
  private(set) var isOdd = false

  /// The failures of requests so far.
  private var failures = FastFailures()

  /// Says that a request failed; most runs never look at the failures.
  private(set) var hasFailures = false

  /// The run of an initialiser in which one request is answered in another way; nil in nearly all.
  var exploration: ExploringRun? {
    didSet { isExploring = exploration != nil }
  }

  /// Says that there is one; to look at it takes longer.
  private(set) var isExploring = false

  /// Says that a failure of the innermost initialiser may still be repaired.
  private var mayRepair = false

  /// The initialisers that are running.
  private let running: Stack<Running>

  /// An initialiser and the value that it reads, by their numbers: no owners are counted.
  struct Running {
    let place: Int32
    let index: Int32
    /// Whether the initialiser opened a container.
    var hasOpened = false
  }

  /// How many initialisers are running.
  @inline(__always)
  var depth: Int32 { Int32(truncatingIfNeeded: running.count) }

  /// The number of errors that this module made.
  var errorsMade = 0

  /// What was read, in the order in which the objects were opened.
  let notes: Stack<ObjectNote>

  /// The end of the session's trail; only the engine makes it longer.
  private var trailMark: DecodingTrail.Mark

  /// The objects that are open, whose notes still lack what was asked for.
  private let openObjects: Stack<FastObject>

  /// Memory for text without its escapes.
  private var scratch: [UInt8] = []

  /// Makes a run; nil where only the engine can decode: strategies, odd text, a giant document.
  init?(_ session: DecodingSession, _ storage: JSONStorage, _ known: TypeCache) {
    guard session.decoder.usesFastPass, !storage.hasLoneSurrogate,
      storage.tape.count <= Int32.max
    else { return nil }
    if session.hasPlainStrategies {
      // To look at each strategy means to copy what its other cases hold.
      hasCustomDates = false
      hasCustomData = false
    } else {
      if case .custom = session.decoder.keyDecodingStrategy { return nil }
      hasCustomDates =
        if case .custom = session.decoder.dateDecodingStrategy { true } else { false }
      hasCustomData = if case .custom = session.decoder.dataDecodingStrategy { true } else { false }
    }
    renamesKeys = session.renamesKeys
    self.session = session
    self.storage = storage
    self.known = known
    tape = storage.tape
    bytes = storage.bytes
    running = known.running
    notes = known.notes
    openObjects = known.openObjects
    scratch = known.scratch
    trailMark = session.trail.mark
  }

  /// Ends the run: what it keeps for the next object knows the run.
  func finish() {
    known.scratch = scratch
    known.forgetDocument()
  }

  /// The enumerations of which a value was kept.
  private var exemplarTypes: Set<ObjectIdentifier> = []

  /// Whether a value of an enumeration is the first one in the document.
  func isFirst<Value>(_ type: Value.Type) -> Bool {
    exemplarTypes.insert(ObjectIdentifier(type)).inserted
  }

  /// What came of an attempt.
  enum Outcome<Value> {
    /// Nothing is wrong with the value, and all that it reads is noted.
    case value(Value)
    /// The engine has to decode the value; nothing is noted.
    case unsure
    /// The same, and the type's own code threw this error.
    case refused(any Error)
  }

  /// Tries to decode one value.
  func attempt<Value: Decodable>(
    _ type: Value.Type, at index: Int, _ shape: ShapeNode
  ) -> Outcome<Value> {
    failed.forget()
    var outcome = Outcome<Value>.unsure
    var refusal: (any Error)?
    let isPlain = isolated {
      do {
        outcome = .value(try reader(type, at: shape).read(index, self))
        return true
      } catch {
        if !isOdd { refusal = failures.ownError }
        return false
      }
    }
    if isPlain, case .value = outcome { return outcome }
    return refusal.map { .refused($0) } ?? .unsure
  }

  /// Does some work as a run of its own; returns false where anything in it is odd.
  ///
  /// What was read meanwhile is noted only where the work returns true, and nothing is odd.
  func isolated(_ work: () -> Bool) -> Bool {
    let outer = (isOdd, failures, hasFailures, mayRepair)
    trailMark = session.trail.mark
    let start = mark
    let remarks = session.trail.remarks.count
    let renamings = session.renamings.count
    isOdd = false
    failures = FastFailures()
    hasFailures = false
    mayRepair = false
    defer { (isOdd, failures, hasFailures, mayRepair) = outer }
    let keepsNotes = work()
    let isPlain =
      !isOdd && (!hasFailures || failures.isEmpty) && session.trail.remarks.count == remarks
    if isPlain, keepsNotes {
      notes.move(from: start.notes, to: &session.trail.notes)
      trailMark = session.trail.mark
      return true
    }
    cut(from: start)
    session.undoRenamings(from: renamings)
    return isPlain
  }

  /// Runs an initialiser in another way than ``initialize(_:at:_:)``, which is for those that succeed.
  func running<Value>(
    _ place: TypePlace, _ index: Int, _ work: (FastDecoder) throws -> Value
  ) rethrows -> Value {
    let opened = openObjects.count
    let outer = running.count
    running.append(Running(place: place.number, index: Int32(truncatingIfNeeded: index)))
    defer {
      running.cut(to: outer)
      close(downTo: opened)
    }
    return try work(FastDecoder(run: self, place: place, index: index, depth: depth))
  }

  /// The requests that failed in the last attempt.
  private(set) var failed = FailedRequests()

  /// Notes a request that failed, for the case that the value is explored.
  @inline(never)
  func note(_ request: FailedRequest) { failed.note(request) }

  /// Notes that a value holds more than one problem.
  func noteMoreProblems() { failed.breakChain() }

  /// Notes that an initialiser asked for its value as a whole in vain; most do nothing else with it.
  func note(_ request: FailedWhole) { failed.note(request) }

  /// Notes that an initialiser opens a container in its own value.
  @inline(__always)
  func noteContainer(_ depth: Int32) {
    if depth > 0 { running[Int(depth) - 1].hasOpened = true }
  }

  /// Runs the initialiser of a type.
  @inline(__always)
  func initialize<Value: Decodable>(
    _ type: Value.Type, at index: Int, _ place: TypePlace
  ) throws -> Value {
    let opened = openObjects.count
    let start = hasFailures ? failures.mark : FastFailures.Mark()
    let (made, couldRepair) = (errorsMade, mayRepair)
    if hasFailures {
      failures.begin()
      mayRepair = false
    }
    let outer = running.count
    running.append(Running(place: place.number, index: Int32(truncatingIfNeeded: index)))
    do {
      let decoder = FastDecoder(run: self, place: place, index: index, depth: depth)
      let value = try Value(from: decoder)
      running.cut(to: outer)
      if openObjects.count > opened { close(downTo: opened) }
      if hasFailures {
        failures.settle(from: start)
        mayRepair = couldRepair
      }
      return value
    } catch {
      let initializer = running[outer]
      running.cut(to: outer)
      if openObjects.count > opened { close(downTo: opened) }
      failures.end(from: start)
      mayRepair = couldRepair
      failed.noteEscape(error, from: initializer, isOdd: isOdd)
      // Where this module made no error meanwhile, the one that comes out is the type's own.
      if made == errorsMade { failures.noteThrown(error) }
      throw error
    }
  }

  /// A point of time in a run.
  struct Mark {
    fileprivate let failures: FastFailures.Mark
    fileprivate let trail: DecodingTrail.Mark
    fileprivate let notes: Int
  }

  @inline(__always)
  var mark: Mark {
    Mark(
      failures: hasFailures ? failures.mark : FastFailures.Mark(), trail: trailMark,
      notes: notes.count)
  }

  /// Takes away what was noted since a point of time.
  private func cut(from start: Mark) {
    notes.cut(to: start.notes)
    _ = session.trail.cut(from: start.trail)
    trailMark = session.trail.mark
  }

  /// Notes that a request failed which began at a point of time.
  ///
  /// `member` is that of a keyed one and -1 for the value as a whole. What the request has noted
  /// goes with it, as in the engine.
  @inline(never)
  func noteFailure(_ container: Int, _ member: Int, from start: Mark) {
    cut(from: start)
    hasFailures = true
    mayRepair = true
    failures.noteFailure(container, member, from: start.failures)
  }

  /// Notes that a request failed at once.
  func noteFailure(_ container: Int, _ member: Int) { noteFailure(container, member, from: mark) }

  /// Notes that a request to an object failed because a member is absent or `null`.
  ///
  /// If the initialiser goes on, that is nothing: `try?` is one way to say "optional".
  func noteAbsence(in object: Int) {
    hasFailures = true
    failures.noteAbsence(in: object)
  }

  /// Notes that the value of a request was read.
  @inline(__always)
  func noteSuccess(_ container: Int, _ member: Int) {
    if mayRepair { mayRepair = failures.noteSuccess(container, member) }
  }

  // MARK: Objects

  /// Opens an object by key; nil where only the engine can.
  func open(_ index: Int, _ keys: FastKeys) -> FastObject? {
    if renamesKeys, keys.layout.shape.hasUnlikelyNames { return nil }
    if hasEngineObjects, engineObjects.contains(index) { return nil }
    if hasFailures, failures.hasFailed(index) { return nil }
    let object = keys.object(self)
    known.noteUse(of: keys.layout)
    // The object that was closed last is mostly the one that an exploration opens again, and its members stand.
    guard object.index == index || findMembers(of: index, object) else {
      // It knows the run, and the keys may not be noted as used: they would keep both behind the document.
      object.finish()
      return nil
    }
    object.begin(index, note: notes.count)
    if isExploring { noteExploration(of: object) }
    notes.append(ObjectNote(object: index))
    openObjects.append(object)
    return object
  }

  /// Notes what was asked for in the objects that an initialiser opened.
  private func close(downTo count: Int) {
    while openObjects.count > count, let object = openObjects.popLast() {
      if object.note < notes.count, notes[object.note].isOpen(object.index) {
        let pattern = object.keys.pattern(present: object.present, asked: object.asked)
        notes[object.note] = ObjectNote(object: object.index, pattern: pattern)
      } else {
        // The note of an object below a failure is gone already.
        isOdd = true
      }
      if object.isExplored { object.exploration = nil }
      if object.isFree() {
        object.keys.reuse(object)
      } else {
        // What is asked for later, only the engine notes.
        if object.isKept() { isOdd = true }
        object.finish()
      }
    }
  }

  /// Returns a value as the type that it is known to have.
  func same<Value, Other>(_ value: Value, as type: Other.Type) throws -> Other {
    if let value = TypeReflection.same(value, as: type) { return value }
    isOdd = true
    throw NodeFailure(issues: [])
  }

  /// The characters of a string with escapes.
  @inline(never)
  func unescaped(_ entry: JSONTapeEntry) -> String {
    JSONText.unescaped(entry, in: bytes, with: &scratch)
  }

  // MARK: What the engine does

  func value(_ index: Int) -> JSONValue { JSONValue(storage: storage, index: index) }

  /// The path to a value; it takes a search, so only what is not plain asks for it.
  func path(to index: Int, _ place: TypePlace) -> DecodingPath {
    session.path(to: index, at: place.shape, in: storage)
  }

  /// Lets the engine decode a part of the value.
  func explained<Value>(
    _ index: Int, _ place: TypePlace,
    _ read: (JSONValue, DecodingPath, DecodingSession) throws(NodeFailure) -> Value
  ) throws -> Value {
    let path = path(to: index, place)
    defer { trailMark = session.trail.mark }
    do throws(NodeFailure) {
      return try read(value(index), path, session)
    } catch {
      // The cause may be anything, and code may tell it apart.
      isOdd = true
      throw failure(place.info.type, index, place.shape, kind: error.issues.first?.kind)
    }
  }

  /// Decodes a subclass of the static type, of which there is no reader.
  @inline(never)
  func subclass<Value: Decodable>(
    _ type: Value.Type, _ index: Int, _ place: TypePlace
  ) throws -> Value {
    isOdd = true
    return try explained(index, place) { (node, path, session) throws(NodeFailure) in
      try session.decode(type, node, path)
    }
  }

  /// Hands an initialiser over to the engine's containers, which know all that may be odd.
  func engineDecoder(_ index: Int, _ place: TypePlace) -> ValueDecoder {
    isOdd = true
    let path = path(to: index, place)
    return ValueDecoder(
      frame: DecodingFrame(place.info, value(index), path, session), node: value(index), path: path)
  }

  /// The decoder that takes the place of one that a type gave away, as in the engine.
  @inline(never)
  func decoderInPlace(of decoder: FastDecoder) -> any Decoder {
    isOdd = true
    guard running.count > 0 else {
      let place = decoder.place
      return session.decoderInPlace(of: place.info, at: path(to: decoder.index, place))
        ?? decoder.unkept
    }
    let innermost = running[running.count - 1]
    return FastDecoder(
      run: self, place: known.places[Int(innermost.place)], index: Int(innermost.index),
      depth: depth)
  }

  /// The objects that the engine read meanwhile.
  private var engineObjects: Set<Int> = []
  private var hasEngineObjects = false

  /// Notes an object that the engine reads.
  func noteEngineObject(_ object: Int) {
    engineObjects.insert(object)
    hasEngineObjects = true
  }

  func noteOdd() { isOdd = true }

  // MARK: Places

  /// Returns the reader of a type at a shape; made once.
  func reader<Value: Decodable>(_ type: Value.Type, at shape: ShapeNode) -> TypeReader<Value> {
    known.reader(type, at: shape, session)
  }

  /// Judges the slots of the objects that may have something to tell of.
  func slotIssues() -> [DecodingIssue] {
    var issues: [DecodingIssue] = []
    var opened: Set<Int>?
    for layout in known.usedLayouts {
      let doubtful = layout.slots.objectsToJudge(layout, known.log)
      guard !doubtful.isEmpty else { continue }
      let rows = layout.slots.rows(layout, known.log)
      guard !rows.isEmpty else { continue }
      // What the engine opened, it judges; what came to nothing has no note.
      let others = opened ?? Set(session.trail.steps.lazy.filter { $0 < 0 }.map { ~$0 })
      opened = others
      let noted = Set(objects(of: layout))
      for object in doubtful where noted.contains(object) && !others.contains(Int(object)) {
        let value = value(Int(object))
        let path = session.path(
          to: value.index, at: layout.shape, in: storage, hasOwners: false)
        issues += rows.issues(in: value, at: path.pointer)
      }
    }
    return issues
  }
}
