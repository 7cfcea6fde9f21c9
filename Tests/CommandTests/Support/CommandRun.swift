import ContractTesting
import Foundation
import SpaceX
import SpaceXSuite
import StrictJSON
import Synchronization
import TheMealDB
import TheMealDBSuite

@testable import ContractCommand

/// What one command line printed, and its exit code.
struct CommandRun: Sendable {
  let code: ExitCode
  let output: String
  let errors: String

  /// Runs a command line in this process, with all suites, in a folder; `whenAsked` is called where it reads input.
  init(
    _ arguments: [String], in folder: URL, input: String = "", suites: [APISuite] = .all,
    dtos: [DTOBinding] = [], isTerminal: Bool = false, environment: [String: String] = [:],
    program: String = "mealdb-contract", whenAsked: @escaping @Sendable () -> Void = {}
  ) async {
    let written = Mutex(["", ""])
    let unread = Mutex(Array(input.utf8)[...])
    let tool = CommandLineTool(suites: suites, dtos: dtos)
    code = await tool.run(
      arguments,
      in: CommandWorld(
        programName: program,
        environment: ["TERM": "xterm"].merging(environment) { _, given in given },
        workingFolder: folder, isTerminal: isTerminal,
        today: Day("2026-11-21") ?? Day(.distantPast),
        // All tests run at once, and may leave the server no processor for long.
        timeout: .seconds(240),
        write: { text in written.withLock { $0[0] += text } },
        writeError: { text in written.withLock { $0[1] += text } },
        readInput: { bytes, offset in
          whenAsked()
          return unread.withLock { unread in
            let piece = unread.prefix(bytes.count - offset)
            bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
            unread = unread.dropFirst(piece.count)
            return piece.count
          }
        }))
    (output, errors) = written.withLock { ($0[0], $0[1]) }
  }

  /// Runs a command line with `--format json` and reads its report.
  static func report(
    _ arguments: [String], in folder: URL, input: String = "", suites: [APISuite] = .all,
    dtos: [DTOBinding] = []
  ) async throws -> ReadReport {
    let run = await CommandRun(
      arguments + ["--format", "json"], in: folder, input: input, suites: suites, dtos: dtos)
    return try ReadReport(run.output, code: run.code.rawValue)
  }
}

extension [APISuite] {
  /// The suites of the program.
  static var all: [APISuite] { [.theMealDB, .spaceX, .spaceXV4] }
}

/// A JSON report as a program reads it.
struct ReadReport: Sendable {
  /// A finding of the report; what it does not have is nil.
  struct Finding: Sendable {
    let rule: String
    let level: String
    let value: JSONValue

    subscript(key: String) -> String? { value[key]?.string ?? value[key]?.numberText }

    /// The type and the property that read the value.
    var property: String? {
      guard let dto = value["dto"] else { return nil }
      return [dto["type"]?.string, dto["property"]?.string].compactMap { $0 }
        .joined(separator: ".")
    }

    /// The line and the column.
    var place: String? {
      guard let line = self["line"], let column = self["column"] else { return nil }
      return "\(line):\(column)"
    }
  }

  let code: Int32
  let findings: [Finding]
  let document: JSONDocument

  init(_ text: String, code: Int32) throws {
    document = try JSONDocument(Array(text.utf8))
    self.code = code
    findings =
      (document.root["findings"]?.elements).map { elements in
        elements.map {
          Finding(rule: $0["rule"]?.string ?? "", level: $0["level"]?.string ?? "", value: $0)
        }
      } ?? []
  }

  /// The ids of the rules, each once, sorted.
  var rules: [String] { Set(findings.map(\.rule)).sorted() }

  /// The findings of a rule.
  func findings(of rule: String) -> [Finding] { findings.filter { $0.rule == rule } }

  /// The status of a check.
  func status(_ suite: String, _ endpoint: String) -> String? {
    document.root["checks"]?.elements.first {
      $0["suite"]?.string == suite && $0["endpoint"]?.string == endpoint
    }?["status"]?.string
  }
}
