/// What the types asked for in one document, in the order of the requests.
///
/// A request is one number, for all that is to say about it follows from the types. Most documents of a type ask
/// for the same in the same order; then the numbers are those of the document before, and so is the list of
/// reads for the report. Only where it is not, or where the engine works, the requests are written into the
/// places of the shape (``apply()``).
///
/// What is asked for on real data stays, even in vain. What an exploration asks for behind a problem is cut off
/// (``cut(from:)``) and goes with the failure, as its part of the trail does (``DecodingTrail``).
///
///     {"meals": [{"id": "7", "name": "x"}]}
///
///     request of Meals     "meals", required          number 0, so 1
///     request of Meal      "id", required             number 1, so 3
///     request of Meal      "name", may be absent      number 2, so 4
final class ReadLog {
  /// Four times the number of each request, 1 for one that needs the value, and 2 for one that did not before.
  private let entries = Stack<Int32>()
  /// By the numbers of the requests: 0 for one that is not in the log, 1 for one whose value may be absent, and 2
  /// for one that needs it.
  private let states = Stack<Int32>()
  /// How many of them are written into their places.
  private var applied = 0

  /// The entries and the reads of the document before.
  private var lastEntries: [Int32] = []
  private var lastReads: [DecodingRead] = []

  /// All requests that were ever made, with their places, by their numbers.
  private var requests: [(place: ShapeNode, read: ShapeNode.Read)] = []

  /// The number of different requests.
  var size: Int { requests.count }

  /// The requests, to tell what the types are like.
  private(set) var typeRequests = TypeRequests()

  /// The number of the part of the document in which requests that are noted once stay noted.
  private(set) var period = 0

  /// Notes a request by its number; once is enough.
  @inline(__always)
  func note(_ number: Int32, isRequired: Bool) {
    let known = states[Int(number)]
    let state: Int32 = isRequired ? 2 : 1
    guard known < state else { return }
    states[Int(number)] = state
    entries.append(number &* 4 &+ (state &- 1) &+ known &* 2)
  }

  /// The end of the log.
  var mark: Int { entries.count }

  /// Takes away what was noted since a mark.
  func cut(from mark: Int) -> [Int32] {
    guard mark < entries.count else { return [] }
    let cut = entries.elements(from: mark)
    let isWritten = applied > mark
    if isWritten { takeBack() }
    for entry in cut.reversed() { states[Int(entry >> 2)] = entry >> 1 & 1 }
    entries.cut(to: mark)
    if isWritten { applyRest() }
    period += 1
    return cut
  }

  /// Notes once more what was taken away.
  func append(_ cut: [Int32]) {
    for entry in cut { note(entry &>> 2, isRequired: entry & 1 != 0) }
  }

  /// The number of the request of a type for the value of a key; `type` is nil for a nested container.
  func number(
    _ place: ShapeNode, _ key: any CodingKey, by info: TypeInfo, as type: (any Any.Type)?,
    _ kind: JSONKind = .object
  ) -> Int32 {
    let property = info.property(for: key)
    let read = ShapeNode.Read.Key(
      owner: ObjectIdentifier(info), property: property, type: type.map { ObjectIdentifier($0) },
      isArray: kind == .array)
    if let known = place.knownRead(read) { return known.number }
    let number = Int32(truncatingIfNeeded: requests.count)
    let made = place.makeRead(
      DecodingOwner(type: info.name, property: property),
      type.map { ReadType($0) } ?? (kind == .array ? .array : .object), read, number: number)
    requests.append((place, made))
    typeRequests.note(info, key, type)
    states.append(0)
    return number
  }

  /// Notes a request for the value of a key, and writes it into its place; `type` is nil for a nested container.
  func note(
    _ place: ShapeNode, _ key: any CodingKey, by info: TypeInfo, as type: (any Any.Type)?,
    _ kind: JSONKind = .object, isRequired: Bool
  ) {
    apply()
    if place.read != nil, place.isRequired || !isRequired { return }
    note(number(place, key, by: info, as: type, kind), isRequired: isRequired)
    apply()
  }

  /// Writes the requests into their places.
  @inline(__always)
  func apply() {
    if applied < entries.count { applyRest() }
  }

  private func applyRest() {
    while applied < entries.count {
      let entry = entries[applied]
      let request = requests[Int(entry >> 2)]
      request.place.note(request.read, isRequired: entry & 1 != 0)
      applied += 1
    }
  }

  /// Forgets what is written into the places.
  private func takeBack() {
    for position in 0..<applied { requests[Int(entries[position] >> 2)].place.forgetDocument() }
    applied = 0
  }

  /// Whether the requests are those of the document before.
  private(set) var isSame = false

  /// Notes a request that was made without a document.
  func noteProbed(_ key: any CodingKey, by info: TypeInfo, as type: (any Any.Type)?) {
    typeRequests.note(info, key, type)
  }

  /// Notes that the document is read to its end.
  func endReading() {
    isSame = entries.count == lastEntries.count && entries.isEqual(to: lastEntries)
  }

  /// All reads at and below a root, in the order of the places and there of the requests.
  func reads(below root: ShapeNode) -> [DecodingRead] {
    if isSame { return lastReads }
    apply()
    lastEntries = entries.elements(from: 0)
    lastReads = []
    root.appendReads(to: &lastReads)
    return lastReads
  }

  /// Forgets what was asked for in the document.
  func forgetDocument() {
    takeBack()
    for position in 0..<entries.count { states[Int(entries[position] >> 2)] = 0 }
    entries.cut(to: 0)
    period += 1
    isSame = false
  }
}
