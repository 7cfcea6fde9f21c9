import SchemaDrift
import StrictJSON
import Testing

/// No value that is written in another way is one change, and lost values are another one.
@Suite struct NothingTests {
  /// Forty records of which some have a value and the others a spelling of nothing.
  private static func side(value: String, nothing: [String], share: Int = 3) throws -> Drift.Side {
    let records = (0..<40).map { number -> String in
      let text = number % share == 0 ? nothing[number / share % nothing.count] : value
      let member = text.isEmpty ? "" : #", "note": \#(text.replacing("#", with: "\(number)"))"#
      return #"{"id": \#(number)\#(member)}"#
    }
    return Drift.Side(
      documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  private static let text = #""on page #""#

  @Test(arguments: [
    (["null"], [#""""#], Nothing.null, Nothing.emptyText),
    ([#""""#], ["null"], .emptyText, .null), (["null"], [""], .null, .absent),
    ([""], ["null"], .absent, .null), ([""], [#""""#], .absent, .emptyText),
    ([#"" ""#], [#""""#], .blankText, .emptyText), (["null"], ["[]"], .null, .emptyArray),
    ([#""""#], ["{}"], .emptyText, .emptyObject),
  ])
  func otherSpellingIsOneChange(
    old: [String], new: [String], before: Nothing, now: Nothing
  ) throws {
    let drift = Drift.between(
      try Self.side(value: Self.text, nothing: old), try Self.side(value: Self.text, nothing: new))
    #expect(drift.changes.map(\.rule) == [.nothingRespelled])
    #expect(drift.changes.first?.old == .nothing(before))
    #expect(drift.changes.first?.new == .nothing(now))
    #expect(drift.changes.first?.evidence.isSignificant == true)
  }

  @Test(arguments: [("null", #""""#), (#""""#, "null"), ("[]", "null"), ("null", "{}")])
  func placeThatNeverHoldsAValueIsNoException(old: String, new: String) throws {
    let drift = Drift.between(
      try Self.side(value: old, nothing: [old]), try Self.side(value: new, nothing: [new]))
    #expect(drift.changes.map(\.rule) == [.nothingRespelled])
  }

  /// An object without members may be written as `[]`, and one record shows no more than that.
  @Test(arguments: [
    (#"{"a": 1}"#, "[]"), ("[]", #"{"a": 1}"#), (#""x""#, "{}"), (#"{"a": 1}"#, #""""#),
    (#"["x"]"#, #""""#), (#""""#, #"["x"]"#),
  ])
  func emptyValueOfAnotherTypeIsAChangeOnlyOfMany(old: String, new: String) throws {
    for (count, isSure) in [(1, false), (3, false), (20, true)] {
      let side = { (value: String) in
        let records = (1...count).map { #"{"id": \#($0), "note": \#(value)}"# }
        return Drift.Side(
          documents: [try JSONDocument(Array("[\(records.joined(separator: ", "))]".utf8))])
      }
      let changes = Drift.between(try side(old), try side(new)).changes
      #expect(changes.filter(\.evidence.isSignificant).isEmpty == !isSure)
      #expect(!changes.isEmpty)
    }
  }

  @Test func lostValuesAreNoOtherSpelling() throws {
    let drift = Drift.between(
      try Self.side(value: Self.text, nothing: ["null"]),
      try Self.side(value: #""""#, nothing: [#""""#]))
    #expect(drift.changes.map(\.rule) == [.becameEmpty])
  }

  @Test func fewRecordsProveNothing() throws {
    let drift = Drift.between(
      try Self.side(value: Self.text, nothing: ["null"], share: 20),
      try Self.side(value: Self.text, nothing: [#""""#], share: 20))
    #expect(!drift.changes.contains { $0.rule == .nothingRespelled })
  }

  @Test func otherTypesBesideNothingAreStillTold() throws {
    let drift = Drift.between(
      try Self.side(value: Self.text, nothing: ["null"]),
      try Self.side(value: "#", nothing: [#""""#]))
    #expect(drift.changes.map(\.rule).contains(.typeChanged))
  }
}
