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
}

/// Numbers that are the old ones in another unit.
@Suite struct NumberUnitTests {
  /// An invented shop of few articles, with an id that tells nothing by itself.
  private static func drift(_ old: String, _ new: String, records: Int = 6) throws -> Drift {
    let articles = ["Tea pot", "Blue mug", "Iron pan", "Wood spoon", "Glass jar", "Tin box"]
    let prices = ["12.99", "7.5", "103.25", "8.49", "20", "1.05"]
    let cents = ["1299", "750", "10325", "849", "2000", "105"]
    let side = { (template: String) in
      let records = (0..<records).map { number in
        let text = template.replacing("{price}", with: prices[number])
          .replacing("{cents}", with: cents[number])
          .replacing("{seconds}", with: String(1_700_000_000 + number * 86_413))
          .replacing("{other}", with: String(10_000 + number * number * 77))
          .replacing("{digits}", with: cents[number] + String(repeating: "0", count: number % 3))
        return #"{"id": \#(number + 1), "name": "\#(articles[number])", \#(text)}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
    }
    return Drift.between(try side(old), try side(new))
  }

  @Test(arguments: [
    (#""price": {price}"#, #""priceCents": {cents}"#, 2),
    (#""price": {price}"#, #""price": {"amount": {cents}, "currency": "EUR"}"#, 2),
    (#""price": "{price}""#, #""amount": {"value": {cents}}"#, 2),
    (#""price": "$ {price}""#, #""amount": {"value": {cents}}"#, 2),
    (#""cents": {cents}"#, #""price": {price}"#, -2),
  ])
  func aMoveSaysByWhatTheNumbersDiffer(old: String, new: String, power: Int) throws {
    let change = try #require(try Self.drift(old, new, records: 4).changes.first)
    guard case .scaled(power, let matched, let compared) = change.evidence.basis else {
      Issue.record("\(change.evidence.basis)")
      return
    }
    #expect(matched == compared && change.from != change.to)
  }

  /// Digits without their point are not the same number.
  @Test func digitsAloneAreNoEvidence() throws {
    let drift = try Self.drift(#""price": {price}"#, #""code": {digits}"#)
    #expect(drift.changes.allSatisfy { $0.matched == nil || $0.confidence == .guess })
  }

  @Test(arguments: [
    (#""price": {price}"#, #""price": {cents}"#, DriftRule.meaningChanged, 2),
    (#""price": {cents}"#, #""price": {price}"#, .meaningChanged, -2),
    (#""price": "{price}""#, #""price": {cents}"#, .numericStringToNumber, 2),
    (#""expires": {seconds}"#, #""expires": {seconds}000"#, .epochUnitChanged, 3),
    (#""t": {seconds}000"#, #""t": {seconds}"#, .epochUnitChanged, -3),
    (#""expires": {seconds}"#, #""expires": {seconds}00"#, .meaningChanged, 2),
  ])
  func anotherUnitInPlaceIsTold(old: String, new: String, rule: DriftRule, power: Int) throws {
    let change = try #require(try Self.drift(old, new).changes.first)
    #expect(change.rule == rule && change.from == change.to)
    #expect(change.evidence.basis == .scaled(power: power, matched: 6, compared: 6))
  }

  @Test(arguments: [
    (#""count": {cents}"#, #""count": {other}"#), (#""count": 1"#, #""count": 10"#),
    (#""seen": {seconds}"#, #""seen": 1800000000"#), (#""price": {price}"#, #""price": {price}"#),
  ])
  func otherNumbersAreNoOtherUnit(old: String, new: String) throws {
    #expect(try Self.drift(old, new).changes.isEmpty)
  }
}

/// Columns that hold each other's values, in records that have hardly more than an id.
@Suite struct SwappedMemberTests {
  private static let people = [
    ["Ada", "Love"], ["Grace", "Hopper"], ["Alan", "Turing"], ["Edsger", "Dijk"],
    ["Barbara", "Liskov"], ["Donald", "Knuth"], ["Tony", "Hoare"], ["Leslie", "Lamport"],
    ["Niklaus", "Wirth"], ["John", "Back"],
  ]

  private static func side(
    _ keys: [String], _ records: Int, step: Int, _ values: (Int) -> [String]
  ) throws -> Drift.Side {
    let records = (0..<records).map { number in
      let members = zip(keys, values(number)).map { #""\#($0)": "\#($1)""# }
      return #"{"id": \#(1 + number * step), \#(members.joined(separator: ", "))}"#
    }
    return Drift.Side(
      documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  private static func names(_ number: Int) -> [String] { people[number % people.count] }

  private static func addresses(_ number: Int) -> [String] {
    let name = names(number)
    return [name.joined(separator: " "), "\(name[0].lowercased())@ex.org"]
  }

  @Test(arguments: [1, 37], [6, 10])
  func aSwapIsSeenByTheIDAlone(step: Int, records: Int) throws {
    for (keys, values) in [(["first", "last"], Self.names), (["name", "mail"], Self.addresses)] {
      let old = try Self.side(keys, records, step: step, values)
      let new = try Self.side(keys.reversed(), records, step: step, values)
      let swap = [(keys[0], keys[1]), (keys[1], keys[0])].map {
        "key-renamed $[*].\($0.0) $[*].\($0.1)"
      }
      #expect(MatchingTests.described(Drift.between(old, new)).sorted() == swap.sorted())
      #expect(Drift.between(old, old).changes.isEmpty)
    }
  }

  @Test(arguments: [1, 37], [3, 6, 10])
  func aSplitNameIsSeenByTheIDAlone(step: Int, records: Int) throws {
    let whole = try Self.side(["name"], records, step: step) {
      [Self.names($0).joined(separator: " ")]
    }
    let parts = try Self.side(["first", "last"], records, step: step, Self.names)
    let others = try Self.side(["first", "last"], records, step: step) { Self.names($0 + 3) }
    let split = Drift.between(whole, parts).changes
    #expect(
      split.map(\.new) == [.places(["first", "last"].map { ShapePath(steps: [.member($0)]) })])
    #expect(split.map(\.matched) == [records])
    #expect(Drift.between(whole, others).changes.allSatisfy { $0.matched == nil })
  }

  /// Ids that are counted anew in each answer join nothing.
  @Test(arguments: [1, 37], [3, 6])
  func otherRecordsWithTheSameIDsAreNoSwap(step: Int, records: Int) throws {
    let old = try Self.side(["first", "last"], records, step: step, Self.names)
    let new = try Self.side(["first", "last"], records, step: step) {
      Self.names($0 + 3).reversed()
    }
    #expect(Drift.between(old, new).changes.allSatisfy { $0.matched == nil })
  }
}

/// Enumerations of which each word is another one.
@Suite struct OtherWordTests {
  private static let states = ["active", "pending", "closed"]

  private static func side(
    _ words: [String], _ numbers: Range<Int>, _ word: (Int) -> Int = { $0 * 7 % 3 }
  ) throws -> Drift.Side {
    let records = numbers.map { number in
      #"{"id": \#(1000 + number), "name": "Order \#(number * 7919)", "status": "\#(words[word(number)])"}"#
    }
    return Drift.Side(
      documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  @Test(arguments: [
    (["ACTIVE", "PENDING", "CLOSED"], 6), (["Active", "Pending", "Closed"], 30),
    (["live", "waiting", "done"], 12), (["live", "waiting", "done"], 300),
  ])
  func eachWordIsAnotherOne(words: [String], records: Int) throws {
    let drift = Drift.between(
      try Self.side(Self.states, 0..<records), try Self.side(words, 0..<records))
    let change = try #require(drift.changes.first)
    #expect(change.rule == .meaningChanged && drift.changes.count == 1)
    let pairs = zip(Self.states, words).map { Change.Word(old: $0, new: $1) }
    #expect(change.new == .words(pairs.sorted { $0.old < $1.old }))
    #expect(
      change.evidence.basis == .agreement(matched: records, compared: records, isNear: true))
  }

  @Test func theSameLettersAreSeenInOtherRecords() throws {
    let drift = Drift.between(
      try Self.side(Self.states, 0..<20),
      try Self.side(Self.states.map { $0.uppercased() }, 50..<70)
    )
    #expect(drift.changes.map(\.rule) == [.meaningChanged])
  }

  @Test func wordsOfWhichNoneIsLeftAreNoFurtherOnes() throws {
    let drift = Drift.between(
      try Self.side(Self.states, 0..<30), try Self.side(["live", "waiting", "done"], 100..<130))
    let change = try #require(drift.changes.first)
    #expect(change.rule == .enumValueAdded)
    #expect(change.new == .instead(values: ["done", "live", "waiting"]))
  }

  /// What goes on in all records is no other format.
  @Test(arguments: [
    (["draft", "open"], ["closed", "merged"]), (["Q1 2025", "Q2 2025"], ["Q3 2025", "Q4 2025"]),
    (["2025-01-01", "2025-02-01", "2025-03-01"], ["2026-01-01", "2026-02-01", "2026-03-01"]),
    (["open", "paid", "sent"], ["closed", "closed", "closed"]),
  ])
  func whatGoesOnIsNoOtherMeaning(old: [String], new: [String]) throws {
    let word = { (number: Int) in number % old.count }
    let drift = Drift.between(
      try Self.side(old, 0..<12, word), try Self.side(new, 0..<12, word))
    #expect(!drift.changes.contains { $0.rule == .meaningChanged })
  }
}

/// A contract keeps no values; then names, types and positions speak, and the claim is a guess.
@Suite struct ContractGuessTests {
  private static func drift(_ old: String, _ new: String) throws -> Drift {
    let shape = try MatchingTests.side(old, 0..<20).shape
    return Drift.between(Drift.Side(shape: shape), try MatchingTests.side(new, 0..<20))
  }

  @Test(arguments: [
    (#""title": "{w}""#, #""heading": "{w}""#), (#""steps": "{w}""#, #""instructions": "{w}""#),
    (#""pages": {n1}"#, #""length": {n1}"#),
  ])
  func keyBetweenTheSameNeighboursIsAGuess(old: String, new: String) throws {
    let drift = try Self.drift(
      #""id": {n}, \#(old), "isbn": "978-{n3}""#, #""id": {n}, \#(new), "isbn": "978-{n3}""#)
    #expect(drift.changes.map(\.rule) == [.keyRenamed])
    #expect(drift.changes.map(\.confidence) == [.guess])
  }

  @Test(arguments: [
    // Another place, another form, another type, and a boolean, which says too little.
    (
      #""id": {n}, "title": "{w}", "isbn": "978-{n3}""#,
      #""id": {n}, "isbn": "978-{n3}", "x": "{w}""#
    ),
    (
      #""id": {n}, "title": "{w}", "isbn": "978-{n3}""#,
      #""id": {n}, "x": "{u}", "isbn": "978-{n3}""#
    ),
    (
      #""id": {n}, "title": "{w}", "isbn": "978-{n3}""#,
      #""id": {n}, "x": {n1}, "isbn": "978-{n3}""#
    ),
    (
      #""id": {n}, "draft": true, "isbn": "978-{n3}""#, #""id": {n}, "x": true, "isbn": "978-{n3}""#
    ),
  ])
  func otherKeysAreGoneAndNew(old: String, new: String) throws {
    let drift = try Self.drift(old, new)
    #expect(drift.changes.map(\.rule) == [.keyRemoved, .keyAdded])
  }
}
