import ContractTesting
import Foundation

/// Reads contracts by the path that somebody wrote.
struct ContractReader {
  private let world: CommandWorld

  init(_ world: CommandWorld) {
    self.world = world
  }

  /// Reads and compiles a contract.
  ///
  /// Throws a ``CommandFailure`` where the file cannot be read, and a ``ContractError`` where it is
  /// no contract.
  func contract(_ path: String) throws -> Contract {
    let bytes = try InputReader(world: world).bytes(world.url(path), named: path)
    return try Contract(name: path, bytes: bytes)
  }
}
