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

  private static func nights(_ first: Int, _ member: (Int) -> String) -> String {
    let records = SampleRecords.records(30) { number in
      let number = number + first
      return
        #""id": \#(7000 + number), "name": "\#(SampleRecords.title(number))", \#(member(number))"#
    }
    return #"{"items": [\#(records)]}"#
  }

  /// One cause, whatever the object is called now, in the same records and in others.
  @Test(arguments: [0, 100])
  func keysThatBecameValuesAreOneCause(shift: Int) throws {
    let drift = try SampleRecords.drift(
      Self.nights(0) { #""summary": \#(Self.asObject($0))"# },
      Self.nights(shift) { #""stages": \#(Self.asList($0))"# })
    #expect(drift.changes.map(\.rule) == [.mapToArray], "\(drift.changes.map(\.rule))")
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("$.items[*].summary.* $.items[*].stages[*]"), "\(mapping)")
    #expect(mapping.contains("$.items[*].summary.* $.items[*].stages[*].type"), "\(mapping)")
    #expect(mapping.contains("$.items[*].summary.*.count $.items[*].stages[*].count"), "\(mapping)")
  }

  @Test(arguments: [0, 100])
  func valuesThatBecameKeysAreOneCause(shift: Int) throws {
    let drift = try SampleRecords.drift(
      Self.nights(0) { #""stages": \#(Self.asList($0))"# },
      Self.nights(shift) { #""summary": \#(Self.asObject($0))"# })
    #expect(drift.changes.map(\.rule) == [.arrayToMap], "\(drift.changes.map(\.rule))")
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("$.items[*].stages[*] $.items[*].summary.*"), "\(mapping)")
    #expect(mapping.contains("$.items[*].stages[*].type $.items[*].summary.*"), "\(mapping)")
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
          #"{"type": "\#($0.name)", "at": "2024-05-1\#(number % 10)T10:00:00Z", "by": "user \#($0.count)", "device": "watch"}"#
        }
        return #""events": [\#(events.joined(separator: ", "))]"#
      })
    #expect(!drift.changes.map(\.rule).contains(.mapToArray), "\(drift.changes.map(\.rule))")
  }
}
