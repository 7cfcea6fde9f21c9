/// Makes the text that a stored secret is replaced by: of the same length and form, and always the same one.
///
/// A check reads the replacement as it would read the secret, and two members that held the same secret
/// hold the same replacement, in all files and at all times:
///
///     sk_live_4eC39HqLyjWDarjtT1zdp7dc         sk_live_REDACTEDk2Jd81mX0aPz6v3b    the prefix is no secret
///     eyJhbGciOi….eyJzdWIi….TJVA95OrM7E…       three parts, the first two of them objects in Base64
///     9f86d081884c7d659a2feaa0c55ad015         000000003fa1b2c4d5e6f708192a3b4c    still hexadecimal
///     7c9e6679-7425-40de-944b-e07fc1f90ae7     00000000-0000-4000-8000-3fa1b2c4d5e6
///     hunter2                                  xxxxxx1                             short: nothing is left
///
/// What stands for a long secret is taken from its SHA-256. A short one could be found from that by trying,
/// so of it only the classes of its characters are left.
enum SecretShape {
  /// The fewest letters and digits of a secret that cannot be found by trying.
  private static let fewestUnguessed = 16

  private static let mark = Array("REDACTED".utf8)
  private static let hexadecimalMark = [UInt8](repeating: UInt8(ascii: "0"), count: 8)

  /// The replacement of a secret; `form` is the token form that it has, if any.
  static func replacement(of secret: ArraySlice<UInt8>, form: TokenForm? = nil) -> [UInt8] {
    if let form, form.isWebToken, let token = webToken(secret) { return token }
    let prefix = form?.prefix.utf8.count ?? openPrefix(secret)
    return Array(secret.prefix(prefix)) + core(secret.dropFirst(prefix), whole: secret)
  }

  /// The replacement of a block such as `-----BEGIN PRIVATE KEY-----`, whose lines stay.
  static func keyBlock(_ block: ArraySlice<UInt8>) -> [UInt8] {
    let key = keyRange(block)
    return Array(block[..<key.lowerBound]) + core(block[key], whole: block)
      + Array(block[key.upperBound...])
  }

  /// Whether the key of a block is a replacement.
  static func isReplacedKeyBlock(_ block: ArraySlice<UInt8>) -> Bool {
    isReplacement(block[keyRange(block)])
  }

  /// What stands between the first line of a block and its last one.
  private static func keyRange(_ block: ArraySlice<UInt8>) -> Range<Int> {
    let dashes = Array("-----".utf8)
    let start = end(of: dashes, behind: block.startIndex + 5, in: block) ?? block.endIndex
    var stop = start
    while stop < block.endIndex, !block[stop...].starts(with: dashes) { stop += 1 }
    return start..<stop
  }

