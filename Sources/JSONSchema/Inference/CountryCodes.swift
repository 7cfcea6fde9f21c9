/// The codes of countries, of two capital letters each (ISO 3166-1 alpha-2).
///
/// https://www.iso.org/iso-3166-country-codes.html
enum CountryCodes {
  /// The second letters that go with each first one.
  private static let secondLetters: [Character: String] = [
    "A": "DEFGILMOQRSTUWXZ",
    "B": "ABDEFGHIJLMNOQRSTVWYZ",
    "C": "ACDFGHIKLMNORUVWXYZ",
    "D": "EJKMOZ",
    "E": "CEGHRST",
    "F": "IJKMOR",
    "G": "ABDEFGHILMNPQRSTUWY",
    "H": "KMNRTU",
    "I": "DELMNOQRST",
    "J": "EMOP",
    "K": "EGHIMNPRWYZ",
    "L": "ABCIKRSTUVY",
    "M": "ACDEFGHKLMNOPQRSTUVWXYZ",
    "N": "ACEFGILOPRUZ",
    "O": "M",
    "P": "AEFGHKLMNRSTWY",
    "Q": "A",
    "R": "EOSUW",
    "S": "ABCDEGHIJKLMNORSTVXYZ",
    "T": "CDFGHJKLMNORTVWZ",
    "U": "AGMSYZ",
    "V": "ACEGINU",
    "W": "FS",
    "Y": "ET",
    "Z": "AMW",
  ]

  /// For each first letter from A on, one bit for each second letter from A on.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 26)
    for (first, seconds) in secondLetters {
      guard let row = first.asciiValue else { continue }
      for second in seconds.utf8 {
        table[Int(row - UInt8(ascii: "A"))] |= 1 << UInt32(second - UInt8(ascii: "A"))
      }
    }
    return table
  }()

  /// Whether a text of two bytes is a code.
  static func contains(_ text: TextBytes) -> Bool {
    let row = text[0] &- UInt8(ascii: "A")
    let column = text[1] &- UInt8(ascii: "A")
    return row < 26 && column < 26 && table[Int(row)] >> UInt32(column) & 1 == 1
  }
}
