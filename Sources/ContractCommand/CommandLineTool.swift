import BuildCommit
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

  /// The suites of the program itself, without those that a root folder adds.
  let ownSuites: [APISuite]
  private let otherDTOs: [DTOBinding]

  /// Makes a tool.
  ///
  /// - Parameters:
  ///   - suites: The APIs that the commands know by their names.
  ///   - dtos: Further types for `decode --as`.
  public init(suites: [APISuite], dtos: [DTOBinding] = []) {
    self.init(own: suites, stored: [], dtos: dtos)
  }

  private init(own: [APISuite], stored: [APISuite], dtos: [DTOBinding]) {
    suites = own + stored
    ownSuites = own
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
    var world = redacting(world)
    do {
      if arguments.isEmpty {
        let tool = try withStoredSuites(ParsedArguments(command: .check), world)
        world.writeError(StartPage(tool: tool, world: world).text)
        // A script whose command got lost must not be green.
        return .usage
      }
      switch try Invocation(arguments) {
      case .help(let command?):
        world.write(HelpText(program: world.programName, tool: self).text(of: command))
      case .help(nil): world.write(HelpText(program: world.programName, tool: self).ofProgram)
      case .version: world.write("\(world.programName) \(Self.version)\n")
      case .run(let parsed):
        let tool = parsed.command.readsSuites ? try withStoredSuites(parsed, world) : self
        try OutputFiles(CommandContext(tool: tool, arguments: parsed, world: world)).check()
        world = tool.redacting(world)
        let code = try await parsed.command.run(
          CommandContext(tool: tool, arguments: parsed, world: world))
        return code == .findings && parsed.flag("exit-zero") ? .conforms : code
      case .complete(let words):
        let stored = try? withStoredSuites(ParsedArguments(command: .check), world)
        world.write(Completion(tool: stored ?? self).lines(words))
      }
      return .conforms
    } catch let error as UsageError {
      world.writeError(error.lines(program: world.programName) + "\n")
      return .usage
    } catch let error as CommandFailure {
      world.writeProblem(error.description)
      return .failure
    } catch {
      world.writeProblem("\(error)")
      return .failure
    }
  }

  private func redacting(_ world: CommandWorld) -> CommandWorld {
    world.redacting(by: suites.reduce(.standard) { $0.union($1.redaction) })
  }

  /// The tool with the suites that lie under the root folder and that no Swift code describes.
  ///
  /// Throws a ``CommandFailure`` with the faults of their files; where there is no root folder, the command
  /// itself says so.
  private func withStoredSuites(
    _ arguments: ParsedArguments, _ world: CommandWorld
  ) throws -> CommandLineTool {
    let context = CommandContext(tool: self, arguments: arguments, world: world)
    guard let root = try? ProjectRoot(context).url else { return self }
    do {
      return try withSuites(of: root, world)
    } catch {
      throw CommandFailure(message: "\(error)")
    }
  }

  /// The suites of the program with those that lie under a root folder, whatever another folder has added.
  ///
  /// Throws a ``SuiteFaults`` where their files cannot be used.
  func withSuites(
    of root: URL, _ world: CommandWorld, namedAlike: SuiteFile.NamedAlike = .faults
  ) throws -> CommandLineTool {
    let stored = try SuiteFile.suites(
      root: root, environment: world.environment, besides: ownSuites.map(\.name),
      namedAlike: namedAlike)
    return CommandLineTool(own: ownSuites, stored: stored, dtos: otherDTOs)
  }

  /// The version of the program, with the commit that it was built from where that is known.
  static let version: String = {
    let commit = unsafe String(cString: buildCommit())
    return "0.1.0" + (commit.isEmpty ? "" : " (\(commit))")
  }()
}

/// Why a command could not do its work, and what to do next: exit code 3.
struct CommandFailure: Error, CustomStringConvertible {
  let message: String
  var next: String?

  var description: String { next.map { "\(message)\n\($0)" } ?? message }
}
