import Foundation
import WireDates

/// Checks the elements of lists by plans, for types whose initialisers are vouched for.
///
/// A quick run is sound for any initialiser, because it runs it. Where its user vouches that an
/// initialiser only hands on what it reads (``StrictDecoder/plainTypes``), and where nobody wants
/// the values, the same can be known for a tenth of the work: which keys are there, and of which
/// kinds their values are. A worked example. `[Item]` reads a list of
///
///     {"id": 1, "tags": ["x"], "extra": 0}
///
///     elements 0 to 15      are run for real, and watched: each asks for `id` as an Int and for
///                           `tags` as a [String], in this order. That is the line of the lesson.
///     the plan of it        id: a number of at most 18 digits, must be there
///                           tags: an array of strings, must be there
///                           extra: not read
///     all others            one walk over the keys of each. A key is mostly the one that came
///                           next in the element before, after one comparison of its bytes. The
///                           kind of the value is one more. At the end the note of the object:
///                           present 0b111, asked 0b011, as a quick run would have left it
///
/// What a plan does not accept at once is not wrong. It goes to the quick run as if no plan had
/// been, and from there to the engine. So a plan can only err by accepting, and what it may accept
/// has no other meaning than "the initialiser would have completed, and left these notes". Types
/// within the element are planned where they are vouched for, and run where not.
///
/// An element that is accepted is not made, so the list that its owner gets is shorter. That is why
/// plans are used only where all initialisers above are vouched for too (``isUnseen``), up to the
/// check that drops the root.
///
/// A vouch may be false. So one accepted element of about 64 is run for real as well, with all that
/// is in it. If it fails, or reads one key more or less, the vouches are refuted and the document is
/// checked again from the beginning without plans. In a quarter of these runs the requests are
/// compared too, by their types and their order. Values are not: nobody looks at them.
final class QuickPlans {
  private let vouched: Set<ObjectIdentifier>
  private var walk: QuickWalk

  /// Says that nobody will look at the value that is read now.
  private(set) var isUnseen = true
  /// Says that a vouch was found to be false.
  private(set) var isRefuted = false
  /// Says that an element is run only to be compared, and its requests with it.
  private var isWatching = false
  /// The number of elements that were accepted.
  private(set) var accepted: UInt32 = 0
  /// The last element that was not accepted, by its indices on the tape.
  private var refused = 0..<0

  /// Makes plans for a check; nil where values are wanted, nobody vouches for a type, or the
  /// document is too small to learn from.
  init?(_ session: DecodingSession, _ storage: JSONStorage) {
    guard !session.wantsValue, !session.decoder.plainTypes.isEmpty,
      storage.tape.count >= session.decoder.fewestEntriesToPlan
    else { return nil }
    vouched = Set(session.decoder.plainTypes.map { ObjectIdentifier($0) })
    walk = QuickWalk(storage.tape, storage.bytes)
  }

  // MARK: Initialisers

  /// Runs an initialiser, and watches it as long as it is to be learnt.
  func initialize<Value: Decodable>(
    _ type: Value.Type, _ decoder: QuickDecoder
  ) throws -> Value {
    let lesson = lesson(at: decoder.place)
    let outer = enter(isVouchedFor: lesson.isVouchedFor)
    defer { isUnseen = outer }
    guard lesson.state == .isLearning || isWatching && lesson.state == .isLearned else {
      return try Value(from: decoder)
    }
    let line = QuickLine()
    let value = try Value(from: WatchedDecoder(decoder: decoder, line: line))
    if lesson.state == .isLearned, lesson.line?.isSame(as: line) != true { isRefuted = true }
    lesson.add(line)
    return value
  }

  /// Lets the engine run an initialiser.
  func whileRunning<Value>(
    _ type: any Any.Type, _ run: () throws(NodeFailure) -> Value
  ) throws(NodeFailure) -> Value {
    let outer = enter(isVouchedFor: vouched.contains(ObjectIdentifier(type)))
    defer { isUnseen = outer }
    return try run()
  }

  /// Notes that an initialiser begins to look at values; returns what was noted before.
  private func enter(isVouchedFor: Bool) -> Bool {
    let outer = isUnseen
    isUnseen = outer && isVouchedFor
    return outer
  }

