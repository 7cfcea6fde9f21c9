import StrictJSON
import WireDates

/// Knows the usual spellings of dates and of addresses from their bytes.
///
/// A yes is certain. A no means that the format itself must be asked, with a `String`: this knows
/// no day after the 28th, no leap second and no escape but `\/`.
enum QuickFormat {
  static func accepts(
    _ bytes: Span<UInt8>, _ entry: JSONTapeEntry, _ format: StringFormat
  ) -> Bool {
    let text = bytes.extracting(entry.content)
    switch format {
    case .dateTime:
      return isDateTime(text, fraction: false)
        || isDateTime(text, fraction: true)
    case .date: return text.count == 10 && isDay(text)
    case .uri, .uriReference, .iri, .iriReference: return isWebAddress(text)
    default: return false
    }
  }

  static func accepts(_ bytes: Span<UInt8>, _ entry: JSONTapeEntry, _ format: QuickDate) -> Bool {
    let text = bytes.extracting(entry.content)
    return switch format {
    case .iso8601: isDateTime(text, fraction: false)
    case .iso8601Fractional: isDateTime(text, fraction: true)
    case .dayAndTime:
      text.count == 19 && isDay(text) && text[10] == UInt8(ascii: " ") && isTime(text)
    case .day: text.count == 10 && isDay(text)
    case .other: false
    }
  }

  // MARK: Dates

  /// Reads `2006-03-24T22:30:00`, a fraction if there must be one, and `Z` or `+01:00`.
  private static func isDateTime(_ text: Span<UInt8>, fraction: Bool) -> Bool {
    guard text.count >= 20, isDay(text), text[10] == UInt8(ascii: "T"), isTime(text) else {
      return false
    }
    var index = 19
    if fraction {
      guard text[index] == UInt8(ascii: ".") else { return false }
      index += 1
      while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
      guard index > 20, index < text.count else { return false }
    }
    if text[index] == UInt8(ascii: "Z") { return index + 1 == text.count }
    guard text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-"),
      text.count == index + 6, text[index + 3] == UInt8(ascii: ":")
    else { return false }
    return (0...23).contains(twoDigits(text, index + 1))
      && (0...59).contains(twoDigits(text, index + 4))
  }

  private static func isDay(_ text: Span<UInt8>) -> Bool {
    (10...99).contains(twoDigits(text, 0)) && (0...99).contains(twoDigits(text, 2))
      && text[4] == UInt8(ascii: "-") && (1...12).contains(twoDigits(text, 5))
      && text[7] == UInt8(ascii: "-") && (1...28).contains(twoDigits(text, 8))
  }

  private static func isTime(_ text: Span<UInt8>) -> Bool {
    (0...23).contains(twoDigits(text, 11)) && text[13] == UInt8(ascii: ":")
      && (0...59).contains(twoDigits(text, 14)) && text[16] == UInt8(ascii: ":")
      && (0...59).contains(twoDigits(text, 17))
  }

  /// The number that two digits stand for; -1 where they are none.
  private static func twoDigits(_ text: Span<UInt8>, _ index: Int) -> Int {
    let (first, second) = (text[index], text[index + 1])
    guard ASCII.isDigit(first), ASCII.isDigit(second) else { return -1 }
    return Int(first &- UInt8(ascii: "0")) * 10 + Int(second &- UInt8(ascii: "0"))
  }

  // MARK: Addresses

  /// Reads `https://`, a name of letters, digits, `.` and `-`, and a path and query.
  ///
  /// PHP writes `\/` for `/`.
  private static func isWebAddress(_ text: Span<UInt8>) -> Bool {
    var index = 4
    guard text.count > 4, text[0] == UInt8(ascii: "h"), text[1] == UInt8(ascii: "t"),
      text[2] == UInt8(ascii: "t"), text[3] == UInt8(ascii: "p")
    else { return false }
    if text[index] == UInt8(ascii: "s") { index += 1 }
    guard index < text.count, text[index] == UInt8(ascii: ":") else { return false }
    index += 1
    guard skipSlash(text, &index), skipSlash(text, &index) else { return false }
    while index < text.count, isNamePart(text[index]) { index += 1 }
    guard index == text.count || skipSlash(text, &index) else { return false }
    while index < text.count {
      if isPathPart(text[index]) {
        index += 1
      } else if !skipSlash(text, &index) {
        return false
      }
    }
    return true
  }

  private static func skipSlash(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    var next = index
    if next < text.count, text[next] == UInt8(ascii: "\\") { next += 1 }
    guard next < text.count, text[next] == UInt8(ascii: "/") else { return false }
    index = next + 1
    return true
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }

  /// Characters that may stand in a path and in a query, without `/`, `#` and `%`.
  private static func isPathPart(_ byte: UInt8) -> Bool {
    if isNamePart(byte) { return true }
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "&"),
      UInt8(ascii: "?"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "@"):
      return true
    default: return false
    }
  }
}
