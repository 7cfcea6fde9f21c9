/// The records of lists and maps that an initialiser walks by itself, and which of them are left out.
///
/// Where nothing can stand in for a broken part of a record, the initialiser is run once more as if the list did not
/// have the record. It then meets nothing but real values, and goes on to the problems of the other records.
///
///     while !list.isAtEnd {
///       let entry = try list.nestedContainer(keyedBy: Key.self)
///       switch try entry.decode(String.self, forKey: .type) { … }     a number: this record is left out
///     }
///
/// So is a member whose presence the code questions, as `contains(_:)` does, where the member is broken, and an element
/// that is read once more behind its list, of which code then gets the others:
///
///     let kinds = try container.decode([Kind].self, forKey: .list)
///     var list = try container.nestedUnkeyedContainer(forKey: .list)
///     self.list = try kinds.map { kind in … try list.decode(File.self) … }
///
/// Left out is what code asks for in a loop: up to the end of a list, as often as it has elements of one type, or
/// for each of an object's keys. The first elements of a list that are read one by one have meanings of their own.
struct WalkedRecords {
  /// The lists that are read to their end.
  private var loops: [Int: Loop] = [:]
  /// The lists whose elements are counted.
  private var counted: Set<Int> = []
  /// The types of the elements of each list.
  private var types: [Int: Set<ObjectIdentifier>] = [:]
  /// The objects whose keys are listed.
  private var listed: Set<Int> = []
  /// The members whose presence the code questions, so that it is ready for their absence.
  private var questioned: Set<Int> = []
  /// The lists that code got as a whole, to make other ones of them, by the requests for them.
  private var readWhole: [DecodingSite: JSONValue] = [:]
  /// The records that are left out, by their tape indices.
  private(set) var leftOut: Set<Int> = []
  /// The lists without some of their elements of which code need not read each by itself.
  private var shifted: Set<Int> = []
  /// The broken elements of lists of which code got the others; walks over these lists go by them.
  var passedBy: Set<Int> = []
  /// Those of them that a walk has gone by.
  private(set) var skipped: Set<Int> = []

  /// The most lists, objects and members of one kind that are remembered; in the ones behind nothing is left out.
  private static let mostNoted = 20_000

  var isAnyLeftOut: Bool { !leftOut.isEmpty }

  func isLeftOut(_ value: JSONValue) -> Bool { leftOut.contains(value.index) }

  /// Notes that code asks whether it is at the end of a list, at a position, having met some elements.
  mutating func noteLoop(over list: JSONValue, from position: Int, met: Int) {
    guard loops[list.index]?.noteTurn(met) == nil, loops.count < Self.mostNoted else { return }
    loops[list.index] = Loop(start: position, met: met)
  }

  /// Whether each turn of a loop over a list has read one element.
  func isReadOneByOne(_ list: JSONValue) -> Bool { loops[list.index]?.isOfOneEach ?? false }

  mutating func noteCounted(_ list: JSONValue) {
    if counted.count < Self.mostNoted { counted.insert(list.index) }
  }

  mutating func noteElement(of list: JSONValue, as type: ObjectIdentifier) {
    guard types.count < Self.mostNoted || types[list.index] != nil else { return }
    types[list.index, default: []].insert(type)
  }

  mutating func noteListed(_ object: JSONValue) {
    if listed.count < Self.mostNoted { listed.insert(object.index) }
  }

  mutating func noteQuestioned(_ member: JSONValue) {
    if questioned.count < Self.mostNoted { questioned.insert(member.index) }
  }

  mutating func noteWhole(_ list: JSONValue, _ site: DecodingSite) {
    if readWhole.count < Self.mostNoted { readWhole[site] = list }
  }

  /// The positions of the records that are left out of a list that code got as a whole.
  func positionsLeftOut(of site: DecodingSite) -> Set<Int> {
    guard !leftOut.isEmpty, let list = readWhole[site] else { return [] }
    return Set(list.elements.enumerated().lazy.filter { leftOut.contains($1.index) }.map(\.offset))
  }

