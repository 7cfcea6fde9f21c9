import ContractReports
public import ContractTesting
import Endpoints
import Foundation

/// The command line: arguments in, a report out, and an exit code.
///
/// It takes everything that it touches as a value, so that a test can run any command line without
/// a process of its own. A team with its own suites gets the same command from its own `main.swift`:
///
///     let tool = CommandLineTool(suites: [mySuite])
///     await tool.runAndExit()
public struct CommandLineTool: Sendable {
  let suites: [APISuite]
  private let otherDTOs: [DTOBinding]

  /// Makes a tool that knows some suites, and further types for `decode --as`.
  public init(suites: [APISuite], dtos: [DTOBinding] = []) {
    self.suites = suites
    otherDTOs = dtos
  }

  /// Every type that `decode --as` takes, each name once.
  var dtos: [DTOBinding] {
    var names: Set<String> = []
    return (suites.flatMap { $0.endpoints.compactMap(\.dto) } + otherDTOs)
      .filter { names.insert($0.name).inserted }
  }

  /// Runs one command line, without the name of the program in front.
  package func run(_ arguments: [String], in world: CommandWorld) async -> ExitCode {
    let world = world.redacting(
      by: suites.reduce(.standard) { $0.union($1.redaction) })
    do {
      switch try Invocation(arguments) {
      case .help(let command?): world.write(HelpText.command(command))
      case .help(nil): world.write(HelpText.program())
      case .version: world.write("\(programName) \(Self.version)\n")
      case .run(let parsed): return try await parsed.command.run(self, parsed, world)
      }
      return .conforms
    } catch let error as UsageError {
      world.writeError(error.description + "\n")
      return .usage
    } catch let error as CommandFailure {
      world.writeError(lines("\(programName): \(error.description)"))
      return .failure
    } catch {
      world.writeError(lines("\(programName): \(error)"))
      return .failure
    }
  }

  /// Text of several lines, safe for a terminal and for the log of GitHub Actions.
  func lines(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      // A line that begins with `::` would be a command to the runner.
      let isCommand = line.drop(while: \.isWhitespace).hasPrefix("::")
      return (isCommand ? "\(programName): " : "") + Escaping.terminal(String(line)) + "\n"
    }.joined()
  }

  /// The version of the program.
  static let version = "0.1.0"
}

/// Why a command could not do its work, and what to do next: exit code 3.
struct CommandFailure: Error, CustomStringConvertible {
  let message: String
  var next: String?

  var description: String { next.map { "\(message)\n\($0)" } ?? message }
}