  /// Whether a text is a replacement, or says in another usual way that something was left out.
  static func isReplacement(_ text: ArraySlice<UInt8>, form: TokenForm? = nil) -> Bool {
    let core = text.dropFirst(form?.prefix.utf8.count ?? openPrefix(text))
    let letters = core.lazy.filter(isAlphanumeric)
    let start = Array(letters.prefix(mark.count))
    if start.map({ $0 & 0xDF }) == mark || start == hexadecimalMark { return true }
    if form?.isWebToken == true, text.starts(with: webTokenStart) { return true }
    if letters.allSatisfy({
      [UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "1")].contains($0)
    }) {
      return true
    }
    let whole = String(decoding: core, as: UTF8.self)
    return [("<", ">"), ("{{", "}}"), ("${", "}")].contains {
      whole.hasPrefix($0.0) && whole.hasSuffix($0.1)
    }
  }

  /// Whether a text begins as the replacement of a long secret does.
  static func isMarked(_ text: ArraySlice<UInt8>) -> Bool {
    let letters = text.filter(isAlphanumeric)
    let start = Array(letters.prefix(mark.count))
    return letters.count >= fewestUnguessed
      && (start.map { $0 & 0xDF } == mark || start == hexadecimalMark)
  }

  /// Whether other secrets have the same replacement, because nothing of a short one may be left.
  static func isShared(_ replacement: [UInt8], of secret: [UInt8]) -> Bool {
    let same = zip(replacement, secret).prefix { $0 == $1 }.count
    return replacement.dropFirst(same).filter(isAlphanumeric).allSatisfy {
      [UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "1")].contains($0)
    }
  }

  /// The length of `https://` or `Bearer `, which is no secret.
  private static func openPrefix(_ text: ArraySlice<UInt8>) -> Int {
    for prefix in ["https://", "http://", "Bearer ", "Basic "] where text.starts(with: prefix.utf8)
    {
      return prefix.utf8.count
    }
    return 0
  }

  // MARK: Characters

  /// Replaces the letters and digits; what stands between them is the form.
  private static func core(_ text: ArraySlice<UInt8>, whole: ArraySlice<UInt8>) -> [UInt8] {
    let count = text.count(where: isAlphanumeric)
    guard count >= fewestUnguessed, !isDate(text) else { return classes(text) }
    var filling = Filling(text, digest: SHA256.hexadecimalDigest(of: Array(whole)))
    if isUUID(text) { filling.mark = Array("00000000000040008000".utf8) }
    var result: [UInt8] = []
    for byte in text {
      if isAlphanumeric(byte) {
        result.append(filling.next())
      } else if byte < 0x80 {
        result.append(byte)
      } else if byte >= 0xC0 {
        result.append(UInt8(ascii: "x"))
      }
    }
    return result
  }

  /// Each letter and digit as the first of its class.
  private static func classes(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let isDate = isDate(text)
    return text.compactMap { byte in
      switch byte {
      case 0x30...0x39: UInt8(ascii: "1")
      case 0x41...0x5A: isDate ? byte : UInt8(ascii: "X")
      case 0x61...0x7A: isDate ? byte : UInt8(ascii: "x")
      case 0xC0...0xFF: UInt8(ascii: "x")
      case 0x80..<0xC0: nil
      default: byte
      }
    }
  }

  /// Letters and digits of one alphabet, from a digest.
  private struct Filling {
    var mark: [UInt8]
    private let alphabet: [UInt8]
    private let digest: String
    private var position = 0
    private var block: [UInt8] = []
    private var blockNumber = 0

    init(_ text: ArraySlice<UInt8>, digest: String) {
      self.digest = digest
      let letters = text.filter(SecretShape.isAlphanumeric)
      let hasCapitals = letters.contains { (0x41...0x5A).contains($0) }
      let hasSmall = letters.contains { (0x61...0x7A).contains($0) }
      let digits = Array("0123456789".utf8)
      let isHexadecimal = letters.allSatisfy { $0 < 0x3A || (0x61...0x66).contains($0 | 0x20) }
      if isHexadecimal, !(hasCapitals && hasSmall) {
        mark = SecretShape.hexadecimalMark
        let more = hasCapitals ? "ABCDEF" : hasSmall ? "abcdef" : ""
        alphabet = digits + Array(more.utf8)
      } else {
        let small = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        mark = hasCapitals ? SecretShape.mark : SecretShape.mark.map { $0 | 0x20 }
        alphabet = digits + (hasSmall ? small : []) + (hasCapitals ? small.map { $0 & 0xDF } : [])
      }
    }

    mutating func next() -> UInt8 {
      defer { position += 1 }
      if position < mark.count { return mark[position] }
      if block.isEmpty {
        // The digest of the digest says nothing more about the secret than the digest itself.
        block = Array(SHA256.hexadecimalDigest(of: Array("\(digest)\(blockNumber)".utf8)).utf8)
        blockNumber += 1
      }
      let high = Int(block.removeLast())
      let low = block.isEmpty ? 0 : Int(block.removeLast())
      return alphabet[(high * 31 + low) % alphabet.count]
    }
  }

  // MARK: Forms

  private static let webTokenStart = Array("eyJSRURBQ1RFRCI6".utf8)

  /// A JSON Web Token with parts as long as those of another one; nil where a part is too short.
  ///
  /// A part that is an object becomes `{"REDACTED":"…"}`, so that what only looks into it goes on.
  private static func webToken(_ token: ArraySlice<UInt8>) -> [UInt8]? {
    let digest = Array(SHA256.hexadecimalDigest(of: Array(token)).utf8)
    var parts: [[UInt8]] = []
    for (number, part) in token.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false
    )
    .enumerated() {
      if part.starts(with: "eyJ".utf8) {
        let size = part.count * 3 / 4
        guard size >= 16, part.count % 4 != 1 else { return nil }
        let open = Array(#"{"REDACTED":""#.utf8)
        let filling = (0..<size - open.count - 2).map { digest[($0 + number * 7) % digest.count] }
        parts.append(base64(open + filling + Array(#""}"#.utf8)))
      } else {
        parts.append(part.isEmpty ? [] : core(part, whole: token))
      }
    }
    return Array(parts.joined(separator: [UInt8(ascii: ".")]))
  }

  /// Base64 for addresses, without padding: RFC 4648 section 5.
  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var result: [UInt8] = []
    var rest = 0
    var bits = 0
    for byte in bytes {
      rest = rest << 8 | Int(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        result.append(alphabet[rest >> bits & 63])
      }
      rest &= (1 << bits) - 1
    }
    if bits > 0 { result.append(alphabet[rest << (6 - bits) & 63]) }
    return result
  }

  private static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { $0 < 0x3A || (0x61...0x66).contains($0 | 0x20) }
  }

  /// Whether a text is a date or a date and a time of RFC 3339, of which no letter is secret.
  private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    text.count >= 10 && text.count <= 35
      && text.enumerated().allSatisfy { offset, byte in
        switch offset {
        case 4, 7: byte == UInt8(ascii: "-")
        case 0..<10: (0x30...0x39).contains(byte)
        case 10: byte == UInt8(ascii: "T") || byte == UInt8(ascii: " ")
        default: (0x30...0x39).contains(byte) || ":.+-Z".utf8.contains(byte)
        }
      }
  }

  private static func end(of text: [UInt8], behind start: Int, in bytes: ArraySlice<UInt8>) -> Int?
  {
    var index = start
    while index + text.count <= bytes.endIndex {
      if bytes[index...].starts(with: text) { return index + text.count }
      index += 1
    }
    return nil
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
