import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// Where reports go, and what becomes of a run that cannot write them.
@Suite(.waiting) struct OutputTests {
  @Test func severalFormatsAreWrittenAtOnce() async throws {
    try await Project.with(["a.json": "{"]) { project in
      try project.write("old", to: "out/report.json")
      let run = await CommandRun(
        [
          "validate", "a.json", "--format", "json=out/report.json", "--format", "github",
          "--format", "junit=out/report.xml", "--format=text=out/report.txt",
        ], in: project.root)
      #expect(run.code == .findings)
      #expect(run.output.hasPrefix("::error file=a.json,line=1,"))
      let report = try project.text("out/report.json")
      #expect(try ReadReport(report, code: 1).rules == ["invalid-json"])
      #expect(try project.text("out/report.xml").hasPrefix("<?xml"))
      #expect(try project.text("out/report.txt").hasPrefix("a.json:1:2: breaking"))
      #expect(try project.files().count == 4, "no temporary file is left")
    }
  }

  @Test func twoReportsNeedTwoFiles() async throws {
    try await Project.with(["a.json": "{}"]) { project in
      let run = await CommandRun(
        ["validate", "a.json", "--format", "json=r", "--format", "junit=r"], in: project.root)
      #expect(run.code == .usage && run.errors.contains("two reports cannot be in one file: r"))
    }
  }

  /// What a run reads is not written over, whatever its spelling.
  @Test(arguments: [
    (["infer", "a.json", "-o", "./a.json"], "./a.json would be written over, and is read"),
    (["infer", "a.json", "-o", "link.json"], "link.json would be written over, and is read"),
    (["validate", "a.json", "--format", "json=a.json"], "a.json would be written over"),
    (["diff", "b.json", "a.json", "--format=sarif=out/../b.json"], "b.json would be written over"),
    (
      ["validate", "a.json", "--format", "json=r", "--format", "junit=./r"],
      "two outputs cannot be in one file: ./r"
    ),
    (
      ["infer", "--merge", "a.json", "b.json", "--format", "json=b.json"],
      "b.json would be written over"
    ),
    (["infer", "--merge", "a.json", "b.json", "-o", "a.json"], "a.json would be written over"),
    (
      ["validate", "--contract", "a.json", "b.json", "--format", "json=a.json"],
      "a.json would be written over"
    ),
    (["report", "--history", "a.json", "-o", "a.json"], "a.json would be written over"),
    (
      ["generate", "swift", "a.json", "--model", "m.swift", "-o", "m.swift"],
      "two outputs cannot be in one file: m.swift"
    ),
  ])
  func inputsAreNotWrittenOver(_ arguments: [String], _ message: String) async throws {
    try await Project.with(["a.json": "{}", "b.json": "{}", "out/c.json": "{}"]) { project in
      try FileManager.default.createSymbolicLink(
        atPath: project.url("link.json").path, withDestinationPath: "a.json")
      let run = await CommandRun(arguments, in: project.root)
      #expect(run.code == .usage && run.errors.contains(message), "\(run.errors)")
      #expect(try project.text("a.json") == "{}" && project.text("b.json") == "{}")
    }
  }

  /// What a command reads for its endpoints is not written over, and no report goes among it.
  @Test(arguments: [
    (["check", "--format", "json=Contracts/themealdb/names.schema.json"], "is read"),
    (["check", "--format", "json=Fixtures/themealdb/names/a-list.json"], "is read"),
    (["check", "--format", "html=Contracts/new/r.html"], "among the contracts and fixtures"),
    (["check", "--format", "json=linked/names.schema.json"], "is read"),
    (["status", "--format", "json=link.json"], "is read"),
    (["validate", "Package.swift", "--format", "json=Fixtures/r.json"], "among the contracts"),
    (
      ["export", "jsonschema", "themealdb/names", "-o", "Contracts/themealdb/names.schema.json"],
      "is read"
    ),
    (
      ["export", "openapi", "themealdb", "-o", "Fixtures/themealdb/names/a-list.json"], "is read"
    ),
    (["generate", "swift", "themealdb", "-o", "link.json"], "is read"),
  ])
  func filesOfTheProjectAreNotWrittenOver(_ arguments: [String], _ message: String) async throws {
    try await Project.ofRepository { project in
      for (link, target) in [
        ("link.json", "Contracts/themealdb/names.schema.json"), ("linked", "Contracts/themealdb"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: project.url(link).path, withDestinationPath: target)
      }
      let before = try project.files()
      let run = await CommandRun(arguments, in: project.root)
      #expect(run.code == .usage && run.errors.contains(message), "\(run.errors)")
      #expect(try project.files() == before)
    }
  }

