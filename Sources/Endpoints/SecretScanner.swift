import Foundation

/// Finds the credentials in a text by their places and forms, in one pass over its UTF-8.
///
/// The text may be anything that is quoted: an address, an error page, a part of a JSON document cut
/// at both ends, JSON inside of a string with its quotes escaped. So nothing is parsed; each rule looks
/// at the bytes around a place:
///
///     ://USER:PASSWORD@          the user of an address
///     /v1/KEY/                   a segment of a path that a template names
///     ?NAME=VALUE  &NAME=VALUE   a parameter whose name sounds like a credential
///     "NAME": "VALUE"            a member whose name does, its quotes escaped or not
///     NAME=VALUE   NAME: VALUE   a field of a header or of a form
///     Bearer VALUE  Basic VALUE  RFC 6750, RFC 7617
///     sk_live_…  eyJ….eyJ….…     forms of tokens that are known
struct SecretScanner {
  private let bytes: [UInt8]
  private let redaction: Redaction
  private var found: [Range<Int>] = []

  init(_ bytes: [UInt8], redaction: Redaction) {
    self.bytes = bytes
    self.redaction = redaction
  }

  /// The credentials, in order and apart from each other.
  mutating func ranges(isCutBefore: Bool) -> [Range<Int>] {
    var index = 0
    if isCutBefore {
      let start = endOfWord(0)
      // Shorter words are the rest of anything; no known token is shorter.
      if start >= Self.shortestRest { found.append(0..<start) }
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ":") where starts("://", at: index):
        scanAddress(from: index + 3)
        index += 3
      case UInt8(ascii: "?"), UInt8(ascii: "&"):
        scanParameter(from: index + 1)
        index += 1
      case UInt8(ascii: "-") where starts("-----BEGIN ", at: index):
        found.append(index..<endOfKeyBlock(from: index))
        index = found[found.count - 1].upperBound
      case let byte where Self.isWord(byte):
        let end = endOfWord(index)
        scanWord(index..<end)
        index = end
      default: index += 1
      }
    }
    return merged()
  }

  private static let shortestRest = 16

  // MARK: Addresses

  private mutating func scanAddress(from start: Int) {
    let end = first(from: start) { Self.endsAddress($0) }
    let pathStart = first(from: start, to: end) {
      [UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0)
    }
    if let at = bytes[start..<pathStart].lastIndex(of: UInt8(ascii: "@")) {
      found.append(start..<at)
    }
    let pathEnd = first(from: pathStart, to: end) {
      $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }
    var segments: [Range<Int>] = []
    var position = pathStart
    while position < pathEnd {
      let next = first(from: position + 1, to: pathEnd) { $0 == UInt8(ascii: "/") }
      if next > position + 1 { segments.append(position + 1..<next) }
      position = next
    }
    let texts = segments.map { String(decoding: bytes[$0], as: UTF8.self) }
    for key in redaction.keyPositions(in: texts) { found.append(segments[key]) }
  }

  private mutating func scanParameter(from start: Int) {
    let end = first(from: start) { Self.endsParameter($0) }
    guard let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")), equals + 1 < end else {
      return
    }
    let name = String(decoding: bytes[start..<equals], as: UTF8.self)
    guard redaction.isCredential(parameterNamed: name.removingPercentEncoding ?? name) else {
      return
    }
    let value = String(decoding: bytes[equals + 1..<end], as: UTF8.self)
    if !redaction.publicValues.contains(value) { found.append(equals + 1..<end) }
  }

  // MARK: Words

  private mutating func scanWord(_ word: Range<Int>) {
    if TokenForm.isToken(bytes[word]) { return found.append(word) }
    let text = String(decoding: bytes[word], as: UTF8.self)
    if ["bearer", "basic"].contains(text.lowercased()) {
      let start = first(from: word.upperBound) { $0 != UInt8(ascii: " ") }
      let end = first(from: start) { !Self.isWord($0) && !"+/=~".utf8.contains($0) }
      if start > word.upperBound, end - start >= Self.shortestAuthorization {
        found.append(start..<end)
      }
      return
    }
    guard redaction.isCredential(memberNamed: text) else { return }
    // Of several, texts are credentials; a number, as in `"tokens": 3`, is how many they are.
    let isPlural =
      text.hasSuffix("s") && redaction.isCredential(memberNamed: String(text.dropLast()))
    guard word.upperBound < bytes.count, bytes[word.upperBound] == UInt8(ascii: "=") else {
      return scanValue(
        behind: word.upperBound, isPlural: isPlural,
        isHeaderOfSeveralWords: CredentialName.isHeaderOfSeveralWords(text))
    }
    guard !isPlural else { return }
    let start = word.upperBound + 1
    let end = first(from: start) { Self.endsParameter($0) }
    if end > start { found.append(start..<end) }
  }

  /// The fewest bytes behind `Basic` or `Bearer` that are no word of a sentence.
  private static let shortestAuthorization = 8

  /// Finds the value behind the name of a member or of a header field.
  private mutating func scanValue(
    behind nameEnd: Int, isPlural: Bool, isHeaderOfSeveralWords: Bool
  ) {
    var index = first(from: nameEnd) { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") }
    let isQuoted = index > nameEnd
    index = first(from: index) { !Self.isSpace($0) }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return }
    index = first(from: index + 1) { !Self.isSpace($0) }
    guard index < bytes.count else { return }
    let start = first(from: index) { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") }
    if start > index {
      // A string: to its closing quote, which has as many backslashes in front as the opening one.
      let end = endOfString(from: start, escapes: start - index - 1)
      if end > start { found.append(start..<end) }
    } else if isQuoted, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[start]) {
      scanStrings(inside: start)
    } else if isPlural {
      return
    } else if isQuoted {
      let end = first(from: start) { [UInt8(ascii: ","), UInt8(ascii: "}"), 0x0A].contains($0) }
      let isLiteral = ["null", "true", "false"].contains { starts($0, at: start) }
      if end > start, !isLiteral { found.append(start..<end) }
    } else {
      let end = first(from: start) {
        [UInt8(ascii: "\""), UInt8(ascii: ","), 0x0A, 0x0D].contains($0)
      }
      // The sentence "expected a token: some text" has no secret in it.
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      guard isHeaderOfSeveralWords || bytes[start..<end].contains(where: digits.contains) else {
        return
      }
      if end > start { found.append(start..<end) }
    }
  }

  /// Finds the strings of a list or an object, but not the names of its members; its structure stays.
  private mutating func scanStrings(inside start: Int) {
    let quote = UInt8(ascii: "\"")
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\\"), quote:
        let text = first(from: index) { $0 != UInt8(ascii: "\\") }
        // A backslash that belongs to no quote is not of JSON inside of a string.
        guard text < bytes.count, bytes[text] == quote else { return }
        let end = endOfString(from: text + 1, escapes: text - index)
        let behind = first(from: end) { $0 != UInt8(ascii: "\\") }
        let next = first(from: behind + 1) { !Self.isSpace($0) }
        let isName = next < bytes.count && bytes[next] == UInt8(ascii: ":")
        if !isName, end > text + 1 { found.append(text + 1..<end) }
        index = behind
      default: break
      }
      if depth == 0 { return }
      index += 1
    }
  }

  private func endOfString(from start: Int, escapes: Int) -> Int {
    var index = start
    var row = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        if row <= escapes { return index - row }
        row = 0
      } else {
        row = bytes[index] == UInt8(ascii: "\\") ? row + 1 : 0
      }
      index += 1
    }
    return index
  }

  private func endOfKeyBlock(from start: Int) -> Int {
    var index = start + 5
    while index < bytes.count {
      if starts("-----END", at: index) {
        return first(from: index + 5) { $0 == UInt8(ascii: "\"") }
      }
      index += 1
    }
    return index
  }

  // MARK: Bytes

  private func first(from start: Int, to end: Int? = nil, where test: (UInt8) -> Bool) -> Int {
    let end = end ?? bytes.count
    var index = start
    while index < end, !test(bytes[index]) { index += 1 }
    return min(index, max(start, end))
  }

  private func endOfWord(_ start: Int) -> Int {
    first(from: start) { !Self.isWord($0) }
  }

  private func starts(_ text: String, at index: Int) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-.".utf8.contains(byte)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "\"'<>".utf8.contains(byte)
  }

  private static func endsParameter(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "?&#<>\"', ;\\".utf8.contains(byte)
  }

  private func merged() -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

