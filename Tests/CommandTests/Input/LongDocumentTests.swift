import ContractTesting
import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// A document that is read in parts shows what it shows in one piece, and each finding has the same place.
@Suite(.computing) struct LongDocumentTests {
  /// Documents with long arrays in many places; `%` is where the elements of an array go.
  private static let frames = [
    "[%]", "\n [ %\n]\n ", #"{"meals": [%], "count": 70}"#,
    #"{"data": {"page": {"n": 1}, "items": [%], "of": [1, 2, {"x": []}]}, "more":[%],"z":[]}"#,
    #"{"a": [%], "a": [%], "b": "]},[\"", "c": [[%], [%]]}"#, #"{"a\u0041": {"é": [%]}}"#,
    "{" + (0..<1100).map { #""k\#($0)": [\#($0)], "# }.joined() + #""list": [%]}"#,
  ]

  private static func element(_ index: Int) -> String {
    switch index % 9 {
    case 0: #"{"id": \#(10_000 + index), "name": "Meal nr. \#(index)", "slots": ["a", "", null]}"#
    case 1: #"{"id": "\#(index)", "name": "a \" [ and ]}", "at": "2020-01-0\#(index % 8 + 1)"}"#
    case 2: "\n  { \"id\": null,\n \"deep\": [[{\"x\": \(index)}], [], {\"y\": [1.5]}] }\n"
    case 3: #"{"rates": {"k\#(index)a": 1, "k\#(index)b": 2}, "name": "back \\"}"#
    case 4: #"  "text \#(index) éé" "#
    case 5: "\(index * 1000)"
    case 6: "[\(index), [\"a, b\"]]"
    case 7: #"{"id": 1, "id": 2, "tags": "x,y"}"#
    default: "{}"
    }
  }

  private static func document(_ frame: String, elements count: Int) -> String {
    var first = 0
    return frame.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
      .enumerated().reduce(into: "") { text, part in
        if part.offset > 0 {
          text += (first..<first + count).map(element).joined(separator: ",")
          first += 7
        }
        text += part.element
      }
  }

  private func read(
    _ text: String, atOnce: Int = .max, part: Int = 100, sample: Int = 8 << 20
  ) throws -> LongDocument {
    let sizes = LongDocument.Sizes(whole: 0, part: part, sample: sample)
    let content = try LongDocument.read(
      .text(text, atOnce: atOnce), named: "long.json", sizes: sizes)
    guard case .long(let document) = content else { throw ReadInOnePiece() }
    return document
  }

  private struct ReadInOnePiece: Error {}

  @Test(arguments: frames.indices, [1, 16, 17, 70])
  func partsShowWhatTheWholeShows(frame: Int, elements: Int) throws {
    let text = Self.document(Self.frames[frame], elements: elements)
    var whole = FormatSummary()
    let number = whole.add(try JSONDocument(Array(text.utf8)))
    for (atOnce, part) in [(.max, 1), (7, 300), (.max, 1 << 20)] {
      let document = try read(text, atOnce: atOnce, part: part)
      #expect(document.faults == [])
      #expect(document.number == number)
      #expect(
        JSONWriter.compact(document.summary.document) == JSONWriter.compact(whole.document))
    }
  }

  /// Whatever is kept of the elements, each value of the text has the place and the pointer of the whole.
  @Test(arguments: frames.indices, [400, 8 << 20])
  func placesAreThoseOfTheWhole(frame: Int, sample: Int) throws {
    let text = Self.document(Self.frames[frame], elements: 90)
    let whole = try JSONDocument(Array(text.utf8))
    let document = try read(text, sample: sample)
    let reading = ResponseReading(document.response)
    let kept = try #require(reading.document)
    if sample < 1000 { #expect(document.response.body.count < text.utf8.count - 1000) }
    var seen = 0
    func check(_ value: JSONValue) throws {
      seen += 1
      let finding = reading.place(
        Finding(.nullValue, "here"), value.byteRange, pointer: value.pointer)
      let offset = try #require(finding.offset)
      if value.kind != .array, value.kind != .object {
        #expect(
          Array(text.utf8)[offset..<offset + value.byteRange.count]
            == document.response.body[value.byteRange])
      }
      let location = whole.location(atOffset: offset)
      #expect(finding.line == location.line && finding.column == location.column)
      let pointer = try #require(finding.pointer.flatMap(JSONPointer.init))
      // Of members with one key the last one is found by a pointer.
      if frame != 4 { #expect(whole.value(at: pointer)?.offset == offset) }
      for element in value.elements { try check(element) }
      if seen < 2000, value.kind == .object, !value.members.contains(where: { $0.key == "tags" }) {
        for member in value.members { try check(member.value) }
      }
    }
    try check(kept.root)
    #expect(seen > 40)
  }

  /// A fault is that of the whole, at its place.
  @Test(arguments: [
    "{} {}", "{}, , {}", "{},", "01", "{\"a\": }", "\"open", "\"\u{1}\"", "]", "}", "{},}",
    "[" + String(repeating: "[", count: 520) + String(repeating: "]", count: 521), "nul", "\\",
  ])
  func faultsAreThoseOfTheWhole(fault: String) throws {
    for frame in Self.frames.dropLast() {
      for position in [3, 16, 40, 59] {
        let parts = frame.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var elements = (0..<60).map(Self.element)
        elements[position] = fault
        let text =
          String(parts[0]) + elements.joined(separator: ",")
          + Self.document(String(parts[1]), elements: 20)
        let whole = ResponseReading(Response(name: "long.json", body: Array(text.utf8))).faults
        let faults = try read(text).faults
        #expect(faults.map(\.line) == whole.map(\.line), "\(text)")
        #expect(faults.map(\.column) == whole.map(\.column))
        #expect(faults.map(\.offset) == whole.map(\.offset))
        #expect(faults.map(\.rule) == whole.map(\.rule))
        #expect(faults.map(\.message) == whole.map(\.message))
      }
    }
  }

  @Test func cutTextHasTheFaultOfItsEnd() throws {
    let text = Self.document(Self.frames[3], elements: 60)
    for end in stride(from: 1, to: text.utf8.count - 1, by: 61) {
      let cut = String(decoding: Array(text.utf8)[..<end], as: UTF8.self)
      let whole = ResponseReading(Response(name: "long.json", body: Array(cut.utf8))).faults
      let faults = try read(cut, atOnce: 64).faults
      #expect(faults.map(\.offset) == whole.map(\.offset))
      #expect(faults.map(\.message) == whole.map(\.message))
    }
  }

  @Test func shortDocumentIsReadInOnePiece() throws {
    let content = try LongDocument.read(.text("[1]"), named: "a.json")
    guard case .whole(let response) = content else {
      Issue.record("it was cut")
      return
    }
    #expect(response.body == Array("[1]".utf8))
  }
}
