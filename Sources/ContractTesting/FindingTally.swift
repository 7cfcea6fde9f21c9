import StrictJSON

/// Findings of a run of any length: all are counted, and a bounded choice of them is kept.
///
/// A stream that breaks its contract in each line has as many findings as lines, too many to
/// read. So a finding is kept, by its place in the order of all, where it is
///
/// 1. among the first of all (``Limits/first``), or
/// 2. among the first few of its cause, and its cause is among the first that came up, or
/// 3. among the first few of its rule and level.
///
/// Each other one is counted with the last kept finding of its cause, as ``Finding/more``; where
/// its cause came too late, with the last kept one of its rule and level. So the findings of a
/// tally, each with its `more`, add up to all that there were, whatever a later step makes of their
/// levels. With limits of 2, 1 and 1 the findings `a a b a c b` give
///
///     a          first of all
///     a  + 1     first of all; the third a is counted here
///     b  + 1     the first of its cause
///     c          the first of its cause
///
/// **Summaries.** What is to be joined with the share of other machines cannot depend on what came first of
/// all. With ``Limits/summary(examples:)`` no more is kept than the first few of each cause, and of more
/// causes than there is room for those with the smallest hashes are told apart, which are the same ones
/// wherever the data was cut. A cause that is told apart has all of its findings counted.
///
/// **Parts.** Several workers share a stream, each with a ``part()`` for its lines, and the parts
/// are appended in the order of the lines. A place in a part is never later than the place among
/// all, so a part keeps all that the whole needs, and the choice is the same for any division.
///
/// **Cost.** Whoever finds something asks ``wants(_:)`` first, and makes the finding, with its
/// words, place and excerpt, only where the answer is yes.
package struct FindingTally: Sendable {
  /// How much is kept.
  package struct Limits: Sendable, Hashable {
    /// The number of findings that are kept whatever they are.
    package var first: Int

    /// The number that is kept of each cause.
    package var ofCause: Int

    /// The number that is kept of each rule and level.
    package var ofKind: Int

    /// The number of causes that are counted apart.
    package var causes: Int

    /// The number of causes of each rule and level that are told apart by their hashes; nil where those
    /// that come first are.
    package var causesOfKind: Int?

    /// The most bytes of each text of a finding; what is longer is cut.
    package var textLength: Int

    /// Makes limits.
    package init(first: Int, ofCause: Int = 3, causes: Int = 1_000, textLength: Int = 2_048) {
      self.first = first
      self.ofCause = ofCause
      ofKind = ofCause
      self.causes = causes
      self.textLength = textLength
    }

    /// Keeps all, as it is.
    package static let none = Limits(first: .max, textLength: .max)

    /// The limits for an endpoint: waivers and levels may speak of any path, so all are counted apart.
    package static let endpoint = Limits(
      first: 2_000, causes: 10_000, textLength: .max)

    /// The limits for a stream: with 1 to 2 KB for a finding all of them take about 10 MB.
    package static let stream = Limits(first: 5_000)

    /// The limits for a summary with so many examples of each cause.
    ///
    /// One is kept in any case: it has the words about its cause.
    package static func summary(examples: Int, causes: Int = 1_000) -> Limits {
      var limits = Limits(first: 0, ofCause: max(1, examples), causes: .max, textLength: 256)
      limits.ofKind = 0
      limits.causesOfKind = causes
      return limits
    }
  }

  /// The limits.
  package let limits: Limits

  private var counts = Counts()

  /// What came before the part; nil for a whole tally.
  private let known: Counts?

  /// The causes of the part that are not known from before.
  private var newCauses = 0

  private var kept: [Kept] = []

  private struct Kept: Sendable {
    let cause: FindingCause
    let finding: Finding
  }

  private struct Counts: Sendable {
    var total = 0
    var causes: [FindingCause: Share] = [:]
    var kinds: [FindingCause.Kind: Share] = [:]
    /// The largest hash that is still told apart, of rules and levels with more causes than room.
    var bounds: [FindingCause.Kind: UInt64] = [:]
    /// The causes of each rule and level; counted only where they are chosen by their hashes.
    var causesOfKind: [FindingCause.Kind: Int] = [:]
  }

  /// What belongs together: how many there were, and how many of them were not kept.
  private struct Share: Sendable {
    var seen = 0
    var unkept = 0
    /// Whether the cause is among the first that came up.
    var isFirst = true

    /// Counts one more, and returns how many there were before.
    mutating func count() -> Int {
      seen += 1
      return seen - 1
    }

    /// Counts one more, and returns how many there were before; nil for a cause that is not among the first.
    mutating func rank() -> Int? {
      let before = count()
      return isFirst ? before : nil
    }

    mutating func add(_ count: Int) {
      seen += count
      unkept += count
    }
  }

  /// Makes an empty tally.
  package init(limits: Limits = .stream) {
    self.init(limits: limits, known: nil)
  }

  private init(limits: Limits, known: Counts?) {
    self.limits = limits
    self.known = known
  }

  /// An empty tally for what comes next, which knows what was found up to now.
  package func part() -> FindingTally { FindingTally(limits: limits, known: counts) }

  /// The number of all findings, kept or not.
  package var total: Int { counts.total }

  // MARK: Adding

  /// Counts a finding, and returns whether it must be made and given to ``append(_:of:)``.
  package mutating func wants(_ cause: FindingCause) -> Bool {
    let place = (known?.total ?? 0) + counts.total
    counts.total += 1
    let kindRank =
      counts.kinds[cause.kind, default: Share()].count() + (known?.kinds[cause.kind]?.seen ?? 0)
    var causeRank = Int.max
    let isToldApart = makeShare(of: cause)
    if isToldApart, let rank = counts.causes[cause, default: Share()].rank() {
      causeRank = rank + (known?.causes[cause]?.seen ?? 0)
    }
    if place < limits.first || kindRank < limits.ofKind || causeRank < limits.ofCause {
      return true
    }
    if isToldApart {
      counts.causes[cause]?.unkept += 1
    } else {
      counts.kinds[cause.kind]?.unkept += 1
    }
    return false
  }

  /// Returns whether a cause is counted apart from others of its rule and level.
  ///
  /// A part tells all of its causes apart, which are no more than it has findings: the whole may
  /// know one of them that the part saw late.
  private mutating func makeShare(of cause: FindingCause) -> Bool {
    if counts.causes[cause] != nil { return true }
    let isKnown = known?.causes[cause] != nil
    if let room = limits.causesOfKind {
      if let bound = known?.bounds[cause.kind] ?? counts.bounds[cause.kind], cause.place > bound {
        return false
      }
      counts.causes[cause] = Share()
      counts.causesOfKind[cause.kind, default: 0] += 1
      // A part is small, and the whole that it becomes part of has the bounds.
      if known == nil, counts.causesOfKind[cause.kind, default: 0] > room + room / 4 {
        prune(cause.kind, to: room)
      }
      return counts.causes[cause] != nil
    }
    let isFirst = isKnown || newCauses + (known?.causes.count ?? 0) < limits.causes
    guard isFirst || known != nil else { return false }
    if !isKnown { newCauses += 1 }
    counts.causes[cause] = Share(isFirst: isFirst)
    return true
  }

  /// Tells apart no more causes of a rule and level than there is room for: those with the smallest hashes.
  private mutating func prune(_ kind: FindingCause.Kind, to room: Int) {
    let causes = counts.causes.keys.filter { $0.kind == kind }.sorted { $0.place < $1.place }
    guard causes.count > room else { return }
    for cause in causes[room...] {
      guard let share = counts.causes.removeValue(forKey: cause) else { continue }
      counts.kinds[kind, default: Share()].unkept += share.seen
    }
    counts.causesOfKind[kind] = room
    counts.bounds[kind] = causes[room - 1].place
    kept.removeAll { $0.cause.kind == kind && counts.causes[$0.cause] == nil }
  }

  /// Keeps a finding that was asked for, in the order in which they were asked for.
  package mutating func append(_ finding: Finding, of cause: FindingCause) {
    kept.append(Kept(cause: cause, finding: finding.cut(to: limits.textLength)))
  }

  /// Counts a finding, and keeps it where there is room.
  ///
  /// A finding that counts for others too keeps its count.
  package mutating func append(_ finding: Finding) {
    let cause = FindingCause(finding)
    if wants(cause) {
      append(finding, of: cause)
      counts.total += finding.more
    } else if finding.more > 0 {
      add(finding.more, of: cause)
    }
  }

  /// Adds findings in their order.
  package mutating func append(_ findings: [Finding]) {
    for finding in findings { append(finding) }
  }

  /// Adds what a part counted and kept, behind all that was added before.
  ///
  /// `place` changes a finding that is kept, such as its line, which the part could not know.
  package mutating func append(_ part: FindingTally, _ place: (inout Finding) -> Void = { _ in }) {
    for entry in part.kept where wants(entry.cause) {
      var finding = entry.finding
      place(&finding)
      kept.append(Kept(cause: entry.cause, finding: finding))
    }
    for (cause, share) in part.counts.causes where share.unkept > 0 {
      add(share.unkept, of: cause)
    }
    for (kind, share) in part.counts.kinds where share.unkept > 0 {
      counts.total += share.unkept
      counts.kinds[kind, default: Share()].add(share.unkept)
    }
  }

  private mutating func add(_ count: Int, of cause: FindingCause) {
    counts.total += count
    if counts.causes[cause] != nil {
      counts.causes[cause]?.add(count)
      counts.kinds[cause.kind, default: Share()].seen += count
    } else {
      counts.kinds[cause.kind, default: Share()].add(count)
    }
  }

  // MARK: Results

  /// How often a cause was found, and the findings of it that are kept, in order.
  package struct CauseCount: Sendable {
    package let cause: FindingCause
    package let count: Int
    package let findings: [Finding]
  }

  /// The causes that are told apart, and how many findings of each rule and level are of no such cause.
  package func counted() -> (causes: [CauseCount], others: [FindingCause.Kind: Int]) {
    var tally = self
    if let room = limits.causesOfKind {
      for kind in counts.kinds.keys { tally.prune(kind, to: room) }
    }
    let findings = Dictionary(grouping: tally.kept, by: \.cause)
    let causes = tally.counts.causes.compactMap { cause, share in
      findings[cause].map {
        CauseCount(cause: cause, count: share.seen, findings: $0.map(\.finding))
      }
    }
    return (causes, tally.counts.kinds.mapValues(\.unkept).filter { $0.value > 0 })
  }

  /// The findings that are kept, in order; ``Finding/more`` counts those that are not.
  package var findings: [Finding] {
    var findings = kept.map(\.finding)
    var lastOfCause: [FindingCause: Int] = [:]
    var lastOfKind: [FindingCause.Kind: Int] = [:]
    for (index, entry) in kept.enumerated() {
      lastOfCause[entry.cause] = index
      lastOfKind[entry.cause.kind] = index
    }
    for (cause, share) in counts.causes where share.unkept > 0 {
      if let index = lastOfCause[cause] ?? lastOfKind[cause.kind] {
        findings[index].more += share.unkept
      }
    }
    for (kind, share) in counts.kinds where share.unkept > 0 {
      if let index = lastOfKind[kind] { findings[index].more += share.unkept }
    }
    return findings
  }
}

