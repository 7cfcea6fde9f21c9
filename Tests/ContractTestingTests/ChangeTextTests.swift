import JSONSchema
import SchemaDrift
import StrictJSON
import Testing
import WireDates

@testable import ContractTesting

/// What the facts of a change are in words.
@Suite struct ChangeTextTests {
  private static func change(
    _ rule: DriftRule, _ old: Change.State, _ new: Change.State,
    _ basis: Evidence.Basis = .partsBelow, from: String = "$.a", to: String = "$.a"
  ) -> Change {
    Change(
      rule: rule, kind: .same, from: ShapePath(from), to: ShapePath(to), old: old, new: new,
      evidence: Evidence(old: nil, new: nil, chance: nil, basis: basis))
  }

  @Test(arguments: [
    (Change.State.types([.string, .integer], isNullable: true), "integer or string or null"),
    (.anything, "anything"), (.nothing(.blankText), "blank text"), (.onlyNull, "null only"),
    (.onlyEmpty, "empty only"), (.required, "always there"), (.optional, "sometimes absent"),
    (.place(ShapePath()), "the whole answer"), (.key("first name"), "first name"),
    (.keys(of: nil), "the key of the map"), (.keys(of: "rates"), "the key of rates"),
    (.map(keyedBy: nil), "object with a key for each entry"),
    (.list(withKeysIn: "code"), "array with the key in code"), (.list(withKeysIn: nil), "array"),
    (.idOfType([.string]), "string, its id"), (.idInMember("author"), "author, its id"),
    (.oneValue, "one value"), (.form(.dateTime), "date-time"), (.noDate, "no date"),
    (.numbersInText, "number in a string"), (.look(.address), "an address"),
    (.oneOf(count: 3), "one of 3 values"), (.more(values: ["a", "b"]), #"also "a", "b""#),
    (.instead(values: ["a", "b"]), #""a", "b" instead"#),
    (.scaled(UnitChange(power: 2)), "the number times 100"),
    (.scaled(UnitChange(power: -3)), "the number divided by 1000"),
    (.dateText(.epoch(.unixSeconds)), "unix-seconds in a string"),
    (.dateText(.timeOfDay(hasSeconds: true, hasHalves: false)), "time of day HH:mm:ss"),
    (.dateText(.timeOfDay(hasSeconds: false, hasHalves: true)), "time of day h:mm a"),
    (.dateText(.dotNet), "date of .NET"), (.dateText(.year), "year"),
    (.rewritten(.affixed(prefix: "$", suffix: "")), #"the same with "$" before it"#),
    (
      .rewritten(.stripped(prefix: "<", suffix: ">")),
      #"the same without "<" before it and ">" behind it"#
    ),
    (.rewritten(.markup), "the same with markup"),
    (.written("as it was"), "as it was"), (.dates(.iso8601), "iso8601"),
  ])
  func statesHaveWords(state: Change.State, words: String) {
    #expect(ChangeText(Self.change(.typeChanged, state, .anything)).old == words)
  }

  @Test func unitsHaveWords() {
    let words = Set(UnitChange.known.map { ChangeText.words($0) })
    #expect(words.count == UnitChange.known.count)
    for text in [
      "times 60", "divided by 60", "times 1.609344", "divided by 1.609344", "times 1.8, plus 32",
      "minus 32, divided by 1.8", "plus 273.15", "minus 273.15", "divided by 1073741824",
    ] { #expect(words.contains(text), "\(words.sorted())") }
  }

  /// Records that lie elsewhere say nothing of where the values of before are.
  @Test func whatIsWrittenAnewElsewhereIsNamed() {
    let change = Self.change(
      .meaningChanged, .numbersInText, .rewritten(.affixed(prefix: "$", suffix: "")),
      from: "$.data[*].price", to: "$.items[*].price")
    #expect(
      ChangeText(change).message.hasPrefix(
        #"price: number in a string became the same with "$" before it"#))
  }

  /// Nobody can read `$10` as a number, and a title in capitals is a title.
  @Test(arguments: [
    (Change.State.numbersInText, Level.breaking), (.look(.phrase), .warning),
  ])
  func aTextWrittenAnewIsAsBadAsItIsRead(old: Change.State, level: Level) {
    let change = Self.change(
      .meaningChanged, old, .rewritten(.affixed(prefix: "$", suffix: "")))
    #expect(LevelTable(reads: nil).level(of: change) == level)
  }

  @Test(arguments: [
    ("$.a.b", "a.b"), ("$.*", ".*"), ("$[*].a", "[*].a"), ("$['a b'].c", "['a b'].c"),
  ])
  func placesAreNamedAsPaths(path: String, words: String) throws {
    let path = try #require(ShapePath(path))
    #expect(ChangeText(Self.change(.keyMoved, .key("a"), .place(path))).new.hasSuffix(words))
  }

  @Test(arguments: [
    (DriftRule.keyMoved, "at is now geo.lat and geo.lon"),
    (.arrayToScalar, "at became geo.lat and geo.lon"),
  ])
  func allPartsOfAValueAreNamed(rule: DriftRule, message: String) throws {
    let parts = try ["$.geo.lat", "$.geo.lon"].map { try #require(ShapePath($0)) }
    let change = Self.change(rule, .key("at"), .places(parts), from: "$.at", to: "$.geo.lat")
    #expect(ChangeText(change).message.hasPrefix("\(message) ("))
  }

  @Test func aDateThatBecomesANumberIsShownByAnExample() {
    let text = ChangeText(Self.change(.dateFormatChanged, .dates(.iso8601), .dates(.unixSeconds)))
    #expect(text.old == DateFormat.iso8601.explanation)
    #expect(text.new == DateFormat.unixSeconds.explanation)
  }

  @Test(arguments: [
    (
      Evidence.Basis.appeared(.onlyNull, count: 3, of: 40, before: 284),
      "never null in 284 records, null in 3 of 40 now"
    ),
    (.appeared(nil, count: 1, of: nil, before: nil), "never so by contract, so now"),
    (
      .vanished(.nothing(.absent), count: 25, of: 25, now: 60),
      "there in 25 of 25 records, absent in all 60 now"
    ),
    (
      .vanished(.nothing(.absent), count: 3, of: 3, now: 1),
      "there in 3 of 3 records, absent in the one record now"
    ),
    (.vanished(.onlyEmpty, count: nil, of: nil, now: nil), "there by contract, empty now"),
    (.all(.required, records: 1), "there in 1 record now"),
    (.all(.types([.array], isNullable: false), records: nil), "array by the new contract"),
    (
      .respelled(from: .null, count: 3, of: 9, to: .emptyText, now: 2, ofNow: 8),
      "null in 3 of 9 records, empty text in 2 of 8 now"
    ),
    (
      .agreement(matched: 20, compared: 20, isNear: true),
      "20 of 20 compared records have matching values"
    ),
    (
      .shared(
        matched: 9, compared: 9,
        others: .places([ShapePath(steps: [.member("net")]), ShapePath(steps: [.member("sum")])])),
      "9 of 9 compared records agree, and as many with net and sum"
    ),
    (
      .scaled(UnitChange(power: 2), matched: 4, compared: 4), "times 100 in 4 of 4 compared records"
    ),
    (.disagreement(matched: 0, compared: 9), "the values are the same in 0 of 9 records"),
    (
      .looks(.address, count: 4, .symbol, now: 5),
      "an address in 4 values, a symbol, or text without any Latin letter in 5 now"
    ),
    (.position, "a guess: only name, type and position speak for it"),
    (.partsBelow, "what stands below it is the same"),
    (.nameTaken, "another key has this name now"),
    (.accepted(day: "2026-11-22", "seen"), "accepted on 2026-11-22: seen"),
    (.accepted(day: "2026-11-22", ""), "accepted on 2026-11-22"),
  ])
  func evidenceHasWords(basis: Evidence.Basis, words: String) {
    let change = Self.change(.typeChanged, .anything, .anything, basis)
    #expect(EvidenceText(change.evidence, of: change).text == words)
  }

  @Test func aKeyThatIsItsOwnSubjectIsNamedOnce() {
    let text = ChangeText(
      Self.change(.objectToID, .key("author"), .idInMember("writer"), from: "$.author"))
    #expect(text.message.hasPrefix("author became writer, its id"))
    let typed = ChangeText(
      Self.change(
        .typeChanged, .types([.string], isNullable: false), .types([.integer], isNullable: false),
        from: "$.string"))
    #expect(typed.message.hasPrefix("string: string became integer"))
  }
}
