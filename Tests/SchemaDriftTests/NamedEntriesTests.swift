import SchemaDrift
import StrictJSON
import Testing

/// Maps whose keys look like the names of members, and lists of which the elements say what they are.
@Suite struct NamedEntriesTests {
  private static let names = [
    "got", "cors", "chalk", "async", "express", "lodash", "moment", "rimraf", "semver", "winston",
    "yargs", "through", "mkdirp", "minimist", "bluebird", "commander", "request", "debug", "colors",
    "inquirer", "uuid", "glob", "axios", "dotenv",
  ]

  private static func package(_ number: Int) -> String {
    let author = number % 3 == 0 ? "" : #""author": {"name": "\#(SampleRecords.title(number))"}, "#
    return
      #""name": "\#(names[number])", \#(author)"description": "\#(SampleRecords.title(number * 3)) and more", "license": "MIT", "homepage": "https://\#(names[number]).example.org", "keywords": ["k\#(number)", "tool"]"#
  }

  private static func map(_ numbers: Range<Int>, beside: String) -> String {
    let entries = numbers.map { #""\#(names[$0])": {\#(package($0))}"# }
    return "{\(beside)\(entries.joined(separator: ", "))}"
  }

  private static func list(_ numbers: Range<Int>) -> String {
    let elements = numbers.map {
      #"{"package": {\#(package($0)), "scope": "unscoped"}, "score": 0.\#(100 + $0 * 37 % 800)}"#
    }
    return
      #"{"objects": [\#(elements.joined(separator: ", "))], "total": 4711, "time": "Tue Jan 24 2017"}"#
  }

  /// The entries are the elements, whether records are on both sides or not, many or four, alone or beside a number.
  @Test(
    arguments: [(0..<12, 0..<12), (0..<12, 12..<24), (0..<4, 4..<8)],
    ["", #""_updated": 1485284731082, "#])
  func entriesUnderNamesAreTheElementsOfAListNow(
    ranges: (old: Range<Int>, new: Range<Int>), beside: String
  ) throws {
    let drift = try SampleRecords.drift(
      Self.map(ranges.old, beside: beside), Self.list(ranges.new))
    let mapping = drift.mapping.compactMap { pair in
      pair.to.map { "\(pair.from?.description ?? "") \($0)" }
    }
    for member in ["name", "description", "homepage", "keywords[*]"] {
      #expect(mapping.contains("$.*.\(member) $.objects[*].package.\(member)"), "\(mapping)")
    }
    #expect(!mapping.contains { $0.contains("$.*[*]") }, "\(mapping)")
  }

  /// The addresses of an order have fixed roles: a list of others that is new, or was there before, says nothing of them.
  @Test func objectsWithRolesAreNoMapBecauseOfAnUnrelatedList() throws {
    let address = { (number: Int) in
      #"{"street": "\#(SampleRecords.title(number))", "zip": "\#(10000 + number * 7919)", "city": "C\#(number)", "country": "DE"}"#
    }
    let roles = ["billing", "shipping", "pickup", "return"].enumerated()
    let order = roles.map { #""\#($1)": \#(address($0))"# }.joined(separator: ", ")
    let list = (10..<16).map(address).joined(separator: ", ")
    let kept = try SampleRecords.drift(
      #"{"id": 7, "addresses": {\#(order)}}"#,
      #"{"id": 7, "addresses": {\#(order)}, "warehouses": [\#(list)]}"#)
    #expect(kept.changes.map(\.rule) == [.keyAdded], "\(kept.changes.map(\.rule))")
    let other = try SampleRecords.drift(
      #"{"id": 7, "stores": [\#(list)]}"#, #"{"id": 7, "addresses": {\#(order)}}"#)
    #expect(!other.changes.map(\.rule).contains(.arrayToMap), "\(other.changes.map(\.rule))")
  }

  /// The kind of an element is the word before its number, and its key in the object that came of the list.
  @Test(arguments: [0, 40])
  func wordsBeforeNumbersBecomeKeys(shift: Int) throws {
    let kinds = ["neighborhood", "postcode", "place", "region", "country"]
    let context = { (number: Int, write: (String, Int) -> String) in
      kinds.enumerated().map { write($1, number * 10 + $0) }.joined(separator: ", ")
    }
    let old = SampleRecords.records(20) { number in
      let elements = context(number) {
        #"{"id": "\#($0).\#(1000 + $1 * 7)", "mapbox_id": "dX\#($1 * 7919 % 9973)w", "text": "\#(SampleRecords.title($1))"}"#
      }
      return #""address": "\#(number * 13 % 89)", "context": [\#(elements)]"#
    }
    let new = SampleRecords.records(20) { number in
      let number = number + shift
      let members = context(number) {
        #""\#($0)": {"mapbox_id": "dX\#($1 * 7919 % 9973)w", "name": "\#(SampleRecords.title($1))"}"#
      }
      return
        #""address": "\#(number * 13 % 89)", "context": {"street": {"mapbox_id": "s\#(number)", "name": "S \#(number)"}, \#(members)}"#
    }
    let drift = try SampleRecords.drift(#"{"items": [\#(old)]}"#, #"{"items": [\#(new)]}"#)
    let mapping = GuessTests.mapping(drift)
    for (from, to) in [("mapbox_id", "mapbox_id"), ("text", "name")] {
      let pair = "$.items[*].context[*].\(from) $.items[*].context.*.\(to)"
      #expect(mapping.contains(pair), "\(mapping)")
    }
  }

  /// The keys of a map that is gone are where they went.
  @Test func keysOfAMapThatIsGoneAreMapped() throws {
    let versions = { (number: Int) in "\(number % 7).\(number * 3 % 11).\(number)" }
    let drift = try SampleRecords.drift(
      #"{"items": [\#(SampleRecords.records(20) { #""id": \#($0), "versions": {"\#(versions($0))": "latest"}"# })]}"#,
      #"{"items": [\#(SampleRecords.records(20) { #""id": \#($0), "version": "\#(versions($0))""# })]}"#
    )
    let targets = drift.mapping.compactMap(\.to?.description)
    #expect(targets.contains("$.items[*].version"), "\(targets)")
  }

  /// One name with a key in it has a word of it only.
  @Test func oneNameWithAKeyIsNoEntry() throws {
    let drift = try SampleRecords.drift(
      #"{"items": [\#(SampleRecords.records(20) { #""id": \#($0), "place_name": "\#(SampleRecords.title($0)), 12 Long Road", "levels": [{"kind": "place", "label": "\#(SampleRecords.title($0 * 5))"}, {"kind": "region", "label": "R\#($0)"}, {"kind": "country", "label": "C\#($0)"}, {"kind": "district", "label": "D\#($0)"}]"# })]}"#,
      #"{"items": [\#(SampleRecords.records(20) { #""id": \#($0 + 50), "full_address": "\#(SampleRecords.title($0 + 50)), 12 Long Road", "levels": {"place": {"name": "\#(SampleRecords.title($0 * 5 + 1))"}, "region": {"name": "R\#($0 + 50)"}, "country": {"name": "C\#($0 + 50)"}, "district": {"name": "D\#($0 + 50)"}}"# })]}"#
    )
    let mapping = GuessTests.mapping(drift)
    #expect(
      !mapping.contains { $0.hasPrefix("$.items[*].place_name $.items[*].levels") }, "\(mapping)")
  }
}
