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
/// What is needed for each member of each sample lies apart from the names and sets, in a list of
/// plain numbers. Whoever walks an object takes that list out as a span, so that a member that comes
/// where it came before costs a comparison of its name and two additions.
struct SummaryMembers: Sendable {
  /// What is needed of a member whenever it comes.
  struct Place: Sendable {
    let key: NameKey
    let node: Int
    var positionSum = 0
    /// The object in which the member came last.
    var lastObject = 0
    /// The followers that came last; one of them is mostly the next one too.
    var lastFollower = -1
    var earlierFollower = -1

    /// Notes that the member came; false where it came in that object before.
    @inline(__always)
    mutating func note(in object: Int, at place: Int) -> Bool {
      guard lastObject != object else { return false }
      lastObject = object
      positionSum += place
      return true
    }

    /// Says whether a member is one of the followers that came last.
    @inline(__always)
    mutating func isFollowed(by member: Int) -> Bool {
      if lastFollower == member { return true }
      guard earlierFollower == member else { return false }
      (lastFollower, earlierFollower) = (member, lastFollower)
      return true
    }
  }

  /// The members in the order in which they came first.
  var places: [Place] = []

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
    places.indices.map { index in
      SummaryMember(
        name: names[index], node: places[index].node, positionSum: places[index].positionSum,
        followers: followers[index])
    }
  }

  func node(of member: Int) -> Int { places[member].node }

  /// Finds a member by its name.
  func position(of name: ExactText) -> Int? { positions[name] }

  /// Finds a member by the bytes of its name, near the one that came before; else nil.
  ///
  /// Members mostly come in the same order.
  func position(of name: Range<Int>, in bytes: TextBytes, after previous: Int) -> Int? {
    let beginning = bytes.firstWord(of: name)
    func isNamed(_ position: Int) -> Bool {
      let key = places[position].key
      return key.equals(bytes, name, beginning: beginning)
        && (key.count <= NameKey.longest || key.hasMiddle(bytes, name, nameBytes.span))
    }
    if previous >= 0 {
      let follower = places[previous].lastFollower
      if follower >= 0, isNamed(follower) { return follower }
    }
    return (previous + 1..<max(previous + 1, min(previous + 1 + Self.reach, places.count)))
      .first(where: isNamed)
  }

  /// Adds a member that is new, and returns its position.
  mutating func append(_ name: ExactText, node: Int, positionSum: Int = 0) -> Int {
    let bytes = Array(name.text.utf8)
    positions[name] = places.count
    let key = NameKey(bytes.span, startingAt: nameBytes.count)
    places.append(Place(key: key, node: node, positionSum: positionSum))
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
      places[previous].earlierFollower = places[previous].lastFollower
      places[previous].lastFollower = member
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