  private func lesson(at place: QuickPlace) -> QuickLesson {
    if let lesson = place.lesson { return lesson }
    let made = QuickLesson(
      isVouchedFor: place.readType.map { vouched.contains($0) } ?? false)
    place.lesson = made
    return made
  }

  // MARK: Elements

  /// Whether elements of a type may be left out, because nobody will look at them.
  func mayLeaveOut(_ place: QuickPlace) -> Bool {
    guard isUnseen, !isRefuted, case .initializer = place.info.decoding else { return false }
    return lesson(at: place).state != .isRun
  }

  /// Whether an element is sound by its plan; then all that it reads is noted.
  func accept<Element: Decodable>(
    _ type: Element.Type, at index: Int, _ place: QuickPlace, _ run: QuickRun
  ) -> Bool {
    guard let lesson = place.lesson, lesson.state == .isLearned, !isRefuted else { return false }
    let end = Int(run.tape[index].next)
    // A part of what was refused is tried again only if it is at most half as large.
    if refused.contains(index), end - index > refused.count / 2 { return false }
    if lesson.isStale {
      guard lesson.mayMakePlans() else { return false }
      compile(lesson, run)
    }
    let start = run.session.trail.mark
    // The walk may run types, and those must not use plans: it would change itself meanwhile.
    isUnseen = false
    defer { isUnseen = true }
    walk.begin(isCareful: run.mayHaveReadOtherwise)
    guard walk.object(lesson.rootPlan, at: index, run) else {
      lesson.isStale = walk.sawUnknown
      _ = run.session.trail.cut(from: start)
      run.noteTrail()
      refused = index..<end
      return false
    }
    run.session.trail.notes += walk.notes
    run.noteTrail()
    accepted &+= 1
    // One of 64, and in no step with anything that returns.
    if accepted &* 0x9E37_79B9 < 1 << 26 {
      isRefuted = !isConfirmed(type, at: index, from: start, place, run) || isRefuted
      return !isRefuted
    }
    for object in walk.oddSlots {
      run.keys[Int(object.keys)].layout.slots.noteOdd(object.object)
    }
    return true
  }

  /// Runs an element that was accepted, and returns whether it leaves the same notes.
  private func isConfirmed<Element: Decodable>(
    _ type: Element.Type, at index: Int, from start: DecodingTrail.Mark, _ place: QuickPlace,
    _ run: QuickRun
  ) -> Bool {
    let planned = run.session.trail.cut(from: start).notes
    // To watch costs as much as the run itself.
    isWatching = accepted & 3 == 0
    defer { isWatching = false }
    guard case .value = run.attempt(type, at: index, place.shape) else { return false }
    func ordered(_ notes: some Sequence<QuickNote>) -> [(object: Int32, pattern: QuickPattern?)] {
      notes.map { ($0.object, $0.pattern >= 0 ? run.patterns[Int($0.pattern)] : nil) }
        .sorted { ($0.object, $0.pattern?.keys ?? -1) < ($1.object, $1.pattern?.keys ?? -1) }
    }
    return ordered(planned).elementsEqual(ordered(run.session.trail.notes(from: start))) {
      $0.object == $1.object && $0.pattern?.keys == $1.pattern?.keys
        && $0.pattern?.present == $1.pattern?.present
        && $0.pattern?.unasked == $1.pattern?.unasked
    }
  }

  // MARK: Plans

  /// Makes the plans of a lesson, or adds to them what is known meanwhile.
  private func compile(_ lesson: QuickLesson, _ run: QuickRun) {
    guard let line = lesson.line else { return }
    lesson.isStale = false
    let nested = line.requests.compactMap {
      if case .container(let keys) = $0.need { keys } else { nil }
    }
    for number in [line.root] + nested where lesson.plans[number] == nil {
      lesson.plans[number] = walk.plans.count
      walk.plans.append(QuickPlan(keys: number))
    }
    lesson.rootPlan = lesson.plan(line.root)
    for number in [line.root] + nested { compile(number, lesson, line, run) }
  }

