import ContractTesting
import JSONSchema
import SchemaDrift
import StrictJSON

/// What the lines of a stream have in common, and the lines that are no documents.
///
/// Some workers share the stream (``LineWorkers``), and each adds its lines to a summary of its own.
/// At the end the summaries are merged. Which worker had which lines has no influence: merging is
/// associative and commutative.
struct LineSummary: Sendable {
  /// The lines that are documents.
  private(set) var summary = FormatSummary()

  /// Some of the documents; none unless the stream is one side of a comparison.
  private(set) var sample = DocumentSample()

  /// Whether some line is a stored summary, and the first one of these that is damaged.
  var hasSummaries: Bool { faults.hasSummaries }
  var brokenSummary: Int? { faults.brokenSummary }

  /// What is wrong with the lines that are no documents: all counted, the first ones kept.
  var findings: FindingTally { faults.findings }

  /// The number of lines that are no documents.
  var brokenLines: Int { faults.findings.total }

  private var faults = Faults()

  /// The most findings that are listed; broken lines are only to be seen, not to be worked off.
  static let mostFindings = 100

  /// Summarises the lines of a reader, with a number of workers.
  ///
  /// For a side of a comparison (`isSide`) some documents are kept, and lines that are stored summaries are
  /// joined. Throws what the stream throws.
  init(_ reader: LineReader, of input: LineInput, workers: Int, isSide: Bool = false) throws {
    faults.place = input.start
    let name = input.name
    let done = try LineWorkers.run(reader, count: workers, into: faults) {
      Worker(name: name, sample: isSide ? DocumentSample() : nil)
    }
    faults = done.total
    for worker in done.workers {
      summary.merge(worker.summary)
      if let part = worker.sample { sample.merge(part) }
    }
    sample.setPlaces { [faults] in faults.starts[$0] }
  }

  /// What is wrong with the lines.
  private struct Faults: LineTotal {
    var findings = FindingTally(limits: FindingTally.Limits(first: LineSummary.mostFindings))
    var place = InputStart()
    /// Where each batch begins.
    var starts: [InputStart] = []
    var hasSummaries = false
    var brokenSummary: Int?

    struct Part: Sendable {
      var findings: FindingTally
      var lines = 0
      var bytes = 0
      var hasSummaries = false
      var brokenSummary: Int?
    }

    func part() -> Part { Part(findings: findings.part()) }

    mutating func append(_ part: Part) {
      let before = place
      starts.append(before)
      findings.append(part.findings) { $0.move(byLines: before.line - 1, bytes: before.offset) }
      place.line += part.lines
      place.offset += part.bytes
      hasSummaries = hasSummaries || part.hasSummaries
      if brokenSummary == nil { brokenSummary = part.brokenSummary.map { $0 + before.line - 1 } }
    }
  }

  /// One of those who summarise.
  private struct Worker: LineWorker {
    typealias Total = Faults

    let name: String
    var summary = FormatSummary()
    var sample: DocumentSample?

    mutating func take(
      _ batch: inout LineBatch, _ reader: inout JSONRecordReader, into part: inout Faults.Part
    ) {
      part.bytes = batch.count
      let batchNumber = batch.number
      part.lines = batch.forEachLine { line, number in
        if sample != nil, FormatSummary.beginsSummary(line) {
          join(line, number, &part)
          return
        }
        do throws(JSONSyntaxError) {
          try reader.read(line)
          let document = summary.add(reader)
          // A second reference to the sample would copy it at each line.
          guard sample?.wants(document) == true else { return }
          sample?.add(
            DocumentSample.Entry(
              number: document, response: Response(name: name, line: line, number: number),
              place: (0, batchNumber, number)))
        } catch {
          // A line that cannot be read has this one fault and no other.
          ResponseReading(Response(name: name, line: line, number: number)).report(
            to: &part.findings)
        }
      }
    }

    /// Joins a stored summary.
    private mutating func join(
      _ line: ArraySlice<UInt8>, _ number: Int, _ part: inout Faults.Part
    ) {
      part.hasSummaries = true
      if let stored = FormatSummary(line: line) {
        summary.merge(stored)
      } else if part.brokenSummary == nil {
        part.brokenSummary = number + 1
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