/// A form of token that its issuer made recognisable.
private struct TokenForm: Sendable {
  /// How a token begins.
  private let prefix: String

  /// The fewest bytes of a token, its prefix with them.
  private let shortest: Int

  /// Whether a word is a token of a known form.
  ///
  /// All of them are random, so one without any digit is a name such as `sk-some-style-of-text`.
  static func isToken(_ word: ArraySlice<UInt8>) -> Bool {
    all.contains { word.count >= $0.shortest && word.starts(with: $0.prefix.utf8) }
      && word.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Stripe, GitHub, GitLab, Slack, Amazon, Google, OpenAI, npm, Hugging Face, SendGrid, Square,
  /// Shopify, DigitalOcean, and the JSON Web Tokens of RFC 7519 (`{"` in Base64).
  private static let all: [TokenForm] =
    [
      "sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "whsec_", "ghp_", "gho_", "ghu_",
      "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-", "xoxa-", "xoxp-", "xoxr-", "xoxs-", "xapp-",
      "sk-", "npm_", "hf_", "SG.", "sq0atp-", "sq0csp-", "shpat_", "dop_v1_", "ya29.", "eyJ",
    ].map { TokenForm(prefix: $0, shortest: max(16, $0.utf8.count + 12)) }
    + ["AKIA", "ASIA"].map { TokenForm(prefix: $0, shortest: 20) }
    + [TokenForm(prefix: "AIza", shortest: 39)]
}
