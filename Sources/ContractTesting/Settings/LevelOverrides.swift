import StrictJSON

/// The levels that a team gives to rules, over those of the tool.
///
///     {
///       "key-added": "warning",
///       "became-nullable": [
///         {"level": "warning"},
///         {"level": "info", "suite": "themealdb", "endpoint": "recipe", "path": "$.meals[*].strTags"}
///       ]
///     }
///
/// Of several levels for a finding the one with the most conditions counts, and of these the last.
package struct LevelOverrides: Sendable, Hashable {
  /// The levels of no team.
  package static let none = LevelOverrides(overrides: [])

  private struct Override: Sendable, Hashable {
    let rule: Rule
    let level: Level
    var suite: String?
    var endpoint: String?
    var path: String?

    var conditions: Int { [suite, endpoint, path].count { $0 != nil } }

    func isAbout(_ finding: Finding) -> Bool {
      rule == finding.rule && suite.map { $0 == finding.suite } ?? true
        && endpoint.map { $0 == finding.endpoint } ?? true
        && path.map { $0 == finding.path } ?? true
    }
  }

  private let overrides: [Override]

  private init(overrides: [Override]) {
    self.overrides = overrides
  }

  /// Reads levels from the bytes of their file.
  ///
  /// Throws a ``SettingsError`` that names each fault with its line and column, such as a rule or
  /// a level that does not exist.
  package init(name: String, bytes: [UInt8]) throws(SettingsError) {
    var reader = try SettingsReader(name: name, bytes: bytes)
    var overrides: [Override] = []
    if reader.root.kind == .object {
      for member in reader.root.members {
        guard let rule = reader.rule(member.key, at: member.value) else { continue }
        let isList = member.value.kind == .array
        for value in isList ? Array(member.value.elements) : [member.value] {
          if let override = Self.override(rule, value, &reader) { overrides.append(override) }
        }
      }
    } else {
      reader.fault(at: reader.root, "levels are an object with the ids of rules as its keys")
    }
    try reader.finish()
    self.init(overrides: overrides)
  }

  private static func override(
    _ rule: Rule, _ value: JSONValue, _ reader: inout SettingsReader
  ) -> Override? {
    guard value.kind == .object else {
      return reader.level(value).map { Override(rule: rule, level: $0) }
    }
    reader.refuseMembers(of: value, besides: ["level", "suite", "endpoint", "path"])
    guard let levelValue = value["level"] else {
      reader.fault(at: value, "\"level\" is missing")
      return nil
    }
    guard let level = reader.level(levelValue) else { return nil }
    return Override(
      rule: rule, level: level, suite: reader.text("suite", of: value),
      endpoint: reader.text("endpoint", of: value), path: reader.text("path", of: value))
  }

  /// The level of a finding.
  package func level(of finding: Finding) -> Level {
    var best: Override?
    for override in overrides where override.isAbout(finding) {
      if override.conditions >= best?.conditions ?? 0 { best = override }
    }
    return best?.level ?? finding.level
  }

  /// Gives the findings of a report their levels, and its checks the status that follows.
  package func apply(to report: inout Report) {
    guard !overrides.isEmpty else { return }
    for index in report.findings.indices {
      report.findings[index].level = level(of: report.findings[index])
    }
    report.restateChecks()
  }
}
