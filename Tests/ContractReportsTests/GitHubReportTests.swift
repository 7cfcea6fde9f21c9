import ContractReports
import ContractTesting
import SchemaDrift
import Testing

@Suite struct GitHubReportTests {
  private func render(_ findings: [Finding]) -> String {
    ReportFormat.github.render(
      Report(command: "check", findings: findings), style: ReportStyle(program: "mealdb-contract"))
  }

  @Test(arguments: [
    (Level.breaking, "::error "), (.warning, "::warning "), (.info, "::notice "),
  ])
  func levelChoosesTheCommand(_ level: Level, _ command: String) {
    var finding = Finding(.keyRemoved, "gone")
    finding.level = level
    #expect(render([finding]) == command + "title=key-removed::gone\n")
  }

  @Test func specialCharactersAreEscaped() {
    var finding = Finding(.keyRemoved, "100% of a: b, c")
    finding.file = "Fixtures/a,b:c%.json"
    finding.line = 4
    finding.column = 9
    finding.found = "x"
    #expect(
      render([finding])
        == "::error file=Fixtures/a%2Cb%3Ac%25.json,line=4,col=9,title=key-removed"
        + "::100%25 of a: b, c%0Afound: x\n")
  }

  @Test func liveResponseHasNoFile() {
    var finding = Finding(.keyRemoved, "gone")
    finding.file = "http://127.0.0.1:8080/lookup.php?i=52958"
    finding.line = 1
    #expect(render([finding]) == "::error title=key-removed::gone\n")
  }

  @Test func sameCauseIsOneAnnotation() {
    let findings = ["1", "2", "3"].map { name in
      var finding = Finding(.missingKey, "message \(name)")
      finding.path = "$.a"
      finding.file = "\(name).json"
      return finding
    }
    #expect(
      render(findings)
        == "::error file=1.json,title=missing-key::message 1%0Aand 2 more like this\n")
  }

  @Test func waivedFindingIsNotShown() {
    var finding = Finding(.keyRemoved, "gone")
    finding.waiver = "known"
    #expect(render([finding]).isEmpty)
  }
}
