import StrictJSON

/// A text that is equal to another only where their bytes are equal.
///
/// Two Swift strings are equal when they look the same: `é` in one scalar equals `é` in two. JSON
/// Schema compares member names code point by code point.
struct ExactText: Sendable, Hashable, Comparable {
  let text: String

  /// Plain texts look the same only where they are the same.
  private let isASCII: Bool

  init(_ text: String) {
    self.text = text
    isASCII = text.isASCII
  }

  static func == (left: Self, right: Self) -> Bool {
    left.isASCII == right.isASCII && left.text == right.text
      && (left.isASCII || left.text.utf8.elementsEqual(right.text.utf8))
  }

  /// Whether the bytes of two texts are equal.
  ///
  /// Nearly all names differ, which is quickly seen; only those that look the same are compared byte by byte.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    left == right && left.utf8.elementsEqual(right.utf8)
  }

  static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Texts with equal bytes have equal hashes; texts that only look the same may share one.
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
