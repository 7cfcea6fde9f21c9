package import StrictJSON

/// A response on its way to a document: the document, if there is one, and what was wrong.
package struct ResponseReading: Sendable {
  /// The response.
  package let response: Response

  /// The document; nil where the body is none, or where the status says that it is an error.
  package let document: JSONDocument?

  /// The document as the server sent it, to make requests of; nil where no credential was replaced in it.
  package var received: JSONDocument?

  /// Why the body is no document; nil for one that is, and for one that was not looked at.
  package private(set) var syntaxError: JSONSyntaxError?

  /// The findings about HTTP and about the text as a whole.
  private var general: [Finding] = []

  /// Reads a response strictly.
  package init(_ response: Response) {
    self.response = response
    defer {
      if response.isAsRecorded == false { general.append(Self.fixtureChanged(response)) }
      general += HTTPNotices(response).findings
    }
    if let status = response.status, !(200...299).contains(status) {
      document = nil
      general = [Self.unexpectedStatus(status, response)]
      return
    }
    if response.size > response.body.count {
      document = nil
      var finding = Finding(
        .tooLarge, "the document has \(response.size) bytes; 4 GiB or more are not read")
      finding.source = response.source
      general = [finding]
      return
    }
    do throws(JSONSyntaxError) {
      document = try JSONDocument(response.body, byteOrderMark: .skip)
    } catch {
      document = nil
      syntaxError = error
      general = [Self.finding(for: error, in: response)]
      return
    }
    if let contentType = response.contentType, !Self.isJSON(contentType) {
      var finding = Finding(
        .unexpectedContentType, "the body is JSON, but its content type is \(contentType)")
      finding.expected = "application/json"
      finding.found = contentType
      finding.source = response.source
      general.append(finding)
    }
    guard let document else { return }
    if document.hasByteOrderMark {
      general.append(
        place(
          Finding(.byteOrderMark, "the text begins with a UTF-8 byte order mark"), 0..<3,
          pointer: nil))
    }
  }

  /// The text at a place as the server sent it; nil where there is none.
  package func receivedText(at tokens: [String]) -> String? {
    (received ?? document)?.value(at: JSONPointer(tokens: tokens))?.string
  }

  /// The findings for which the document cannot be used.
  package var faults: [Finding] { general.filter { $0.level == .breaking } }

  /// The findings about HTTP and about the text, made when they are asked for.
  package var findings: [Finding] {
    var findings = general
    forEachDuplicate { member, steps in findings.append(duplicateKey(member, steps)) }
    return findings
  }

  /// Counts the same findings, and makes those that the tally has room for.
  package func report(to tally: inout FindingTally) {
    tally.append(general)
    forEachDuplicate { member, steps in
      let cause = FindingCause(.duplicateKey, path: ShapePath(steps).description)
      if tally.wants(cause) { tally.append(duplicateKey(member, steps), of: cause) }
    }
  }

  private func forEachDuplicate(_ body: (JSONMember, [JSONPlaces.Step]) -> Void) {
    guard let document else { return }
    let members = document.duplicateMembers
    guard !members.isEmpty else { return }
    var places = JSONPlaces(document)
    for member in members { body(member, places.steps(to: member.value)) }
  }

  /// Puts a finding at a place in the document.
  package func place(_ finding: Finding, _ range: Range<Int>, pointer: JSONPointer?) -> Finding {
    var finding = finding
    let location =
      document?.location(atOffset: range.lowerBound)
      ?? SourceLocation(offset: range.lowerBound, in: response.body)
    finding.source = response.source
    finding.pointer = pointer.map { (response.pieces?.origin(of: $0) ?? $0).description }
    let origin = response.origin(of: range.lowerBound, at: location)
    finding.line = origin.location.line
    finding.column = origin.location.column
    finding.offset = origin.offset
    finding.documentOffset = response.firstOffset
    finding.documentLine = response.firstLine
    finding.value = Excerpt.value(in: response.body, range)
    finding.excerpt = Excerpt(bytes: response.body, range: range)
    return finding
  }

  private func duplicateKey(_ member: JSONMember, _ steps: [JSONPlaces.Step]) -> Finding {
    let key = JSONWriter.quoted(member.key)
    var finding = Finding(.duplicateKey, "the key \(key) comes more than once in the same object")
    finding.expected = "each key once"
    finding.found = "the key \(key) again"
    finding.place = ShapePath(steps)
    let length = key.utf8.count
    return place(
      finding, member.keyOffset..<member.keyOffset + length, pointer: JSONPointer(steps))
  }

  private static func fixtureChanged(_ response: Response) -> Finding {
    var finding = Finding(
      .fixtureChanged, "the file is not the body that was recorded: its SHA-256 is another one")
    finding.source = response.source
    finding.nextStep = .recordAgainOrAccept
    return finding
  }

  private static func unexpectedStatus(_ status: Int, _ response: Response) -> Finding {
    let beginning = String(decoding: response.body.prefix(80), as: UTF8.self)
    var finding = Finding(
      .unexpectedStatus,
      "the server answered with status \(status)"
        + (beginning.isEmpty ? "" : "; the body begins with \(JSONWriter.quoted(beginning))"))
    finding.expected = "a status from 200 to 299"
    finding.found = String(status)
    finding.source = response.source
    return finding
  }

  private static func finding(for error: JSONSyntaxError, in response: Response) -> Finding {
    var finding: Finding
    let origin = response.origin(of: error.offset, at: error.location)
    switch error.kind {
    case .empty: finding = Finding(.emptyBody, "the body is empty")
    case .invalidUTF8, .otherEncoding: finding = Finding(.invalidUTF8, error.message)
    case .byteOrderMark: finding = Finding(.byteOrderMark, error.message)
    case .tooDeep: finding = Finding(.tooDeep, error.message)
    case .tooLarge: finding = Finding(.tooLarge, error.message)
    case .grammar:
      if let description = otherText(response.body) {
        finding = Finding(.notJSON, "the body is \(description)")
        finding.expected = "a JSON document"
        finding.found = description
      } else {
        let opening = error.unclosed.map {
          response.origin(of: $0.offset, at: $0.location).location
        }
        finding = Finding(
          .invalidJSON, error.message(at: origin.location, unclosedAt: opening))
      }
    }
    finding.source = response.source
    finding.line = origin.location.line
    finding.column = origin.location.column
    finding.offset = origin.offset
    finding.documentOffset = response.firstOffset
    finding.documentLine = response.firstLine
    let end = min(error.offset + 1, response.body.count)
    finding.excerpt = Excerpt(bytes: response.body, range: min(error.offset, end)..<end)
    return finding
  }

  /// What a body is that does not even begin as JSON; nil for one that does.
  private static func otherText(_ body: [UInt8]) -> String? {
    switch BodyLook(body) {
    case .markup: return "markup, such as an HTML page or XML"
    case .text:
      let word = String(decoding: body.prefix(40), as: UTF8.self)
      return "plain text that begins with \(JSONWriter.quoted(word))"
    case .bytes, .json: return nil
    }
  }

  /// Accepts `application/json`, `text/json` and every `…+json`: RFC 6839 section 3.1.
  private static func isJSON(_ contentType: String) -> Bool {
    let type = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return type == "application/json" || type == "text/json" || type.hasSuffix("+json")
  }
}
