import StrictJSON

/// A member of an object in a summary.
struct SummaryMember: Sendable {
  let name: ExactText
  let node: Int
  /// The sum of the positions at which the member came.
  let positionSum: Int
  /// The members that came directly behind this one.
  let followers: Set<Int>
}

/// The members of an object, found by their names.
///
/// Members mostly come as they came before, and there are three ways to find them:
///
/// - All members of an object have the order of the layout. Each costs a comparison of its name, and
///   the object is counted as a whole.
/// - A member comes behind one that it followed before. That costs two additions more.
/// - Any other member is looked for near the one before it, and then in a table.
struct SummaryMembers: Sendable {
  /// What is needed of a member whenever it comes.
  struct MemberPosition: Sendable {
    let name: NameWords
    var positionSum = 0
    /// The object in which the member came last.
    var lastObject = 0
    let node: UInt32
    /// The followers that were added last; one of them is mostly the next one too.
    private var lastFollower32 = Self.none
    private var earlierFollower32 = Self.none

    private static let none = UInt32.max

    init(name: NameWords, node: Int, positionSum: Int) {
      self.name = name
      self.positionSum = positionSum
      self.node = UInt32(node)
    }

    /// The follower that was added last; beyond every member where there is none.
    @inline(__always)
    var lastFollower: Int { Int(lastFollower32) }

    @inline(__always)
    var earlierFollower: Int { Int(earlierFollower32) }

    /// Notes that the member came; false where it came in that object before.
    @inline(__always)
    mutating func note(in object: Int, at place: Int) -> Bool {
      guard lastObject != object else { return false }
      lastObject = object
      positionSum &+= place
      return true
    }

    /// Whether a member is one of the followers that were added last.
    func isFollowed(by member: Int) -> Bool {
      lastFollower == member || earlierFollower == member
    }

    /// Notes that a member came behind this one, which it did not do of late.
    mutating func add(follower: Int) {
      earlierFollower32 = lastFollower32
      lastFollower32 = UInt32(follower)
    }
  }

  /// The members in the order in which they came first.
  var places: [MemberPosition] = []

  /// The members of an object in an order in which they came, which is mostly that of the next one.
  ///
  /// It holds all that is needed to find them. An object that has them all, in that order, and no
  /// others, is counted here; the sums of the positions are made up for when they are needed.
  private struct Layout: Sendable {
    struct Member: Sendable {
      let name: NameWords
      let node: UInt32
      let member: UInt32
    }

    var members: [Member] = []
    /// The objects with this order that are not in the sums of the positions.
    var objects = 0
    /// The objects with other orders that came one after another, and how many change the order.
    ///
    /// Where orders change all the time, they are followed ever less.
    var misses = 0
    var patience = 2

    static let mostPatience = 1 << 20
  }

  private var layout = Layout()

  /// The bytes of all names, one after another.
  private(set) var nameBytes: [UInt8] = []
  private var names: [ExactText] = []
  private var followers: [Set<Int>] = []
  private var positions: [ExactText: Int] = [:]

