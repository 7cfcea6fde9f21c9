import Testing

@testable import JSONSchema

/// A slot says where a text may lie; what lies there must be the same bytes.
@Suite struct TextTableTests {
  /// With four slots every fourth text has the slot of another one, so that the hash alone tells few apart.
  @Test(arguments: [4, 8, 12, 20])
  func otherTextsOfTheSameLengthAreNotFound(length: Int) {
    let text = { (number: Int) in
      let digits = String(number)
      return Array((String(repeating: "k", count: length - digits.utf8.count) + digits).utf8)
    }
    var table = TextTable()
    let first = table.add([text(0)])
    let many = table.add((0..<100).map { text($0) })
    for number in 0..<400 {
      let bytes = text(number)
      #expect(table.find(bytes.indices, in: bytes.span, first) == (number == 0 ? 0 : -1))
      #expect(table.find(bytes.indices, in: bytes.span, many) == (number < 100 ? number : -1))
    }
  }
}
