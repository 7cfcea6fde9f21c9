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
/// plain numbers.
struct SummaryMembers: Sendable {
  private struct Place: Sendable {
    /// The name, to be compared with bytes; nil for a long one.
    let key: ShortText?
    let node: Int
    var positionSum = 0
    /// The follower that was added last; it is mostly the next one too.
    var lastFollower = -1
    /// The object in which the member came last.
    var lastObject = 0

    @inline(__always)
    func isNamed(_ name: TextBytes) -> Bool { key?.equals(name) ?? false }

    /// Notes that the member came; false where it came in that object before.
    @inline(__always)
    mutating func note(in object: Int, at place: Int) -> Bool {
      guard lastObject != object else { return false }
      lastObject = object
      positionSum += place
      return true
    }
  }

  private var places: [Place] = []
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
  /// Members mostly come in the same order, and then the first guess is right.
  @inline(__always)
  private func position(of name: TextBytes, after previous: Int) -> Int? {
    if previous >= 0 {
      let follower = places[previous].lastFollower
      if follower >= 0, places[follower].isNamed(name) { return follower }
    }
    var position = previous + 1
    let end = min(position + Self.reach, places.count)
    while position < end {
      if places[position].isNamed(name) { return position }
      position += 1
    }
    return nil
  }

  /// Finds a member by the bytes of its name, and notes that it came; see the methods for each.
  ///
  /// Returns nil where it is not found near the one before, and -1 as its node where it came in
  /// that object already.
  @inline(__always)
  mutating func visit(
    _ name: TextBytes, in object: Int, at place: Int, after previous: Int
  ) -> (member: Int, node: Int)? {
    guard let member = position(of: name, after: previous) else { return nil }
    return (member, note(member, in: object, at: place, after: previous) ?? -1)
  }

  /// Adds a member that is new, and returns its position.
  mutating func append(_ name: ExactText, node: Int, positionSum: Int = 0) -> Int {
    let bytes = Array(name.text.utf8)
    positions[name] = places.count
    places.append(Place(key: ShortText(bytes.span), node: node, positionSum: positionSum))
    names.append(name)
    followers.append([])
    return places.count - 1
  }

  /// Notes that a member came in an object, at a place and behind another one.
  ///
  /// Returns the node of the member; nil where the member came in that object before.
  @inline(__always)
  mutating func note(_ member: Int, in object: Int, at place: Int, after previous: Int) -> Int? {
    guard places[member].note(in: object, at: place) else { return nil }
    if previous >= 0, places[previous].lastFollower != member {
      places[previous].lastFollower = member
      followers[previous].insert(member)
    }
    return places[member].node
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
