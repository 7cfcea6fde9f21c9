/// A text of letters and digits that may be an id which a machine made.
///
/// Words change between capitals, small letters and digits where one of them ends. In an id they change at every other
/// letter:
///
///     isAuthenticatedUser      4 changes in 19 letters
///     -OKtGPZ9orpaTzqFf7gX     11 changes in 19
struct RandomToken {
  private var count = 0
  private var changes = 0
  private var digits = 0
  private var capitals = 0
  private var small = 0
  private var hasSeparator = false
  private var isHexadecimal = true

  /// Reads a text; nil where it is too short, or has other characters than those of an id.
  init?(_ text: String) {
    let bytes = text.utf8
    guard Self.lengths.contains(bytes.count) else { return nil }
    var last: Kind?
    for byte in bytes {
      guard let kind = Kind(byte) else { return nil }
      if kind == .separator {
        hasSeparator = true
        continue
      }
      count += 1
      switch kind {
      case .digit: digits += 1
      case .capital: capitals += 1
      default: small += 1
      }
      if kind != .digit, !(UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20) {
        isHexadecimal = false
      }
      if let last, last != kind { changes += 1 }
      last = kind
    }
  }

  private static let lengths = 16...64

  // Of letters and digits by chance 0.62 of all neighbours are of different kinds, of small letters and digits 0.40; of
  // 5,690 names of members of real answers `lastViewedByMeDate` has most, 0.47, and no digit.
  private static let ofThreeKinds = 0.4
  private static let ofTwoKinds = 0.25
  private static let ofEach = 0.15
  private static let fewestDigits = 4

  /// Whether it is a hexadecimal number.
  var isNumber: Bool { isHexadecimal && !hasSeparator && digits > 0 }

  /// Whether all of some tokens are ids, and none is a name.
  ///
  /// Of several ids one may have no digit, and another one few changes.
  static func areIds(_ tokens: [RandomToken]) -> Bool {
    guard !tokens.isEmpty else { return false }
    if tokens.allSatisfy(\.isNumber) { return true }
    let total = { (part: KeyPath<RandomToken, Int>) in tokens.reduce(0) { $0 + $1[keyPath: part] } }
    let neighbours = max(1, total(\.count) - tokens.count)
    let share = Double(total(\.changes)) / Double(neighbours)
    let withDigits = tokens.count { $0.digits > 0 }
    guard 2 * withDigits > tokens.count, tokens.allSatisfy({ $0.share >= ofEach }) else {
      return false
    }
    if total(\.capitals) > 0, total(\.small) > 0 { return share >= ofThreeKinds }
    return !tokens.contains { $0.hasSeparator } && total(\.digits) >= fewestDigits * tokens.count
      && share >= ofTwoKinds
  }

  private var share: Double { Double(changes) / Double(max(1, count - 1)) }

  private enum Kind {
    case digit, capital, small, separator

    init?(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
      case UInt8(ascii: "-"), UInt8(ascii: "_"): self = .separator
      default: return nil
      }
    }
  }
}
