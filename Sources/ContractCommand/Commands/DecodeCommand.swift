import ContractTesting
import StrictJSON

extension Subcommand {
  static let decode = Subcommand(
    name: "decode",
    summary: "Decode documents through a DTO and report every problem.",
    explanation: """
      Decodes each document strictly through the named DTO. Where JSONDecoder stops at the first \
      problem, this reports all of them, and also what JSONDecoder lets through but should not.
      """,
    usage: ["--as DTO INPUT…", "--list"],
    arguments: [.inputs], argumentCount: 0...Int.max,
    options: [
      OptionSpec(
        name: "as", value: .dto(placeholder: "DTO"),
        help: "The name of the DTO, such as {dto}."),
      OptionSpec(name: "list", help: "Print the names of the DTOs."),
    ],
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
    let dto = try dto()
    guard !context.arguments.positionals.isEmpty else {
      throw context.arguments.error("missing argument: INPUT…")
    }
    let types = TypeRunner(context.world)
    let check = DecodingCheck(dto, at: .named(dto.name), runner: types.runner)
    let reader = InputReader(world: context.world)
    var run = DecodeRun(check)
    for input in context.arguments.positionals {
      try reader.forEachDocument(input) { run.add($0) }
    }
    var report = run.report()
    report.notes.append("decoded \(run.count.counted("document")) as \(check.dto.name)")
    return try context.finish(report, problems: types.finish())
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
  private let check: DecodingCheck
  private var findings = FindingTally()
  private var gaps = DecodingGaps()
  private var notes: [String] = []
  private var notesNotShown = 0

  /// The number of documents.
  private(set) var count = 0

  /// What was read and not decoded yet.
  private var waiting = ReadingBatch()

  /// The most notes; each document may have some.
  private static let mostNotes = 100

  init(_ check: DecodingCheck) { self.check = check }

  mutating func add(_ response: Response) {
    count += 1
    if let batch = waiting.add(ResponseReading(response)) { decode(batch) }
  }

  private mutating func decode(_ batch: [ResponseReading]) {
    let new = check.report(batch, to: &findings, &gaps)
    let room = Self.mostNotes - notes.count
    notes += new.prefix(room)
    notesNotShown += max(0, new.count - room)
  }

  /// What was found in all documents.
  mutating func report() -> Report {
    decode(waiting.rest)
    waiting = ReadingBatch()
    var report = Report(command: "decode", findings: findings.findings, notes: notes)
    if notesNotShown > 0 {
      report.notes.append("\(notesNotShown) more notes about parts that were not checked")
    }
    report.notes += gaps.notes(on: check.dto)
    return report
  }
}
