import StrictJSON
import TestSupport
import Testing
import WireDates

@testable import DecodingLaws

@Suite struct DecodingReadTests {
  private func reads<Root: Decodable>(_ type: Root.Type, _ text: String) throws -> [String] {
    try report(type, text).reads.map {
      "\($0.path) \($0.isRequired ? "required" : "optional") \($0.owner) \($0.valueType)"
    }
  }

  @Test func keysOfASynthesisedTypeAreRead() throws {
    let text =
      #"{"id": 1, "name": "n", "address": {"street": "s", "zip": "z", "coordinates": {"latitude": 1, "longitude": 1}}, "company": {"name": "c"}}"#
    #expect(
      try reads(User.self, text) == [
        "$.id required User.id Int", "$.name required User.name String",
        "$.address required User.address Address",
        "$.address.street required Address.street String",
        "$.address.zip required Address.zip String",
        "$.address.coordinates required Address.coordinates Coordinates",
        "$.address.coordinates.latitude required Coordinates.latitude Double",
        "$.address.coordinates.longitude required Coordinates.longitude Double",
        "$.company required User.company User.Company",
        "$.company.name required User.Company.name String",
        "$.company.motto optional User.Company.motto String",
      ])
  }

  @Test func elementsAndMapsHaveOnePath() throws {
    let reads = try reads(
      Scores.self,
      #"{"scores": {"a": 1, "b": 2}, "places": {"p q": {"latitude": 1, "longitude": 1}, "r": {"latitude": 1, "longitude": 1}}, "owner": "o"}"#
    )
    #expect(
      reads == [
        "$.scores required Scores.scores Dictionary<String, Int>",
        "$.places required Scores.places Dictionary<String, Coordinates>",
        "$.places.*.latitude required Coordinates.latitude Double",
        "$.places.*.longitude required Coordinates.longitude Double",
        "$.owner required Scores.owner String",
      ])
    #expect(
      try self.reads([[Coordinates]].self, #"[[{"latitude": 1, "longitude": 1}], []]"#) == [
        "$[*][*].latitude required Coordinates.latitude Double",
        "$[*][*].longitude required Coordinates.longitude Double",
      ])
  }

  @Test func nestedContainersAreRead() throws {
    let reads = try report(
      Launch.self,
      #"{"flight_number": 1, "rocket": {"rocket_name": "r", "first_stage": {"block": 1}}, "links": {"mission_patch": "x"}}"#
    ).reads
    #expect(
      reads.map(\.path.description) == [
        "$.flight_number", "$.rocket", "$.rocket.rocket_name", "$.rocket.first_stage",
        "$.rocket.first_stage.block", "$.links", "$.links.mission_patch", "$.launch_site",
      ])
    #expect(reads.filter { !$0.isRequired }.map(\.path.description) == ["$.launch_site"])
    #expect(reads[2].owner.description == "Launch.rocketName")
  }

  /// What stands behind a problem is read too, in one call.
  @Test func keysBehindProblemsAreRead() throws {
    #expect(
      try reads(Coordinates.self, "{}") == [
        "$.latitude required Coordinates.latitude Double",
        "$.longitude required Coordinates.longitude Double",
      ])
  }

  /// Reads an object by one of two types.
  private enum Alternative: Decodable {
    case pair, other

    struct Pair: Decodable {
      let first: Int
      let second: Int
    }

    struct Other: Decodable { let third: Int }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode([Pair].self)) != nil {
        self = .pair
      } else {
        _ = try container.decode([Other].self)
        self = .other
      }
    }
  }

  /// What an exploration asks for behind a problem counts only where the problem does.
  @Test(arguments: [true, false])
  func keysBehindASwallowedProblemAreNotRead(usesFastPass: Bool) throws {
    var decoder = StrictDecoder()
    decoder.usesFastPass = usesFastPass
    func reads(_ second: String) throws -> [String] {
      let text = #"[{"first": "x", "third": 1}, {"first": 1, "second": 1, "third": \#(second)}]"#
      return try report(Alternative.self, text, decoder).reads.map(\.path.description)
    }
    #expect(try reads("1") == ["$[*].first", "$[*].third"])
    #expect(try reads(#""x""#) == ["$[*].first", "$[*].third"])
    let pairs = #"[{"first": "x"}, {"first": 1, "second": 1}]"#
    #expect(
      try report([Alternative.Pair].self, pairs, decoder).reads.map(\.path.description) == [
        "$[*].first", "$[*].second",
      ])
  }

  @Test func keyThatIsDemandedOnceIsRequired() throws {
    let reads = try report(
      [Fallback].self, #"[{"name": "n", "count": 1}, {"title": "t", "count": 2}]"#
    ).reads
    let required = Dictionary(
      uniqueKeysWithValues: reads.map { ($0.path.description, $0.isRequired) })
    #expect(
      required == [
        "$[*].name": false, "$[*].title": true, "$[*].size": false, "$[*].count": true,
      ])
  }

  @Test(arguments: [
    ("name", ".name"), ("strIngredient1", ".strIngredient1"), ("é", ".é"), ("_a", "._a"),
    ("seco-1", "['seco-1']"), ("1a", "['1a']"), ("", "['']"), ("a.b", "['a.b']"),
    ("it's", #"['it\'s']"#), (#"a\b"#, #"['a\\b']"#), ("a\nb", #"['a\u000ab']"#),
  ])
  func memberIsSpeltAsTheStandardHasIt(name: String, step: String) {
    #expect(ShapePath().appending(.member(name)).description == "$" + step)
  }
}
