import Foundation

/// What a command line says about its inputs beside their names.
///
/// Standard input is a part of something larger where many share the work. Its place in that is stated
/// here, so that findings have the places of the whole.
struct InputOptions: Sendable {
  /// What standard input is called in findings.
  var name = "-"

  /// Where standard input begins in what it is a part of.
  var start = InputStart()

  /// Whether standard input is NDJSON, whatever its first line looks like.
  var isLines = false

  /// The most workers; each needs memory of its own.
  private static let mostJobs = 256

  /// The workers that share the lines of an input.
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  init() {}

  /// Reads the options; throws a ``UsageError`` where a number is none, or where they speak of a standard
  /// input that is not read.
  init(_ context: CommandContext) throws(UsageError) {
    let arguments = context.arguments
    for option in ["name", "first-line", "offset", "lines"]
    where arguments.flag(option) && !arguments.positionals.contains("-") {
      throw arguments.error("'--\(option)' is about standard input, '-', which is not read")
    }
    isLines = arguments.flag("lines")
    if let name = arguments.value("name") {
      guard !name.isEmpty else { throw arguments.error("'--name' is empty") }
      self.name = name
      isLines = isLines || InputReader.isLines(name)
    }
    // Half of what a number can be is left for what is added to it.
    start = InputStart(
      line: try context.number("first-line", in: 1...Int.max / 2) ?? 1,
      offset: try context.number("offset", in: 0...Int.max / 2) ?? 0)
    jobs = try context.number("jobs", in: 1...Self.mostJobs) ?? jobs
  }
}

/// Where an input begins in the file that it is a part of.
struct InputStart: Sendable, Hashable {
  /// The line, counted from 1.
  var line = 1

  /// The byte, counted from 0.
  var offset = 0
}

extension [OptionSpec] {
  /// The options of commands that read inputs of any size.
  static let input = [
    OptionSpec(
      name: "name", value: .text(placeholder: "NAME"),
      help: "What standard input is called in findings; one that ends with .ndjson is NDJSON."),
    OptionSpec(
      name: "first-line", value: .text(placeholder: "N"),
      help: "The number of the first line of standard input in the file that it is a part of."),
    OptionSpec(
      name: "offset", value: .text(placeholder: "N"),
      help: "The byte at which standard input begins in that file, from 0 on."),
    OptionSpec(
      name: "lines",
      help: "Take standard input for NDJSON, whatever its first line looks like."),
    OptionSpec(
      name: "jobs", value: .text(placeholder: "N"),
      help: "The workers that share the lines of an input; without it, one for each processor."),
  ]

  /// The options of commands whose findings can be joined with those of others.
  static let summary = [
    OptionSpec(
      name: "summary",
      help: "Write a summary of the findings, one line of JSON, instead of a report."),
    OptionSpec(
      name: "merge",
      help: "Read summaries, one a file or one a line, and report on all of them together."),
    OptionSpec(
      name: "examples", value: .text(placeholder: "N"),
      help: "The most findings of each cause that a summary keeps; without it, 3."),
  ]
}
