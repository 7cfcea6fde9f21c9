/// The flat list of a document's values, in the order in which they stand in the text.
///
/// Each value has one entry. A container's entry is followed by the entries of its children;
/// in an object each value's entry is preceded by the entry of its key. `{"a": [1, 2]}` gives
///
///     index  kind    offset end  next  count
///     0      object  0      13   5     1
///     1      string  1      4    2             the key "a"
///     2      array   6      12   5     2
///     3      number  7      8    4
///     4      number  10     11   5
///
/// `next` is the index behind a value and all that is in it, so to step over a value of any size
/// is one load, and to walk the children of the array is 3, then `next` of 3, until `next` of 2.
/// Nothing is converted until somebody asks; offsets give positions for free.
package typealias JSONTape = [JSONTapeEntry]

/// One value of a document: 16 bytes.
package struct JSONTapeEntry: Sendable {
  /// Where the value begins, in bytes; a string begins at its opening quote.
  package let offset: UInt32

  /// Where the value ends, in bytes, exclusive.
  package let end: UInt32

  /// The index of the entry behind this value and all that is in it.
  package let next: UInt32

  /// Kind in bits 0–3, flags in bits 4–7, number of children in bits 8–31.
  ///
  /// A key has no children, but it may have a number: two keys of a tape with the same one have the
  /// same bytes (``KeyPredictor``). 0 says nothing.
  ///
  /// Other modules take it apart themselves, because a call for each value is too much: 2 % of the
  /// instructions of a validation, and `@inlinable package` is called as well (Swift 6.3).
  package let info: UInt32

  /// What a string or number needs to be read with care.
  ///
  /// No `OptionSet`: without optimisation each of its operations is a call through a table, and a value has several.
  struct Flags: Sendable {
    private(set) var rawValue: UInt32

    static let none = Flags(rawValue: 0)

    /// The string holds a backslash.
    static let escaped = Flags(rawValue: 1 << 4)

    /// The string holds an escaped surrogate that has no partner, so it is no Unicode text.
    static let loneSurrogate = Flags(rawValue: 1 << 5)

    /// The number has a fraction or an exponent.
    static let fractional = Flags(rawValue: 1 << 6)

    /// The string holds characters beyond ASCII, which may be spelled in more than one way.
    static let nonASCII = Flags(rawValue: 1 << 7)

    var isEmpty: Bool { rawValue == 0 }

    /// Whether the same text may be spelled in more than one way.
    var isSpelledFreely: Bool { contains(.escaped) || contains(.nonASCII) }

    func contains(_ flag: Flags) -> Bool { rawValue & flag.rawValue != 0 }

    mutating func insert(_ flag: Flags) { rawValue |= flag.rawValue }
  }

  /// The largest count that fits; a container with more children is counted by walking.
  private static let maximumCount: UInt32 = 0xFF_FFFF

  /// Makes an entry; a document is shorter than 4 GiB, so every number fits.
  @inline(__always)
  init(kind: JSONKind, flags: Flags = .none, offset: Int, end: Int, next: Int, count: Int = 0) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    let count = UInt32(truncatingIfNeeded: min(count, Int(Self.maximumCount)))
    self.info = UInt32(kind.rawValue) | flags.rawValue | count &<< 8
  }

  /// Makes an entry whose kind, flags and number are known together.
  @inline(__always)
  init(info: UInt32, offset: Int, end: Int, next: Int) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    self.info = info
  }

  var kind: JSONKind {
    switch info & 0xF {
    case 0: .null
    case 1: .bool
    case 2: .number
    case 3: .string
    case 4: .array
    default: .object
    }
  }

  var flags: Flags { Flags(rawValue: info & 0xF0) }

  /// The number in place of a count.
  var number: Int { Int(info &>> 8) }

  /// The number of elements or members; nil where it is too large to be kept.
  package var count: Int? {
    let count = info &>> 8
    return count == Self.maximumCount ? nil : Int(count)
  }
}

extension JSONTapeEntry {
  /// Whether the value is of a kind; one comparison, where `kind` is a table.
  @inline(__always)
  func isKind(_ kind: JSONKind) -> Bool { info & 0xF == UInt32(kind.rawValue) }
}
