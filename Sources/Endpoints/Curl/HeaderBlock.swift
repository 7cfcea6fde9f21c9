/// The status line and the header fields of an answer, line by line as they arrive.
///
/// Lenient where real servers are: lines may end with a bare line feed, the reason phrase may be
/// missing, a value may go on in the next line, and bytes that are no UTF-8 are read as Latin-1. An
/// interim answer (1xx) is dropped when the next status line comes, and fields after the body
/// (trailers) are not read.
///
/// https://www.rfc-editor.org/rfc/rfc9112#section-2.2
struct HeaderBlock {
  /// The size of all lines so far, interim answers included, in bytes.
  private(set) var size = 0

  /// The status code of the last status line; nil before the first.
  private(set) var status: Int?

  /// Whether the empty line after the header fields was there.
  private(set) var isComplete = false

  private var fields: [(String, String)] = []

  /// The header fields of the last answer.
  var headers: HTTPHeaders { HTTPHeaders(fields) }

  /// The stated length of the body; nil where none is stated.
  var contentLength: Int? { headers["content-length"].flatMap { Int($0) } }

  /// Adds a line with its end.
  mutating func add(_ line: [UInt8]) {
    size += line.count
    let text = Self.text(line)
    if let status = Self.status(text), self.status == nil || isComplete && isInterim {
      self.status = status
      isComplete = false
      fields = []
    } else if isComplete || status == nil {
      return
    } else if text.isEmpty {
      isComplete = true
    } else if let first = text.first, first == " " || first == "\t", let last = fields.last {
      fields[fields.count - 1].1 = last.1 + " " + Self.trimmed(text[...])
    } else if let colon = text.firstIndex(of: ":") {
      let name = String(Self.trimmed(text[..<colon]))
      fields.append((name, String(Self.trimmed(text[text.index(after: colon)...]))))
    }
  }

  private var isInterim: Bool { status.map { (100...199).contains($0) && $0 != 101 } ?? false }

  /// Whether the whole header of the final answer is there.
  var isFinal: Bool { isComplete && !isInterim }

  private static func text(_ line: [UInt8]) -> String {
    var line = line[...]
    if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    if let text = String(validating: line, as: UTF8.self) { return text }
    var latin = ""
    for byte in line { latin.unicodeScalars.append(Unicode.Scalar(byte)) }
    return latin
  }

  private static func status(_ line: String) -> Int? {
    guard line.hasPrefix("HTTP/") else { return nil }
    let words = line.split(separator: " ", maxSplits: 2)
    return words.count > 1 ? Int(words[1]) : nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.unicodeScalars.first, first == " " || first == "\t" {
      text = text.dropFirst()
    }
    while let last = text.unicodeScalars.last, last == " " || last == "\t" {
      text = text.dropLast()
    }
    return text
  }
}
