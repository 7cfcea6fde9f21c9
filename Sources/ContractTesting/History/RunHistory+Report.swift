extension RunHistory {
  /// The kind of check of the last run in a file; `live` where it has none.
  ///
  /// Throws a ``SettingsError`` that names the line that cannot be read.
  package static func lastSource(
    name: String, bytes: [UInt8]
  ) throws(SettingsError) -> Waiver.Source {
    var last: (day: Day, source: Waiver.Source)?
    for source in Waiver.Source.allCases {
      let history = try RunHistory(of: source, name: name, bytes: bytes)
      guard let day = history.lastDay else { continue }
      if last.map({ $0.day <= day }) ?? true { last = (day, source) }
    }
    return last?.source ?? .live
  }

  /// What is open after the last run, each finding with its age, and the runs side by side.
  ///
  /// A finding is told by its rule, since a history keeps no messages. One whose rule this version does
  /// not have is left out of the findings, and stands in the timeline.
  package var report: Report {
    var report = Report(command: "report")
    report.material.timeline = timeline
    guard let lastDay else { return report }
    report.comparison = .runs(last: lastDay)
    for life in timeline.lives where life.isOpen {
      guard let rule = Rule[life.finding.rule] else { continue }
      var finding = Finding(rule, rule.summary)
      finding.level = life.finding.level
      finding.suite = life.finding.suite
      finding.endpoint = life.finding.endpoint
      finding.path = life.finding.path
      finding.age = age(of: life.finding.fingerprint)
      finding.age?.member = member(of: life.finding)
      report.findings.append(finding)
    }
    let nights = timeline.nights
    if let first = nights.first {
      report.notes.append(
        "\(nights.count.counted("night")) with \(runs.counted("run")), from \(first.day) to \(lastDay)"
      )
    }
    return report
  }
}