  private func compile(
    _ number: Int32, _ lesson: QuickLesson, _ line: QuickLine, _ run: QuickRun
  ) {
    let layout = run.keys[Int(number)].layout
    let index = lesson.plan(number)
    var plan = walk.plans[index]
    plan.slots = layout.slots.plannedMask(layout).bits
    let requests = line.requests.filter { $0.keys.number == number }
    for request in requests {
      plan.asked |= request.bit
      if request.need != .optional { plan.required |= request.bit }
    }
    walk.addSteps(of: layout.names, to: &plan)
    walk.plans[index] = plan
    for step in plan.steps {
      guard let request = requests.first(where: { $0.bit == walk.steps[step].bit }) else {
        continue
      }
      var check = walk.steps[step].check
      if case .container(let nested) = request.need {
        check = .other(.object, lesson.plan(nested))
      } else {
        let place = request.keys.knownReader(request.member, request.type)
        update(&check, request.type, place, run)
      }
      if request.need == .optional { check.isNullable = true }
      walk.steps[step].check = check
    }
  }

  /// Brings the check of a value to what is known; `place` is nil where none was read yet.
  private func update(
    _ check: inout PlannedCheck, _ type: any Any.Type, _ place: QuickPlace?, _ run: QuickRun
  ) {
    if let scalar = Self.scalars[ObjectIdentifier(type)] {
      let isRun = check.target >= 0
      let target = check.target
      check = scalar
      // What is not plain may be sound all the same; only a text or a boolean is always plain.
      if isRun {
        check.target = target
      } else if let place, type != String.self, type != Bool.self {
        check.target = walk.places.count
        walk.places.append(place)
      }
      return
    }
    guard let place else {
      check = .other(.unknown)
      return
    }
    switch place.info.decoding {
    case .leaf, .date: self.run(place, &check)
    case .container(let container):
      switch container.content {
      case .optional(let wrapped):
        update(&check, wrapped, place.knownContent, run)
        check.isNullable = true
      case .elements: update(&check, .array, place, run)
      case .values: update(&check, .map, place, run)
      case .other: self.run(place, &check)
      }
    case .initializer:
      let lesson = lesson(at: place)
      switch lesson.state {
      case .isRun: self.run(place, &check)
      case .isLearning: check = .other(.unknown)
      case .isLearned:
        compile(lesson, run)
        check = .other(.object, lesson.rootPlan)
      }
    }
  }

  private func update(
    _ check: inout PlannedCheck, _ form: PlannedCheck.Form, _ place: QuickPlace, _ run: QuickRun
  ) {
    if check.form != form { check = .other(form) }
    guard let elements = place.knownElements else { return }
    if check.target < 0 {
      check.target = walk.contents.count
      walk.contents.append(.other(.unknown))
    }
    var content = walk.contents[check.target]
    update(&content, elements.info.type, elements, run)
    walk.contents[check.target] = content
  }

  /// Has a type run on each value.
  private func run(_ place: QuickPlace, _ check: inout PlannedCheck) {
    guard check.form != .run else { return }
    check = .other(.run, walk.places.count)
    walk.places.append(place)
  }

  /// The types of which plain values are known by their bytes.
  private static let scalars: [ObjectIdentifier: PlannedCheck] = [
    ObjectIdentifier(String.self): .string, ObjectIdentifier(Bool.self): .bool,
    ObjectIdentifier(Int.self): .integer(18), ObjectIdentifier(Int8.self): .integer(2),
    ObjectIdentifier(Int16.self): .integer(4), ObjectIdentifier(Int32.self): .integer(9),
    ObjectIdentifier(Int64.self): .integer(18), ObjectIdentifier(Double.self): .number,
    ObjectIdentifier(Float.self): .number, ObjectIdentifier(URL.self): .other(.url),
    ObjectIdentifier(ISO8601Date.self): .other(.iso8601),
    ObjectIdentifier(UnixSecondsDate.self): .other(.unixSeconds),
  ]
}

extension QuickRun {
  /// Whether a value that is part of a planned one is sound, by running its type.
  func accepts(_ place: QuickPlace, at index: Int) -> Bool {
    func accepts<Value: Decodable>(_ type: Value.Type) -> Bool {
      if case .value = attempt(type, at: index, place.shape) { true } else { false }
    }
    guard let type = place.info.type as? any Decodable.Type else { return false }
    return accepts(type)
  }

  /// Whether two members of an object may have the same name.
  func mayHaveDuplicates(_ object: Int) -> Bool {
    var hashes: [UInt64] = []
    return JSONStorage.mayHaveDuplicates(object, tape, bytes, &hashes)
  }
}
