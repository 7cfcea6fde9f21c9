/// Finds the credentials in a body that is stored, and what they are replaced by.
///
/// A body of JSON is read token by token, and not parsed: one that is broken or cut is stored as well. The
/// name of a member says most, then the form of its value; a random value is a credential only beside a
/// name about keys and access, so hashes, ids and pictures stay:
///
///     {"password": "hunter2"}                    the name
///     {"token": {"type": "bearer", "value": …}}  a name above, but no description beside it
///     {"name": "API_KEY", "value": …}            a name in a member of its own
///     {"text": "… ghp_0123456789abcdefghij …"}   the form, wherever it stands
///     {"body": "{\"password\": …}"}              JSON in a string, by the same rules
///     {"signingKey": "Zk3…"}                     random, and the name is about access
///     {"ghp_0123456789abcdefghij": {…}}          the form, in a name as well
///
/// A body of another kind is read as text.
struct BodySecrets {
  /// A place of the body and what takes it.
  struct Edit {
    var found: FoundSecret
    let replacement: [UInt8]
  }

  /// The edits in order and apart from each other.
  private(set) var edits: [Edit] = []

  private let bytes: [UInt8]
  private let redaction: Redaction
  private let nesting: Int
  /// Whether the document is a JSON Schema, in which a name stands above keywords and not above a value.
  private let isContract: Bool
  private let keepsSteps: Bool

  /// The values in which a credential was replaced before, where they are asked for.
  private(set) var replaced: [Range<Int>] = []
  private let keepsReplaced: Bool
  private var levels: [Level] = []

  /// JSON in a string in JSON in a string is looked at as deep as that.
  private static let deepestNesting = 4

  /// No document is deeper; what is deeper is text.
  private static let deepestLevel = 1_024

  /// For so many credentials of a body it is known where they stand.
  private static let mostSteps = 10_000

  /// A longer text of Base64 alone is a picture or a file.
  private static let longestToken = 4_096

  init(
    _ bytes: [UInt8], redaction: Redaction, isContract: Bool = false, keepsSteps: Bool = false,
    keepsReplaced: Bool = false, nesting: Int = 0
  ) {
    self.keepsReplaced = keepsReplaced
    self.keepsSteps = keepsSteps
    self.bytes = bytes
    self.redaction = redaction
    self.nesting = nesting
    self.isContract = isContract
    let first = bytes.first { $0 > 0x20 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"") {
      scan()
    } else {
      scanText(0..<bytes.count)
    }
    edits.sort { $0.found.range.lowerBound < $1.found.range.lowerBound }
  }

  /// The body with all edits made; nil where there are none.
  var edited: [UInt8]? {
    guard !edits.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    for edit in edits where edit.found.range.lowerBound >= position {
      result += bytes[position..<edit.found.range.lowerBound]
      result += edit.replacement
      position = edit.found.range.upperBound
    }
    return result + bytes[position...]
  }

  // MARK: Structure

  /// What a name says about the values below it.
  private enum Suspicion: Int, Comparable {
    case none, doubtful, certain

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// An object or a list that is open.
  private struct Level {
    let isObject: Bool
    /// What the names above say.
    let inherited: Suspicion
    /// Whether the name above says that there are several, so that a number is how many they are.
    let isPlural: Bool
    var index = 0
    var name: String?
    var isName: Bool
    /// What `{"name": "API_KEY"}` says about the `value` beside it.
    var pairName: String?
    var pairValue: Range<Int>?
    /// What the names that are credentials are replaced by; the same one where an object repeats a name.
    var replacedNames: [[UInt8]: [UInt8]] = [:]
    var taken: Set<[UInt8]> = []
    /// How often each replacement was asked for again.
    var repeats: [[UInt8]: Int] = [:]

    /// A replacement that no other credential of the object has: of short ones it tells their form only.
    ///
    /// Behind it stands a number in two digits, `x` and `1`, of which replacements consist: a thousand names of one form
    /// are ten letters longer, and not a thousand.
    mutating func distinct(_ replacement: [UInt8]) -> [UInt8] {
      var candidate = replacement
      while !taken.insert(candidate).inserted {
        let number = repeats[replacement, default: 0]
        repeats[replacement] = number + 1
        candidate =
          replacement + String(number, radix: 2).utf8.map { UInt8(ascii: $0 == 0x30 ? "x" : "1") }
      }
      return candidate
    }
  }

