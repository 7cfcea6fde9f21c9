import Testing

/// Formats in which many places went on one way, and what their names, alone, do not say.
@Suite struct RegularFormatTests {
  typealias Case = OneOtherRecordTests.Case

  private static func kept(_ number: Int) -> String { OneOtherRecordTests.kept(number) }

  /// A list of records, each made of its number.
  private static func list(_ numbers: ClosedRange<Int>, _ record: (Int) -> String) -> String {
    "[" + numbers.map(record).joined(separator: ", ") + "]"
  }

  /// Records of some kinds in turn, of which some members have other names in the new format.
  private static func people(_ numbers: ClosedRange<Int>, kinds: [String]) -> String {
    list(numbers) {
      #"{"type": "\#(kinds[$0 % kinds.count])", "id": "u\#($0)", "name": "N \#($0)", "phone_number": "+47 555 10\#($0)", "place": {"city_name": "C\#($0)"}}"#
    }
  }

  private static let contacts = list(20...22) {
    #"{"type": "contact", "id": "c\#($0)", "name": "N \#($0)", "phone": "+47 555 10\#($0)", "place": {"city": "C\#($0)"}}"#
  }

  /// Eight members of a record, each wrapped in an object that says what it is, or plain.
  private static func fields(_ number: Int, isWrapped: Bool) -> String {
    let names = ["summary", "reporter", "priority", "status", "site", "assignee", "phase", "team"]
    return names.map { name in
      let value = #""\#(name) \#(number * 7919 % 101)""#
      let whole = #"{"name": "\#(name)", "type": "text", "value": \#(value)}"#
      return #""\#(name)": \#(isWrapped ? whole : value)"#
    }.joined(separator: ", ")
  }

