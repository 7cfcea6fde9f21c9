import ContractTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// Code of types that misbehaves costs one document, whatever it does, and nothing else.
@Suite(.waiting, .enabled(if: Program.isAvailable, "\(Program.unavailableReason)"))
struct MisbehaviourTests {
  private static var program: URL? {
    Program.executable.map { $0.deletingLastPathComponent().appendingPathComponent("OwnCommand") }
  }

  private static let good = #"{"code": "AB-1", "name": "n"}"#
  private static let bad = #"{"code": "bad", "name": 7}"#
  private static let broken = #"{"code": "AB-2", "name": 7}"#
  private static let madeUp = #"{"code": 7, "name": 7}"#

  /// What ends the program, with what is said of it.
  private static let ends = [
    ("trap", "by SIG"), ("index", "by SIG"), ("try", "by SIG"), ("abort", "by SIGABRT"),
    ("null", "by SIG"), ("divide", "by SIGFPE"), ("recursion", "by SIG"),
    ("exit", "with exit status 0"), ("exit3", "with exit status 3"),
    ("_exit", "with exit status 0"), ("terminate", "by SIGTERM"), ("kill", "by SIGKILL"),
    ("thread", "by SIG"), ("words", "by SIGABRT"), ("memory", "needs more memory than"),
    ("close", "closes file descriptors"), ("fork", "(fork)"), ("stop", "does not return within"),
    ("loop", "does not return within"), ("sleep", "does not return within"),
    ("semaphore", "does not return within"), ("lock", "does not return within"),
  ]

  private func decode(
    _ type: String, _ documents: KeyValuePairs<String, String>
  ) async throws -> (told: [String], report: ReadReport) {
    try await Project.with(Dictionary(uniqueKeysWithValues: documents.map { $0 })) { project in
      let run = try await Program.run(
        ["decode", "--as", type, "--format", "json"] + documents.map(\.key), in: project.root,
        executable: Self.program)
      #expect(run.errors.isEmpty, "\(type): \(run.errors.prefix(500))")
      let report = try ReadReport(run.output, code: run.code)
      return (
        report.findings.map { "\($0["file"] ?? "") \($0.rule) \($0["pointer"] ?? "")" }, report
      )
    }
  }

  @Test(arguments: ends)
  func realValueCostsItsDocument(_ name: String, _ words: String) async throws {
    #if canImport(Darwin)
      // Nothing limits what is asked for and not used.
      if name == "memory" { return }
    #endif
    let (told, report) = try await decode(
      "real-\(name)",
      ["a.json": Self.good, "b.json": Self.bad, "c.json": Self.broken, "d.json": Self.good])
    #expect(told == ["b.json invalid-value ", "c.json type-mismatch /name"], "\(name)")
    let message = report.findings.first?["message"] ?? ""
    #expect(message.contains("the code of real-\(name) ") && message.contains(words), "\(message)")
    #expect(report.code == 1)
  }

