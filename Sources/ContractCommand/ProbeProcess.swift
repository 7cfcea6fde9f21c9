import ContractTesting
import Dispatch
import Foundation

/// Runs the initialisers of types without a document, in a process of its own.
///
/// To know what a type reads, its initialiser is run and its requests are refused. Code such as
/// `try! container.decode(…)` ends the process then, on data that it would live with. So the program
/// starts itself once more and lets the child go first. The child prints the name of each type that
/// came to its end; the type behind the last name is the one that ended it, and a new child goes on
/// with the types behind that. It costs one start of the program for each check, and one more for
/// each such type.
struct ProbeProcess {
  /// The first argument of a child; the names of the types follow.
  static let argument = "--probe-types"

  let executable: URL

  /// How long a child may take; a loop in a type's code may never end.
  var timeout: DispatchTimeInterval = .seconds(10)

  /// The names of the types that can be run; none where no child can be started.
  func survivors(among names: [String]) -> Set<String> {
    var survivors: Set<String> = []
    var remaining = names[...]
    while !remaining.isEmpty {
      guard let answers = try? run(Array(remaining)) else { return survivors }
      survivors.formUnion(answers)
      remaining = remaining.dropFirst(answers.count + 1)
    }
    return survivors
  }

  private func run(_ names: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = executable
    process.arguments = [Self.argument] + names
    // The end of a child is an answer; nobody wants to read its last words.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { _, new in new }
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let watch = DispatchSource.makeTimerSource()
    let id = process.processIdentifier
    watch.setEventHandler { kill(id, SIGKILL) }
    watch.schedule(deadline: .now() + timeout)
    watch.resume()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    watch.cancel()
    process.waitUntilExit()
    // A name that is not whole was not printed to its end.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return zip(lines, names).prefix { $0.0 == $0.1 }.map(\.1)
  }
}

extension CommandLineTool {
  /// Does the work of a child: runs types one after the other and prints the name of each.
  func probeTypes(named names: [String], _ print: (String) -> Void) -> ExitCode {
    for name in names {
      guard let dto = dtos.first(where: { $0.name == name }) else { return .usage }
      _ = dto.reads([])
      print(name + "\n")
    }
    return .conforms
  }
}
