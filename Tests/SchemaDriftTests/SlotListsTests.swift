import JSONSchema
import SchemaDrift
import StrictJSON
import Testing

/// Slots that became a list, where the old side is a contract and has no values.
@Suite struct SlotListsTests {
  private static let old = (1...12).map { number in
    let slots = (1...4).map { #""strPart\#($0)": "p\#(number)", "strSize\#($0)": "s\#(number)""# }
    return #"{"id": "\#(number)", \#(slots.joined(separator: ", "))}"#
  }

  private func changes(_ new: (Int) -> String) throws -> [String] {
    func side(_ texts: [String], values: Bool) throws -> Drift.Side {
      let documents = try texts.map { try JSONDocument(Array($0.utf8)) }
      var summary = ShapeSummary()
      for document in documents { summary.add(document) }
      return Drift.Side(
        shape: Shape(inferredFrom: summary), documents: values ? documents : [])
    }
    let drift = Drift.between(
      try side(Self.old, values: false), try side((1...12).map(new), values: true))
    return drift.changes.filter(\.evidence.isSignificant).map {
      "\($0.rule) \($0.to?.description ?? "")"
    }
  }

  @Test func pairedSlotsBecomeAListOfObjects() throws {
    let found = try changes {
      #"{"id": "\#($0)", "parts": [{"name": "p\#($0)", "size": "s\#($0)"}]}"#
    }
    #expect(found == ["slots-to-array $.parts[*].name"])
  }

  /// Each slot goes to the one of its number, and where a family counts from 0 now, to the one of its turn.
  @Test(arguments: [(1, 4), (0, 4), (1, 6), (0, 3)])
  func slotsOfARenamedFamilyGoOneToOne(first: Int, count: Int) throws {
    let record = { (number: Int, first: Int, count: Int, name: String) in
      let slots = (0..<count).map { #""\#(name)\#($0 + first)": "p\#(number) \#($0)""# }
      return #"{"id": "\#(number)", \#(slots.joined(separator: ", "))}"#
    }
    let sides = try [
      (1...12).map { record($0, 1, 4, "strPart") },
      (1...12).map { record($0, first, count, "part_") },
    ].map { texts in
      Drift.Side(documents: try texts.map { try JSONDocument(Array($0.utf8)) })
    }
    let drift = Drift.between(sides[0], sides[1])
    // The slots without a counterpart are told of themselves, and the others without them.
    let told = drift.changes.map { "\($0.rule) \($0.slots?.description ?? "")" }
    #expect(
      told
        == [count < 4 ? "key-renamed strPart1…\(count)" : "key-renamed strPart1…4"]
        + (count < 4 ? ["key-removed strPart4"] : count > 4 ? ["key-added part_5…6"] : []))
    let moved = drift.mapping.filter { $0.kind != .same }.map {
      "\($0.from?.description ?? "-") \($0.to?.description ?? "-")"
    }
    #expect(
      moved
        == (0..<4).map { "$.strPart\($0 + 1) \($0 < count ? "$.part_\($0 + first)" : "-")" }
        + (0..<count).dropFirst(4).map { "- $.part_\($0 + first)" })
  }

