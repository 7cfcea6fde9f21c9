public import Foundation

/// Takes credentials out of everything that is shown or stored: URLs, header fields and quoted text.
///
/// There is one of it, so that a report, an error, a list of requests and a `.http.json` file agree. What
/// is a credential is recognised by its place and by its form:
///
///     https://me:s3cret@api.example/v1/8a1f/x?api_key=s3cret     user, declared path segment, parameter name
///     https://REDACTED@api.example/v1/REDACTED/x?api_key=REDACTED
///     {"access_token": "s3cret"}, Authorization: Bearer s3cret   names in text
///     sk_live_4eC39HqLyjWDarjtT1zdp7dc, eyJhbGciOiJ….eyJ….…      forms of tokens, wherever they stand
///
/// In what is shown a credential becomes `REDACTED`; in a body that is stored it becomes a text of the same
/// form (``body(_:)``). A suite declares what only it can know: segments of a path that are keys, further names,
/// and values that are no secret.
public struct Redaction: Sendable, Hashable {
  /// What a credential is replaced by.
  public static let replacement = "REDACTED"

  /// What is known of every API.
  public static let standard = Redaction()

  /// Names of parameters and members that hold credentials, beside the known ones; case and
  /// punctuation do not matter.
  public let names: Set<String>

  /// Paths with a credential as a segment, written `{…}`: `/api/json/v1/{key}`.
  public let pathTemplates: [String]

  /// Values that are no secret though they stand in the place of one, such as a key for tests.
  public let publicValues: Set<String>

  /// Credentials that are known themselves, such as those of the environment; shorter ones than
  /// six bytes are not looked for, because they are parts of other words.
  let secrets: [[UInt8]]

  private let templates: [[String]]

  /// Makes a redaction that knows more than ``standard`` does.
  public init(
    names: Set<String> = [], pathTemplates: [String] = [], publicValues: Set<String> = [],
    secrets: Set<String> = []
  ) {
    self.secrets = secrets.sorted().map { Array($0.utf8) }.filter { $0.count >= 6 }
    self.names = Set(names.map(CredentialName.letters))
    self.pathTemplates = pathTemplates
    self.publicValues = publicValues
    templates = pathTemplates.map { $0.split(separator: "/").map(String.init) }
  }

  /// A redaction that knows what both know.
  public func union(_ other: Redaction) -> Redaction {
    if other == self { return self }
    return Redaction(
      names: names.union(other.names), pathTemplates: pathTemplates + other.pathTemplates,
      publicValues: publicValues.union(other.publicValues),
      secrets: Set((secrets + other.secrets).map { String(decoding: $0, as: UTF8.self) }))
  }

  /// A URL without its user and password, its fragment, its keys in the path and the values of its
  /// credentials in the query.
  public func url(_ url: URL) -> URL {
    var address = url.absoluteString
    if let fragment = address.firstIndex(of: "#") { address = String(address[..<fragment]) }
    return URL(string: text(address)) ?? url
  }

  /// A text in which each credential is replaced.
  public func text(_ text: String) -> String {
    parts([text])[0]
  }

  /// The parts of one text, with each credential replaced in every part that holds some of it.
  ///
  /// The cut start of a text may be the rest of a credential, so a long word there is dropped.
  package func parts(_ parts: [String], isCutBefore: Bool = false) -> [String] {
    let bytes = parts.flatMap(\.utf8)
    var scanner = SecretScanner(bytes, redaction: self)
    let secrets = scanner.ranges(isCutBefore: isCutBefore)
    guard !secrets.isEmpty else { return parts }
    var start = 0
    return parts.map { part in
      let range = start..<start + part.utf8.count
      start = range.upperBound
      return Self.replaced(secrets, in: bytes, range)
    }
  }

  private static func replaced(
    _ secrets: [Range<Int>], in bytes: [UInt8], _ range: Range<Int>
  ) -> String {
    var result: [UInt8] = []
    var position = range.lowerBound
    for secret in secrets where secret.overlaps(range) {
      let hidden = secret.clamped(to: range)
      result += bytes[position..<hidden.lowerBound]
      result += replacement.utf8
      position = hidden.upperBound
    }
    return String(decoding: result + bytes[position..<range.upperBound], as: UTF8.self)
  }

