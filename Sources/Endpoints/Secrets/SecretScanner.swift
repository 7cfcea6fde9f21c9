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
///     AccountKey=Zk3…            random, and the name is about access
///     bot123456789:AAH…          the token of a bot behind its number, as Telegram writes it
///     hooks.slack.com/services/… the ends of addresses that anybody who knows them can write to
struct SecretScanner {
  private let bytes: [UInt8]
  private let redaction: Redaction
  private let strictness: Strictness
  private var found: [Secret] = []

  /// How much must speak for a credential.
  enum Strictness {
    /// The text is shown: what is hidden in vain costs a reader little.
    case shown
    /// The text is stored: what is replaced in vain is no longer what the server sends.
    case stored
  }

  /// A credential in the text.
  struct Secret {
    let reason: FoundSecret.Reason
    let range: Range<Int>
    var form: TokenForm?

    /// What takes its place where it is stored.
    func replacement(in bytes: [UInt8]) -> [UInt8] {
      reason == .keyBlock
        ? SecretShape.keyBlock(bytes[range])
        : SecretShape.replacement(of: bytes[range], form: form)
    }
  }

  init(_ bytes: [UInt8], redaction: Redaction, strictness: Strictness = .shown) {
    self.bytes = bytes
    self.redaction = redaction
    self.strictness = strictness
  }

  /// The credentials that are not replaced yet, in order and apart from each other.
  mutating func secrets() -> [Secret] {
    scan(isCutBefore: false)
    return merged().filter { !isReplaced($0) }
  }

  /// Whether the text holds the replacement of a credential; known once ``secrets()`` were looked for.
  var hasReplacement: Bool { !found.isEmpty && merged().contains(where: isReplaced) }

  private func isReplaced(_ secret: Secret) -> Bool {
    let text = bytes[secret.range]
    return SecretShape.isReplacement(text, form: secret.form)
      || secret.reason == .keyBlock && SecretShape.isReplacedKeyBlock(text)
  }

  private mutating func add(
    _ reason: FoundSecret.Reason, _ range: Range<Int>, form: TokenForm? = nil
  ) {
    found.append(Secret(reason: reason, range: range, form: form))
  }

  /// The credentials, in order and apart from each other.
  mutating func ranges(isCutBefore: Bool) -> [Range<Int>] {
    scan(isCutBefore: isCutBefore)
    return merged().map(\.range)
  }