  /// A history and a report in one file lose the history, whether it is there already or not.
  @Test(arguments: [true, false])
  func historyIsNoPlaceForAReport(_ isThere: Bool) async throws {
    try await Project.ofRepository { project in
      if isThere { _ = await CommandRun(["check", "--history", "h"], in: project.root) }
      let before = try project.files()
      let run = await CommandRun(
        ["check", "--history", "h", "--format", "json=./h"], in: project.root)
      #expect(run.code == .usage && run.errors.contains("./h"), "\(run.errors)")
      #expect(try project.files() == before)
    }
  }

  /// A word or the name of a suite is no file, though there is one of its name.
  @Test(arguments: ["openapi", "themealdb"])
  func anOutputMayBeWrittenAgain(_ name: String) async throws {
    try await Project.ofRepository { project in
      for _ in 1...2 {
        let run = await CommandRun(
          ["export", "openapi", "themealdb", "-o", name], in: project.root)
        #expect(run.code == .conforms, "\(run.errors)")
      }
    }
  }

  @Test func aSummaryIsAddedToInItsPlace() async throws {
    try await Project.with(["a.json": #"{"a": 1}"#]) { project in
      for file in ["all", "new"] {
        _ = await CommandRun(["infer", "a.json", "--summary", "-o", file], in: project.root)
      }
      let run = await CommandRun(
        ["infer", "--merge", "all", "new", "--summary", "-o", "all"], in: project.root)
      #expect(run.code == .conforms, "\(run.errors)")
      let (all, new) = (try project.text("all"), try project.text("new"))
      #expect(all != new)
    }
  }

  @Test func documentsForProgramsShareStandardOutputWithNothing() async throws {
    try await Project.with(["a.json": "{}"]) { project in
      let run = await CommandRun(
        ["validate", "a.json", "--format", "text", "--format", "json"], in: project.root)
      #expect(run.code == .usage && run.output.isEmpty)
      #expect(run.errors.contains("only text and github can share standard output"))
      #expect(run.errors.contains("--format json=FILE"))
    }
  }

  @Test(arguments: [["text", "github"], ["github", "text"]])
  func textAndAnnotationsShareStandardOutput(_ formats: [String]) async throws {
    try await Project.with(["a.json": "{"]) { project in
      let run = await CommandRun(
        ["validate", "a.json"] + formats.flatMap { ["--format", $0] }, in: project.root)
      let text = await CommandRun(["validate", "a.json"], in: project.root)
      let github = await CommandRun(["validate", "a.json", "--format", "github"], in: project.root)
      #expect(run.code == .findings && run.output == text.output + github.output)
    }
  }

  /// Inside a job `check` annotates and fills the summary, and a program still gets its document.
  @Test func jobsOfGitHubGetAnnotationsAndASummary() async throws {
    try await Project.ofRepository { project in
      try project.edit("Fixtures/themealdb/recipe/52958.json", "\"strMeal\"", "\"strTitle\"")
      try project.write("# before\n", to: "summary.md")
      let job = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": project.url("summary.md").path]
      let run = await CommandRun(
        ["check", "themealdb/recipe"], in: project.root, environment: job)
      let plain = await CommandRun(["check", "themealdb/recipe"], in: project.root)
      #expect(run.code == .findings && run.output.hasPrefix(plain.output))
      #expect(run.output.dropFirst(plain.output.count).contains("::error file=Fixtures/themealdb"))
      let summary = try project.text("summary.md")
      #expect(summary.hasPrefix("# before\n### mealdb-contract"))
      #expect(summary.contains("| ` themealdb/recipe ` | **failed** |"))
      #expect(summary.contains("`missing-key` in ` themealdb/recipe `"))

      let program = await CommandRun(
        ["check", "themealdb/recipe", "--format", "json"], in: project.root, environment: job)
      #expect(try ReadReport(program.output, code: 1).rules.contains("missing-key"))
      #expect(program.errors.contains("::error file=Fixtures/themealdb"))
      let asked = await CommandRun(
        ["check", "themealdb/recipe", "--format", "github", "--format", "text"], in: project.root,
        environment: job)
      #expect(asked.output == run.output)
      let other = await CommandRun(
        ["validate", "Fixtures"], in: project.root, environment: job)
      #expect(!other.output.contains("::"))
      let lost = await CommandRun(
        ["check", "spacex/latest"], in: project.root,
        environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "nowhere/summary.md"])
      #expect(lost.code == .conforms && lost.errors.contains("cannot write the summary of the job"))
    }
  }