  private mutating func scan() {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard levels.count < Self.deepestLevel else { return scanText(index..<bytes.count) }
        open(isObject: bytes[index] == UInt8(ascii: "{"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
      case UInt8(ascii: ","):
        if !levels.isEmpty {
          levels[levels.count - 1].index += 1
          levels[levels.count - 1].isName = levels[levels.count - 1].isObject
        }
      case UInt8(ascii: "\""):
        let end = endOfString(index)
        string(index + 1..<end)
        index = end
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let end = endOfLiteral(index)
        number(index..<end)
        index = end - 1
      default: break
      }
      index += 1
    }
    while !levels.isEmpty { close() }
  }

  private mutating func open(isObject: Bool) {
    levels.append(
      Level(
        isObject: isObject, inherited: suspicion, isPlural: isPlural, isName: isObject))
  }

  private mutating func close() {
    guard let level = levels.popLast() else { return }
    if let name = level.pairName, let value = level.pairValue { judge(value, named: name) }
    if !levels.isEmpty { levels[levels.count - 1].isName = false }
  }

  /// What is said of the value that comes next.
  private var suspicion: Suspicion {
    guard let level = levels.last else { return .none }
    guard level.isObject, let name = level.name else { return level.inherited }
    if isContract {
      return max(level.inherited, named(name))
    }
    if CredentialName.isAboutCredentials(name) { return .none }
    return max(level.inherited, named(name))
  }

  private func named(_ name: String) -> Suspicion {
    guard redaction.isCredential(memberNamed: name) else { return .none }
    return CredentialName.isDoubtfulMember(name) && !redaction.declares(name) ? .doubtful : .certain
  }

  private var isPlural: Bool {
    guard let level = levels.last else { return false }
    guard level.isObject, let name = level.name else { return level.isPlural }
    return name.hasSuffix("s") && redaction.isCredential(memberNamed: String(name.dropLast()))
      || level.isPlural
  }

  /// The keywords of a schema that hold values and no schemas.
  private static let valueKeywords: Set<String> = ["const", "default", "enum", "examples"]

  /// Whether a value counts: in a contract only those of some keywords are values.
  private var isValue: Bool {
    !isContract || levels.contains { $0.name.map(Self.valueKeywords.contains) ?? false }
  }

  /// The steps to the value, for the first of very many.
  private var steps: [FoundSecret.Step] {
    guard keepsSteps, edits.count < Self.mostSteps else { return [] }
    return pathToValue
  }

  private var pathToValue: [FoundSecret.Step] {
    levels.map { $0.isObject ? .member($0.name ?? "") : .element($0.index) }
  }

  // MARK: Values

  private mutating func string(_ range: Range<Int>) {
    if let level = levels.last, level.isObject, level.isName { return name(range) }
    let value = content(range)
    if let level = levels.last, level.isObject, let name = level.name {
      switch CredentialName.letters(name) {
      case "name", "key", "header", "field":
        let text = String(decoding: value.prefix(64), as: UTF8.self)
        if redaction.isCredential(memberNamed: text) || CredentialName.isAboutAccess(text) {
          levels[levels.count - 1].pairName = text
        }
      case "value", "val": levels[levels.count - 1].pairValue = range
      default: break
      }
    }
    guard !value.isEmpty else { return }
    let name = levels.last { $0.name != nil }?.name ?? ""
    let isSecret =
      switch suspicion {
      case .none: false
      case .doubtful: RandomLook.isPlausible(value[...])
      case .certain: true
      }
    if isSecret, isValue, !isOpenAddress(value) {
      add(.name(name), range, value, whole: true)
    } else if !nested(range, value) {
      text(range, value, name)
    }
  }

