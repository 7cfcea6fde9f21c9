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
    (#""price": {n1}.5"#, #""cents": {n1}50"#), (#""meters": {n1}"#, #""km": {n1}e-3"#),
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