  /// Whether any member is treated as if it were absent.
  var isAnyAbsent: Bool { !leftOut.isDisjoint(with: questioned) }

  /// Whether a member is treated as if it were absent.
  func isAbsent(_ member: JSONValue) -> Bool {
    !leftOut.isEmpty && leftOut.contains(member.index) && questioned.contains(member.index)
  }

  mutating func leaveOut(_ record: Record) {
    leftOut.insert(record.value.index)
    if !record.isOfLoop { shifted.insert(record.list.index) }
  }

  /// Whether a place within a value is in an element that code may read as another one, for the one before it is left out.
  ///
  /// The first element of a list may be read as something else than the others, and the elements of another list, or each
  /// second one, may say what each of these is.
  func mayBeShifted(_ tokens: ArraySlice<String>, in value: JSONValue) -> Bool {
    guard !shifted.isEmpty else { return false }
    var value = value
    for token in tokens {
      if value.kind == .array, shifted.contains(value.index), let position = Int(token) {
        guard position < value.count else { return true }
        if position > 0, let before = value[position - 1], leftOut.contains(before.index) {
          return true
        }
      }
      guard let next = value.kind == .array ? Int(token).flatMap({ value[$0] }) : value[token]
      else { return false }
      value = next
    }
    return false
  }

  /// Whether a walk over a list goes by an element.
  func isPassed(_ element: JSONValue) -> Bool {
    leftOut.contains(element.index) || passedBy.contains(element.index)
  }

  var isAnyPassed: Bool { !leftOut.isEmpty || !passedBy.isEmpty }

  /// The position in the document of an element that code knows by how many it has met before.
  func position(ofMet index: Int?, in list: JSONValue) -> Int? {
    guard let index, isAnyPassed, list.kind == .array else { return index }
    var met = 0
    for (position, element) in list.elements.enumerated() where !isPassed(element) {
      if met == index { return position }
      met += 1
    }
    return nil
  }

  mutating func noteSkipped(_ element: JSONValue) {
    if passedBy.contains(element.index) { skipped.insert(element.index) }
  }

  mutating func leaveOutNone() {
    leftOut = []
    shifted = []
    passedBy = []
    skipped = []
  }

  /// The innermost record around a place within a value.
  func record(around tokens: ArraySlice<String>, in value: JSONValue, _ path: [String])
    -> Record?
  {
    var record: Record?
    var value = value
    var path = path
    for token in tokens {
      let isRecord: Bool
      var isOfLoop = true
      let next: JSONValue?
      if value.kind == .array {
        let position = Int(token) ?? 0
        next = value[position]
        isOfLoop =
          loops[value.index].map { $0.start <= position }
          ?? (counted.contains(value.index) && types[value.index]?.count == 1)
        isRecord =
          isOfLoop
          || loops[value.index] == nil && readWhole.values.contains { $0.index == value.index }
      } else {
        next = value[token]
        isRecord =
          listed.contains(value.index) || next.map { questioned.contains($0.index) } ?? false
      }
      guard let next else { break }
      path.append(token)
      if isRecord {
        record = Record(
          value: next, pointer: JSONPointer(tokens: path), list: value, isOfLoop: isOfLoop)
      }
      value = next
    }
    return record
  }

  struct Record {
    let value: JSONValue
    let pointer: JSONPointer
    /// The list or object that it is a part of.
    let list: JSONValue
    /// Whether code reads each part of it by itself, as far as is known.
    var isOfLoop: Bool
  }

  /// A loop over a list.
  private struct Loop {
    /// The position where it begins.
    let start: Int
    /// How many elements code had met when it asked last whether it is at the end.
    private var met: Int
    private var hasTurnOfOne = false
    private var hasTurnOfMore = false

    var isOfOneEach: Bool { hasTurnOfOne && !hasTurnOfMore }

    init(start: Int, met: Int) {
      self.start = start
      self.met = met
    }

    mutating func noteTurn(_ now: Int) {
      if now == met + 1 { hasTurnOfOne = true }
      if now > met + 1 { hasTurnOfMore = true }
      met = now
    }
  }
}
