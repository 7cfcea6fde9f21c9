import Dispatch
import StrictJSON
import Synchronization

/// Works on the lines of a stream, one batch after the other.
protocol LineWorker: Sendable {
  associatedtype Total: LineTotal

  /// Takes the next batch, and adds to a part what comes out of it.
  ///
  /// The reader keeps its memory from one batch to the next.
  mutating func take(
    _ batch: inout LineBatch, _ reader: inout JSONRecordReader, into part: inout Total.Part)
}

/// What comes out of a stream.
protocol LineTotal: Sendable {
  /// What comes out of one batch, with lines counted from its beginning.
  associatedtype Part: Sendable

  /// An empty part for a batch, which may know what came before.
  func part() -> Part

  /// Adds what came out of the next batch.
  mutating func append(_ part: Part)
}

/// Shares the lines of a stream among workers, each with a thread of its own.
///
/// Each worker takes a batch and comes back for the next. Which one had which lines is chance, but
/// what comes out of the batches is added to the total in their order. A batch that takes long
/// holds up the others, so that no more than a few parts wait for their turn.
struct LineWorkers<Worker: LineWorker>: Sendable {
  private var reader: LineReader
  private var total: Worker.Total
  private var failure: (any Error)?
  private var done: [Worker] = []

  /// The parts that wait for their turn, by the numbers of their batches.
  private var waiting: [Int: Worker.Total.Part] = [:]
  private var nextNumber = 0

  /// The batches that a worker may be ahead of the slowest one.
  private static var lead: Int { 4 }

  private init(reader: LineReader, total: Worker.Total) {
    self.reader = reader
    self.total = total
  }

  /// Returns the total and the workers when all lines are taken.
  ///
  /// Throws what the stream throws.
  static func run(
    _ reader: LineReader, count: Int, into total: Worker.Total, _ make: @Sendable () -> Worker
  ) throws -> (total: Worker.Total, workers: [Worker]) {
    let source = Mutex(LineWorkers(reader: reader, total: total))
    let room = DispatchSemaphore(value: Self.lead * count)
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      var worker = make()
      var batch = LineBatch()
      var records = JSONRecordReader()
      while true {
        room.wait()
        guard var part = source.withLock({ $0.next(&batch) }) else { break }
        worker.take(&batch, &records, into: &part)
        let taken = (batch.number, part)
        let added = source.withLock { $0.add(taken.1, number: taken.0) }
        for _ in 0..<added { room.signal() }
      }
      room.signal()
      let finished = worker
      source.withLock { $0.done.append(finished) }
    }
    let workers = source.withLock { $0 }
    if let failure = workers.failure { throw failure }
    return (workers.total, workers.done)
  }

  /// Gives out the next lines, with a part for them; nil where there are no more, or where reading
  /// failed.
  private mutating func next(_ batch: inout LineBatch) -> Worker.Total.Part? {
    guard failure == nil else { return nil }
    do {
      return try reader.next(&batch) ? total.part() : nil
    } catch {
      failure = error
      return nil
    }
  }

  /// Adds the parts whose turn it is, and returns how many.
  private mutating func add(_ part: Worker.Total.Part, number: Int) -> Int {
    waiting[number] = part
    var count = 0
    while let part = waiting.removeValue(forKey: nextNumber) {
      total.append(part)
      nextNumber += 1
      count += 1
    }
    return count
  }
}
