import Testing

@testable import ContractCommand

/// Lines come whole, whatever the pieces of the stream are.
@Suite struct LineReaderTests {
  private struct Line: Hashable {
    let number: Int
    let text: String
  }

  private func lines(_ reader: LineReader) throws -> [Line] {
    var reader = reader
    var batch = LineBatch()
    var lines: [Line] = []
    var first = 1
    while try reader.next(&batch) {
      first += batch.forEachLine { line, number in
        lines.append(Line(number: first + number, text: String(decoding: line, as: UTF8.self)))
      }
    }
    return lines
  }

  private static let text = "one\n\n \t\r\ntwo two\r\n\u{e9}\nlast, a long one of many bytes"

  private static let expected = [
    Line(number: 1, text: "one"), Line(number: 4, text: "two two\r"),
    Line(number: 5, text: "\u{e9}"), Line(number: 6, text: "last, a long one of many bytes"),
  ]

  @Test(arguments: [1, 2, 3, 7, 1000], [1, 5, 64])
  func linesComeWholeAndNumbered(atOnce: Int, pieceSize: Int) throws {
    let stream = ByteStream.text(Self.text, atOnce: atOnce)
    #expect(try lines(LineReader(stream, pieceSize: pieceSize)) == Self.expected)
  }

  @Test(arguments: [0, 1, 4, 9, 20])
  func linesBeginInWhatWasReadBefore(count: Int) throws {
    let bytes = Array(Self.text.utf8)
    let stream = ByteStream.text(String(decoding: bytes[count...], as: UTF8.self), atOnce: 3)
    let reader = LineReader(stream, beginning: Array(bytes[..<count]), pieceSize: 8)
    #expect(try lines(reader) == Self.expected)
  }

  @Test func nothingHasNoLines() throws {
    #expect(try lines(LineReader(.text(""))).isEmpty)
    #expect(try lines(LineReader(.text("\n\n"))).isEmpty)
  }

  /// The memory of a batch is that of a piece, however long the stream is.
  @Test func memoryDoesNotGrowWithTheStream() throws {
    let line = String(repeating: "x", count: 99) + "\n"
    var reader = LineReader(.text(String(repeating: line, count: 5000)), pieceSize: 1000)
    var batch = LineBatch()
    var largest = 0
    while try reader.next(&batch) { largest = max(largest, batch.bytes.count) }
    #expect(largest <= 1100)
  }
}
