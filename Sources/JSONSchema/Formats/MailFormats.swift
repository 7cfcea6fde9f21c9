/// E-mail addresses (RFC 5321 section 4.1.2, and RFC 6531 for all of Unicode).
///
/// https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2
enum MailFormats {
  /// Reads a local part, an `@` and a domain.
  static func isAddress(_ bytes: [UInt8], _ alphabet: FormatAlphabet) -> Bool {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocalPart(bytes[..<at], alphabet) && isDomain(bytes[(at + 1)...], alphabet)
  }

  /// Reads atoms with points between them, or a quoted string.
  private static func isLocalPart(
    _ bytes: ArraySlice<UInt8>, _ alphabet: FormatAlphabet
  ) -> Bool {
    if bytes.count > 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
      return isQuoted(bytes.dropFirst().dropLast(), alphabet)
    }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { atom in
        !atom.isEmpty
          && atom.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || "!#$%&'*+/=?^_`{|}~-".utf8.contains($0)
              || alphabet.allowsBeyondASCII($0)
          }
      }
  }

  private static func isQuoted(_ bytes: ArraySlice<UInt8>, _ alphabet: FormatAlphabet) -> Bool {
    var isEscaped = false
    for byte in bytes {
      guard 0x20...0x7E ~= byte || alphabet.allowsBeyondASCII(byte) else { return false }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return false
      }
    }
    return !isEscaped
  }

  /// Reads labels with points between them, or an address in brackets.
  private static func isDomain(_ bytes: ArraySlice<UInt8>, _ alphabet: FormatAlphabet) -> Bool {
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      let address = bytes.dropFirst().dropLast()
      return NetworkAddresses.isIPv4(address)
        || address.starts(with: "IPv6:".utf8)
          && NetworkAddresses.isIPv6(address.dropFirst(5))
    }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-")
              || alphabet.allowsBeyondASCII($0)
          }
      }
  }
}
