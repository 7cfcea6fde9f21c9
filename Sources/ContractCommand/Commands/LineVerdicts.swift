import ContractTesting
import JSONSchema
import StrictJSON

/// What is wrong with the lines of a stream, each taken for a document of its own.
///
/// Some workers share the stream (``LineWorkers``). A line that is valid for sure, as nearly all
/// are, is done with then; any other is read again with all the care that a document gets. The
/// findings are added in the order of the lines, so the division among workers does not show.
struct LineVerdicts: LineTotal {
  /// The findings: all counted, the first ones kept.
  private(set) var findings: FindingTally

  /// What was read.
  private(set) var counts = InputCounts()

  /// What the documents have in common; empty unless it was asked for.
  private(set) var samples = ShapeSummary()

  private var place: InputStart

  /// Checks the lines of a reader, with a number of workers, and adds what is wrong to a tally.
  ///
  /// `summarises` asks for what the documents have in common, for a stream that cannot be read again.
  /// Throws what the stream throws.
  init(
    _ reader: LineReader, of input: LineInput, check: ContractCheck?, workers: Int,
    after findings: FindingTally = FindingTally(), summarises: Bool = false
  ) throws {
    self.findings = findings
    place = input.start
    let name = input.name
    let done = try LineWorkers.run(reader, count: workers, into: self) {
      Worker(
        name: name, check: check, validator: check?.quickValidator,
        samples: summarises ? ShapeSummary() : nil)
    }
    self = done.total
    for worker in done.workers {
      if let summary = worker.samples { samples.merge(summary) }
    }
  }

  /// What came out of a batch, with lines and bytes counted from its beginning.
  struct Part: Sendable {
    var findings: FindingTally
    var counts = InputCounts()
    var bytes = 0
  }

  func part() -> Part { Part(findings: findings.part()) }

  mutating func append(_ part: Part) {
    let before = place
    findings.append(part.findings) { $0.move(byLines: before.line - 1, bytes: before.offset) }
    counts += part.counts
    place.line += part.counts.lines
    place.offset += part.bytes
  }

  /// One of those who check.
  private struct Worker: LineWorker {
    typealias Total = LineVerdicts

    let name: String
    let check: ContractCheck?
    var validator: QuickValidator?
    var samples: ShapeSummary?

    mutating func take(
      _ batch: inout LineBatch, _ reader: inout JSONRecordReader, into part: inout Part
    ) {
      part.bytes = batch.count
      part.counts.lines = batch.forEachLine { line, number in
        part.counts.documents += 1
        let isFine = isSurelyFine(line, &reader)
        if samples != nil { summarise(line, &reader) }
        guard !isFine else { return }
        let reading = ResponseReading(Response(name: name, line: line, number: number))
        if reading.document == nil { part.counts.broken += 1 }
        reading.report(check, to: &part.findings)
      }
    }

    private mutating func isSurelyFine(
      _ line: ArraySlice<UInt8>, _ reader: inout JSONRecordReader
    ) -> Bool {
      do throws(JSONSyntaxError) {
        try reader.read(line)
      } catch {
        return false
      }
      switch validator?.verdict(on: reader) {
      case .unknown: return false
      case .validWithDistinctKeys: return reader.isSurelyClean(keysAreDistinct: true)
      case .valid, nil: return reader.isSurelyClean()
      }
    }

    private mutating func summarise(_ line: ArraySlice<UInt8>, _ reader: inout JSONRecordReader) {
      // A line that cannot be read is no sample.
      guard (try? reader.read(line)) != nil else { return }
      samples?.add(reader)
    }
  }
}

/// How much was read.
struct InputCounts: Sendable {
  /// The documents, broken ones too.
  var documents = 0

  /// The lines of NDJSON, blank ones too.
  var lines = 0

  /// The documents that are no JSON.
  var broken = 0

  static func += (left: inout InputCounts, right: InputCounts) {
    left.documents += right.documents
    left.lines += right.lines
    left.broken += right.broken
  }
}

extension ResponseReading {
  /// Adds everything that is wrong with the response by itself and against a contract.
  func report(_ check: ContractCheck?, to findings: inout FindingTally) {
    report(to: &findings)
    check?.report(self, to: &findings)
  }
}
