import Foundation
import StrictJSON
import Testing

@testable import SchemaDrift

/// Changes of the kinds that formats nobody looked at have: values wrapped in members of no meaning, lists in
/// levels of their own, times in another writing.
@Suite struct UnknownFormatTests {
  /// Records of an invented format, old and new.
  ///
  /// `#` is the number of a record, `%` a word, `?` a truth, `<s>` a time as seconds, `<i>` with its zone, and
  /// `<z>` four hours before.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    /// Whether the new records are the old ones.
    var isSame = false
    /// Pairs that must be told, and pairs that must not.
    var told: [String] = []
    var refused: [String] = []

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "the last name says only that a text stands there",
      old: #""title": {"$t": "Blue % #"}, "m$code": {"$t": "n#"}"#,
      new: #""snippet": {"title": "Blue % #", "code": "n#", "more": "x"}"#,
      told: ["$[*].title['$t'] $[*].snippet.title", "$[*]['m$code']['$t'] $[*].snippet.code"]),
    Case(
      name: "a list is in levels of its own",
      old:
        #""n": "% #", "images": [{"alt": "%", "src": "http://a.b/#.jpg", "width": 1#, "place": 1, "item": #}]"#,
      new:
        #""n": "% #", "images": {"edges": [{"node": {"altText": "%", "url": "http://a.b/#.jpg", "width": 1#}}]}"#,
      told: [
        "$[*].images[*] $[*].images.edges[*].node",
        "$[*].images[*].alt $[*].images.edges[*].node.altText",
      ]),
    Case(
      name: "a list whose values went into another one is not what that one became",
      old:
        #""n": "% #", "options": [{"name": "Size", "values": ["%"]}], "variants": [{"sku": "n#", "id": 5#}]"#,
      new:
        #""n": "% #", "variants": {"nodes": [{"id": "g://5#", "sku": "n#", "options": [{"name": "Size", "value": "%"}]}]}"#,
      isSame: true, told: ["$[*].variants[*] $[*].variants.nodes[*]"],
      refused: ["$[*].options[*] $[*].variants"]),
    Case(
      name: "an address has a host now, and another version",
      old: #""id": 4#, "n": "% #", "mail": "m#@%", "kind": "/api/v1/kind/9#/""#,
      new: #""id": 4#, "n": "% #", "mail": "m#@%", "x": {"ref": "https://a.b/api/v2/kind/9#"}"#,
      isSame: true, told: ["$[*].kind $[*].x.ref"]),
    Case(
      name: "a phone number has its country now",
      old: #""id": 4#, "n": "% #", "mail": "m#@%", "caller": "(415) 555-01#""#,
      new: #""id": 4#, "n": "% #", "mail": "m#@%", "party": "+141555501#""#, isSame: true,
      told: ["$[*].caller $[*].party"]),
    Case(
      name: "one of a few words was the end of an address",
      old: ##""id": 4#, "n": "% #", "mail": "m#@%", "e": {"rel": "http://a.b/2005\u0023e.is?"}"##,
      new: #""id": 4#, "n": "% #", "mail": "m#@%", "phase": "is?""#, isSame: true,
      told: ["$[*].e.rel $[*].phase"]),
    Case(
      name: "a word of other records was the end of an address",
      old: #""n": "% #", "mail": "m#@%", "g$mode": {"value": "http://a.b/2005/m.%"}"#,
      new: #""n": "% #", "mail": "m#@%", "mode": "%", "place": "p#""#,
      told: ["$[*]['g$mode'].value $[*].mode"]),
    Case(
      name: "a time is written as seconds",
      old: #""id": 4#, "n": "% #", "mail": "m#@%", "joined": "<s>""#,
      new: #""id": 4#, "n": "% #", "mail": "m#@%", "since": "<i>""#, isSame: true,
      told: ["$[*].joined $[*].since"]),
    Case(
      name: "a time of other records is written as seconds",
      old: #""n": "% #", "created_time": "<s>", "tags": "% x""#,
      new: #""n": "% #", "caption": "% hello", "timestamp": "<i>""#,
      told: ["$[*].created_time $[*].timestamp"]),
    Case(
      name: "a truth is named by what stands behind its verb",
      old: #""n": "% #", "isPlaylist": ?, "channel": {"mature": ?, "fans": 4#, "note": "% x"}"#,
      new: #""n": "% #", "isMature": ?, "text": "% y", "viewers": 7#"#,
      told: ["$[*].channel.mature $[*].isMature"]),
    Case(
      name: "what held a value is gone, and it is in what held that",
      old: #""user": {"dob": "<s>", "nat": "%"}"#,
      new: #""dob": {"date": "<i>", "age": 1#}, "nat": "%""#,
      told: ["$[*].user.dob $[*].dob.date"]),
    Case(
      name: "two truths without a common word",
      old: #""n": "% #", "pull_request": ?"#, new: #""n": "% #", "private": false"#,
      refused: ["$[*].pull_request $[*].private"]),
    Case(
      name: "the id of one thing is not that of any other",
      old: #""n": "% #", "video": {"id": "50#", "url": "http://c.d/#.mp4", "width": 640}"#,
      new: #""n": "% #", "children": [{"id": "40#", "type": "%"}]"#,
      refused: ["$[*].video.id $[*].children[*].id"]),
    Case(
      name: "what repeats a key that was found is nowhere else",
      old: #""n": "% #", "inventory_quantity": 1#, "old_inventory_quantity": 1#"#,
      new: #""n": "% #", "inventoryQuantity": 1#, "totalInventory": 1#"#,
      told: ["$[*].inventory_quantity $[*].inventoryQuantity"],
      refused: ["$[*].old_inventory_quantity $[*].totalInventory"]),
    Case(
      name: "a copy of the new place is no rival of it",
      old: #""n": "% #", "title": "Blue % #", "uploader": "u#""#,
      new:
        #""n": "% #", "part": {"title": "Blue % #", "more": "x", "channelTitle": "Red % #", "localized": {"title": "Blue % #"}}"#,
      told: ["$[*].title $[*].part.title"], refused: ["$[*].title $[*].part.channelTitle"]),
    Case(
      name: "a key is renamed where only null was, as it is elsewhere",
      old:
        #""n": "% #", "full": {"homeTeam": 1#, "awayTeam": 2#}, "late": {"homeTeam": null, "awayTeam": null}"#,
      new: #""n": "% #", "full": {"home": 1#, "away": 2#}, "late": {"home": 3#, "away": 4#}"#,
      isSame: true,
      told: ["$[*].late.homeTeam $[*].late.home", "$[*].late.awayTeam $[*].late.away"]),
    Case(
      name: "a value is a part of an address now",
      old: #""n": "% #", "k": "x# %", "email_hash": "h#%""#,
      new: #""n": "% #", "k": "x# %", "picture": "https://g.com/avatar/h#%/size/128""#,
      isSame: true, told: ["$[*].email_hash $[*].picture"]),
    Case(
      name: "a word that comes in a text is not that text",
      old: #""n": "% #", "k": "x# %", "nick": "h#%""#,
      new:
        #""n": "% #", "k": "x# %", "about": "this is h#% who wrote a lot about all the things there are""#,
      isSame: true, refused: ["$[*].nick $[*].about"]),
    Case(
      name: "what a key held is elsewhere, as another one took its name",
      old: #""n": "% #", "id": 5#, "admin_gid": "gid://s/Product/5#""#,
      new: #""n": "% #", "id": "gid://s/Product/5#", "legacyId": "5#""#,
      told: ["$[*].admin_gid $[*].id"]),
    Case(
      name: "a number is not the word that has its name",
      old: #""n": "% #", "category": "%""#, new: #""n": "% #", "category_id": "10#""#,
      refused: ["$[*].category $[*].category_id"]),
    Case(
      name: "a key that repeated another one is not that one because both are of one thing",
      old: #""n": "% #", "product": {"id": "7600#", "code": "7600#", "name": "%"}"#,
      new: #""n": "% #", "product": {"code": "7600#", "name": "%"}"#, isSame: true,
      refused: ["$[*].product.id $[*].product.code"]),
    Case(
      name: "another year is no other name",
      old: #""n": "% #", "area": 1#, "gini": {"2017": 1#.5}"#,
      new: #""n": "% #", "area": 2#, "gini": {"2019": 1#.5}"#,
      refused: ["$[*].gini['2017'] $[*].gini['2019']"]),
    Case(
      name: "a word is not the address in the object that has its name",
      old: #""n": "% #", "species": "the % kind""#,
      new: #""n": "% #", "species": {"url": "https://a.b/species/#"}"#,
      refused: ["$[*].species $[*].species.url"]),
  ]

  private static let words = [
    "amber", "birch", "cedar", "delta", "ember", "falcon", "grove", "harbor", "island", "jasper",
    "kettle", "lagoon", "maple", "nectar", "ocean", "pebble", "quartz", "river", "stone", "tulip",
    "umber", "valley", "willow", "yarrow", "zephyr",
  ]
  private static let count = 12

  private func record(_ text: String, _ number: Int) -> String {
    let seconds = 1_400_000_000 + number * 277_200
    let instant = { (seconds: Int) in
      Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
    }
    let local = instant(seconds - 14400).replacing("T", with: " ").replacing("Z", with: "")
    let members = text.replacing("<s>", with: String(seconds))
      .replacing("<i>", with: instant(seconds)).replacing("<z>", with: local)
      .replacing("%", with: Self.words[number % Self.words.count])
      .replacing("#", with: String(number + 10)).replacing("?", with: String(number % 3 == 0))
    return "{\(members)}"
  }

  private func side(_ records: [String]) throws -> Drift.Side {
    Drift.Side(documents: [try JSONDocument("[\(records.joined(separator: ","))]")])
  }

  private func pairs(_ drift: Drift) -> [String] {
    drift.mapping.compactMap { entry in
      entry.from.flatMap { from in entry.to.map { "\(from) \($0)" } }
    }
  }

  @Test(arguments: cases)
  func onlyWhatIsShownIsTold(_ sample: Case) throws {
    let first = sample.isSame ? 0 : Self.count
    let drift = Drift.between(
      try side((0..<Self.count).map { record(sample.old, $0) }),
      try side((first..<first + Self.count).map { record(sample.new, $0) }))
    let pairs = pairs(drift)
    for pair in sample.told { #expect(pairs.contains(pair)) }
    for pair in sample.refused { #expect(!pairs.contains(pair)) }
  }

  /// The system of a backup is that of the image where there is a backup; the image is there without one, too.
  @Test func valueBesideAnEmptyListWasNoElement() throws {
    let old = (0..<Self.count).map { number in
      record(
        number % 3 == 0
          ? #""n": "% #", "backups": []"# : #""n": "% #", "backups": [{"os": "%", "v": 1}]"#, number
      )
    }
    let new = (0..<Self.count).map { number in
      record(#""n": "% #", "image": {"os": "%", "arch": "x64"}"#, number)
    }
    let pairs = pairs(Drift.between(try side(old), try side(new)))
    #expect(!pairs.contains("$[*].backups[*].os $[*].image.os"))
    #expect(!pairs.contains("$[*].backups[*] $[*].image"))
  }

  /// What nobody saw has no place, and where much has changed three records say that it is gone.
  @Test(arguments: [1, 2, 3, 12])
  func memberThatWasNotSeenHasNoPlace(_ count: Int) throws {
    let old = (0..<count).map {
      record(#""n": "% #", "contact": {"mail": "m#@%.org", "nick": "%_#", "fax": "+1 55#"}"#, $0)
    }
    let new = (20..<20 + count).map {
      record(#""n": "% #", "social": {"mail": "m#@%.org", "nick": "%_#"}"#, $0)
    }
    let drift = Drift.between(try side(old), try side(new))
    #expect(pairs(drift).contains("$[*].contact.nick $[*].social.nick"))
    #expect(!pairs(drift).contains("$[*].contact.fax $[*].social.fax"))
    let isGone = drift.changes.contains {
      $0.rule == .keyRemoved && $0.from?.description == "$[*].contact.fax"
    }
    #expect(isGone == (count > 1))
  }

  /// Where half of the members of an object have other names, two records say that a further one is gone; where
  /// all others are as they were, three do not.
  @Test(arguments: [
    (#""mailAddress": "m#@%.org", "nickName": "%_#""#, 2, true),
    (#""mail_address": "m#@%.org", "nick_name": "%_#""#, 3, false),
  ])
  func fewRecordsSayThatAKeyIsGoneWhereMuchHasChanged(
    _ members: String, _ count: Int, _ isGone: Bool
  ) throws {
    let old = (0..<count).map {
      record(#""n": "% #", "mail_address": "m#@%.org", "nick_name": "%_#", "fax": "+1 55#""#, $0)
    }
    let new = (20..<20 + count).map { record(#""n": "% #", "# + members, $0) }
    let drift = Drift.between(try side(old), try side(new))
    #expect(
      drift.changes.contains { $0.rule == .keyRemoved && $0.from?.description == "$[*].fax" }
        == isGone)
  }

  /// An object with a language that the other records do not have has lost nothing.
  @Test(arguments: [
    #""en_IN": "% x #""#, #""en_IN": "% x #", "en_US": "% z #", "de_DE": "% y #""#,
  ])
  func objectOfLocalesIsKeyedByData(_ titles: String) throws {
    let old = (0..<Self.count).map {
      record(#""n": "% #", "title": {"localized": {"# + titles + "}}", $0)
    }
    let new = (20..<20 + Self.count).map {
      record(#""n": "% #", "title": {"localized": {"en_US": "% x #", "de_DE": "% y #"}}"#, $0)
    }
    let drift = Drift.between(try side(old), try side(new))
    #expect(drift.changes.isEmpty)
    #expect(pairs(drift).contains("$[*].title.localized.* $[*].title.localized.*"))
  }

  /// The same words in the same object are one key, although one of twelve records has it.
  @Test func rareKeyIsFoundInAnotherSpelling() throws {
    let members = { (number: Int, key: String) in number == 3 ? #", "\#(key)": "s#""# : "" }
    let old = (0..<Self.count).map { record(#""n": "% #""# + members($0, "storeId"), $0) }
    let new = (0..<Self.count).map { number in
      record(#""n": "% #""# + members(number, "store_id"), number + 30)
    }
    #expect(
      pairs(Drift.between(try side(old), try side(new))).contains("$[*].storeId $[*].store_id"))
  }

  /// Times that all differ by the hours of a zone are the same.
  @Test func timesOfAnotherZoneAreShown() throws {
    let old = (0..<Self.count).map {
      record(#""id": 4#, "n": "% #", "mail": "m#@%", "uploaded": "<z>""#, $0)
    }
    let new = (0..<Self.count).map {
      record(#""id": 4#, "n": "% #", "mail": "m#@%", "day": "<i>""#, $0)
    }
    let drift = Drift.between(try side(old), try side(new))
    let entry = try #require(drift.mapping.first { $0.from?.description == "$[*].uploaded" })
    #expect(entry.to?.description == "$[*].day")
    #expect(entry.matched == Self.count && entry.compared == Self.count)
  }

  @Test func countsOfAnEnvelopeAreFoundByTheirNames() throws {
    let drift = Drift.between(
      Drift.Side(documents: [
        try JSONDocument(
          """
          {"feed": {"xmlns": "a", "search$totalResults": {"$t": 12873}, "search$start": {"$t": 1},
            "entry": [{"n": "a b", "k": 1, "l": "x"}, {"n": "c d", "k": 2, "l": "y"}]}}
          """)
      ]),
      Drift.Side(documents: [
        try JSONDocument(
          """
          {"pageInfo": {"totalResults": 12873, "size": 25},
            "items": [{"n": "e f", "k": 4, "l": "z"}, {"n": "g h", "k": 2, "l": "y"}]}
          """)
      ]))
    #expect(pairs(drift).contains("$.feed['search$totalResults']['$t'] $.pageInfo.totalResults"))
  }

  static let cores: [(way: [String], isRecord: Bool, core: [String])] = [
    (["media$group", "media$title", "$t"], true, ["group", "title"]),
    (["images", "nodes", "altText"], true, ["images", "altText"]),
    (["dc:date"], true, ["date"]), (["$t"], true, ["$t"]),
    (["data", "items"], true, ["data", "items"]),
    (["logo", "url"], true, ["logo"]), (["likes", "count"], true, ["likes", "count"]),
    (["result", "total"], false, ["result", "total"]),
  ]

  @Test(arguments: cores)
  func namesThatSayOnlyHowAValueIsWrittenAreLeftOut(
    _ sample: (way: [String], isRecord: Bool, core: [String])
  ) {
    #expect(CoreNames.of(sample.way, isRecord: sample.isRecord) == sample.core)
  }

  @Test(arguments: [
    ("2017", "2019", true), ("de", "fr", true), ("USD", "EUR", true), ("de_DE", "pt-BR", true),
    ("de", "de", false), ("de", "USD", false), ("2017", "year", false), ("name", "date", false),
    ("", "", false), ("de_DE", "title", false),
  ])
  func keysThatAreDataAreNoNames(_ left: String, _ right: String, _ areData: Bool) {
    #expect(KeyForm.areAlike(left, right) == areData)
  }

  /// Names of ASCII are taken apart by bytes, others by characters, and alike.
  @Test(arguments: [
    "strMealThumbs_2", "XMLHttp2Request", "$t", "a--b", "ID", "userID3x", "  x ", "\r\na",
    "2ndFloor",
    "already_snake_case", "kebab-case.dots/and:more", "ABc1D23",
  ])
  func namesHaveTheSameWordsByBytesAndByCharacters(name: String) {
    #expect(NameWords.of(name + "_é") == NameWords.of(name) + ["é"])
  }

  @Test func wordIsInTheEndOfALongerOne() {
    #expect(NameLikeness.of("otGoals", "overTimeGoals") >= DriftTuning.Names.synonyms)
    #expect(NameLikeness.of("total_pp_goals", "totalPowerPlayGoals") >= DriftTuning.Names.synonyms)
    #expect(NameLikeness.of("otGoals", "overTimeShots") < DriftTuning.Names.synonyms)
    #expect(NameLikeness.of("goals", "overTimeGoals") < DriftTuning.Names.synonyms)
    #expect(NameLikeness.of("option_jbh", "join_before_host") >= DriftTuning.Names.synonyms)
    #expect(NameLikeness.of("option_jb", "join_before_host") < DriftTuning.Names.related)
    #expect(
      NameLikeness.of("cfigi", "composite_figi") > NameLikeness.of("figi", "composite_figi"))
    #expect(NameLikeness.of("numCitedBy", "citationCount") > DriftTuning.Names.halfNames)
    #expect(NameLikeness.likeness("located", "location") == DriftTuning.Names.synonyms)
    #expect(NameLikeness.likeness("updated", "updater") == DriftTuning.Names.synonyms)
    for (word, other) in [("station", "state"), ("done", "donation"), ("temple", "template")] {
      #expect(NameLikeness.likeness(word, other) < DriftTuning.Names.synonyms)
    }
    #expect(CoreNames.of(["windDirection", "deg"], isRecord: true) == ["windDirection"])
    #expect(NameLikeness.of("link", "permalink") > DriftTuning.Names.halfNames)
    // A family name is not any other name.
    #expect(NameLikeness.of("name", "surname") < DriftTuning.Names.halfNames)
  }
}
