import JSONSchema
import StrictJSON
import Testing
import WireDates

/// Values, lists in text, lengths, ranges and tuples.
@Suite struct ValueInferenceTests {
  private func shape(_ values: [String]) throws -> Shape {
    let members = values.map { "{\"a\": \($0)}" }
    return try #require(
      try Samples.shape("[\(members.joined(separator: ","))]").element?.object?["a"]?.shape)
  }

  private func repeated(_ values: [String], _ count: Int) -> [String] {
    (0..<count).flatMap { _ in values }
  }

  @Test func aFewWordsSeenOftenAreValues() throws {
    let colours = [#""red""#, #""green""#, #""blue""#]
    #expect(try shape(repeated(colours, 20)).values == ["blue", "green", "red"])
    #expect(try shape(repeated(colours, 4)).values == [])
    #expect(try shape(repeated(colours, 20) + [#""once""#]).values == [])
    #expect(try shape(repeated([#""only""#], 60)).values == [])
  }

  @Test func manyWordsLongTextsAndIdsAreNoValues() throws {
    let many = (0..<30).map { #""w\#($0)x""# }
    #expect(try shape(repeated(many, 10)).values == [])
    let long = [#""a""#, "\"" + String(repeating: "b", count: 41) + "\""]
    #expect(try shape(repeated(long, 30)).values == [])
    #expect(try shape(repeated([#""1""#, #""2""#], 30)).values == [])
    let hashes = [#""5e9d0d95eda69955f709d1""#, #""5e9d0d95eda69973a809d2""#]
    #expect(try shape(repeated(hashes, 30)).values == [])
  }

  /// A value that never came before is news for a person, and no violation.
  @Test func anotherValueIsAccepted() throws {
    let items = repeated([#"{"a": "x"}"#, #"{"a": "y"}"#], 20).joined(separator: ",")
    let schema = try Schema(inferredFrom: Samples.summary(["[\(items)]"]))
    #expect(schema.shape.element?.object?["a"]?.shape.values == ["x", "y"])
    #expect(schema.validate(try Samples.document(#"[{"a": "z"}]"#), formats: .asserted) == [])
  }

  @Test func idsAndColoursHaveTheirForms() throws {
    let ids = [#""5e9d0d95eda69955f709d1eb""#, #""5e9d0d95eda69973a809d1ec""#]
    #expect(try shape(ids).textForm == .objectID)
    #expect(try shape(ids + [#""5E9D0D95EDA69973A809D1EC""#]).textForm == nil)
    #expect(try shape([#""012345678901234567890123""#]).textForm == .numeric)
    #expect(try shape([##""#fff""##, ##""#FF8800""##, ##""#ff8800cc""##]).textForm == .color)
    #expect(try shape([##""#fff""##, ##""#hash""##]).textForm == nil)
    #expect(try shape([##""#12345""##]).textForm == nil)
  }

  @Test(arguments: 1...40)
  func textsThatDifferInOneByteAreDifferentValues(length: Int) throws {
    let same = String(repeating: "k", count: length)
    let others = stride(from: 0, to: length, by: length > 20 ? 2 : 1).map { place in
      same.prefix(place) + "q" + same.dropFirst(place + 1)
    }
    let longer = length < 40 ? [same + "k"] : []
    let texts = [same] + others.map { String($0) } + longer
    #expect(try shape(repeated(texts.map { "\"\($0)\"" }, 10)).values == texts.sorted())
  }

  @Test(arguments: 0...34)
  func escapesAreUndoneAtEveryPlace(place: Int) throws {
    let start = String(repeating: "k", count: place)
    let written = ["\\/q", "\\nqrstuvwxyz", "\\\"\\u00f1", "\u{f1}\\\\k"].map {
      "\"\(start)\($0)\""
    }
    let meant = ["/q", "\nqrstuvwxyz", "\"\u{f1}", "\u{f1}\\k"].map { start + $0 }
    // A text of more than forty bytes ends the list of values.
    let expected = meant.allSatisfy { $0.utf8.count <= 40 } ? meant : []
    #expect(Set(try shape(repeated(written, 30)).values) == Set(expected))
  }

  @Test func wordsWithCommasAreAList() throws {
    let tags = [#""Meat,Casserole""#, #""Soup""#, #""Fish,Main Course""#, "null", #""Pie,Sweet""#]
    #expect(try shape(tags).separator == ",")
    #expect(try shape([#""Meat,Pie""#, #""Soup""#]).separator == nil)
    #expect(try shape(tags + [#""Paris, France""#]).separator == nil)
    #expect(try shape(tags + [#""1,000""#]).separator == nil)
    #expect(try shape(tags + [#""A,""#]).separator == nil)
    #expect(try shape(tags + repeated([#""Soup""#], 20)).separator == nil)
  }

  @Test func rangesAndLengthsAreEvidence() throws {
    let numbers = try #require(try shape(["3", "-1.5", "20", "null"]).observed)
    #expect(numbers.numbers == -1.5...20)
    #expect(numbers.lengths == nil)
    let arrays = try #require(try shape(["[]", "[1, 2, 3]", "[4]"]).observed)
    #expect(arrays.lengths == 0...3)
    #expect(try shape([#""a""#]).observed?.numbers == nil)
  }

  @Test func arraysOfOneLengthWithTypesByPositionAreTuples() throws {
    let pairs = repeated([#"["x", 1]"#, #"["y", 2.5]"#, #"["z", null]"#], 4)
    #expect(try shape(pairs).tuple == [[.string], [.number, .null]])
    #expect(try shape(Array(pairs.prefix(9))).tuple == [])
    #expect(try shape(pairs + [#"["x"]"#]).tuple == [])
    #expect(try shape(pairs + [#"[1, "x"]"#]).tuple == [])
    #expect(try shape(repeated(["[1, 2.5]"], 12)).tuple == [])
    #expect(try shape(repeated(["[]"], 12)).tuple == [])
  }

  @Test func tupleIsWrittenAndRead() throws {
    let rows = repeated([#"["x", 1]"#], 12).joined(separator: ",")
    let summary = try Samples.summary(["[\(rows)]"])
    let schema = try Schema(inferredFrom: summary)
    #expect(schema.shape == Shape(inferredFrom: summary))
    let violations = schema.validate(try Samples.document("[[1, 1]]"), formats: .asserted)
    #expect(violations.map(\.schema.description) == ["/items/prefixItems/0/type"])
  }

  /// After many texts a URL is counted from its bytes as they stand; how it is written is nothing.
  @Test(arguments: [
    "", " ", "https://a.b", "https://a.b/c d", "https://a.b/\\", "https://a.b/c\"d",
    "https://a.b/caf\u{E9}/d", "https:/a.b/c/d/e", "https:///a.b/c/d", "https://a.b/c#d/e",
    "HTTPS://a.b/c/d/e", "http://a.b/c/d/e/f", "ftp://a.b/c/d/e/f", "https://[::1]/c/d/e",
    "https://a.b/%zz/d/e", "https://a.b/\n", "2020-01-02/2020-01-03",
  ])
  func escapesInTextsDoNotMatter(odd: String) throws {
    let usual = (0..<40).map { "https://www.example.com/images/\($0)_x-y~z.jpg?a=\($0)&b=1" }
    for texts in [usual, usual + [odd], [odd] + usual, usual + [odd] + usual] {
      let plain = texts.map { JSONWriter.quoted($0) }
      let slashes = plain.map { $0.replacing("/", with: "\\/") }
      let codes = plain.map { $0.replacing("/", with: "\\u002f") }
      let expected = JSONWriter.compact(try Samples.summary(plain).document)
      #expect(JSONWriter.compact(try Samples.summary(slashes).document) == expected)
      #expect(JSONWriter.compact(try Samples.summary(codes).document) == expected)
    }
  }

  @Test(arguments: [
    ("a b", true), ("a,b", true), ("abcdefgh", true), ("abcdefgh, i", false), (" a", false),
    ("a ", false), ("1a", false), ("a.b", false), ("abcdefghijk!", false), ("abcdefgh:", false),
    ("a;b", false), ("a?", false), ("abcdefghijklmnopq@", false), ("a/b", false), ("a-b", true),
    ("a\u{1}", false), ("\u{E9}t\u{E9}", true), ("abcdefg\u{AE}", true),
    (String(repeating: "a", count: 30), true), (String(repeating: "a", count: 31), false),
  ])
  func oneTextThatIsNoWordEndsAList(text: String, isWord: Bool) throws {
    let lists = [#""x,y""#, #""y,z""#, #""x,z""#, #""q,r""#]
    #expect(try shape(lists + [JSONWriter.quoted(text)]).separator == (isWord ? "," : nil))
  }

  @Test(arguments: [
    "0", "-0", "7", "-7", "1234567", "12345678", "123456789", "-999999999999999", "0.5", "-0.5",
    "1.5", "12.25", "123456.7", "1234567.8", "12345678.9", "-123456789.25", "0.000000000000001",
    "12345678.1234567", "1.23456789012345", "123456789012345.0", "1234567890123456",
    "1234567890123456.5", "99999999.5", "100.0", "0.0", "12345678.0", "1e3", "1.5e300", "2.50",
    "28474.0625", "1234567.10",
  ])
  func numbersAreReadAsTheyAreWritten(text: String) throws {
    let number = try #require(Double(text))
    let isWhole = number == number.rounded()
    let place = try shape([text])
    #expect(place.types == [isWhole ? .integer : .number])
    let range = try #require(place.observed?.numbers)
    #expect(range.lowerBound == number && range.upperBound == number)
    #expect(range.lowerBound.sign == number.sign)
  }

  @Test(arguments: [
    (
      ["Fri Mar 24 22:30:00 +0000 2006", "Sat Mar 25 22:30:00 +0000 2006"],
      "EEE MMM dd HH:mm:ss Z yyyy"
    ),
    (["Mar 24, 2006", "May 04, 2006", "May 4, 2006"], "MMM d, yyyy"),
    (
      ["September 24, 2006 22:30:00 UTC", "May 4, 2006 02:05:00 UTC", "July 4, 2018 12:05:00 UTC"],
      "MMMM d, yyyy HH:mm:ss zzz"
    ),
    (["24 March 2006", "4 May 2006"], "d MMMM yyyy"), (["4 May 2006", "1 May 2006"], nil),
    (["3/24/2006 1:30:00 PM", "03/04/2006 11:30:00 AM"], "M/d/yyyy h:mm:ss a"),
    (["3/4/2006 1:30:00 PM", "03/04/2006 11:30:00 AM"], nil),
    (["24/03/2006 22:30", "01/02/2006 01:30"], "dd/MM/yyyy HH:mm"),
    (["March of 24, 2006", "Monday 2006"], nil), (["24 dishes 2006", "3 dishes 2006"], nil),
    (["22:30", "10:15"], nil), (["1143239400", "1143239401"], nil),
  ])
  func datesOfManyKindsHaveAFormat(texts: [String], format: String?) throws {
    let shape = try shape(texts.map(JSONWriter.quoted))
    #expect(shape.dateFormat?.name == format)
    #expect(shape.dateFormat?.isInferable ?? true)
  }

  /// A plain date is known by its bytes; whatever is near to one is none.
  @Test(arguments: [
    "2006-03-24", "2006-03-24 22:30:00", "2006-03-24T22:30:00Z", "2006-03-24T22:30:00.123Z",
    "2006-03-24T22:30:00-04:00",
  ])
  func oneOtherByteMakesADateOrNone(date: String) throws {
    let bytes = Array(date.utf8)
    var others = 0
    for index in bytes.indices {
      for byte in "0139:-. TZ+/a\u{7F}".utf8 where byte != bytes[index] {
        var changed = bytes
        changed[index] = byte
        let text = String(decoding: changed, as: UTF8.self)
        let format = try shape([JSONWriter.quoted(text)]).dateFormat
        let isDate = format.map { $0.date(from: text) != nil } ?? true
        #expect(isDate, "\(text)")
        if format == nil { others += 1 }
      }
    }
    #expect(others > bytes.count)
  }
}
