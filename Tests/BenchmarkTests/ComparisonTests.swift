import Testing

@testable import contract_benchmark

@Suite struct ComparisonTests {
  @Test func contendersTakeTurnsAndAreComparedWithTheFirst() throws {
    var calls: [String] = []
    let contenders = ["ours", "peer"].map { name in
      Contender(name: name) {
        calls.append(name)
        return 1
      }
    }
    let comparison = Comparison(name: "nothing", bytes: 1_000_000, contenders: contenders)
    let results = try comparison.results(rounds: 2)
    #expect(calls == ["ours", "peer", "ours", "peer", "ours", "peer"])
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
