import ContractTesting
import SchemaDrift
import StrictJSON
import Testing

@testable import ContractReports

/// One cause in several endpoints of an API is told once.
@Suite struct FindingGroupsTests {
  private static func renamed(
    _ endpoint: String, _ root: String, type: String = "LaunchDTO", suite: String = "spacex",
    level: Level = .breaking, confidence: Change.Confidence = .likely, to: String = "name"
  ) -> Finding {
    var finding = Finding(.keyRenamed, "mission_name is now \(to)")
    finding.suite = suite
    finding.endpoint = endpoint
    finding.level = level
    finding.place = ShapePath("\(root).mission_name")
    finding.change = PathMapping(
      from: finding.place, to: ShapePath("\(root).\(to)"), kind: .renamed, confidence: confidence)
    finding.dto = DTOReference(type: type, property: "missionName")
    finding.nextStep = .changeType(
      TypePatch(edits: [
        TypePatch.Edit(
          place: .keys("\(type).CodingKeys"), lines: ["case missionName = \"\(to)\""])
      ]))
    return finding
  }

  private static func render(_ findings: [Finding], as format: ReportFormat) -> String {
    var checks: [CheckOutcome] = []
    for finding in findings {
      guard let suite = finding.suite, let endpoint = finding.endpoint else { continue }
      checks.append(CheckOutcome(suite: suite, endpoint: endpoint, status: .drifted, samples: 1))
    }
    return format.render(
      Report(command: "check", checks: checks, findings: findings),
      style: ReportStyle(program: "mealdb-contract"))
  }

  private static func count(_ part: String, in text: String) -> Int {
    text.split(separator: part, omittingEmptySubsequences: false).count - 1
  }

  @Test func theSamePropertyIsOneCauseWhereverItsRecordsLie() {
    let findings = [
      Self.renamed("launches", "$[*]"), Self.renamed("launch", "$", confidence: .certain),
      Self.renamed("latest", "$"),
    ]
    #expect(FindingCauses(findings).numbers == [0, 0, 0])
    #expect(
      Self.render(findings, as: .text) == """
        spacex/launches  drifted      1 sample
            key-renamed: as told at spacex/launch
        spacex/launch    drifted      1 sample

        spacex/launch: breaking key-renamed: mission_name is now name
            property  LaunchDTO.missionName
            change    $.mission_name → $.name
            next      in LaunchDTO.CodingKeys: case missionName = "name"
            also in   spacex/launches, spacex/latest

        spacex/latest    drifted      1 sample
            key-renamed: as told at spacex/launch

        3 breaking of 1 cause in 3 checks of 3 samples

        """)
  }

  @Test func eachTypeKeepsItsNextStep() {
    let text = Self.render(
      [Self.renamed("launches", "$[*]"), Self.renamed("names", "$[*]", type: "NameDTO")], as: .text)
    #expect(text.contains("also in   spacex/names (NameDTO.missionName)\n"))
    #expect(text.contains("next      in NameDTO.CodingKeys: case missionName = \"name\"\n"))
  }

  @Test func otherCausesStayApart() {
    let first = Self.renamed("launches", "$[*]")
    for other in [
      Self.renamed("latest", "$", to: "title"), Self.renamed("latest", "$", suite: "other"),
      Self.renamed("latest", "$", level: .info),
      Self.renamed("latest", "$", type: "OtherDTO"),
    ] {
      #expect(FindingCauses([first, other]).numbers == [0, 1])
    }
    // A broken document is a fault of its own, whatever it is called.
    let faults = ["a", "b"].map { endpoint in
      var finding = Finding(.notJSON, "the answer is no JSON")
      finding.suite = "spacex"
      finding.endpoint = endpoint
      return finding
    }
    #expect(FindingCauses(faults).numbers == [0, 1])
    #expect(Self.count("not-json", in: Self.render(faults, as: .text)) == 2)
  }

  @Test func formatsForPeopleTellACauseOnceAndProgramsGetAll() {
    let findings = [Self.renamed("launches", "$[*]"), Self.renamed("latest", "$")]
    for format in [ReportFormat.text, .markdown, .github] {
      let text = Self.render(findings, as: format)
      #expect(Self.count("is now name", in: text) == 1)
      #expect(text.contains("also in") && text.contains("spacex/latest"))
    }
    let json = Self.render(findings, as: .json)
    #expect(Self.count(#""cause": "c1""#, in: json) == 2)
    // Each endpoint is a case that fails by itself.
    #expect(Self.count("<failure", in: Self.render(findings, as: .junit)) == 2)
  }

  @Test func whatAnAppLivesWithNamesItsEndpointsToo() {
    let findings = ["launches", "latest"].map { endpoint in
      var finding = Finding(.keyAdded, "wiki is new, string")
      finding.suite = "spacex"
      finding.endpoint = endpoint
      finding.place = ShapePath("$.wiki")
      return finding
    }
    let text = Self.render(findings, as: .text)
    #expect(Self.count("wiki is new", in: text) == 1)
    #expect(text.contains("    also in   spacex/latest\n"))
  }
}
