import Foundation
import StrictJSON
import WireDates

/// A scalar in 64 bits, so that millions of values can be compared and none is kept.
///
/// `52958`, `"52958"` and `" 52958 "` are one value; `null` and empty text are none. The lowest
/// three bits say how telling the value is: that two places both hold `true` means nothing, that
/// both hold the same URL means much.
struct ValueMark: Hashable, Comparable, Sendable {
  private let bits: UInt64

  /// How much it tells that a value is in two places, in bits, whatever the values around it.
  var weight: Double { Self.weights[Int(bits & 7)] }

  static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }

  private static let weights: [Double] = [0, 1, 2, 5, 8, 10, 12, 12]

  /// Marks a scalar; nil for `null`, for empty text, and for what is no scalar.
  init?(_ value: JSONValue) {
    switch value.kind {
    case .bool: self.init(value.bool == true)
    case .number: self.init(text: value.source)
    case .string: self.init(text: value.string ?? "")
    case .null, .array, .object: return nil
    }
  }

  /// Marks a truth.
  init(_ truth: Bool) { self.init(hash: Self.mixed(truth ? 1 : 0), level: 0) }

  /// Marks a text; nil where nothing is in it.
  init?(text: String) {
    var utf8 = Substring(text).utf8
    while let byte = utf8.first, byte <= 0x20 { utf8.removeFirst() }
    while let byte = utf8.last, byte <= 0x20 { utf8.removeLast() }
    guard let first = utf8.first else { return nil }
    if first == UInt8(ascii: "-") || 0x30...0x39 ~= first, utf8.count <= 17,
      let number = Double(Substring(utf8)), number.isFinite
    {
      self.init(number: number, digits: utf8.count)
      return
    }
    let count = utf8.count
    let level = count <= 2 ? 2 : count <= 4 ? 3 : count <= 8 ? 4 : count <= 16 ? 5 : 6
    self.init(hash: Self.hash(utf8), level: level)
  }

  private init(number: Double, digits: Int) {
    let magnitude = number.magnitude
    let isWhole = magnitude < 1e15 && number == number.rounded()
    let level: Int
    if isWhole {
      level = magnitude < 10 ? 1 : magnitude < 1000 ? 2 : magnitude < 1e5 ? 3 : 5
    } else {
      level = digits < 4 ? 2 : digits < 6 ? 4 : 5
    }
    self.init(
      hash: Self.mixed(isWhole ? UInt64(bitPattern: Int64(number)) : number.bitPattern),
      level: level)
  }

  private init(hash: UInt64, level: Int) { bits = hash & ~7 | UInt64(level) }

  /// The highest 24 bits of the hash and the level: all that a sketch keeps.
  var reducedBits: UInt64 { (bits >> 40) << 3 | bits & 7 }

  /// Makes a mark of what a sketch kept; it is equal to another such one only.
  init(reducedBits bits: UInt64) { self.bits = (bits >> 3) << 40 | bits & 7 }

  /// The highest 21 bits of the hash and the level: what a sketch keeps of the last step of an address.
  var endBits: UInt64 { (bits >> 43) << 3 | bits & 7 }

  /// Makes a mark of what an address may end in; it is equal to another such one only, but for chance.
  init(endBits bits: UInt64) { self.bits = (bits >> 3) << 43 | bits & 7 }

  /// Makes a mark of what a sketch kept of a time.
  init(instant: UInt64) { self.init(hash: Self.mixed(instant), level: 5) }

  /// The mark as a sketch keeps it.
  var reduced: ValueMark { ValueMark(reducedBits: reducedBits) }

  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = FNVHash()
    for byte in bytes { hash.add(UInt64(byte)) }
    return mixed(hash.value)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// MARK: - Other spellings

