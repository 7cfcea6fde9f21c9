/// The number of a record: the smallest hash of its values, and one of all of them, which decides between
/// records that share the value of the smallest.
struct RecordNumber: Sendable, Hashable {
  let smallest: UInt64
  let whole: UInt64

  /// The hash of what has none; hashes have 48 bits.
  static let none: UInt64 = 1 << 48 - 1

  /// The number as sixteen characters.
  var text: String { ValueSketch(bits: smallest).text + ValueSketch(bits: whole).text }

  init(smallest: UInt64, whole: UInt64) {
    self.smallest = smallest
    self.whole = whole
  }

  /// Reads sixteen characters; nil for any other text.
  init?(text: Substring) {
    guard let smallest = ValueSketch(token: text.prefix(8)),
      let whole = ValueSketch(token: text.dropFirst(8))
    else { return nil }
    self.init(smallest: smallest.bits, whole: whole.bits)
  }

  /// The hashes of a record's values, in whatever order they come.
  struct Sum {
    private(set) var smallest = RecordNumber.none
    private var sum: UInt64 = 0

    @inline(__always)
    mutating func add(_ hash: UInt64) {
      guard hash != RecordNumber.none else { return }
      smallest = min(smallest, hash)
      sum &+= hash &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always)
    mutating func add(_ part: Sum) {
      smallest = min(smallest, part.smallest)
      sum &+= part.sum
    }

    /// The number of a record with these values.
    var number: RecordNumber { RecordNumber(smallest: smallest, whole: sum >> 16) }
  }
}
