import JSONSchema
import StrictJSON
import Testing

@testable import ContractTesting

/// What a contract says about the null slots of many objects.
@Suite struct SlotAgreementTests {
  private struct Meal: Decodable {
    let strIngredient1: String?
    let strIngredient2: String?
    let strIngredient3: String?
  }

  private static let contract = """
    {"type": "object", "additionalProperties": {
      "type": "object",
      "x-slots": [{"name": "strIngredient{n}", "range": [1, 3], "empties": [null, ""]}],
      "properties": {}}}
    """

  /// Objects under keys that are data have a place each, and the places that are remembered are bounded.
  @Test func objectsUnderManyKeysAreJudgedInBoundedMemory() throws {
    let count = 2 * SlotAgreement.mostTables + 7
    let meals = (0..<count).map { number in
      // A null between used slots is news.
      let last = number % 2 == 0 ? "null" : #""salt""#
      return
        #""meal-\#(number)": {"strIngredient1": "rice", "strIngredient2": null, "strIngredient3": \#(last)}"#
    }
    let document = try JSONDocument("{\(meals.joined(separator: ", "))}")
    let report = StrictDecoder().check([String: Meal].self, in: document)
    let contract = try Contract(name: "c.schema.json", bytes: Array(Self.contract.utf8))
    var agreement = SlotAgreement(contract)
    let issues = report.issues.filter { $0.kind == .nullSlot }
    #expect(issues.count >= count)
    let verdicts = agreement.verdicts(on: issues, in: document)
    for (issue, verdict) in zip(issues, verdicts) {
      let meal = issue.pointer.tokens.first ?? ""
      let isEven = Int(meal.dropFirst(5)).map { $0 % 2 == 0 } ?? false
      #expect((verdict == .agreed) == isEven, "\(issue.pointer)")
    }
    #expect(agreement.count <= SlotAgreement.mostTables)
    #expect(agreement.count > 0)
  }
}
