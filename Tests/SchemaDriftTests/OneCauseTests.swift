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
