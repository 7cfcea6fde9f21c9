import SchemaDrift
import StrictJSON
import Testing

/// One record on either side, another one each: what tells of another format all the same.
@Suite struct OneOtherRecordTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    /// Pairs of paths that must be told, and such that must not.
    var told: [String] = []
    var refused: [String] = []

    var testDescription: String { name }

    /// Compares the two records, and expects what must be told and nothing that must not.
    func check() throws {
      let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
      let drift = Drift.between(try side(old), try side(new))
      let pairs = Set(
        drift.mapping.compactMap { pair in
          pair.from.flatMap { from in pair.to.map { "\(from) \($0)" } }
        })
      #expect(pairs.isSuperset(of: told), "\(pairs.sorted())")
      #expect(pairs.isDisjoint(with: refused), "\(pairs.sorted())")
      #expect(try MappingLaw.missing(old, in: drift.mapping, \.from).isEmpty)
      #expect(try MappingLaw.missing(new, in: drift.mapping, \.to).isEmpty)
    }
  }

  /// Members that no change touches, so that little of the format is gone.
  static func kept(_ number: Int) -> String {
    #""key": \#(number), "subject": "s \#(number)", "status": \#(number % 3), "source": \#(number % 7), "tags": ["x"], "open": true, "priority": \#(number % 5), "lang": "en", "group": "g\#(number)", "made_at": "2026-01-\#(10 + number % 18)T10:00:00Z""#
  }

  static let cases = [
    Case(
      name: "three keys lost the same words",
      old:
        #"[{\#(kept(1)), "content_file_name": "a.pdf", "content_file_size": 733, "content_file_hash": "x1", "kind": "p"}]"#,
      new: #"[{\#(kept(2)), "name": "report.txt", "size": 91, "hash": "y2", "ticket_kind": "q"}]"#,
      told: [
        "$[*].content_file_name $[*].name", "$[*].content_file_size $[*].size",
        // The format is another one, so a name tells.
        "$[*].kind $[*].ticket_kind",
      ]),
    Case(
      name: "two keys got the same word at their end",
      old: #"[{\#(kept(1)), "place": {"postal": "10115", "state": "BE"}}]"#,
      new: #"[{\#(kept(2)), "place": {"postal_code": "20095", "state_code": "HH"}}]"#,
      told: [
        "$[*].place.postal $[*].place.postal_code", "$[*].place.state $[*].place.state_code",
      ]),
    Case(
      name: "three keys went into an object without the words that they had in common",
      old:
        #"[{\#(kept(1)), "option_mute_all": true, "option_start_type": "video", "option_limit": 7}]"#,
      new: #"[{\#(kept(2)), "settings": {"mute_all": false, "start_type": "screen", "limit": 9}}]"#,
      told: [
        "$[*].option_mute_all $[*].settings.mute_all",
        "$[*].option_start_type $[*].settings.start_type",
      ]),
    Case(
      name: "one key without a word is one of two that a record may have",
      old: #"[{\#(kept(1)), "owner_name": "Ann"}]"#, new: #"[{\#(kept(2)), "owner": "Bob"}]"#,
      refused: ["$[*].owner_name $[*].owner"]),
    Case(
      name: "two keys with a role may be beside two without",
      old: #"[{\#(kept(1)), "home_phone": "1", "home_mail": "a@b.c"}]"#,
      new: #"[{\#(kept(2)), "phone": "2", "mail": "d@e.f"}]"#,
      refused: ["$[*].home_phone $[*].phone", "$[*].home_mail $[*].mail"]),
    Case(
      name: "keys that became two of a kind are not the one or the other",
      old: #"[{\#(kept(1)), "price": 10.5, "price_text": "a", "price_unit": "kg"}]"#,
      new:
        #"[{\#(kept(2)), "min_price": 8.5, "min_price_text": "b", "min_price_unit": "kg", "max_price": 9.5, "max_price_text": "c", "max_price_unit": "kg"}]"#,
      refused: [
        "$[*].price_text $[*].min_price_text", "$[*].price_text $[*].max_price_text",
      ]),
    Case(
      name: "what an object of another name holds is another thing",
      old: #"{"id": 1, "title": "A", "user_id": 5, "user_name": "A"}"#,
      new: #"{"id": 2, "title": "B", "group": {"id": 9, "name": "G"}}"#,
      refused: ["$.user_id $.group.id", "$.user_name $.group.name"]),
    Case(
      name: "a word in the place of another one may be another kind of record",
      old: #"[{\#(kept(1)), "user_id": 81, "user_type": "plain"}]"#,
      new: #"[{\#(kept(2)), "group_id": 93, "group_type": "open"}]"#,
      refused: ["$[*].user_id $[*].group_id", "$[*].user_type $[*].group_type"]),
    Case(
      name: "the two sides of one thing got other members",
      old: #"[{\#(kept(1)), "start_date": "2026-01-04", "start_place": "Rome"}]"#,
      new: #"[{\#(kept(2)), "end_date": "2026-02-07", "end_place": "Oslo"}]"#,
      refused: ["$[*].start_date $[*].end_date", "$[*].start_place $[*].end_place"]),
    Case(
      name: "references of a record of another kind are asked for in full",
      old: #"{"object_kind": "push", "project_id": 15, "user_id": 4, "user_name": "John"}"#,
      new:
        #"{"object_kind": "issue", "user": {"id": 1, "name": "Adm"}, "project": {"id": 1, "name": "T"}}"#,
      refused: ["$.user_id $.user.id", "$.user_name $.user.name", "$.project_id $.project.id"]),
    Case(
      name: "the list of the records has another name",
      old: #"{"data": {"bikes": [{\#(kept(1)), "bike_id": "b 72", "is_reserved": false}]}}"#,
      new: #"{"data": {"vehicles": [{\#(kept(2)), "vehicle_id": "v 91", "is_reserved": false}]}}"#,
      told: ["$.data.bikes[*].bike_id $.data.vehicles[*].vehicle_id"]),
    Case(
      name: "a list of other things says nothing of the format",
      old:
        #"{"page": 1, "found": {"events": [{"id": "e1", "name": "Gig", "start_date": "2024-01-01", "venue_name": "Hall"}]}}"#,
      new:
        #"{"page": 1, "found": {"attractions": [{"id": "k1", "name": "Band", "url": "https://x", "locale": "en"}]}}"#,
      refused: [
        "$.found.events[*].start_date $.found.attractions[*].url",
        "$.found.events[*].venue_name $.found.attractions[*].locale",
      ]),
    Case(
      name: "what keys that are written in another way say still counts when they were found",
      old:
        #"[{\#(kept(1)), "dueBy": 7, "isLocked": true, "ticket_type": "Problem", "display_id": 41}]"#,
      new: #"[{\#(kept(2)), "due_by": 9, "is_locked": false, "type": "Question", "rank": 2.5}]"#,
      told: ["$[*].dueBy $[*].due_by", "$[*].ticket_type $[*].type"]),
  ]

  @Test(arguments: cases)
  func formatOfOneOtherRecordIsRecognised(_ sample: Case) throws { try sample.check() }
}
