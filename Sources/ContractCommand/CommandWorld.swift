import ContractReports
public import ContractTesting
public import Foundation
import HTTPFixtures
import StrictJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a command touches outside of itself.
public struct CommandWorld: Sendable {
  /// The environment of the process.
  public var environment: [String: String]

  /// The folder that relative paths begin at.
  public var workingFolder: URL

  /// Says whether standard output is a terminal.
  public var isTerminal: Bool

  /// Writes to standard output.
  public var write: @Sendable (String) -> Void

  /// Writes to standard error.
  public var writeError: @Sendable (String) -> Void

  /// Writes the next bytes of standard input into an array, from an offset on.
  ///
  /// Returns how many there were, and 0 at the end; throws where it cannot be read.
  public var readInput: @Sendable (_ bytes: inout [UInt8], _ offset: Int) throws -> Int

  /// The program itself, which is started as a worker to run the code of types.
  ///
  /// With nil their code runs in this process, and shares its fate. The program's `main.swift` must
  /// call ``CommandLineTool/runAndExit()``.
  public var executable: URL?

  /// The day of the run, by which waivers expire.
  public var today: CalendarDay

  /// The time that a server has for a whole answer.
  public var timeout: Duration

  /// Makes a world.
  public init(
    environment: [String: String], workingFolder: URL, isTerminal: Bool, executable: URL? = nil,
    today: CalendarDay = CalendarDay(Date()), timeout: Duration = .seconds(30),
    write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
    readInput: @escaping @Sendable (_ bytes: inout [UInt8], _ offset: Int) throws -> Int
  ) {
    self.environment = environment
    self.workingFolder = workingFolder
    self.isTerminal = isTerminal
    self.executable = executable
    self.today = today
    self.timeout = timeout
    self.write = write
    self.writeError = writeError
    self.readInput = readInput
  }

  /// The world of this process.
  public static var process: CommandWorld {
    CommandWorld(
      environment: ProcessInfo.processInfo.environment,
      workingFolder: URL(
        fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
      isTerminal: isatty(STDOUT_FILENO) == 1,
      executable: Bundle.main.executableURL,
      write: { text in
        guard let reason = writeAll(text, to: STDOUT_FILENO) else { return }
        // A report that nobody can read must not look like a good one.
        _ = writeAll("\(programName): cannot write the output: \(reason)\n", to: STDERR_FILENO)
        exit(ExitCode.failure.rawValue)
      },
      writeError: { _ = writeAll($0, to: STDERR_FILENO) },
      readInput: { bytes, offset in
        try ByteStream.read(STDIN_FILENO, into: &bytes, from: offset)
      })
  }

  /// Finds a file by the path that somebody wrote.
  func url(_ path: String) -> URL {
    URL(fileURLWithPath: path, relativeTo: workingFolder).absoluteURL
  }

  /// Writes a report in every form that was asked for.
  ///
  /// Where standard output holds something else already, such as a contract, findings go to standard
  /// error, and a report without any is not written. Throws a ``CommandFailure`` where a file cannot
  /// be written.
  func publish(
    _ report: Report, _ arguments: ParsedArguments, failLevel: Level, outputIsTaken: Bool = false
  ) throws {
    let style = Terminal(isTerminal: isTerminal, environment: environment)
      .style(for: arguments, failLevel: failLevel)
    let news = report.news
    for output in arguments.outputs {
      let report = output.format == .json ? report : news
      guard let file = output.file else {
        let text = output.format.render(report, style: style)
        if !outputIsTaken {
          write(text)
        } else if !report.findings.isEmpty {
          writeError(text)
        }
        continue
      }
      var plain = style
      plain.usesColor = arguments.value("color") == ColorChoice.always.rawValue
      let text = output.format.render(report, style: plain)
      try writeFile(text, to: url(file), named: file)
    }
  }

  /// Writes what a command lists, as text or inside of the JSON envelope.
  ///
  /// The other formats are for findings; asking for them is a ``UsageError``.
  func publishList(
    _ arguments: ParsedArguments, text: String, json members: [JSONNode.Member]
  ) throws {
    for output in arguments.outputs {
      let content: String
      switch output.format {
      case .text: content = text
      case .json:
        let envelope: [JSONNode.Member] = [
          JSONNode.Member("version", .number(String(Report.version))),
          JSONNode.Member("command", .string(arguments.command.rawValue)),
        ]
        content = JSONWriter.pretty(.object(envelope + members))
      default:
        throw arguments.error(
          "a list has no findings to write as \(output.format.rawValue); its formats are text and json"
        )
      }
      if let file = output.file {
        try writeFile(content, to: url(file), named: file)
      } else {
        write(content)
      }
    }
  }

  /// Writes a file in one step, so that it is whole or not there.
  func writeFile(_ text: String, to file: URL, named name: String) throws {
    do {
      try AtomicFile.write(Array(text.utf8), to: file)
    } catch {
      throw CommandFailure(message: "cannot write \(name): \(error)")
    }
  }
}

extension Report {
  /// The report for people, without the findings that the contract agrees with.
  fileprivate var news: Report {
    let agreed = findings.filter(\.isAgreed)
    guard !agreed.isEmpty else { return self }
    let counts = Rule.all.compactMap { rule in
      let count = agreed.count { $0.rule == rule }
      return count == 0 ? nil : "\(count) \(rule.id)"
    }
    var report = self
    report.findings.removeAll(where: \.isAgreed)
    report.notes.insert(
      "not shown: \(counts.joined(separator: " and ")), which the contracts agree with; "
        + "--format json has them", at: 0)
    return report
  }
}

extension CommandLineTool {
  /// Runs the command line of this process and ends the process with its exit code.
  public func runAndExit() async -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == DTOWorker.argument {
      if WorkerLoop(dto(at:)).run() { _exit(ExitCode.conforms.rawValue) }
      CommandWorld.process.writeError(
        "\(programName): \(DTOWorker.argument) is for the program itself\n")
      exit(ExitCode.usage.rawValue)
    }
    // A reader that went away, such as `head`, is no reason to die from a signal.
    signal(SIGPIPE, SIG_IGN)
    // Who started this may have ignored the ends of children; here they are answers.
    signal(SIGCHLD, SIG_DFL)
    let world = CommandWorld.process
    guard !FileManager.default.currentDirectoryPath.isEmpty else {
      world.writeError("\(programName): the working folder is gone; change to another one\n")
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
      default: return POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO).localizedDescription
      }
    }
    bytes = bytes.dropFirst(written)
  }
  return nil
}
