import Dispatch
import StrictJSON
import Synchronization

/// Works on the lines of a stream, one batch after the other.
protocol LineWorker: Sendable {
  /// Takes the next batch; the reader keeps its memory from one to the next.
  mutating func take(_ batch: inout LineBatch, _ reader: inout JSONRecordReader)
}

/// Shares the lines of a stream among workers, each with a thread of its own.
///
/// Each worker takes a batch and comes back for the next. Which one had which lines is chance.
struct LineWorkers<Worker: LineWorker>: Sendable {
  private var reader: LineReader
  private var failure: (any Error)?
  private var done: [Worker] = []

  private init(reader: LineReader) { self.reader = reader }

  /// Returns the workers when all lines are taken.
  ///
  /// Throws what the stream throws.
  static func run(
    _ reader: LineReader, count: Int, _ make: @Sendable () -> Worker
  ) throws -> [Worker] {
    let source = Mutex(LineWorkers(reader: reader))
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      var worker = make()
      var batch = LineBatch()
      var records = JSONRecordReader()
      while source.withLock({ $0.next(&batch) }) { worker.take(&batch, &records) }
      source.withLock { $0.done.append(worker) }
    }
    let workers = source.withLock { $0 }
    if let failure = workers.failure { throw failure }
    return workers.done
  }

  /// Gives out the next lines; false where there are no more, or where reading failed.
  private mutating func next(_ batch: inout LineBatch) -> Bool {
    guard failure == nil else { return false }
    do {
      return try reader.next(&batch)
    } catch {
      failure = error
      return false
    }
  }
}
