import Foundation

/// The header field by which a server says when to ask again: seconds, or a date.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
enum RetryAfter {
  /// The time to wait, not negative; nil where the field is absent or cannot be read.
  ///
  /// A date is held against the server's own `Date`, whose clock it was made with.
  static func delay(in headers: HTTPHeaders, now: Date) -> Duration? {
    guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else {
      return nil
    }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than a number holds are longer than anybody waits.
      return .seconds(Int64(text).map { min($0, longest) } ?? longest)
    }
    guard let date = HTTPDate.seconds(text) else { return nil }
    let start =
      headers["date"].flatMap(HTTPDate.seconds) ?? Int64(now.timeIntervalSince1970.rounded())
    return .seconds(min(max(date - start, 0), longest))
  }

  private static let longest: Int64 = 1_000_000_000
}
