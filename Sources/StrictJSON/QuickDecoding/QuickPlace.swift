/// One type at one place of the shape of a document.
///
/// What is found out for the first record is kept here for all others.
final class QuickPlace {
  let type: ObjectIdentifier
  let shape: ShapeNode
  let info: TypeInfo
  let decoding: TypeInfo.Decoding
  let isEnumeration: Bool

  /// The place of another type of the same value, such as the one in an optional.
  private var content: QuickPlace?
  /// The place of the elements or of the map values.
  private var elements: QuickPlace?
  /// The place of the containers and decoders that the type opens in its elements.
  private lazy var nestedElements = nested(shape.child(.elements))
  /// The sets of keys with which the type opens the object.
  private var keys: [QuickKeys] = []

  /// What was learnt of the type, where plans are made.
  var lesson: QuickLesson?
  var knownContent: QuickPlace? { content }
  var knownElements: QuickPlace? { elements }

  init(_ type: any Any.Type, _ shape: ShapeNode, _ info: TypeInfo) {
    self.type = ObjectIdentifier(type)
    self.shape = shape
    self.info = info
    decoding = info.decoding
    isEnumeration = TypeReflection.isEnumeration(type)
  }

  /// Forgets what knows this place.
  func forgetKeys() {
    keys = []
    lesson = nil
  }

  /// The place of another type of the same value.
  func content<Value>(_ type: Value.Type, _ run: QuickRun) -> QuickPlace {
    if let content, content.type == ObjectIdentifier(type) { return content }
    let place = run.place(type, at: shape)
    content = place
    return place
  }

  /// The place of a type one step further down.
  func elements<Value>(
    _ type: Value.Type, _ step: ShapePath.Step, _ run: QuickRun
  ) -> QuickPlace {
    if let elements, elements.type == ObjectIdentifier(type) { return elements }
    let place = run.place(type, at: shape.child(step))
    elements = place
    return place
  }

  /// The place of a container or decoder that the type opens in one of its elements.
  func nestedElement() -> QuickPlace { nestedElements }

  /// The place of another part of the same type's own work: a nested container.
  func nested(_ shape: ShapeNode) -> QuickPlace { QuickPlace(info.type, shape, info) }

  /// The keys of a type of keys.
  func keys<Key: CodingKey>(_ type: Key.Type, _ run: QuickRun) -> QuickKeys {
    for known in keys where known.type == ObjectIdentifier(type) { return known }
    let made = run.makeKeys(type, at: self)
    keys.append(made)
    return made
  }
}

/// The keys of the objects at one place of the shape, each with a number.
///
/// Most objects of a list have the same keys in the same order. So the layout remembers which key
/// followed which, and a key is mostly found by one comparison of bytes.
final class QuickLayout {
  /// The most keys that fit the masks of a note.
  static let maximumCount = 128

  let shape: ShapeNode
  private(set) var names: [String] = []
  private var words: [KeyWords] = []
  /// What stands in long keys between the first and the last eight bytes.
  private var middles: [[UInt8]] = []
  private var followers: [Int] = []
  private var first = -1

  /// The members that were asked for, and those of them that must be there.
  var read: UInt128 = 0
  var required: UInt128 = 0
  /// Where each member leads; made when it is asked for.
  private var shapes: [ShapeNode?] = []
  var slots = QuickSlots()

  init(_ shape: ShapeNode) { self.shape = shape }

  var count: Int { names.count }

  /// Finds the number of the key that follows another one; -1 where it has none.
  @inline(__always)
  func number(of key: JSONTapeEntry, behind last: Int, in bytes: [UInt8]) -> Int {
    let expected = last < 0 ? first : followers[last]
    if expected >= 0, matches(expected, key, bytes) { return expected }
    return find(key, behind: last, in: bytes)
  }

  /// Says whether a key of a document is the one of a number, byte for byte.
  @inline(__always)
  private func matches(_ number: Int, _ key: JSONTapeEntry, _ bytes: [UInt8]) -> Bool {
    guard words[number].match(key, bytes) else { return false }
    return words[number].length <= 16 || matchesMiddle(number, key, bytes)
  }

  private func matchesMiddle(_ number: Int, _ key: JSONTapeEntry, _ bytes: [UInt8]) -> Bool {
    middles[number].elementsEqual(bytes[Int(key.offset) + 9..<Int(key.end) - 9])
  }

  private func find(_ key: JSONTapeEntry, behind last: Int, in bytes: [UInt8]) -> Int {
    // An escaped key may be spelled in many ways; the engine knows them all.
    guard !key.flags.contains(.escaped) else { return -1 }
    var number = words.indices.first { matches($0, key, bytes) } ?? -1
    if number < 0 {
      let range = Int(key.offset) + 1..<Int(key.end) - 1
      let name = String(decoding: bytes[range], as: UTF8.self)
      // The same name in other code points is the same key.
      guard !names.contains(name) else { return -1 }
      number = add(name)
    }
    if number >= 0 {
      if last < 0 { first = number } else { followers[last] = number }
    }
    return number
  }

  /// The number of a name that a type asks for; -1 where there are too many.
  func number(of name: String) -> Int { names.firstIndex(of: name) ?? add(name) }

  private func add(_ name: String) -> Int {
    guard count < Self.maximumCount else { return -1 }
    names.append(name)
    let utf8 = Array(name.utf8)
    words.append(KeyWords(utf8))
    middles.append(utf8.count > 16 ? Array(utf8[8..<utf8.count - 8]) : [])
    followers.append(-1)
    shapes.append(nil)
    return count - 1
  }

