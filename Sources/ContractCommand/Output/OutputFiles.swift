import Foundation
import HTTPFixtures

/// The files that a run writes: each of them another one, and none of those that it reads.
///
///     infer samples.json -o ./samples.json       the samples would be lost: a usage error
///     infer --merge all.summary new.summary --summary -o all.summary
///                                                 what was in the summary is in the new one, too
struct OutputFiles {
  let arguments: ParsedArguments
  let world: CommandWorld

  /// Compares the files themselves, as a link and another spelling name the same one.
  ///
  /// Throws a ``UsageError`` for a file that would be lost.
  func check() throws(UsageError) {
    var read: Set<FileIdentity> = []
    for operand in arguments.positionals where operand != "-" {
      guard let file = identity(operand), case .file = file else { continue }
      read.insert(file)
    }
    var written: Set<FileIdentity> = []
    for (name, isReport) in outputs {
      guard let file = identity(name) else { continue }
      if read.contains(file), isReport || !arguments.flag("merge") {
        throw arguments.error("\(name) would be written over, and is read: name another file")
      }
      guard written.insert(file).inserted else {
        throw arguments.error("two outputs cannot be in one file: \(name)")
      }
    }
  }

  private var outputs: [(name: String, isReport: Bool)] {
    arguments.outputs.compactMap(\.file).map { ($0, true) }
      + [arguments.outputFile].compactMap { $0 }.map { ($0, false) }
  }

  private func identity(_ path: String) -> FileIdentity? {
    FileIdentity(path: world.url(path).path)
  }
}
