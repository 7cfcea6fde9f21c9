package import Foundation

/// What a request asks for, in one spelling: path segments and query items.
///
///     /api/lookup.php?b=2&a=%41,c   and   /api/lookup.php?a=A%2Cc&b=2   are equal
///
/// Percent-encoding is undone and done again for each part by itself, so that an encoded slash stays one;
/// the order of the query items does not matter.
package struct RequestTarget: Sendable, Hashable, CustomStringConvertible {
  /// The segments of the path, percent-encoded; an empty last one for a path with a slash at its end.
  package let segments: [String]

  /// The query items `name=value`, percent-encoded, sorted.
  package let items: [String]

  /// Reads a path with its query as it was sent.
  package init(_ text: some StringProtocol) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    segments = parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst().map { Self.respelled($0) }
    items =
      parts.count < 2
      ? []
      : parts[1].split(separator: UInt8(ascii: "&")).map { item in
        let pair = item.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let value = pair.count < 2 ? "" : Self.respelled(pair[1], isQuery: true)
        return Self.respelled(pair[0], isQuery: true) + "=" + value
      }.sorted()
  }

  /// The path and the query of an address.
  package init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.percentEncodedPath ?? ""
    let query = (components?.percentEncodedQuery).map { "?\($0)" } ?? ""
    self.init((path.isEmpty ? "/" : path) + query)
  }

  /// Reads what stands below a folder; nil where the path does not begin with it.
  package init?(_ text: some StringProtocol, below folder: String) {
    let whole = RequestTarget(text)
    guard whole.segments.first == folder, whole.segments.count > 1 else { return nil }
    self.init(segments: Array(whole.segments.dropFirst()), items: whole.items)
  }

  private init(segments: [String], items: [String]) {
    self.segments = segments
    self.items = items
  }

  /// The same target below a folder.
  func below(_ folder: String) -> RequestTarget {
    RequestTarget(segments: [folder] + segments, items: items)
  }

  /// The path with the query.
  package var description: String {
    "/" + segments.joined(separator: "/")
      + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// How much two targets have in common; more is nearer.
  ///
  /// Equal segments at the same place count most, then equal query items, then equal beginnings.
  func nearness(to other: RequestTarget) -> Int {
    let equal = zip(segments, other.segments).count { $0 == $1 }
    let names = { (target: RequestTarget) in Set(target.items.map { $0.prefix { $0 != "=" } }) }
    let beginnings = zip(segments + items, other.segments + other.items)
      .map { $0.commonPrefix(with: $1).utf8.count }.reduce(0, +)
    return 1000 * (2 * equal - max(segments.count, other.segments.count))
      + 300 * Set(items).intersection(other.items).count
      + 100 * names(self).intersection(names(other)).count + min(beginnings, 99)
  }

  /// Percent-decodes bytes, and encodes all but the unreserved characters of RFC 3986 again.
  private static func respelled(_ bytes: some Collection<UInt8>, isQuery: Bool = false) -> String {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      var byte = byte
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit),
        let low = rest.dropFirst().first.flatMap(digit)
      {
        byte = high << 4 | low
        rest = rest.dropFirst(2)
      } else if isQuery, byte == UInt8(ascii: "+") {
        byte = UInt8(ascii: " ")
      }
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.append(byte)
      default:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
