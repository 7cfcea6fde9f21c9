import Endpoints

/// Takes the requests out of the bytes of a connection, in whatever pieces they come.
///
///     var parser = RequestParser()
///     parser.append("GET /a HTTP/1.1\r\nHo".utf8)    next() is .incomplete
///     parser.append("st: a\r\n\r\nGET /b HT".utf8)   next() is .request(GET /a), then .incomplete
///
/// It follows RFC 9112 and is strict where a lenient reader and another server could see different
/// requests in the same bytes: line ends are CR LF, there is one length, chunks are as in section 7.1.
/// After a fault nothing more is taken out, because nobody knows where the next request begins.
struct RequestParser {
  /// The longest target, in bytes.
  static let longestTarget = 8192
  /// The largest request line with header fields, or trailer section, in bytes.
  static let largestHead = 32_768
  /// The most header fields.
  static let mostFields = 100
  /// The largest content, in bytes.
  static let largestBody = 1_048_576
  /// The longest line with the size of a chunk, in bytes.
  private static let longestChunkLine = 256

  enum Outcome: Hashable {
    case incomplete
    case request(ReceivedRequest)
    case refused(RequestFault)
  }

  private var bytes: [UInt8] = []
  /// The first byte that was not taken out.
  private var position = 0
  /// Up to where the end of the head was looked for.
  private var scanned = 0
  private var state = State.head
  private var body: [UInt8] = []

  private enum State {
    case head
    case counted(RequestHead, Int)
    case chunkSize(RequestHead)
    /// With the length of the content at the end of the chunk.
    case chunk(RequestHead, Int)
    case chunkEnd(RequestHead)
    /// With the bytes of the trailer section so far.
    case trailer(RequestHead, Int)
    case refused(RequestFault)
  }

  /// Whether the client waits for `100 Continue` before it sends the content; asked once a request.
  private(set) var awaitsContinue = false

  /// Whether a request has begun and not ended.
  var isInside: Bool {
    if case .head = state { return position < bytes.count }
    return true
  }

