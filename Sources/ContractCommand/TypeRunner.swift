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

/// Documents that are decoded together, which is cheaper than one by one; not too many to hold.
struct ReadingBatch {
  private(set) var rest: [ResponseReading] = []
  private var size = 0

  /// Adds a document; returns all that were added where they are enough.
  mutating func add(_ reading: ResponseReading) -> [ResponseReading]? {
    rest.append(reading)
    size += reading.response.body.count
    guard rest.count >= DTOWorker.batchCount || size >= DTOWorker.batchSize else { return nil }
    defer { self = ReadingBatch() }
    return rest
  }
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