  @Test func reportThatCannotBeWrittenIsAFailure() async throws {
    try await Project.with(["a.json": "{}", "file": ""]) { project in
      for path in ["file/report.json", "."] {
        let run = await CommandRun(
          ["validate", "a.json", "--format", "json=\(path)"], in: project.root)
        #expect(run.code == .failure)
        #expect(run.errors.hasPrefix("mealdb-contract: cannot write \(path): "), "\(run.errors)")
        #expect(run.errors.contains("name another file"))
        #expect(!run.errors.contains("cannot be written"))
      }
    }
  }

  @Test func quietPrintsFindingsOnly() async throws {
    try await Project.with(["a.json": "{}", "b.json": "{"]) { project in
      let good = await CommandRun(["validate", "a.json", "-q"], in: project.root)
      #expect(good.output.isEmpty && good.code == .conforms)
      let bad = await CommandRun(["validate", "b.json", "--quiet"], in: project.root)
      #expect(bad.output.hasPrefix("b.json:1:2: breaking"))
      #expect(!bad.output.contains("1 breaking"))
    }
  }

  @Test func colourIsForTerminalsOnly() async throws {
    try await Project.with(["a.json": "{"]) { project in
      let plain = await CommandRun(["validate", "a.json"], in: project.root)
      #expect(!plain.output.contains("\u{1B}"))
      let terminal = await CommandRun(["validate", "a.json"], in: project.root, isTerminal: true)
      #expect(terminal.output.contains("\u{1B}[1;31mbreaking\u{1B}[0m"))
      let file = await CommandRun(
        ["validate", "a.json", "--format", "text=a.txt"], in: project.root, isTerminal: true)
      let written = try project.text("a.txt")
      #expect(file.output.isEmpty && written == plain.output)
      let never = await CommandRun(
        ["validate", "a.json", "--color", "never"], in: project.root, isTerminal: true,
        environment: ["COLUMNS": "100"])
      #expect(never.output == plain.output)
    }
  }
}

/// The same with the program itself and real file descriptors.
@Suite(.enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)))
struct ProcessOutputTests {
  /// The exit code and the report in a file are for others than the reader that went away.
  @Test func brokenPipeDoesNotEndTheRun() async throws {
    try await Project.with(["a.json": "{"]) { project in
      let command = #"""
        { "$PROGRAM" validate a.json --format text --format json=report.json; echo $? > code; } |
          exec 0<&-
        for wait in $(seq 100); do [ -s code ] && break; sleep 0.1; done
        [ "$(cat code)" = 1 ]
        """#
      #expect(try await Program.shell(command, in: project.root) == 0)
      let report = try project.text("report.json")
      #expect(try ReadReport(report, code: 1).rules == ["invalid-json"])
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func fullDiskIsAFailure() async throws {
    try await Project.with(["a.json": "{}"]) { project in
      let command = #""$PROGRAM" validate a.json > /dev/full 2> errors"#
      #expect(try await Program.shell(command, in: project.root) == 3)
      let errors = try project.text("errors")
      #expect(errors.hasPrefix("mealdb-contract: cannot write the output: "))
    }
  }

  @Test func closedOrOddStandardInputIsAFailure() async throws {
    try await Project.with { project in
      for input in ["<&-", "< ."] {
        let command = #""$PROGRAM" validate - 2> errors \#(input)"#
        #expect(try await Program.shell(command, in: project.root) == 3)
        let errors = try project.text("errors")
        #expect(errors.hasPrefix("mealdb-contract: cannot read standard input: "), "\(errors)")
      }
    }
  }

  @Test func pipesAreReadLikeFiles() async throws {
    try await Project.with { project in
      let command = #"echo '[1,' | "$PROGRAM" validate /dev/stdin > out"#
      #expect(try await Program.shell(command, in: project.root) == 1)
      let output = try project.text("out")
      #expect(output.hasPrefix("/dev/stdin:2:1: breaking invalid-json"), "\(output)")
    }
  }

  @Test func workingFolderThatIsGoneIsAFailure() async throws {
    try await Project.with { project in
      let command = #"mkdir a; cd a; rmdir ../a; "$PROGRAM" check 2> ../errors"#
      #expect(try await Program.shell(command, in: project.root) == 3)
      let errors = try project.text("errors")
      #expect(errors == "mealdb-contract: the working folder is gone; change to another one\n")
    }
  }

  @Test func helpAndVersionNeedNoFolder() async throws {
    try await Project.with { project in
      let help = try await Program.run("--help", in: project.root)
      #expect(help.code == 0 && help.output.hasPrefix("usage: mealdb-contract COMMAND"))
      let version = try await Program.run("--version", in: project.root)
      #expect(version.code == 0 && version.output == "mealdb-contract \(CommandLineTool.version)\n")
      let nothing = try await Program.run(in: project.root)
      #expect(nothing.code == 2 && nothing.output.isEmpty)
    }
  }
}
