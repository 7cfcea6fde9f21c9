import Endpoints
import Foundation

/// A response as it is sent, but for `Date` and `Connection`, which the connection adds.
struct ReplayResponse: Sendable {
  /// The status code.
  let status: Int

  /// The status line and the header fields, each with its line end.
  let head: [UInt8]

  /// What is sent behind the header fields.
  let body: ArraySlice<UInt8>

  /// Makes a response with header fields in their order.
  ///
  /// A response to HEAD has the length of a body that is not sent.
  init(
    status: Int, fields: [(String, String)], body: ArraySlice<UInt8>, isHead: Bool = false
  ) {
    self.status = status
    var text = "HTTP/1.1 \(status) \(Self.phrases[status] ?? "")\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    // Sections 8.6 and 15.4.5 of RFC 9110: these have no content, whatever was recorded.
    let hasContent = status >= 200 && status != 204 && status != 304
    if hasContent { text += "Content-Length: \(body.count)\r\n" }
    head = Array(text.utf8)
    self.body = hasContent && !isHead ? body : []
  }

  private init(status: Int, head: [UInt8], body: ArraySlice<UInt8>) {
    self.status = status
    self.head = head
    self.body = body
  }

  /// The same response with another body of the same length.
  func with(body: ArraySlice<UInt8>) -> ReplayResponse {
    ReplayResponse(status: status, head: head, body: body)
  }

  /// Makes the whole of a recorded answer.
  init(whole answer: ReplayAnswer) {
    self.init(status: answer.status, fields: Self.fields(answer), body: answer.body[...])
  }

  /// Makes the response to a request that a recorded answer fits.
  init(_ answer: ReplayAnswer, to request: ReceivedRequest) {
    switch ReplaySelection(request, of: answer) {
    case .whole:
      let isEmpty = request.method == .head || [204, 304].contains(answer.status)
      self.init(
        status: answer.status, head: answer.wholeHead, body: isEmpty ? [] : answer.body[...])
    case .part(let range):
      let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(answer.body.count)"
      self.init(
        status: 206, fields: Self.fields(answer) + [("content-range", place)],
        body: answer.body[range])
    case .notModified:
      self.init(
        status: 304, fields: Self.fields(answer).filter { $0.0 != "content-type" }, body: [])
    case .preconditionFailed:
      self.init(status: 412, fields: [], body: [])
    case .unsatisfiable:
      self.init(
        status: 416, fields: [("content-range", "bytes */\(answer.body.count)")], body: [])
    }
  }

  private static func fields(_ answer: ReplayAnswer) -> [(String, String)] {
    var fields = answer.headers.names.compactMap { name in
      ownFields.contains(name) ? nil : answer.headers[name].map { (name, $0) }
    }
    fields.append(("x-replay-fixture", answer.id.description))
    if answer.status == 200 {
      fields.append(("etag", answer.entityTag))
      if let time = answer.lastModified { fields.append(("last-modified", HTTPDate.text(time))) }
      fields.append(("accept-ranges", "bytes"))
    }
    // Details may be written by hand, and a line end would begin another field.
    return fields.filter { name, value in
      (name + value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
  }

  /// What this server says for itself, even where it was recorded.
  private static let ownFields: Set<String> = [
    "accept-ranges", "connection", "content-encoding", "content-length", "content-range", "date",
    "etag", "keep-alive", "last-modified", "trailer", "transfer-encoding", "upgrade",
    "x-replay-fixture",
  ]

  /// Makes the refusal of what is no request.
  init(_ fault: RequestFault) {
    self.init(message: Message(error: fault.reason), status: fault.status)
  }

  /// Makes a response that says in JSON why there is no answer.
  init(message: Message, status: Int, fields: [(String, String)] = [], isHead: Bool = false) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let body = (try? encoder.encode(message)).map { Array($0) } ?? []
    self.init(
      status: status, fields: [("content-type", "application/json")] + fields,
      body: body[...], isHead: isHead)
  }

  /// Why there is no answer.
  struct Message: Encodable {
    let error: String
    var reason: String?
    var nearest: [Neighbour]?
    var next: String?

    struct Neighbour: Encodable {
      let fixture: String
      let request: String
    }
  }

  private static let phrases: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    418: "I'm a teapot", 422: "Unprocessable Content", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported",
  ]
}