  /// Takes the name of a member; one that is a credential is known by what it is replaced by from here on.
  private mutating func name(_ range: Range<Int>) {
    let last = levels.count - 1
    let name = content(range)
    levels[last].isName = false
    levels[last].name = String(decoding: name, as: UTF8.self)
    guard let secret = Self.replacement(ofName: name, redaction: redaction) else { return }
    let replacement = levels[last].replacedNames[name] ?? levels[last].distinct(secret.text)
    levels[last].replacedNames[name] = replacement
    levels[last].name = String(decoding: replacement, as: UTF8.self)
    add(secret.reason, range, replacement: replacement)
  }

  /// What takes the place of a name that is a credential, or holds one; nil for nearly all names.
  static func replacement(
    ofName name: [UInt8], redaction: Redaction
  ) -> (reason: FoundSecret.Reason, text: [UInt8])? {
    guard name.count >= (redaction.secrets.isEmpty ? shortestSecretName : 6) else { return nil }
    var scanner = SecretScanner(name, redaction: redaction, strictness: .stored)
    let secrets = scanner.secrets()
    return secrets.first.map { ($0.reason, replaced(secrets, in: name)) }
  }

  /// No form of a token and no address with a password in it is shorter.
  private static let shortestSecretName = 12

  private static func replaced(_ secrets: [SecretScanner.Secret], in text: [UInt8]) -> [UInt8] {
    var edited: [UInt8] = []
    var position = 0
    for secret in secrets {
      edited += text[position..<secret.range.lowerBound] + secret.replacement(in: text)
      position = secret.range.upperBound
    }
    return edited + text[position...]
  }

  /// Judges the `value` of a pair by the name that stands beside it.
  private mutating func judge(_ range: Range<Int>, named name: String) {
    let value = content(range)
    // The edits of the same object are the last ones.
    for edit in edits.reversed() {
      if edit.found.range.overlaps(range) { return }
      if edit.found.range.upperBound <= range.lowerBound { break }
    }
    switch named(name) {
    case .certain where !value.isEmpty: add(.name(name), range, value, whole: true)
    case .doubtful where RandomLook.isPlausible(value[...]):
      add(.name(name), range, value, whole: true)
    case .none where RandomLook.isRandom(value[...]):
      add(.random(name: name), range, value, whole: true)
    default: break
    }
  }

  /// An address is read as one: what is secret in it is a part.
  private func isOpenAddress(_ value: [UInt8]) -> Bool {
    value.starts(with: "https://".utf8) || value.starts(with: "http://".utf8)
  }

