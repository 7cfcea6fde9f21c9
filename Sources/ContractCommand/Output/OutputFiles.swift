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
  /// The names of the suites, of which no file needs to be thought.
  let suites: [String]

  /// Compares the files themselves, as a link and another spelling name the same one.
  ///
  /// Throws a ``UsageError`` for a file that would be lost.
  func check() throws(UsageError) {
    let read = Set(
      inputs.compactMap(identity).filter { if case .file = $0 { true } else { false } })
    // What is in the merged summary is in the new one, too.
    let isMerged = arguments.flag("merge") && arguments.flag("summary")
    var written: Set<FileIdentity> = []
    for (name, isReport) in outputs {
      guard let file = identity(name) else { continue }
      if read.contains(file), isReport || !isMerged {
        throw arguments.error("\(name) would be written over, and is read: name another file")
      }
      guard written.insert(file).inserted else {
        throw arguments.error("two outputs cannot be in one file: \(name)")
      }
    }
  }

  private static let outputOptions = ["output", "model"]

  private var outputs: [(name: String, isReport: Bool)] {
    arguments.outputs.compactMap(\.file).map { ($0, true) }
      + [arguments.outputFile].compactMap { $0 }.map { ($0, false) }
      + arguments.values("model").map { ($0, true) }
  }

  private var inputs: [String] {
    let command = arguments.command
    let words = command.arguments.flatMap { argument in
      if case .words(let words) = argument.completedBy { words } else { [String]() }
    }
    let files = command.allOptions.filter {
      $0.placeholder == "FILE" && !Self.outputOptions.contains($0.name)
    }
    return arguments.positionals.filter { operand in
      let suite = operand.prefix { $0 != "/" }
      return operand != "-" && !words.contains(operand) && !suites.contains(String(suite))
    } + files.flatMap { arguments.values($0.name) }
  }

  /// The file of a path; nil for what is no file of its own, such as `/dev/stdout`, wherever that leads.
  private func identity(_ path: String) -> FileIdentity? {
    path.hasPrefix("/dev/") ? nil : FileIdentity(path: world.url(path).path)
  }
}
