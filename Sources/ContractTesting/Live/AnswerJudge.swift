import JSONSchema
package import StrictJSON

/// Tells an answer that says something about the format from one that shows an outage.
///
/// A server in trouble answers with much: a status, a page about maintenance, nothing, half of a document,
/// or an object such as `{"error": "rate limit exceeded"}` with status 200. None of it is a change of the
/// format, and none of it may replace a good fixture. What is left, such as a trailing comma or a renamed
/// key, is for the checks.
package struct AnswerJudge: Sendable {
  /// The members of known answers at their root with their types; none where the root is no object.
  private let knownMembers: [String: Set<JSONType>]
  /// The types of the root.
  private let knownRoots: Set<JSONType>

  /// The answer that a new one takes the place of.
  private let replaced: JSONDocument?
  private let presence: DataPresence?

  /// Makes a judge that knows the contract and stored answers of an endpoint, as far as there are any.
  ///
  /// For `replaced`, an answer without any record is an outage where that one has some.
  package init(contract: Contract?, known: [JSONDocument], replaced: JSONDocument? = nil) {
    self.replaced = replaced
    presence = contract.map(DataPresence.init) ?? replaced.map(DataPresence.init(like:))
    var members: [String: Set<JSONType>] = [:]
    for member in contract?.shape.object?.members ?? [] {
      let types = Set(member.shape.types.map(Self.plain))
      members[member.name] = member.shape.isNullable ? types.union([.null]) : types
    }
    for document in known where document.root.kind == .object {
      for member in document.root.members {
        members[member.key, default: []].insert(Self.type(of: member.value))
      }
    }
    knownMembers = members
    knownRoots = known.reduce(into: Set(contract?.shape.types.map(Self.plain) ?? [])) {
      $0.insert(Self.type(of: $1.root))
    }
    knowsFormat = contract != nil || !known.isEmpty
  }

  private let knowsFormat: Bool

  private var knowsContainer: Bool { knownRoots.contains(.object) || knownRoots.contains(.array) }

  private static func type(of value: JSONValue) -> JSONType { plain(JSONType(of: value)) }

  /// Integers are numbers; which of both a status is written as says nothing.
  private static func plain(_ type: JSONType) -> JSONType { type == .integer ? .number : type }

  /// Why a response is no answer; nil for one that can be judged.
  package func outage(_ reading: ResponseReading) -> Outage.Reason? {
    let response = reading.response
    if let status = response.status {
      switch status {
      case 401, 403, 407: return .accessRefused(status)
      case 206: return .partialContent
      // A redirection that could not be followed; 402, 425 and 451 are about who asks and when.
      case 300...399, 402, 408, 425, 429, 451, 500...599: return .status(status)
      case 200...299: break
      default: return nil
      }
    }
    if let document = reading.document {
      if isErrorObject(document.root) { return .errorObject }
      // "Too many requests", in quotes, where there were objects or lists.
      let isText = document.root.kind == .string && knowsContainer && !knownRoots.contains(.string)
      if isText { return .text }
      return reading.faults.isEmpty && losesRecords(document) ? .noRecord : nil
    }
    guard let error = reading.syntaxError else { return nil }
    switch error.kind {
    case .empty: return .emptyBody
    case .grammar, .invalidUTF8:
      switch BodyLook(response.body) {
      case .markup: return .page
      case .text: return .text
      case .bytes: return .bytes
      case .json: return Self.isCut(response.body, error) ? .cutBody : nil
      }
    case .otherEncoding, .byteOrderMark, .tooDeep, .tooLarge: return nil
    }
  }

  /// Whether a document holds no record where the one that it takes the place of has some.
  private func losesRecords(_ document: JSONDocument) -> Bool {
    guard let replaced, let presence else { return false }
    return presence.holdsData(replaced) && !presence.holdsData(document)
  }

  /// Whether a text is the beginning of a document: it ends inside of a list or an object, and nothing is
  /// wrong with it in front of its last token.
  private static func isCut(_ body: [UInt8], _ error: JSONSyntaxError) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    var tokenStart = 0
    for (index, byte) in body.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        tokenStart = index
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        tokenStart = index
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        tokenStart = index
      case UInt8(ascii: ","), UInt8(ascii: ":"): tokenStart = index
      default: break
      }
    }
    return (isInString || depth > 0) && error.offset >= tokenStart
  }

  /// Whether an object has nothing of the format and says, in the usual words, that something failed.
  ///
  /// A new envelope is no error: `{"status": "ok", "message": null, "data": {…}}` has something in it.
  /// In a format with an envelope, such as JSend, the words themselves are of the format; what tells an
  /// error there is that nothing else has a value.
  private func isErrorObject(_ root: JSONValue) -> Bool {
    guard knowsFormat, root.kind == .object, root.count > 0 else { return false }
    let members = root.members.map { EnvelopeMember($0) }
    let isDenied = members.contains(where: \.deniesSuccess)
    guard isDenied || !members.contains(where: \.affirmsSuccess) else { return false }
    guard !members.allSatisfy({ isOfFormat($0) }) else { return false }
    for member in members {
      guard let word = member.word else { return false }
      if knownMembers[member.name] != nil {
        guard isDenied, !(isOfFormat(member) && member.isFilledContainer) else { return false }
      }
      if word != .error, member.isFilledContainer, !isDenied { return false }
    }
    return isDenied || members.contains { $0.word == .reason && $0.isText }
  }

  /// Whether known answers have a member of this name and type.
  private func isOfFormat(_ member: EnvelopeMember) -> Bool {
    knownMembers[member.name].map { $0.isEmpty || $0.contains(Self.type(of: member.value)) }
      ?? false
  }
}

/// What a body looks like that is no JSON.
package enum BodyLook: Sendable {
  /// HTML or XML.
  case markup
  /// Words.
  case text
  /// No text at all, such as a compressed body that does not say so.
  case bytes
  /// JSON with an error in it.
  case json

  package init(_ body: [UInt8]) {
    guard let start = body.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      self = .json
      return
    }
    switch body[start] {
    case UInt8(ascii: "<"): self = .markup
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): self = .json
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      let isLiteral = Self.literals.contains { body[start...].starts(with: $0.utf8) }
      self = isLiteral ? .json : .text
    case 0..<0x20, 0x7F...0xFF: self = .bytes
    default: self = .json
    }
  }

  /// What other languages write for values that JSON does not have.
  private static let literals = ["NaN", "Infinity", "True", "False", "None", "undefined"]
}
