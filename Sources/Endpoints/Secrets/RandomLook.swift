import Foundation

/// Whether a text looks as if it was made by chance, as keys are, and not by people.
enum RandomLook {
  /// The fewest bytes of a random text; shorter ones are ids of videos, pictures and the like.
  private static let shortest = 16

  /// The fewest digits of a number with the base 16, as 128 bits have them.
  private static let shortestHexadecimal = 32

  /// How much of a long text is looked at, so that many of them one inside of the other cost no square.
  private static let longestLook = 256

  /// The least mean information of a byte in bits; of random letters and digits 16 have about 3.7, and words
  /// of people with a number behind them about 3.
  private static let leastEntropy = 3.3

  /// Whether a text without spaces is random, and no UUID.
  static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= shortest, text.allSatisfy(isBase64) else { return false }
    guard text.contains(where: isDigit), text.contains(where: isLetter) else { return false }
    if text.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: "-") }) {
      return text.count >= shortestHexadecimal && !text.contains(UInt8(ascii: "-"))
    }
    return entropy(text) >= leastEntropy && changes(text) * 4 >= text.count
  }

  /// Whether the value of a doubtful name may be a credential: one word that is long, or mixed.
  static func isPlausible(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.prefix(longestLook)
    guard text.count >= 6, text.allSatisfy({ $0 > 0x20 }) else { return false }
    return text.count >= 9 || text.contains(where: isDigit) && text.contains(where: isLetter)
  }

  /// Whether the value of a short parameter such as `key` is more than a name, a code or a number.
  static func isLongAndMixed(_ text: ArraySlice<UInt8>) -> Bool {
    text.count >= 12 && isMixed(text)
  }

  /// Whether a word behind `Basic`, or behind a name in a sentence, is no word of people: it has a digit,
  /// or a capital letter behind its first one.
  static func isMixed(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.prefix(longestLook)
    return text.count >= 8
      && (text.contains(where: isDigit) && text.contains(where: isLetter)
        || text.dropFirst().contains { (0x41...0x5A).contains($0) }
          && text.contains { (0x61...0x7A).contains($0) })
  }

  /// The mean information of a byte in bits (Shannon).
  private static func entropy(_ text: ArraySlice<UInt8>) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for byte in text { counts[Int(byte)] += 1 }
    let total = Double(text.count)
    return counts.reduce(0) { sum, count in
      guard count > 0 else { return sum }
      let share = Double(count) / total
      return sum - share * log2(share)
    }
  }

  /// How often the class of the characters changes: small letters, capitals, digits, others.
  private static func changes(_ text: ArraySlice<UInt8>) -> Int {
    zip(text, text.dropFirst()).count { characterClass($0) != characterClass($1) }
  }

  private static func characterClass(_ byte: UInt8) -> Int {
    switch byte {
    case 0x30...0x39: 0
    case 0x41...0x5A: 1
    case 0x61...0x7A: 2
    default: 3
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || "+/=_-.~".utf8.contains(byte)
  }
}
