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

  /// What is wrong with the lines that are no documents: all counted, the first ones kept.
  var findings: FindingTally { faults.findings }

  /// The number of lines that are no documents.
  var brokenLines: Int { faults.findings.total }

  private var faults = Faults()

  /// The most findings that are listed; broken lines are only to be seen, not to be worked off.
  static let mostFindings = 100

  /// Summarises the lines of a reader, with a number of workers.
  ///
  /// Throws what the stream throws.
  init(_ reader: LineReader, of input: LineInput, workers: Int) throws {
    faults.place = input.start
    let name = input.name
    let done = try LineWorkers.run(reader, count: workers, into: faults) { Worker(name: name) }
    faults = done.total
    for worker in done.workers { summary.merge(worker.summary) }
  }

  /// What is wrong with the lines.
  private struct Faults: LineTotal {
    var findings = FindingTally(limits: FindingTally.Limits(first: LineSummary.mostFindings))
    var place = InputStart()

    struct Part: Sendable {
      var findings: FindingTally
      var lines = 0
      var bytes = 0
    }

    func part() -> Part { Part(findings: findings.part()) }

    mutating func append(_ part: Part) {
      let before = place
      findings.append(part.findings) { $0.move(byLines: before.line - 1, bytes: before.offset) }
      place.line += part.lines
      place.offset += part.bytes
    }
  }

  /// One of those who summarise.
  private struct Worker: LineWorker {
    typealias Total = Faults

    let name: String
    var summary = ShapeSummary()

    mutating func take(
      _ batch: inout LineBatch, _ reader: inout JSONRecordReader, into part: inout Faults.Part
    ) {
      part.bytes = batch.count
      part.lines = batch.forEachLine { line, number in
        do throws(JSONSyntaxError) {
          try reader.read(line)
          summary.add(reader)
        } catch {
          // A line that cannot be read has this one fault and no other.
          ResponseReading(Response(name: name, line: line, number: number)).report(
            to: &part.findings)
        }
      }
    }
  }
}

extension Response {
  /// Makes a response of a line, placed from the beginning of its batch on.
  init(name: String, line: ArraySlice<UInt8>, number: Int) {
    self.init(name: name, body: Array(line), firstLine: number + 1)
    firstOffset = line.startIndex
  }
}