/// What findings have in common that tell the same: the rule, its level, and a place in the format.
package struct FindingCause: Sendable, Hashable {
  /// The rule with its level.
  package struct Kind: Sendable, Hashable {
    package let rule: String
    package let level: Level
    let isAgreed: Bool

    package init(rule: String, level: Level, isAgreed: Bool = false) {
      self.rule = rule
      self.level = level
      self.isAgreed = isAgreed
    }
  }

  package let kind: Kind

  /// A hash of the place; two places with one hash would only share the room that each has.
  package let place: UInt64

  /// Adds the hash of the place, which tells nearly all causes apart.
  package func hash(into hasher: inout Hasher) { hasher.combine(place) }

  /// Makes a cause of its parts.
  package init(kind: Kind, place: UInt64) {
    self.kind = kind
    self.place = place
  }

  /// Makes a cause from a hash of the place.
  init(_ rule: Rule, level: Level? = nil, isAgreed: Bool = false, place: UInt64) {
    self.init(
      kind: Kind(rule: rule.id, level: level ?? rule.level, isAgreed: isAgreed), place: place)
  }

  /// Makes a cause of a place in the format and of what a type reads there.
  ///
  /// What responses of another version of the contract show is another cause.
  init(
    _ rule: Rule, isAgreed: Bool = false, at place: ShapePath, of owner: DecodingOwner? = nil,
    version: Int = 0
  ) {
    var hash = FNVHash()
    // From the last step up: a path is linked that way.
    var rest = place
    while let step = rest.last, let above = rest.parent {
      switch step {
      case .member(let name): hash.add(name)
      case .values: hash.add(1)
      case .elements: hash.add(2)
      }
      // No UTF-8 text holds the byte FF, so it keeps the parts apart.
      hash.add(0xFF)
      rest = above
    }
    if let owner {
      hash.add(owner.type)
      hash.add(0xFF)
      hash.add(owner.property ?? "")
    }
    self.init(
      rule, isAgreed: isAgreed, place: hash.value &+ UInt64(truncatingIfNeeded: version))
  }

  /// Makes a cause of a shape path; without one the rule is the whole cause.
  ///
  /// What responses of another version of the contract show is another cause.
  package init(
    _ rule: Rule, level: Level? = nil, isAgreed: Bool = false, path: String?, version: Int = 0
  ) {
    self.init(
      rule, level: level, isAgreed: isAgreed,
      place: (path.map { FNVHash(of: $0).value } ?? 0) &+ UInt64(truncatingIfNeeded: version))
  }

  /// The cause of a finding.
  package init(_ finding: Finding) {
    self.init(
      finding.rule, level: finding.level, isAgreed: finding.isAgreed, path: finding.path)
  }
}

extension Finding {
  /// The finding with none of its texts longer than a number of bytes.
  ///
  /// A pointer that is cut would name something else, so it is left out; line and column stay.
  fileprivate func cut(to length: Int) -> Finding {
    let texts = [message, path, expected, found, pointer]
    guard texts.contains(where: { $0?.utf8.count ?? 0 > length }) else { return self }
    var finding = self
    if message.utf8.count > length {
      finding.message = Self.cut(message, to: length)
      finding.statesValues = false
    }
    if let path, path.utf8.count > length {
      // The steps hold the same long names.
      finding.place = nil
      finding.path = Self.cut(path, to: length)
    }
    finding.expected = expected.map { Self.cut($0, to: length) }
    finding.found = found.map { Self.cut($0, to: length) }
    if let pointer, pointer.utf8.count > length { finding.pointer = nil }
    return finding
  }

  private static func cut(_ text: String, to length: Int) -> String {
    guard text.utf8.count > length else { return text }
    return String(decoding: text.utf8.prefix(length), as: UTF8.self) + "…"
  }
}
