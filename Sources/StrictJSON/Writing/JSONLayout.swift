/// Lays out the text of a document for reviewers: one member a line, every token byte for byte.
///
/// Only white space between tokens changes, so a number keeps its digits, a string its escapes, and an
/// object its order and its duplicate keys. An array of scalars that fits in a line stays on one line,
/// as in ``JSONWriter``:
///
///     {"meals":[{"id":"52958","tags":["a","b"],"n":1.50}]}
///
/// becomes
///
///     {
///       "meals": [
///         {
///           "id": "52958",
///           "tags": ["a", "b"],
///           "n": 1.50
///         }
///       ]
///     }
///
/// A layout is its own layout: laid out again, a text does not change.
package struct JSONLayout {
  /// The deepest indentation, in levels of two spaces: without a bound, a body of 10 MB whose scalars
  /// lie 500 levels deep would grow to 5 GB.
  private static let maximumIndentation = 24

  private let bytes: [UInt8]
  private var position: Int
  private var depth = 0
  private var text: [UInt8] = []

  /// Lays out a document; a byte order mark stays, and a line feed ends the text.
  package static func bytes(of document: JSONDocument) -> [UInt8] {
    var layout = JSONLayout(document)
    layout.write()
    return layout.text
  }

  private init(_ document: JSONDocument) {
    bytes = document.bytes
    position = document.root.byteRange.lowerBound
    text.reserveCapacity(bytes.count + bytes.count / 2)
    if document.hasByteOrderMark { text += [0xEF, 0xBB, 0xBF] }
  }

  /// Writes the tokens one after the other; the document is known to be JSON.
  private mutating func write() {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if let line = oneLine() {
          text += line
          continue
        }
        position += 1
        text.append(byte)
        depth += 1
        startLine()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        position += 1
        depth -= 1
        startLine()
        text.append(byte)
      case UInt8(ascii: ","):
        position += 1
        text.append(byte)
        startLine()
      case UInt8(ascii: ":"):
        position += 1
        text += ": ".utf8
      default: text += token()
      }
    }
    text.append(UInt8(ascii: "\n"))
  }

  private mutating func startLine() {
    text.append(UInt8(ascii: "\n"))
    text.append(spaces: 2 * min(depth, Self.maximumIndentation))
  }

  /// Reads a string or a literal.
  private mutating func token() -> ArraySlice<UInt8> {
    let start = position
    position = end(ofTokenAt: start)
    return bytes[start..<position]
  }

  private func end(ofTokenAt start: Int) -> Int {
    var end = start + 1
    guard bytes[start] == UInt8(ascii: "\"") else {
      while end < bytes.count, !Self.endsLiteral(bytes[end]) { end += 1 }
      return end
    }
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end + 1, bytes.count)
  }

  private static func endsLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: " "),
      UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      true
    default: false
    }
  }

  /// Reads an empty container, or an array of scalars that fits in a line; nil, and nothing is read,
  /// where the container that begins here needs more than a line.
  private mutating func oneLine() -> [UInt8]? {
    let opener = bytes[position]
    var line = [opener]
    var index = position + 1
    while index < bytes.count, line.count <= JSONWriter.lineWidth {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        line.append(bytes[index])
        guard line.count <= JSONWriter.lineWidth else { return nil }
        position = index + 1
        return line
      case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
      case UInt8(ascii: ","):
        line += ", ".utf8
        index += 1
      default:
        guard opener == UInt8(ascii: "[") else { return nil }
        let end = end(ofTokenAt: index)
        line += bytes[index..<end]
        index = end
      }
    }
    return nil
  }
}
