import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

@Suite struct SlotFamilyTests {
  struct SlotCase: CustomTestStringConvertible, Sendable {
    let members: String
    let problems: [String]
    var testDescription: String { members }

    init(_ members: String, _ problems: [String] = []) {
      self.members = members
      self.problems = problems
    }
  }

  @Test(arguments: [
    ("strMeasure{n}", "strMeasure3", 3), ("strMeasure{n}", "strMeasure03", nil),
    ("strMeasure{n}", "strMeasure+3", nil), ("strMeasure{n}", "strMeasure21", nil),
    ("strMeasure{n}", "strMeasure", nil), ("strMeasure{n}", "strMeasure{n}", nil),
    ("{n}th_{n}", "3th_{n}", 3), ("{a{n}}", "{a3}", 3), ("é{n}ü", "é20ü", 20),
    ("é{n}ü", "e\u{301}3ü", nil), ("none", "none3", nil),
  ])
  func numberOfASlotIsReadFromItsName(family: String, name: String, number: Int?) {
    let family = SlotFamily(name: family, range: 1...20)
    #expect(family.number(of: name) == number)
    if let number { #expect(family.memberName(number) == name) }
  }

  /// A contract may name any numbers; their distance may be no `Int`.
  @Test(
    arguments: [
      (1, 20, true), (5, 5, true), (0, 1_023, true), (0, 1_024, false), (2, 1, false),
      (.min, .max, false), (-2, .max, false),
    ] as [(Int, Int, Bool)])
  func rangeOfSlotsIsBounded(first: Int, last: Int, isRange: Bool) {
    #expect((SlotFamily.range(first, last) != nil) == isRange)
  }

  @Test(arguments: [
    SlotCase(
      #""strIngredient1": "a", "strIngredient2": "b", "strMeasure1": "x", "strMeasure2": "y""#),
    SlotCase(
      #""strIngredient1": "a", "strIngredient2": "", "strMeasure1": "x", "strMeasure2": " ""#),
    SlotCase(""),
    SlotCase(
      #""strIngredient3": null, "strMeasure3": """#, ["nullSlot /strIngredient3"]),
    SlotCase(
      #""strIngredient1": "a", "strIngredient2": " ", "strIngredient3": "c""#,
      ["slotGap /strIngredient3"]),
    SlotCase(
      #""strIngredient1": null, "strIngredient2": "b""#,
      ["nullSlot /strIngredient1", "slotGap /strIngredient2"]),
    SlotCase(
      #""strIngredient1": "a", "strMeasure1": """#, ["unpairedSlot /strIngredient1"]),
    SlotCase(
      #""strIngredient1": "", "strMeasure1": "x""#, ["unpairedSlot /strMeasure1"]),
    SlotCase(
      #""strIngredient1": "a", "strMeasure1": null"#,
      ["unpairedSlot /strIngredient1", "nullSlot /strMeasure1"]),
    SlotCase(
      #""strIngredient1": 7, "strMeasure1": "x""#, ["typeMismatch /strIngredient1"]),
    SlotCase(
      #""strIngredient1": "", "strIngredient2": 7"#,
      ["typeMismatch /strIngredient2", "slotGap /strIngredient2"]),
    // The type does not read these.
    SlotCase(#""strIngredient4": null, "email1": null, "email2": null, "email3": null"#),
  ])
  func slotsAreJudged(slots: SlotCase) throws {
    let separator = slots.members.isEmpty ? "" : ", "
    let report = try report(
      Recipe.self,
      #"{"idMeal": "1", "strMeal": "a", "strCategory": "c"\#(separator)\#(slots.members)}"#)
    #expect(report.issues.map { "\($0.kind) \($0.pointer)" } == slots.problems)
  }

  @Test func slotProblemIsToldInFull() throws {
    let text =
      #"{"meals": [{"idMeal": "1", "strMeal": "a", "strCategory": "c", "strIngredient1": "", "strIngredient2": "b", "strMeasure2": ""}]}"#
    let issues = try report(Recipes.self, text).issues
    #expect(
      issues.map { Problem($0) } == [
        Problem(
          .slotGap, "/meals/0/strIngredient2", "Recipe.ingredient2",
          "no used slot behind an unused one", #"the string "b""#),
        Problem(
          .unpairedSlot, "/meals/0/strIngredient2", "Recipe.ingredient2",
          "strMeasure2 to be used too", #"the string """#),
      ])
    #expect(
      issues.map(\.path.description) == ["$.meals[*].strIngredient2", "$.meals[*].strIngredient2"])
    #expect(
      issues.map(\.message) == [
        "slot 2 is used, but slot 1 before it is not",
        "strIngredient2 is used, but strMeasure2 is not",
      ])
    #expect(try report(Recipes.self, text).decodes)
  }

  @Test func twoNumberedKeysAreNoFamily() throws {
    struct Postal: Decodable {
      var address1: String?
      var address2: String?
      var line: [String: String]?
    }
    let text = #"{"address1": null, "address2": "x", "line": {"a1": null, "a2": null, "a3": null}}"#
    let report = try report(Postal.self, text)
    #expect(!report.issues.contains { !$0.kind.stopsDecoding })
  }

  @Test func slotsOfASwallowedValueAreNotSlotsOfAnother() throws {
    struct Mixed: Decodable {
      var slot1: String?
      var slot2: String?
      var slot3: String?
      var slots: [String]?
    }
    #expect(try report([Mixed].self, #"[{"slot2": "b"}, {"slots": []}]"#).issues.isEmpty)
    let gaps = try report(
      [Mixed].self, #"[{"slot1": "", "slot2": "b"}, {"slot1": "", "slot3": "c"}]"#)
    #expect(gaps.issues.map(\.pointer.description) == ["/0/slot2", "/1/slot3"])
  }

  /// In a long family an object's own keys are gone through, not all slots.
  @Test func slotsOfALongFamilyAreJudged() throws {
    struct Long: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for key in container.allKeys {
          _ = try container.decodeIfPresent(String.self, forKey: key)
        }
      }
    }
    let full = (1...100).map { #""slot\#($0)": "a""# }.joined(separator: ", ")
    let report = try report(
      [Long].self, #"[{\#(full)}, {"slot7": "x", "slot5": null, "slot90": ""}]"#)
    #expect(
      report.issues.map { "\($0.kind) \($0.pointer)" } == [
        "slotGap /1/slot7", "nullSlot /1/slot5",
      ])
  }

  /// A type that was tried in vain has no say in what slots are.
  @Test func slotsOfAGivenUpAlternativeAreNotTold() throws {
    struct Slots: Decodable {
      var slot1: String?
      var slot2: String?
      var slot3: String?
      var name: String
    }
    enum Either: Decodable {
      case slots(Slots), other([String: String?])
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let slots = try? container.decode(Slots.self) {
          self = .slots(slots)
        } else {
          self = .other(try container.decode([String: String?].self))
        }
      }
    }
    let text = #"{"slot1": null, "slot2": "b", "slot3": null}"#
    #expect(try report(Either.self, text).issues.isEmpty)
  }

  /// The number of a slot may stand anywhere in its key.
  @Test func numberInTheMiddleOfAKeyMakesAFamily() throws {
    struct Address: Decodable {
      var line1Text: String?
      var line2Text: String?
      var line3Text: String?
    }
    let gaps = try report(Address.self, #"{"line1Text": "", "line2Text": "b", "line3Text": null}"#)
    #expect(
      gaps.issues.map { "\($0.kind) \($0.pointer)" } == [
        "slotGap /line2Text", "nullSlot /line3Text",
      ])
  }

  /// A size is no place in a list.
  @Test func numbersThatBeginAtAnotherThanOneAreNoFamily() throws {
    struct Image: Decodable {
      var size320: String?
      var size321: String?
      var size322: String?
    }
    #expect(try report(Image.self, #"{"size320": null, "size321": "b"}"#).issues.isEmpty)
  }
}