  /// How many members behind the expected one are looked at before the table is asked.
  private static let reach = 6

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }

  /// The members in the order in which they came first.
  var all: [SummaryMember] {
    var positionSums = places.map(\.positionSum)
    for (position, member) in layout.members.enumerated() {
      positionSums[Int(member.member)] += layout.objects * position
    }
    return places.indices.map { index in
      SummaryMember(
        name: names[index], node: node(of: index), positionSum: positionSums[index],
        followers: followers[index])
    }
  }

  func node(of member: Int) -> Int { Int(places[member].node) }

  /// How far the members of an object were found.
  struct Walk {
    /// The number of the object.
    let object: Int
    /// The place on the tape of the next key.
    var key: Int
    /// The position of the next member in the object, and the member that came before it.
    var position = 0
    var previous = -1

    init(object: Int, key: Int) { (self.object, self.key) = (object, key) }

    mutating func step(over tape: Span<JSONTapeEntry>) {
      key = Int(tape[key + 1].next)
      position += 1
    }
  }

  /// The node of a member that is not looked at: an object has one value for a name.
  static let noNode = UInt32.max

  /// Finds all members of an object that has those of the layout, in its order; else says no.
  ///
  /// The tape ends with the object. The node of each member goes to the place of its value.
  mutating func findAll(
    _ bytes: TextBytes, _ tape: Span<JSONTapeEntry>, from first: Int, _ nodes: inout [UInt32]
  ) -> Bool {
    guard fits(bytes, tape, from: first, &nodes) else {
      layout.misses += 1
      return false
    }
    layout.objects += 1
    layout.misses = 0
    return true
  }

  private func fits(
    _ bytes: TextBytes, _ tape: Span<JSONTapeEntry>, from first: Int, _ nodes: inout [UInt32]
  ) -> Bool {
    let names = nameBytes.span
    let members = layout.members.span
    var nodes = nodes.mutableSpan
    var key = first
    var index = 0
    while key &+ 1 < tape.count {
      let name = tape[key].content
      guard index < members.count,
        members[index].name.begin(name, in: bytes)
          && (!members[index].name.isLong || members[index].name.end(name, in: bytes, names))
          || isNamed(index, bytes, name)
      else { return false }
      nodes[key &+ 1] = members[index].node
      key = Int(tape[key &+ 1].next)
      index &+= 1
    }
    return index == members.count
  }

  /// Compares the name of a member of the layout with one that may be near the end of the bytes.
  @inline(never)
  private func isNamed(_ member: Int, _ bytes: TextBytes, _ name: Range<Int>) -> Bool {
    layout.members[member].name.equals(bytes, name, nameBytes.span)
  }

  /// Takes over the order of an object whose members were found, where enough objects missed the
  /// layout one after another.
  mutating func updateLayout(_ bytes: TextBytes, _ tape: Span<JSONTapeEntry>, from first: Int) {
    guard layout.misses >= layout.patience else { return }
    for (position, member) in layout.members.enumerated() {
      places[Int(member.member)].positionSum += layout.objects * position
    }
    let wasUseful = layout.objects > layout.patience
    let patience = wasUseful ? Layout().patience : min(2 * layout.patience, Layout.mostPatience)
    layout = Layout(patience: patience)
    var members: [Layout.Member] = []
    var known: Set<Int> = []
    var key = first
    while key < tape.count {
      let previous = members.last.map { Int($0.member) } ?? -1
      guard !tape[key].isEscaped,
        let member = position(of: tape[key].content, in: bytes, after: previous),
        known.insert(member).inserted
      else { return }
      members.append(
        Layout.Member(
          name: places[member].name, node: places[member].node, member: UInt32(member)))
      key = Int(tape[key + 1].next)
    }
    layout.members = members
  }

  /// Finds members up to one that is new, or comes behind another one than before.
  ///
  /// The tape ends with the object. The node of each member goes to the place of its value.
  mutating func findKnown(
    _ bytes: TextBytes, _ tape: Span<JSONTapeEntry>, _ walk: inout Walk, _ nodes: inout [UInt32]
  ) {
    guard !isEmpty else { return }
    var list: [MemberPosition] = []
    swap(&list, &places)
    defer { swap(&list, &places) }
    let names = nameBytes.span
    var places = list.mutableSpan
    var nodes = nodes.mutableSpan
    let object = walk.object
    var (key, position, previous) = (walk.key, walk.position, walk.previous)
    var expected = previous < 0 ? 0 : places[previous].lastFollower
    while key &+ 1 < tape.count {
      let name = tape[key].content
      guard expected < places.count, places[expected].name.begin(name, in: bytes),
        !places[expected].name.isLong || places[expected].name.end(name, in: bytes, names)
      else {
        guard previous >= 0, expected == places[previous].lastFollower,
          expected != places[previous].earlierFollower
        else { break }
        expected = places[previous].earlierFollower
        continue
      }
      if places[expected].note(in: object, at: position) {
        nodes[key &+ 1] = places[expected].node
        previous = expected
        expected = places[expected].lastFollower
      } else {
        nodes[key &+ 1] = Self.noNode
      }
      key = Int(tape[key &+ 1].next)
      position &+= 1
    }
    (walk.key, walk.position, walk.previous) = (key, position, previous)
  }

  /// Finds a member by its name.
  func position(of name: ExactText) -> Int? { positions[name] }

  /// Finds a member by the bytes of its name, near the one that came before; else nil.
  ///
  /// Members mostly come in the same order.
  func position(of name: Range<Int>, in bytes: TextBytes, after previous: Int) -> Int? {
    func isNamed(_ position: Int) -> Bool {
      places[position].name.equals(bytes, name, nameBytes.span)
    }
    if previous >= 0 {
      let follower = places[previous].lastFollower
      if follower < places.count, isNamed(follower) { return follower }
    }
    return (previous + 1..<max(previous + 1, min(previous + 1 + Self.reach, places.count)))
      .first(where: isNamed)
  }

  /// Adds a member that is new, and returns its position.
  mutating func append(_ name: ExactText, node: Int, positionSum: Int = 0) -> Int {
    let bytes = Array(name.text.utf8)
    positions[name] = places.count
    let words = NameWords(bytes.span, startingAt: nameBytes.count)
    places.append(MemberPosition(name: words, node: node, positionSum: positionSum))
    nameBytes += bytes
    names.append(name)
    followers.append([])
    return places.count - 1
  }

  /// Notes that a member came in an object, at a place and behind another one.
  ///
  /// False where the member came in that object before.
  mutating func note(_ member: Int, in object: Int, at place: Int, after previous: Int) -> Bool {
    guard places[member].note(in: object, at: place) else { return false }
    if previous >= 0, !places[previous].isFollowed(by: member) {
      places[previous].add(follower: member)
      followers[previous].insert(member)
    }
    return true
  }

  /// Adds what another summary knows of the positions of a member.
  mutating func merge(positionSum: Int, into member: Int) {
    places[member].positionSum += positionSum
  }

  /// Adds members that came directly behind one.
  mutating func merge(followers others: [Int], into member: Int) {
    followers[member].formUnion(others)
  }
}
