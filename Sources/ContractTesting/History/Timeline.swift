/// The runs of a history side by side: how many findings each had, and when each finding was there.
package struct Timeline: Sendable, Hashable {
  /// A day with a run.
  package struct Night: Sendable, Hashable {
    /// The day.
    package let day: Day

    /// The number of findings of each level that were open at the end of the day.
    package var open: [Level: Int]

    /// The endpoints that were silent.
    package var silent: [String]
  }

  /// The life of a finding.
  package struct Life: Sendable, Hashable {
    /// The finding, as it was seen last.
    package var finding: KnownFinding

    /// From when until when it was there; the last span has no end where it still is.
    package var spans: [Span]

    /// Days of a life.
    package struct Span: Sendable, Hashable {
      /// The first day.
      package let from: Day

      /// The day on which it was gone; nil where it is there.
      package var to: Day?
    }
  }

  /// The days, the oldest first.
  package private(set) var nights: [Night] = []

  /// The findings that were ever there, what is open and worst first.
  package var lives: [Life] {
    byFingerprint.values.sorted { left, right in
      let open = (left.isOpen, right.isOpen)
      if open.0 != open.1 { return open.0 }
      if left.finding.level != right.finding.level {
        return left.finding.level > right.finding.level
      }
      return (left.spans.first?.from.description ?? "", left.finding.fingerprint)
        < (right.spans.first?.from.description ?? "", right.finding.fingerprint)
    }
  }

  private var byFingerprint: [String: Life] = [:]

  /// How often each member was there.
  package private(set) var members = MemberHistory()

  /// Makes a timeline without a run.
  package init() {}

  /// Adds a run behind those that are known; several runs of a day are one night.
  package mutating func add(_ run: RunRecord) {
    members.add(run)
    for fingerprint in run.gone {
      guard let last = byFingerprint[fingerprint]?.spans.indices.last else { continue }
      byFingerprint[fingerprint]?.spans[last].to = run.day
    }
    for finding in run.new {
      if byFingerprint[finding.fingerprint]?.isOpen == true {
        byFingerprint[finding.fingerprint]?.finding = finding
      } else {
        byFingerprint[
          finding.fingerprint, default: Life(finding: finding, spans: [])
        ].spans.append(Life.Span(from: run.day, to: nil))
      }
    }
    var open: [Level: Int] = [:]
    for life in byFingerprint.values where life.isOpen { open[life.finding.level, default: 0] += 1 }
    let night = Night(
      day: run.day, open: open,
      silent: run.checks.filter { $0.status == .unreachable }.map(\.name))
    if nights.last?.day == run.day { nights.removeLast() }
    nights.append(night)
  }
}

extension Timeline.Life {
  /// Whether the finding is there.
  package var isOpen: Bool { spans.last.map { $0.to == nil } ?? false }
}
