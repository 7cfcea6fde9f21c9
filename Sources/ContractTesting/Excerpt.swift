/// The part of one source line that a finding points at.
///
/// The line is kept in three parts, so that no later step has to count columns. For the value `01`
/// in `{"a": 01}` they are `{"a": `, `01` and `}`.
package struct Excerpt: Sendable, Hashable {
  /// The text of the line in front of the marked part.
  package let before: String

  /// The marked part; empty when the finding points between two characters.
  package let marked: String

  /// The text of the line after the marked part.
  package let after: String

  /// Whether the line has more text in front of `before`.
  package let isCutBefore: Bool

  /// Whether the line has more text after `after`, or the value goes on.
  package let isCutAfter: Bool

  /// The most bytes that each part keeps; a minified response is one long line.
  package static let partLimit = 160

  init(before: String, marked: String, after: String, isCutBefore: Bool, isCutAfter: Bool) {
    self.before = before
    self.marked = marked
    self.after = after
    self.isCutBefore = isCutBefore
    self.isCutAfter = isCutAfter
  }

  /// Takes the line around a byte range of a document.
  ///
  /// The range may end on a later line; what is marked ends with its first line. A range outside
  /// the document is moved into it. Bytes that are no UTF-8 become U+FFFD.
  package init(bytes: [UInt8], range: Range<Int>) {
    let start = min(max(range.lowerBound, 0), bytes.count)
    let end = min(max(range.upperBound, start), bytes.count)

    var lineStart = start
    while lineStart > 0, start - lineStart < Self.partLimit, !bytes.isLineEnd(lineStart - 1) {
      lineStart -= 1
    }
    var markEnd = start
    while markEnd < end, markEnd - start < Self.partLimit, !bytes.isLineEnd(markEnd) {
      markEnd += 1
    }
    var lineEnd = markEnd
    while lineEnd < bytes.count, lineEnd - markEnd < Self.partLimit, !bytes.isLineEnd(lineEnd) {
      lineEnd += 1
    }

    isCutBefore = lineStart > 0 && !bytes.isLineEnd(lineStart - 1)
    isCutAfter = markEnd < end || (lineEnd < bytes.count && !bytes.isLineEnd(lineEnd))
    // A cut must not fall inside a character, or its rest would read as broken bytes.
    if isCutBefore { lineStart = bytes.characterStart(atOrAfter: lineStart, limit: start) }
    if markEnd < end { markEnd = bytes.characterStart(atOrBefore: markEnd, limit: start) }
    lineEnd = max(lineEnd, markEnd)
    if lineEnd < bytes.count, !bytes.isLineEnd(lineEnd) {
      lineEnd = bytes.characterStart(atOrBefore: lineEnd, limit: markEnd)
    }
    before = String(decoding: bytes[lineStart..<start], as: UTF8.self)
    marked = String(decoding: bytes[start..<markEnd], as: UTF8.self)
    after = String(decoding: bytes[markEnd..<lineEnd], as: UTF8.self)
  }
}

extension Excerpt {
  /// The text of a value, cut to ``partLimit`` bytes; nil where the range is only the mark of a place.
  ///
  /// A place inside of an object or a list, such as that of a missing key, is marked by its first byte.
  static func value(in bytes: [UInt8], _ range: Range<Int>) -> String? {
    let range = range.clamped(to: 0..<bytes.count)
    guard let first = bytes[range].first,
      range.count > 1 || first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    else { return nil }
    guard range.count > partLimit else { return String(decoding: bytes[range], as: UTF8.self) }
    let end = bytes.characterStart(
      atOrBefore: range.lowerBound + partLimit, limit: range.lowerBound)
    return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self) + "…"
  }
}

extension [UInt8] {
  fileprivate func isLineEnd(_ index: Int) -> Bool {
    self[index] == UInt8(ascii: "\n") || self[index] == UInt8(ascii: "\r")
  }

  /// A UTF-8 character is four bytes at most, so no more than three are skipped.
  private func isContinuation(_ index: Int) -> Bool {
    index < count && self[index] & 0xC0 == 0x80
  }

  fileprivate func characterStart(atOrAfter index: Int, limit: Int) -> Int {
    var index = index
    for _ in 0..<3 where index < limit && isContinuation(index) { index += 1 }
    return index
  }

  fileprivate func characterStart(atOrBefore index: Int, limit: Int) -> Int {
    var start = index
    for _ in 0..<3 where start > limit && isContinuation(start) { start -= 1 }
    return isContinuation(start) ? index : start
  }
}
