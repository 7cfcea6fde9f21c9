import Testing

@testable import contract_benchmark

@Suite struct CountCommandTests {
  @Test func countsAreReadFromTheOutputOfValgrind() {
    let output = """
      ==2407== Collected : 12
      ==2407== Total:     1 bytes in 1 blocks
      ==2406== Events    : Ir
      ==2406== Collected : 75121329
      ==2406== Total:     3,201,404 bytes in 12,056 blocks
      ==2406== At t-gmax: 1,404 bytes in 1 blocks
      """
    #expect(CountCommand.instructions(in: output) == 75_121_329)
    #expect(CountCommand.allocations(in: output) == 12_056)
    #expect(CountCommand.instructions(in: "valgrind: command not found") == nil)
    #expect(CountCommand.allocations(in: "Total: none") == nil)
  }

  @Test func countsAreComparedWithTheFirst() {
    let contenders = ["ours", "peer"].map { name in Contender(name: name) { 1 } }
    let comparison = Comparison(name: "nothing", bytes: 100, contenders: contenders)
    let lines = CountCommand.report(
      comparison,
      [
        CountCommand.Count(instructions: 250, allocations: 3),
        CountCommand.Count(instructions: 1_000, allocations: 40),
      ]
    ).split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines == [
        "nothing", "ours 2.5 instructions a byte 3 allocations",
        "peer 10.0 instructions a byte 40 allocations 4.0 times as many instructions",
      ])
  }

  /// One way runs as often as asked, and the others not at all.
  @Test func contenderRunsAlone() throws {
    var calls: [String] = []
    let contenders = ["ours", "peer"].map { name in
      Contender(name: name) {
        calls.append(name)
        return 1
      }
    }
    let comparison = Comparison(name: "nothing", bytes: 1, contenders: contenders)
    try comparison.run(1, times: 2)
    try comparison.run(2, times: 2)
    #expect(calls == ["peer", "peer"])
  }
}
