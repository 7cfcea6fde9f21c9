import Foundation

/// The date patterns: the subset of Unicode TR35 that dates on the wire need.
///
/// | letters | reads | writes |
/// |---|---|---|
/// | `yyyy` | four digits | four digits |
/// | `MM` `dd` `HH` `hh` `mm` `ss` | two digits | two digits |
/// | `M` `d` `h` | one digit or two | no leading zero |
/// | `MMM` `EEE` | `Mar`, `Fri` (English) | the same |
/// | `MMMM` | `March` (English) | the same |
/// | `a` | `AM` or `PM` | the same |
/// | `S`, `SS`, … | one digit or more | as many digits as letters |
/// | `Z` | `+0000` | `+0000` |
/// | `XXX` `XXXXX` | `Z` or `+00:00` | `Z` |
/// | `zzz` | `GMT` or `UTC` | `GMT` |
/// | `'T'`, `''` | the quoted text, an apostrophe | the same |
///
/// Every byte that is no letter means itself. A pattern has a year, has each field once, and
/// has no smaller field without the next larger one: `ss` needs `mm`, `dd` needs a month. `h` is an
/// hour from 1 to 12 and needs `a`.
///
/// https://www.unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table
struct PatternSyntax: Sendable {
  private enum Element: Sendable {
    case field(letter: UInt8, count: Int)
    case literal([UInt8])
  }

  private let elements: [Element]

