/// One set of keys with which a type opens objects: the cases of one enumeration.
final class FastKeys {
  // It keeps the keys.
  private unowned let memory: TypeCache
  private let log: ReadLog
  let type: ObjectIdentifier
  let place: TypePlace
  let layout: ObjectLayout
  /// The number by which notes know the keys.
  let number: Int32

  /// What is known of each case of the enumeration; empty for other types of keys.
  let cases: Stack<Case>
  private var membersByName: [String: Int] = [:]
  /// The reader of the value of each member, for the type that was asked for last.
  private let readers = Stack<TypePlace?>()
  /// The place of the nested container of each member.
  private let containers = Stack<TypePlace?>()
  /// The members that are read as text for a property that is a date.
  private var datesReadAsText = MemberSet()
  /// Whether there are any.
  private(set) var hasDatesReadAsText = false

  /// Makes containers of these keys; see ``FastObject``.
  let sharing: AnyObject

  /// What was said of each member that nothing reads, in the document before.
  var unreadKeys: [Int: UnreadKey] = [:]

  /// Objects that were closed, to be opened again.
  private let closed = Stack<FastObject>()

  /// The members that were present and asked for in the object that was closed last.
  private var lastPattern: (present: MemberSet, asked: MemberSet, number: Int32)?

  /// One case: its member, -1 where it was not asked for, and when that was noted last.
  struct Case {
    var member: Int32 = -1
    /// The number of the last request, and its type.
    var request: Int32 = -1
    var type: ObjectIdentifier?
    /// The periods of the log in which the request is noted, and in which it is as one that needs the value.
    var readPeriod = -1
    var requiredPeriod = -1
    /// The property that a request feeds, -1 for none, and the request that was looked at: for a type or for its
    /// optional.
    var straightType: ObjectIdentifier?
    var isStraightOptional = false
    var straightProperty = -1
  }

  /// Whether any request is noted for the document.
  private var isUsed = false

  init<Key: CodingKey>(
    _ type: Key.Type, _ place: TypePlace, _ layout: ObjectLayout, number: Int32,
    _ memory: TypeCache
  ) {
    self.memory = memory
    log = memory.log
    self.type = ObjectIdentifier(type)
    self.place = place
    self.layout = layout
    self.number = number
    sharing = SharedPart<KeyedDecodingContainer<Key>>()
    if let count = TypeReflection.plainCaseCount(of: type), count <= 256,
      MemoryLayout<Key>.size <= 1
    {
      cases = Stack(repeating: Case(), count: max(count, 1))
    } else {
      cases = Stack()
    }
  }

  // MARK: Members

  /// The member of a key; -1 where there are too many.
  @inline(__always)
  func member<Key: CodingKey>(_ key: Key) -> Int {
    let number = TypeReflection.caseNumber(of: key)
    if number < cases.count {
      let member = cases[number].member
      if member >= 0 { return Int(member) }
    }
    return newMember(key)
  }

  /// The member of a key whose value must be there, which is noted.
  @inline(__always)
  func requiredMember<Key: CodingKey>(_ key: Key, _ type: any Any.Type) -> Int {
    let number = TypeReflection.caseNumber(of: key)
    if number < cases.count {
      let known = cases[number]
      if known.requiredPeriod == log.period { return Int(known.member) }
      if known.type == ObjectIdentifier(type) { return noteKnown(number, isRequired: true) }
    }
    return newMember(key, type: type, isRequired: true)
  }

  /// The member of a key whose value may be absent, which is noted.
  @inline(__always)
  func optionalMember<Key: CodingKey>(_ key: Key, _ type: any Any.Type) -> Int {
    let number = TypeReflection.caseNumber(of: key)
    if number < cases.count {
      let known = cases[number]
      if known.readPeriod == log.period { return Int(known.member) }
      if known.type == ObjectIdentifier(type) { return noteKnown(number, isRequired: false) }
    }
    return newMember(key, type: type, isRequired: false)
  }

  @inline(never)
  private func newMember<Key: CodingKey>(_ key: Key) -> Int {
    let number = TypeReflection.caseNumber(of: key)
    if number < cases.count, cases[number].member >= 0 { return Int(cases[number].member) }
    let member = self.member(named: key)
    if number < cases.count { cases[number].member = Int32(truncatingIfNeeded: member) }
    return member
  }

  /// Notes a request that is known from an earlier document, for the first time in this one.
  private func noteKnown(_ number: Int, isRequired: Bool) -> Int {
    let known = cases[number]
    noteRead(Int(known.member), known.request, isRequired: isRequired)
    noteCase(number, isRequired: isRequired)
    return Int(known.member)
  }

  @inline(never)
  private func newMember<Key: CodingKey>(
    _ key: Key, type: any Any.Type, isRequired: Bool
  ) -> Int {
    let member = newMember(key)
    guard member >= 0 else { return -1 }
    let request = log.number(layout.shape(of: member), key, by: place.info, as: type)
    noteRead(member, request, isRequired: isRequired)
    let number = TypeReflection.caseNumber(of: key)
    if number < cases.count {
      cases[number].request = request
      cases[number].type = ObjectIdentifier(type)
      noteCase(number, isRequired: isRequired)
    }
    return member
  }

