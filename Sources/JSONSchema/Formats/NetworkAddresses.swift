/// IP addresses as text.
enum NetworkAddresses {
  /// Reads four numbers from 0 to 255, without leading zeros (RFC 2673 section 3.2).
  static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard 1...3 ~= part.count, part.allSatisfy(ASCII.isDigit) else { return false }
        let value = part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return value <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
      }
  }

  /// Reads eight groups; `::` may stand for some of them, and an IPv4 address for the last two.
  ///
  /// https://www.rfc-editor.org/rfc/rfc4291#section-2.2
  static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
    var groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count >= 3, let last = groups.last else { return false }
    var count = 0
    if last.contains(UInt8(ascii: ".")) {
      guard isIPv4(last) else { return false }
      groups[groups.count - 1] = "0".utf8.map { $0 }[...]
      count = 1
    }
    // At an end, `::` leaves two empty groups.
    var gaps = 0
    if groups.first?.isEmpty == true {
      guard groups[1].isEmpty else { return false }
      groups.removeFirst()
    }
    if groups.last?.isEmpty == true {
      guard groups[groups.count - 2].isEmpty else { return false }
      groups.removeLast()
    }
    for group in groups {
      if group.isEmpty {
        gaps += 1
      } else {
        guard group.count <= 4, group.allSatisfy(ASCII.isHexDigit) else { return false }
        count += 1
      }
    }
    return gaps == 0 ? count == 8 : gaps == 1 && count <= 7
  }
}
