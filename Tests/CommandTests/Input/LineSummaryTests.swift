import ContractTesting
import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// The same lines give the same bytes, whoever reads them and in whatever pieces.
@Suite(.computing) struct LineSummaryTests {
  /// Records of many shapes; in some a map outgrows the limit of its members.
  private static let lines: [String] = (0..<400).map { index in
    switch index % 8 {
    case 0: #"{"id": "\#(index)", "tags": "a,b", "at": "2020-01-0\#(index % 9 + 1)"}"#
    case 1: #"{"id": \#(index), "size": \#(index).5, "list": [[1, "a"], [2, null]]}"#
    case 2: #"{"rates": {"k\#(index)a": 1, "k\#(index)b": {"x": "y"}}, "id": null}"#
    case 3:
      #"{"rates": {"#
        + (0..<40).map { #""m\#(index + $0)": {"v": ["a", "b"], "w": "\#($0 % 3)"}"# }
        .joined(separator: ", ") + "}}"
    case 4: #"[{"a": "é\n"}, {"a": "\u00e9\n", "b": []}, {}]"#
    case 5: #"{"id": "x", "id": "y", "text": "\#(String(repeating: "long ", count: index))"}"#
    case 6: #"{"at": "03/04/20\#(10 + index % 80)", "link": "https://example.com/\#(index)"}"#
    default: index % 16 == 7 ? #"{"id": 0\#(index)}"# : ""
    }
  }

  private static let text = lines.joined(separator: "\n")

  private func whole() throws -> FormatSummary {
    var summary = FormatSummary()
    for line in Self.lines {
      if let document = try? JSONDocument(Array(line.utf8)) { summary.add(document) }
    }
    return summary
  }

  @Test(arguments: [1, 5], [16, 900, 1 << 20])
  func workersAndPiecesDoNotMatter(workers: Int, pieceSize: Int) throws {
    let whole = try whole()
    for _ in 0..<2 {
      let reader = LineReader(.text(Self.text), pieceSize: pieceSize)
      let lines = try LineSummary(reader, of: LineInput(name: "a.ndjson"), workers: workers)
      #expect(
        JSONWriter.compact(lines.summary.document)
          == JSONWriter.compact(whole.document))
      #expect(lines.brokenLines == 25)
      #expect(
        lines.findings.findings.map { "\($0.rule.id) \($0.line ?? 0)" }
          == (0..<25).map { "invalid-json \($0 * 16 + 8)" })
    }
  }

  @Test func theFirstBrokenLinesAreTold() throws {
    let text = String(repeating: "{\n", count: 1000)
    let reader = LineReader(.text(text), pieceSize: 64)
    let lines = try LineSummary(reader, of: LineInput(name: "-"), workers: 3)
    #expect(lines.brokenLines == 1000)
    #expect(lines.findings.findings.map(\.line) == (1...LineSummary.mostFindings).map { $0 })
  }

  @Test func faultOfTheStreamIsThrown() {
    struct Fault: Error {}
    let reader = LineReader(ByteStream { _, _ in throw Fault() })
    #expect(throws: Fault.self) { try LineSummary(reader, of: LineInput(name: "-"), workers: 2) }
  }
}
