/// URIs and IRIs, by the letter of RFC 3986 and RFC 3987.
///
/// https://www.rfc-editor.org/rfc/rfc3986#appendix-A
enum URIFormats {
  /// Reads a scheme, an authority, a path, a query and a fragment, each where it is there.
  static func isReference(
    _ bytes: [UInt8], _ alphabet: FormatAlphabet, needsScheme: Bool
  ) -> Bool {
    guard alphabet == .ascii || areAllowed(String(decoding: bytes, as: UTF8.self)) else {
      return false
    }
    var rest = bytes[...]
    let scheme = rest.prefix { !":/?#".utf8.contains($0) }
    let hasScheme = scheme.endIndex < rest.endIndex && rest[scheme.endIndex] == UInt8(ascii: ":")
    if hasScheme {
      // A first segment with a colon is a scheme or nothing (RFC 3986 section 4.2).
      guard isScheme(scheme) else { return false }
      rest = rest[(scheme.endIndex + 1)...]
    } else if needsScheme {
      return false
    }
    if rest.starts(with: "//".utf8) {
      let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
      guard isAuthority(authority, alphabet) else { return false }
      rest = rest[authority.endIndex...]
    }
    let parts = rest.split(
      separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { areCharacters($0, besides: ":@/?", alphabet) }
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, ASCII.isLetter(first) else { return false }
    return bytes.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0)
    }
  }

  /// Reads an optional user and `@`, a host or an address in brackets, and an optional port.
  private static func isAuthority(
    _ bytes: ArraySlice<UInt8>, _ alphabet: FormatAlphabet
  ) -> Bool {
    var host = bytes
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
      guard areCharacters(bytes[..<at], besides: ":", alphabet) else { return false }
      host = bytes[(at + 1)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let port = host[(end + 1)...]
      return isLiteral(host[(host.startIndex + 1)..<end])
        && (port.isEmpty
          || port.first == UInt8(ascii: ":")
            && port.dropFirst().allSatisfy(ASCII.isDigit))
    }
    let colon = host.firstIndex(of: UInt8(ascii: ":"))
    let port = colon.map { host[($0 + 1)...] } ?? []
    return port.allSatisfy(ASCII.isDigit)
      && areCharacters(host[..<(colon ?? host.endIndex)], besides: "", alphabet)
  }

  /// Reads an IPv6 address, or `v`, a version and an address of the future.
  private static func isLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") else {
      return NetworkAddresses.isIPv6(bytes)
    }
    let version = bytes.dropFirst().prefix(while: ASCII.isHexDigit)
    let rest = bytes[version.endIndex...]
    return !version.isEmpty && rest.first == UInt8(ascii: ".") && rest.count > 1
      && !rest.contains(UInt8(ascii: "%"))
      && areCharacters(rest.dropFirst(), besides: ":", .ascii)
  }

  /// Whether bytes are unreserved, sub-delimiters, percent-encoded, or one of some others.
  private static func areCharacters(
    _ bytes: ArraySlice<UInt8>, besides others: String, _ alphabet: FormatAlphabet
  ) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, ASCII.isHexDigit(bytes[index + 1]),
          ASCII.isHexDigit(bytes[index + 2])
        else { return false }
        index += 2
      } else if !ASCII.isLetter(byte), !ASCII.isDigit(byte),
        !"-._~!$&'()*+,;=".utf8.contains(byte), !others.utf8.contains(byte),
        !alphabet.allowsBeyondASCII(byte)
      {
        return false
      }
      index += 1
    }
    return true
  }

  /// Whether the characters beyond ASCII may stand in an IRI.
  ///
  /// Private characters may stand in the query only.
  ///
  /// https://www.rfc-editor.org/rfc/rfc3987#section-2.2
  private static func areAllowed(_ text: String) -> Bool {
    var isQuery = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3F: isQuery = true
      case 0x23: isQuery = false
      case 0..<0xA0: if scalar.value >= 0x80 { return false }
      case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD:
        if !isQuery { return false }
      case 0xFDD0...0xFDEF, 0xFFF0...0xFFFF, 0xE0000...0xE0FFF: return false
      case let value where value & 0xFFFE == 0xFFFE: return false
      default: break
      }
    }
    return true
  }
}

/// URI templates (RFC 6570).
///
/// https://www.rfc-editor.org/rfc/rfc6570#section-2
enum URITemplates {
  /// Reads literals and expressions such as `{?name,list*,word:3}`.
  static func isTemplate(_ text: String) -> Bool {
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first == "{" {
        guard let end = rest.firstIndex(of: "}") else { return false }
        guard isExpression(rest[rest.index(after: rest.startIndex)..<end]) else { return false }
        rest = rest[rest.index(after: end)...]
      } else if first == "%" {
        guard rest.count > 2, isPercentEncoded(rest.prefix(3)) else { return false }
        rest = rest.dropFirst(3)
      } else {
        guard isLiteral(first) else { return false }
        rest = rest.dropFirst()
      }
    }
    return true
  }

  private static func isLiteral(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{0}"..."\u{20}", "\"", "<", ">", "\\", "^", "`", "{", "|", "}", "\u{7F}"..."\u{9F}":
      false
    default: !scalar.properties.isNoncharacterCodePoint
    }
  }

  private static func isPercentEncoded(_ text: Substring.UnicodeScalarView) -> Bool {
    text.first == "%"
      && text.dropFirst().allSatisfy { $0.isASCII && ASCII.isHexDigit(UInt8($0.value)) }
  }

  /// Reads an operator, where there is one, and a list of variables.
  private static func isExpression(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let first = text.first else { return false }
    let list = "+#./;?&=,!@|".unicodeScalars.contains(first) ? text.dropFirst() : text
    return list.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isVariable)
  }

  private static func isVariable(_ text: Substring.UnicodeScalarView) -> Bool {
    var name = text
    if name.last == "*" {
      name = name.dropLast()
    } else if let colon = name.firstIndex(of: ":") {
      let length = name[name.index(after: colon)...]
      guard 1...4 ~= length.count, length.first != "0",
        length.allSatisfy({ "0"..."9" ~= $0 })
      else { return false }
      name = name[..<colon]
    }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isName)
  }

  private static func isName(_ text: Substring.UnicodeScalarView) -> Bool {
    guard !text.isEmpty else { return false }
    var rest = text
    while let first = rest.first {
      if first == "%" {
        guard rest.count > 2, isPercentEncoded(rest.prefix(3)) else { return false }
        rest = rest.dropFirst(3)
      } else {
        guard CharacterClass.word.contains(first.value) else { return false }
        rest = rest.dropFirst()
      }
    }
    return true
  }
}
