// What is wrong with the bytes of a response as a JSON text.

extension Rule {
  static let documentRules: [Rule] = [
    .invalidJSON, .duplicateKey, .invalidUTF8, .byteOrderMark, .notJSON, .emptyBody, .tooDeep,
    .tooLarge,
  ]

  /// The text breaks the grammar of JSON.
  public static let invalidJSON = Rule(
    id: "invalid-json", level: .breaking, family: .document,
    summary: "the text is not valid JSON",
    explanation: """
      The body breaks the grammar of RFC 8259: a comma too many, a missing quote, a number such as \
      01. Some decoders accept a part of this, others refuse the whole response, so two apps can \
      disagree about the same bytes. The API must be repaired; if you wrote the fixture by hand, \
      repair the fixture at the line and column of the finding.
      """,
    example: .document(text: #"{"id": "1001", "name": }"#))

  /// An object has the same key twice.
  public static let duplicateKey = Rule(
    id: "duplicate-key", level: .warning, family: .document,
    summary: "an object has the same key more than once",
    explanation: """
      RFC 8259 leaves open which of the two values counts. Foundation reads the first one, \
      JavaScript the last one, so two apps can show different data from the same response, and \
      none of them says so. Ask the owner of the API which value is meant.
      """,
    example: .document(text: #"{"id": "1001", "id": "1002"}"#))

  /// The bytes are not UTF-8.
  public static let invalidUTF8 = Rule(
    id: "invalid-utf8", level: .breaking, family: .document,
    summary: "the bytes are not valid UTF-8",
    explanation: """
      JSON between systems is UTF-8 (RFC 8259, section 8.1). Bytes of another encoding, such as \
      Latin-1 or UTF-16, make a decoder refuse the response or turn letters into replacement \
      characters. The server must send UTF-8; a fixture must keep the bytes as they were received, \
      so do not open and save it with another encoding.
      """,
    example: .bytes(Array(#"{"name": "Cr"#.utf8) + [0xE8] + Array(#"me"}"#.utf8)))

  /// The text starts with a byte order mark.
  public static let byteOrderMark = Rule(
    id: "byte-order-mark", level: .breaking, family: .document,
    summary: "the text starts with a byte order mark",
    explanation: """
      Software must not put a byte order mark in front of JSON (RFC 8259, section 8.1). Some \
      decoders skip it and others refuse the response, so two apps can disagree about the same \
      bytes. Servers get one from a file that an editor saved as "UTF-8 with BOM"; it must be saved \
      without.
      """,
    example: .bytes([0xEF, 0xBB, 0xBF] + Array(#"{"orders": null}"#.utf8)))

  /// The body is some other kind of text.
  public static let notJSON = Rule(
    id: "not-json", level: .breaking, family: .document,
    summary: "the body is something other than JSON, such as an HTML page",
    explanation: """
      The body is a page or a plain text, mostly an error page of the server or of something in \
      front of it, sent with a status that says success. The app's decoder fails at the first \
      byte. Look at the beginning of the body: it often says which machine answered. Do not record \
      such a body as a fixture of the endpoint.
      """,
    example: .document(text: "<!DOCTYPE html>\n<html><body>Service unavailable</body></html>\n"))

  /// The body has no bytes.
  public static let emptyBody = Rule(
    id: "empty-body", level: .breaking, family: .document,
    summary: "the body is empty",
    explanation: """
      The response has no body, or white space only. Some servers answer like this when a \
      parameter is missing in the request. An empty text is not JSON, so the app's decoder fails. If the \
      request is right, the API has changed; if it is wrong, repair the request.
      """,
    example: .document(text: ""))

  /// The nesting goes beyond the limit.
  public static let tooDeep = Rule(
    id: "too-deep", level: .breaking, family: .document,
    summary: "arrays and objects are nested deeper than 512 levels",
    explanation: """
      Foundation's decoder refuses a document that is nested deeper than 512 levels, and so does \
      this tool. No sensible API sends one; it is a fault of the server or an attack on its \
      readers. The app gets no data from such a response.
      """,
    example: .document(
      text: String(repeating: "[", count: 600) + String(repeating: "]", count: 600)))

  /// The document is larger than the tool reads.
  public static let tooLarge = Rule(
    id: "too-large", level: .breaking, family: .document,
    summary: "the document is larger than 4 GiB",
    explanation: """
      The tool counts places in a document with 32 bits and refuses a document of 4 GiB or more. \
      An app cannot hold such a response in memory either. Store many records one a line, as \
      NDJSON, and check them as such.
      """,
    example: .run("a document of 4 GiB or more"))
}
