import StrictJSON

/// What earlier runs found, for one kind of check: how long each finding is there, and how long each
/// endpoint is silent.
///
/// The history is the sum of its lines (``RunRecord``); each says what is new and what is gone:
///
///     11-03  new a b          a since 11-03, b since 11-03
///     11-04  gone b           b is fixed
///     11-05  endpoint silent  a is still open: nobody could look
///     11-06  new b            b is flaky: gone for less than ``flakyDays``
///     11-30  gone b
///     12-24  new b            b is new: too long ago to be a coming and going
///
/// A finding is gone only where its endpoint was looked at.
package struct RunHistory: Sendable {
  /// The number of days within which a finding that returns is flaky and not new.
  ///
  /// Two weeks hold what a rollout takes that is switched back and forth; what comes back after that is a
  /// change of its own, that somebody should look at.
  package static let flakyDays = 14

  /// The day of the last run of this kind; nil where there is none.
  package private(set) var lastDay: Day?

  /// The number of runs of this kind.
  package private(set) var runs = 0

  /// All runs side by side.
  package private(set) var timeline = Timeline()

  /// The bytes of the file without a line that was left unfinished.
  package private(set) var wholeLines: [UInt8] = []

  /// The number of the last line, if it was left unfinished and says nothing; nil where all lines are whole.
  package private(set) var unfinishedLine: Int?

  private let source: Waiver.Source
  private var tracks: [String: Track] = [:]
  private var silences: [String: Silence] = [:]

  /// The life of a finding.
  private struct Track: Sendable {
    var finding: KnownFinding
    /// The day on which it was seen first, and since when it is there without a gap.
    var first: Day
    var since: Day
    /// The days of ``first`` until now on which it was seen, and those since ``since``.
    var nightsInAll = 1
    var nights = 1
    var lastSeen: Day
    /// The last day on which it was looked for in vain.
    var gone: Day?
    var isOpen = true

    func isFlaky(on day: Day) -> Bool {
      gone.map { day < $0.adding(days: RunHistory.flakyDays) } ?? false
    }

    mutating func see(on day: Day) {
      guard day != lastSeen else { return }
      nights += 1
      nightsInAll += 1
      lastSeen = day
    }

    mutating func reopen(_ finding: KnownFinding, on day: Day) {
      self.finding = finding
      isOpen = true
      since = day
      nights = 1
      nightsInAll += lastSeen == day ? 0 : 1
      lastSeen = day
    }

    func age(on day: Day) -> FindingAge {
      isFlaky(on: day)
        ? FindingAge(.flaky, span: FindingAge.Span(since: first, nights: nightsInAll))
        : FindingAge(.known, span: FindingAge.Span(since: since, nights: nights))
    }
  }

  private struct Silence: Sendable {
    var since: Day
    var nights: Int
    var last: Day
  }

  /// Makes an empty history of one kind of check.
  package init(of source: Waiver.Source) { self.source = source }

  /// Reads a history; lines of the other kind of check are passed over.
  ///
  /// A last line without its line feed is what a writer left that was stopped, where it begins as a run, and
  /// is passed over too. Throws a ``SettingsError`` that names the line that cannot be read.
  package init(of source: Waiver.Source, name: String, bytes: [UInt8]) throws(SettingsError) {
    self.init(of: source)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.popLast() ?? []
    for (number, line) in lines.enumerated() where !Self.isBlank(line) {
      do throws(RunRecordFault) {
        add(try RunRecord(line: line))
      } catch {
        throw SettingsError(name: name, faults: [Self.fault(error, line: number + 1)])
      }
    }
    wholeLines = Array(bytes.dropLast(last.count))
    guard !Self.isBlank(last) else { return }
    do throws(RunRecordFault) {
      add(try RunRecord(line: last))
      wholeLines += Array(last) + [UInt8(ascii: "\n")]
    } catch {
      let isUnfinished = last.starts(with: Self.beginning) || Self.beginning.starts(with: last)
      if case .syntax = error, isUnfinished {
        unfinishedLine = lines.count + 1
        return
      }
      throw SettingsError(name: name, faults: [Self.fault(error, line: lines.count + 1)])
    }
  }

  /// How each line begins.
  private static let beginning = Array(#"{"version":"#.utf8)

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
  }

  private static func fault(_ fault: RunRecordFault, line: Int) -> String {
    let advice =
      line == 1
      ? "is the file a history? Name another one, or delete it"
      : "delete the line to go on without that run"
    return switch fault {
    case .syntax(let error): "\(line):\(error.location.column): \(error.message); \(advice)"
    case .noRun: "\(line): this is no line of a history; \(advice)"
    case .laterVersion(let version):
      "\(line): this line has version \(version), of a later version of the program; update the program"
    }
  }

  /// Adds a run behind those that are known.
  package mutating func add(_ run: RunRecord) {
    guard run.source == source else { return }
    let looked = Looked(run)
    let gone = Set(run.gone)
    for (fingerprint, track) in tracks where track.isOpen {
      if gone.contains(fingerprint) {
        tracks[fingerprint]?.isOpen = false
        tracks[fingerprint]?.gone = run.day
      } else if looked.at(track.finding) {
        tracks[fingerprint]?.see(on: run.day)
      }
    }
    for finding in run.new {
      if var track = tracks[finding.fingerprint], track.isOpen || track.isFlaky(on: run.day) {
        track.reopen(finding, on: run.day)
        tracks[finding.fingerprint] = track
      } else {
        tracks[finding.fingerprint] = Track(
          finding: finding, first: run.day, since: run.day, lastSeen: run.day)
      }
    }
    // What was gone for long is no longer known, so that the history is bounded by what is there.
    for (fingerprint, track) in tracks where !track.isOpen && !track.isFlaky(on: run.day) {
      tracks[fingerprint] = nil
    }
    for check in run.checks where check.status != nil {
      silences[check.name] = silence(check, on: run.day)
    }
    timeline.add(run)
    lastDay = run.day
    runs += 1
  }

  private func silence(_ check: RunRecord.Check, on day: Day) -> Silence? {
    guard check.status == .unreachable else { return nil }
    guard var silence = silences[check.name] else {
      return Silence(since: day, nights: 1, last: day)
    }
    if silence.last != day { silence.nights += 1 }
    silence.last = day
    return silence
  }

  /// What a run looked at.
  private struct Looked {
    let checks: Set<String>
    let isWhole: Bool

    init(_ run: RunRecord) {
      checks = Set(run.checks.filter(\.isTelling).map(\.name))
      isWhole = run.isWhole
    }

    func at(_ finding: KnownFinding) -> Bool { finding.check.map(checks.contains) ?? isWhole }
  }

  /// How long an open finding was there by the last run: new where that run brought it.
  func age(of fingerprint: String) -> FindingAge? {
    guard let lastDay, let track = tracks[fingerprint], track.isOpen else { return nil }
    let age = track.age(on: lastDay)
    let isNew = age.state == .known && track.since == lastDay
    return isNew ? FindingAge(.new, span: age.span) : age
  }

  /// How often the member of a finding is there, where the finding is about that.
  func member(of finding: KnownFinding) -> MemberHistory.Change? {
    guard Rule[finding.rule]?.isAboutPresence == true, let path = finding.path,
      let check = finding.check
    else { return nil }
    return timeline.members.last(of: path, in: check)
  }

  // MARK: A new run

  /// Gives each finding of a report its age, adds what is fixed and how long origins are silent, and
  /// returns the run for the history.
  package mutating func mark(_ report: inout Report, day: Day, isWhole: Bool) -> RunRecord {
    var run = RunRecord(
      day: day, source: source, isWhole: isWhole,
      checks: report.checks.map { check in
        RunRecord.Check(
          name: "\(check.suite)/\(check.endpoint)",
          status: check.facts.couldNotRun ? nil : check.status)
      }, new: [], gone: [])
    var found: [String: KnownFinding] = [:]
    var order: [String] = []
    for finding in report.findings where !finding.isAgreed {
      let known = KnownFinding(finding)
      if let level = found[known.fingerprint]?.level {
        found[known.fingerprint]?.level = max(level, known.level)
      } else {
        found[known.fingerprint] = known
        order.append(known.fingerprint)
      }
    }
    var risen: Set<String> = []
    for fingerprint in order {
      guard let finding = found[fingerprint] else { continue }
      guard let track = tracks[fingerprint], track.isOpen else {
        run.new.append(finding)
        continue
      }
      if track.finding.level < finding.level {
        run.new.append(finding)
        risen.insert(fingerprint)
      }
    }
    run.shares = timeline.members.news(report.material.shares)
    let looked = Looked(run)
    for (fingerprint, track) in tracks.sorted(by: { $0.key < $1.key })
    where track.isOpen && found[fingerprint] == nil && looked.at(track.finding) {
      run.gone.append(fingerprint)
      report.fixed.append(FixedFinding(track.finding, span: track.age(on: day).span))
    }
    report.fixed.sort { $0.finding.level > $1.finding.level }
    report.comparison = .runs(last: lastDay)
    let before = tracks
    add(run)
    report.material.timeline = timeline
    for index in report.findings.indices where !report.findings[index].isAgreed {
      let fingerprint = report.findings[index].fingerprint
      guard let track = tracks[fingerprint] else { continue }
      let isKnown =
        before[fingerprint].map { $0.isOpen || $0.isFlaky(on: day) } ?? false
        && !risen.contains(fingerprint)
      var age =
        isKnown
        ? track.age(on: day) : FindingAge(.new, span: FindingAge.Span(since: day, nights: 1))
      age.member = member(of: KnownFinding(report.findings[index]))
      report.findings[index].age = age
    }
    for index in report.outages.indices {
      report.outages[index].nights = report.outages[index].endpoints.compactMap {
        silences[$0]?.nights
      }.max()
    }
    return run
  }
}
