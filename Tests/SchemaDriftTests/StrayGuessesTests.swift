import JSONSchema
import StrictJSON
import Testing

@testable import SchemaDrift

/// Guesses that would tear apart what an object held.
@Suite struct StrayGuessesTests {
  private static func guess(_ name: String, in holder: String) -> PlaceAssignment.Guess {
    PlaceAssignment.Guess(
      from: ShapePath(steps: [.member("old"), .member(name)]),
      to: ShapePath(steps: [.member(holder), .member(name)]), probability: 0.5)
  }

  /// A member goes where more of the members beside it went; where two objects have as many, nothing is known.
  @Test(arguments: [(3, 2, "a"), (2, 3, "b"), (2, 2, nil), (1, 0, nil)] as [(Int, Int, String?)])
  func memberGoesWhereMostOfTheOthersWent(inA: Int, inB: Int, holder: String?) {
    let stray = Self.guess("stray", in: "c")
    let others =
      (0..<inA).map { Self.guess("a\($0)", in: "a") }
      + (0..<inB).map { Self.guess("b\($0)", in: "b") }
    #expect(
      StrayGuesses(others + [stray]).placeBesideOthers(of: stray)?.description
        == holder.map { "$.\($0).stray" })
  }
}
