/// A value of the keyword `format` that can be asserted.
///
/// https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
enum StringFormat: String, Sendable, Hashable, CaseIterable {
  case dateTime = "date-time"
  case date, time, uri, email, uuid, ipv4

  /// What the format asks for, in words.
  var explanation: String {
    switch self {
    case .dateTime: "an RFC 3339 date-time such as 2006-03-24T22:30:00Z"
    case .date: "an RFC 3339 date such as 2006-03-24"
    case .time: "an RFC 3339 time such as 22:30:00Z"
    case .uri: "an absolute URI"
    case .email: "an e-mail address"
    case .uuid: "a UUID"
    case .ipv4: "an IPv4 address"
    }
  }

  /// Says whether a string has the format.
  func accepts(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return switch self {
    case .dateTime: Self.isDateTime(bytes)
    case .date: Self.isDate(bytes[...])
    case .time: Self.isTime(bytes[...])
    case .uri: Self.isURI(bytes)
    case .email: Self.isEmail(bytes)
    case .uuid: Self.isUUID(bytes)
    case .ipv4: Self.isIPv4(bytes)
    }
  }

  // MARK: Dates, RFC 3339 section 5.6

  private static func isDateTime(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 11, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
    return isDate(bytes[..<10]) && isTime(bytes[11...])
  }

  private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, let year = number(parts[0], digits: 4),
      let month = number(parts[1], digits: 2), let day = number(parts[2], digits: 2)
    else { return false }
    return 1...12 ~= month && day >= 1 && day <= daysIn(month: month, of: year)
  }

  private static func daysIn(month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads `22:30:00`, an optional fraction, and `Z` or an offset such as `+05:30`.
  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 9, let clock = clock(bytes.prefix(8)) else { return false }
    var rest = bytes.dropFirst(8)
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { isDigit($0) }
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(digits.count + 1)
    }
    guard let offset = offsetInMinutes(rest) else { return false }
    guard clock.second == 60 else { return true }
    // A leap second stands at the end of a day in UTC.
    let minute = (clock.hour * 60 + clock.minute - offset + 2 * 1440) % 1440
    return minute == 1439
  }

  private static func clock(
    _ bytes: ArraySlice<UInt8>
  ) -> (hour: Int, minute: Int, second: Int)? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 2),
      let minute = number(parts[1], digits: 2), let second = number(parts[2], digits: 2)
    else { return nil }
    return hour < 24 && minute < 60 && second <= 60 ? (hour, minute, second) : nil
  }

  private static func offsetInMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    if first | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
    let parts = bytes.dropFirst().split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-"), parts.count == 2,
      let hours = number(parts[0], digits: 2), let minutes = number(parts[1], digits: 2),
      hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 60 + minutes
    return first == UInt8(ascii: "-") ? -offset : offset
  }

  private static func number(_ bytes: ArraySlice<UInt8>, digits: Int) -> Int? {
    guard bytes.count == digits, bytes.allSatisfy(isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  // MARK: Names and numbers

  /// Reads a scheme, a colon, an authority where there is one, and the rest (RFC 3986 section 3).
  private static func isURI(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, isLetter(bytes[0]),
      bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return false }
    var rest = bytes[(colon + 1)...]
    if rest.starts(with: "//".utf8) {
      let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
      guard isAuthority(authority) else { return false }
      rest = rest.dropFirst(authority.count + 2)
    }
    let parts = rest.split(
      separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { areURICharacters($0, besides: ":@/?") }
  }

  /// Reads an optional user and `@`, a host or an IP literal in brackets, and an optional port.
  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var host = bytes
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
      guard areURICharacters(bytes[..<at], besides: ":") else { return false }
      host = bytes[(at + 1)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.lastIndex(of: UInt8(ascii: "]")) else { return false }
      let literal = host[(host.startIndex + 1)..<end]
      let port = host[(end + 1)...]
      return !literal.isEmpty && areURICharacters(literal, besides: ":")
        && (port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(isDigit))
    }
    let colon = host.lastIndex(of: UInt8(ascii: ":"))
    let port = colon.map { host[($0 + 1)...] } ?? []
    return port.allSatisfy(isDigit)
      && areURICharacters(host[..<(colon ?? host.endIndex)], besides: "")
  }

  /// Says whether bytes are unreserved, sub-delimiters, percent-encoded, or one of some others.
  private static func areURICharacters(_ bytes: ArraySlice<UInt8>, besides others: String) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, isHexDigit(bytes[index + 1]), isHexDigit(bytes[index + 2])
        else { return false }
        index += 2
      } else if !isLetter(byte), !isDigit(byte), !"-._~!$&'()*+,;=".utf8.contains(byte),
        !others.utf8.contains(byte)
      {
        return false
      }
      index += 1
    }
    return true
  }

  /// Reads one `@` between a local part and a domain (RFC 5321 section 4.1.2).
  private static func isEmail(_ bytes: [UInt8]) -> Bool {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocalPart(bytes[..<at]) && isMailDomain(bytes[(at + 1)...])
  }

  /// Reads atoms with points between them, or a quoted string.
  private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.count > 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
      return bytes.dropFirst().dropLast().allSatisfy {
        0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"")
      }
    }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { atom in
        !atom.isEmpty
          && atom.allSatisfy {
            isLetter($0) || isDigit($0) || "!#$%&'*+/=?^_`{|}~-".utf8.contains($0)
          }
      }
  }

  /// Reads labels with points between them, or an address in brackets.
  private static func isMailDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      let address = bytes.dropFirst().dropLast()
      return isIPv4(Array(address))
        || address.starts(with: "IPv6:".utf8)
          && address.dropFirst(5).allSatisfy { isHexDigit($0) || ":.".utf8.contains($0) }
    }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
      }
  }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    let groups = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy(isHexDigit) }
  }

  private static func isIPv4(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard let value = number(part, digits: part.count), 1...3 ~= part.count else {
          return false
        }
        return value <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }
}
