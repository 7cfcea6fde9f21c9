/// A URI reference in its five parts, as RFC 3986 takes it apart; it is resolved as text.
///
/// Foundation's `URL` repairs what it reads. Names of schemas are compared character by character,
/// so nothing may be repaired here.
///
/// https://www.rfc-editor.org/rfc/rfc3986#appendix-B
struct URIReference: Sendable, Hashable, CustomStringConvertible {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Takes a text apart; every text is some reference.
  init(_ text: String) {
    var rest = text[...]
    if let mark = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, ASCII.isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0)
    }
  }

  /// The reference as text.
  var description: String { withoutFragment + (fragment.map { "#" + $0 } ?? "") }

  /// The reference up to its `#`.
  var withoutFragment: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
      + (query.map { "?" + $0 } ?? "")
  }

  /// The reference up to the last `/` of its path, so that a neighbour's name can follow.
  var folder: String {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "")
      + path[..<end]
  }

  /// Returns what the reference means in a document with the given base.
  ///
  /// https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2
  func resolved(against base: URIReference) -> URIReference {
    var result = self
    guard scheme == nil else {
      result.path = Self.withoutDots(path)
      return result
    }
    result.scheme = base.scheme
    guard authority == nil else {
      result.path = Self.withoutDots(path)
      return result
    }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
    } else if path.hasPrefix("/") {
      result.path = Self.withoutDots(path)
    } else if base.authority != nil, base.path.isEmpty {
      result.path = Self.withoutDots("/" + path)
    } else {
      let end = base.path.lastIndex(of: "/").map { base.path.index(after: $0) }
      result.path = Self.withoutDots(base.path[..<(end ?? base.path.startIndex)] + path)
    }
    return result
  }

  /// Takes `.` and `..` out of a path (RFC 3986 section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    guard path.contains(".") else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (position, segment) in segments.enumerated() {
      let isLast = position == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        // The empty segment before a leading slash stays.
        if kept.count > 1 || kept.first.map({ !$0.isEmpty }) == true { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }
}

/// Says what an ASCII byte is.
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }
}