  /// Whatever made-up values lead to, the document's first problem is told and nothing else.
  @Test(arguments: ends)
  func madeUpValueIsNoFinding(_ name: String, _ words: String) async throws {
    #if canImport(Darwin)
      if name == "memory" { return }
    #endif
    let (told, _) = try await decode(
      "made-up-\(name)",
      ["a.json": Self.good, "b.json": Self.madeUp, "c.json": Self.broken, "d.json": Self.madeUp])
    // A fork comes back, and what is behind it is seen.
    let madeUp = { (file: String) in
      ["\(file) type-mismatch /code"] + (name == "fork" ? ["\(file) type-mismatch /name"] : [])
    }
    #expect(
      told == madeUp("b.json") + ["c.json type-mismatch /name"] + madeUp("d.json"), "\(name)")
  }

  /// What does no harm to the app does none here: not to the report, nor to the next document.
  @Test(arguments: ["print", "input", "folder"])
  func harmlessCodeIsNoFinding(_ name: String) async throws {
    let (told, _) = try await decode(
      "real-\(name)", ["a.json": Self.bad, "b.json": Self.good, "c.json": Self.bad])
    #expect(told == ["a.json type-mismatch /name", "c.json type-mismatch /name"])
  }

  @Test func lastWordsAreQuotedAndCut() async throws {
    let (_, trap) = try await decode("real-trap", ["a.json": Self.bad])
    let found = trap.findings.first?["found"] ?? ""
    #expect(found.contains("there is a number") && !found.contains("\n"))
    let (_, words) = try await decode("real-words", ["a.json": Self.bad])
    let long = words.findings.first?["found"] ?? ""
    #expect(long.contains(#"\u001b[2J::error::x"#) && long.count < 500)
  }

  /// A trap at each document costs a start of the program each, and no more.
  @Test func manyTrapsTakeSeconds() async throws {
    let lines = (0..<120).map { $0 % 4 == 3 ? Self.good : Self.bad }
    try await Project.with(["a.ndjson": lines.joined(separator: "\n")]) { project in
      let run = try await Program.run(
        ["decode", "--as", "real-trap", "--format", "json", "a.ndjson"], in: project.root,
        executable: Self.program)
      let findings = try ReadReport(run.output, code: run.code).findings
      #expect(findings.map(\.rule) == Array(repeating: "invalid-value", count: 90))
      #expect(
        findings.compactMap { $0["line"].flatMap(Int.init) }
          == (1...120).filter { $0 % 4 != 0 })
    }
  }

  @Test func standardInputIsReadOnce() async throws {
    try await Project.with(["a.ndjson": [Self.good, Self.bad, Self.broken].joined(separator: "\n")])
    { project in
      let code = try await Program.shell(
        "cat a.ndjson | $PROGRAM decode --as real-exit --format json - > report 2> errors",
        in: project.root, executable: Self.program)
      let report = try ReadReport(try project.text("report"), code: code)
      #expect(report.code == 1 && report.rules == ["invalid-value", "type-mismatch"])
    }
  }

  /// A type that cannot be asked what it reads is said so, and its documents are checked.
  @Test func typeThatEndsWithoutADocumentIsNotCompared() async throws {
    let contract = #"""
      {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}
      """#
    try await Project.with([
      "Fixtures/misbehaving/unread-exit/a.json": Self.good,
      "Contracts/misbehaving/unread-exit.schema.json": contract,
      "Fixtures/misbehaving/real-exit/a.json": Self.bad,
      "Fixtures/misbehaving/real-exit/b.json": Self.broken,
      "Contracts/misbehaving/real-exit.schema.json": contract,
    ]) { project in
      let run = try await Program.run(
        ["check", "misbehaving/unread-exit", "misbehaving/real-exit"], in: project.root,
        executable: Self.program)
      #expect(run.output.contains("unread-exit was not compared with its contract: without a"))
      #expect(run.output.contains("the code of real-exit ends the program with exit status 0"))
      #expect(run.output.contains("b.json") && run.code == 1 && run.errors.isEmpty)
    }
  }

  @Test func cleanRunSaysTheSameAsInThisProcess() async throws {
    try await Project.ofRepository { project in
      try project.edit(
        "Fixtures/themealdb/recipe/52958.json", #""strMeal":"#, #""strMeals":"#)
      for format in ["json", "text"] {
        let arguments = ["check", "--format", format]
        let here = await CommandRun(arguments, in: project.root)
        let there = try await Program.run(arguments, in: project.root)
        #expect(there.code == 1 && there.code == here.code.rawValue && there.errors.isEmpty)
        #expect(there.output == here.output)
      }
    }
  }

  /// A worker ends with its parent, even in a loop.
  @Test func workerDoesNotOutliveItsParent() async throws {
    // Of so large a document nobody thinks that it is late.
    let name = String(repeating: "x", count: 40_000_000)
    let text = #"{"code": "bad", "name": "\#(name)"}"#
    // A shell of its own does the waiting: the threads of this process may be busy for a minute.
    let script = #"""
      "$PROGRAM" decode --as real-told-loop a.json > /dev/null 2>&1 &
      parent=$!
      for i in $(seq 200); do [ -s pid ] && break; sleep 0.1; done
      child=$(cat pid)
      kill -0 $parent && kill -0 $child || exit 10
      kill -9 $parent
      for i in $(seq 80); do
        kill -0 $child 2> /dev/null || exit 0
        # What nobody has waited for yet is a status, and no process any more.
        [ -r /proc/$child/stat ] && grep -q ') Z ' /proc/$child/stat && exit 0
        sleep 0.1
      done
      kill -9 $child
      exit 11
      """#
    try await Project.with(["a.json": text]) { project in
      let code = try await Program.shell(script, in: project.root, executable: Self.program)
      #expect(code == 0, "10: one of both had ended before; 11: the worker did not end")
    }
  }

  @Test func programThatIsNoWorkerIsAFailure() async throws {
    try await Project.with(["a.json": Self.good, "program": "#!/bin/sh\nexit 0\n"]) { project in
      let script = project.url("program")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
      for executable in [script, URL(fileURLWithPath: "/nowhere/program")] {
        let worker = DTOWorker(executable: executable)
        let document = try JSONDocument(Array(Self.good.utf8))
        let results = worker.decode(
          [document, document], as: DTOBinding(Int.self), at: .named("Int"))
        for result in results {
          guard case .notRun(.noWorker) = result else {
            Issue.record("\(result)")
            continue
          }
        }
        #expect(results.count == 2 && worker.finish().count == 1)
      }
    }
  }

  @Test func typeThatOnlyTheParentHasIsAFailure() throws {
    let worker = try worker { _ in }
    let results = worker.decode(
      try documents([Self.good]), as: Self.binding, at: .named("nowhere"))
    guard case .notRun(.noWorker) = results[0] else {
      Issue.record("\(results)")
      return
    }
    #expect(worker.finish().count == 1)
  }

  // MARK: Limits

  private func worker(_ change: (inout DTOWorker.Limits) -> Void) throws -> DTOWorker {
    var limits = DTOWorker.Limits()
    change(&limits)
    return DTOWorker(executable: try #require(Self.program), limits: limits)
  }

  private func documents(_ texts: [String]) throws -> [JSONDocument] {
    try texts.map { try JSONDocument(Array($0.utf8)) }
  }

  /// The binding of this process is not run; the worker has its own.
  private static let binding = DTOBinding(Int.self)

  @Test func typeThatIsLateThreeTimesIsNotRunAgain() throws {
    let worker = try worker {
      $0.document = .milliseconds(300)
      $0.batch = .milliseconds(300)
    }
    let results = worker.decode(
      try documents(Array(repeating: Self.bad, count: 200)), as: Self.binding,
      at: .named("real-loop"))
    #expect(results.count == 200)
    for (position, result) in results.enumerated() {
      switch (position, result) {
      case (0..<3, .ended(.late, _)), (3..., .notRun(.lateBefore(count: 3))): break
      default: Issue.record("\(position): \(result)")
      }
    }
    let others = worker.decode(
      try documents([Self.bad]), as: Self.binding, at: .named("real-exit"))
    guard case .ended(.exit(status: 0), _)? = others.first else {
      Issue.record("\(others)")
      return
    }
  }

  @Test func typeThatIsOftenLateIsNotRunAgain() throws {
    let worker = try worker {
      $0.document = .milliseconds(300)
      $0.lateDocuments = 99
      $0.lateDocumentsInAll = 2
    }
    // Each is the only one of its request, and so waited for once.
    let results = try (0..<3).flatMap { _ in
      worker.decode(try documents([Self.bad]), as: Self.binding, at: .named("real-sleep"))
    }
    guard case .ended(.late, _) = results[1], case .notRun(.lateBefore(count: 2)) = results[2]
    else {
      Issue.record("\(results)")
      return
    }
  }

  @Test(arguments: ["unread-loop", "unread-lock"])
  func typeThatDoesNotReturnWithoutADocumentIsTold(_ name: String) throws {
    let worker = try worker { $0.document = .milliseconds(300) }
    guard case .ended(.late, _) = worker.reads(Self.binding, at: .named(name), samples: []) else {
      Issue.record("it returned")
      return
    }
  }

  /// Reports that came from a worker are those of this process, for every fixture and for broken ones.
  @Test func reportsAreThoseOfThisProcess() throws {
    let worker = DTOWorker(executable: try #require(Program.executable))
    for (suite, endpoint) in [APISuite].all.flatMap({ suite in suite.endpoints.map { (suite, $0) } }
    ) {
      guard let dto = endpoint.dto else { continue }
      let bodies = try FixtureSource(root: TestFolders.packageRoot)
        .responses(suite: suite.name, endpoint: endpoint.name).map(\.body)
      let broken = bodies.map { body in
        let parts = String(decoding: body, as: UTF8.self).split(
          separator: ":", omittingEmptySubsequences: false)
        // Every 7th value becomes a number, with a new key behind it.
        return Array(
          parts.enumerated().map { $0 % 7 == 6 && $1.hasPrefix("\"") ? "7, \"new\":" + $1 : $1 }
            .joined(separator: ":").utf8)
      }
      let documents = (bodies + broken).compactMap { try? JSONDocument($0) }
      #expect(documents.count > bodies.count)
      let target = DTOTarget.endpoint(suite: suite.name, endpoint: endpoint.name)
      let there = worker.decode(documents, as: dto, at: target)
      for (document, result) in zip(documents, there) {
        let report = try #require(result.value)
        let here = dto.decode(document)
        #expect(report.issues == here.issues && report.reads == here.reads)
        #expect(report.unread == here.unread && report.unexplored == here.unexplored)
      }
      let samples = Array(documents.prefix(4))
      #expect(
        worker.reads(dto, at: target, samples: samples).value == dto.reads(samples))
    }
  }

  /// Code that returns and ends the program later is told, though at no document.
  @Test func whatIsLeftBehindIsNotLost() async throws {
    let worker = try worker { _ in }
    let results = worker.decode(
      try documents([Self.bad, Self.good]), as: Self.binding, at: .named("real-leftover"))
    #expect(results.allSatisfy { $0.value != nil })
    try await Task.sleep(for: .seconds(4))
    let problems = worker.finish()
    #expect(problems.count == 1 && problems[0].contains("nobody waits for me"), "\(problems)")
  }

  @Test func memoryIsLimited() throws {
    let worker = try worker {
      $0.memory = 512 << 20
      // On a busy machine the memory is not taken within the time of one document.
      $0.document = .seconds(60)
    }
    let results = worker.decode(
      try documents([Self.good, Self.bad, Self.good]), as: Self.binding, at: .named("real-growth"))
    guard case .ended(.memory(bytes: 512 << 20), _) = results[1] else {
      Issue.record("\(results[1])")
      return
    }
    #expect(results[0].value?.issues.isEmpty == true && results[2].value?.issues.isEmpty == true)
  }

  @Test func documentsOfAnySizeAndNumberComeBackInOrder() throws {
    let worker = try worker { _ in }
    let texts = (0..<300).map { number in
      let size = number % 50 == 7 ? 400_000 : number % 9
      let name = String(repeating: "x", count: size)
      return #"{"code": "AB-\#(number)", "name": "\#(name)", "number\#(number)": 1}"#
    }
    let results = worker.decode(try documents(texts), as: Self.binding, at: .named("real-exit"))
    #expect(
      results.map { $0.value?.unread.map(\.path.description) ?? [] }
        == (0..<300).map { ["$.number\($0)"] })
  }
}

/// The strict decoder as a library, in a program of its own.
@Suite(.enabled(if: Program.isAvailable, "\(Program.unavailableReason)"))
struct LibraryUserTests {
  private func told(_ conditions: String...) async throws -> [String] {
    try await Project.with { project in
      let program = Program.executable.map {
        $0.deletingLastPathComponent().appendingPathComponent("OwnCommand")
      }
      let run = try await Program.run(
        ["library"] + conditions, in: project.root, executable: program)
      #expect(run.code == 0)
      return run.output.split(separator: "\n").map(String.init)
    }
  }

  @Test func nothingForksUnlessAskedAndReportsAreTheSame() async throws {
    let usual = try await told()
    #expect(usual.last == "forks 0" && usual.count { $0.hasPrefix("issue") } == 6)
    #expect(try await told("ignores-children") == usual)
    #expect(try await told("eight-threads") == usual)
    #expect(try await told("none").last == "forks 0")
    #if os(Linux)
      let inChild = try await told("in-child")
      #expect(inChild.dropLast() == usual.dropLast() && inChild.last != "forks 0")
      let unseen = try await told("in-child", "ignores-children")
      #expect(unseen.contains("left  childNotSeen"))
    #endif
  }
}