  /// Adds bytes that came.
  mutating func append(_ new: some Sequence<UInt8>) {
    if position == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.largestHead)
      position = 0
      scanned = 0
    }
    bytes.append(contentsOf: new)
  }

  /// Notes that the client got `100 Continue`.
  mutating func continued() { awaitsContinue = false }

  /// Takes out the next request.
  mutating func next() -> Outcome {
    do throws(RequestFault) {
      while true {
        switch state {
        case .head:
          guard let head = try nextHead() else { return .incomplete }
          body = []
          switch try head.framing() {
          case .none: return .request(head.request(body: []))
          case .counted(let length): state = .counted(head, length)
          case .chunked: state = .chunkSize(head)
          }
          awaitsContinue = head.fields.count(of: .expect) > 0 && position == bytes.count
        case .counted(let head, let length):
          take(upTo: length - body.count)
          guard body.count == length else { return .incomplete }
          return finish(head)
        case .chunkSize(let head):
          guard let line = try nextLine(limit: Self.longestChunkLine, fault: .chunk) else {
            return .incomplete
          }
          let size = try Self.chunkSize(bytes[line])
          guard body.count + size <= Self.largestBody else { throw .bodyTooLarge }
          state = size == 0 ? .trailer(head, 0) : .chunk(head, body.count + size)
        case .chunk(let head, let end):
          take(upTo: end - body.count)
          guard body.count == end else { return .incomplete }
          state = .chunkEnd(head)
        case .chunkEnd(let head):
          guard bytes.count - position >= 2 else {
            if position < bytes.count, bytes[position] != Byte.cr { throw .chunk }
            return .incomplete
          }
          guard bytes[position] == Byte.cr, bytes[position + 1] == Byte.lf else { throw .chunk }
          position += 2
          compact()
          state = .chunkSize(head)
        case .trailer(let head, let size):
          guard let line = try nextLine(limit: Self.largestHead - size, fault: .headTooLarge) else {
            return .incomplete
          }
          if line.isEmpty { return finish(head) }
          var dropped = RequestFields()
          try Self.readField(bytes[line], into: &dropped)
          state = .trailer(head, size + line.count + 2)
        case .refused(let fault): throw fault
        }
      }
    } catch {
      state = .refused(error)
      awaitsContinue = false
      return .refused(error)
    }
  }

  private mutating func finish(_ head: RequestHead) -> Outcome {
    state = .head
    awaitsContinue = false
    scanned = position
    defer { body = [] }
    return .request(head.request(body: body))
  }

  /// Moves up to a number of bytes into the content.
  private mutating func take(upTo count: Int) {
    let end = min(bytes.count, position + count)
    body += bytes[position..<end]
    position = end
    compact()
  }

  /// Drops what was taken out, so that chunks of one byte do not fill the memory.
  private mutating func compact() {
    guard position > Self.largestHead else { return }
    bytes.removeFirst(position)
    position = 0
    scanned = 0
  }

  // MARK: Heads

  /// The next request line with its header fields; nil where it is not whole yet.
  private mutating func nextHead() throws(RequestFault) -> RequestHead? {
    // Some clients send an empty line behind the content of a request (section 2.2).
    while position + 1 < bytes.count, bytes[position] == Byte.cr, bytes[position + 1] == Byte.lf {
      position += 2
    }
    guard position < bytes.count else { return nil }
    // Such as a TLS handshake, which would wait for an answer for ever.
    guard Byte.isToken(bytes[position]) || bytes[position] == Byte.cr else { throw .requestLine }
    var index = max(scanned, position)
    while index < bytes.count {
      if bytes[index] == Byte.lf {
        guard index > position, bytes[index - 1] == Byte.cr else { throw .lineEnd }
        if index >= position + 3, bytes[index - 2] == Byte.lf { break }
      }
      index += 1
    }
    scanned = index
    guard index - position < Self.largestHead else {
      let hasLine = bytes[position..<index].contains(Byte.lf)
      throw hasLine ? .headTooLarge : .targetTooLong
    }
    guard index < bytes.count else { return nil }
    // Up to and without the empty line.
    let head = try Self.readHead(bytes[position..<index - 1])
    position = index + 1
    scanned = position
    return head
  }

  /// Reads lines that each end with CR LF.
  private static func readHead(_ bytes: ArraySlice<UInt8>) throws(RequestFault) -> RequestHead {
    var fields = RequestFields()
    var head: RequestHead?
    var count = 0
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = start
      while bytes[end] != Byte.cr { end += 1 }
      guard end + 1 < bytes.endIndex, bytes[end + 1] == Byte.lf else { throw .lineEnd }
      if head == nil {
        head = try RequestHead(line: bytes[start..<end])
      } else {
        count += 1
        guard count <= mostFields else { throw .headTooLarge }
        try readField(bytes[start..<end], into: &fields)
      }
      start = end + 2
    }
    guard var head else { throw .requestLine }
    head.fields = fields
    try head.checkHost()
    return head
  }

  /// Reads `name: value`, and keeps it where a server acts on it.
  private static func readField(
    _ line: ArraySlice<UInt8>, into fields: inout RequestFields
  ) throws(RequestFault) {
    guard let first = line.first else { throw .headerField }
    guard first != Byte.space, first != Byte.tab else { throw .foldedField }
    var colon = line.startIndex
    while colon < line.endIndex, Byte.isToken(line[colon]) { colon += 1 }
    guard colon > line.startIndex, colon < line.endIndex, line[colon] == Byte.colon else {
      throw .headerField
    }
    var start = colon + 1
    var end = line.endIndex
    while start < end, line[start] == Byte.space || line[start] == Byte.tab { start += 1 }
    while start < end, line[end - 1] == Byte.space || line[end - 1] == Byte.tab { end -= 1 }
    for index in start..<end where !Byte.isFieldContent(line[index]) { throw .headerField }
    guard let name = fieldName(line[line.startIndex..<colon]) else { return }
    fields.add(name, String(decoding: line[start..<end], as: UTF8.self))
  }

  private static let knownNames = RequestFields.Name.allCases.map { ($0, Array($0.rawValue.utf8)) }

  private static func fieldName(_ bytes: ArraySlice<UInt8>) -> RequestFields.Name? {
    for (name, letters) in knownNames where letters.count == bytes.count {
      // All known names are letters and hyphens, which bit 5 leaves alone.
      if zip(letters, bytes).allSatisfy({ $0 == $1 | 0x20 }) { return name }
    }
    return nil
  }

  // MARK: Chunks

  /// The next line without its end, which is taken out; nil where it is not whole yet.
  private mutating func nextLine(
    limit: Int, fault: RequestFault
  ) throws(RequestFault) -> Range<Int>? {
    var index = position
    let last = min(bytes.count, position + limit)
    while index < last, bytes[index] != Byte.lf { index += 1 }
    guard index < last else {
      if last - position == limit { throw fault }
      return nil
    }
    guard index > position, bytes[index - 1] == Byte.cr else { throw .lineEnd }
    let line = position..<index - 1
    guard !bytes[line].contains(Byte.cr) else { throw .lineEnd }
    position = index + 1
    return line
  }

  /// Reads `1A` or `1A;name=value`; the extensions mean nothing here.
  private static func chunkSize(_ line: ArraySlice<UInt8>) throws(RequestFault) -> Int {
    var size = 0
    var index = line.startIndex
    while index < line.endIndex, let digit = Byte.hexadecimal(line[index]) {
      size = size << 4 | digit
      guard size <= 1 << 40 else { throw .bodyTooLarge }
      index += 1
    }
    guard index > line.startIndex else { throw .chunk }
    while index < line.endIndex, line[index] == Byte.space || line[index] == Byte.tab { index += 1 }
    guard index == line.endIndex ? Byte.isHexadecimal(line.last) : line[index] == Byte.semicolon,
      line[index...].allSatisfy(Byte.isFieldContent)
    else { throw .chunk }
    return size
  }
}