  private mutating func scan(isCutBefore: Bool) {
    for secret in redaction.secrets { scanKnown(secret) }
    var index = 0
    if isCutBefore {
      let start = endOfWord(0)
      // Shorter words are the rest of anything; no known token is shorter.
      if start >= Self.shortestRest { add(.rest, 0..<start) }
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ":") where starts("://", at: index):
        scanAddress(from: index + 3)
        index += 3
      case UInt8(ascii: ":") where isBehindBot(index):
        let end = endOfWord(index + 1)
        if Self.lengthsOfBotToken ~= end - index - 1, RandomLook.isRandom(bytes[index + 1..<end]) {
          add(.token(issuer: "Telegram"), index + 1..<end)
        }
        index = end
      case UInt8(ascii: "?"), UInt8(ascii: "&"):
        scanParameter(from: index + 1)
        index += 1
      case UInt8(ascii: "-") where starts("-----BEGIN ", at: index):
        let end = endOfKeyBlock(from: index)
        if isPrivate(index..<end) { add(.keyBlock, index..<end) }
        index = end
      case let byte where Self.isWord(byte):
        let end = endOfWord(index)
        scanWord(index..<end)
        index = end
      default: index += 1
      }
    }
  }

  private static let shortestRest = 16

  /// The ends that were found last: without them, a text that is made for it would cost the square of its
  /// length.
  private var address = 0..<0
  private var parameter = 0..<0
  private var line = 0..<0

  /// The longest path of an address in which templates are looked for.
  private static let longestPath = 4_096

  /// How much of a value in a sentence is looked at for a digit.
  private static let longestLook = 512

  /// How far the strings of lists and objects behind names are found already.
  private var stringsFoundUntil = 0

  /// Finds a credential that is known itself.
  private mutating func scanKnown(_ secret: [UInt8]) {
    guard let first = secret.first, bytes.count >= secret.count else { return }
    var index = 0
    while index <= bytes.count - secret.count {
      if bytes[index] == first, bytes[index...].starts(with: secret) {
        add(.known, index..<index + secret.count)
        index += secret.count
      } else {
        index += 1
      }
    }
  }

  /// Whether the number of a bot stands before a colon, alone or as in `/bot123456789:`.
  private func isBehindBot(_ colon: Int) -> Bool {
    let digits = bytes[max(0, colon - 12)..<colon].reversed().prefix { (0x30...0x39).contains($0) }
    guard 6...11 ~= digits.count, colon + 1 < bytes.count, Self.isWord(bytes[colon + 1]) else {
      return false
    }
    let before = bytes[max(0, colon - digits.count - 3)..<colon - digits.count]
    return before.last.map { !Self.isWord($0) } ?? true || before.elementsEqual("bot".utf8)
  }

  /// 35 today; a fingerprint such as `12345678:9f3a…` has 32, 40 or 64 digits.
  private static let lengthsOfBotToken = 33...38

  // MARK: Addresses

  private mutating func scanAddress(from start: Int) {
    let end = end(of: \.address, from: start) { Self.endsAddress($0) }
    let pathStart = first(from: start, to: end) {
      [UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0)
    }
    if let at = bytes[start..<pathStart].lastIndex(of: UInt8(ascii: "@")) {
      add(.user, start..<at)
    }
    guard !redaction.pathTemplates.isEmpty else { return }
    let pathEnd = first(from: pathStart, to: min(end, pathStart + Self.longestPath)) {
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
    for key in redaction.keyPositions(in: texts) { add(.pathSegment, segments[key]) }
  }

  private mutating func scanParameter(from start: Int) {
    let end = end(of: \.parameter, from: start) { Self.endsParameter($0) }
    guard let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")), equals + 1 < end else {
      return
    }
    let name = String(decoding: bytes[start..<equals], as: UTF8.self)
    let plainName = name.removingPercentEncoding ?? name
    guard redaction.isCredential(parameterNamed: plainName) else { return }
    // What a suite may say in plain text is told apart here, too: `?code=DE` and `?code=FR` are two requests.
    let isDoubtful =
      strictness == .stored
      ? CredentialName.isDoubtfulParameter(plainName)
      : CredentialName.isOrdinaryParameter(plainName)
    if isDoubtful, !redaction.declares(plainName),
      !RandomLook.isLongAndMixed(bytes[equals + 1..<end])
    {
      return
    }
    let value = String(decoding: bytes[equals + 1..<end], as: UTF8.self)
    if !redaction.publicValues.contains(value) { add(.name(plainName), equals + 1..<end) }
  }

  // MARK: Words

  private mutating func scanWord(_ word: Range<Int>) {
    if let (token, form) = token(in: word) {
      return add(.token(issuer: form.issuer), token, form: form)
    }
    if isOfWebhook(word) { return add(.pathSegment, word) }
    let isScheme = isScheme(word)
    guard isScheme || isName(word) else { return }
    let text = String(decoding: bytes[word], as: UTF8.self)
    if isScheme {
      let start = first(from: word.upperBound) { $0 != UInt8(ascii: " ") }
      let end = first(from: start) { !Self.isWord($0) && !"+/=~".utf8.contains($0) }
      if start > word.upperBound, end - start >= Self.shortestAuthorization,
        strictness == .shown || RandomLook.isMixed(bytes[start..<end])
      {
        add(.authorization, start..<end)
      }
      return
    }
    guard redaction.isCredential(memberNamed: text) else { return scanRandom(behind: word, text) }
    // Of several, texts are credentials; a number, as in `"tokens": 3`, is how many they are.
    let isPlural =
      text.hasSuffix("s") && redaction.isCredential(memberNamed: String(text.dropLast()))
    guard word.upperBound < bytes.count, bytes[word.upperBound] == UInt8(ascii: "=") else {
      return scanValue(
        behind: word, isPlural: isPlural,
        isHeaderOfSeveralWords: CredentialName.isHeaderOfSeveralWords(text))
    }
    guard !isPlural else { return }
    let start = word.upperBound + 1
    let end = end(of: \.parameter, from: start) { Self.endsParameter($0) }
    guard strictness == .shown || RandomLook.isPlausible(bytes[start..<end]) else { return }
    if end > start { add(.name(text), start..<end) }
  }

  /// Finds a random value behind a name that is about access, in a field of a header or of a form.
  private mutating func scanRandom(behind word: Range<Int>, _ name: String) {
    guard bytes[word.upperBound] == UInt8(ascii: "="), CredentialName.isAboutAccess(name) else {
      return
    }
    let start = word.upperBound + 1
    let end = end(of: \.parameter, from: start) { Self.endsParameter($0) }
    if RandomLook.isRandom(bytes[start..<min(end, start + Self.longestLook)]) {
      add(.random(name: name), start..<end)
    }
  }

  /// Whether a word is in an address that is a credential itself, as those are to which messages are sent.
  private func isOfWebhook(_ word: Range<Int>) -> Bool {
    guard word.count >= Self.shortestRest, word.lowerBound > 0,
      bytes[word.lowerBound - 1] == UInt8(ascii: "/")
        || bytes[word.lowerBound - 1] == UInt8(ascii: "@"),
      bytes[word].contains(where: { (0x61...0x7A).contains($0 | 0x20) })
    else { return false }
    let before = bytes[max(0, word.lowerBound - Self.longestWebhook)..<word.lowerBound]
    // In JSON a `/` may be written as `\/`.
    let way = before[
      (before.lastIndex { $0 == UInt8(ascii: "\"") || Self.isSpace($0) } ?? before.startIndex)...
    ]
    .filter { $0 != UInt8(ascii: "\\") }
    let text = String(decoding: way, as: UTF8.self).lowercased()
    return Self.webhooks.contains { text.contains($0) }
  }

  /// The bytes before the secret in which its address begins.
  private static let longestWebhook = 250

  /// What is before the secret in such addresses of Slack, Discord and Microsoft.
  private static let webhooks = [
    "://hooks.slack.com/services/", "://hooks.slack.com/workflows/", "://hooks.slack.com/triggers/",
    "://discord.com/api/webhooks/", "://discordapp.com/api/webhooks/",
    ".webhook.office.com/webhookb2/", "://outlook.office.com/webhook/",
  ]

  /// Whether a word is the scheme of an authorization: `Bearer`, `Basic`.
  private func isScheme(_ word: Range<Int>) -> Bool {
    guard 5...6 ~= word.count else { return false }
    return ["bearer", "basic"].contains { scheme in
      scheme.utf8.elementsEqual(bytes[word].lazy.map { $0 | 0x20 })
    }
  }

  /// Whether a value stands behind a word; most words of a text are no name, which is seen in their next byte.
  private func isName(_ word: Range<Int>) -> Bool {
    guard word.upperBound < bytes.count else { return false }
    return bytes[word.upperBound] == UInt8(ascii: "=") || colon(behind: word) != nil
  }

  /// The colon behind a name and the quote that may close it; nil where there is none.
  private func colon(behind word: Range<Int>) -> Int? {
    var index = first(from: word.upperBound) {
      $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"")
    }
    index = first(from: index) { !Self.isSpace($0) }
    return index < bytes.count && bytes[index] == UInt8(ascii: ":") ? index : nil
  }

  /// The part of a word that is a token: all of it, or what is behind a dot, as in the path `$.sk_live_…`.
  private func token(in word: Range<Int>) -> (Range<Int>, TokenForm)? {
    guard word.count >= Self.shortestRest else { return nil }
    if let form = TokenForm.of(bytes[word]), isToken(word, form) { return (word, form) }
    for dot in word.dropLast(Self.shortestRest) where bytes[dot] == UInt8(ascii: ".") {
      let rest = dot + 1..<word.upperBound
      if let form = TokenForm.of(bytes[rest]), isToken(rest, form) { return (rest, form) }
    }
    return nil
  }

  /// Whether a word of a known form counts: a text that is shown may end in the middle of a token.
  private func isToken(_ word: Range<Int>, _ form: TokenForm) -> Bool {
    guard strictness == .stored, form.isWebToken else { return true }
    return bytes[word].split(separator: UInt8(ascii: ".")).count > 1
  }

  /// Whether a block is of a private key; a certificate and a public key are for everybody.
  private func isPrivate(_ block: Range<Int>) -> Bool {
    let end = first(from: block.lowerBound + 11, to: block.upperBound) { $0 == UInt8(ascii: "-") }
    let title = String(decoding: bytes[block.lowerBound + 11..<end], as: UTF8.self)
    return title.contains("PRIVATE KEY")
  }

  /// The fewest bytes behind `Basic` or `Bearer` that are no word of a sentence.
  private static let shortestAuthorization = 8

  /// Finds the value behind the name of a member or of a header field.
  private mutating func scanValue(
    behind word: Range<Int>, isPlural: Bool, isHeaderOfSeveralWords: Bool
  ) {
    guard let colon = colon(behind: word) else { return }
    let reason = FoundSecret.Reason.name(String(decoding: bytes[word], as: UTF8.self))
    let isQuoted = "\\\"".utf8.contains(bytes[word.upperBound])
    let index = first(from: colon + 1) { !Self.isSpace($0) }
    guard index < bytes.count else { return }
    let start = first(from: index) { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") }
    if start > index {
      // A string: to its closing quote, which has as many backslashes in front as the opening one.
      let end = endOfString(from: start, escapes: start - index - 1)
      if end > start { add(reason, start..<end) }
    } else if isQuoted, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[start]) {
      scanStrings(inside: start, reason)
    } else if isPlural {
      return
    } else if isQuoted {
      let end = first(from: start) { [UInt8(ascii: ","), UInt8(ascii: "}"), 0x0A].contains($0) }
      let isLiteral = ["null", "true", "false"].contains { starts($0, at: start) }
      if end > start, !isLiteral { add(reason, start..<end) }
    } else {
      let end = end(of: \.line, from: start) {
        [UInt8(ascii: "\""), UInt8(ascii: ","), 0x0A, 0x0D].contains($0)
      }
      // The sentence "expected a token: some text" has no secret in it.
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      let look = bytes[start..<min(end, start + Self.longestLook)]
      guard isHeaderOfSeveralWords || look.contains(where: digits.contains) else {
        return
      }
      // In a text of people it is one word, or the first one, if that is a word of nobody.
      if strictness == .stored, !isHeaderOfSeveralWords, !RandomLook.isPlausible(bytes[start..<end])
      {
        let word = first(from: start, to: end) { Self.isSpace($0) || "'`;)".utf8.contains($0) }
        if RandomLook.isRandom(bytes[start..<word]) { add(reason, start..<word) }
        return
      }
      if end > start { add(reason, start..<end) }
    }
  }

  /// Finds the strings of a list or an object, but not the names of its members; its structure stays.
  private mutating func scanStrings(inside start: Int, _ reason: FoundSecret.Reason) {
    guard start >= stringsFoundUntil else { return }
    let quote = UInt8(ascii: "\"")
    var depth = 0
    var index = start
    defer { stringsFoundUntil = index }
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
        if !isName, end > text + 1 { add(reason, text + 1..<end) }
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

  /// The first byte that ends a value; the same one for all that begin in front of it.
  private mutating func end(
    of run: WritableKeyPath<SecretScanner, Range<Int>>, from start: Int,
    where test: (UInt8) -> Bool
  ) -> Int {
    if self[keyPath: run].contains(start) { return self[keyPath: run].upperBound }
    let end = first(from: start, where: test)
    self[keyPath: run] = start..<end
    return end
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

  /// The credentials in order; where some overlap, they are one.
  private func merged() -> [Secret] {
    var merged: [Secret] = []
    for secret in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = merged.last, secret.range.lowerBound < last.range.upperBound {
        let end = max(last.range.upperBound, secret.range.upperBound)
        guard end > last.range.upperBound else { continue }
        merged[merged.count - 1] = Secret(
          reason: last.reason, range: last.range.lowerBound..<end)
      } else {
        merged.append(secret)
      }
    }
    return merged
  }
}
