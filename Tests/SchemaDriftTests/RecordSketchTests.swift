import Foundation
import JSONSchema
import StrictJSON
import TestSupport
import Testing

@testable import SchemaDrift

/// What is kept of records: the same however they were split, whatever their keys are called, and nothing
/// that could be read back.
@Suite(.computing) struct RecordSketchTests {
  private static func record(_ index: Int, name: String = "name") -> String {
    let id = String(index * 7919 % 100_003 + 100_000)
    return
      #"{"id": "\#(id)", "\#(name)": "Dish number \#(index)", "kind": "\#(index % 3)", "unit": "g", "#
      + #""password": "secret-\#(index)", "tags": ["t\#(index)-a", "t\#(index)-b"], "#
      + #""parts": [{"part": "part-\#(index)-1"}, {"part": "part-\#(index)-2"}]}"#
  }

  private static func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(Array(text.utf8))
  }

  private static func summary(_ texts: some Sequence<String>) throws -> FormatSummary {
    var summary = FormatSummary()
    for text in texts { summary.add(try document(text)) }
    return summary
  }

  private static func text(_ summary: FormatSummary) -> String {
    JSONWriter.compact(summary.document)
  }

  @Test(arguments: [1, 3, 64])
  func splitsAndOrdersGiveTheSameBytes(parts: Int) throws {
    let records = (0..<500).map { Self.record($0) }
    let whole = try Self.text(Self.summary(records))
    var random = SplitMix(seed: UInt64(parts))
    let shuffled = records.shuffled(using: &random)
    var joined = FormatSummary()
    let summaries = try (0..<parts).map { part in
      try Self.summary(shuffled.enumerated().filter { $0.offset % parts == part }.map(\.element))
    }
    for summary in summaries.shuffled(using: &random) + [FormatSummary()] {
      // What was written is joined as what is in memory.
      let written = try Self.document(Self.text(summary))
      joined.merge(try #require(FormatSummary(written)))
    }
    #expect(Self.text(joined) == whole)
  }

  @Test func sameRecordsStayWhateverTheirKeysAreCalled() throws {
    let old = try Self.summary((0..<2000).map { Self.record($0) })
    let new = try Self.summary((0..<2000).reversed().map { Self.record($0, name: "title") })
    let numbers = { (summary: FormatSummary) in
      summary.sketch.records[ShapePath()]?.map(\.number) ?? []
    }
    #expect(numbers(old).count == RecordSketch.recordsOfSummary)
    #expect(numbers(old) == numbers(new))
  }

  @Test func textIsReadBack() throws {
    let sketch = try Self.summary((0..<100).map { Self.record($0) }).sketch
    let read = RecordSketch(try Self.document(JSONWriter.compact(sketch.node)).root)
    #expect(read == sketch && !sketch.isEmpty)
  }

  @Test(arguments: [
    ##"{"$": "# short"}"##, ##"{"$": "# AAAAAAABAAAAAAAC AAAAAAAAAAAAAAAC"}"##,
    ##"{"$.a": "AAAAAAAA"}"##,
    ##"{"x": "# AAAAAAAAAAAAAAAA"}"##, ##"{"$": 1}"##, "[]", "null",
    ##"{"$": "# AAAAAAAAAAAAAAAB", "$.a": "AAAAAAA="}"##,
    ##"{"$": "# AAAAAAAAAAAAAAAB", "$.a": "AAAAAAAA AAAAAAAA"}"##,
    ##"{"$": "# AAAAAAAAAAAAAAAB", "$.a": "0"}"##, ##"{"$": "# AAAAAAAAAAAAAAAB", "$.a": "-1"}"##,
    ##"{"$": "# AAAAAAAAAAAAAAAB", "$.a": "7"}"##,
  ])
  func damagedLinesArePassedOver(text: String) throws {
    let sketch = RecordSketch(try Self.document(text).root)
    #expect(
      sketch.records.values.allSatisfy { $0.allSatisfy { $0.cells.allSatisfy(\.values.isEmpty) } })
  }

  @Test func contractKeepsNeitherCredentialsNorConstants() throws {
    var summary = try Self.summary((0..<60).map { Self.record($0) })
    summary.forgetValues { _, _ in
      false
    } sketches: {
      $0 == "password"
    }
    let contract = summary.contract()
    guard case .object(let lines)? = contract[RecordSketch.keyword] else {
      Issue.record("no sketch")
      return
    }
    #expect(lines.map(\.key) == ["$", "$.id", "$.kind", "$.name", "$.parts[*].part", "$.tags[*]"])
    for line in lines {
      guard case .string(let text) = line.value else { continue }
      let words = text.split(separator: " ").filter { $0 != "#" }
      #expect(words.count == RecordSketch.recordsOfContract, "\(line.key)")
      // What comes back is written once.
      let values = words.filter { $0.utf8.count >= 8 }
      #expect(line.key != "$.kind" || values.count == 3)
    }
    #expect(!Self.text(summary).contains("secret-1\""))
  }

  /// A value has at least as many bits as its eight characters, so that more than one value has the same ones.
  @Test func sketchHasFewBits() throws {
    let values = try (0..<1000).map { index in
      try #require(ValueSketch(text: "sk_live_\(index)_51Habcdef"))
    }
    #expect(values.allSatisfy { $0.text.utf8.count == 8 && ValueSketch(token: $0.text) == $0 })
    #expect(values.allSatisfy { $0.mark == $0.mark.reduced })
  }

  @Test func oddDocumentsAreSketched() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let wide =
      "{" + (0..<3000).map { #""key\#($0)": "value number \#($0)""# }.joined(separator: ",") + "}"
    let long =
      "[" + (0..<3000).map { #"{"a": "value number \#($0)"}"# }.joined(separator: ",") + "]"
    let texts = [
      deep, wide, long, "null", #""a text""#, "[]", "{}",
      #"{"a": "\ud800", "": "\u0000\u0001 text"}"#,
      #"{"a'b\\c": [{"x y": "some value"}]}"#,
    ]
    let summary = try Self.summary(texts)
    let written = try JSONDocument(
      Array(Self.text(summary).utf8), maximumDepth: ShapeSummary.maximumDocumentDepth)
    #expect(Self.text(try #require(FormatSummary(written))) == Self.text(summary))
    #expect(summary.sketch.records.values.allSatisfy { $0.count <= RecordSketch.recordsOfSummary })
    #expect(summary.sketch.records.keys.allSatisfy { !summary.sketch.documents(at: $0).isEmpty })
  }

  /// An answer that is keyed by data has many lists, of which a bounded number is kept.
  @Test func manyListsAreBounded() throws {
    let texts = (0..<200).map { #"{"list\#($0)": [{"a": "value number \#($0)"}]}"# }
    let summary = try Self.summary(texts)
    #expect(summary.sketch.records.count == RecordSketch.mostRoots)
    let halves = try [texts[..<100], texts[100...]].map { try Self.summary($0) }
    var joined = halves[1]
    joined.merge(halves[0])
    #expect(joined.sketch == summary.sketch)
  }

  /// The digits and the power of ten of a number, in whatever way it is written.
  @Test(arguments: [
    ("12.5", "1250", 2), ("0.05", "5", 2), ("1e3", "1000.0", 0), ("-7.25", "-0.725", -1),
    ("123456789012", "12345678.9012", -4), (#""12.50""#, "12.5", 0),
  ])
  func numbersOfTheSameDigitsDifferByAPowerOfTen(old: String, new: String, power: Int) throws {
    let number = { (text: String) in
      try #require(ValueSketch(Self.document(text).root)?.number?.value)
    }
    let before = try number(old)
    #expect(abs(try number(new) / before - pow(10, Double(power))) < 1e-9 * pow(10, Double(power)))
    #expect(before.sign == (old.hasPrefix("-") ? .minus : .plus))
  }

  @Test(arguments: ["0", "-0.0", "7", "1e-30", "9.99e31", "1e300", "true", #""17""#, #""x.y""#])
  func numberIsReadBack(text: String) throws {
    let sketch = try #require(ValueSketch(Self.document(text).root))
    #expect(ValueSketch(token: sketch.text) == sketch)
    #expect(sketch.text.utf8.count == (sketch.number == nil ? 8 : 12))
  }

  /// A sketch of before, without what is kept of numbers now, is joined with one that has it.
  @Test func olderSketchIsJoined() throws {
    let texts = (0..<20).map { #"{"id": "order-\#($0)", "price": \#($0 * 17 + 1000)}"# }
    let new = try Self.summary(texts).sketch
    let old = RecordSketch(
      records: new.records.mapValues { rows in
        rows.map { row in
          RecordSketch.Row(
            number: row.number,
            cells: row.cells.map { cell in
              RecordSketch.Row.Cell(
                place: cell.place,
                values: cell.values.compactMap { ValueSketch(token: $0.text.prefix(8)) })
            })
        }
      })
    #expect(old != new)
    var joined = old
    joined.merge(new)
    #expect(joined == new)
    joined.merge(old)
    #expect(joined == new)
  }

  /// A contract of few records keeps all that it has of them.
  @Test func fewRecordsAreKeptToo() throws {
    let text = #"{"id": 7, "isOpen": true, "rank": 3, "name": "x", "note": null}"#
    let contract = try Self.summary([text]).contract()
    guard case .object(let lines)? = contract[RecordSketch.keyword] else {
      return #expect(Bool(false))
    }
    #expect(lines.map(\.key) == ["$", "$.id", "$.isOpen", "$.name", "$.rank"])
  }
}
