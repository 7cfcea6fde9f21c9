import ContractTesting
import StrictJSON

/// `decode`: strict decoding of documents through a named type.
struct DecodeCommand {
  private let tool: CommandLineTool
  private let arguments: ParsedArguments
  private let world: CommandWorld

  init(tool: CommandLineTool, _ arguments: ParsedArguments, _ world: CommandWorld) {
    self.tool = tool
    self.arguments = arguments
    self.world = world
  }

  func run() throws -> ExitCode {
    if arguments.flag("list") {
      if let unused = arguments.positionals.first {
        throw arguments.error("unexpected argument '\(unused)' beside --list")
      }
      try list()
      return .conforms
    }
    let dto = try dto()
    guard !arguments.positionals.isEmpty else { throw arguments.error("missing argument: INPUT…") }
    let types = TypeRunner(world)
    let check = DecodingCheck(dto, at: .named(dto.name), runner: types.runner)
    let reader = InputReader(world: world)
    var report = Report(command: "decode")
    var count = 0
    var gaps = DecodingGaps()
    func take(_ readings: [ResponseReading]) {
      for (reading, outcome) in zip(readings, check.run(on: readings)) {
        report.findings += reading.findings + outcome.findings
        report.notes += outcome.notes
        gaps.add(outcome)
      }
      count += readings.count
    }
    var batch = ReadingBatch()
    for input in arguments.positionals {
      for response in try reader.documents(input) {
        if let readings = batch.add(ResponseReading(response)) { take(readings) }
      }
    }
    take(batch.rest)
    report.notes += gaps.notes(on: dto)
    report.notes.append(
      "decoded \(count == 1 ? "1 document" : "\(count) documents") as \(check.dto.name)")
    let code = try finish(report, arguments, world)
    let problems = types.finish()
    for problem in problems { world.writeError(tool.lines("\(programName): \(problem)")) }
    return code == .conforms && !problems.isEmpty ? .failure : code
  }

  private func list() throws {
    let names = tool.dtos.map(\.name)
    try world.publishList(
      arguments, text: names.map { $0 + "\n" }.joined(),
      json: [JSONNode.Member("dtos", .array(names.map(JSONNode.string)))])
  }

  private func dto() throws -> DTOBinding {
    let names = tool.dtos.map(\.name)
    guard let name = arguments.value("as") else {
      throw arguments.error("missing option '--as DTO'; '--list' prints the names")
    }
    guard let dto = tool.dtos.first(where: { $0.name == name }) else {
      throw arguments.error("unknown DTO '\(name)'" + Suggestion.words(for: name, in: names))
    }
    return dto
  }
}
