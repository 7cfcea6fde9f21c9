/// A source text with position markers (1️⃣ 2️⃣ …) that become byte offsets.
///
/// `MarkedText(#"{"a": 1️⃣01}"#)` holds the text `{"a": 01}` and says that marker 1 stands at
/// byte 6. A test names a place by its marker instead of by a counted number.
public struct MarkedText: Sendable {
  /// The text without its markers.
  public let text: String

  /// The byte offset of each marker, by the marker's number.
  public let offsets: [Int: Int]

  /// The bytes of the text without its markers.
  public var bytes: [UInt8] { Array(text.utf8) }

  /// Takes the markers out of a text.
  public init(_ marked: String) {
    var text = ""
    var offsets: [Int: Int] = [:]
    for character in marked {
      if let number = Self.number(of: character) {
        offsets[number] = text.utf8.count
      } else {
        text.append(character)
      }
    }
    self.text = text
    self.offsets = offsets
  }

  /// A keycap emoji is a digit, U+FE0F and U+20E3, which Swift reads as one character.
  private static func number(of character: Character) -> Int? {
    let scalars = Array(character.unicodeScalars)
    guard scalars.count == 3, scalars[2].value == 0x20E3 else { return nil }
    return Character(scalars[0]).wholeNumberValue
  }
}
