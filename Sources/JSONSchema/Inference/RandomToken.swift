/// A text of letters and digits that may be an id which a machine made.
///
/// Names are made of words: their small letters stand together, and their capitals and digits between them. In an id they
/// change at every other letter, and all ids of one kind have one length:
///
///     isAuthenticatedUser      4 changes in 19 letters, 16 of which stand together
///     -OKtGPZ9orpaTzqFf7gX     11 changes in 19, 3 of which stand together
///
/// One key alone may be a name such as `AwsEc2SecurityGroup`; several of them are not of one length.
struct RandomToken {
  private let length: Int
  private var count = 0
  private var changes = 0
  private var digits = 0
  private var capitals = 0
  private var small = 0
  /// The small letters of which at least three stand together.
  private var inWords = 0
  private var hasSeparator = false
  private var isHexadecimal = true

  /// Reads a text; nil where it is too short, or has other characters than those of an id.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count >= Self.shortest else { return nil }
    length = bytes.count
    var last: Kind?
    var together = 0
    for byte in bytes {
      guard let kind = Kind(byte) else { return nil }
      together = kind == .small ? together + 1 : 0
      inWords += together == Self.shortestWord ? together : together > Self.shortestWord ? 1 : 0
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

  private static let shortest = 16
  private static let longest = 64
  private static let shortestWord = 3

  // Of letters and digits by chance 0.62 of all neighbours are of different kinds, of small letters and digits 0.40; and
  // 0.16 of the letters and digits are small ones of which three stand together. Of 47,558 names of cloud services 172
  // change as often as ids, such as `podIpv4CidrBlock`, and each of these has more than 0.3.
  private static let ofThreeKinds = 0.4
  private static let ofTwoKinds = 0.25
  private static let ofWords = 0.3
  private static let fewestDigits = 4

  /// Whether it is a hexadecimal number.
  var isNumber: Bool { isHexadecimal && !hasSeparator && digits > 0 }

  /// Whether all of some tokens are ids of one kind, and none is a name.
  ///
  /// Of several ids one may have no digit, and another one few changes.
  static func areIds(_ tokens: [RandomToken]) -> Bool {
    guard let first = tokens.first else { return false }
    if tokens.allSatisfy(\.isNumber) { return true }
    guard tokens.count > 1, first.length <= longest,
      tokens.allSatisfy({ $0.length == first.length })
    else { return false }
    let total = { (part: KeyPath<RandomToken, Int>) in tokens.reduce(0) { $0 + $1[keyPath: part] } }
    let letters = total(\.count)
    let share = Double(total(\.changes)) / Double(max(1, letters - tokens.count))
    guard 2 * tokens.count(where: { $0.digits > 0 }) > tokens.count,
      Double(total(\.inWords)) <= ofWords * Double(letters)
    else { return false }
    if total(\.capitals) > 0, total(\.small) > 0 { return share >= ofThreeKinds }
    return !tokens.contains { $0.hasSeparator } && total(\.digits) >= fewestDigits * tokens.count
      && share >= ofTwoKinds
  }

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
