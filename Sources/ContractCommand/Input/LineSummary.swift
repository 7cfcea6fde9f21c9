import ContractTesting
import JSONSchema
import StrictJSON

/// What the lines of a stream have in common, and the lines that are no documents.
///
/// Some workers share the stream (``LineWorkers``), and each adds its lines to a summary of its own.
/// At the end the summaries are merged. Which worker had which lines has no influence: merging is
/// associative and commutative.
struct LineSummary: Sendable {
  /// The lines that are documents.
  private(set) var summary = ShapeSummary()

  /// What is wrong with the first lines that are no documents, in the order of the lines.
  private(set) var findings: [Finding] = []

  /// The number of lines that are no documents.
  private(set) var brokenLines = 0

  /// The most findings that are kept; the other broken lines are only counted.
  static let mostFindings = 100

  /// Summarises the lines of a reader, with a number of workers.
  ///
  /// Throws what the stream throws.
  init(_ reader: LineReader, named name: String, workers: Int) throws {
    let done = try LineWorkers.run(reader, count: workers) { Worker(name: name) }
    var firstLines: [Int: Int] = [:]
    var line = 0
    for batch in done.flatMap(\.batches).sorted(by: { $0.number < $1.number }) {
      firstLines[batch.number] = line
      line += batch.lines
    }
    for worker in done {
      summary.merge(worker.summary)
      brokenLines += worker.brokenLines
      findings += worker.faults.map { fault in
        var finding = fault.finding
        finding.line = finding.line.map { $0 + firstLines[fault.batch, default: 0] }
        return finding
      }
    }
    findings.sort { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    findings.removeLast(max(0, findings.count - Self.mostFindings))
  }

  /// One of those who summarise.
  private struct Worker: LineWorker {
    let name: String
    var summary = ShapeSummary()
    var brokenLines = 0
    /// What is wrong, with the line counted from the beginning of its batch.
    var faults: [(batch: Int, finding: Finding)] = []
    var batches: [(number: Int, lines: Int)] = []

    mutating func take(_ batch: inout LineBatch, _ reader: inout JSONRecordReader) {
      let lines = batch.forEachLine { line, number in
        do throws(JSONSyntaxError) {
          try reader.read(line)
          summary.add(reader)
        } catch {
          addFault(line, number, in: batch.number)
        }
      }
      batches.append((batch.number, lines))
    }

    /// Batches come in order, so the first faults of a worker are the ones that may be needed.
    private mutating func addFault(_ line: ArraySlice<UInt8>, _ number: Int, in batch: Int) {
      brokenLines += 1
      guard faults.count < LineSummary.mostFindings else { return }
      let response = Response(name: name, body: Array(line), firstLine: number + 1)
      for finding in ResponseReading(response).findings where finding.level == .breaking {
        faults.append((batch, finding))
      }
    }
  }
}
