import ContractExpectations
import ContractTesting
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing
import TheMealDB

/// What the expectations record, caught before it fails a test here.
@Suite struct ExpectationsTests {
  private struct MealsDTO: Codable {
    struct MealDTO: Codable {
      var idMeal: String
      var strMeal: String
    }
    var meals: [MealDTO]?
  }

  private struct WrongDTO: Decodable {
    struct MealDTO: Decodable {
      var idMeal: Int
      var title: String
    }
    var meals: [MealDTO]
  }

  /// An issue as it was recorded.
  private struct Recorded: Sendable {
    var text: String
    var isFailure: Bool
    var file: String?
    var line: Int?
  }

  /// Runs a test that may fail, and gives its issues.
  private static func issues(_ body: () async throws -> Void) async -> [Recorded] {
    let recorded = Mutex<[Recorded]>([])
    try? await withKnownIssue(isIntermittent: true) {
      try await body()
    } matching: { issue in
      let place = issue.sourceLocation
      recorded.withLock {
        $0.append(
          Recorded(
            text: issue.comments.map(\.rawValue).joined(separator: "\n"),
            isFailure: issue.severity == .error, file: place?.fileID, line: place?.line))
      }
      return true
    }
    return recorded.withLock { $0 }
  }

  // MARK: Decoding

  @Test func documentThatDecodesGivesItsValue() {
    let value = expectDecodes(
      MealsDTO.self, #"{"meals": [{"idMeal": "1", "strMeal": "Soup"}]}"#)
    #expect(value?.meals?.first?.strMeal == "Soup")
  }

  @Test func issueHoldsEveryProblem() async {
    let issues = await Self.issues {
      expectDecodes(MealsDTO.self, #"{"meals": [{"idMeal": 1, "strMeal": null}]}"#)
    }
    #expect(issues.count == 1)
    let text = issues.first?.text ?? ""
    for part in [
      "MealsDTO does not decode this document, for 2 reasons:", "1:23: type-mismatch:",
      "1:37: null-value:", "/meals/0/strMeal", "MealDTO.strMeal",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test func strategiesOfTheAppAreUsed() {
    var decoder = StrictDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct SnakeDTO: Decodable { var flightNumber: Int }
    #expect(
      expectDecodes(SnakeDTO.self, #"{"flight_number": 7}"#, decoder: decoder)?.flightNumber == 7)
  }

  @Test func textThatIsNoJSONIsAnIssue() async {
    let issues = await Self.issues { expectDecodes(MealsDTO.self, "{") }
    #expect(issues.first?.text.hasPrefix("this is no JSON: 1:2: ") == true)
  }

  // MARK: Conformance

  private static let fixture = "Fixtures/themealdb/recipe/52958.json"

  @Test func recordingThatConformsHasNoIssue() throws {
    try expectConforms(RecipesDTO.self, Self.fixture)
  }

  /// Each finding stands at its place in the recording, so that an editor opens it there.
  @Test func findingIsAnIssueAtItsPlace() async throws {
    let issues = await Self.issues { try expectConforms(WrongDTO.self, Self.fixture) }
    let failures = issues.filter { $0.isFailure && $0.file == Self.fixture }
    #expect(failures.count == 2)
    #expect(failures.allSatisfy { ($0.line ?? 0) > 1 })
    let text = failures.map(\.text).joined(separator: "\n")
    #expect(text.contains("breaking type-mismatch") && text.contains("MealDTO.idMeal"))
    #expect(text.contains("missing-key") && text.contains("title"))
  }

  /// The type reads the document, and the contract refuses it.
  @Test func contractIsAskedToo() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      for (path, text) in [
        ("Fixtures/shop/order/1.json", #"{"meals": [{"idMeal": "1", "strMeal": "Soup"}]}"#),
        (
          "Contracts/shop/order.schema.json",
          #"{"properties": {"meals": {"type": ["array", "null"], "minItems": 2}}}"#
        ),
      ] {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
      let suite = APISuite(
        name: "shop",
        endpoints: [
          WatchedEndpoint(name: "order", dto: DTOBinding(MealsDTO.self), samples: [])
        ])
      let cases = try ContractCase.all(of: suite, root: folder)
      #expect(cases.map(\.testDescription) == ["order/1", "order, all"])
      let issues = await Self.issues {
        for contract in cases { try await expectConforms(contract) }
      }
      #expect(issues.filter(\.isFailure).count == 1)
      #expect(issues.first?.file == "Fixtures/shop/order/1.json")
      #expect(issues.first?.text.contains("schema-violation") == true)
    }
  }

  @Test func missingFileIsAnError() {
    #expect(throws: ExpectationError.self) {
      try expectConforms(MealsDTO.self, "Fixtures/none.json")
    }
  }

  // MARK: Round trips

  @Test func roundTripTellsEachDifference() async {
    let issues = await Self.issues { try expectRoundTrip(MealsDTO.self, Self.fixture) }
    let text = issues.first?.text ?? ""
    #expect(issues.count == 1)
    #expect(text.contains("/meals/0/strCategory is lost"), "\(text)")
    #expect(!text.contains("/meals/0/strMeal is lost"))
  }

  // MARK: Suites

  @Test func suiteHasACaseForEachFixtureAndEndpoint() throws {
    let suite = APISuite(
      name: "themealdb",
      endpoints: [WatchedEndpoint(name: "recipe", dto: nil, samples: [])])
    let names = try ContractCase.all(of: suite).map(\.testDescription)
    #expect(names.contains("recipe/52958") && names.last == "recipe, all")
    #expect(names.count == 13)
  }
}
