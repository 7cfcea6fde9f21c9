import ContractTesting
import SchemaDrift
import Testing

@Suite struct LevelOverridesTests {
  private static func levels(_ text: String) throws -> LevelOverrides {
    try LevelOverrides(name: "levels.json", bytes: Array(text.utf8))
  }

  private static func finding(
    _ rule: Rule = Rule(.becameNullable), endpoint: String = "recipe", path: String = "$.a"
  ) -> Finding {
    var finding = Finding(rule, "")
    finding.suite = "food"
    finding.endpoint = endpoint
    finding.path = path
    return finding
  }

  private static let file = """
    {
      "key-added": "warning",
      "became-nullable": [
        {"level": "info", "endpoint": "recipe", "path": "$.a"},
        {"level": "warning"},
        {"level": "breaking", "suite": "drinks", "endpoint": "recipe", "path": "$.a"}
      ],
      "key-removed": {"level": "info", "suite": "food"}
    }
    """

  @Test func mostConditionsCount() throws {
    let levels = try Self.levels(Self.file)
    #expect(levels.level(of: Self.finding()) == .info)
    #expect(levels.level(of: Self.finding(path: "$.b")) == .warning)
    #expect(levels.level(of: Self.finding(Rule(.keyAdded))) == .warning)
    #expect(levels.level(of: Self.finding(Rule(.keyRemoved))) == .info)
    #expect(levels.level(of: Self.finding(Rule(.typeChanged))) == .breaking)
  }

  @Test func statusFollowsTheLevels() throws {
    var report = Report(command: "check")
    report.checks = ["recipe", "names"].map {
      CheckOutcome(suite: "food", endpoint: $0, status: .drifted, samples: 3)
    }
    var facts = CheckFacts()
    facts.problem = "the contract cannot be used"
    report.checks.append(
      CheckOutcome(suite: "food", endpoint: "other", status: .failed, samples: 0, facts: facts))
    report.findings = [Self.finding(), Self.finding(endpoint: "names", path: "$.b")]
    try Self.levels(Self.file).apply(to: &report)
    #expect(report.findings.map(\.level) == [.info, .warning])
    #expect(report.checks.map(\.status) == [.conforms, .drifted, .failed])
  }

  @Test(arguments: [
    (#"{"key-aded": "info"}"#, "1:14: there is no rule 'key-aded'; did you mean 'key-added'?"),
    (#"{"key-added": "warn"}"#, "1:15: there is no level 'warn'; did you mean 'warning'?"),
    (
      #"{"key-added": "error"}"#,
      "1:15: there is no level 'error'; the levels are breaking, warning, info"
    ),
    (#"{"key-added": {"path": "$.a"}}"#, #"1:15: "level" is missing"#),
    (#"{"key-added": {"level": "info", "pth": "$.a"}}"#, #"1:40: nothing reads the key "pth""#),
    (#"{"key-added": 3}"#, "1:15: a level is breaking, warning, info, and not a number"),
    ("[]", "1:1: levels are an object with the ids of rules as its keys"),
    (
      #"{"key-added": "info", "key-added": "info"}"#,
      #"1:36: the key "key-added" comes more than once"#
    ),
  ])
  func faultSaysWhere(text: String, fault: String) {
    let error = #expect(throws: SettingsError.self) { try Self.levels(text) }
    #expect(
      error?.description.hasPrefix("levels.json:\(fault)") == true, "\(error?.description ?? "")")
  }
}
