import ContractTesting
import SchemaDrift
import TestSupport
import Testing

@testable import ContractReports

@Suite(.computing) struct ReportFormatTests {
  @Test(arguments: [
    (ReportFormat.text, "report.txt"), (.json, "report.json"), (.github, "report.github.txt"),
    (.junit, "report.junit.xml"), (.markdown, "report.md"), (.sarif, "report.sarif"),
    (.lines, "report.lines.txt"), (.ndjson, "report.ndjson"),
  ])
  func sampleReportLooksAsRecorded(_ format: ReportFormat, _ file: String) {
    let text = format.render(SampleReport.report, style: ReportStyle(program: "mealdb-contract"))
    #expect(Golden.mismatch(text, file) == nil)
  }

  @Test(arguments: [
    (ReportStyle(program: "mealdb-contract", usesColor: true), "report.color.txt"),
    (ReportStyle(program: "mealdb-contract", isQuiet: true), "report.quiet.txt"),
    (ReportStyle(program: "mealdb-contract", width: 60), "report.narrow.txt"),
  ])
  func styledTextLooksAsRecorded(_ style: ReportStyle, _ file: String) {
    let text = ReportFormat.text.render(SampleReport.report, style: style)
    #expect(Golden.mismatch(text, file) == nil)
  }

  @Test(arguments: [
    (ReportFormat.text, "history.txt"), (.json, "history.json"), (.markdown, "history.md"),
    (.github, "history.github.txt"), (.sarif, "history.sarif"),
  ])
  func reportWithAHistoryLooksAsRecorded(_ format: ReportFormat, _ file: String) {
    let text = format.render(
      SampleReport.withHistory, style: ReportStyle(program: "mealdb-contract"))
    #expect(Golden.mismatch(text, file) == nil)
  }

  /// A patch that is cut does not compile.
  @Test(arguments: [ReportFormat.text, .html, .markdown, .github, .sarif])
  func patchOfALargeTypeIsWhole(_ format: ReportFormat) {
    let lines = (1...300).map { "case property\($0) = \"key_of_property_\($0)\"" }
    var finding = Finding(.keyRenamed, "renamed")
    finding.nextStep = .changeType(
      TypePatch(edits: [TypePatch.Edit(place: .keys("LargeDTO"), lines: lines)]))
    let text = format.render(
      Report(command: "check", findings: [finding]), style: ReportStyle(program: "mealdb-contract"))
    for line in lines {
      let shown = line.replacing(
        "\"", with: format == .html ? "&quot;" : format == .sarif ? #"\""# : "\"")
      #expect(text.contains(shown), "\(line)")
    }
    if format == .html { #expect(!text.contains(#"\ncase"#)) }
  }

  /// No text of an API may reach a terminal with its power to act.
  @Test(arguments: ReportFormat.allCases, HostileReport.texts.keys.sorted())
  func hostileTextIsHarmless(_ format: ReportFormat, _ name: String) throws {
    let text = try #require(HostileReport.texts[name])
    let output = format.render(
      HostileReport.report(text), style: ReportStyle(program: "mealdb-contract"))
    let harmful = output.unicodeScalars.first { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .lineSeparator, .paragraphSeparator: true
      case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
      default: scalar.properties.isNoncharacterCodePoint
      }
    }
    #expect(harmful == nil)
  }

  /// The runner of GitHub Actions reads the log of a step, whatever format it is in.
  @Test(arguments: ReportFormat.allCases, HostileReport.texts.keys.sorted())
  func hostileTextStartsNoWorkflowCommand(_ format: ReportFormat, _ name: String) throws {
    let text = try #require(HostileReport.texts[name])
    let output = format.render(
      HostileReport.report(text), style: ReportStyle(program: "mealdb-contract"))
    for line in output.split(separator: "\n") {
      #expect(!line.contains("##["))
      guard line.drop(while: \.isWhitespace).hasPrefix("::") else { continue }
      #expect(
        format == .github && (line.hasPrefix("::error ") || line.hasPrefix("::warning title=")))
    }
  }

  @Test(arguments: ["long", "one character"])
  func hugeTextIsCutForPeople(_ name: String) throws {
    let text = try #require(HostileReport.texts[name])
    let output = ReportFormat.text.render(
      HostileReport.report(text), style: ReportStyle(program: "mealdb-contract"))
    #expect(output.unicodeScalars.count < 40_000)
  }

  @Test func emptyReportSaysSo() {
    let report = Report(command: "validate")
    #expect(
      ReportFormat.text.render(report, style: ReportStyle(program: "mealdb-contract"))
        == "no findings\n")
    #expect(
      ReportFormat.text.render(
        report, style: ReportStyle(program: "mealdb-contract", isQuiet: true)
      ).isEmpty)
    #expect(
      ReportFormat.github.render(report, style: ReportStyle(program: "mealdb-contract")).isEmpty)
  }

  /// A run in which no server answered is no good news.
  @Test func silentRunSaysThatNothingIsKnown() {
    let check = CheckOutcome(suite: "s", endpoint: "e", status: .unreachable, samples: 0)
    let report = Report(command: "check", checks: [check])
    let text = ReportFormat.text.render(report, style: ReportStyle(program: "mealdb-contract"))
    #expect(text.hasSuffix("nothing is known in 1 check of 0 samples, 1 unreachable\n"))
  }

  @Test(arguments: [40, 60, 80, 100, 140])
  func textReportKeepsItsWidth(_ width: Int) {
    let text = ReportFormat.text.render(
      SampleReport.report, style: ReportStyle(program: "mealdb-contract", width: width))
    for line in text.split(separator: "\n") where TextColumns.width(String(line)) > width {
      // Only places, headings and the summary are one line however long they are.
      #expect(!line.hasPrefix(" ") || line.hasPrefix("    first at"), "\(line)")
    }
  }
}
