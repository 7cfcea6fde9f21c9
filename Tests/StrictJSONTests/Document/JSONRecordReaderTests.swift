import StrictJSON
import Testing

@Suite struct JSONRecordReaderTests {
  private static let records = [
    #"{"id":1,"name":"a","strIngredient1":"b"}"#, #"{"id":1,"strIngredient1":"b"}"#,
    #"{"id":1,"strIngredient1":"b","strIngredient1":"c"}"#, #"{"id":1,"id":1}"#,
    #"{"id":1,"name":"a","id":2}"#, #"{"id":1,"strIngredient2":"b","strIngredient1":"c"}"#,
    #"{"a":{"id":1,"name":2},"b":[{"id":1,"id":2}]}"#, #"{"id":1,"\u0069d":2}"#,
    #"{"é":1,"é":2}"#, #"{"":1,"":2}"#, #"{"":1,"a":2}"#, "{}", "7", #"{"a":1,"b":2}"#,
    #"{"abcdefgh":1,"abcdefgi":2}"#, #"{"abcdefgh":1,"abcdefgh":2}"#,
    #"{"id":1,"name":"a","strIngredient1":{"x":{"id":1,"name":2,"name":3}}}"#,
  ]

  private func expectClean(
    _ reader: inout JSONRecordReader, _ expected: Bool,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let isClean = reader.isSurelyClean()
    #expect(isClean == expected, sourceLocation: sourceLocation)
  }

  /// Whatever was read before, no record with a key twice is clean, and plain ones are.
  @Test(arguments: records, records)
  func recordWithAKeyTwiceIsNeverClean(before: String, text: String) throws {
    var reader = JSONRecordReader()
    try reader.read(Array(before.utf8)[...])
    _ = reader.isSurelyClean()
    for _ in 0..<2 {
      try reader.read(Array(text.utf8)[...])
      let hasDuplicates = try !JSONDocument(Array(text.utf8)).duplicateMembers.isEmpty
      if hasDuplicates || text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) {
        expectClean(&reader, !hasDuplicates)
      }
    }
  }

  @Test func moreKeysThanAreRememberedAreToldApart() throws {
    var reader = JSONRecordReader()
    for first in 0..<300 {
      let keys = (0..<100).map { "\"k\(first)_\($0)\":0" }
      let text = "{" + keys.joined(separator: ",")
      try reader.read(Array((text + "}").utf8)[...])
      expectClean(&reader, true)
      try reader.read(Array((text + ",\"k\(first)_50\":1}").utf8)[...])
      expectClean(&reader, false)
    }
  }

  @Test func byteOrderMarkIsNotClean() throws {
    var reader = JSONRecordReader()
    try reader.read([0xEF, 0xBB, 0xBF, 0x30][...])
    expectClean(&reader, false)
  }

  @Test func recordThatCannotBeReadIsNotClean() throws {
    var reader = JSONRecordReader()
    expectClean(&reader, false)
    try reader.read(Array("[]".utf8)[...])
    expectClean(&reader, true)
    #expect(throws: JSONSyntaxError.self) { try reader.read(Array("[1,]".utf8)[...]) }
    expectClean(&reader, false)
  }
}
