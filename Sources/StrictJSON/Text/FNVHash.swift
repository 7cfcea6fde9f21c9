/// A 64-bit FNV-1a hash of bytes: the same in every run, on every machine.
///
/// It is for names that must outlive a run and for guesses that a comparison confirms. Whoever
/// knows it can make two texts with one hash.
///
/// http://www.isthe.com/chongo/tech/comp/fnv/
package struct FNVHash: Sendable, Hashable {
  /// The hash of what was added so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  package init() {}

  /// The hash of a text.
  package init(of text: String) { add(text) }

  /// The hash of some bytes.
  package init(of bytes: some Sequence<UInt8>) { for byte in bytes { add(UInt64(byte)) } }

  /// Adds one byte; a larger number, too, is mixed in by one step.
  @inline(__always)
  package mutating func add(_ byte: UInt64) { value = (value ^ byte) &* 0x100_0000_01B3 }

  /// Adds the UTF-8 of a text.
  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
  }
}
