/// The waivers of a suite at work: what they cover, and what is wrong with them today.
package struct WaiverRun: Sendable {
  private let file: WaiverFile
  private let today: Day
  private var uses: [Int]

  /// Puts the waivers of a file to work on a day.
  package init(_ file: WaiverFile, today: Day) {
    self.file = file
    self.today = today
    uses = Array(repeating: 0, count: file.waivers.count)
  }

  /// Marks the findings of the suite that a waiver covers with its reason.
  ///
  /// What the contract agrees with needs no waiver.
  package mutating func apply(to findings: inout [Finding]) {
    for index in findings.indices {
      let finding = findings[index]
      guard finding.suite == file.suite, finding.waiver == nil, !finding.isAgreed else { continue }
      for (number, waiver) in file.waivers.enumerated() where waiver.covers(finding) {
        uses[number] += 1
        if isInForce(waiver), findings[index].waiver == nil {
          findings[index].waiver = waiver.reason
        }
      }
    }
    findings.handOnPatches { $0.waiver != nil }
  }

  private func isInForce(_ waiver: Waiver) -> Bool {
    waiver.blanks.isEmpty && !waiver.isTooBroad && waiver.expires.map { $0 >= today } ?? false
  }

  /// The faults of the waivers, each at its place in the file.
  ///
  /// Of a waiver for an endpoint that was not checked nothing is known; nor of one for the whole
  /// suite, unless all endpoints were checked; nor of one for a finding of another kind of check.
  package func findings(
    endpoints: [String], checked: Set<String>, in source: Waiver.Source
  ) -> [Finding] {
    zip(file.waivers, uses).compactMap { waiver, uses in
      let isJudge = waiver.source.map { $0 == source } ?? true
      return finding(
        on: waiver, uses: uses, endpoints: endpoints, checked: isJudge ? checked : [])
    }
  }

  private func finding(
    on waiver: Waiver, uses: Int, endpoints: [String], checked: Set<String>
  ) -> Finding? {
    if waiver.isTooBroad {
      var finding = place(
        Finding(
          .waiverTooBroad,
          waiver.path.map { "the path \"\($0)\" names no place, so this waives nothing" }
            ?? "the waiver has no path and no endpoint, so it waives nothing"), waiver)
      finding.nextStep = .nameOnePath
      return finding
    }
    if !waiver.blanks.isEmpty {
      let blanks = waiver.blanks.joined(separator: " and ")
      return place(
        Finding(.waiverIncomplete, "\(blanks) must be filled in before this waives anything"),
        waiver)
    }
    if let expires = waiver.expires, expires < today {
      let outcome = uses > 0 ? "and its finding counts again" : "and its finding is gone too"
      var finding = place(
        Finding(.waiverExpired, "the waiver of \(waiver.owner) expired on \(expires), \(outcome)"),
        waiver)
      finding.nextStep = uses > 0 ? .repairOrProlong : .deleteWaiver
      return finding
    }
    if let endpoint = waiver.endpoint, !endpoints.contains(endpoint) {
      let suggestion = Suggestion.words(for: endpoint, in: endpoints)
      return place(
        Finding(
          .waiverUnused,
          "no endpoint of \(file.suite) is named '\(endpoint)'\(suggestion)"), waiver)
    }
    let isKnown = waiver.endpoint.map(checked.contains) ?? (checked == Set(endpoints))
    guard uses == 0, isKnown else { return nil }
    var finding = place(
      Finding(.waiverUnused, "no finding is \(waiver.rule.id) at \(waiver.path ?? "no path") now"),
      waiver)
    finding.nextStep = .deleteWaiver
    return finding
  }

  private func place(_ finding: Finding, _ waiver: Waiver) -> Finding {
    var finding = finding
    finding.suite = file.suite
    finding.endpoint = waiver.endpoint
    finding.source = .file(file.name)
    finding.line = waiver.line
    finding.column = waiver.column
    finding.path = waiver.path
    return finding
  }
}
