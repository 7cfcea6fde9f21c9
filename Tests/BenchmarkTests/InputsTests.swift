import Foundation
import SpaceX
import StrictJSON
import TheMealDB
import Testing

@testable import contract_benchmark

/// What is measured must be what it says: sound documents are sound, and one record in so many of
/// the broken ones is broken, both for Foundation and for `StrictDecoder`.
@Suite struct InputsTests {
  @Test func soundDocumentsDecodeAndBrokenOnesDoNot() throws {
    var inputs = Inputs(seed: 1)
    try expectSound(RecipesDTO.self, inputs.meals(20))
    try expectSound(RecipesDTO.self, inputs.meals(20, nullSlotsEvery: 4))
    try expectSound(LaunchesDTO.self, inputs.launches(20))
    try expectSound(TimelineDTO.self, inputs.timeline(20))
    #expect(try brokenRecords(RecipesDTO.self, inputs.meals(20, brokenEvery: 10), depth: 2) == 2)
    #expect(
      try brokenRecords(LaunchesDTO.self, inputs.launches(20, brokenEvery: 10), depth: 1) == 2)
    #expect(
      try brokenRecords(TimelineDTO.self, inputs.timeline(20, brokenEvery: 10), depth: 2) == 2)
  }

  @Test func oneSeedMakesTheSameBytes() {
    var first = Inputs(seed: 7)
    var second = Inputs(seed: 7)
    #expect(first.meals(3) == second.meals(3))
    #expect(first.timeline(3) == second.timeline(3))
    #expect(first.meals(3) != second.launches(3))
  }

  private func expectSound<Root: Decodable>(
    _ type: Root.Type, _ bytes: [UInt8], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    _ = try JSONDecoder().decode(type, from: Data(bytes))
    let report = StrictDecoder().check(type, in: try JSONDocument(bytes))
    #expect(
      report.issues.filter(\.kind.stopsDecoding).isEmpty, sourceLocation: sourceLocation)
  }

  /// Counts the records with a problem; `depth` tokens of a pointer lead to a record.
  private func brokenRecords<Root: Decodable>(
    _ type: Root.Type, _ bytes: [UInt8], depth: Int
  ) throws -> Int {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(type, from: Data(bytes)) }
    let issues = StrictDecoder().check(type, in: try JSONDocument(bytes)).issues
    return Set(issues.filter(\.kind.stopsDecoding).map { $0.pointer.tokens.prefix(depth) }).count
  }
}
