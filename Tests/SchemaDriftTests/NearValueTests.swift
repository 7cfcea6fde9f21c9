import SchemaDrift
import StrictJSON
import Testing

/// Values that are nearly the same are evidence, weaker than equal ones; chance is none.
@Suite struct NearValueTests {
  private static func side(_ records: [String]) throws -> Drift.Side {
    Drift.Side(documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  private static let rest = #""id": {n}, "isbn": "978-{n3}", "note": "{w4}""#

  private static func sides(
    _ old: String, _ new: String
  ) throws -> (old: Drift.Side, new: Drift.Side) {
    (
      try MatchingTests.side(rest + ", " + old, 0..<30),
      try MatchingTests.side(rest + ", " + new, 10..<40)
    )
  }

  @Test(arguments: [
    (#""title": "{w} of {w1}""#, #""caption": "{w} of {w1} second edition""#),
    (#""title": "{w} of {w1}""#, #""headline": "The {w} of {w1}!""#),
    (#""weight": {n1}.4"#, #""grams": {n1}"#),
  ])
  func nearValuesFindARename(old: String, new: String) throws {
    let (before, now) = try Self.sides(old, new)
    let drift = Drift.between(before, now)
    #expect(drift.changes.first?.rule == .keyRenamed)
    #expect(drift.changes.first?.matched == 20 && drift.changes.first?.confidence == .likely)
    #expect(
      drift.changes.first?.evidence.basis == .agreement(matched: 20, compared: 20, isNear: true))
  }

  /// Of two amounts that are the same the name says which one is which.
  @Test func namesTellApartWhatIsNearlyTheSameTwice() throws {
    let (before, now) = try Self.sides(
      #""lines": {"base_tax": {n1}.4, "tax": {n1}.4}"#, #""rows": {"tax": {n1}, "base_tax": {n1}}"#)
    let moves = Drift.between(before, now).mapping.compactMap { pair in
      pair.from.flatMap { from in pair.to.map { "\(from) \($0)" } }
    }
    #expect(moves.contains("$[*].lines.tax $[*].rows.tax"), "\(moves)")
    #expect(moves.contains("$[*].lines.base_tax $[*].rows.base_tax"), "\(moves)")
  }

  /// But no name outweighs values: a price that was never reduced is not the one of a sale.
  @Test func valuesTellWhatIsNearlyTheSame() throws {
    let side = { (members: (Int) -> String) in
      try Self.side(
        (0..<10).map { #"{"id": \#($0), "sku": "S\#($0 * 7919)", \#(members($0))}"# })
    }
    let drift = Drift.between(
      try side { #""price": \#(8 + $0 * 3).493"# },
      try side {
        let sale = $0 == 1 ? "\(6 + $0 * 2).41" : "\(8 + $0 * 3).49"
        return #""amount": \#(8 + $0 * 3).49, "sale_price": \#(sale)"#
      })
    #expect(drift.changes.first?.to?.description == "$[*].amount", "\(drift.changes)")
  }

  @Test(arguments: [
    (#""title": "the {w}""#, #""caption": "the {w1}""#), (#""a": {n1}"#, #""b": {n2}"#),
    (#""kind": "{e}""#, #""sort": "{x}""#),
  ])
  func whatAllRecordsShareIsNoEvidence(old: String, new: String) throws {
    let (before, now) = try Self.sides(old, new)
    #expect(
      Drift.between(before, now).changes.allSatisfy { $0.matched == nil || $0.confidence == .guess }
    )
  }

  /// Words that come back in other records join nothing, and so refute nothing.
  @Test func recordsThatAreAlikeByChanceAreNotJoined() throws {
    let words = "amber basin cedar delta ember fjord grove heron inlet jetty knoll lagoon".split(
      separator: " ")
    let word = { (number: Int, salt: Int) in
      words[(number &* 7919 &+ salt &* 104_729) / 13 % words.count]
    }
    let record = { (number: Int, key: String) in
      let names = ["en", "de", "fr"].enumerated().map { index, language in
        #""\#(language)": "\#(word(number, index)) \#(language)""#
      }
      return
        #"{"\#(key)": "\#(word(number, 5)) \#(word(number, 9))", \#(names.joined(separator: ", "))}"#
    }
    let drift = Drift.between(
      try Self.side((0..<40).map { record($0, "label") }),
      try Self.side((1000..<1040).map { record($0, "labels") }))
    #expect(drift.changes.map(\.rule) == [.keyRenamed])
    #expect(drift.changes.first?.confidence == .guess)
  }

  /// The times of several places, which say nothing of their zones, are the same in UTC by as many hours each.
  @Test func localTimesOfSeveralZonesAreTheSameInUTC() throws {
    let hours = { (number: Int) in [4, 5, 7, 9][number % 4] }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(20) {
            #""id": \#($0 * 7919), "name": "\#(SampleRecords.title($0))", "start_date": "2014-0\#($0 % 9 + 1)-\#($0 + 10) 1\#($0 % 5):\#($0 + 10):\#($0 * 2 + 10)", "cheap": 1"#
          } + "]",
        "["
          + SampleRecords.records(20) {
            #""id": \#($0 * 7919), "name": "\#(SampleRecords.title($0))", "sales_start": "2014-0\#($0 % 9 + 1)-\#($0 + 10)T\#(10 + $0 % 5 + hours($0)):\#($0 + 10):\#($0 * 2 + 10)Z", "sales_end": "2015-0\#($0 % 7 + 1)-\#($0 + 10)T10:00:00Z""#
          } + "]"))
    #expect(mapping.contains("start_date sales_start"), "\(mapping)")
  }
}
