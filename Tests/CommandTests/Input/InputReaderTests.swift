import ContractTesting
import Testing

@testable import ContractCommand

/// One document and many lines of documents are told apart by their beginning.
@Suite struct InputReaderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let isLines: Bool
    var testDescription: String { text.debugDescription }
  }

  @Test(
    arguments: [
      Case(text: "{\"a\": 1}\n{\"a\": 2}\n", isLines: true),
      Case(text: "\n  {\"a\": 1}\r\n\n[1]", isLines: true),
      Case(text: "{\"a\": 1}\n{\"a\": ", isLines: true),
      // A broken first line, and a second one that cannot follow it in one document.
      Case(text: "{\"a\": 1,}\n\n{\"a\": 2}\n", isLines: true),
      Case(text: "<html>\n[2]", isLines: true),
      Case(text: "[\n{}\n]", isLines: false),
      Case(text: "{\"a\":\n{}\n}", isLines: false),
      Case(text: "[1\n2]\n{}", isLines: false),
      Case(text: "{\"a\": 1}\n \n", isLines: false),
      Case(text: "{\"a\": 1}", isLines: false),
      Case(text: "{\n  \"a\": 1\n}\n", isLines: false),
      Case(text: "[1,\n2]", isLines: false),
      Case(text: "", isLines: false), Case(text: "\n", isLines: false),
    ], [1, 3, 1 << 20])
  func linesBeginWithAWholeDocument(_ sample: Case, atOnce: Int) throws {
    let inputs = InputReader(world: .process)
    switch try inputs.part(LineInput(name: "-"), .text(sample.text, atOnce: atOnce)) {
    case .document(let document):
      #expect(!sample.isLines)
      #expect(try document.read().body == Array(sample.text.utf8))
    case .lines(let input):
      #expect(sample.isLines)
      var reader = try input.open()
      var batch = LineBatch()
      var text: [UInt8] = []
      while try reader.next(&batch) { text += batch.bytes[..<batch.count] }
      #expect(text == Array(sample.text.utf8))
    }
  }
}
