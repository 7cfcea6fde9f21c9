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

    /// The number that is kept of each cause, and of each rule and level.
    package var ofCause: Int

    /// The number of causes that are counted apart.
    package var causes: Int

    /// The most bytes of each text of a finding; what is longer is cut.
    package var textLength: Int

    /// Makes limits.
    package init(first: Int, ofCause: Int = 3, causes: Int = 1_000, textLength: Int = 2_048) {
      self.first = first
      self.ofCause = ofCause
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
    if isToldApart {
      let rank = counts.causes[cause, default: Share()].count()
      if counts.causes[cause]?.isFirst == true {
        causeRank = rank + (known?.causes[cause]?.seen ?? 0)
      }
    }
    if place < limits.first || min(kindRank, causeRank) < limits.ofCause { return true }
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
    let isFirst = isKnown || newCauses + (known?.causes.count ?? 0) < limits.causes
    guard isFirst || known != nil else { return false }
    if !isKnown { newCauses += 1 }
    counts.causes[cause] = Share(isFirst: isFirst)
    return true
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
  struct Kind: Sendable, Hashable {
    let rule: String
    let level: Level
    let isAgreed: Bool
  }

  let kind: Kind

  /// A hash of the place; two places with one hash would only share the room that each has.
  let place: UInt64

  /// Makes a cause from a hash of the place.
  init(_ rule: Rule, level: Level? = nil, isAgreed: Bool = false, place: UInt64) {
    kind = Kind(rule: rule.id, level: level ?? rule.level, isAgreed: isAgreed)
    self.place = place
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
