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

  /// One answer without records is no news; that none of many has any is.
  @Test(arguments: [
    ("null", DriftRule.becameAlwaysNull, #"[{"id": 1}]"#), ("[]", .becameEmpty, #"[{"id": 1}]"#),
    ("null", .becameAlwaysNull, #"{"id": 1}"#),
  ])
  func answersThatHoldNothingAreTold(nothing: String, rule: DriftRule, value: String) throws {
    for (count, isTold) in [(1, false), (4, false), (20, true)] {
      let side = { (value: String) in
        Drift.Side(
          documents: try (0..<count).map {
            try JSONDocument(Array(#"{"items": \#(value), "page": \#($0)}"#.utf8))
          })
      }
      let drift = Drift.between(try side(value), try side(nothing))
      let sure = drift.changes.filter(\.evidence.isSignificant)
      #expect(sure.map(\.rule) == (isTold ? [rule] : []), "\(count)")
    }
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

  /// Values go from records that are known by their ids, though nothing was there before in some of them.
  @Test(arguments: [
    // Of how many records each share has a value: before and now.
    (60, 45, 15, "null", true), (60, 45, 15, #""""#, true), (60, 45, 15, "[]", true),
    (60, 45, 40, "null", false), (60, 15, 45, "null", false), (12, 9, 3, "null", false),
  ])
  func valuesThatGoFromTheSameRecordsAreLost(
    count: Int, before: Int, now: Int, nothing: String, isTold: Bool
  ) throws {
    let side = { (filled: Int, shift: Int) in
      let records = (0..<count).map { index in
        let value = (index * 7 + shift) % count < filled ? Self.text : nothing
        return #"{"id": \#(1000 + index), "name": "the \#(index * 31) th", "note": \#(value)}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ", "))]".utf8))])
    }
    let changes = Drift.between(try side(before, 0), try side(now, 3)).changes
    #expect(changes.map(\.rule) == (isTold ? [.becameEmpty] : []))
    guard isTold else { return }
    // What comes and goes is no loss: each value stands in another record now.
    #expect(Drift.between(try side(30, 0), try side(30, 30)).changes.isEmpty)
    guard case .emptied(let lost, let all, _)? = changes.first?.evidence.basis else {
      Issue.record("another evidence: \(changes)")
      return
    }
    #expect(lost >= 30 && all == before)
  }

  /// What is there under another name, or in another form, is not lost; what was with it may be.
  @Test(arguments: [
    (
      #"{"city": "c#", "note": "n#"}"#, #"{"town": "c#", "note": null}"#,
      #"{"town": "c#", "note": "n#"}"#,
      ["key-renamed $[*].note.city", "became-nullable $[*].note.note"]
    ),
    (#""a#""#, #"{"name": "a#"}"#, #""a#""#, ["value-nested $[*].note"]),
  ])
  func whatIsElsewhereIsNotLost(
    old: String, new: String, rest: String, told: [String]
  ) throws {
    let side = { (value: (Int) -> String) in
      let records = (0..<40).map { index in
        let text = value(index).replacing("#", with: "\(index * 7919 % 1009)")
        return #"{"id": \#(1000 + index), "name": "the \#(index * 31) th", "note": \#(text)}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ", "))]".utf8))])
    }
    let changes = Drift.between(try side { _ in old }, try side { $0 % 2 == 0 ? new : rest })
      .changes
    #expect(changes.map { "\($0.rule) \($0.from?.description ?? "")" } == told)
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
