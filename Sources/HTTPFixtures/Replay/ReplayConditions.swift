import Endpoints

/// What the conditions and the range of a request leave of an answer.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2
enum ReplaySelection: Hashable {
  case whole
  case part(Range<Int>)
  /// 304: the client has it already.
  case notModified
  /// 412: the client wants to change something else.
  case preconditionFailed
  /// 416: the range lies behind the end.
  case unsatisfiable

  /// Evaluates the conditions in the order of the RFC; only an answer with status 200 has any.
  init(_ request: ReceivedRequest, of answer: ReplayAnswer) {
    let fields = request.fields
    let isRead = request.method == .get || request.method == .head
    let changed = answer.lastModified
    guard answer.status == 200 else {
      self = .whole
      return
    }
    if let tags = fields[.ifMatch] {
      guard Self.contains(tags, answer.entityTag, isWeak: false) else {
        self = .preconditionFailed
        return
      }
    } else if let changed, let date = fields[.ifUnmodifiedSince].flatMap(HTTPDate.seconds),
      changed > date
    {
      self = .preconditionFailed
      return
    }
    if let tags = fields[.ifNoneMatch] {
      if Self.contains(tags, answer.entityTag, isWeak: true) {
        self = isRead ? .notModified : .preconditionFailed
        return
      }
    } else if isRead, let changed, let date = fields[.ifModifiedSince].flatMap(HTTPDate.seconds),
      changed <= date
    {
      self = .notModified
      return
    }
    guard request.method == .get, let range = fields[.range], fields.count(of: .range) == 1,
      Self.holds(fields[.ifRange], answer)
    else {
      self = .whole
      return
    }
    self = Self.selection(range, length: answer.body.count)
  }

  /// Whether a list of entity tags has one (section 8.8.3.2).
  private static func contains(_ list: String, _ tag: String, isWeak: Bool) -> Bool {
    if list == "*" { return true }
    var rest = list[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
      if rest.isEmpty { return false }
      let isMarked = rest.hasPrefix("W/")
      if isMarked { rest = rest.dropFirst(2) }
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
        return false
      }
      let found = rest[...end]
      if isWeak ? found == opaque(tag) : !isMarked && found == tag { return true }
      rest = rest[rest.index(after: end)...]
    }
  }

  private static func opaque(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
  }

  /// Whether the client's part is of this answer (section 13.1.5).
  private static func holds(_ condition: String?, _ answer: ReplayAnswer) -> Bool {
    guard let condition else { return true }
    if condition.contains("\"") {
      return condition == answer.entityTag && !condition.hasPrefix("W/")
    }
    return HTTPDate.seconds(condition).map { $0 == answer.lastModified } ?? false
  }

  /// Reads `bytes=0-99`, `bytes=100-` or `bytes=-50` (section 14.1.2).
  ///
  /// Other units, several ranges and what is malformed are ignored, as section 14.2 allows.
  static func selection(_ text: String, length: Int) -> ReplaySelection {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return .whole }
    let ends = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " || $0 == "\t" } }
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]) else {
      return .whole
    }
    switch (first, last) {
    case (nil, nil): return .whole
    case (nil, let count?):
      return count == 0 || length == 0
        ? .unsatisfiable : .part(max(0, length - count)..<length)
    case (let start?, let last):
      if let last, last < start { return .whole }
      guard start < length else { return .unsatisfiable }
      return .part(start..<min(length, (last ?? Int.max - 1) + 1))
    }
  }

  /// A number of digits, or none for no digits; nil for another text.
  ///
  /// What no number holds lies behind every end.
  private static func number(_ text: Substring) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return .some(min(Int(text) ?? Int.max - 1, Int.max - 1))
  }
}
