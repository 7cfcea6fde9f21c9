/// What the names of credentials look like.
enum CredentialName {
  /// The letters and digits of a name in lower case: `X-Api_Key` is `xapikey`.
  static func letters(_ name: String) -> String {
    String(decoding: letterBytes(name), as: UTF8.self)
  }

  private static func letterBytes(_ name: String) -> ArraySlice<UInt8> {
    // Each name of a report comes here, and Unicode's tables cost ten times as much.
    var bytes = Array(name.utf8)
    var count = 0
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      guard byte < 0x80 else {
        return Array(name.lowercased().filter { $0.isLetter || $0.isNumber }.utf8)[...]
      }
      if let letter = asciiLetter(byte) {
        bytes[count] = letter
        count += 1
      }
      position += 1
    }
    return bytes[..<count]
  }

  private static func asciiLetter(_ byte: UInt8) -> UInt8? {
    // In one comparison each: `A`–`Z`, `a`–`z`, `0`–`9`.
    if byte &- 0x41 < 26 { return byte | 0x20 }
    return byte &- 0x61 < 26 || byte &- 0x30 < 10 ? byte : nil
  }

  /// Whether a query parameter sounds like a credential: `api_key`, `k`, `X-Signature`.
  ///
  /// A parameter of an address is asked more strictly than a member of a body: what is redacted in
  /// vain costs a reader little, and what is stored costs a key.
  static func isParameter(_ name: String) -> Bool {
    let letters = letters(name)
    return parameters.contains(letters) || parts.contains { letters.contains($0) }
  }

  /// Whether a parameter of that name holds a credential only where its value looks like one.
  ///
  /// Addresses inside of a body are mostly of pages and pictures: `?key=main`, `?code=EUR`.
  static func isDoubtfulParameter(_ name: String) -> Bool { parameters.contains(letters(name)) }

  /// Whether a parameter of that name holds a credential in some APIs, and a word of people in others.
  static func isOrdinaryParameter(_ name: String) -> Bool {
    ordinaryParameters.contains(letters(name))
  }

  /// Whether a name says where in a list a reader is: `page_token`, `nextToken`.
  static func isAboutPages(_ name: String) -> Bool {
    words(name).contains(where: pageWords.contains)
  }

  /// Whether a member of a body, or a header field, sounds like a credential: `accessToken`, `tokens`.
  static func isMember(_ name: String) -> Bool {
    let letters = withoutNumber(letterBytes(name))
    return isMember(letters: letters)
      || letters.last == UInt8(ascii: "s") && isMember(letters: letters.dropLast())
  }

  /// The letters of a name without the number behind it: the second password may be `password2`.
  private static func withoutNumber(_ letters: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let end = letters.lastIndex(where: { $0 &- 0x30 >= 10 }) else { return letters }
    return letters[...end]
  }

  private static func isMember(letters: ArraySlice<UInt8>) -> Bool {
    guard let last = letters.last, let endings = memberEndings[last] else { return false }
    return endings.contains { ending in
      ending.isWhole
        ? letters.elementsEqual(ending.bytes)
        : letters.count >= ending.bytes.count
          && letters.suffix(ending.bytes.count).elementsEqual(ending.bytes)
    }
  }

  /// Whether a member of that name holds a credential only where its value looks like one.
  ///
  /// A token may be `BTC`, a cookie `Chocolate chip`, and `auth` may be `none`.
  static func isDoubtfulMember(_ name: String) -> Bool {
    let letters = String(decoding: withoutNumber(letterBytes(name)), as: UTF8.self)
    return doubtful.contains(letters)
      || letters.hasSuffix("s") && doubtful.contains(String(letters.dropLast()))
  }

  /// Whether a name is that of a header field whose value is more than one word.
  static func isHeaderOfSeveralWords(_ name: String) -> Bool {
    ["authorization", "proxyauthorization", "cookie", "setcookie"].contains(letters(name))
  }

  /// Whether a name is about keys and access, so that a random value beside it is a credential:
  /// `signingKey`, `webhook_sig`, but not `publicKey` and `nextPageToken`.
  static func isAboutAccess(_ name: String) -> Bool {
    let words = words(name)
    return words.contains(where: accessWords.contains) && !words.contains(where: openWords.contains)
  }

  /// Whether a member beside credentials says something about them: `{"token": {"type": "bearer"}}`.
  static func isAboutCredentials(_ name: String) -> Bool {
    words(name).contains(where: descriptions.contains)
  }

  /// The words of a name in lower case: `nextPageToken`, `next_page_token`.
  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for scalar in name.unicodeScalars {
      let isUpper = ("A"..."Z").contains(scalar)
      let isPart = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if !isPart || isUpper && wasLower {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word.unicodeScalars.append(isUpper ? lowercase(scalar) : scalar) }
      wasLower = isPart && !isUpper
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(scalar.value | 0x20) ?? scalar
  }

  private static let parameters: Set<String> = [
    "k", "key", "auth", "authorization", "bearer", "sig", "pwd", "pass", "passwd", "passphrase",
    "jwt", "otp", "session", "sessionid", "sid", "appid", "clientid", "code", "user", "username",
    "hmac", "cookie",
  ]

  private static let ordinaryParameters: Set<String> = [
    "k", "appid", "clientid", "code", "user", "username",
  ]

  private static let pageWords: Set<String> = [
    "next", "prev", "previous", "page", "cursor", "continuation", "sync",
  ]

  private static let parts = [
    "apikey", "token", "secret", "password", "signature", "credential", "accesskey", "privatekey",
    "authkey", "appkey", "subscriptionkey", "licensekey",
  ]

  /// What a name ends with, or is as a whole.
  private struct MemberEnding {
    let bytes: [UInt8]
    let isWhole: Bool
  }

  /// The endings by their last byte, which most names do not share with any.
  private static let memberEndings: [UInt8: [MemberEnding]] = Dictionary(
    grouping: members.map { MemberEnding(bytes: Array($0.utf8), isWhole: true) }
      + memberParts.map { MemberEnding(bytes: Array($0.utf8), isWhole: false) }
  ) { $0.bytes.last ?? 0 }

  private static let members: Set<String> = [
    "authorization", "bearer", "cookie", "setcookie", "jwt", "otp", "sessionid", "phpsessid",
    "jsessionid", "token", "auth",
  ]

  private static let memberParts = [
    "apikey", "password", "passwd", "pwd", "passphrase", "secret", "accesstoken", "authtoken",
    "apitoken", "refreshtoken",
    "idtoken",
    "sessiontoken", "usertoken", "privatekey", "accesskey", "secretkey", "credential",
    "credentials",
    "csrftoken", "csrfmiddlewaretoken", "xauth",
  ]

  private static let doubtful: Set<String> = ["token", "auth", "cookie", "bearer", "credential"]

  private static let accessWords: Set<String> = [
    "key", "apikey", "token", "auth", "authorization", "secret", "session", "sig", "signature",
    "access", "credential", "credentials", "pass", "pwd", "password", "ticket", "csrf", "xsrf",
    "cookie", "license", "licence", "jwt", "bearer", "hmac", "webhook", "sas", "private", "nonce",
  ]

  /// Words of names whose values are no secret, however random they look.
  private static let openWords: Set<String> = [
    "public", "primary", "foreign", "sort", "cache", "partition", "next", "prev", "previous",
    "page", "cursor", "continuation", "sync", "object", "image", "photo", "picture", "file",
    "video", "track", "hash", "sha", "sha1", "sha256", "md5", "digest", "checksum", "etag",
    "integrity", "idempotency", "url", "uri", "href", "link", "name", "type", "scope", "expires",
  ]

  private static let descriptions: Set<String> = [
    "type", "kind", "scope", "scopes", "expires", "expiry", "expiration", "created", "updated",
    "issued", "algorithm", "alg", "provider", "status", "name", "label", "description",
  ]
}