  /// A body as it is stored: each credential replaced by a text of the same length and form.
  ///
  /// The replacement of a credential is always the same one, so that members that held the same credential
  /// still agree, and a check of the stored body says what a check of the received one says. A body without
  /// credentials is not touched; what is redacted once stays as it is.
  public func body(_ body: [UInt8]) -> [UInt8] {
    BodySecrets(body, redaction: self).edited ?? body
  }

  /// The values of a stored body in which a credential was replaced.
  package func replacedValues(in body: [UInt8]) -> Set<Range<Int>> {
    Set(BodySecrets(body, redaction: self, keepsReplaced: true).replaced)
  }

  /// Whether a stored value stands for other credentials, too, and not for one alone.
  package static func isShared(_ stored: String, of received: String) -> Bool {
    SecretShape.isShared(Array(stored.utf8), of: Array(received.utf8))
  }

  /// The credentials in a body, in order; in a JSON Schema names stand above keywords and not above values.
  package func secrets(in body: [UInt8], isContract: Bool = false) -> [FoundSecret] {
    BodySecrets(body, redaction: self, isContract: isContract, keepsSteps: true).edits.map(\.found)
  }

  /// Whether the path of a file holds a credential; in a name, several words are joined by `-`, `_` and `.`.
  package func isCredential(inPath path: String) -> Bool {
    let bytes = Array(path.utf8)
    return !secrets(in: bytes).isEmpty
      || bytes.split(separator: UInt8(ascii: "/")).contains(where: isCredential(inName:))
  }

  private func isCredential(inName name: ArraySlice<UInt8>) -> Bool {
    let joints = name.indices.filter { "-_.".utf8.contains(name[$0]) }
    let starts = [name.startIndex] + joints.map { $0 + 1 }
    let ends = joints + [name.endIndex]
    return starts.contains { start in
      ends.contains { end in
        guard start < end, let form = TokenForm.of(name[start..<end]) else { return false }
        return !SecretShape.isReplacement(name[start..<end], form: form)
          && !publicValues.contains(String(decoding: name[start..<end], as: UTF8.self))
      }
    }
  }

  /// A value as a file may be named after it: a credential, by the name of its parameter or by its own form,
  /// becomes a text of the same form.
  package func named(_ value: String, ofParameter name: String? = nil) -> String {
    guard let name, isCredential(parameterNamed: name, value: value) else {
      return String(decoding: body(Array(value.utf8)), as: UTF8.self)
    }
    return Self.whollyReplaced(value)
  }

  /// The name of a member as it is stored and shown: one that is a credential becomes a text of the same form.
  package func memberName(_ name: String) -> String {
    BodySecrets.replacement(ofName: Array(name.utf8), redaction: self)
      .map { String(decoding: $0.text, as: UTF8.self) } ?? name
  }

  /// The segments of a path as a file may be named after them.
  package func named(segments: [String]) -> [String] {
    let keys = keyPositions(in: segments)
    return segments.enumerated().map { position, segment in
      keys.contains(position) ? Self.whollyReplaced(segment) : named(segment)
    }
  }

  private static func whollyReplaced(_ value: String) -> String {
    let bytes = Array(value.utf8)[...]
    return String(
      decoding: SecretShape.replacement(of: bytes, form: TokenForm.of(bytes)), as: UTF8.self)
  }

  /// The header fields that may be stored: those of a list, with the URLs in them redacted.
  public func kept(_ headers: HTTPHeaders) -> HTTPHeaders {
    var result = headers.filter { Self.keptHeaders.contains($0) || Self.rateLimits.contains($0) }
    for name in result.names { result[name] = result[name].map(text) }
    return result
  }

  /// Whether a member or parameter of a name holds a credential, whatever the value looks like.
  package func isCredential(memberNamed name: String) -> Bool {
    CredentialName.isMember(name) || declares(name)
  }

