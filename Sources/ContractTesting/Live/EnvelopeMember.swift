import StrictJSON

/// A member at the root of a document, as an envelope has them: what it says about success or failure.
///
/// Services tell in the same few words that something failed, with a status of success or without:
///
///     {"error": "rate limit exceeded"}                      denies success
///     {"status": "error", "data": null}                     denies success
///     {"meta": {"code": 500}}                               denies success
///     {"message": "Not Found"}                              tells why, and neither affirms nor denies
///     {"error": false, "message": "OK", "result": […]}      affirms success
struct EnvelopeMember {
  /// What a name is for, in most envelopes.
  enum Word {
    /// An error, if it has a value: `error`, `errors`, `fault`.
    case error
    /// Why: `message`; RFC 9457 has `title` and `detail`.
    case reason
    /// Members beside them: `type`, `status` and `instance` of RFC 9457, and what frameworks add.
    case state
  }

  let name: String
  let word: Word?
  let value: JSONValue
  private let letters: String

  init(_ member: JSONMember) {
    name = member.key
    value = member.value
    letters = member.key.lowercased().filter { $0.isLetter }
    word =
      if Self.errors.contains(letters) {
        .error
      } else if Self.reasons.contains(letters) {
        .reason
      } else if Self.states.contains(letters) {
        .state
      } else {
        nil
      }
  }

  var isFilledContainer: Bool {
    (value.kind == .object || value.kind == .array) && value.count > 0
  }

  var isText: Bool { value.string?.isEmpty == false }

  /// Whether the value is more than `null`, and more than an empty text, list or object.
  var hasContent: Bool {
    switch value.kind {
    case .null: false
    case .bool, .number: true
    case .string: isText
    case .array, .object: value.count > 0
    }
  }

  /// Whether the member alone says that the request failed.
  var deniesSuccess: Bool {
    switch word {
    case .error: hasContent && !Self.isNegative(value)
    case .state:
      if Self.verdicts.contains(letters) {
        Self.isNegative(value)
      } else if Self.codes.contains(letters) {
        Self.status(value).map { 400...599 ~= $0 } ?? Self.isText(value, in: Self.failures)
      } else if letters == "meta", value.kind == .object {
        value.members.contains { EnvelopeMember($0).deniesSuccess }
      } else {
        false
      }
    case .reason, nil: false
    }
  }

  /// Whether the member alone says that the request succeeded; `"error": null` alone does not.
  var affirmsSuccess: Bool {
    switch word {
    case .error: !value.isNull && !deniesSuccess
    case .state:
      if Self.verdicts.contains(letters) {
        hasContent && !Self.isNegative(value)
      } else if Self.codes.contains(letters) {
        Self.status(value).map { 200...299 ~= $0 } ?? Self.isText(value, in: Self.successes)
      } else {
        false
      }
    case .reason, nil: false
    }
  }

  /// Whether a name is for something about the request and not for a record: a word of errors, or of pages.
  static func isAbout(_ name: String) -> Bool {
    let letters = name.lowercased().filter { $0.isLetter }
    return errors.contains(letters) || reasons.contains(letters) || verdicts.contains(letters)
      || codes.contains(letters) || paging.contains(letters)
  }

  private static let paging: Set<String> = [
    "total", "totalcount", "totalresults", "totalpages", "count", "size", "page", "pages",
    "perpage",
    "pagesize", "limit", "offset", "next", "previous", "prev", "cursor", "nextcursor", "hasmore",
    "timestamp", "requestid",
    // Of Mongoose, Spring and others.
    "totaldocs", "totalitems", "totalrecords", "totalelements", "totalhits", "numberofelements",
    "numfound", "numresults", "resultcount", "recordcount", "itemcount", "numpages", "pagecount",
    "pagenumber", "pageindex", "currentpage", "nextpage", "prevpage", "previouspage", "lastpage",
    "firstpage", "hasnext", "hasprev", "hasprevious", "hasnextpage", "hasprevpage",
    "haspreviouspage", "pagingcounter", "startindex", "itemsperpage", "resultsperpage",
  ]

  /// Whether a name is for an object or a list about the answer, which stands beside its records.
  static func isBeside(_ name: String) -> Bool {
    beside.contains(name.lowercased().filter { $0.isLetter })
  }

  private static let beside: Set<String> = [
    "meta", "metadata", "links", "paging", "pagination", "pageinfo", "facets", "aggregations",
  ]

  /// Whether a value says no: `false`, `0`, `"False"`, `"none"`.
  private static func isNegative(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .bool: value.bool == false
    case .number: value.numberText == "0"
    case .string: isText(value, in: ["false", "no", "none", "0", "null"])
    case .null, .array, .object: false
    }
  }

  private static func isText(_ value: JSONValue, in words: Set<String>) -> Bool {
    value.string.map { words.contains($0.lowercased()) } ?? false
  }

  /// The number of a value that may be a status of HTTP, written as a number or as a text.
  private static func status(_ value: JSONValue) -> Int? {
    value.string.flatMap { Int($0) } ?? value.numberText.flatMap { Int($0) }
  }

  private static let errors: Set<String> = [
    "error", "errors", "err", "errormessage", "errormsg", "errordescription", "fault", "exception",
  ]

  private static let reasons: Set<String> = [
    "message", "msg", "title", "detail", "details", "reason", "note", "information", "info",
    "notice",
  ]

  private static let states: Set<String> = verdicts.union(codes).union([
    "type", "instance", "timestamp", "path", "trace", "traceid", "requestid", "documentationurl",
    "help", "data", "result", "results", "payload", "retryafter", "meta",
  ])

  /// Members whose value is yes or no.
  private static let verdicts: Set<String> = [
    "success", "succeeded", "successful", "ok", "response",
  ]

  /// Members whose value is a status, in words or as a number.
  private static let codes: Set<String> = [
    "code", "cod", "status", "statuscode", "httpcode", "httpstatus", "errorcode", "errortype",
  ]

  private static let failures: Set<String> = [
    "error", "err", "fail", "failed", "failure", "ko", "nok",
  ]

  private static let successes: Set<String> = ["ok", "okay", "success", "successful", "succeeded"]
}
