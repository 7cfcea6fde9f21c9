import ContractReports
import ContractTesting
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitReportTests {
  private func elements(
    _ report: Report, failLevel: Level = .breaking
  ) throws -> [ParsedElement] {
    let text = ReportFormat.junit.render(
      report,
      style: ReportStyle(program: "mealdb-contract", failCondition: FailCondition(level: failLevel))
    )
    return try ParsedElement.parse(text)
  }

  @Test func endpointsAreTestCasesOfTheirSuite() throws {
    let elements = try elements(SampleReport.report)
    #expect(
      elements.filter { $0.name == "testsuite" }.map(\.attributes["name"])
        == ["spacex", "themealdb", "check"])
    #expect(
      elements.filter { $0.name == "testcase" }.map { $0.attributes["name"] } == [
        "launch", "rockets", "categories", "recipe", "search", "drafts/new.json",
      ])
  }

  @Test func countsAreThoseOfTheCases() throws {
    let root = try #require(try elements(SampleReport.report).first)
    #expect(root.attributes["tests"] == "6")
    #expect(root.attributes["failures"] == "2")
    #expect(root.attributes["errors"] == "1")
    #expect(root.attributes["skipped"] == "1")
  }

  @Test(arguments: [(Level.breaking, 7), (.warning, 8), (.info, 9)])
  func findingsFromTheFailLevelOnAreFailures(_ level: Level, _ count: Int) throws {
    let failures = try elements(SampleReport.report, failLevel: level)
      .filter { $0.name == "failure" }
    #expect(failures.count == count)
  }

  @Test func waivedFindingIsNoFailure() throws {
    let elements = try elements(SampleReport.report, failLevel: .info)
    #expect(!elements.contains { $0.attributes["type"] == "key-removed" })
    #expect(elements.contains { $0.name == "system-out" && $0.text.contains("waived key-removed") })
  }

  /// The text survives XML: what comes out is what the terminal would show.
  @Test(arguments: HostileReport.texts.keys.sorted())
  func hostileTextIsWellFormed(_ name: String) throws {
    let text = try #require(HostileReport.texts[name])
    let elements = try elements(HostileReport.report(text))
    let failure = try #require(elements.first { $0.name == "failure" })
    let message = try #require(failure.attributes["message"])
    #expect(message == Escaping.terminal(text, limit: 300))
  }
}

/// An element of an XML text, in the order in which the elements start.
private struct ParsedElement {
  let name: String
  let attributes: [String: String]
  var text = ""

  static func parse(_ text: String) throws -> [ParsedElement] {
    let collector = Collector()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = collector
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    return collector.elements
  }

  private final class Collector: NSObject, XMLParserDelegate {
    var elements: [ParsedElement] = []

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append(ParsedElement(name: elementName, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      guard !elements.isEmpty else { return }
      elements[elements.count - 1].text += string
    }
  }
}
