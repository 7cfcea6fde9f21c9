import ContractTesting

/// Where a command runs the code of types: in a worker, or in this process where the world names no
/// program to start.
struct TypeRunner {
  private let worker: DTOWorker?

  /// Makes the worker, and starts it at once where types will be run in any case.
  init(_ world: CommandWorld, startsAtOnce: Bool = true) {
    worker = world.executable.map { DTOWorker(executable: $0) }
    if startsAtOnce { worker?.start() }
  }

  /// Runs the code of types.
  var runner: any DTORunner { worker ?? ThisProcess() }

  /// Ends the worker, and says why its reports cannot be trusted, one line each.
  func finish() -> [String] { worker?.finish() ?? [] }
}

extension CommandLineTool {
  /// The type at a target.
  func dto(at target: DTOTarget) -> DTOBinding? {
    switch target {
    case .named(let name): dtos.first { $0.name == name }
    case .endpoint(let suite, let endpoint):
      suites.first { $0.name == suite }?.endpoints.first { $0.name == endpoint }?.dto
    }
  }
}