  /// Whether the value of a parameter is a credential that nobody may store, by its name or by its own form.
  ///
  /// Somebody has to set a variable for each that is one, so names that are ordinary words need a value that
  /// looks like one, and the place in a list of pages is none.
  package func isCredential(parameterNamed name: String, value: String) -> Bool {
    guard !value.isEmpty, !publicValues.contains(value) else { return false }
    if declares(name) || !secrets(in: Array(value.utf8)).isEmpty { return true }
    guard isCredential(parameterNamed: name), !CredentialName.isAboutPages(name) else {
      return false
    }
    return !CredentialName.isOrdinaryParameter(name)
      || RandomLook.isLongAndMixed(Array(value.utf8)[...])
  }

  /// Whether the value of a header field holds a credential beside the variables of the environment in it.
  ///
  /// `${TOKEN}` is such a variable. Where the name says that the value is a credential there has to be one,
  /// and what is beside it is a scheme, a name or another word of people.
  package func isCredential(headerNamed name: String, template: String) -> Bool {
    let literal = template.replacing(/\$\{[A-Za-z_][A-Za-z0-9_]*\}/, with: " ")
    let words = literal.utf8.split { " =,;\"".utf8.contains($0) }.map { Array($0)[...] }
    guard secrets(in: Array(literal.utf8)).isEmpty else { return true }
    guard isCredential(memberNamed: name) else {
      return CredentialName.isAboutAccess(name) && words.contains(where: RandomLook.isRandom)
    }
    let scheme = CredentialName.isHeaderOfSeveralWords(name) ? 1 : 0
    return literal == template || words.dropFirst(scheme).contains(where: RandomLook.isMixed)
  }

  /// Whether a suite has declared a name.
  func declares(_ name: String) -> Bool {
    !names.isEmpty && names.contains(CredentialName.letters(name))
  }

  func isCredential(parameterNamed name: String) -> Bool {
    CredentialName.isParameter(name) || names.contains(CredentialName.letters(name))
  }

  /// The positions of those segments of a path that are credentials by a template.
  func keyPositions(in segments: [String]) -> Set<Int> {
    var positions: Set<Int> = []
    for template in templates where !template.isEmpty && template.count <= segments.count {
      for start in 0...(segments.count - template.count) {
        let pairs = zip(template, segments[start...])
        guard pairs.allSatisfy({ Self.isKey($0) || $0 == $1 }) else { continue }
        for (offset, (wanted, found)) in pairs.enumerated()
        where Self.isKey(wanted) && !publicValues.contains(found) {
          positions.insert(start + offset)
        }
      }
    }
    return positions
  }

  private static func isKey(_ segment: String) -> Bool {
    segment.hasPrefix("{") && segment.hasSuffix("}")
  }

  private static let keptHeaders: Set<String> = [
    "api-version", "cache-control", "content-language", "content-type", "deprecation", "etag",
    "last-modified", "link", "retry-after", "sunset", "warning",
    "x-api-version",
  ]

  /// By name and not by prefix: `X-RateLimit-Key` is the key of a client.
  ///
  /// What is left of a limit, like
  /// `Date` and `Expires`, is another one in each answer and says nothing about the API.
  private static let rateLimits: Set<String> = Set(
    ["", "x-"].flatMap { prefix in
      ["-limit", "-policy", "-resource"].map {
        "\(prefix)ratelimit\($0)"
      }
    })
}

extension EndpointError {
  /// The same error with no credential that a redaction knows in its addresses and texts.
  package func redacted(by redaction: Redaction) -> EndpointError {
    switch self {
    case .invalidURL(let text, let reason):
      .invalidURL(redaction.text(text), reason: redaction.text(reason))
    case .invalidHeader: self
    case .noAnswer(let url, let failure, let attempts):
      .noAnswer(redaction.url(url), failure.redacted(by: redaction), attempts: attempts)
    case .unexpectedStatus(let status, let url, let headers, let bodyStart):
      .unexpectedStatus(
        status, url: redaction.url(url), headers: redaction.kept(headers),
        bodyStart: redaction.text(bodyStart))
    case .undecodable(let url, let reason):
      .undecodable(redaction.url(url), reason: redaction.text(reason))
    }
  }
}

extension TransportFailure {
  /// The same failure with no credential in the address that a redirection names.
  fileprivate func redacted(by redaction: Redaction) -> TransportFailure {
    guard case .redirectRefused(let target) = self else { return self }
    return .redirectRefused(to: redaction.text(target))
  }
}
