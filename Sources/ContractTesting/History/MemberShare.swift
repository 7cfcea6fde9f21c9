import JSONSchema
import StrictJSON

/// How often a member is there, and how often it is `null`, in percent of the objects that can hold it.
///
/// 0 and 100 are none and all; what lies between is never rounded to them.
package struct MemberShare: Sendable, Hashable {
  /// The objects that have the member.
  package let present: Int

  /// The objects in which it is `null`.
  package let null: Int

  /// Makes a share.
  package init(present: Int, null: Int) {
    self.present = present
    self.null = null
  }

  /// What a history takes for granted of a member that it does not name.
  static let usual = MemberShare(present: 100, null: 0)

  /// A change by so many points is news; one by less is chance.
  private static let threshold = 10

  /// The most members of an endpoint; a format with more of them is data.
  private static let mostMembers = 2_000

  /// Whether the share is another one, and not by chance: it moved far, or the value is gone from all.
  func isNews(after old: MemberShare) -> Bool {
    abs(present - old.present) >= Self.threshold || abs(null - old.null) >= Self.threshold
      || present == 0 && old.present != 0 || null == 100 && old.null != 100
  }

  /// The shares of all members of a shape; those that the contract has and the shape has not are 0.
  static func shares(of shape: Shape, agreed: Shape?) -> [ShapePath: MemberShare] {
    var shares: [ShapePath: MemberShare] = [:]
    collect(shape, agreed, at: ShapePath(), into: &shares)
    return shares
  }

  private static func collect(
    _ shape: Shape, _ agreed: Shape?, at path: ShapePath,
    into shares: inout [ShapePath: MemberShare]
  ) {
    if let element = shape.element {
      collect(element, agreed?.element, at: path.appending(.elements), into: &shares)
    }
    guard let object = shape.object else { return }
    let (known, own) = (MemberIndex(agreed?.object), MemberIndex(object))
    for member in object.members where shares.count < mostMembers {
      let place = path.appending(.member(member.name))
      if let counts = member.shape.observed?.values, counts.samples > 0 {
        shares[place] = MemberShare(
          present: percent(counts.present, of: counts.samples),
          null: percent(counts.null, of: counts.samples))
      }
      collect(member.shape, known[member.name]?.shape, at: place, into: &shares)
    }
    if let value = object.mapValue {
      return collect(value, agreed?.object?.mapValue, at: path.appending(.values), into: &shares)
    }
    for member in agreed?.object?.members ?? []
    where own[member.name] == nil && shares.count < mostMembers {
      shares[path.appending(.member(member.name))] = MemberShare(present: 0, null: 0)
    }
  }

  private static func percent(_ count: Int, of all: Int) -> Int {
    if count == 0 || count >= all { return count == 0 ? 0 : 100 }
    return min(max((count * 100 + all / 2) / all, 1), 99)
  }
}

/// How the shares of members went over the runs of a history: what each was when it changed.
package struct MemberHistory: Sendable, Hashable {
  /// A member of the answers of an endpoint.
  package struct Place: Sendable, Hashable {
    /// `SUITE/ENDPOINT`.
    package let check: String

    /// The shape path.
    package let path: String
  }

  /// From when on a share is as it is.
  package struct Change: Sendable, Hashable {
    /// The day.
    package let day: Day

    /// The share.
    package let share: MemberShare
  }

  private var changes: [Place: [Change]] = [:]

  init() {}

  /// What became of the members that ever were another thing than there and not null, those that changed
  /// last first.
  package var members: [(place: Place, changes: [Change])] {
    changes.map { ($0.key, $0.value) }.sorted { left, right in
      let days = (left.1.last?.day.description ?? "", right.1.last?.day.description ?? "")
      if days.0 != days.1 { return days.0 > days.1 }
      return (left.0.check, left.0.path) < (right.0.check, right.0.path)
    }
  }

  /// What a member is now, and since when; nil where it never was anything else than there and not null.
  package func last(of path: String, in check: String) -> Change? {
    changes[Place(check: check, path: path)]?.last
  }

  /// What of a run's shares is news.
  func news(_ shares: [String: [ShapePath: MemberShare]]) -> [RunRecord.Share] {
    shares.flatMap { check, shares in
      shares.compactMap { path, share in
        let path = path.description
        let old = last(of: path, in: check)?.share ?? .usual
        return share.isNews(after: old)
          ? RunRecord.Share(check: check, path: path, share: share) : nil
      }
    }.sorted { ($0.check, $0.path) < ($1.check, $1.path) }
  }

  mutating func add(_ run: RunRecord) {
    for share in run.shares {
      let place = Place(check: share.check, path: share.path)
      if changes[place]?.last?.day == run.day { changes[place]?.removeLast() }
      changes[place, default: []].append(Change(day: run.day, share: share.share))
    }
  }
}
