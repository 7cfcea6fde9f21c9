/// Which characters may stand in a label of a host name, and where (RFC 5892).
///
/// https://www.rfc-editor.org/rfc/rfc5892
enum DomainCharacters {
  /// Whether characters make a U-label.
  static func isLabel(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, let last = label.last, first != "-", last != "-" else {
      return false
    }
    if label.count > 3, label[2] == "-", label[3] == "-" { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    return label.indices.allSatisfy { isAllowed(at: $0, in: label) }
  }

  private static func isAllowed(at index: Int, in label: [Unicode.Scalar]) -> Bool {
    let scalar = label[index]
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch scalar {
    // Exceptions that are allowed, and that are not (RFC 5892 section 2.6).
    case "\u{DF}", "\u{3C2}", "\u{6FD}", "\u{6FE}", "\u{F0B}", "\u{3007}": return true
    case "\u{640}", "\u{7FA}", "\u{302E}", "\u{302F}", "\u{3031}"..."\u{3035}", "\u{303B}":
      return false
    // Those that depend on their neighbours (RFC 5892 appendix A).
    case "\u{200D}": return isVirama(before)
    case "\u{200C}": return isVirama(before) || isBetweenJoining(index, in: label)
    case "\u{B7}": return before == "l" && after == "l"
    case "\u{375}": return after.map { isGreek($0.value) } ?? false
    case "\u{5F3}", "\u{5F4}": return before.map { 0x591...0x5F4 ~= $0.value } ?? false
    case "\u{30FB}": return label.contains { $0 != scalar && isJapanese($0.value) }
    case "\u{660}"..."\u{669}": return !label.contains { "\u{6F0}"..."\u{6F9}" ~= $0 }
    case "\u{6F0}"..."\u{6F9}": return !label.contains { "\u{660}"..."\u{669}" ~= $0 }
    // Old Hangul letters that are put together from parts.
    case "\u{1100}"..."\u{11FF}", "\u{A960}"..."\u{A97F}", "\u{D7B0}"..."\u{D7FF}": return false
    default: return isAllowedAnywhere(scalar)
    }
  }

  private static func isAllowedAnywhere(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return "a"..."z" ~= scalar || "0"..."9" ~= scalar || scalar == "-" }
    let properties = scalar.properties
    if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint
      || properties.isWhitespace || properties.isNoncharacterCodePoint
    {
      return false
    }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == Unicode.CanonicalCombiningClass(rawValue: 9)
  }

  private static func isGreek(_ value: UInt32) -> Bool {
    0x370...0x3FF ~= value || 0x1F00...0x1FFF ~= value
  }

  private static func isJapanese(_ value: UInt32) -> Bool {
    0x3041...0x309F ~= value || 0x30A1...0x30FF ~= value || 0x31F0...0x31FF ~= value
      || 0x3005...0x3007 ~= value || 0x3400...0x4DBF ~= value || 0x4E00...0x9FFF ~= value
      || 0xF900...0xFAFF ~= value || 0x20000...0x3134F ~= value
  }

  // MARK: Letters that join

  /// Whether a letter that joins to the left precedes, and one that joins to the right follows.
  private static func isBetweenJoining(_ index: Int, in label: [Unicode.Scalar]) -> Bool {
    let isMark = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .nonspacingMark
    }
    guard let before = label[..<index].last(where: { !isMark($0) }),
      let after = label[(index + 1)...].first(where: { !isMark($0) })
    else { return false }
    return isJoining(before.value) && !isJoiningBackwardsOnly(before.value)
      && isJoining(after.value)
  }

  /// Letters of the scripts that are written joined: Arabic, Syriac, Mandaic, N'Ko, Mongolian.
  private static func isJoining(_ value: UInt32) -> Bool {
    switch value {
    case 0x621, 0x674, 0x6D5, 0x710: value == 0x6D5 || value == 0x710
    case 0x620...0x64A, 0x66E...0x6D3, 0x6EE...0x6EF, 0x6FA...0x6FF, 0x712...0x72F,
      0x74D...0x77F, 0x7CA...0x7EA, 0x841...0x855, 0x8A0...0x8C9, 0x1820...0x18AA:
      true
    default: false
    }
  }

  /// Letters that join to the one before them only, such as alef.
  private static func isJoiningBackwardsOnly(_ value: UInt32) -> Bool {
    switch value {
    case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677,
      0x688...0x699, 0x6C0, 0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6D5, 0x6EE, 0x6EF,
      0x710, 0x715...0x719, 0x71E, 0x728, 0x72A, 0x72C, 0x72F:
      true
    default: false
    }
  }
}

/// The direction in which a character is written, as far as host names need it (RFC 5893).
enum Direction: Sendable {
  case leftToRight, rightToLeft, europeanNumber, arabicNumber, mark, neutral

  /// Finds the direction of a character that may stand in a label.
  init(of scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: self = .mark
    case .dashPunctuation: self = .neutral
    default: self = Self.direction(scalar.value)
    }
  }

  private static func direction(_ value: UInt32) -> Direction {
    switch value {
    case 0x30...0x39, 0x6F0...0x6F9: .europeanNumber
    case 0x660...0x669, 0x66B...0x66C: .arabicNumber
    // The joiners are not seen themselves.
    case 0x200C, 0x200D: .mark
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      .rightToLeft
    default: .leftToRight
    }
  }

  /// Whether a character makes a name one of both directions.
  var isRightToLeft: Bool { self == .rightToLeft || self == .arabicNumber }

  /// Whether a label of such a name keeps to one direction.
  ///
  /// https://www.rfc-editor.org/rfc/rfc5893#section-2
  static func isConsistent(_ label: [Unicode.Scalar]) -> Bool {
    let directions = label.map(Direction.init(of:))
    guard let first = directions.first, let last = directions.last(where: { $0 != .mark }) else {
      return false
    }
    switch first {
    case .leftToRight:
      return !directions.contains(where: \.isRightToLeft)
        && (last == .leftToRight || last == .europeanNumber)
    case .rightToLeft:
      return !directions.contains(.leftToRight) && last != .neutral
        && !(directions.contains(.europeanNumber) && directions.contains(.arabicNumber))
    case .europeanNumber, .arabicNumber, .mark, .neutral: return false
    }
  }
}