  @inline(__always)
  private func noteCase(_ number: Int, isRequired: Bool) {
    cases[number].readPeriod = log.period
    if isRequired { cases[number].requiredPeriod = log.period }
  }

  /// The member of a key, by its name.
  func member(named key: any CodingKey) -> Int {
    let name = key.stringValue
    if let known = membersByName[name] { return known }
    let member = layout.number(askedFor: name)
    membersByName[name] = member
    guard member >= 0 else { return -1 }
    while readers.count < layout.count {
      readers.append(nil)
      containers.append(nil)
    }
    if place.info.hasDates, let property = place.info.property(for: key),
      place.info.isDate(property)
    {
      datesReadAsText.insert(member)
      hasDatesReadAsText = true
    }
    return member
  }

  /// Notes that a member was asked for, as the engine does.
  @inline(__always)
  private func noteRead(_ member: Int, _ request: Int32, isRequired: Bool) {
    noteUse()
    layout.slots.noteRead(member)
    log.note(request, isRequired: isRequired)
  }

  /// The same for a place that is found by its name; `type` is nil for a nested container.
  func noteRead(
    _ shape: ShapeNode, _ key: any CodingKey, _ type: (any Any.Type)?, _ kind: JSONKind = .object,
    isRequired: Bool
  ) {
    noteUse()
    layout.slots.noteRead(-1)
    log.note(shape, key, by: place.info, as: type, kind, isRequired: isRequired)
  }

  /// Notes that a nested container was asked for.
  func noteContainer(_ member: Int, _ key: any CodingKey, _ kind: JSONKind) {
    if containersPeriod != log.period {
      containersPeriod = log.period
      askedContainers = MemberSet()
    }
    guard !askedContainers.contains(member) else { return }
    askedContainers.insert(member)
    let request = log.number(layout.shape(of: member), key, by: place.info, as: nil, kind)
    noteRead(member, request, isRequired: true)
  }

  /// The members that were asked for as containers in a period of the log.
  private var askedContainers = MemberSet()
  private var containersPeriod = -1

  private func noteUse() {
    guard !isUsed else { return }
    isUsed = true
    memory.noteUse(of: self)
  }

  /// Forgets what was asked for in the document.
  func forgetDocument() {
    isUsed = false
    finish()
  }

  /// Whether text that is read for a member is meant as a date.
  func isDateReadAsText(_ member: Int) -> Bool {
    hasDatesReadAsText && member >= 0 && datesReadAsText.contains(member)
  }

  /// The stored property to which the value of a key goes straight that is asked for as a type or as its optional, by
  /// the property's number; -1 where there is none of the type.
  @inline(__always)
  func straightProperty(
    _ key: some CodingKey, _ type: any Any.Type, isOptional: Bool
  ) -> Int {
    let number = TypeReflection.caseNumber(of: key)
    guard number < cases.count else { return -1 }
    let known = cases[number]
    if known.straightType == ObjectIdentifier(type), known.isStraightOptional == isOptional {
      return known.straightProperty
    }
    return newStraightProperty(key, type, isOptional: isOptional, number)
  }

  @inline(never)
  private func newStraightProperty(
    _ key: some CodingKey, _ type: any Any.Type, isOptional: Bool, _ number: Int
  ) -> Int {
    let requested = isOptional ? TypeInfo.optional(type) : type
    let property = place.info.straightProperty(key, requested) ?? -1
    cases[number].straightType = ObjectIdentifier(type)
    cases[number].isStraightOptional = isOptional
    cases[number].straightProperty = property
    return property
  }

  // MARK: Places

  /// The reader of the value of a member that is read as a type.
  @inline(__always)
  func reader<Value: Decodable>(
    _ member: Int, _ type: Value.Type, _ run: FastPass
  ) -> TypeReader<Value> {
    if let known = readers[member]?.asReader(of: type) { return known }
    let made = run.reader(type, at: layout.shape(of: member))
    readers[member] = made
    return made
  }

  /// The place of a nested container.
  func nested(_ member: Int) -> TypePlace {
    if let known = containers[member] { return known }
    let made = place.nested(layout.shape(of: member))
    containers[member] = made
    return made
  }

  // MARK: Objects

  /// An object to be opened.
  func object(_ run: FastPass) -> FastObject { closed.popLast() ?? FastObject(run, self) }

  /// Takes back an object whose container nobody has any more.
  func reuse(_ object: FastObject) { closed.append(object) }

  /// Lets go of all objects; they and their containers would keep each other for ever.
  private func finish() {
    while let object = closed.popLast() { object.finish() }
  }

  /// The number of what an object has and was asked for.
  func pattern(present: MemberSet, asked: MemberSet) -> Int32 {
    if let last = lastPattern, last.present == present, last.asked == asked { return last.number }
    let number = memory.pattern(ReadPattern(keys: self.number, present: present, asked: asked))
    lastPattern = (present, asked, number)
    return number
  }
}
