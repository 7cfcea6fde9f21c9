import SchemaDrift
import StrictJSON
import Testing

/// What the places around a place, and the old records alone, tell of where it went.
@Suite struct IndirectProofTests {
  /// A version change of an invented format: `#` is the number of a record, `@` a letter of it, `&` one of
  /// five digits, `?` yes or no and `!` the same as a truth.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    /// Pairs that must be told, with the same records and with others where the case says so.
    let told: [String]
    let refused: [String]
    let isToldOfOthers: Bool

    init(
      _ name: String, _ old: String, _ new: String, told: [String] = [], refused: [String] = [],
      ofOthers: Bool = false
    ) {
      self.name = name
      self.old = old
      self.new = new
      self.told = told
      self.refused = refused
      isToldOfOthers = ofOthers
    }

    var testDescription: String { name }
  }

  private static let rest = #""id": 7#3, "title": "A title @ of #", "code": "c-@#""#

  static let cases = [
    Case(
      "what repeated another place is there",
      rest
        + #", "flag": "https://a.org/@#.svg", "flags": {"svg": "https://a.org/@#.svg"}"#,
      rest + #", "flag": "🇫🇷", "flags": {"svg": "https://a.org/@#.svg"}"#,
      told: ["$[*].flag $[*].flags.svg"], ofOthers: true),
    Case(
      "what two members held is where the one went",
      rest + #", "state": {"host": "10.24.1.#", "ip": "b#"}, "wanted": {"host": "10.24.1.#"}"#,
      rest + #", "spec": {"node": "10.24.1.#"}, "ip": "b#""#,
      told: ["$[*].state.host $[*].spec.node", "$[*].wanted.host $[*].spec.node"]),
    Case(
      "an object whose key is written in another way",
      rest + #", "shop_id": 4&, "Shop": {"shop_id": 8&, "user_id": 9&, "name": "Shop @ of #"}"#,
      rest
        + #", "shop_no": 4&, "shop": {"shop_id": 8&, "user_id": 9&, "name": "Shop @ of #", "open": !}"#,
      told: ["$[*].Shop $[*].shop"], ofOthers: true),
    Case(
      "a text that is rich now",
      rest + #", "about": "It was # in @ and then #3 of them""#,
      rest
        + #", "about": {"type": "doc", "content": [{"type": "p", "content": [{"type": "text", "text": "It was # in @ and then #3 of them"}]}]}"#,
      told: ["$[*].about $[*].about.content[*].content[*].text"], ofOthers: true),
    Case(
      "things that have ids of another kind",
      rest + #", "by": {"name": "u&", "key": "u&", "label": "Who is &"}"#,
      rest + #", "by": {"accountId": "5&71:ab&", "label": "Who is &", "kind": "app"}"#,
      told: ["$[*].by.name $[*].by.accountId"]),
    Case(
      "an id that is the end of a way",
      rest + #", "number": 7&#3, "owner_id": 5&1"#,
      rest + #", "uri": "/videos/7&#3", "owner": {"uri": "/users/5&1", "resource_key": "k@&x"}"#,
      told: ["$[*].number $[*].uri", "$[*].owner_id $[*].owner.uri"],
      refused: ["$[*].owner_id $[*].owner.resource_key"]),
    Case(
      "a place that was taken",
      rest
        + #", "url": "https://api.a.org/@#", "html_url": "https://a.org/page/@#""#,
      rest + #", "url": "https://a.org/page/@#""#, told: ["$[*].html_url $[*].url"]),
    Case(
      "a constant went with its neighbour",
      rest
        + #", "about": {"d": [{"lang": "en", "value": "About @ #"}]}, "faults": {"d": [{"lang": "en", "value": "F-#@"}]}"#,
      rest
        + #", "abouts": [{"lang": "en", "value": "About @ #"}, {"lang": "es", "value": "x# @"}], "flaws": [{"lang": "en", "value": "F-#@"}]"#,
      told: ["$[*].about.d[*].lang $[*].abouts[*].lang"],
      refused: ["$[*].about.d[*].lang $[*].flaws[*].lang"]),
    Case(
      "a link is no code", rest + #", "team": {"key": "t-&", "link": "/teams/&"}"#,
      rest + #", "teamKey": "t-&", "teamAbbreviation": "TT&""#,
      refused: ["$[*].team.link $[*].teamAbbreviation"]),
    Case(
      "an edited address under a contracted name",
      rest
        + #", "maps": {"gmaps": "https://maps.org/@/#", "other": "https://o.org/@#"}"#,
      rest + #", "maps": {"googleMaps": "https://m.gl/#x@", "other": "https://o.org/@#"}"#,
      told: ["$[*].maps.gmaps $[*].maps.googleMaps"]),
    Case(
      "a word for yes", rest + #", "toread": "?""#, rest + #", "to_read": !"#,
      told: ["$[*].toread $[*].to_read"]),
    Case(
      "a number in text", rest + #", "price_usd": "1#.25", "name": "n@""#,
      rest + #", "quote": {"price": 1#.25}, "name": "n@""#,
      told: ["$[*].price_usd $[*].quote.price"], ofOthers: true),
    Case(
      "an object of which two members stay is no id",
      rest
        + #", "meta": {"key": "k-@#", "by": "Ann @#"}"#,
      rest + #", "key": "k-@#", "writer": "Ann @#""#, refused: ["$[*].meta $[*].key"]),
    Case(
      "files that end in another way", rest + #", "picture": "https://a.org/@#.jpg""#,
      rest
        + #", "images": {"jpg": {"picture": "https://a.org/@#.jpg"}, "webp": {"picture": "https://a.org/@#.webp"}}"#,
      told: ["$[*].picture $[*].images.jpg.picture"], ofOthers: true),
    Case(
      "a word with another ending", rest + #", "rated": "PG-&", "name": "n@""#,
      rest + #", "rating": "PG-& and more", "name": "n@""#,
      told: ["$[*].rated $[*].rating"], ofOthers: true),
  ]

  private static func records(_ record: String, _ numbers: some Sequence<Int>) -> String {
    let texts = numbers.map { number in
      let letter = String(UnicodeScalar(UInt8(97 + number % 26)))
      return "{"
        + record.replacing("#", with: "\(10 + number)").replacing("@", with: letter)
        .replacing("&", with: "\(number % 5)").replacing("?", with: number % 3 == 0 ? "yes" : "no")
        .replacing("!", with: number % 3 == 0 ? "true" : "false") + "}"
    }
    return "[" + texts.joined(separator: ",") + "]"
  }

  private static func told(_ old: String, _ new: String) throws -> Set<String> {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(Array(text.utf8))]) }
    let drift = Drift.between(try side(old), try side(new))
    return Set(
      drift.mapping.compactMap { entry in
        entry.from.flatMap { from in entry.to.map { "\(from) \($0)" } }
      })
  }

  @Test(arguments: cases)
  func placesAreFoundByWhatIsAroundThem(example: Case) throws {
    let same = try Self.told(
      Self.records(example.old, 0..<24), Self.records(example.new, 0..<24))
    #expect(same.isSuperset(of: example.told))
    #expect(same.isDisjoint(with: example.refused))
    guard example.isToldOfOthers else { return }
    let others = try Self.told(
      Self.records(example.old, stride(from: 0, to: 48, by: 2)),
      Self.records(example.new, stride(from: 1, to: 48, by: 2)))
    #expect(others.isSuperset(of: example.told))
  }

  @Test func whatStandsBesideTheRecordsIsFoundInTheirNewEnvelope() throws {
    let records = Self.records(Self.rest, 0..<12)
    let told = try Self.told(
      #"{"results": \#(records), "last_page": 20}"#,
      #"{"data": \#(records), "pagination": {"last_visible_page": 20, "has_next": true}}"#)
    #expect(told.contains("$.last_page $.pagination.last_visible_page"))
  }
}
