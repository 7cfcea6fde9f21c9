import ContractTesting
import Foundation
import JSONSchema
import SchemaDrift
import StrictJSON

/// One side of a comparison, read from an input of any length: what is known of the format, and some of the
/// documents.
///
/// Summaries that were written before are joined; where nothing else was read there are no documents.
struct FormatReading {
  /// The counts of all documents, and sketches of some of their records.
  private(set) var summary = FormatSummary()

  /// The faults of what is no document, the first ones of each kind.
  private(set) var findings = FindingTally(
    limits: FindingTally.Limits(first: LineSummary.mostFindings))

  /// Whether a stored summary was read.
  private(set) var hasSummaries = false

  private var sample = DocumentSample()
  private var parts = 0

  /// Whether there was nothing to read.
  var isEmpty: Bool { summary.samples + findings.total == 0 && !hasSummaries }

  /// The documents that are kept.
  var readings: [ResponseReading] { sample.inOrder.map { ResponseReading($0.response) } }

  /// Adds a document, or a stored summary.
  mutating func add(_ response: Response) throws {
    guard !FormatSummary.beginsSummary(response.body[...]) else {
      return try addSummaries(response)
    }
    let reading = ResponseReading(response)
    findings.append(reading.faults)
    guard let document = reading.document else { return }
    let number = summary.add(document)
    parts += 1
    sample.add(
      DocumentSample.Entry(number: number, response: response, place: (parts, 0, 0)))
  }

  /// Adds a document that was read in parts.
  mutating func add(_ document: LongDocument) {
    findings.append(document.faults)
    guard document.faults.isEmpty else { return }
    summary.merge(document.summary)
    parts += 1
    sample.add(
      DocumentSample.Entry(
        number: document.number, response: document.response, place: (parts, 0, 0)))
  }

  /// Adds the lines of a file or a pipe, each of which is a document or a stored summary.
  mutating func add(_ lines: LineReader, of input: LineInput) throws {
    let read = try LineSummary(
      lines, of: input, workers: ProcessInfo.processInfo.activeProcessorCount, isSide: true)
    if let line = read.brokenSummary { throw Self.broken(input.name, line) }
    hasSummaries = hasSummaries || read.hasSummaries
    findings.append(read.findings)
    summary.merge(read.summary)
    parts += 1
    sample.merge(read.sample, asPart: parts)
  }

  private mutating func addSummaries(_ response: Response) throws {
    hasSummaries = true
    var line = response.firstLine
    for text in response.body.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !text.allSatisfy(LineReader.isSpace) {
        guard let part = FormatSummary(line: text) else {
          throw Self.broken(response.name, line)
        }
        summary.merge(part)
      }
      line += 1
    }
  }

  private static func broken(_ name: String, _ line: Int) -> CommandFailure {
    CommandFailure(
      message: "\(name):\(line): a summary that is damaged or of another version of this program",
      next: "make it again with 'infer --summary INPUT…'")
  }
}

extension FormatSummary {
  /// Whether a text begins as a stored summary does.
  static func beginsSummary(_ text: ArraySlice<UInt8>) -> Bool {
    text.drop(while: LineReader.isSpace).starts(with: "{\"x-summary\"".utf8)
  }

  /// Reads a summary that is one line; nil for one that is damaged.
  init?(line: ArraySlice<UInt8>) {
    guard
      let document = try? JSONDocument(
        Array(line), maximumDepth: ShapeSummary.maximumDocumentDepth)
    else { return nil }
    self.init(document)
  }
}
