import ContractTesting
import Testing

@Suite struct FindingTests {
  private static let finding: Finding = {
    var finding = Finding(.missingKey, "the key strMeal is missing")
    finding.suite = "themealdb"
    finding.endpoint = "recipe"
    finding.path = "$.meals[*].strMeal"
    return finding
  }()

  @Test func findingStartsWithTheLevelOfItsRule() {
    #expect(Finding(.slotGap, "slot 3 is empty").level == .warning)
  }

  /// The value is public: waivers and services keep it, so it may never change.
  @Test func fingerprintIsStable() {
    #expect(Self.finding.fingerprint == "65223addc184")
  }

  @Test func fingerprintIgnoresWordsAndPlaces() {
    var other = Self.finding
    other.message = "other words"
    other.level = .info
    other.source = .file("Fixtures/themealdb/recipe/1.json")
    other.pointer = "/meals/0/strMeal"
    other.line = 7
    other.column = 3
    other.found = "null"
    other.waiver = "known"
    #expect(other.fingerprint == Self.finding.fingerprint)
  }

  @Test func fingerprintDependsOnSuiteEndpointAndPath() {
    var findings = [Self.finding]
    for value in [nil, "", "other"] {
      var other = Self.finding
      other.suite = value
      findings.append(other)
      other = Self.finding
      other.endpoint = value
      findings.append(other)
      other = Self.finding
      other.path = value
      findings.append(other)
    }
    #expect(Set(findings.map(\.fingerprint)).count == 10)
  }

  @Test func partsOfAFingerprintDoNotRunTogether() {
    var left = Finding(.missingKey, "")
    left.suite = "ab"
    left.endpoint = "c"
    var right = left
    right.suite = "a"
    right.endpoint = "bc"
    #expect(left.fingerprint != right.fingerprint)
  }

  @Test(arguments: Rule.all) func fingerprintHasTwelveHexadecimalDigits(_ rule: Rule) {
    let fingerprint = Finding(rule, "").fingerprint
    #expect(fingerprint.count == 12)
    #expect(fingerprint.allSatisfy { $0.isHexDigit && !$0.isUppercase })
  }
}
