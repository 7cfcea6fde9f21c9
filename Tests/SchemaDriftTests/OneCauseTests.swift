import JSONSchema
import SchemaDrift
import StrictJSON
import Testing

/// One cause gives one change, and what is lost with it is told: whole answers of invented APIs.
@Suite struct OneCauseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: [String]
    let new: [String]
    /// The changes: rule, old path and, where it is another one, the new path.
    let changes: [String]

    init(_ name: String, _ old: [String], _ new: [String], _ changes: [String]) {
      testDescription = name
      self.old = old
      self.new = new
      self.changes = changes
    }

    init(_ name: String, _ old: String, _ new: String, _ changes: [String]) {
      self.init(name, [old], [new], changes)
    }

    var drift: Drift {
      get throws {
        let side = { (texts: [String]) in
          Drift.Side(documents: try texts.map { try JSONDocument(Array($0.utf8)) })
        }
        return Drift.between(try side(old), try side(new))
      }
    }
  }

  private static func word(_ number: Int) -> String {
    let mixed = UInt64(number + 7) &* 0x9E37_79B9_7F4A_7C15
    return "w" + String(mixed >> 24, radix: 36)
  }

  private static func list(_ numbers: Range<Int>, _ record: (Int) -> String) -> String {
    "[" + numbers.map(record).joined(separator: ",") + "]"
  }

  private static let readers = #"[{"id": 1, "name": "Ada Love"}, {"id": 2, "name": "Bob Mill"}]"#

  private static let loans = list(0..<3) {
    #"{"title": "\#(word($0))", "day": \#($0), "desk": "\#(word($0 + 9))"}"#
  }

  static let cases: [Case] = [
    // An envelope.
    Case(
      "what stood beside the records is gone with their envelope",
      #"{"data": \#(readers), "total": 2, "cursor": "abc"}"#, readers,
      ["envelope-changed $.data $", "key-removed $.total", "key-removed $.cursor"]),
    Case(
      "what stood in two envelopes is gone with them",
      #"{"page": {"data": \#(readers), "total": 2}, "ok": true}"#, readers,
      ["envelope-changed $.page.data $", "key-removed $.page.total", "key-removed $.ok"]),
    Case(
      "a rare member of an envelope has no place in a list",
      [#"{"data": \#(readers), "next": "abc"}"#, #"{"data": \#(readers)}"#], [readers, readers],
      ["envelope-changed $.data $", "key-removed $.next"]),
    Case(
      "what stood beside the record stands in it",
      #"{"data": {"reader": {"name": "Ada", "age": 3}}, "ok": 1}"#,
      #"{"name": "Ada", "age": 3, "ok": 1}"#, ["envelope-changed $.data.reader $"]),
    Case(
      "a record came up to its key", #"{"data": {"reader": {"name": "Ada", "age": 3}}}"#,
      #"{"reader": {"name": "Ada", "age": 3}}"#, ["envelope-changed $.data.reader $.reader"]),
    Case(
      "members came up out of an object",
      #"{"reader": {"card": {"name": "Ada", "age": 3}}, "ok": true}"#,
      #"{"reader": {"name": "Ada", "age": 3}, "ok": true}"#,
      ["value-hoisted $.reader.card.name $.reader.name"]),
    // What is no record.
    Case(
      "an error stands where a list was",
      list(0..<3) { #"{"id": \#($0), "name": "\#(word($0))", "age": \#($0 + 30)}"# },
      #"{"error": "unauthorized", "code": 401}"#, ["type-changed $"]),
    Case(
      "a record with other names stands where a list was",
      list(0..<20) { #"{"id": \#($0), "name": "\#(word($0))"}"# },
      #"{"ref": 3, "title": "\#(word(3))"}"#,
      [
        "array-to-scalar $", "became-optional $[*].id $.id", "key-renamed $[*].name $.title",
        "key-added $.ref",
      ]),
    Case(
      "a record with its names in another case stands where a list was",
      list(0..<20) { #"{"id": \#($0), "name": "\#(word($0))"}"# },
      #"{"ID": 3, "Name": "\#(word(33))"}"#,
      ["array-to-scalar $", "key-renamed $[*].id $.ID", "key-renamed $[*].name $.Name"]),
    Case(
      "the list in an object is the list beside another one",
      #"{"feed": {"lang": "en", "total": {"$t": 12873}, "entry": \#(loans)}}"#,
      #"{"paging": {"total": 12873, "size": 25}, "items": \#(loans)}"#,
      [
        "key-removed $.feed.lang", "key-moved $.feed.total['$t'] $.paging.total",
        "envelope-changed $.feed.entry $.items",
      ]),
    // An object without members.
    Case(
      "objects are empty",
      list(0..<20) { #"{"id": \#($0), "box": {"name": "\#(word($0))"}}"# },
      list(0..<20) { #"{"id": \#($0), "box": {}}"# }, ["key-removed $[*].box.name"]),
    Case(
      "an object by keys is empty",
      list(0..<20) { #"{"id": \#($0), "box": {"\#($0)": 1, "\#($0 + 1)": 2}}"# },
      list(0..<20) { #"{"id": \#($0), "box": {}}"# }, ["became-empty $[*].box"]),
  ]

  @Test(arguments: cases)
  func changesAreExactly(testCase: Case) throws {
    let changes = try testCase.drift.changes.map { change in
      let places = [change.from, change.to == change.from ? nil : change.to].compactMap { $0 }
      return "\(change.rule) " + places.map(\.description).joined(separator: " ")
    }
    #expect(changes == testCase.changes)
  }

  /// `old kept`: what came up out of an object, and what stood where it came to.
  @Test(arguments: [
    (
      #"{"reader": {"card": {"name": "Ada", "age": 3}}}"#,
      #"{"reader": {"name": "Ada", "age": 3}}"#, "$.reader"
    ),
    (
      #"{"data": {"reader": {"name": "Ada", "age": 3}}, "ok": 1}"#,
      #"{"name": "Ada", "age": 3, "ok": 1}"#, "$.ok"
    ),
  ])
  func whatStandsWhereAnObjectCameUpIsStillThere(old: String, new: String, kept: String) throws {
    let mapping = try Case("", old, new, []).drift.mapping
    let entries = mapping.filter { $0.from?.description == kept || $0.from == nil }
    #expect(entries.map(\.kind) == [.same])
    #expect(entries.first?.to?.description == kept)
  }

  // MARK: An object and its id

  private static func authors(_ numbers: Range<Int>, _ author: (Int) -> String) -> String {
    list(numbers) {
      #"{"id": \#($0 + 100), "title": "\#(word($0))", "author": \#(author($0))}"#
    }
  }

  private static func embedded(_ number: Int) -> String {
    #"{"id": \#(number * 7 + 1000), "name": "\#(word(number + 50))"}"#
  }

  @Test(arguments: [
    (
      0..<20, 7, 1000, DriftRule.objectToID,
      Evidence.Basis.agreement(matched: 20, compared: 20, isNear: true)
    ),
    (0..<20, 3, 5000, .typeChanged, .all(.types([.integer], isNullable: false), records: 20)),
    (500..<520, 7, 1000, .objectToID, .position),
  ])
  func aNumberIsAnIDWhereNoRecordShowsAnotherOne(
    numbers: Range<Int>, factor: Int, first: Int, rule: DriftRule, basis: Evidence.Basis
  ) throws {
    let testCase = Case(
      "", Self.authors(0..<20, Self.embedded),
      Self.authors(numbers) { "\($0 * factor + first)" }, [])
    let changes = try testCase.drift.changes
    #expect(changes.map(\.rule) == [rule])
    #expect(changes.first?.evidence.basis == basis)
  }

  // MARK: What did not come

  @Test func whatDidNotComeIsNotAsItWas() throws {
    let testCase = Case(
      "",
      Self.list(0..<3) {
        #"{"id": \#($0), "name": "\#(Self.word($0))", "tags": [{"a": 1}], "age": 3}"#
      },
      Self.list(0..<3) { #"{"id": \#($0), "title": "\#(Self.word($0 + 40))", "tags": []}"# }, [])
    let mapping = try testCase.drift.mapping
    #expect(
      mapping.filter(\.isUnseen).compactMap(\.from?.description) == [
        "$[*].tags[*]", "$[*].tags[*].a", "$[*].age",
      ])
    #expect(mapping.filter(\.isUnseen).allSatisfy { $0.kind == .same })
  }
}
