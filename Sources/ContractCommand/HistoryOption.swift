import ContractReports
import ContractTesting
import Foundation
import HTTPFixtures

extension OptionSpec {
  static let history = OptionSpec(
    name: "history", value: .text(placeholder: "FILE"),
    help: """
      Tell what is new, what is fixed and since when the rest is there, by the runs that the file \
      holds, and add this run to it. The file is made where it is not there.
      """)

  static let outageLimit = OptionSpec(
    name: "outage-limit", value: .text(placeholder: "NIGHTS"),
    help: """
      With --history and --allow-unreachable: exit with 3 where an endpoint was silent on more than \
      this many days in a row.
      """)
}

/// The file of `--history`: NDJSON, one line a run.
///
/// It is read before the run and written after it in one step, so that a run that is stopped leaves it as
/// it was.
struct HistoryOption {
  private let context: CommandContext
  private let name: String
  private let bytes: [UInt8]
  private var history: RunHistory

  /// Reads the file that `--history` names; nil without the option.
  ///
  /// Throws a ``CommandFailure`` where the file cannot be read, and a ``UsageError`` where a line of it is
  /// none of a history.
  init?(_ context: CommandContext, source: Waiver.Source) throws {
    guard let name = context.arguments.value("history") else { return nil }
    self.context = context
    self.name = name
    let url = context.world.url(name)
    bytes =
      FileManager.default.fileExists(atPath: url.path)
      ? try InputReader(world: context.world).bytes(url, named: name) : []
    do {
      history = try RunHistory(of: source, name: name, bytes: bytes)
    } catch {
      throw UsageError(
        message: Escaping.terminal(error.description), command: context.arguments.command)
    }
  }

  /// Gives the findings of a report their ages and adds the run to the file.
  ///
  /// Throws a ``CommandFailure`` where the file cannot be written.
  mutating func add(_ report: inout Report, isWhole: Bool) throws {
    let run = history.mark(&report, day: context.world.today, isWhole: isWhole)
    // What a writer that was stopped left is no line, and the next one must begin at a new one.
    let kept = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[...$0] } ?? []
    do {
      try AtomicFile.write(
        kept + Array(run.line.utf8), to: context.world.url(name), fallback: .writeInPlace)
    } catch {
      throw CommandFailure(message: "cannot write \(name): \(error)")
    }
  }
}