  /// Looks at JSON inside of a string; returns whether it is some.
  private mutating func nested(_ range: Range<Int>, _ value: [UInt8]) -> Bool {
    guard nesting < Self.deepestNesting, value.count > 2,
      let first = value.first(where: { $0 > 0x20 }), let last = value.last(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
        || first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
    else { return false }
    let inner = BodySecrets(
      value, redaction: redaction, keepsReplaced: keepsReplaced, nesting: nesting + 1)
    if !inner.replaced.isEmpty { replaced.append(range) }
    guard let edited = inner.edited, let reason = inner.edits.first?.found.reason else {
      return false
    }
    add(reason, range, replacement: edited)
    return true
  }

  /// Looks for credentials inside of a text.
  private mutating func text(_ range: Range<Int>, _ value: [UInt8], _ name: String) {
    guard value.count >= 6, !isFile(value) else { return }
    var scanner = SecretScanner(value, redaction: redaction, strictness: .stored)
    let secrets = scanner.secrets()
    if keepsReplaced,
      scanner.hasReplacement
        || CredentialName.isAboutAccess(name) && SecretShape.isMarked(value[...])
    {
      replaced.append(range)
    }
    if secrets.isEmpty {
      // Text of people has spaces and no such look, so that most values are done here.
      guard value.count <= Self.longestToken, CredentialName.isAboutAccess(name), isValue,
        RandomLook.isRandom(value[...])
      else { return }
      return add(.random(name: name), range, value, whole: true)
    }
    if value.count == range.count {
      for secret in secrets {
        let place =
          range.lowerBound + secret.range.lowerBound..<range.lowerBound
          + secret.range.upperBound
        add(secret.reason, place, replacement: secret.replacement(in: value))
      }
    } else if let first = secrets.first {
      add(first.reason, range, replacement: Self.replaced(secrets, in: value))
    }
  }

  /// Whether a text is a picture or another file in Base64.
  private func isFile(_ value: [UInt8]) -> Bool {
    value.starts(with: "data:".utf8)
      || value.count > 512
        && !value.prefix(512).contains { $0 == 0x20 || $0 == 0x2E || $0 == 0x2D || $0 == 0x5F }
  }

  private mutating func number(_ range: Range<Int>) {
    // Fewer digits are how many there are, or how long they are.
    let digits = bytes[range].count { (0x30...0x39).contains($0) }
    guard suspicion == .certain, !isPlural, digits >= 4, isValue else { return }
    let replacement = bytes[range].map {
      (0x30...0x39).contains($0) ? UInt8(ascii: "1") : $0
    }
    guard Array(bytes[range]) != replacement else {
      replaced.append(range)
      return
    }
    let name = levels.last { $0.name != nil }?.name ?? ""
    edits.append(
      Edit(
        found: FoundSecret(reason: .name(name), range: range, steps: steps),
        replacement: replacement))
  }

  private mutating func add(
    _ reason: FoundSecret.Reason, _ range: Range<Int>, _ value: [UInt8], whole: Bool
  ) {
    let text = String(decoding: value, as: UTF8.self)
    guard !redaction.publicValues.contains(text) else { return }
    let form = TokenForm.of(value[...])
    guard !SecretShape.isReplacement(value[...], form: form) else {
      replaced.append(range)
      return
    }
    add(reason, range, replacement: SecretShape.replacement(of: value[...], form: form))
  }

  private mutating func add(
    _ reason: FoundSecret.Reason, _ range: Range<Int>, replacement: [UInt8]
  ) {
    edits.append(
      Edit(
        found: FoundSecret(reason: reason, range: range, steps: steps),
        replacement: escaped(replacement, like: bytes[range])))
  }

  private mutating func scanText(_ range: Range<Int>) {
    var scanner = SecretScanner(Array(bytes[range]), redaction: redaction, strictness: .stored)
    let text = Array(bytes[range])
    for secret in scanner.secrets() {
      let place =
        range.lowerBound + secret.range.lowerBound..<range.lowerBound
        + secret.range.upperBound
      edits.append(
        Edit(
          found: FoundSecret(reason: secret.reason, range: place),
          replacement: secret.replacement(in: text)))
    }
  }

  // MARK: Tokens

  /// The offset of the closing quote, or of the end of the text.
  private func endOfString(_ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return bytes.count
  }

  private func endOfLiteral(_ start: Int) -> Int {
    var index = start
    while index < bytes.count,
      (0x30...0x39).contains(bytes[index]) || "+-.eE".utf8.contains(bytes[index])
    {
      index += 1
    }
    return index
  }

  /// The characters of a string, its escapes undone.
  private func content(_ range: Range<Int>) -> [UInt8] {
    guard bytes[range].contains(UInt8(ascii: "\\")) else { return Array(bytes[range]) }
    var result: [UInt8] = []
    var index = range.lowerBound
    var high: UInt32?
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        result.append(bytes[index])
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "u") where index + 5 < range.upperBound:
        let digits = String(decoding: bytes[index + 2..<index + 6], as: UTF8.self)
        let unit = UInt32(digits, radix: 16) ?? 0xFFFD
        index += 4
        if (0xD800...0xDBFF).contains(unit) {
          high = unit
        } else {
          let value =
            high.map { (($0 - 0xD800) << 10) + (unit &- 0xDC00) & 0x3FF + 0x10000 } ?? unit
          result += Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
          high = nil
        }
      case let other: result.append(other)
      }
      index += 2
    }
    return result
  }

  /// A text as the inside of a string, with slashes escaped where the server escapes them.
  private func escaped(_ text: [UInt8], like original: ArraySlice<UInt8>) -> [UInt8] {
    let escapesSlashes = zip(original, original.dropFirst()).contains {
      $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "/")
    }
    var result: [UInt8] = []
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "/") where escapesSlashes: result += [UInt8(ascii: "\\"), byte]
      case 0x0A: result += Array("\\n".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0..<0x20:
        result += Array((byte < 16 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
      default: result.append(byte)
      }
    }
    return result
  }
}
