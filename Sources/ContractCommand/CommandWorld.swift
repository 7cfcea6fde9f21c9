import ContractReports
package import ContractTesting
import Endpoints
package import Foundation
import HTTPFixtures

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a command touches outside of itself.
package struct CommandWorld: Sendable {
  /// The name under which the program was called, safe for a terminal; every hint begins with it.
  package var programName: String

  /// The environment of the process.
  package var environment: [String: String]

  /// The folder that relative paths begin at.
  package var workingFolder: URL

  /// Whether standard output is a terminal.
  package var isTerminal: Bool

  /// The width of that terminal in columns; nil where it says none.
  package var terminalColumns: Int?

  /// Writes to standard output.
  package var write: @Sendable (String) -> Void

  /// Writes to standard error.
  package var writeError: @Sendable (String) -> Void

  /// Writes the next bytes of standard input into an array, from an offset on.
  ///
  /// Returns how many there were, and 0 at the end; throws where it cannot be read.
  package var readInput: @Sendable (_ bytes: inout [UInt8], _ offset: Int) throws -> Int

  /// The program itself, which is started as a worker to run the code of types.
  ///
  /// With nil their code runs in this process, and shares its fate. The program's `main.swift` must
  /// call ``CommandLineTool/runAndExit()``.
  package var executable: URL?

  /// The day of the run, by which waivers expire.
  package var today: Day

  /// The time that a server has for a whole answer.
  package var timeout: Duration

  /// How a run tells what it asks for while it does.
  package var progress = RequestProgress.Style.none

  /// Whether Ctrl-C ends a run cleanly; only in a process of its own.
  package var handlesInterrupts = false

  /// What is secret in all that is written.
  var redaction = Redaction.standard

  /// Makes a world.
  package init(
    programName: String, environment: [String: String], workingFolder: URL, isTerminal: Bool,
    terminalColumns: Int? = nil, executable: URL? = nil,
    today: Day = Day(Date()), timeout: Duration = .seconds(30),
    write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
    readInput: @escaping @Sendable (_ bytes: inout [UInt8], _ offset: Int) throws -> Int
  ) {
    self.programName = programName
    self.environment = environment
    self.workingFolder = workingFolder
    self.isTerminal = isTerminal
    self.terminalColumns = terminalColumns
    self.executable = executable
    self.today = today
    self.timeout = timeout
    self.write = write
    self.writeError = writeError
    self.readInput = readInput
  }

  /// The world of this process.
  package static var process: CommandWorld {
    let programName = calledName
    var world = CommandWorld(
      programName: programName, environment: ProcessInfo.processInfo.environment,
      workingFolder: URL(
        fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
      isTerminal: isatty(STDOUT_FILENO) == 1, terminalColumns: columnsOfOutput,
      executable: Bundle.main.executableURL,
      write: { text in
        guard let reason = writeAll(text, to: STDOUT_FILENO) else { return }
        // A report that was not written must not look like a good one.
        _ = writeAll("\(programName): cannot write the output: \(reason)\n", to: STDERR_FILENO)
        exit(ExitCode.failure.rawValue)
      },
      writeError: { _ = writeAll($0, to: STDERR_FILENO) },
      readInput: { bytes, offset in
        try ByteStream.read(STDIN_FILENO, into: &bytes, from: offset)
      })
    let isJob = ["CI", "GITHUB_ACTIONS"].contains { world.environment[$0] == "true" }
    world.progress = isatty(STDERR_FILENO) == 1 ? .bar : isJob ? .lines : .none
    world.handlesInterrupts = true
    return world
  }

  /// The width of the terminal that standard output is; nil where it is none, or does not say.
  private static var columnsOfOutput: Int? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// The last part of the path that this process was called by, as somebody would type it.
  private static var calledName: String {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return Escaping.terminal(name.isEmpty ? ProcessInfo.processInfo.processName : name, limit: 100)
  }

  /// The same world, in which no credential that a redaction knows reaches a report or an error.
  func redacting(by redaction: Redaction) -> CommandWorld {
    var world = self
    world.redaction = redaction
    world.writeError = { [writeError] in writeError(redaction.text($0)) }
    return world
  }

  /// Writes what went wrong to standard error, after the name of the program.
  func writeProblem(_ text: String) { writeError(lines("\(programName): \(text)")) }

  /// Text of several lines, safe for a terminal and for the log of GitHub Actions.
  func lines(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      // A line that begins with `::` would be a command to the runner.
      let isCommand = line.drop(while: \.isWhitespace).hasPrefix("::")
      return (isCommand ? "\(programName): " : "") + Escaping.terminal(String(line)) + "\n"
    }.joined()
  }

  /// Finds a file by the path that somebody wrote.
  func url(_ path: String) -> URL {
    URL(fileURLWithPath: path, relativeTo: workingFolder).absoluteURL
  }

  /// Writes a file in one step, so that it is whole or not there.
  func writeFile(_ text: String, to file: URL, named name: String) throws {
    do {
      try AtomicFile.write(Array(text.utf8), to: file, fallback: .writeInPlace)
    } catch {
      throw CommandFailure(
        message: "cannot write \(name): \(error.reason)",
        next: "what was there is as it was before; name another file, or see to its folder")
    }
  }
}

extension CommandLineTool {
  /// Runs the command line of this process and ends the process with its exit code.
  public func runAndExit() async -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == DTOWorker.argument {
      // Ctrl-C is for the program that asks; it ends the worker when it is done.
      signal(SIGINT, SIG_IGN)
      if WorkerLoop(dto(at:)).run() { _exit(ExitCode.conforms.rawValue) }
      CommandWorld.process.writeProblem("\(DTOWorker.argument) is for the program itself")
      exit(ExitCode.usage.rawValue)
    }
    // A reader that went away, such as `head`, is no reason to die from a signal.
    signal(SIGPIPE, SIG_IGN)
    // A file that becomes larger than it may is one that cannot be written, which is said.
    signal(SIGXFSZ, SIG_IGN)
    // Who started this may have ignored the ends of children; here they are answers.
    signal(SIGCHLD, SIG_DFL)
    let world = CommandWorld.process
    guard !FileManager.default.currentDirectoryPath.isEmpty else {
      world.writeProblem("the working folder is gone; change to another one")
      exit(ExitCode.failure.rawValue)
    }
    let code = await run(arguments, in: world)
    exit(code.rawValue)
  }
}

/// Writes a text to a file descriptor and says why it could not; nil where it could.
///
/// A reader that went away, such as `head`, has what it wanted. The run goes on without it, because
/// the exit code and the reports in files are for others.
private func writeAll(_ text: String, to descriptor: Int32) -> String? {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let written = unsafe bytes.withUnsafeBytes {
      unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
    }
    if written < 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // The other side of the pipe made it non-blocking; wait until there is room again.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
        continue
      case EPIPE: return nil
      default: return SystemError.lastReason
      }
    }
    bytes = bytes.dropFirst(written)
  }
  return nil
}
