import Foundation
import StrictJSON
import Synchronization

/// The laws of decoding, tried on made-up documents of all types by several tasks at once.
///
/// Document number n of a trial with seed S is the only document of a trial with seed S + n.
package struct LawTrial: Sendable {
  /// The first document that breaks a law.
  package struct Breach: Error, Sendable {
    package let seed: UInt64
    package let shape: String
    package let document: String
    package let law: String
  }

  private let shapes: [ShapeCase]
  private let documents: Int
  private let seed: UInt64

  /// Makes a trial of some documents.
  package init(documents: Int, seed: UInt64) {
    self.init(
      ShapeCase.all + ShapeCase.hostile + ShapeCase.catching + ShapeCase.passing, documents, seed)
  }

  init(_ shapes: [ShapeCase], _ documents: Int, _ seed: UInt64) {
    self.shapes = shapes
    self.documents = documents
    self.seed = seed
  }

  /// How many documents a task takes at once.
  private static let batch = 500

  /// What the tasks share.
  private final class Ledger: Sendable {
    private struct State {
      var next = 0
      var done = 0
      var breach: Breach?
    }

    private let state = Mutex(State())
    private let documents: Int

    init(documents: Int) { self.documents = documents }

    var breach: Breach? { state.withLock { $0.breach } }

    /// The numbers of the next documents; nil where there are none, or a breach was found.
    func nextBatch() -> Range<Int>? {
      state.withLock { state in
        guard state.breach == nil, state.next < documents else { return nil }
        let batch = state.next..<min(state.next + LawTrial.batch, documents)
        state.next = batch.upperBound
        return batch
      }
    }

    /// Notes that some documents are done; returns how many are in all.
    func finish(_ count: Int) -> Int {
      state.withLock { state in
        state.done += count
        return state.done
      }
    }

    func note(_ breach: Breach) { state.withLock { $0.breach = $0.breach ?? breach } }
  }

  /// Tries the documents, on all processors, and returns the first breach that was found.
  ///
  /// `progress` is told the number of documents that are done, by any of the tasks, several times a second.
  package func run(_ progress: @escaping @Sendable (Int) -> Void) async throws -> Breach? {
    let ledger = Ledger(documents: documents)
    try await withThrowingTaskGroup { [shapes, seed] group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          let bench = try Bench(shapes)
          while let batch = ledger.nextBatch() {
            for number in batch {
              guard let breach = try bench.breach(seed &+ UInt64(number)) else { continue }
              return ledger.note(breach)
            }
            progress(ledger.finish(batch.count))
          }
        }
      }
      try await group.waitForAll()
    }
    return ledger.breach
  }

  /// The decoders of one task.
  private struct Bench {
    private let shapes: [(shape: ShapeCase, sample: JSONNode)]
    private let single: [DocumentDecoders]
    private let lists: [DocumentDecoders]

    init(_ shapes: [ShapeCase]) throws {
      self.shapes = try shapes.map { ($0, JSONNode(try JSONDocument(Array($0.sample.utf8)).root)) }
      single = shapes.map { $0.single() }
      lists = shapes.map { $0.list() }
    }

    func breach(_ seed: UInt64) throws -> Breach? {
      let number = Int(seed % UInt64(shapes.count))
      let (shape, sample) = shapes[number]
      let document = MadeUpDocument(sample, seed: seed)
      let decoders = document.isList ? lists[number] : single[number]
      let bytes = Array(document.text.utf8)
      let outcome = try decoders.decode(bytes)
      guard let law = outcome.brokenLaw(of: shape, try decoders.engine(bytes)) else { return nil }
      return Breach(
        seed: seed, shape: document.isList ? "[\(shape.name)]" : shape.name,
        document: document.text, law: law)
    }
  }
}