  /// The values say whether the numbers of a renamed family stayed, or all moved.
  @Test(arguments: [
    (0, 1, 8, ["part0 -", "part1 item1"]), (1, 0, 9, ["part1 item1", "part2 item2"]),
    (0, 1, 9, ["part0 item1", "part1 item2"]),
  ])
  func valuesSayHowSlotsMoved(first: Int, newFirst: Int, count: Int, told: [String]) throws {
    let isMoved = first == 0 && count == 9
    let record = { (number: Int, range: Range<Int>, name: String, shift: Int) in
      let slots = range.map { #""\#(name)\#($0)": "p\#(number) \#($0 - shift)""# }
      return #"{"id": "\#(number)", \#(slots.joined(separator: ", "))}"#
    }
    let sides = try [
      (1...12).map { record($0, first..<9, "part", 0) },
      (1...12).map {
        record($0, newFirst..<newFirst + count, "item", isMoved ? 1 : 0)
      },
    ].map { texts in
      Drift.Side(documents: try texts.map { try JSONDocument(Array($0.utf8)) })
    }
    let name = { (path: ShapePath?) in path?.description.dropFirst(2) ?? "-" }
    let moved = Drift.between(sides[0], sides[1]).mapping.map { "\(name($0.from)) \(name($0.to))" }
    #expect(told.allSatisfy(moved.contains), "\(moved)")
  }

  /// Slots that are gone have the numbers that they had, and not those of the whole family.
  @Test(arguments: [
    ([1, 2, 3], ["key-removed part4…8"]), ([1, 2, 3, 5, 6, 8], ["key-removed part4, 7"]),
    (Array(1...10), ["key-added part9…10"]),
  ])
  func slotsThatAreGoneAreNumbered(kept: [Int], told: [String]) throws {
    let record = { (number: Int, slots: [Int]) in
      let slots = slots.map { #""part\#($0)": "p\#(number) \#($0)""# }
      return #"{"id": "\#(number)", \#(slots.joined(separator: ", "))}"#
    }
    let sides = try [(1...12).map { record($0, Array(1...8)) }, (1...12).map { record($0, kept) }]
      .map { texts in
        Drift.Side(documents: try texts.map { try JSONDocument(Array($0.utf8)) })
      }
    let drift = Drift.between(sides[0], sides[1])
    #expect(drift.changes.map { "\($0.rule) \($0.slots?.description ?? "")" } == told)
  }

  /// The list has another name and other members: nothing speaks for it.
  @Test func listOfAnotherNameIsNotClaimed() throws {
    let found = try changes { #"{"id": "\#($0)", "links": [{"href": "u\#($0)", "rank": 1}]}"# }
    #expect(!found.contains { $0.hasPrefix("slots-to-array") })
  }

  /// A record that has four numbered members says nothing else of the one that all records have.
  @Test func memberIsNoSlotBecauseOneRecordHasMoreOfThem() throws {
    let record = { (number: Int, slots: Int) in
      let members = (0..<slots).map { #""seco-\#($0 + 1)": \#(100 + number + $0)"# }
      return
        #"{"id": "\#(number)", \#((members + [#""last": \#(number)"#]).joined(separator: ", "))}"#
    }
    func side(_ texts: [String]) throws -> Drift.Side {
      Drift.Side(documents: try texts.map { try JSONDocument(Array($0.utf8)) })
    }
    let old = try side((1...6).map { record($0, 1) })
    let new = try side((11...30).map { record($0, $0 == 20 ? 4 : $0 == 21 ? 0 : 1) })
    let drift = Drift.between(old, new)
    #expect(
      drift.changes.map { "\($0.rule) \(($0.from ?? $0.to)?.description ?? "")" } == [
        "became-optional $['seco-1']", "key-added $['seco-2']", "key-added $['seco-3']",
        "key-added $['seco-4']",
      ])
    #expect(drift.changes.first?.evidence.isSignificant == false)
  }

  /// What is known of a family is known of each of its slots.
  @Test func eachSlotHasTheConfidenceOfItsFamily() throws {
    let record = { (name: String) in
      #"{"id": "52958", "\#(name)1": "soy sauce", "\#(name)2": "water", "\#(name)3": "brown sugar"}"#
    }
    let drift = try SampleRecords.drift(record("strIngredient"), record("ingredient"))
    let slots = drift.mapping.filter { $0.to?.lastName?.hasPrefix("ingredient") ?? false }
    let told = try #require(drift.changes.first { $0.rule == .keyRenamed }?.confidence)
    #expect(slots.count == 3)
    #expect(slots.allSatisfy { $0.confidence == told }, "\(slots)")
  }

  /// A list of lines is written as numbered members, in the same records and in other ones.
  @Test(arguments: [0, 50]) func listBecomesSlots(first: Int) throws {
    let record = { (number: Int, address: String) in
      #""id": "\#(GuessTests.code(number, 9))", \#(address), "city": "\#(GuessTests.code(number, 5))""#
    }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records {
          record($0, #""address": ["\#($0 * 37 + 5) Main St", "Suite \#($0)"]"#)
        } + "]",
      "["
        + SampleRecords.records {
          let number = $0 + first
          return record(
            number,
            #""address1": "\#(number * 37 + 5) Main St", "address2": "Suite \#(number)", "address3": null"#
          )
        } + "]")
    let mapping = GuessTests.mapping(drift)
    for slot in 1...3 {
      #expect(mapping.contains("address[*] address\(slot)"), "\(mapping)")
    }
    #expect(!drift.changes.contains { $0.rule == .keyRemoved || $0.rule == .keyAdded })
  }
}
