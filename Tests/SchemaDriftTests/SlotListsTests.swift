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

  /// The list has another name and other members: nothing speaks for it.
  @Test func listOfAnotherNameIsNotClaimed() throws {
    let found = try changes { #"{"id": "\#($0)", "links": [{"href": "u\#($0)", "rank": 1}]}"# }
    #expect(!found.contains { $0.hasPrefix("slots-to-array") })
  }
}
