import StrictJSON
import Testing

@testable import SchemaDrift

/// Numbers that are the old ones in another unit.
@Suite struct UnitChangeTests {
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
    guard case .scaled(UnitChange(power: power), let matched, let compared) = change.evidence.basis
    else {
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
    #expect(change.evidence.basis == .scaled(UnitChange(power: power), matched: 6, compared: 6))
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

  // MARK: Units that are no power of ten

  /// Each known unit is told as itself, from numbers of any digits, and back.
  @Test(arguments: UnitChange.known)
  func eachUnitIsFound(unit: UnitChange) {
    let numbers = (0..<12).map { Double($0 * 37 % 91 + 3) * unit.divisor }
    let pairs = numbers.map { old in
      (old: old, new: (unit.applied(to: old) * 1e4).rounded() / 1e4)
    }
    let scale = NumberScale(pairs, fewest: 3)
    #expect(scale?.unit == unit && scale?.matched == 12)
    for pair in pairs {
      #expect(abs(unit.reversed(from: pair.new) - pair.old) < 0.1 * unit.divisor)
    }
  }

  /// Four heights in metres are enough, if each is one in feet to its last digit.
  @Test func fewNumbersTellTheUnitWhereTheyAreExact() throws {
    let heights = [22.25, 70, 70, 118]
    let feet = heights.map { (old: $0, new: ($0 * 32.8084).rounded() / 10) }
    let scale = try #require(NumberScale(feet, fewest: 3))
    #expect(scale.unit.factor == 3.28084 && scale.matched == 4)
    let other = zip(heights, [75.0, 230, 228, 389]).map { (old: $0, new: $1) }
    #expect(NumberScale(other, fewest: 3) == nil)
  }

  /// Numbers that grew, each in its own way or all by a rate, are in no other unit.
  @Test(arguments: 0..<12)
  func otherNumbersAreInNoKnownUnit(number: Int) {
    let rows = Array(0..<12)
    let series: [(old: (Int) -> Int, new: (Int) -> Int)] = [
      ({ 100_000 + $0 * 7919 }, { 100_273 + $0 * 7922 }),
      ({ $0 + 1 }, { ($0 + 1) * 3 }),
      ({ $0 % 5 + 1 }, { $0 % 5 * 2 + 2 }),
      ({ $0 * 37 % 91 + 3 }, { $0 * 53 % 97 + 150 }),
      ({ $0 % 2 + 1 }, { ($0 % 2 + 1) * 60 }),
      ({ _ in 5 }, { _ in 300 }),
      ({ $0 + 1 }, { $0 + 274 }), ({ $0 * 37 % 91 + 3 }, { $0 * 37 % 91 + 276 - $0 % 2 }),
      // What grew in a week, about seven times, eight times, and so on, and what is two and a half times as much.
      ({ $0 * 37 % 91 + 9 }, { ($0 * 37 % 91 + 9) * 7 + $0 * 5 % 7 - 3 }),
      ({ $0 * 37 % 91 + 9 }, { ($0 * 37 % 91 + 9) * 8 + $0 * 5 % 9 - 4 }),
      ({ $0 * 37 % 91 + 9 }, { ($0 * 37 % 91 + 9) * 24 + $0 * 11 % 25 - 12 }),
      ({ $0 * 37 % 91 + 9 }, { ($0 * 37 % 91 + 9) * 5 / 2 }),
    ]
    let pairs = rows.map { row in
      (old: Double(series[number].old(row)), new: Double(series[number].new(row)))
    }
    #expect(NumberScale(pairs, fewest: 1)?.unit.isPowerOfTen != false)
  }

  /// Whole minutes are exact in seconds, however few they are; so are the numbers of slots.
  @Test func smallNumbersAndSlotsTellTheUnit() throws {
    let minutes = (1..<10).map { (old: Double($0), new: Double($0 * 60)) }
    #expect(NumberScale(minutes, fewest: 3)?.unit.factor == 60)
    let slots = { (name: String, factor: Double) in
      try SketchDriftTests.Form.documents.side(
        (0..<12).map { record in
          let members = (0..<9).map { slot in
            let value = Double(record * 131 % 97 * 10 + slot * 7919 % 89) / 4
            return #""\#(name)\#(slot)": \#((value * factor * 1e4).rounded() / 1e4)"#
          }
          return
            #"{"id": \#(record), "key": "k\#(record * 7919 % 997)-x", \#(members.joined(separator: ", "))}"#
        })
    }
    let change = try #require(
      Drift.between(try slots("alpha", 1), try slots("omega", 1.609344)).changes.first)
    #expect(change.rule == .keyRenamed && change.evidence.unit?.factor == 1.609344)
    let laps = { (name: String, factor: Int) in
      try SketchDriftTests.Form.documents.side(
        (0..<8).map { record in
          let laps = (0..<4).map { String((record * 37 % 61 + $0 * 13 + 50) * factor) }
          return #"{"id": "r\#(record * 7919)", "\#(name)": [\#(laps.joined(separator: ", "))]}"#
        })
    }
    for factor in [60, 100] {
      let list = try #require(
        Drift.between(try laps("laps_a", 1), try laps("laps_b", factor)).changes.first)
      #expect(list.rule == .keyRenamed && list.evidence.unit?.factor == Double(factor))
    }
  }

  private static func readings(
    _ numbers: Range<Int>, _ member: (Double) -> String
  ) -> [String] {
    numbers.map { number in
      let value = Double(number * 37 % 91 + 3)
      return #"{"id": \#(number), "place": "station \#(number * 7919 % 1009)", \#(member(value))}"#
    }
  }

  /// Another unit of the same records is told where only a contract is left of them, and where the key moved.
  @Test(arguments: SketchDriftTests.Form.allCases)
  func contractsKnowTheUnit(form: SketchDriftTests.Form) throws {
    let old = try form.side(Self.readings(0..<12) { #""warmth": \#($0), "t": \#(Int($0))"# })
    for name in ["warmth", "temperature"] {
      let now = try SketchDriftTests.Form.documents.side(
        Self.readings(0..<12) {
          #""\#(name)": \#(($0 * 18).rounded() / 10 + 32), "t": \#(Int($0) * 60)"#
        })
      let changes = Drift.between(old, now).changes
      let bases = changes.map(\.evidence.basis)
      #expect(
        bases.contains { basis in
          guard case .scaled(let unit, 12, 12) = basis else { return false }
          return unit.factor == 1.8 && unit.offset == 32
        }, "\(changes)")
      #expect(
        bases.contains { basis in
          guard case .scaled(let unit, 12, 12) = basis else { return false }
          return unit.factor == 60
        }, "\(changes)")
    }
  }
}
