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
  private let source: Waiver.Source

  /// Reads the file that `--history` names; nil without the option.
  ///
  /// Throws a ``CommandFailure`` where the file cannot be read, or a line of it is none of a history.
  init?(_ context: CommandContext, source: Waiver.Source) throws {
    guard let name = context.arguments.value("history") else { return nil }
    self.context = context
    self.name = name
    self.source = source
    _ = try history()
  }

  private func history() throws -> RunHistory {
    let url = context.world.url(name)
    guard FileManager.default.fileExists(atPath: url.path) else { return RunHistory(of: source) }
    do {
      return try RunHistory(of: source, name: name, bytes: try FixtureStore.bytes(of: url))
    } catch {
      throw CommandFailure(message: Escaping.terminal("\(error)"))
    }
  }

  /// Gives the findings of a report their ages and adds the run to the file.
  ///
  /// The file is read again, and no other run can change it meanwhile: several runs may end at once.
  /// Throws a ``CommandFailure`` where the file cannot be written.
  func add(_ report: inout Report, isWhole: Bool) throws {
    let url = context.world.url(name)
    let lock = FolderLock(url.deletingLastPathComponent())
    defer { lock.unlock() }
    var history = try history()
    let lines = history.wholeLines
    if let line = history.unfinishedLine {
      context.world.writeProblem(
        "\(name):\(line): the run that stood here was left unfinished, and this one takes its place"
      )
    }
    let run = history.mark(&report, day: context.world.today, isWhole: isWhole)
    do {
      try AtomicFile.write(lines + Array(run.line.utf8), to: url, fallback: .writeInPlace)
    } catch {
      throw CommandFailure(
        message: "cannot write \(name): \(error.reason)",
        next: "the history is as it was before; name another file, or see to its folder")
    }
  }
}
