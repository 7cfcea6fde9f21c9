import Foundation
import StrictJSON
import Testing

@testable import SchemaDrift

/// What is kept of one value, and what it can be told to be in another writing.
@Suite struct ValueSketchTests {
  private static func sketch(_ text: String) throws -> ValueSketch {
    try #require(ValueSketch(JSONDocument(text).root))
  }

  @Test(arguments: [
    (#""2012-06-18T06:13:20Z""#, "1340000000", true),
    (#""2012-06-18T06:13:20.000+00:00""#, "1340000000000", true),
    (#""2012-06-18 06:13:20""#, #""2012-06-18T06:13:20Z""#, true),
    (#""2012-06-18T06:13:20Z""#, "1340000001", false),
    (#""https://example.org/v2/teams/57""#, "57", true),
    (#""/teams/57/""#, #""57""#, true),
    (#""https://example.org/show/mad-men?page=2""#, #""mad-men""#, true),
    (#""/teams/57""#, "58", false),
    // Digits of no time, and a text that is neither a time nor an address.
    ("1340", "1340000", false),
    (#""Mad Men""#, #""mad-men""#, false),
  ])
  func valuesInAnotherWritingHaveASpelling(one: String, other: String, isSame: Bool) throws {
    let (left, right) = (try Self.sketch(one), try Self.sketch(other))
    let areSame = !left.spellings(areWhole: false).isDisjoint(
      with: right.spellings(areWhole: false))
    #expect(areSame == isSame)
  }

  @Test func endOfAnAddressIsNoWholeValue() throws {
    let (address, number) = (try Self.sketch(#""/teams/57""#), try Self.sketch("57"))
    let whole = address.spellings(areWhole: true)
    #expect(whole.isDisjoint(with: number.spellings(areWhole: true)))
  }

  @Test(arguments: [
    (#""2012-06-18T06:13:20Z""#, 12), (#""/teams/57""#, 12), ("12.5", 12), (#""a word""#, 8),
    ("true", 8),
  ])
  func textIsReadAsItWasWritten(value: String, length: Int) throws {
    let sketch = try Self.sketch(value)
    #expect(sketch.text.count == length)
    #expect(ValueSketch(token: sketch.text) == sketch)
    // Contracts of before have no more than eight characters of a time.
    let before = try #require(ValueSketch(token: sketch.text.prefix(8)))
    #expect(before.mark == sketch.mark)
    #expect(before.look == sketch.look)
  }

  /// Of a contract alone, times and ids that are written in another way are found in the same records.
  @Test(arguments: SketchDriftTests.Form.allCases)
  func timesAndIdsAreFoundInSketches(form: SketchDriftTests.Form) throws {
    let days = { (number: Int) in number * 7_919 % 4_000 }
    let old = (0..<30).map { number in
      #"{"key": "n\#(number * 37)", "name": "the name of \#(number)", "posted": \#(1_300_000_000 + days(number) * 86_400), "team": {"href": "https://example.org/teams/\#(number * 17 + 40)"}}"#
    }
    let new = (0..<30).map { number in
      let date = Date(timeIntervalSince1970: Double(1_300_000_000 + days(number) * 86_400))
      let text = date.formatted(.iso8601)
      return
        #"{"key": "n\#(number * 37)", "name": "the name of \#(number)", "createdOn": "\#(text)", "club": {"number": \#(number * 17 + 40)}}"#
    }
    let drift = Drift.between(try form.side(old), try SketchDriftTests.Form.documents.side(new))
    let mapping = drift.mapping.compactMap { entry in
      entry.from.flatMap { from in entry.to.map { "\(from) \($0)" } }
    }
    #expect(mapping.contains("$[*].posted $[*].createdOn"), "\(mapping)")
    #expect(mapping.contains("$[*].team.href $[*].club.number"), "\(mapping)")
  }
}