  /// Reads a pattern; nil where it uses a letter that is not in the table.
  init?(_ pattern: String) {
    var elements: [Element] = []
    let bytes = Array(pattern.utf8)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "'") {
        guard let (literal, end) = Self.quoted(bytes, from: position) else { return nil }
        elements.append(.literal(literal))
        position = end
      } else if Self.isLetter(byte) {
        let count = bytes[position...].prefix { $0 == byte }.count
        guard Self.isSupported(letter: byte, count: count) else { return nil }
        elements.append(.field(letter: byte, count: count))
        position += count
      } else {
        elements.append(.literal([byte]))
        position += 1
      }
    }
    self.elements = elements
  }

  /// Whether the fields make a date: a year, no field twice, no gap between large and small.
  var isComplete: Bool {
    var letters: [UInt8] = []
    for case .field(let letter, _) in elements {
      let isZone = "ZXz".utf8.contains(letter)
      let isHour = letter == UInt8(ascii: "h")
      letters.append(isZone ? UInt8(ascii: "Z") : isHour ? UInt8(ascii: "H") : letter)
    }
    let sizes = Array("yMdHmsS".utf8)
    let present = sizes.map(letters.contains)
    let isWithoutGap = zip(present, present.dropFirst()).allSatisfy { $0 || !$1 }
    return present[0] && isWithoutGap && hasWholeHours && Set(letters).count == letters.count
  }

  /// Whether an hour from 1 to 12 and the half of the day come together or not at all.
  private var hasWholeHours: Bool {
    let has = { (wanted: UInt8) in
      elements.contains {
        if case .field(wanted, _) = $0 { return true }
        return false
      }
    }
    return has(UInt8(ascii: "h")) == has(UInt8(ascii: "a"))
  }

  /// Reads a whole text; nil where it does not have the form of the pattern.
  func fields(of text: String) -> DateFields? {
    var reader = DateReader(text)
    for element in elements {
      switch element {
      case .literal(let bytes):
        for byte in bytes where !reader.skip(byte) { return nil }
      case .field(let letter, let count):
        guard Self.read(letter, count: count, from: &reader) else { return nil }
      }
    }
    return reader.isAtEnd ? reader.fields : nil
  }

  /// Writes fields that are in UTC.
  func text(of fields: DateFields) -> String {
    var text = ""
    for element in elements {
      switch element {
      case .literal(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .field(let letter, let count): text += Self.text(of: letter, count: count, in: fields)
      }
    }
    return text
  }

  private static func read(_ letter: UInt8, count: Int, from reader: inout DateReader) -> Bool {
    switch letter {
    case UInt8(ascii: "M") where count == 3:
      guard let index = reader.readAbbreviation(of: CivilCalendar.monthNames) else { return false }
      reader.fields.month = index + 1
      return true
    case UInt8(ascii: "M") where count == 4:
      guard let index = reader.readName(of: CivilCalendar.monthNames) else { return false }
      reader.fields.month = index + 1
      return true
    case UInt8(ascii: "a"): return reader.readHalfOfDay()
    case UInt8(ascii: "E"):
      reader.fields.weekday = reader.readAbbreviation(of: CivilCalendar.weekdayNames)
      return reader.fields.weekday != nil
    case UInt8(ascii: "S"): return reader.readFractionDigits()
    case UInt8(ascii: "Z"): return reader.readOffset(withColon: false)
    case UInt8(ascii: "X"):
      return reader.skip(UInt8(ascii: "Z")) || reader.readOffset(withColon: true)
    case UInt8(ascii: "z"): return reader.readAbbreviation(of: ["GMT", "UTC"]) != nil
    default:
      guard let number = count == 1 ? reader.oneOrTwoDigits() : reader.digits(count) else {
        return false
      }
      return set(letter, to: number, in: &reader.fields)
    }
  }

  private static func set(_ letter: UInt8, to number: Int, in fields: inout DateFields) -> Bool {
    switch letter {
    case UInt8(ascii: "y"): fields.year = number
    case UInt8(ascii: "M"): fields.month = number
    case UInt8(ascii: "d"): fields.day = number
    case UInt8(ascii: "H"), UInt8(ascii: "h"): fields.hour = number
    case UInt8(ascii: "m"): fields.minute = number
    case UInt8(ascii: "s"): fields.second = number
    default: return false
    }
    return true
  }

  private static func text(of letter: UInt8, count: Int, in fields: DateFields) -> String {
    switch letter {
    case UInt8(ascii: "y"): Digits.padded(fields.year, to: 4)
    case UInt8(ascii: "M") where count == 3:
      String(CivilCalendar.monthNames[fields.month - 1].prefix(3))
    case UInt8(ascii: "M") where count == 4: CivilCalendar.monthNames[fields.month - 1]
    case UInt8(ascii: "M"): Digits.padded(fields.month, to: count)
    case UInt8(ascii: "d"): Digits.padded(fields.day, to: count)
    case UInt8(ascii: "h"): Digits.padded((fields.hour + 11) % 12 + 1, to: count)
    case UInt8(ascii: "a"): fields.hour < 12 ? "AM" : "PM"
    case UInt8(ascii: "H"): Digits.padded(fields.hour, to: 2)
    case UInt8(ascii: "m"): Digits.padded(fields.minute, to: 2)
    case UInt8(ascii: "s"): Digits.padded(fields.second, to: 2)
    case UInt8(ascii: "S"):
      // Fields to be written are exact to a millisecond; what follows is zero.
      (Digits.padded(Int((fields.fraction * 1000).rounded()), to: 3)
        + String(repeating: "0", count: max(0, count - 3))).prefix(count).description
    case UInt8(ascii: "E"): String(CivilCalendar.weekdayNames[fields.weekday ?? 0].prefix(3))
    case UInt8(ascii: "Z"): "+0000"
    case UInt8(ascii: "X"): "Z"
    case UInt8(ascii: "z"): "GMT"
    default: ""
    }
  }

  private static func isSupported(letter: UInt8, count: Int) -> Bool {
    switch letter {
    case UInt8(ascii: "y"): count == 4
    case UInt8(ascii: "M"): count <= 4
    case UInt8(ascii: "d"), UInt8(ascii: "h"): count <= 2
    case UInt8(ascii: "H"), UInt8(ascii: "m"), UInt8(ascii: "s"): count == 2
    case UInt8(ascii: "a"): count == 1
    case UInt8(ascii: "S"): count <= 9
    case UInt8(ascii: "E"), UInt8(ascii: "z"): count == 3
    case UInt8(ascii: "Z"): count == 1
    case UInt8(ascii: "X"): count == 3 || count == 5
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lowercase = byte | 0x20
    return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
  }

  /// Reads a quoted literal, where two apostrophes stand for one; nil without a closing one.
  private static func quoted(_ bytes: [UInt8], from start: Int) -> (literal: [UInt8], end: Int)? {
    let apostrophe = UInt8(ascii: "'")
    if start + 1 < bytes.count, bytes[start + 1] == apostrophe { return ([apostrophe], start + 2) }
    var literal: [UInt8] = []
    var position = start + 1
    while position < bytes.count {
      if bytes[position] != apostrophe {
        literal.append(bytes[position])
        position += 1
      } else if position + 1 < bytes.count, bytes[position + 1] == apostrophe {
        literal.append(apostrophe)
        position += 2
      } else {
        return (literal, position + 1)
      }
    }
    return nil
  }
}
