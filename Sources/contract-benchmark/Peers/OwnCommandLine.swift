import ContractCommand
import Foundation

/// `contract-benchmark own infer FILE`: a command line of ours, measured as the peers are.
enum OwnCommandLine {
  /// Runs a command line of `mealdb-contract` in this process and prints its processor time and its
  /// wall time, in seconds; returns the exit code, where findings are no failure.
  static func run(_ arguments: [String]) async -> Int32 {
    var world = CommandWorld.process
    world.write = { _ in }
    let wall = ContinuousClock.now
    let processor = clock()
    let code = await CommandLineTool(suites: []).run(arguments, in: world)
    let processorSeconds = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    print(processorSeconds, (ContinuousClock.now - wall) / .seconds(1))
    return code == .findings ? 0 : code.rawValue
  }
}