  /// What a record holds of its kind, under the name of that, or under one name for all.
  private static func payload(_ number: Int, named name: String?) -> String {
    let (weight, grade) = (number * 37 % 91, number * 53 % 17)
    let kinds = [
      ("sword", #""edge": "\#(["flat", "hollow", "chisel"][number % 3])""#),
      ("shield", #""metal": "\#(["iron", "bronze", "steel"][number % 3])""#),
      ("potion", #""colour": "\#(["amber", "teal", "black"][number % 3])""#),
    ]
    let (kind, member) = kinds[number / 3 % 3]
    return
      #""\#(name ?? kind)": {"weight": \#(weight), "grade": "g\#(grade)", "maker": "M\#(number)", \#(member)}"#
  }

  /// A user and what one paid for, whose kinds have members of their own, and what a record refers to.
  private static func member(_ number: Int, kind: String, _ members: String) -> String {
    #"{"type": "\#(kind)", "id": "\#(kind)\#(number)", "attributes": {"name": "N \#(number * 7919 % 97)", \#(members)}}"#
  }

  private static func reference(_ name: String, to kind: String, _ number: Int) -> String {
    #""\#(name)": {"data": {"type": "\#(kind)", "id": "\#(number * 31)"}, "links": {"related": "https://a.example/\#(kind)/\#(number * 31)"}}"#
  }

  private static let note =
    #"{"Severity": "OK", "Source": "trck", "Code": "0", "Message": "Done.", "Localized": "Done."}"#

  /// One parcel in a list of its own, with what five parties have.
  private static func parcel(_ number: Int, isNew: Bool) -> String {
    let address = { (shift: Int) in
      #"{"City": "Town \#((number + shift) * 7919 % 101)", "PostalCode": "\#(10_000 + (number + shift) * 631 % 9000)", "CountryCode": "US"}"#
    }
    let parties = ["Shipper", "Recipient", "Carrier"].enumerated().map { shift, name in
      isNew
        ? #""\#(name.lowercased())Information": {"address": \#(address(shift))}"#
        : #""\#(name)Address": \#(address(shift))"#
    }
    let facts =
      #""TrackingNumber": "\#(number * 7919)T", "PackageCount": \#(number % 3 + 1), "CarrierCode": "C\#(number % 2)", "Weight": \#(number * 37 % 91), "Service": "S\#(number * 37 % 4)""#
    return "{\(facts), \(parties.joined(separator: ", "))}"
  }

  static let cases = [
    Case(
      name: "records in a list of one, of which the outer lists have no name in common",
      old: #"{"Severity": "OK", "Notes": [\#(note)], "Details": "#
        + list(1...8) {
          #"{"HighestSeverity": "OK", "MoreData": false, "Duplicate": false, "Notes": [\#(note)], "TrackDetails": [\#(parcel($0, isNew: false))]}"#
        } + "}",
      new: #"{"output": {"results": "#
        + list(21...28) { #"{"number": "\#($0 * 7919)T", "found": [\#(parcel($0, isNew: true))]}"# }
        + "}}",
      told: [
        "$.Details[*] $.output.results[*]",
        "$.Details[*].TrackDetails[*].ShipperAddress $.output.results[*].found[*].shipperInformation.address",
        "$.Details[*].TrackDetails[*].CarrierAddress $.output.results[*].found[*].carrierInformation.address",
      ]),
    Case(
      name: "a general name goes up with those beside it, however they are written",
      old: list(1...9) {
        #"{"ride": {"id": \#($0 * 31 + 1000), "startDate": "2020-01-\#($0 + 10)T08:00:00Z", "movingTime": \#($0 * 61 + 900), "elapsedTime": \#($0 * 71 + 990), "averageSpeed": \#($0).5, "bike": {"id": \#($0 * 7 % 5 + 5000), "name": "Bike \#($0 % 3)"}}}"#
      },
      new: list(21...29) {
        #"{"id": \#($0 * 31 + 2900), "upload_id": \#($0 * 31 + 76000), "start_date": "2020-01-\#($0)T08:00:00Z", "moving_time": \#($0 * 61 + 100), "elapsed_time": \#($0 * 71 + 100), "average_speed": \#($0).5, "gear": {"id": "b\#($0)", "primary": true, "name": "Gear \#($0 % 3)"}}"#
      },
      told: ["$[*].ride.id $[*].id"], refused: ["$[*].ride.bike.id $[*].id"]),
    Case(
      name: "what only one kind has is nothing that only another one has",
      old: list(1...24) {
        $0 % 2 == 0
          ? member($0, kind: "user", #""gender": \#($0 % 3)"#)
          : member($0, kind: "reward", #""limit": \#($0 % 5)"#)
      },
      new: list(31...54) {
        $0 % 2 == 0
          ? member($0, kind: "user", #""vanity": "v\#($0)""#)
          : member($0, kind: "tier", #""posts": \#($0 % 3)"#)
      },
      refused: ["$[*].attributes.gender $[*].attributes.posts"]),
    Case(
      name: "a reference to a user is none to a campaign",
      old: list(1...12) {
        #"{"id": "\#($0)", "refs": {\#(reference("creator", to: "user", $0))}}"#
      },
      new: list(31...42) {
        #"{"id": "\#($0)", "refs": {\#(reference("campaign", to: "campaign", $0))}}"#
      },
      refused: [
        "$[*].refs.creator $[*].refs.campaign",
        "$[*].refs.creator.data.id $[*].refs.campaign.data.id",
      ]),
    Case(
      name: "a reference may have another name and its kind as well",
      old: list(1...12) {
        #"{"id": "\#($0)", "refs": {\#(reference("pledge", to: "pledge", $0))}}"#
      },
      new: list(1...12) {
        #"{"id": "\#($0)", "refs": {\#(reference("member", to: "member", $0))}}"#
      },
      told: ["$[*].refs.pledge $[*].refs.member"]),
    Case(
      name: "the values of the same records know better than the kinds",
      old: list(1...24) {
        $0 % 2 == 0
          ? member($0, kind: "card", #""last": "\#($0 * 631)""#)
          : #"{"type": "bank", "id": "x\#($0)", "attributes": {"name": "N \#($0 * 7919 % 97)", "iban": "NO\#($0 * 7919)"}}"#
      },
      new: list(1...24) {
        $0 % 2 == 0
          ? member($0, kind: "card", #""last": "\#($0 * 631)""#)
          : #"{"type": "card", "id": "x\#($0)", "attributes": {"name": "N \#($0 * 7919 % 97)", "bank_iban": "NO\#($0 * 7919)"}}"#
      },
      told: ["$[*].attributes.iban $[*].attributes.bank_iban"]),
    Case(
      name: "a truth that is the same in all records of a kind is any other such",
      old: list(1...120) {
        $0 % 3 == 0
          ? member($0, kind: "reward", #""limit": \#($0 % 5)"#)
          : member($0, kind: "user", #""is_deleted": false, "is_nuked": false"#)
      },
      new: list(1...120) {
        $0 % 3 == 0
          ? member($0, kind: "reward", #""limit": \#($0 % 5)"#)
          : member($0, kind: "user", #""hides_mail": false, "likes": 0"#)
      },
      refused: [
        "$[*].attributes.is_deleted $[*].attributes.hides_mail",
        "$[*].attributes.is_nuked $[*].attributes.likes",
      ]),
    Case(
      name: "members that are all alike and in each record are no entries of a map",
      old: list(1...9) { #"{"key": "A-\#($0)", "fields": {\#(fields($0, isWrapped: true))}}"# },
      new: #"{"issues": "#
        + list(21...29) { #"{"key": "A-\#($0)", "fields": {\#(fields($0, isWrapped: false))}}"# }
        + "}",
      told: [
        "$[*].fields.summary.value $.issues[*].fields.summary",
        "$[*].fields.team.value $.issues[*].fields.team",
      ]),
    Case(
      name: "objects of which a record has but one are one object now",
      old: list(1...24) { #"{"id": \#($0), "kind": "K\#($0 % 3)", \#(payload($0, named: nil))}"# },
      new: list(31...54) {
        #"{"id": \#($0), "kind": "K\#($0 % 3)", \#(payload($0, named: "details"))}"#
      },
      told: [
        "$[*].sword.weight $[*].details.weight", "$[*].shield.weight $[*].details.weight",
        "$[*].potion.weight $[*].details.weight", "$[*].sword.edge $[*].details.edge",
        "$[*].shield.metal $[*].details.metal", "$[*].potion.colour $[*].details.colour",
      ]),
    Case(
      name: "entries that are named by a value are the members of that name now",
      old: list(1...9) { number in
        let values = ["city", "company", "phone"].map {
          #"{"key": "\#($0)", "type": "TEXT", "value": "\#($0) \#(number * 7919 % 97)"}"#
        }
        return #"{"id": \#(number), "fields": [\#(values.joined(separator: ", "))]}"#
      },
      new: #"{"data": "#
        + list(21...29) { number in
          let values = ["city", "company", "phone"].map {
            #""\#($0)": "\#($0) \#(number * 7919 % 97)""#
          }
          return #"{"id": \#(number), "fields": {\#(values.joined(separator: ", "))}}"#
        } + "}",
      told: [
        "$[*].fields[*].value $.data[*].fields.city",
        "$[*].fields[*].value $.data[*].fields.company",
        "$[*].fields[*].value $.data[*].fields.phone",
      ]),
    Case(
      name: "a total is no id",
      old: list(1...11) {
        #"{"key": "A-\#($0)", "skills": {"total": \#($0 % 4 + 1), "of": "P\#($0)"}}"#
      },
      new: list(21...31) {
        #"{"key": "A-\#($0)", "skills": {"id": \#($0 * 7 + 100), "of": "P\#($0)"}}"#
      },
      refused: ["$[*].skills.total $[*].skills.id"]),
    Case(
      name: "what is of one kind in many records is so by its format",
      old: people(1...12, kinds: ["user"]), new: contacts,
      told: ["$[*].phone_number $[*].phone", "$[*].place.city_name $[*].place.city"]),
    Case(
      name: "few records of another kind are of another kind where there are several",
      old: people(1...12, kinds: ["user", "bot"]), new: contacts,
      refused: ["$[*].phone_number $[*].phone"]),
    Case(
      name: "a list beside the records has what its name and that of a member say",
      old: #"{"todo-items": "#
        + list(10...21) {
          #"{"id": \#($0), "text": "Task \#($0)", "due-date": "2020-01-\#($0)", "is-open": true, "company-id": "\#(100 + $0 % 4)", "company-name": "Company \#($0 % 4)", "labels": [{"id": \#($0 % 3), "color": "x00\#($0 % 3)"}]}"#
        } + "}",
      new: #"{"tasks": "#
        + list(10...21) {
          #"{"id": \#($0 + 40), "text": "Task \#($0 + 40)", "dueDate": "2021-02-\#($0)", "isOpen": true}"#
        }
        + #", "included": {"companies": {"300": {"id": 300, "name": "Firm 1"}, "301": {"id": 301, "name": "Firm 2"}}, "labels": [{"id": 7, "color": "x117"}, {"id": 8, "color": "x118"}]}}"#,
      told: [
        "$['todo-items'][*]['company-name'] $.included.companies.*.name",
        "$['todo-items'][*].labels[*].color $.included.labels[*].color",
      ]),
    Case(
      name: "a place goes where three others of its form went",
      old:
        #"[{"log": [{"value": "Fixed a typo."}], "by_default": [{"value": true}], "is_translated": [{"value": true}], "subtitle": [{"value": "A stack of records reminds me of home. The night sky looks better in black and white."}]}]"#,
      new:
        #"{"data": [{"attributes": {"log": null, "by_default": true, "is_translated": true, "subtitle": "The morning light is where it all began."}}]}"#,
      told: ["$[*].log[*].value $.data[*].attributes.log"]),
    Case(
      name: "the address of who was seen is not when they were",
      old: list(1...8) {
        #"{"id": \#($0), "name": "N \#($0)", "last_seen_ip": "10.0.\#($0).1", "mail": "m\#($0)@x.org"}"#
      },
      new: list(11...18) {
        #"{"id": \#($0), "name": "N \#($0)", "last_seen_at": \#(1_607_165_000 + $0 * 91), "mail": "m\#($0)@x.org"}"#
      },
      refused: ["$[*].last_seen_ip $[*].last_seen_at"]),
    Case(
      name:
        "an object under its number is an entry of a map where a list of such is in an envelope now",
      old: #"{"249": {\#(kept(1)), "total_paid": "32.28", "is_virtual": "0"}}"#,
      new: #"{"items": [{\#(kept(2)), "total_paid": 18.06, "is_virtual": 0}], "total_count": 1}"#,
      told: ["$.*.total_paid $.items[*].total_paid"]),
    Case(
      name: "an object under its number may be under a name now",
      old: #"{"city": "Oslo", "wind": {"10": {"speed": 3, "dir": 1, "gust": 4}}}"#,
      new: #"{"city": "Oslo", "wind": {"surface": {"speed": 3, "dir": 1, "gust": 4}}}"#,
      told: ["$.wind['10'] $.wind.surface"]),
    Case(
      name: "a level that is gone is not what held it",
      old: list(1...5) {
        #"{"Study": {"ContactsModule": {"LocationList": {"Location": [{"City": "Town \#($0)", "Zip": "\#($0 * 31)"}]}}, "Name": "N \#($0)"}}"#
      },
      new: list(1...5) {
        #"{"study": {"contactsModule": {"locations": [{"city": "Town \#($0)", "zip": "\#($0 * 31)"}]}, "name": "N \#($0)"}}"#
      },
      told: ["$[*].Study.ContactsModule $[*].study.contactsModule"],
      refused: [
        "$[*].Study.ContactsModule $[*].study",
        "$[*].Study.ContactsModule.LocationList $[*].study.contactsModule",
      ]),
    Case(
      name: "one of two parts has the name of both in the singular",
      old:
        #"{"id": 1, "contacts": {"primary": {"name": "A", "phone": "123", "email": "a@x"}, "secondary": {"name": "B", "phone": "456", "email": "b@x"}}}"#,
      new:
        #"{"id": 1, "contact": {"name": "A", "phone": "123", "email": "a@x"}, "backup": {"name": "B", "phone": "456", "email": "b@x"}}"#,
      told: ["$.contacts.primary $.contact"], refused: ["$.contacts $.contact"]),
    Case(
      name: "what stood beside the records is no member of each",
      old: #"{"result": "success", "response": {"recs": "#
        + list(1...8) { #"{"rec_id": "\#($0 * 7919)x", "kind": "A\#($0)", "ttl": \#($0 * 60)}"# }
        + "}}",
      new: #"{"success": true, "result": "#
        + list(11...18) { #"{"id": "\#($0 * 7919)y", "kind": "A\#($0)", "ttl": \#($0 * 60)}"# }
        + "}",
      refused: ["$.result $.result[*].id"]),
    Case(
      name: "an answer of errors is none of records",
      old:
        #"{"data": [{"type": "articles", "id": "1", "attributes": {"headline": "H", "body": "b"}}], "included": [{"type": "people", "id": "9", "attributes": {"first": "A"}}]}"#,
      new: #"{"errors": [{"status": "404", "code": "x", "detail": "no"}]}"#,
      refused: ["$.data[*] $.errors[*]"]),
    Case(
      name: "a word at the end of four names is another one now, and numbers are no texts any more",
      old:
        #"[{"divisionL10Rank": "2", "divisionHomeRank": "1", "conferenceRoadRank": "5", "leagueRank": "4", "leagueHomeRank": "6"}]"#,
      new:
        #"[{"conferenceRoadSequence": 4, "conferenceSequence": 1, "divisionHomeSequence": 1, "divisionL10Sequence": 4, "leagueHomeSequence": 2, "leagueL10Sequence": 6, "leagueSequence": 1}]"#,
      told: ["$[*].leagueRank $[*].leagueSequence"]),
    Case(
      name: "the lists around all records are none between two places of a record",
      old:
        #"{"records": [{"teamRecords": [{"leagueRecord": {"wins": 48, "type": "league"}, "gamesPlayed": 82, "clinchIndicator": "y", "lastUpdated": "2019-06-12T23:07:25Z"}]}]}"#,
      new:
        #"[{"clinchIndicator": "p", "gamesPlayed": 82, "l10Wins": 7, "regulationPlusOtWins": 51, "regulationWins": 43, "roadRegulationWins": 19, "wins": 55}]"#,
      told: ["$.records[*].teamRecords[*].leagueRecord.wins $[*].wins"]),
    Case(
      name: "one picture is not what pages were, of which many are known",
      old: list(1...8) {
        #"{"id": \#($0), "name": "N \#($0)", "link": "/api/v1/teams/\#($0 + 14)", "points": \#($0 * 7)}"#
      },
      new: list(20...20) {
        #"{"id": \#($0), "name": "N \#($0)", "logo": "https://assets.example/logos/T\#($0).svg", "points": \#($0 * 7)}"#
      },
      refused: ["$[*].link $[*].logo"]),
    Case(
      name:
        "members with short names are the elements that are left beside those of the other members",
      old: list(1...5) {
        #"{"id": \#($0), "hp": \#($0 * 7 + 40), "attack": \#($0 * 5 + 40), "speed": \#($0 * 3 + 50), "sp_atk": \#($0 * 11 + 30), "sp_def": \#($0 * 13 + 20)}"#
      },
      new: list(21...25) { number in
        let stats = ["hp", "attack", "speed", "special-attack", "special-defense"].map {
          #"{"base": \#(number * 3 + $0.count), "stat": {"name": "\#($0)"}}"#
        }
        return #"{"id": \#(number), "stats": [\#(stats.joined(separator: ", "))]}"#
      },
      told: [
        "$[*].hp $[*].stats[*].base", "$[*].sp_atk $[*].stats[*].base",
        "$[*].sp_def $[*].stats[*].base",
      ]),
    Case(
      name: "what came as one object or as several is the one object now",
      old: list(1...6) {
        let score = #"{"vector": "AV:\#($0 * 7919)", "score": \#($0).5}"#
        return
          #"{"id": \#($0), "impact": {"cvss": \#($0 == 3 ? "[\(score)]" : score)}}"#
      },
      new: list(1...6) {
        #"{"id": \#($0), "metrics": [{"cvss3": {"vector": "AV:\#($0 * 7919)", "score": \#($0).5}}]}"#
      },
      told: [
        "$[*].impact.cvss.vector $[*].metrics[*].cvss3.vector",
        "$[*].impact.cvss[*].vector $[*].metrics[*].cvss3.vector",
        "$[*].impact.cvss[*] $[*].metrics[*].cvss3",
      ]),
    Case(
      name: "members follow one of their object that is in a new one under its name",
      old:
        #"[{"Response": {"View": [{"Result": [{"Match": {"Country": 1.0, "City": 1.0, "Street": [], "House": 1.0}, "Location": {"Address": {"Country": "FRA"}}}]}]}}]"#,
      new:
        #"[{"items": [{"address": {"countryCode": "FRA", "city": "Paris"}, "scoring": {"fields": {"city": 1.0, "house": 1.0}}}]}]"#,
      told: [
        "$[*].Response.View[*].Result[*].Match.City $[*].items[*].scoring.fields.city"
      ]),
    Case(
      name: "a text that is always empty is no address where the object has a name",
      old: list(1...3) {
        #"{"id": \#($0), "name": "N \#($0)", "species": "", "weight": \#($0 * 7)}"#
      },
      new: list(1...3) {
        #"{"id": \#($0), "name": "N \#($0)", "species": {"name": "S \#($0)", "url": "/api/species/\#($0)/"}, "weight": \#($0 * 7)}"#
      },
      refused: ["$[*].species $[*].species.url"]),
    Case(
      name: "a word at the end of four names of texts may be one of several",
      old: list(1...12) {
        parts($0, "note") { #""\#(["spare", "brisk", "mellow"][$0 % 3]) word \#($0)""# }
      },
      new: list(21...32) { parts($0, "colour") { #""\#(["red", "blue", "green"][$0 % 3])""# } },
      refused: ["$[*].disk_note $[*].disk_colour"]),
    Case(
      name: "members whose names begin those of elements have other meanings",
      old: list(1...6) {
        #"{"id": \#($0), "hp": \#($0 * 7 + 40), "attack": \#($0 * 5 + 40), "speed": \#($0 * 3 + 50), "price": \#($0 * 11 + 30)}"#
      },
      new: list(21...26) { number in
        let stats = ["hp", "attack", "speed", "price-rank"].map {
          #"{"base": \#(number * 3 + $0.count), "stat": {"name": "\#($0)"}}"#
        }
        return #"{"id": \#(number), "stats": [\#(stats.joined(separator: ", "))]}"#
      },
      told: ["$[*].hp $[*].stats[*].base"], refused: ["$[*].price $[*].stats[*].base"]),
    Case(
      name: "a list is the one with its key, however much lay around it",
      old:
        #"{"type": "all", "settings": {"general": {"prompts": false, "volume": 100}, "sensors": [{"type": 1, "setting": 1, "name": "Garage Keypad"}]}}"#,
      new:
        #"{"sensors": [{"type": 8, "serial": "93", "name": "Upstairs", "setting": {}, "status": {"malfunction": false}, "flags": {"shutdown": false, "low": false}}]}"#,
      told: ["$.settings.sensors[*].type $.sensors[*].type"],
      refused: ["$.type $.sensors[*].type"]),
    Case(
      name: "two tariffs are those of their numbers among four",
      old: list(1...3) { number in
        let parts = (1...4).map {
          #""total_import_t\#($0)_kwh": \#(number * 1000 + $0 * 37).5, "total_export_t\#($0)_kwh": \#(number * 900 + $0 * 31).5"#
        }
        return #"{"meter": "M", \#(parts.joined(separator: ", "))}"#
      },
      new: list(4...6) { number in
        let parts = (1...2).map {
          #""energy_import_t\#($0)_kwh": \#(number * 1000 + $0 * 37).5, "energy_export_t\#($0)_kwh": \#(number * 900 + $0 * 31).5"#
        }
        return #"{"meter": "M", \#(parts.joined(separator: ", "))}"#
      },
      told: [
        "$[*].total_import_t1_kwh $[*].energy_import_t1_kwh",
        "$[*].total_import_t2_kwh $[*].energy_import_t2_kwh",
        "$[*].total_export_t2_kwh $[*].energy_export_t2_kwh",
      ],
      refused: [
        "$[*].total_import_t2_kwh $[*].energy_import_t1_kwh",
        "$[*].total_import_t3_kwh $[*].energy_import_t1_kwh",
      ]),
    Case(
      name: "addresses that lead the same way are one, whatever the version and the id",
      old:
        #"{"resources": [{"entity": {"routes_url": "/v2/apps/3d294ed0-105c-4ccd-8f79-5605d6b7198c/routes", "route_mappings_url": "/v2/apps/3d294ed0-105c-4ccd-8f79-5605d6b7198c/route_mappings"}}]}"#,
      new:
        #"{"resources": [{"name": "my_app3", "environment_variables": {}, "links": {"self": {"href": "/v3/apps/guid-fde0d401-0615-4ebf-9585-57ab0fe0d2fa"}, "routes": {"href": "/v3/apps/guid-fde0d401-0615-4ebf-9585-57ab0fe0d2fa/routes"}, "start": {"href": "/v3/apps/guid-fde0d401-0615-4ebf-9585-57ab0fe0d2fa/start", "method": "PUT"}, "stop": {"href": "/v3/apps/guid-fde0d401-0615-4ebf-9585-57ab0fe0d2fa/stop", "method": "PUT"}}}]}"#,
      told: ["$.resources[*].entity.routes_url $.resources[*].links.routes.href"]),
    Case(
      name: "what was counted from 1 is counted from 0",
      old: list(1...19) {
        #"{"id": \#($0), "x1": \#($0 * 37 % 97), "y1": \#($0 * 53 % 89 + 300), "x2": \#($0 * 37 % 97 + 1000), "y2": \#($0 * 53 % 89 + 2000)}"#
      },
      new: list(21...39) {
        #"{"id": \#($0), "box": {"x_0": \#($0 * 37 % 97), "y_0": \#($0 * 53 % 89 + 300), "x_1": \#($0 * 37 % 97 + 1000), "y_1": \#($0 * 53 % 89 + 2000)}}"#
      },
      told: ["$[*].x1 $[*].box.x_0", "$[*].y2 $[*].box.y_1"]),
    Case(
      name: "that something is enabled says nothing of what is",
      old: list(1...2) {
        #"{"uri": "m\#($0).example", "title": "T \#($0)", "short": "S \#($0)", "invites_enabled": false, "registrations": true}"#
      },
      new: list(1...2) {
        #"{"domain": "m\#($0).example", "title": "T \#($0)", "configuration": {"translation": {"enabled": false}}, "registrations": true}"#
      },
      refused: ["$[*].invites_enabled $[*].configuration.translation.enabled"]),
  ]

  /// What a record says of three parts, each under a name of two words.
  private static func parts(_ number: Int, _ word: String, _ value: (Int) -> String) -> String {
    let members = ["cpu", "disk", "fan", "case"].enumerated().map {
      #""\#($1)_\#(word)": \#(value(number + $0))"#
    }
    return #"{"id": \#(number), "name": "N \#(number * 31)", \#(members.joined(separator: ", "))}"#
  }

  @Test(arguments: cases)
  func placesOnRegularWaysAreFound(_ sample: Case) throws { try sample.check() }

  /// Where an object stood is its value of one unit now, as it is with the objects beside it.
  @Test func aValueStandsWhereItsObjectStood() throws {
    let amounts = { (number: Int) in
      [
        ("temp", 40 + number * 7 % 50), ("wind", 3 + number * 5 % 17),
        ("pressure", 2950 + number % 90),
        ("rain", 0),
      ]
    }
    let old = SampleRecords.records(20) { number in
      amounts(number).map { #""\#($0)": {"english": \#($1), "metric": \#($1 * 5 / 9 - 17)}"# }
        .joined(separator: ", ") + #", "hour": \#(number)"#
    }
    let new = SampleRecords.records(20) { number in
      amounts(number + 40).map { #""\#($0)": \#($1)"# }.joined(separator: ", ")
        + #", "hour": \#(number)"#
    }
    let drift = try SampleRecords.drift(#"{"hours": [\#(old)]}"#, #"{"forecasts": [\#(new)]}"#)
    let mapping = GuessTests.mapping(drift)
    for name in ["temp", "wind", "pressure", "rain"] {
      #expect(mapping.contains("$.hours[*].\(name).english $.forecasts[*].\(name)"), "\(mapping)")
    }
  }
}
