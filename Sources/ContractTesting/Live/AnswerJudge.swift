import JSONSchema
package import StrictJSON

/// Tells an answer that says something about the format from one that shows an outage.
///
/// A server in trouble answers with much: a status, a page about maintenance, nothing, half of a document,
/// or an object such as `{"error": "rate limit exceeded"}` with status 200. None of it is a change of the
/// format, and none of it may replace a good fixture. What is left, such as a trailing comma or a renamed
/// key, is for the checks.
package struct AnswerJudge: Sendable {
  /// The members of known answers at their root; nil where no answer is known or the root is no object.
  private let knownMembers: Set<String>
  private let knowsFormat: Bool

  /// The answer that a new one takes the place of.
  private let replaced: JSONDocument?

  /// Makes a judge that knows the contract and stored answers of an endpoint, as far as there are any.
  ///
  /// For `replaced`, an answer without any record is an outage where that one has some.
  package init(contract: Contract?, known: [JSONDocument], replaced: JSONDocument? = nil) {
    self.replaced = replaced
    var members = Set(contract?.shape.object.map { $0.members.map(\.name) } ?? [])
    for document in known where document.root.kind == .object {
      members.formUnion(document.root.members.map(\.key))
    }
    knownMembers = members
    knowsFormat = contract != nil || !known.isEmpty
  }

  /// Why a response is no answer; nil for one that can be judged.
  package func outage(_ reading: ResponseReading) -> Outage.Reason? {
    let response = reading.response
    if let status = response.status {
      switch status {
      case 401, 403, 407: return .accessRefused(status)
      case 206: return .partialContent
      case 408, 429, 500...599: return .status(status)
      case 200...299: break
      default: return nil
      }
    }
    if let document = reading.document {
      if isErrorObject(document.root) { return .errorObject }
      return reading.faults.isEmpty && losesRecords(document) ? .noRecord : nil
    }
    guard let error = reading.syntaxError else { return nil }
    switch error.kind {
    case .empty: return .emptyBody
    case .grammar, .invalidUTF8:
      switch BodyLook(response.body) {
      case .markup: return .page
      case .text: return .text
      case .json: return Self.isCut(response.body, error) ? .cutBody : nil
      }
    case .otherEncoding, .byteOrderMark, .tooDeep, .tooLarge: return nil
    }
  }

  /// Whether a document holds no record where the one that it takes the place of has some.
  private func losesRecords(_ document: JSONDocument) -> Bool {
    guard let replaced else { return false }
    let presence = DataPresence(like: replaced)
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
  private func isErrorObject(_ root: JSONValue) -> Bool {
    guard knowsFormat, root.kind == .object, root.count > 0,
      knownMembers.isDisjoint(with: root.members.map(\.key))
    else { return false }
    var saysError = false
    var saysWhy = false
    for member in root.members {
      let name = member.key.lowercased().filter { $0.isLetter }
      let isLeaf = member.value.kind != .object && member.value.kind != .array
      if Self.errors.contains(name) {
        saysError = saysError || !member.value.isNull
      } else if Self.reasons.contains(name), isLeaf {
        saysWhy = saysWhy || member.value.string != nil
      } else if !Self.accompanying.contains(name) || !isLeaf {
        return false
      }
    }
    return saysError || saysWhy
  }

  private static let errors: Set<String> = [
    "error", "errors", "err", "errormessage", "errormsg", "errordescription", "fault", "exception",
  ]

  /// Members that tell why; RFC 9457 has `title` and `detail`.
  private static let reasons: Set<String> = [
    "message", "msg", "title", "detail", "details", "reason",
  ]

  /// Members that stand beside them: `type`, `status` and `instance` of RFC 9457, and what frameworks add.
  private static let accompanying: Set<String> = [
    "code", "errorcode", "errortype", "status", "statuscode", "success", "ok", "type", "instance",
    "timestamp", "path", "trace", "traceid", "requestid", "documentationurl", "help", "data",
    "result",
    "retryafter",
  ]
}

/// What a body looks like that is no JSON.
package enum BodyLook: Sendable {
  /// HTML or XML.
  case markup
  /// Words.
  case text
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
    default: self = .json
    }
  }

  /// What other languages write for values that JSON does not have.
  private static let literals = ["NaN", "Infinity", "True", "False", "None", "undefined"]
}
