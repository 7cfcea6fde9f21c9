import SchemaDrift
import StrictJSON
import Testing

/// Objects whose keys are in a member of the elements of a list on the other side, and objects that only look like that.
@Suite struct KeyedListsTests {
  private static let stages = [["deep", "light", "rem", "wake"], ["asleep", "awake", "restless"]]

  private static func night(_ number: Int) -> [(name: String, count: Int, minutes: Int)] {
    stages[number % 3 == 0 ? 1 : 0].enumerated().map {
      ($1, (number * 13 + $0 * 7) % 29 + 1, (number * 37 + $0 * 53) % 199 + 1)
    }
  }

  private static func asObject(_ number: Int) -> String {
    let members = night(number).map {
      #""\#($0.name)": {"count": \#($0.count), "minutes": \#($0.minutes)}"#
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func asList(_ number: Int) -> String {
    let elements = night(number).map {
      #"{"type": "\#($0.name.uppercased())", "count": \#($0.count), "minutes": \#($0.minutes)}"#
    }
    return "[\(elements.joined(separator: ", "))]"
  }

  /// Nights, each with a list of other things which has the words, too.
  private static func nights(_ first: Int, _ member: (Int) -> String) -> String {
    let records = SampleRecords.records(30) { number in
      let number = number + first
      let data = night(number).map { #"{"level": "\#($0.name)", "at": \#($0.minutes * 60)}"# }
      return
        #""id": \#(7000 + number), "name": "\#(SampleRecords.title(number))", "data": [\#(data.joined(separator: ", "))], \#(member(number))"#
    }
    return #"{"items": [\#(records)]}"#
  }

  /// One cause, whatever the object is called now, in the same records and in others.
  @Test(arguments: [0, 100], [DriftRule.mapToArray, .arrayToMap])
  func keysThatBecomeValuesOrWereThemAreOneCause(shift: Int, rule: DriftRule) throws {
    let asObject = { (first: Int) in Self.nights(first) { #""summary": \#(Self.asObject($0))"# } }
    let asList = { (first: Int) in Self.nights(first) { #""stages": \#(Self.asList($0))"# } }
    let becomeValues = rule == .mapToArray
    let drift = try SampleRecords.drift(
      becomeValues ? asObject(0) : asList(0), becomeValues ? asList(shift) : asObject(shift))
    #expect(drift.changes.map(\.rule) == [rule], "\(drift.changes.map(\.rule))")
    let mapping = GuessTests.mapping(drift)
    for (key, value) in [("", ""), ("", ".type"), (".count", ".count")] {
      let ends = ["$.items[*].summary.*" + key, "$.items[*].stages[*]" + value]
      let pair = (becomeValues ? ends : ends.reversed()).joined(separator: " ")
      #expect(mapping.contains(pair), "\(mapping)")
    }
  }

  /// A list that is new beside the object says nothing of it, and neither does one of other things.
  @Test func anObjectThatIsStillThereIsNoMap() throws {
    let drift = try SampleRecords.drift(
      Self.nights(0) { #""summary": \#(Self.asObject($0))"# },
      Self.nights(0) { #""summary": \#(Self.asObject($0)), "stages": \#(Self.asList($0))"# })
    #expect(drift.changes.map(\.rule) == [.keyAdded], "\(drift.changes.map(\.rule))")
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("$.items[*].summary.deep $.items[*].summary.deep"), "\(mapping)")
  }

  @Test func aListOfOtherThingsSaysNothing() throws {
    let drift = try SampleRecords.drift(
      Self.nights(0) { #""summary": \#(Self.asObject($0))"# },
      Self.nights(0) { number in
        let events = Self.night(number).map {
          #"{"type": "\#($0.name)", "time": "2024-05-1\#(number % 10)T10:00:00Z", "by": "user \#($0.count)", "device": "watch"}"#
        }
        return #""events": [\#(events.joined(separator: ", "))]"#
      })
    let places = drift.mapping.compactMap(\.from?.description)
    #expect(places.contains("$.items[*].summary.deep"), "\(places)")
  }

  /// The sides of a game are under another key or none now, and its cards, which are the sides' too, are as before or new.
  @Test(arguments: [
    ("teams", "cards", "participants", "cards"), ("teams", "cards", "participants", "events"),
    ("teams", "", "participants", "cards"),
  ])
  func anObjectUnderAnotherKeyIsNoMap(_ names: (String, String, String, String)) throws {
    let side = { (teams: String, cards: String) in
      "["
        + SampleRecords.records(20) { number in
          let team = { (salt: Int) in
            #"{"id": \#(number * 31 + salt), "name": "\#(SampleRecords.title(number * 3 + salt))", "minute": \#(number + salt)}"#
          }
          let card = { (side: String, salt: Int) in
            #"{"type": "\#(side)", "id": \#(number * 17 + salt), "minute": \#((number * 7 + salt) % 90)}"#
          }
          let list =
            #", "\#(cards)": [\#(card("HOME", 1)), \#(card("AWAY", 2)), \#(card("REFEREE", 3))]"#
          return
            #""id": \#(number), "\#(teams)": {"home": \#(team(1)), "away": \#(team(2)), "referee": \#(team(3))}\#(cards.isEmpty ? "" : list)"#
        } + "]"
    }
    let drift = try SampleRecords.drift(side(names.0, names.1), side(names.2, names.3))
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("\(names.0).home.name \(names.2).home.name"), "\(mapping)")
    #expect(!mapping.contains { $0.contains("\(names.0).*") }, "\(mapping)")
  }
}
