/// The words of a key: `strMealThumbs_2` is `str`, `meal`, `thumb`, `2`.
enum NameWords {
  /// The words of a name without what stands between them: `strmealthumb2` for `strMealThumbs_2`.
  static func letters(_ name: String) -> String { of(name).joined() }

  /// Splits `strMealThumbs_2` into `str`, `meal`, `thumb`, `2`.
  static func of(_ name: String, ignoring prefixes: Set<String> = []) -> [String] {
    let words =
      name.utf8.allSatisfy { $0 < 0x80 } ? wordsOfASCII(name.utf8) : wordsOfCharacters(name)
    let rest = words.enumerated().filter { $0.offset > 0 || !prefixes.contains($0.element) }
    return (rest.isEmpty ? words : rest.map(\.element)).map(singular)
  }

  /// The same by bytes: to ask characters what they are took more than half of the time of a comparison.
  private static func wordsOfASCII(_ name: String.UTF8View) -> [String] {
    let isUpper = { (byte: UInt8) in 0x41...0x5A ~= byte }
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
    var words: [String] = []
    var word: [UInt8] = []
    var previous = UInt8(ascii: "_")
    for byte in name {
      let isPart = isDigit(byte) || isUpper(byte) || 0x61...0x7A ~= byte
      let startsWord =
        isUpper(byte) && !isUpper(previous) || isDigit(byte) != isDigit(previous)
      if !word.isEmpty, !isPart || startsWord {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
      if isPart { word.append(isUpper(byte) ? byte | 0x20 : byte) }
      previous = byte
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func wordsOfCharacters(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character = "_"
    for character in name {
      let startsWord =
        character.isUppercase && !previous.isUppercase
        || character.isNumber != previous.isNumber
      if !character.isLetter && !character.isNumber || startsWord {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter || character.isNumber { word += character.lowercased() }
      previous = character
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// A word without the `s` of a plural, which `statu` has lost as well.
  static func singular(_ word: String) -> String {
    guard word.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss") else { return word }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return String(word.dropLast())
  }
}
