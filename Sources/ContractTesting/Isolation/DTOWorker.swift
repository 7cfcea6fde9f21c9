package import Foundation
import HTTPFixtures
package import StrictJSON
import Synchronization

/// Runs the code of types in a worker: a child of the same program that gets documents and returns
/// reports.
///
/// An initialiser that unwraps `nil`, indexes past the end or calls `exit` ends its process, on this
/// document, in the app as well as here, and nothing in Swift can catch that. One that loops or
/// waits never returns. In a worker either costs one document: it gets the finding, and a new worker
/// goes on with the next one.
///
///     parent                                          worker
///     decode TicketDTO, 3 documents            →
///                                              ←      report of a.json; report of b.json
///                                                     c.json: SIGILL
///     finding for c.json, new worker
///
/// Documents are sent in batches, and a worker answers when it has read a whole batch, so neither
/// waits for the other to read. Reports are sent together too. Which document a worker ended at is
/// therefore not known at once: the rest of the batch is sent again, step by step, with each report
/// on its own.
///
/// **Made-up values.** Before an initialiser is given any, a worker that goes step by step says so. One
/// that ends or is silent then has said nothing about the document: the way is remembered, and a new
/// worker, which does not go that way, gets the same document again.
///
/// **Limits.** A document may take ``Limits/document`` and ``Limits/perMegabyte`` more for each
/// megabyte; an exploration ``Limits/exploration`` and the same. After ``Limits/lateDocuments``
/// documents in a row from which a type did not return, or ``Limits/lateDocumentsInAll`` in all, it
/// is not run on further ones of that endpoint. The memory of
/// a worker is limited to ``Limits/memory`` and 32 times the size of a batch: on Linux the system
/// refuses more (`RLIMIT_DATA`), elsewhere the worker looks at itself ten times a second.
///
/// A worker never outlives its parent: it ends when the connection does, and a thread of its own
/// sees that even while the code of a type does not return.
package final class DTOWorker: DTORunner {
  /// How much a type's code may take.
  package struct Limits: Sendable {
    /// The time of one document.
    ///
    /// Fine types take microseconds; a machine under load is a hundred times as slow, and still far
    /// from this.
    package var document = Duration.seconds(5)
    /// The further time for each megabyte of a document.
    package var perMegabyte = Duration.seconds(1)
    /// The time of a step in which made-up values are given; what it ends is only what may be left
    /// out.
    package var exploration = Duration.seconds(2)
    /// The time in which a batch must show a sign of life, or it is sent again step by step.
    package var batch = Duration.seconds(2)
    /// The time in which a worker must be there.
    package var start = Duration.seconds(60)
    /// The memory of a worker in bytes.
    package var memory = 4 << 30
    /// The documents in a row from which a type may fail to return.
    package var lateDocuments = 3
    /// The documents in all from which a type may fail to return.
    package var lateDocumentsInAll = 10

    package init() {}
  }

  /// The first argument of a worker.
  package static let argument = "--run-types"

  /// The most documents of a batch.
  package static let batchCount = 64

  /// The size of a batch in bytes from which on no document is added.
  package static let batchSize = 256 << 10

  /// The ways that may end or stop a worker before nothing at all is explored any more.
  private static let maximumRefusals = 24
  private static let maximumLateRefusals = 4

  private let executable: URL
  private let limits: Limits
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var process: WorkerProcess?
    var isReady = false
    var writer = WorkerWriter()
    var failure: String?
    var strayEnds: [String] = []
    var lastType = ""
    /// The documents that are still sent step by step.
    var steps = 0
    var refusals: [ExplorationWay: UnexploredPart.Reason] = [:]
    var exploresNothing = false
    var late: [DTOTarget: LateDocuments] = [:]
  }

  /// The documents from which a type did not return.
  private struct LateDocuments {
    var inARow = 0
    var inAll = 0
  }

  /// Makes a worker, which starts when it is needed.
  package init(executable: URL, limits: Limits = Limits()) {
    self.executable = executable
    self.limits = limits
    state = Mutex(State())
  }

  /// Ends the worker, and returns why its reports cannot be trusted, one line each.
  ///
  /// That no worker could be started is one such thing. Another is code that ended a worker when it
  /// had returned, on a thread of its own, so that the document that led to it is unknown.
  package func finish() -> [String] {
    state.withLock { state in
      if let process = state.process {
        if state.isReady { note(process.leave(), of: process, &state) }
        state.process = nil
      }
      return (state.failure.map { [$0] } ?? []) + state.strayEnds
    }
  }

  /// Notes how a worker ended that had nothing to do.
  private func note(_ end: DTOEnd, of process: WorkerProcess, _ state: inout State) {
    switch end {
    case .exit(status: 0), .foreignDescriptors, .unknown: return
    default: break
    }
    let words = process.words.map { ", with the last line \(JSONWriter.quoted($0))" } ?? ""
    state.strayEnds.append(
      "the code of \(state.lastType) \(end.words) after it has returned\(words); "
        + "which document leads to it is not known")
  }

  /// Starts the worker, so that it is there when it is needed.
  package func start() {
    state.withLock { if $0.process == nil, $0.failure == nil { launch(&$0) } }
  }

  package func decode(
    _ documents: [JSONDocument], as dto: DTOBinding, at target: DTOTarget
  ) -> [DTOResult<DecodingReport>] {
    state.withLock { state in
      defer { state.lastType = dto.name }
      var results: [DTOResult<DecodingReport>] = []
      results.reserveCapacity(documents.count)
      while results.count < documents.count {
        if let reason = refusal(of: target, state) {
          results.append(.notRun(reason))
          continue
        }
        let batch = Self.batch(of: documents[results.count...])
        results += decode(batch, target, &state)
      }
      return results
    }
  }

  package func reads(
    _ dto: DTOBinding, at target: DTOTarget, samples: [JSONDocument]
  ) -> DTOResult<DTOShape> {
    state.withLock { state in
      defer { state.lastType = dto.name }
      while true {
        if let reason = refusal(of: target, state) { return .notRun(reason) }
        if let result = reads(target, samples, &state) { return result }
      }
    }
  }

  /// Why a type is not run any more; nil where it is.
  private func refusal(of target: DTOTarget, _ state: borrowing State) -> NotRunReason? {
    if let failure = state.failure { return .noWorker(failure) }
    guard let late = state.late[target] else { return nil }
    let isEnough =
      late.inARow >= limits.lateDocuments || late.inAll >= limits.lateDocumentsInAll
    return isEnough ? .lateBefore(count: late.inAll) : nil
  }

  /// The first documents of some, as many as go together.
  private static func batch(of documents: ArraySlice<JSONDocument>) -> ArraySlice<JSONDocument> {
    var size = 0
    return documents.prefix(batchCount).prefix { document in
      defer { size += document.bytes.count }
      return size < batchSize
    }
  }

  // MARK: Requests

  /// Sends a batch and collects what comes of it, up to the first document that ends the worker.
  ///
  /// Returns fewer results than there are documents where the rest must be sent again.
  private func decode(
    _ documents: ArraySlice<JSONDocument>, _ target: DTOTarget, _ state: inout State
  ) -> [DTOResult<DecodingReport>] {
    let isStepwise = state.steps > 0 || documents.count == 1
    let sizes = documents.map(\.bytes.count)
    guard let process = connected(&state, batchSize: sizes.reduce(0, +)) else { return [] }
    state.writer.write(.decode(target, sizes: sizes, isStepwise: isStepwise))
    send(documents, to: process, &state)
    var results: [DTOResult<DecodingReport>] = []
    var ways: [ExplorationWay] = []
    defer { state.steps = max(0, state.steps - results.count) }
    while results.count < documents.count {
      let size = isStepwise ? sizes[results.count] : sizes.reduce(0, +)
      let patience = ways.isEmpty ? isStepwise ? limits.document : limits.batch : limits.exploration
      switch process.next(within: time(patience, for: size)) {
      case .reply(.report(let report)):
        results.append(.value(report))
        if isStepwise { process.forgetWords() }
        state.late[target]?.inARow = 0
      case .reply(.misused(let end)):
        results.append(.ended(end, lastWords: process.words))
        state.late[target]?.inARow = 0
      case .reply(.began(let way)): ways.append(way)
      case .reply(.cameBack): _ = ways.popLast()
      case .reply(.ready), .reply(.shape), .reply(.noSuchType):
        fail(&state)
        return results
      case .silence:
        process.end()
        if let way = ways.last {
          refuse(way, because: .late, &state)
        } else if isStepwise {
          results.append(.ended(.late(time(patience, for: size)), lastWords: process.words))
          state.late[target, default: LateDocuments()].inARow += 1
          state.late[target]?.inAll += 1
        }
        state.steps = Self.batchCount
        state.process = nil
        return results
      case .end:
        let end = process.outcome()
        if let way = ways.last {
          refuse(way, because: .endedChild, &state)
        } else if isStepwise {
          results.append(.ended(end, lastWords: process.words))
          state.late[target]?.inARow = 0
        }
        state.steps = Self.batchCount
        state.process = nil
        return results
      }
    }
    return results
  }

  /// Asks what a type reads; nil where that must be asked again.
  private func reads(
    _ target: DTOTarget, _ samples: [JSONDocument], _ state: inout State
  ) -> DTOResult<DTOShape>? {
    let sizes = samples.map(\.bytes.count)
    let size = sizes.reduce(0, +)
    guard let process = connected(&state, batchSize: size) else { return nil }
    state.writer.write(.reads(target, sizes: sizes))
    send(samples[...], to: process, &state)
    var ways: [ExplorationWay] = []
    while true {
      let patience = time(ways.isEmpty ? limits.document : limits.exploration, for: size)
      switch process.next(within: patience) {
      case .reply(.shape(let shape)): return .value(shape)
      case .reply(.began(let way)): ways.append(way)
      case .reply(.cameBack): _ = ways.popLast()
      case .reply(.ready), .reply(.report), .reply(.noSuchType):
        fail(&state)
        return nil
      case .reply(.misused(let end)):
        return .ended(end, lastWords: process.words)
      case .silence:
        process.end()
        state.process = nil
        guard let way = ways.last else {
          return .ended(.late(patience), lastWords: process.words)
        }
        refuse(way, because: .late, &state)
        return nil
      case .end:
        let end = process.outcome()
        state.process = nil
        guard let way = ways.last else { return .ended(end, lastWords: process.words) }
        refuse(way, because: .endedChild, &state)
        return nil
      }
    }
  }

  /// Gives the worker up, which does not know what this program knows.
  private func fail(_ state: inout State) {
    state.process = nil
    state.failure =
      "\(executable.lastPathComponent) has other types as a worker; its main.swift must make the same "
      + "suites whatever its arguments are"
  }

  private func time(_ patience: Duration, for size: Int) -> Duration {
    patience + limits.perMegabyte * (Double(size) / 1_000_000)
  }

  private func send(
    _ documents: ArraySlice<JSONDocument>, to process: WorkerProcess, _ state: inout State
  ) {
    // Large documents are not copied; small ones go with the request.
    var small = state.writer.take()
    for document in documents {
      if document.bytes.count > Self.batchSize {
        process.send(small[...])
        small = []
        process.send(document.bytes[...])
      } else {
        small += document.bytes
      }
    }
    process.send(small[...])
  }

  /// Remembers, for the rest of the run, a way that a worker did not come back from.
  private func refuse(
    _ way: ExplorationWay, because reason: UnexploredPart.Reason, _ state: inout State
  ) {
    let isKnown = state.refusals.updateValue(reason, forKey: way) != nil
    let late = state.refusals.values.count { $0 == .late }
    if isKnown || state.refusals.count > Self.maximumRefusals || late > Self.maximumLateRefusals {
      state.exploresNothing = true
    }
  }

  // MARK: The connection

  /// A worker that is there, with nothing left of what it said before; nil where there is none.
  private func connected(_ state: inout State, batchSize: Int) -> WorkerProcess? {
    // Code that a document left behind on another thread may have ended it since.
    if let process = state.process, state.isReady, !process.isRunning {
      note(process.outcome(), of: process, &state)
      state.process = nil
    }
    if state.process == nil { launch(&state) }
    guard let process = state.process else { return nil }
    if !state.isReady {
      guard case .reply(.ready) = process.next(within: limits.start) else {
        state.process = nil
        let words = process.words.map { ": " + JSONWriter.quoted($0) } ?? ""
        process.end()
        let files = sysconf(Int32(_SC_OPEN_MAX))
        // Below 0 there is no limit.
        state.failure =
          0...Int(WorkerProcess.descriptor) ~= files
          ? "only \(files) files may be open at once, which is too few for the worker that decodes; "
            + "allow more, as with 'ulimit -n 256'"
          : "\(executable.lastPathComponent) does not answer as a worker; a program that is a command "
            + "calls runAndExit() before anything else" + words
        return nil
      }
      state.isReady = true
    }
    process.forgetWords()
    process.memory = limits.memory + (batchSize > 4 * Self.batchSize ? 32 * batchSize : 0)
    state.writer.write(
      .begin(
        refusals: state.refusals, exploresNothing: state.exploresNothing, memory: process.memory))
    return process
  }

  private func launch(_ state: inout State) {
    state.writer = WorkerWriter()
    state.isReady = false
    do {
      state.process = try WorkerProcess(
        executable: executable.path, arguments: [Self.argument])
    } catch {
      let reason = SystemError.reason(of: error)
      state.failure = "cannot start \(executable.path) as a worker: \(reason)"
    }
  }
}