/// A request line with its header fields.
private struct RequestHead {
  let method: HTTPMethod
  let target: String
  let isVersionOneZero: Bool
  var fields = RequestFields()

  enum Framing {
    case none
    case counted(Int)
    case chunked
  }

  /// Reads `GET /path?query HTTP/1.1`.
  init(line: ArraySlice<UInt8>) throws(RequestFault) {
    guard let first = line.firstIndex(of: Byte.space), let last = line.lastIndex(of: Byte.space),
      first > line.startIndex, first < last, line[line.startIndex..<first].allSatisfy(Byte.isToken)
    else {
      throw line.count > RequestParser.longestTarget ? .targetTooLong : .requestLine
    }
    let target = line[first + 1..<last]
    let version = line[(last + 1)...]
    guard version.count == 8, version.starts(with: Self.name), Byte.isDigit(version[last + 6]),
      version[last + 7] == Byte.point, Byte.isDigit(version[last + 8]), !target.contains(Byte.space)
    else { throw .requestLine }
    guard version[last + 6] == UInt8(ascii: "1") else { throw .version }
    isVersionOneZero = version[last + 8] == UInt8(ascii: "0")
    method = HTTPMethod(rawValue: String(decoding: line[line.startIndex..<first], as: UTF8.self))
    guard target.count <= RequestParser.longestTarget else { throw .targetTooLong }
    guard method.rawValue != "CONNECT" else { throw .tunnel }
    self.target = try Self.originForm(target, method)
  }

  private static let name = Array("HTTP/".utf8)

  /// The path and the query of a target (section 3.2).
  private static func originForm(
    _ bytes: ArraySlice<UInt8>, _ method: HTTPMethod
  ) throws(RequestFault) -> String {
    guard let first = bytes.first,
      bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
    else { throw .target }
    if first == UInt8(ascii: "/") { return String(decoding: bytes, as: UTF8.self) }
    let text = String(decoding: bytes, as: UTF8.self)
    if text == "*", method.rawValue == "OPTIONS" { return text }
    for scheme in ["http://", "https://"]
    where text.count > scheme.count && text.prefix(scheme.count).lowercased() == scheme {
      let rest = text.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      guard isHost(rest[..<end]) else { throw .target }
      let path = rest[end...]
      return path.hasPrefix("/") ? String(path) : "/" + path
    }
    throw .target
  }

  /// Whether a text can be a host with a port: `127.0.0.1:8080`, `[::1]`, `api.example`.
  private static func isHost(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(Byte.isHost)
  }

  func checkHost() throws(RequestFault) {
    let count = fields.count(of: .host)
    if count == 0, isVersionOneZero { return }
    guard count == 1, let host = fields[.host], host.isEmpty || Self.isHost(host[...]) else {
      throw .host
    }
  }

  /// How the end of the content is found (section 6.3).
  func framing() throws(RequestFault) -> Framing {
    if fields.count(of: .expect) > 0, fields.list(.expect) != ["100-continue"] {
      throw .expectation
    }
    if fields.count(of: .transferEncoding) > 0 {
      guard fields.count(of: .contentLength) == 0 else { throw .bothLengths }
      let codings = fields.list(.transferEncoding)
      guard !isVersionOneZero, codings.last == "chunked" else { throw .transferEncoding }
      guard codings.count == 1 else {
        throw codings.filter { $0 == "chunked" }.count > 1 ? .transferEncoding : .unknownCoding
      }
      return .chunked
    }
    guard let text = fields[.contentLength] else { return .none }
    guard !text.isEmpty, text.utf8.allSatisfy(Byte.isDigit) else { throw .contentLength }
    guard let length = Int(text), length <= RequestParser.largestBody else { throw .bodyTooLarge }
    return length == 0 ? .none : .counted(length)
  }

  func request(body: [UInt8]) -> ReceivedRequest {
    let connection = fields.count(of: .connection) > 0 ? fields.list(.connection) : []
    let isKept =
      isVersionOneZero ? connection.contains("keep-alive") : !connection.contains("close")
    return ReceivedRequest(
      method: method, target: target, body: body, fields: fields, isKeptAlive: isKept)
  }
}

/// The bytes that the grammar of HTTP names.
private enum Byte {
  static let cr = UInt8(ascii: "\r")
  static let lf = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let point = UInt8(ascii: ".")

  private static let tokens: [Bool] = (0...255).map { (byte: UInt8) in
    byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
  }

  private static let hosts: [Bool] = (0...255).map { (byte: UInt8) in
    byte > 0x20 && byte < 0x7F && !"\"#/<>?@\\^`{|},".utf8.contains(byte)
  }

  static func isHost(_ byte: UInt8) -> Bool { hosts[Int(byte)] }

  static func isToken(_ byte: UInt8) -> Bool { tokens[Int(byte)] }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isFieldContent(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == tab }

  static func isHexadecimal(_ byte: UInt8?) -> Bool { byte.flatMap(hexadecimal) != nil }

  static func hexadecimal(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x37
    case 0x61...0x66: Int(byte) - 0x57
    default: nil
    }
  }
}
