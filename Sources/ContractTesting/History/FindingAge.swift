package import StrictJSON

/// What earlier runs say about a finding of this one.
package struct FindingAge: Sendable, Hashable {
  /// How a finding stands to the runs before.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// No run before had it, or only at a lower level, or it was gone for longer than ``RunHistory/flakyDays``.
    case new
    /// The run before had it too.
    case known
    /// It was gone within the last ``RunHistory/flakyDays`` and is back.
    case flaky
  }

  /// How it stands to the runs before.
  package let state: State

  /// Since when it is there; nil where this run was compared with one other state only.
  package let span: Span?

  /// How often the member of the finding is there, and since when that is so; nil where the finding is
  /// about something else, or nothing is known.
  package var member: MemberHistory.Change?

  /// Since when a finding is there.
  package struct Span: Sendable, Hashable {
    /// The day on which it was seen first, without a run between that did not have it; of a flaky one
    /// the day on which it was seen first at all.
    package let since: Day

    /// The number of days on which a run saw it since then, this one included.
    package let nights: Int

    /// Makes a span.
    package init(since: Day, nights: Int) {
      self.since = since
      self.nights = nights
    }
  }

  /// Makes an age.
  package init(_ state: State, span: Span? = nil, member: MemberHistory.Change? = nil) {
    self.member = member
    self.state = state
    self.span = span
  }
}

/// What a history keeps of a finding: enough to name it when it is gone.
package struct KnownFinding: Sendable, Hashable {
  /// See ``Finding/fingerprint``.
  package let fingerprint: String

  /// The id of the rule; a later version of the tool may not have it.
  package let rule: String

  /// The highest level of the findings with this fingerprint.
  package var level: Level

  /// The API under watch.
  package let suite: String?

  /// The kind of request.
  package let endpoint: String?

  /// The shape path.
  package let path: String?

  /// The endpoint with its suite as a history names it; nil for a finding of no endpoint.
  var check: String? {
    guard let suite, let endpoint else { return nil }
    return "\(suite)/\(endpoint)"
  }
}

extension KnownFinding {
  /// Keeps what names a finding.
  package init(_ finding: Finding) {
    self.init(
      fingerprint: finding.fingerprint, rule: finding.rule.id, level: finding.level,
      suite: finding.suite, endpoint: finding.endpoint, path: finding.path)
  }
}

extension KnownFinding {
  /// Reads a finding of a line of a history, or of a report in JSON; nil for anything else.
  package init?(_ value: JSONValue) {
    guard let fingerprint = value["fingerprint"]?.string, let rule = value["rule"]?.string,
      let level = value["level"]?.string.flatMap(Level.init(rawValue:))
    else { return nil }
    self.init(
      fingerprint: fingerprint, rule: rule, level: level, suite: value["suite"]?.string,
      endpoint: value["endpoint"]?.string, path: value["path"]?.string)
  }
}

/// A finding of an earlier run that this one looked for and did not find.
package struct FixedFinding: Sendable, Hashable {
  /// What it was.
  package let finding: KnownFinding

  /// Since when it was there; nil where this run was compared with one other state only.
  package let span: FindingAge.Span?

  /// Makes a fixed finding.
  package init(_ finding: KnownFinding, span: FindingAge.Span? = nil) {
    self.finding = finding
    self.span = span
  }
}
