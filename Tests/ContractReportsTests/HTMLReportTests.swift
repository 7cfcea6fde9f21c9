import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractReports
@testable import ContractTesting

/// The page, read as XML: every element of it is closed but those that HTML leaves open.
@Suite(.computing) struct HTMLReportTests {
  private static let style = ReportStyle(program: "mealdb-contract")

  /// The report of the golden files with documents, slots and nights.
  private static let report: Report = {
    var report = SampleReport.withHistory
    report.material.documents = [
      ReportMaterial.Document(
        name: "Fixtures/themealdb/recipe/52951.json",
        text: "{\n  \"meals\": [\n  {\n    \"strMeal\": null, \"strCategory\": \"Dessert\"\n}\n]}\n"
      )
    ]
    return report
  }()

  private func page(_ report: Report) -> String {
    ReportFormat.html.render(report, style: Self.style)
  }

  @Test func pageLooksAsRecorded() {
    #expect(Golden.mismatch(page(Self.report), "report.html") == nil)
  }

  /// Nothing is fetched, and a reader without script sees all of it.
  @Test func pageIsWholeInItself() {
    let text = page(Self.report)
    for word in ["src=", "href=\"http", "url(", "@import", "<link", "<img", "<iframe"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("default-src 'none'"))
  }

  @Test func eachLinkHasItsPlaceOnce() throws {
    let text = page(Self.report)
    let ids = text.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    let links = text.matches(of: /href="#([^"]*)"/).map { String($0.1) }
    #expect(!links.isEmpty && Set(links).isSubset(of: ids))
  }

  @Test func worstCauseComesFirstAndNewsBeforeWhatIsKnown() throws {
    let text = page(Self.report)
    let order = [
      "invalid-json</code>", "null-value</code>", "unexercised</code>", "key-added</code>",
    ]
    let places = try order.map { try #require(text.range(of: "</span> <code>\($0)")).lowerBound }
    #expect(places == places.sorted())
  }

  /// A text of an API is text: the page has the elements that it has without it.
  @Test(arguments: HostileReport.texts.keys.sorted())
  func hostileTextAddsNoElement(_ name: String) throws {
    let text = try #require(HostileReport.texts[name])
    var report = HostileReport.report(text)
    report.material.documents = [ReportMaterial.Document(name: text, text: text)]
    var plain = HostileReport.report("x")
    plain.material.documents = [ReportMaterial.Document(name: "x", text: "x")]
    let elements = { (page: String) in
      page.matches(of: /<(\/?[a-zA-Z!][a-zA-Z0-9]*)/).map { String($0.1) }
        // A document has as many lines as its text.
        .filter { !["li", "/li", "code", "/code"].contains($0) }
    }
    let shown = elements(page(report))
    // Where the text is empty, facts about it are left out.
    if text.isEmpty { return }
    #expect(
      Set(shown).isSubset(
        of: Set(elements(page(plain))).union(["dl", "/dl", "dt", "/dt", "dd", "/dd"])))
    #expect(shown.count { $0 == "script" } == 1)
  }

  @Test func tenThousandFindingsStayAPage() {
    var report = Report(command: "check")
    report.findings = (0..<10_000).map { number in
      var finding = Finding(.missingKey, "the key \"k\(number)\" is missing")
      finding.source = .file("Fixtures/s/e/\(number).json")
      finding.line = 1
      finding.path = "$.k\(number % 500)"
      return finding
    }
    let text = page(report)
    #expect(text.utf8.count < 6_000_000)
    #expect(text.matches(of: #/<article /#).count == 500)
    #expect(text.contains("10000 breaking"))
  }

  @Test func slotsAreAHeatMap() throws {
    let rows = [
      #"{"k1": "a", "k2": "", "k3": " ", "k4": null}"#, #"{"k1": "b", "k2": "c", "k3": "d"}"#,
    ]
    let documents = try rows.enumerated().map { number, text in
      (name: "\(number).json", root: try JSONDocument(Array(text.utf8)).root)
    }
    let tables = SlotTable.tables(of: "s/e", in: documents)
    #expect(tables.map(\.family) == ["k1…4", "k1…3"])
    #expect(tables.first?.rows.first?.slots == [.filled, .empty, .blank, .null])
    var report = Report(command: "check")
    report.material.slotTables = tables
    #expect(page(report).contains("<td class=\"null\">"))
  }

  /// A validator that is not ours finds nothing to say about the page.
  @Test(.enabled(if: Validator.path != nil, "no tidy on this machine"))
  func validatorHasNothingToSay() throws {
    let hostile = HostileReport.texts.values.sorted().map { HostileReport.report($0) }
    for report in [Self.report, SampleReport.withHistory] + hostile {
      let said = try Validator.check(page(report))
      #expect(said.isEmpty, "\(said)")
    }
  }

  /// The nights of a browser's user: a real one draws the page and finds no error in it.
  @Test(.enabled(if: Chromium.path != nil, "no Chromium on this machine"))
  func browserDrawsThePage() throws {
    let dump = try Chromium.dump(page(Self.report))
    // What a script adds is there: the script ran, and the policy let it.
    #expect(dump.contains("<button type=\"button\">Copy</button>"))
    #expect(dump.contains("<input type=\"checkbox\""))
    #expect(
      dump.matches(of: #/<article /#).count == page(Self.report).matches(of: #/<article /#).count)
  }
}

/// HTML Tidy, where the machine has it.
private enum Validator {
  static let path: String? = ["/usr/bin/tidy", "/opt/homebrew/bin/tidy"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The errors and warnings of a page.
  static func check(_ page: String) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).html")
    try Data(page.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments = ["-q", "-e", "-utf8", file.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let data = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

/// A headless Chromium, where the machine has one.
private enum Chromium {
  static let path: String? = [
    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The document that the browser makes of a page, as markup.
  static func dump(_ page: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try Data(page.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--timeout=60000",
      "--user-data-dir=\(folder.path)/profile", "--dump-dom", file.absoluteString,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
