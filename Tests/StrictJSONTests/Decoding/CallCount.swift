import Synchronization

/// How often types were read, as they say themselves.
///
/// A count belongs to the decoder whose `userInfo` holds it and not to a type, because tests and
/// the cases of one test run side by side.
final class CallCount: Sendable {
  private static let key = CodingUserInfoKey(rawValue: "calls")
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  /// What the decoder needs for types to find the count.
  var userInfo: [CodingUserInfoKey: any Sendable] { Self.key.map { [$0: self] } ?? [:] }

  /// Adds a call to the count of a decoder and gives the number of calls up to this one; 0 where
  /// the decoder has no count.
  @discardableResult
  static func add(_ decoder: any Decoder) -> Int {
    guard let calls = key.flatMap({ decoder.userInfo[$0] }) as? CallCount else { return 0 }
    return calls.count.withLock {
      $0 += 1
      return $0
    }
  }
}