extension ValueMark {
  /// The marks of all that a value may be written as in another version of the format.
  ///
  /// The same letters and digits in any case; the same moment; one item of a list in text; the
  /// last part of an address; a truth in words.
  static func spellings(of value: JSONValue, areWhole: Bool = false) -> Set<ValueMark> {
    switch value.kind {
    case .bool:
      return [truth(value.bool == true)]
    case .number:
      var marks = Set(
        [ValueMark(text: value.source), letters(value.source), truth(in: value.source)]
          .compactMap { $0 })
      if let number = Double(value.source), let format = DateLook(number: number).format,
        number >= 1e8, let date = format.date(from: number)
      {
        marks.insert(moment(date))
      }
      return marks
    case .string: return spellings(of: value.string ?? "", areWhole: areWhole)
    case .null, .array, .object: return []
    }
  }

  /// Marks all that a text may be written as in another version of the format.
  static func spellings(of text: String, areWhole: Bool = false) -> Set<ValueMark> {
    var marks = Set([ValueMark(text: text), letters(text), truth(in: text)].compactMap { $0 })
    let look = DateLook(text: text)
    if look.problem == nil, let format = look.format, let date = format.date(from: text) {
      marks.insert(moment(date))
      return marks
    }
    guard text.utf8.count <= 400 else { return marks }
    if let number = phoneNumber(text) { marks.insert(number) }
    if areWhole { return marks }
    let parts = text.split { $0 == "," || $0 == ";" || $0 == "|" }
    if parts.count > 1 { marks.formUnion(parts.compactMap { letters($0) }) }
    let isAddress = text.contains("://")
    if isAddress || text.hasPrefix("/") {
      let segments = text.split(separator: "/").suffix(2)
      // `/videos/149289219` is `149289219`; `/egg/4` and `/group/4` have no more than a small number in common.
      if let last = segments.last, isAddress || last.utf8.count >= fewestOfReference {
        marks.formUnion([letters(last)].compactMap { $0 })
      }
      // `/api/v1/ability/187/` is `https://pokeapi.co/api/v2/ability/187`.
      if segments.count == 2 {
        marks.formUnion([letters(segments.joined(separator: "/"))].compactMap { $0 })
      }
    }
    if isAddress, let sign = text.lastIndex(of: "#") {
      // `http://schemas.google.com/g/2005#event.confirmed` is `confirmed`.
      let word = text[sign...].split { $0 == "#" || $0 == "." }.last
      if let word { marks.formUnion([letters(word)].compactMap { $0 }) }
    }
    return marks
  }

  /// The characters from which the end of a way without a server says what it leads to.
  private static let fewestOfReference = 5

  private static func truth(_ isTrue: Bool) -> ValueMark {
    ValueMark(hash: hash("truth:\(isTrue)".utf8), level: 0)
  }

  /// Marks a word for yes or no; nil where it is none.
  private static func truth(in text: String) -> ValueMark? {
    guard text.utf8.count <= 5 else { return nil }
    switch text.lowercased() {
    case "true", "yes", "y", "on", "1": return truth(true)
    case "false", "no", "n", "off", "0": return truth(false)
    default: return nil
    }
  }

  /// Marks a phone number, with or without its country; nil where a text is none.
  private static func phoneNumber(_ text: String) -> ValueMark? {
    guard (nationalDigits...24).contains(text.utf8.count) else { return nil }
    var digits: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: digits.append(byte)
      // `+1 (415) 555-0100`
      case 0x20, 0x28, 0x29, 0x2B, 0x2D, 0x2E: continue
      default: return nil
      }
    }
    guard (nationalDigits...nationalDigits + 3).contains(digits.count) else { return nil }
    return ValueMark(hash: hash(Array("phone:".utf8) + digits.suffix(nationalDigits)), level: 5)
  }

  /// The digits of a phone number within its country; up to three more before them are the country code (ITU-T E.164).
  private static let nationalDigits = 10

  private static func moment(_ date: Date) -> ValueMark {
    ValueMark(hash: hash("moment:\(Int(date.timeIntervalSince1970))".utf8), level: 5)
  }

  private static func letters(_ text: some StringProtocol) -> ValueMark? {
    let kept = String(text).lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    guard let plain = ValueMark(text: String(String.UnicodeScalarView(kept))) else { return nil }
    return ValueMark(
      hash: mixed(plain.bits & ~7), level: Int(plain.bits & 7))
  }
}
