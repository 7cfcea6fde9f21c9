import StrictJSON
import TestSupport
import Testing

/// What was read before changes nothing of what is read.
@Suite(.computing) struct KeyPredictorTests {
  /// A text is read by a reader that knows other ones, and by itself.
  private struct Comparison {
    var reader = JSONRecordReader()
    /// The bytes of each key that has a number.
    private var keys: [Int: ArraySlice<UInt8>] = [:]
    private(set) var keysWithNumbers = 0

    mutating func compare(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      var failure: JSONSyntaxError?
      do throws(JSONSyntaxError) { try reader.read(bytes[...]) } catch { failure = error }
      do throws(JSONSyntaxError) {
        let tape = try JSONDocument(bytes, byteOrderMark: .skip).root.documentTape
        #expect(failure == nil, "\(text)")
        #expect(reader.tape.map(Self.plain) == tape.map(Self.plain), "\(text)")
        noteKeys(bytes)
      } catch {
        #expect(failure == error, "\(text)")
        #expect(reader.tape.isEmpty)
      }
    }

    /// An entry without the number that a key may have.
    private static func plain(_ entry: JSONTapeEntry) -> [UInt32] {
      let isString = entry.info & 0xF == JSONKind.string.rawValue
      return [entry.offset, entry.end, entry.next, isString ? entry.info & 0xFF : entry.info]
    }

    private mutating func noteKeys(_ bytes: [UInt8]) {
      for entry in reader.tape where entry.info & 0xF == JSONKind.string.rawValue {
        let number = Int(entry.info >> 8)
        guard number > 0 else { continue }
        keysWithNumbers += 1
        let key = bytes[Int(entry.offset)..<Int(entry.end)]
        #expect(keys[number, default: key] == key)
        keys[number] = key
      }
    }
  }

  /// Records of one format: with members left out, put in, in another order, of other kinds, in
  /// lists and in each other, indented, with keys that are long or need care.
  private static let records = [
    #"{"id":1,"name":"a","strIngredient1":"b","tags":[],"at":null}"#,
    #"{"id":-2.5e3,"strIngredient1":"\n","tags":["x"],"at":"2020"}"#,
    #"{"name":"","id":1,"at":true,"tags":[{"id":1},{"id":2,"n":{"id":3}}],"name":"b"}"#,
    #"{"id":{"id":1,"name":"a"},"name":[[{"id":1,"name":[]}],{"id":7}],"at":false}"#,
    #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"name":"c"},7,{}]"#,
    "{\n  \"id\": 1,\n  \"name\": \"a\",\n  \"at\": {\n    \"id\": 5,\n    \"name\": null\n  }\n}",
    "{\n  \"id\": 1,\n  \"name\" : \"a\",\n\n  \"at\": {\n    \"id\": 5,\n    \"x\": null\n  }\n}",
    #"{"a key that is longer than sixteen bytes":1,"a key that is longer than seventeen":2}"#,
    "{\"\(String(repeating: "k", count: 126))\":1,\"\(String(repeating: "k", count: 127))\":2,\"b\":3}",
    "{\"\(String(repeating: "k", count: 125))x\":1,\"\(String(repeating: "k", count: 126))\":2,\"b\":3}",
    #"{"é":1,"\u0065\u0301":2,"\ud800":3,"b\/":4,"":5,"c":6}"#, "{}", #"{"id":1}"#, #"{"b":2}"#,
    #"{ "id":1}"#, #"{"id": 1}"#, #"{"id":1 ,"name":2}"#, #"{"id":1, "name":2}"#,
  ].map { Array($0.utf8) }

  @Test(arguments: records, records)
  func recordIsReadAsByItself(before: [UInt8], record: [UInt8]) {
    var comparison = Comparison()
    for text in [before, record, before, record] { comparison.compare(text) }
  }

  /// Known records are read again, cut at each byte, and with each byte replaced.
  @Test(arguments: records)
  func faultIsFoundWhereKeysAreKnown(record: [UInt8]) {
    var comparison = Comparison()
    for record in Self.records { comparison.compare(record) }
    for place in record.indices {
      comparison.compare(Array(record[..<place]))
      for byte in "\",:}{ 0\\x\n\u{1}".utf8 {
        var text = record
        text[place] = byte
        comparison.compare(text)
        text[place] = record[place]
        text.insert(byte, at: place)
        comparison.compare(text)
      }
    }
    comparison.compare(record)
  }

  /// The beginning of one record and the end of another, which now and then is a record.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func splicedRecordsAreReadAsByThemselves(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var comparison = Comparison()
    for _ in 0..<2000 {
      let first = Self.records.randomElement(using: &random) ?? []
      let second = Self.records.randomElement(using: &random) ?? []
      let place = Int.random(in: first.indices, using: &random)
      let others = second.indices.filter { second[$0] == first[place] }
      let other = others.randomElement(using: &random) ?? 0
      comparison.compare(Array(first[..<place] + second[other...]))
      comparison.compare(first)
    }
  }

  /// The keys of maps are always new; what was learnt before them stays.
  @Test func moreKeysThanAreLearnt() {
    var comparison = Comparison()
    for number in 0..<400 {
      let map = (0..<20).map { "\"k\(number)_\($0)\":{\"id\":0,\"v\($0)\":1}" }
      comparison.compare(Array("{\"id\":\(number),\"map\":{\(map.joined(separator: ","))}}".utf8))
    }
    #expect(comparison.keysWithNumbers >= 2 * 399)
  }

  @Test func keysOfAListAreKnownFromItsFirstObjects() throws {
    let record = #"{"id":1,"name":"abcdefgh","tags":["x"],"at":{"x":1,"y":2}}"#
    let text = "[" + Array(repeating: record, count: 400).joined(separator: ",\n") + "]"
    let document = try JSONDocument(Array(text.utf8))
    let known = document.root.documentTape.count { entry in
      entry.info & 0xF == JSONKind.string.rawValue && entry.info >> 8 > 0
    }
    // The first object is learnt, and near the end of the text words do not fit.
    #expect(known >= 398 * 6)
    #expect(document.root.elements.allSatisfy { $0.source == record })
  }
}
