import ContractTesting
import JSONSchema
import StrictJSON

/// What is wrong with the lines of a stream, each taken for a document of its own.
///
/// Some workers share the stream (``LineWorkers``). A line that is valid for sure, as nearly all
/// are, is done with then; any other is read again with all the care that a document gets. At the
/// end the findings are put in the order of the lines, so nobody sees which worker had which.
struct LineVerdicts: Sendable {
  /// The findings, in the order of the lines.
  private(set) var findings = FindingList()

  /// The number of documents.
  private(set) var documents = 0

  /// Checks the lines of a reader, with a number of workers.
  ///
  /// Throws what the stream throws.
  init(_ reader: LineReader, named name: String, check: ContractCheck?, workers: Int) throws {
    let done = try LineWorkers.run(reader, count: workers) {
      Worker(name: name, check: check, validator: check?.quickValidator)
    }
    var line = 0
    let batches = done.flatMap { worker in worker.batches.map { (worker.findings, $0) } }
    for (found, batch) in batches.sorted(by: { $0.1.number < $1.1.number }) {
      documents += batch.documents
      for finding in found.all[batch.findings] {
        var finding = finding
        finding.line = finding.line.map { $0 + line }
        findings.append(finding)
      }
      line += batch.lines
    }
    findings.omitted += done.reduce(0) { $0 + $1.findings.omitted }
  }

  /// What came out of a batch, with lines counted from its beginning.
  private struct BatchVerdict: Sendable {
    let number: Int
    var lines = 0
    var documents = 0
    /// Where its findings stand among those of the worker.
    var findings = 0..<0
  }

  /// One of those who check.
  private struct Worker: LineWorker {
    let name: String
    let check: ContractCheck?
    var validator: QuickValidator?
    /// What was found so far: batches come in order, so what has no room here has none at the end.
    var findings = FindingList()
    var batches: [BatchVerdict] = []

    mutating func take(_ lines: inout LineBatch, _ reader: inout JSONRecordReader) {
      var batch = BatchVerdict(number: lines.number)
      let start = findings.all.count
      batch.lines = lines.forEachLine { line, number in
        batch.documents += 1
        if !isSurelyFine(line, &reader) { add(line, number) }
      }
      batch.findings = start..<findings.all.count
      batches.append(batch)
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

    private mutating func add(_ line: ArraySlice<UInt8>, _ number: Int) {
      let response = Response(name: name, body: Array(line), firstLine: number + 1)
      findings.append(response.findings(against: check))
    }
  }
}

/// Findings in order, of which not more than some are kept.
struct FindingList: Sendable {
  private(set) var all: [Finding] = []

  /// The number of findings that had no room.
  var omitted = 0

  /// The most findings that are kept, so that a stream of any length has a report that fits.
  static let most = 10_000

  private var worst: Level?

  /// Adds findings as long as there is room.
  ///
  /// The first one of a level that is worse than all before always has room.
  mutating func append(_ findings: [Finding]) {
    for finding in findings { append(finding) }
  }

  mutating func append(_ finding: Finding) {
    let isWorse = worst.map { finding.level > $0 } ?? true
    guard all.count < Self.most || isWorse else {
      omitted += 1
      return
    }
    if isWorse { worst = finding.level }
    all.append(finding)
  }
}

extension Response {
  /// Everything that is wrong with the response by itself and against a contract.
  func findings(against check: ContractCheck?) -> [Finding] {
    let reading = ResponseReading(self)
    return reading.findings + (check?.run(on: reading) ?? [])
  }
}
