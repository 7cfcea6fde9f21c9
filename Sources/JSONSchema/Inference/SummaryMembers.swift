import StrictJSON

/// A member of an object in a summary.
struct SummaryMember: Sendable {
  let name: ExactText
  /// The name again, to be compared with bytes; nil for a long one.
  fileprivate let key: ShortText?
  let node: Int
  /// The sum of the positions at which the member came.
  var positionSum = 0
  /// The members that came directly behind this one.
  var followers: Set<Int> = []
  /// The follower that was added last; it is mostly the next one too.
  fileprivate var lastFollower = -1
  /// The object in which the member came last.
  fileprivate var lastObject = 0

  init(name: ExactText, node: Int) {
    self.name = name
    self.node = node
    key = ShortText(TextBytes(name.text))
  }
}

/// The members of an object, found by their names.
struct SummaryMembers: Sendable {
  private(set) var all: [SummaryMember] = []
  private var positions: [ExactText: Int] = [:]

  /// How many members behind the expected one are looked at before the table is asked.
  private static let reach = 6

  /// Finds a member by its name.
  func position(of name: ExactText) -> Int? { positions[name] }

  /// Finds a member by the bytes of its name, near the one that came before; else nil.
  ///
  /// Members mostly come in the same order, and then the first guess is right.
  @inline(__always)
  func position(of name: TextBytes, after previous: Int) -> Int? {
    if previous >= 0 {
      let follower = all[previous].lastFollower
      if follower >= 0, all[follower].key?.equals(name) == true { return follower }
    }
    var position = previous + 1
    let end = min(position + Self.reach, all.count)
    while position < end {
      if all[position].key?.equals(name) == true { return position }
      position += 1
    }
    return nil
  }

  /// Adds a member that is new, and returns its position.
  mutating func append(_ member: SummaryMember) -> Int {
    positions[member.name] = all.count
    all.append(member)
    return all.count - 1
  }

  /// Notes that a member came in an object, at a place and behind another one.
  ///
  /// Returns false where it came in that object before.
  @inline(__always)
  mutating func note(_ member: Int, in object: Int, at place: Int, after previous: Int) -> Bool {
    guard all[member].lastObject != object else { return false }
    all[member].lastObject = object
    all[member].positionSum += place
    if previous >= 0, all[previous].lastFollower != member {
      all[previous].lastFollower = member
      all[previous].followers.insert(member)
    }
    return true
  }

  /// Adds what another summary knows of the order of a member.
  mutating func merge(positionSum: Int, into member: Int) {
    all[member].positionSum += positionSum
  }

  /// Adds members that came directly behind one.
  mutating func merge(followers: [Int], into member: Int) {
    all[member].followers.formUnion(followers)
  }
}
