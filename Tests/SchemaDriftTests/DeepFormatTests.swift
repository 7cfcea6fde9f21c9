import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

/// Formats that nest as deeply as a document may.
@Suite(.computing) struct DeepFormatTests {
  private static func side(_ levels: Int, _ name: String, inner: String) throws -> Drift.Side {
    let text = (0..<levels).reduce(inner) { text, level in
      level % 3 == 0 ? "{\"\(name)\": \(text), \"id\": \(level)}" : "{\"a\": \(text)}"
    }
    return Drift.Side(documents: [try JSONDocument(Array(text.utf8))])
  }

  @Test func equalFormatsHaveNoChange() throws {
    let side = try Self.side(512, "b", inner: "1")
    let drift = Drift.between(side, side)
    #expect(drift.changes.isEmpty)
    // The root, each level, and the number beside each third one.
    #expect(drift.mapping.count == 1 + 512 + 171)
    #expect(drift.mapping.allSatisfy { $0.kind == .same })
  }

  @Test func changeAtTheBottomIsTold() throws {
    let drift = Drift.between(
      try Self.side(500, "b", inner: "1"), try Self.side(500, "b", inner: #""x""#))
    #expect(drift.changes.map(\.rule) == [.typeChanged])
    #expect(drift.changes.first?.from?.steps.count == 500)
  }

  @Test func arraysNestAsDeeply() throws {
    func side(_ inner: String) throws -> Drift.Side {
      let text =
        String(repeating: "[", count: 512) + inner + String(repeating: "]", count: 512)
      return Drift.Side(documents: [try JSONDocument(Array(text.utf8))])
    }
    #expect(Drift.between(try side("1"), try side("1")).changes.isEmpty)
    #expect(Drift.between(try side("1"), try side("true")).changes.count == 1)
  }
}
