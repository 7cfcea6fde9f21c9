/// Tests on eight bytes at once, each in its lane of a word.
///
/// A result has the highest bit of a lane set where the byte of that lane passes. Bytes beyond
/// ASCII give results that mean nothing for their own lanes, and do not disturb the others. Where
/// the bytes are `a-é?` and the test asks for `-` to `9`, it is
///
///     lane             0    1    2    3    4
///     byte             61   2D   C3   A9   3F
///     without high bit 61   2D   43   29   3F
///     plus 53          B4   80   96   7C   92     the high bit: `-` or greater
///     plus 46          A7   73   89   6F   85     the high bit: greater than `9`
///     one, not other   no   yes  no   no   no
enum ByteLanes {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The same ASCII character in every lane.
  @inline(__always)
  static func all(_ character: Unicode.Scalar) -> UInt64 { UInt64(character.value) &* ones }

  /// Finds the bytes of a range.
  @inline(__always)
  static func between(_ first: Unicode.Scalar, _ last: Unicode.Scalar, in word: UInt64) -> UInt64 {
    let bytes = word & ~highBits
    let notLess = bytes &+ UInt64(0x80 - first.value) &* ones
    let greater = bytes &+ UInt64(0x7F - last.value) &* ones
    return notLess & ~greater & highBits
  }

  /// Finds the bytes that are a character.
  @inline(__always)
  static func equal(_ character: Unicode.Scalar, in word: UInt64) -> UInt64 {
    let differences = (word ^ all(character)) & ~highBits
    return ~(differences &+ ~highBits) & highBits
  }

  /// The number that all lanes stand for, which hold digits, the first one in the lowest.
  ///
  /// Neighbours are joined: to four numbers of two digits, to two of four, to one of eight.
  @inline(__always)
  static func eightDigits(_ word: UInt64) -> UInt64 {
    let digits = word & 0x0F0F_0F0F_0F0F_0F0F
    let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
  }
}
