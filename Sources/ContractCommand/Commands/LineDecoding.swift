import ContractTesting
import StrictJSON
import Synchronization

/// What decoding the lines of a stream finds, each taken for a document of its own.
///
/// Some workers share the stream (``LineWorkers``), each with a check whose type runs in a process of its
/// own. The findings are added in the order of the lines, so the division does not show.
struct LineDecoding: LineTotal {
  /// The findings: all counted, the first ones kept.
  private(set) var findings: FindingTally

  /// What was read.
  private(set) var counts = InputCounts()

  /// The documents that the type was not run on to their end.
  private(set) var gaps = DecodingGaps()

  /// What was not checked to its end.
  private(set) var notes = NoteChoice()

  private var place: InputStart

  /// Decodes the lines of a reader, with a worker for each check, and adds what is wrong to a tally.
  ///
  /// Throws what the stream throws.
  init(
    _ reader: LineReader, of input: LineInput, checks: [DecodingCheck], after findings: FindingTally
  ) throws {
    self.findings = findings
    place = input.start
    let name = input.name
    let unused = Mutex(checks)
    self = try LineWorkers.run(reader, count: checks.count, into: self) {
      Worker(name: name, check: unused.withLock { $0.popLast() })
    }.total
  }

  /// What came out of a batch, with lines and bytes counted from its beginning.
  struct Part: Sendable {
    var findings: FindingTally
    var counts = InputCounts()
    var gaps = DecodingGaps()
    var notes = NoteChoice()
    var bytes = 0
  }

  func part() -> Part { Part(findings: findings.part()) }

  mutating func append(_ part: Part) {
    let before = place
    findings.append(part.findings) { $0.move(byLines: before.line - 1, bytes: before.offset) }
    counts += part.counts
    gaps.merge(part.gaps)
    notes.merge(part.notes)
    place.line += part.counts.lines
    place.offset += part.bytes
  }

  /// One of those who decode.
  private struct Worker: LineWorker {
    typealias Total = LineDecoding

    let name: String
    let check: DecodingCheck?

    mutating func take(
      _ batch: inout LineBatch, _ reader: inout JSONRecordReader, into part: inout Part
    ) {
      var waiting = ReadingBatch()
      part.bytes = batch.count
      part.counts.lines = batch.forEachLine { line, number in
        let reading = ResponseReading(Response(name: name, line: line, number: number))
        part.counts.documents += 1
        part.counts.broken += reading.document == nil ? 1 : 0
        if let readings = waiting.add(reading) { decode(readings, into: &part) }
      }
      decode(waiting.takeRest(), into: &part)
    }

    private func decode(_ readings: [ResponseReading], into part: inout Part) {
      guard !readings.isEmpty, let check else { return }
      part.notes.add(check.report(readings, to: &part.findings, &part.gaps))
    }
  }
}
