import ContractTesting
import TestSupport
import Testing

@Suite struct ExcerptTests {
  /// The excerpt between markers 1 and 2.
  private func excerpt(_ marked: String) throws -> Excerpt {
    let source = MarkedText(marked)
    let start = try #require(source.offsets[1])
    return Excerpt(bytes: source.bytes, range: start..<(source.offsets[2] ?? start))
  }

  @Test func excerptHasOneLine() throws {
    let excerpt = try excerpt("{\n  \"a\": 1️⃣012️⃣,\n  \"b\": 2\n}")
    #expect(excerpt.before == "  \"a\": ")
    #expect(excerpt.marked == "01")
    #expect(excerpt.after == ",")
    #expect(!excerpt.isCutBefore && !excerpt.isCutAfter)
  }

  @Test func valueOverSeveralLinesIsMarkedOnItsFirstLine() throws {
    let excerpt = try excerpt("{\"a\": 1️⃣[\n1\n]2️⃣}")
    #expect(excerpt.marked == "[")
    #expect(excerpt.after.isEmpty)
    #expect(excerpt.isCutAfter)
  }

  @Test func endOfTextHasNothingMarked() throws {
    let excerpt = try excerpt("[1,1️⃣")
    #expect(excerpt.before == "[1,")
    #expect(excerpt.marked.isEmpty && excerpt.after.isEmpty)
  }

  @Test func rangeOutsideTheDocumentIsMovedIntoIt() {
    let bytes = Array("[1]".utf8)
    #expect(Excerpt(bytes: bytes, range: 9..<12).before == "[1]")
    #expect(Excerpt(bytes: [], range: 0..<4).marked.isEmpty)
  }

  /// A cut falls at every place of a four-byte character, and never breaks it.
  @Test(arguments: 0..<4) func longLineIsCutBetweenCharacters(_ shift: Int) {
    let side = String(repeating: "a", count: shift) + String(repeating: "🥐", count: 500)
    let value = String(repeating: "b", count: shift) + String(repeating: "🍪", count: 500)
    let start = side.utf8.count
    let excerpt = Excerpt(
      bytes: Array("\(side)\(value)\(side)".utf8), range: start..<(start + value.utf8.count))
    #expect(excerpt.isCutBefore && excerpt.isCutAfter)
    #expect(excerpt.before.count >= 39 && excerpt.before.allSatisfy { $0 == "🥐" })
    #expect(value.hasPrefix(excerpt.marked) && excerpt.marked.count >= 39)
    #expect(!excerpt.after.contains("\u{FFFD}"))
  }

  @Test func brokenBytesBecomeReplacementCharacters() {
    let excerpt = Excerpt(bytes: [0x22, 0x80, 0x80, 0x80, 0x80, 0x22], range: 1..<2)
    #expect(excerpt.before == "\"")
    #expect(excerpt.marked == "\u{FFFD}")
  }
}