  /// Where a member leads.
  func shape(of member: Int) -> ShapeNode {
    if let shape = shapes[member] { return shape }
    let made = shape.child(.member(names[member]))
    shapes[member] = made
    return made
  }
}

/// One set of keys with which a type opens objects: the cases of one enumeration.
final class QuickKeys {
  let type: ObjectIdentifier
  let place: QuickPlace
  let layout: QuickLayout
  /// The number by which notes know the keys.
  let number: Int32

  /// The member of each case, by the number of the case; -1 where it was not asked for.
  private var membersByCase: [Int] = []
  private var membersByName: [String: Int] = [:]
  /// The place of the value of each member, for the type that was asked for last.
  private var children: [QuickPlace?] = []
  /// The members that are read as text for a property that is a date.
  private var datesReadAsText: UInt128 = 0

  init<Key: CodingKey>(
    _ type: Key.Type, _ place: QuickPlace, _ layout: QuickLayout, number: Int32
  ) {
    self.type = ObjectIdentifier(type)
    self.place = place
    self.layout = layout
    self.number = number
    if let count = TypeReflection.plainCaseCount(of: type), count <= 256,
      MemoryLayout<Key>.size <= 1
    {
      membersByCase = Array(repeating: -1, count: max(count, 1))
    }
  }

  /// The member of a key; -1 where there are too many.
  @inline(__always)
  func member<Key: CodingKey>(_ key: Key) -> Int {
    guard !membersByCase.isEmpty else { return member(named: key) }
    let number = TypeReflection.caseNumber(of: key)
    guard number < membersByCase.count else { return member(named: key) }
    let member = membersByCase[number]
    if member >= 0 { return member }
    membersByCase[number] = self.member(named: key)
    return membersByCase[number]
  }

  /// The member of a key, by its name.
  func member(named key: any CodingKey) -> Int {
    let name = key.stringValue
    if let known = membersByName[name] { return known }
    let member = layout.number(of: name)
    membersByName[name] = member
    guard member >= 0 else { return -1 }
    while children.count < layout.count { children.append(nil) }
    if place.info.hasDates, let property = place.info.property(for: key),
      place.info.isDate(property)
    {
      datesReadAsText |= 1 &<< UInt128(truncatingIfNeeded: member)
    }
    return member
  }

  /// Says whether text that is read for a member is meant as a date.
  func isDateReadAsText(_ member: Int) -> Bool {
    datesReadAsText & (1 &<< UInt128(truncatingIfNeeded: member)) != 0
  }

  /// The place of the value of a member that is read as a type.
  func child<Value>(_ member: Int, _ type: Value.Type, _ run: QuickRun) -> QuickPlace {
    if let child = children[member], child.type == ObjectIdentifier(type) { return child }
    let child = run.place(type, at: layout.shape(of: member))
    children[member] = child
    return child
  }

  /// The place of the value of a member, if it was read as a type before.
  func knownChild(_ member: Int, _ type: any Any.Type) -> QuickPlace? {
    guard member < children.count, let child = children[member],
      child.type == ObjectIdentifier(type)
    else { return nil }
    return child
  }

  /// The place of a nested container.
  func nested(_ member: Int) -> QuickPlace {
    let shape = layout.shape(of: member)
    if let child = children[member], child.info === place.info { return child }
    let child = place.nested(shape)
    children[member] = child
    return child
  }

  /// Notes that a member was asked for, as the engine does.
  func noteRead(_ member: Int, _ key: any CodingKey, _ valueType: String, isRequired: Bool) {
    let shape = layout.shape(of: member)
    let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: member)
    if shape.read == nil {
      shape.read = ShapeNode.Read(
        owner: DecodingOwner(type: place.info.name, property: place.info.property(for: key)),
        valueType: valueType, isRequired: isRequired)
      layout.slots.forget()
    } else if isRequired {
      shape.read?.isRequired = true
    }
    layout.read |= bit
    if isRequired { layout.required |= bit }
  }
}

/// The length and both ends of a key, made ready to be compared with the keys of a document.
struct KeyWords {
  let length: Int
  private let first: UInt64
  private let last: UInt64

  init(_ bytes: [UInt8]) {
    length = bytes.count
    if length >= 8 {
      first = ByteWord.load(bytes, at: 0)
      last = ByteWord.load(bytes, at: length - 8)
    } else {
      first = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      last = 0
    }
  }

  /// Says whether the key of an entry has the same length and ends.
  @inline(__always)
  func match(_ key: JSONTapeEntry, _ bytes: [UInt8]) -> Bool {
    let start = Int(key.offset) + 1
    guard Int(key.end) - 1 - start == length else { return false }
    if length < 8 {
      guard start + 8 <= bytes.count else { return matchShort(start, bytes) }
      let mask = (1 as UInt64) &<< UInt64(truncatingIfNeeded: length &* 8) &- 1
      return ByteWord.load(bytes, at: start) & mask == first
    }
    return ByteWord.load(bytes, at: start) == first
      && ByteWord.load(bytes, at: start + length - 8) == last
  }

  /// The same at the end of a document, where eight bytes are not left.
  private func matchShort(_ start: Int, _ bytes: [UInt8]) -> Bool {
    bytes[start..<start + length].reversed().reduce(0) { $0 << 8 | UInt64($1) } == first
  }
}
