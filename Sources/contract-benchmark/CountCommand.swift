import Foundation

/// `contract-benchmark count`: instructions and allocations of each way, as valgrind counts them.
///
/// Each way runs once and twice in processes of its own; what the second run adds is its own work,
/// without start-up and the making of the input. The counts are the same on any machine that runs the
/// same code, so they tell a small change from noise.
struct CountCommand {
  let options: BenchmarkOptions

  /// The tool is slower by a factor of 50, so the documents are smaller.
  private static let part = 20

  /// What one run of a way needs.
  struct Count: Equatable {
    var instructions = 0
    var allocations = 0
  }

  /// Counts all comparisons that are asked for, and hands on the lines of text for each.
  func run(_ write: (String) -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = Self.withoutDebugInformation(in: folder)
    var options = options
    options.part *= Self.part
    try Operations(options: options).forEach { comparison in
      let counts = try comparison.contenders.indices.map { contender in
        try count(comparison, contender, in: program)
      }
      write(Self.report(comparison, counts))
    }
  }

  private func count(
    _ comparison: Comparison, _ contender: Int, in program: String
  ) throws -> Count {
    func output(_ tool: String, times: Int) throws -> String {
      var arguments = [
        "--tool=\(tool)", "--\(tool)-out-file=/dev/null", program,
        "--only", comparison.name, "--contender", String(contender),
        "--part", String(options.part * Self.part), String(times),
      ]
      if let timeline = options.timeline { arguments += ["--timeline", timeline] }
      return try Self.errorOutput(of: "valgrind", arguments)
    }
    func added(_ tool: String, _ number: (String) -> Int?) throws -> Int {
      let outputs = [try output(tool, times: 1), try output(tool, times: 2)]
      let numbers = outputs.compactMap(number)
      guard numbers.count == 2 else { throw CountError(output: outputs.joined()) }
      return numbers[1] - numbers[0]
    }
    return Count(
      instructions: try added("callgrind", Self.instructions(in:)),
      allocations: try added("dhat", Self.allocations(in:)))
  }

  /// A copy of this program without the debug information, on which valgrind 3.19 ends; the program itself where
  /// `strip` is not there.
  private static func withoutDebugInformation(in folder: URL) -> String {
    let program = CommandLine.arguments[0]
    let copy = folder.appending(path: "contract-benchmark").path(percentEncoded: false)
    let isMade = (try? errorOutput(of: "strip", ["--strip-debug", "-o", copy, program])) != nil
    return isMade ? copy : program
  }

  /// Reads the number in `==7== Collected : 84735734`; children of the process end before it.
  static func instructions(in output: String) -> Int? {
    output.matches(of: #/Collected : ([0-9]+)/#).last.flatMap { Int($0.1) }
  }

  /// Reads the number of blocks in `==7== Total:     1,234 bytes in 56 blocks`.
  static func allocations(in output: String) -> Int? {
    output.matches(of: #/Total: +[0-9,]+ bytes in ([0-9,]+) blocks/#).last.flatMap {
      Int($0.1.filter { $0 != "," })
    }
  }

  /// The counts as lines of text, a heading first.
  static func report(_ comparison: Comparison, _ counts: [Count]) -> String {
    var lines = [comparison.name]
    for (contender, count) in zip(comparison.contenders, counts) {
      let perByte = Double(count.instructions) / Double(max(1, comparison.bytes))
      var line = "  " + Comparison.padded(contender.name, 28)
      line += Comparison.padded("\(Comparison.rounded(perByte)) instructions a byte", 30)
      line += Comparison.padded("\(count.allocations / comparison.documents) allocations", 24)
      if comparison.documents > 1 {
        line += "\(count.instructions / comparison.documents) instructions each; "
      }
      if count != counts.first, let first = counts.first, first.instructions > 0 {
        let ratio = Double(count.instructions) / Double(first.instructions)
        line += "\(Comparison.rounded(ratio)) times as many instructions"
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  private static func errorOutput(of tool: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let output = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CountError(output: output) }
    return output
  }
}

/// The tool did not run to its end; this is what it said.
struct CountError: Error, CustomStringConvertible {
  let output: String

  var description: String { "valgrind and strip must be installed and run: \(output)" }
}
