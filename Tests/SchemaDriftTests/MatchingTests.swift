import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

/// What moved is told once, by its cause, on invented APIs with the same records on both sides.
@Suite(.computing) struct MatchingTests {
  /// A record of an invented library: `{n}` is a number, `{w}` a word, `{u}` an address.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    /// The changes: rule, old path and new path; `?` behind a guess.
    let changes: [String]

    init(_ name: String, _ old: String, _ new: String, _ changes: [String]) {
      self.name = name
      self.old = old
      self.new = new
      self.changes = changes
    }

    var testDescription: String { name }
  }

  private static let rest = #""id": {n}, "title": "{w} of {w1}", "isbn": "978-{n3}""#

  static let cases: [Case] = [
    Case("nothing", rest, rest, []),
    Case(
      "renamed", rest + #", "author": "{w2}""#, rest + #", "writer": "{w2}""#,
      ["key-renamed $[*].author $[*].writer"]),
    Case(
      "renamed without a word in common", rest + #", "author": "{w2}""#, rest + #", "x": "{w2}""#,
      ["key-renamed $[*].author $[*].x"]),
    Case(
      "an object renamed", rest + #", "author": {"name": "{w2}", "born": {n1}}"#,
      rest + #", "writer": {"name": "{w2}", "born": {n1}}"#,
      ["key-renamed $[*].author $[*].writer"]),
    Case(
      "a list renamed", rest + #", "tags": ["{w2}", "{w3}"]"#,
      rest + #", "topics": ["{w2}", "{w3}"]"#, ["key-renamed $[*].tags $[*].topics"]),
    Case(
      "nested together", rest + #", "cover": "{u}", "spine": "{u1}""#,
      rest + #", "media": {"front": "{u}", "back": "{u1}"}"#,
      ["value-nested $[*].cover $[*].media.front"]),
    Case(
      "nested under its own name", rest + #", "author": "{w2}""#,
      rest + #", "author": {"full": "{w2}", "short": "A."}"#,
      ["value-nested $[*].author $[*].author.full"]),
    Case(
      "hoisted", rest + #", "print": {"year": {n1}, "place": "{w2}"}"#,
      rest + #", "year": {n1}, "place": "{w2}""#, ["value-hoisted $[*].print.year $[*].year"]),
    Case(
      "moved", rest + #", "a": {"kind": "{e}", "mail": "{w2}"}, "b": {"c": "{w3}"}"#,
      rest + #", "a": {"kind": "{e}"}, "b": {"c": "{w3}", "mail": "{w2}"}"#,
      ["key-moved $[*].a.mail $[*].b.mail"]),
    Case(
      "an object moved whole", rest + #", "a": {"k": "{e}", "p": {"x": {n1}, "y": "{w2}"}}"#,
      rest + #", "a": {"k": "{e}"}, "p": {"x": {n1}, "y": "{w2}"}"#,
      ["value-hoisted $[*].a.p $[*].p"]),
    Case(
      "a list of one value", rest + #", "lang": "{w2}""#, rest + #", "lang": ["{w2}"]"#,
      ["scalar-to-array $[*].lang $[*].lang[*]"]),
    Case(
      "a list of one value, renamed", rest + #", "lang": "{w2}""#, rest + #", "langs": ["{w2}"]"#,
      ["scalar-to-array $[*].lang $[*].langs[*]"]),
    Case(
      "a list of one object", rest + #", "loan": {"by": "{w2}", "day": {n1}}"#,
      rest + #", "loans": [{"by": "{w2}", "day": {n1}}]"#,
      ["scalar-to-array $[*].loan $[*].loans[*]"]),
    Case(
      "one value of a list", rest + #", "langs": ["{w2}"]"#, rest + #", "lang": "{w2}""#,
      ["array-to-scalar $[*].langs $[*].lang"]),
    Case(
      "slots", rest + #", "part1": "{w2}", "part2": "{w3}", "part3": """#,
      rest + #", "parts": [{"name": "{w2}"}, {"name": "{w3}"}]"#,
      ["slots-to-array $[*].part{n} $[*].parts[*].name"]),
    Case(
      "paired slots",
      rest
        + #", "part1": "{w2}", "part2": "{w3}", "part3": "", "size1": "{w4}", "size2": "{w5}", "size3": "" "#,
      rest
        + #", "parts": [{"name": "{w2}", "size": "{w4}"}, {"name": "{w3}", "size": "{w5}"}]"#,
      ["slots-to-array $[*].part{n} $[*].parts[*].name"]),
    Case(
      "a map",
      rest + #", "rates": [{"code": "{c}", "mean": {n1}}, {"code": "{c1}", "mean": {n2}}]"#,
      rest + #", "rates": {"{c}": {"mean": {n1}}, "{c1}": {"mean": {n2}}}"#,
      ["array-to-map $[*].rates $[*].rates"]),
    Case(
      "a list again", rest + #", "rates": {"{c}": {"mean": {n1}}, "{c1}": {"mean": {n2}}}"#,
      rest + #", "rates": [{"code": "{c}", "mean": {n1}}, {"code": "{c1}", "mean": {n2}}]"#,
      ["map-to-array $[*].rates $[*].rates"]),
    Case(
      "an object became its address, which is no id",
      rest + #", "cover": {"url": "{u}", "width": {n1}}"#, rest + #", "cover": "{u}""#,
      ["value-hoisted $[*].cover.url $[*].cover", "key-removed $[*].cover.width -"]),
    Case(
      "an object became its id", rest + #", "author": {"id": "{w2}", "born": {n1}}"#,
      rest + #", "author": "{w2}""#, ["object-to-id $[*].author $[*].author"]),
    Case(
      "an object became its id, under another name",
      rest + #", "author": {"id": "{w2}", "born": {n1}}"#, rest + #", "author_id": "{w2}""#,
      ["object-to-id $[*].author $[*].author_id"]),
    Case(
      "a text was split", rest + #", "author": "{w2} {w3}""#,
      rest + #", "first": "{w2}", "last": "{w3}""#, ["key-moved $[*].author $[*].first"]),
    Case(
      "texts were merged", rest + #", "first": "{w2}", "last": "{w3}""#,
      rest + #", "author": "{w2} {w3}""#, ["key-moved $[*].first $[*].author"]),
    Case(
      "a key was reused", rest + #", "flag": "{u}""#,
      rest + #", "flag": "{x}", "flags": {"svg": "{u}"}"#,
      ["meaning-changed $[*].flag $[*].flags.svg"]),
    Case(
      "two keys swapped", rest + #", "a": "{w2}", "b": "{u}""#,
      rest + #", "a": "{u}", "b": "{w2}""#,
      ["key-renamed $[*].a $[*].b", "key-renamed $[*].b $[*].a"]),
    Case(
      "an address became a symbol", rest + #", "flag": "{u}""#, rest + #", "flag": "{x}""#,
      ["meaning-changed $[*].flag $[*].flag"]),
    Case(
      "names became references", rest + #", "ships": ["{w2}"]"#, rest + #", "ships": ["{h}"]"#,
      ["id-format-changed $[*].ships[*] $[*].ships[*]"]),
    Case(
      "constants prove nothing", rest + #", "draft": false, "count": 0"#,
      rest + #", "public": false, "zero": 0"#,
      [
        "key-removed $[*].draft -", "key-removed $[*].count -", "key-added - $[*].public",
        "key-added - $[*].zero",
      ]),
    Case(
      "other values under another name", rest + #", "author": "{w2}""#,
      rest + #", "printer": "{w3}""#,
      ["key-removed $[*].author -", "key-added - $[*].printer"]),
    Case(
      "always null", rest + #", "note": null"#, rest + #", "remark": null"#,
      ["key-removed $[*].note -", "key-added - $[*].remark"]),
    Case(
      "an id that became a number, renamed", #""id": "{n}", "title": "{w} of {w1}""#,
      #""number": {n}, "title": "{w} of {w1}""#,
      ["key-renamed $[*].id $[*].number", "numeric-string-to-number $[*].id $[*].number"]),
    Case(
      "renamed, and in another date format", rest + #", "printed": "{d}""#,
      rest + #", "date": "{d1}""#,
      ["key-renamed $[*].printed $[*].date", "date-format-changed $[*].printed $[*].date"]),
    Case(
      "three at once", rest + #", "author": "{w2}", "cover": "{u}", "old": "{w4}""#,
      rest + #", "writer": "{w2}", "media": {"front": "{u}"}, "new": {n1}"#,
      [
        "key-renamed $[*].author $[*].writer", "value-nested $[*].cover $[*].media.front",
        "key-removed $[*].old -", "key-added - $[*].new",
      ]),
    Case(
      "a renamed object whose member was renamed",
      rest + #", "author": {"name": "{w2}", "born": {n1}, "mail": "{w4}"}"#,
      rest + #", "writer": {"full": "{w2}", "born": {n1}, "mail": "{w4}"}"#,
      [
        "key-renamed $[*].author $[*].writer", "key-renamed $[*].author.name $[*].writer.full",
      ]),
  ]

  /// Fills the marks of a template with the values of a record.
  static func record(_ template: String, _ number: Int) -> String {
    var text = template
    let fills: [(mark: String, value: (Int) -> String)] = [
      ("n", { String(1000 + (number * 7 + $0 * 331) % 9973) }),
      ("w", { Self.word(number * 31 + $0 * 1009) }),
      ("u", { "https://example.org/\($0)/\(Self.word(number * 17 + $0)).png" }),
      ("c", { String(2000 + (number + $0 * 11) % 40) }),
      ("e", { _ in ["novel", "poem", "essay"][number % 3] }),
      ("x", { _ in ["🇦🇹", "🇧🇪", "🇨🇭", "🇩🇪"][number % 4] }),
      ("h", { _ in Self.reference(number) }),
      ("d", { Self.date(number, $0) }),
    ]
    for (mark, value) in fills {
      guard template.contains("{\(mark)") else { continue }
      text = text.replacing("{\(mark)}", with: value(0))
      for index in 1...5 { text = text.replacing("{\(mark)\(index)}", with: value(index)) }
    }
    return "{\(text)}"
  }

  private static func word(_ seed: Int) -> String {
    let syllables = ["ka", "lo", "mi", "ra", "ten", "vor", "sil", "bas", "dun", "eri", "fal"]
    var rest = seed &* 7919 + 104_729
    return (0..<5).reduce(into: "") { word, _ in
      word += syllables[rest % syllables.count]
      rest /= syllables.count
    }
  }

  private static func reference(_ number: Int) -> String {
    var hexadecimal = String(0x5EB8_7D03_FFD8 + number * 7919, radix: 16)
    while hexadecimal.count < 24 { hexadecimal = "5e" + hexadecimal }
    return String(hexadecimal.prefix(24))
  }

  private static func date(_ number: Int, _ form: Int) -> String {
    let day = "20\(10 + number % 10)-0\(1 + number % 9)-1\(number % 10)"
    return form == 0 ? "\(day)T10:20:30Z" : "\(day) 10:20:30"
  }

  static func side(_ template: String, _ numbers: some Sequence<Int>) throws -> Drift.Side {
    let records = numbers.map { record(template, $0) }
    let document = try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))
    return Drift.Side(documents: [document])
  }

  static func described(_ drift: Drift) -> [String] {
    drift.changes.map { change in
      let from = change.from?.description.replacing("['part{n}']", with: ".part{n}") ?? "-"
      return "\(change.rule) \(from) \(change.to?.description ?? "-")"
        + (change.confidence == .guess ? "?" : "")
    }
  }

  @Test(arguments: cases)
  func changesAreExactly(testCase: Case) throws {
    let old = try Self.side(testCase.old, 0..<28)
    // Half of the records are on both sides, and their order is another one.
    let new = try Self.side(testCase.new, (14..<42).reversed())
    #expect(Self.described(Drift.between(old, new)).sorted() == testCase.changes.sorted())
  }

  @Test(arguments: cases)
  func aFormatHasNoDriftAgainstItself(testCase: Case) throws {
    for template in [testCase.old, testCase.new] {
      let drift = Drift.between(
        try Self.side(template, 0..<16), try Self.side(template, 8..<24))
      #expect(Self.described(drift) == [])
      #expect(drift.mapping.allSatisfy { $0.kind == .same && $0.from == $0.to })
    }
  }

  // MARK: Few common records, and none

  /// With three common records the values still decide.
  @Test(arguments: cases)
  func threeCommonRecordsAreEnoughNotToBeWrong(testCase: Case) throws {
    let old = try Self.side(testCase.old, 0..<13)
    let new = try Self.side(testCase.new, 10..<23)
    let wrong = Self.described(Drift.between(old, new)).filter { change in
      !testCase.changes.contains(change.replacing("?", with: "")) && !change.hasSuffix("?")
        && !change.hasPrefix("key-removed") && !change.hasPrefix("key-added")
    }
    #expect(wrong == [])
  }

  /// Without a common record nothing is claimed but by names and looks, and then as a guess.
  ///
  /// The only key that is gone and the only new one are such a guess, be it right or wrong.
  @Test(arguments: cases.filter { $0.name != "other values under another name" })
  func withoutCommonRecordsMovesAreGuesses(testCase: Case) throws {
    let drift = Drift.between(
      try Self.side(testCase.old, 0..<12), try Self.side(testCase.new, 100..<112))
    for change in drift.changes where change.rule == .keyRenamed || change.rule == .keyMoved {
      #expect(change.confidence == .guess, "\(Self.described(drift))")
    }
    for change in Self.described(drift) where change.hasSuffix("?") {
      #expect(testCase.changes.contains(String(change.dropLast())))
    }
  }

  struct Guess: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let changes: [String]
    var testDescription: String { "\(old) \(new)" }
  }

  static let guesses = [
    Guess(
      old: #""articleLink": "{u}""#, new: #""article": "{u}""#,
      changes: ["key-renamed $[*].articleLink $[*].article?"]),
    Guess(
      old: #""strGenre": "{e}", "strArea": "{w4}""#, new: #""genre": "{e}", "area": "{w4}""#,
      changes: [
        "key-renamed $[*].strArea $[*].area?", "key-renamed $[*].strGenre $[*].genre?",
      ]),
    // Two that are gone and two that are new, and no name says which is which.
    Guess(
      old: #""a": "{w2}", "b": "{w3}""#, new: #""x": "{w2}", "y": "{w3}""#,
      changes: [
        "key-added - $[*].x", "key-added - $[*].y", "key-removed $[*].a -",
        "key-removed $[*].b -",
      ]),
    Guess(
      old: #""count": {n1}"#, new: #""hasMore": true"#,
      changes: ["key-added - $[*].hasMore", "key-removed $[*].count -"]),
    Guess(
      old: #""writer": {"name": "{w2}", "born": {n1}}"#,
      new: #""author": {"name": "{w2}", "born": {n1}}"#,
      changes: ["key-renamed $[*].writer $[*].author?"]),
  ]

  @Test(arguments: guesses) func namesAreGuessedCarefully(testCase: Guess) throws {
    let drift = Drift.between(
      try Self.side(Self.rest + "," + testCase.old, 0..<20),
      try Self.side(Self.rest + "," + testCase.new, 100..<120))
    #expect(Self.described(drift).sorted() == testCase.changes)
  }

  // MARK: Evidence

  @Test func orderAndDuplicatesDoNotMatter() throws {
    let old = try Self.side(Self.cases[1].old, 0..<30)
    let plain = Drift.between(old, try Self.side(Self.cases[1].new, 10..<40))
    let twice = Drift.between(
      old, try Self.side(Self.cases[1].new, Array(10..<40).reversed() + Array(10..<40)))
    #expect(Self.described(plain) == Self.described(twice))
    #expect(plain.changes.first?.matched == 20)
    #expect(twice.changes.first?.matched == 20)
  }

  @Test func editedValuesAreCounted() throws {
    let old = try Self.side(Self.rest + #", "author": "{w2}""#, 0..<40)
    let texts = (0..<40).map { number in
      Self.record(
        Self.rest + (number % 4 == 0 ? #", "writer": "edited {w3}""# : #", "writer": "{w2}""#),
        number)
    }
    let new = Drift.Side(
      documents: [try JSONDocument(Array("[\(texts.joined(separator: ","))]".utf8))])
    let change = try #require(Drift.between(old, new).changes.first)
    #expect(change.rule == .keyRenamed)
    #expect(change.matched == 30)
    #expect(change.compared == 40)
  }

  @Test func idsThatAllChangedDoNotHideTheRecords() throws {
    let drift = Drift.between(
      try Self.side(#""id": {n}, "title": "{w} of {w1}", "author": "{w2}""#, 0..<40),
      try Self.side(#""id": "{h}", "title": "{w} of {w1}", "writer": "{w2}""#, 20..<60))
    #expect(
      Self.described(drift) == [
        "id-format-changed $[*].id $[*].id", "key-renamed $[*].author $[*].writer",
      ])
  }

  // MARK: Envelopes

  @Test(arguments: [
    ("[#]", #"{"docs": [#], "page": 1, "total": 40}"#, "envelope-changed $ $.docs"),
    (#"{"data": {"items": [#]}}"#, "[#]", "envelope-changed $.data.items $"),
    (#"{"books": [#]}"#, #"{"items": [#]}"#, "key-renamed $.books $.items"),
    (
      #"{"books": [#]}"#, #"{"data": {"books": [#], "count": 40}}"#,
      "envelope-changed $.books $.data.books"
    ),
  ])
  func envelopeIsOneChange(old: String, new: String, change: String) throws {
    let side = { (envelope: String, template: String, numbers: Range<Int>) in
      let records = numbers.map { Self.record(template, $0) }.joined(separator: ",")
      return Drift.Side(
        documents: [try JSONDocument(Array(envelope.replacing("#", with: records).utf8))])
    }
    let drift = Drift.between(
      try side(old, Self.rest, 0..<40), try side(new, Self.rest, 20..<60))
    #expect(Self.described(drift) == [change])
    let renamed = Drift.between(
      try side(old, Self.rest, 0..<40),
      try side(new, Self.rest.replacing("isbn", with: "number"), 20..<60))
    #expect(
      renamed.changes.map(\.rule.rawValue).sorted()
        == [
          String(change.prefix { $0 != " " }), "key-renamed",
        ].sorted())
  }

  @Test(arguments: [
    (#"{"data": #}"#, "#", "envelope-changed $.data $"),
    ("#", #"{"data": #}"#, "envelope-changed $ $.data"),
    (#"{"data": [#]}"#, "#", "envelope-changed $.data[*] $"),
    ("[#]", "#", "array-to-scalar $ $"), ("#", "[#]", "scalar-to-array $ $[*]"),
    (#"{"books": [#]}"#, #"{"books": #}"#, "array-to-scalar $.books $.books"),
  ])
  func envelopeOfOneRecordIsOneChange(old: String, new: String, change: String) throws {
    let side = { (envelope: String, numbers: Range<Int>) in
      Drift.Side(
        documents: try numbers.map {
          try JSONDocument(envelope.replacing("#", with: Self.record(Self.rest, $0)))
        })
    }
    let drift = Drift.between(try side(old, 0..<20), try side(new, 0..<20))
    #expect(Self.described(drift) == [change])
  }

  // MARK: Enumerations

  @Test func aNewCaseIsToldWhereItComesOften() throws {
    let old = try Self.side(Self.rest + #", "kind": "{e}""#, 0..<120)
    let grown = (120..<200).map { number in
      Self.record(
        Self.rest + (number % 3 == 0 ? #", "kind": "play""# : #", "kind": "{e}""#), number)
    }
    let new = Drift.Side(
      documents: [try JSONDocument(Array("[\(grown.joined(separator: ","))]".utf8))])
    let change = try #require(Drift.between(old, new).changes.first)
    #expect(change.rule == .enumValueAdded)
    #expect(change.new == .more(values: ["play"]))
    let once = Drift.Side(
      documents: [
        try JSONDocument(
          Array(
            "[\(([grown[0]] + (0..<60).map { Self.record(Self.rest + #", "kind": "{e}""#, $0) }).joined(separator: ","))]"
              .utf8))
      ])
    #expect(Drift.between(old, once).changes == [])
  }

  /// Of four days the fifth is no new case, and neither is the page of another record; a licence by its address is one.
  @Test(arguments: [
    ("2024-03-1%T03:00:00Z", [DriftRule]()), ("https://a.example/stations/%", []),
    ("https://a.example/stations/KS%", []), ("https://a.example/items/a1b%c2d3", []),
    ("https://a.example/t/120%.png", []), ("https://a.example/t/120%/edit", []),
    ("https://a.example/licenses/by/%.0/", [.enumValueAdded]),
    ("https://a.example/InStock%", [.enumValueAdded]), ("kind-%", [.enumValueAdded]),
  ])
  func daysAndRecordsAreNoCases(form: String, rules: [DriftRule]) throws {
    let value = { (number: Int) in form.replacing("%", with: String(number)) }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(60) {
          #""name": "\#(SampleRecords.title($0))", "at": "\#(value($0 % 4))""#
        } + "]",
      "["
        + SampleRecords.records(12) {
          #""name": "\#(SampleRecords.title($0 + 100))", "at": "\#(value($0 % 3 == 0 ? 1 : 9))""#
        }
        + "]")
    #expect(drift.changes.map(\.rule) == rules)
  }
}
