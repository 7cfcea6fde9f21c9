import StrictJSON

// The bits of a tape entry, which JSONTape.swift lays out. They are read once more, in this file only,
// because a call into the other module for each value is too much. TapeBitsTests compares both readings.
extension JSONTapeEntry {
  /// The number of the kind, as in `JSONKind`.
  @inline(__always)
  var kindNumber: UInt8 { UInt8(truncatingIfNeeded: info & 0xF) }

  /// The kind of the value.
  @inline(__always)
  var valueKind: JSONKind { JSONKind(rawValue: kindNumber) ?? .null }

  /// Whether a string holds a backslash.
  @inline(__always)
  var isEscaped: Bool { info & (1 << 4) != 0 }

  /// What is between the quotes of a string.
  @inline(__always)
  var content: Range<Int> {
    unsafe Range(uncheckedBounds: (Int(offset) &+ 1, Int(end) &- 1))
  }

  /// Where the value is.
  @inline(__always)
  var range: Range<Int> { Int(offset)..<Int(end) }

  /// Whether a number has a fraction or an exponent.
  @inline(__always)
  var isFractional: Bool { info & (1 << 6) != 0 }

  /// Whether a string holds characters beyond ASCII.
  @inline(__always)
  var isBeyondASCII: Bool { info & (1 << 7) != 0 }

  /// The number of a key; 0 where it has none.
  @inline(__always)
  var number: UInt32 { info >> 8 }

  /// Whether one of some strings, by their ``info`` together, has an escape or goes beyond ASCII.
  static func isSpecial(_ info: UInt32) -> Bool { info & (1 << 4 | 1 << 7) != 0 }
}
