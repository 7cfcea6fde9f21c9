import ContractTesting
import StrictJSON

extension Subcommand {
  static let decode = Subcommand(
    name: "decode",
    summary: "Decode documents through a DTO and report every problem.",
    explanation: """
      Decodes each document strictly through the named DTO. Where JSONDecoder stops at the first \
      problem, this reports all of them, and also what JSONDecoder lets through but should not. \
      NDJSON of any length is read in pieces. With --summary the findings are counted and a few of \
      each cause kept, and --merge joins such summaries into the report on the whole.
      """,
    usage: ["--as DTO INPUT… [--summary]", "--merge SUMMARY… [--summary]", "--list"],
    arguments: [.inputs], argumentCount: 0...Int.max,
    options: [
      OptionSpec(
        name: "as", value: .dto(placeholder: "DTO"),
        help: "The name of the DTO, such as {dto}."),
      OptionSpec(name: "list", help: "Print the names of the DTOs."),
    ] + .summary + .input,
    examples: [
      Example(arguments: "decode --as {dto} a.json", help: "decode a response"),
      Example(arguments: "decode --list", help: "print the names that --as takes"),
    ],
    run: { try DecodeCommand(context: $0).run() })
}

/// `decode`: strict decoding of documents through a named type.
struct DecodeCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    if context.arguments.flag("list") {
      if let unused = context.arguments.positionals.first {
        throw context.arguments.error("unexpected argument '\(unused)' beside --list")
      }
      try list()
      return .conforms
    }
    let summaries = SummaryRun(context: context)
    if context.arguments.flag("merge") {
      if context.arguments.flag("as") {
        throw context.arguments.error("unexpected option '--as': the summaries name their type")
      }
      try requireInput()
      let summary = try summaries.merged()
      let report = report(summary)
      if context.arguments.flag("summary") { return try summaries.write(summary, report) }
      return try context.finish(report)
    }
    let dto = try dto()
    try requireInput()
    let options = try InputOptions(context)
    var found =
      try summaries.empty(type: dto.name).map {
        FindingCollection($0, redaction: context.world.redaction)
      } ?? FindingCollection()
    let runners = (0..<options.jobs).map { TypeRunner(context.world, startsAtOnce: $0 == 0) }
    let checks = runners.map { DecodingCheck(dto, at: .named(dto.name), runner: $0.runner) }
    var run = DecodeRun(checks)
    let reader = InputReader(world: context.world, options: options)
    for input in context.arguments.positionals {
      try run.decode(input, reader, into: &found)
    }
    let problems = runners.flatMap { $0.finish() }
    if problems.isEmpty, var summary = found.finish() {
      summary.gaps = run.gaps
      summary.notes = run.notes
      return try summaries.write(summary, report(summary))
    }
    let report = report(
      found.tally.findings, run.gaps, run.notes, type: dto.name, documents: found.counts.documents)
    return try context.finish(report, problems: problems)
  }

  private func requireInput() throws(UsageError) {
    if context.arguments.positionals.isEmpty {
      throw context.arguments.error("missing argument: INPUT…")
    }
  }

  private func report(_ summary: FindingSummary) -> Report {
    report(
      summary.findings, summary.gaps, summary.notes, type: summary.type ?? "",
      documents: summary.documents)
  }

  private func report(
    _ findings: [Finding], _ gaps: DecodingGaps, _ notes: NoteChoice, type: String, documents: Int
  ) -> Report {
    var report = Report(command: "decode", findings: findings, notes: notes.lines)
    report.notes += gaps.notes(on: type)
    report.notes.append("decoded \(documents.counted("document")) as \(type)")
    return report
  }

  private func list() throws {
    let names = context.tool.dtos.map(\.name)
    try ReportPublisher(context).publishList(
      text: names.map { $0 + "\n" }.joined(),
      json: [JSONNode.Member("dtos", .array(names.map(JSONNode.string)))])
  }

  private func dto() throws -> DTOBinding {
    let names = context.tool.dtos.map(\.name)
    guard let name = context.arguments.value("as") else {
      throw context.arguments.error("missing option '--as DTO'; '--list' prints the names")
    }
    guard let dto = context.tool.dtos.first(where: { $0.name == name }) else {
      throw context.arguments.error(
        "unknown DTO '\(name)'" + Suggestion.words(for: name, in: names))
    }
    return dto
  }
}

/// Decodes documents, some at a time, and holds no more of them.
private struct DecodeRun {
  /// A check for each worker; each has a process of its own for the code of the type.
  private let checks: [DecodingCheck]

  /// The documents that the type was not run on to their end.
  private(set) var gaps = DecodingGaps()

  /// What was not checked to its end.
  private(set) var notes = NoteChoice()

  /// What was read and not decoded yet.
  private var waiting = ReadingBatch()

  init(_ checks: [DecodingCheck]) { self.checks = checks }

  /// Decodes the documents of an input.
  mutating func decode(
    _ input: String, _ reader: InputReader, into found: inout FindingCollection
  ) throws {
    let before = found.counts.documents
    for part in try reader.parts(input) {
      switch part {
      case .document(let document):
        let response = try document.read()
        // Where many share the work, the share of one may be nothing.
        if found.isForSummary, response.size == 0 { continue }
        if !found.goesOn(with: response.name) { decode(waiting.takeRest(), into: &found) }
        found.begin(response.name)
        let reading = ResponseReading(response)
        found.counts.documents += 1
        found.counts.broken += reading.document == nil ? 1 : 0
        if let batch = waiting.add(reading) { decode(batch, into: &found) }
      case .lines(let input):
        decode(waiting.takeRest(), into: &found)
        found.begin(input.name)
        let lines = try input.open()
        let done = try reader.readable(input.name) {
          try LineDecoding(lines, of: input, checks: checks, after: found.tally)
        }
        found.tally = done.findings
        found.counts += done.counts
        gaps.merge(done.gaps)
        notes.merge(done.notes)
      }
    }
    decode(waiting.takeRest(), into: &found)
    if found.counts.documents == before, !found.isForSummary { throw reader.noDocument(in: input) }
  }

  private mutating func decode(_ batch: [ResponseReading], into found: inout FindingCollection) {
    guard !batch.isEmpty, let check = checks.first else { return }
    notes.add(check.report(batch, to: &found.tally, &gaps))
  }
}
