import Testing

@testable import contract_benchmark

@Suite struct ComparisonTests {
  /// A short document is read several times in each turn, behind one time to warm up.
  @Test(arguments: [(10_000_000, 1), (4_000_000, 1), (1_300_000, 3)])
  func contendersTakeTurnsAndAreComparedWithTheFirst(bytes: Int, repetitions: Int) throws {
    var calls: [String] = []
    let contenders = ["ours", "peer"].map { name in
      Contender(name: name) {
        calls.append(name)
        return 1
      }
    }
    let comparison = Comparison(name: "nothing", bytes: bytes, contenders: contenders)
    let results = try comparison.results(rounds: 2)
    let turns = ["ours", "peer"].flatMap { Array(repeating: $0, count: repetitions) }
    #expect(calls == ["ours", "peer"] + turns + turns)
    #expect(results.map(\.name) == ["ours", "peer"])
    #expect(results.map(\.ratios.count) == [2, 2])
    let lines = comparison.report(results).split(separator: "\n")
    #expect(lines.first == "nothing")
    #expect(lines.last?.contains("times as long") == true)
  }

  @Test(
    arguments: [
      ([], 5, nil), (["3"], 3, nil), (["--only", "check", "2"], 2, "check"),
    ] as [([String], Int, String?)])
  func argumentsAreRead(arguments: [String], rounds: Int, only: String?) throws {
    let options = try #require(BenchmarkOptions(arguments))
    #expect(options.rounds == rounds)
    #expect(options.only == only)
  }

  @Test(arguments: [["0"], ["-1"], ["x"], ["1", "2"], ["--only"], ["--fast"], ["--part", "0"]])
  func argumentsThatMakeNoSenseAreRefused(arguments: [String]) {
    #expect(BenchmarkOptions(arguments) == nil)
  }
}
