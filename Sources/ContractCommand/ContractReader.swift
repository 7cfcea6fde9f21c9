import ContractTesting
import Foundation
import JSONSchema

/// Reads contracts by the path that somebody wrote.
struct ContractReader {
  private let world: CommandWorld
  private let library: SchemaLibrary

  /// Makes a reader that looks documents up in the folders of `--resolve`.
  ///
  /// Throws a ``UsageError`` where one of them is no `URI-PREFIX=DIR`.
  init(_ context: CommandContext) throws(UsageError) {
    let world = context.world
    self.world = world
    var folders: [SchemaLibrary.Folder] = []
    for folder in context.arguments.values("resolve") {
      guard let mark = folder.lastIndex(of: "="), mark != folder.startIndex else {
        throw context.arguments.error(
          "'\(folder)' is no URI-PREFIX=DIR, such as https://example.com/schemas/=schemas")
      }
      folders.append(
        SchemaLibrary.Folder(
          prefix: String(folder[..<mark]),
          folder: world.url(String(folder[folder.index(after: mark)...]))))
    }
    library = SchemaLibrary(folders: folders)
  }

  /// Reads and compiles a contract, which is named by its path or `isNamedAlone`, without folders.
  ///
  /// Throws a ``CommandFailure`` where the file cannot be read, and a ``ContractError`` where it is
  /// no contract.
  func contract(_ path: String, isNamedAlone: Bool = false) throws -> Contract {
    let file = world.url(path)
    let bytes = try InputReader(world: world).bytes(file, named: path)
    let name = isNamedAlone ? file.lastPathComponent : path
    return try Contract(name: name, bytes: bytes, library: library.beside(file))
  }
}
