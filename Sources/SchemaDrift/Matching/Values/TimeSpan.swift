import Foundation

/// The seconds that a text states as a span of time: `4:37`, `1:02:03`, and `PT4M37S` (ISO 8601, 5.5.2.2).
struct TimeSpan: Sendable {
  let seconds: Double

  /// No span is written in more bytes.
  private static let longest = 24

  init?(_ text: String) {
    // Most texts are no span, and most of these begin with another byte.
    let utf8 = text.utf8
    guard utf8.count <= Self.longest, let first = utf8.first else { return nil }
    var seconds: Double?
    if first == UInt8(ascii: "P") {
      seconds = Self.period(text)
    } else if 0x30...0x39 ~= first, utf8.contains(UInt8(ascii: ":")) {
      seconds = Self.clock(text)
    }
    guard let seconds else { return nil }
    self.seconds = seconds
  }

  /// Whether a number is the span in seconds, in thousandths of them, or in whole minutes.
  func isTold(by number: Double) -> Bool {
    abs(number - seconds) <= 1 || abs(number / 1000 - seconds) <= 1
      || number == number.rounded() && abs(number * 60 - seconds) < 60
  }

  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, 1...3 ~= parts[0].utf8.count,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    var seconds = 0.0
    for part in parts {
      guard part.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Double(part) else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  private static func period(_ text: String) -> Double? {
    var seconds = 0.0
    var digits = ""
    var isTime = false
    var isEmpty = true
    for character in text.dropFirst() {
      if character.isASCII, character.isNumber || character == "." {
        digits.append(character)
        continue
      }
      if character == "T", digits.isEmpty, !isTime {
        isTime = true
        continue
      }
      guard let unit = unit(character, isTime: isTime), let number = Double(digits) else {
        return nil
      }
      seconds += number * unit
      digits = ""
      isEmpty = false
    }
    return isEmpty || !digits.isEmpty ? nil : seconds
  }

  /// The seconds of a unit; nil for months and years, which are of no one length.
  private static func unit(_ letter: Character, isTime: Bool) -> Double? {
    switch (letter, isTime) {
    case ("W", false): 7 * 86_400
    case ("D", false): 86_400
    case ("H", true): 3600
    case ("M", true): 60
    case ("S", true): 1
    default: nil
    }
  }
}
