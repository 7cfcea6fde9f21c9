import Foundation
import HTTPFixtures
import TestSupport
import Testing

@testable import ContractCommand

/// Every command line of the README, of the articles and of the workflows, run as it stands.
///
/// The program that a line names is the one beside the tests. Where a line asks a server, the program
/// gets the address of a loopback server that sends the fixtures, with `--base-url`; nothing else is
/// changed. What builds or tests the package cannot run inside of its own tests: `.ci/run` runs it, and
/// here it is only looked for there. The lines of ``onlyInWorkflows`` run nowhere else.
@Suite(
  .waiting,
  .enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)),
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)),
  .serialized)
struct DocumentedLineTests {
  static let lines =
    DocumentedLines.documents.flatMap { DocumentedLines.markdown($0.text, named: $0.name) }
    + ["ci.yml", "watch.yml", "nightly.yml"].flatMap { name in
      DocumentedLines.workflow(text(".github/workflows/\(name)"), named: name)
    } + DocumentedLines.scripts(text(".gitlab-ci.yml"), named: ".gitlab-ci.yml")

  /// The check of the shipped job.
  private static let nightlyCheck = lines.first {
    $0.place.hasPrefix("watch.yml") && $0.command.contains("--live")
  }

  /// The step that tells in an issue what is new.
  private static let issueStep = lines.first {
    $0.place.hasPrefix("watch.yml") && $0.command.contains("gh issue")
  }

  /// What answers the lines that ask a server; it sends the same to each.
  private static let server = Result { try FixtureServer.replay(.all) }

  @Test(arguments: lines)
  func documentedLineRuns(_ line: DocumentedLines.Line) async throws {
    if Self.isRunByIntegration(line.command) { return }
    if Self.onlyInWorkflows.contains(where: { line.command.hasPrefix($0.line) }) { return }
    for program in line.needs {
      guard try await Program.shell("command -v \(program)", in: TestFolders.packageRoot) == 0
      else {
        try Test.cancel("there is no '\(program)' on this machine")
      }
    }
    let server = try Self.server.get()
    try await Project.ofRepository { project in
      try Self.addPrograms(to: project, server.url)
      // Findings name the lines of the types, which a reader has in the repository.
      for module in ["TheMealDB", "SpaceX"] { try project.copy("Sources/\(module)") }
      if !line.setup.isEmpty {
        try #require(try await Self.run(line.setup, in: project) == 0, "\(line.setup)")
      }
      let code = try await Self.run(line.command, in: project)
      let output = try project.text("out")
      let errors = try project.text("err")
      #expect(code == line.exitCode, "\(output)\(errors)")
      if let shown = line.output {
        #expect(output == shown, "\(line.place) does not show what the program prints")
      }
    }
  }

  /// The shipped job as it stands, on a night on which no server answers.
  @Test func nightWithoutAServerStaysGreenAndSaysSo() async throws {
    let step = try #require(Self.nightlyCheck)
    let server = try await LoopbackServer(answers: ["*": LoopbackServer.Answer(status: 503)])
    try await Project.ofRepository { project in
      try Self.addPrograms(to: project, server.url)
      #expect(try await Self.run(step.command, in: project) == 0)
      #expect(try project.text("err").contains("--allow-unreachable"))
      let report = try ReadReport(try project.text("report.json"), code: 0)
      #expect(report.status("themealdb", "recipe") == "unreachable")
    }
  }

  /// The shipped job on the night on which a key was renamed.
  @Test func nightOfARenameFailsWithAnnotations() async throws {
    let step = try #require(Self.nightlyCheck)
    let answers = try FixtureServer.answers(.all) { _, text in
      text = text.replacingOccurrences(of: "\"strMeal\":", with: "\"name\":")
    }
    let server = try await LoopbackServer(answers: answers)
    try await Project.ofRepository { project in
      try Self.addPrograms(to: project, server.url)
      #expect(try await Self.run(step.command, in: project) == 1)
      let output = try project.text("out")
      #expect(output.contains("breaking key-renamed") && output.contains("::error "))
      let summary = try project.text("summary.md")
      #expect(summary.contains("`key-renamed`"))
      #expect(try project.text("report.xml").contains("<failure "))
    }
  }

  /// Four nights: nothing, a rename, the same rename, and all is well again.
  @Test func issueIsOpenedOnceAndClosedWhenFixed() async throws {
    let check = try #require(Self.nightlyCheck)
    let issue = try #require(Self.issueStep)
    let renamed = try FixtureServer.answers(.all) { _, text in
      text = text.replacingOccurrences(of: "\"strMeal\":", with: "\"name\":")
    }
    let usual = try FixtureServer.replay(.all)
    let changed = try await LoopbackServer(answers: renamed)
    try await Project.ofRepository { project in
      var calls: [String] = []
      for night in [0, 1, 1, 0] {
        try project.write("", to: "output")
        try project.write("", to: "calls")
        try Self.addPrograms(to: project, night == 0 ? usual.url : changed.url)
        #expect(try await Self.run(check.command, in: project) == (night == 0 ? 0 : 1))
        // The runner makes variables of the outputs of a step.
        let outputs = try project.text("output").split(separator: "\n").map { line in
          "export \(line.split(separator: "=")[0].uppercased())=\(line.split(separator: "=")[1])\n"
        }
        #expect(try await Self.run(outputs.joined() + issue.command, in: project) == 0)
        calls.append(
          try project.text("calls").split(separator: "\n").compactMap { call in
            ["create", "comment", "close"].first { call.hasPrefix("issue \($0)") }
          }.joined(separator: " "))
      }
      #expect(calls == ["", "create", "", "close"])
    }
  }

  /// The example of a container, built without one: each stage is a folder, and its commands run there.
  @Test func containerFileMakesTheProgram() async throws {
    let readme = try #require(DocumentedLines.documents.first?.text)
    let block = try #require(readme.firstMatch(of: /```dockerfile\n([^`]+)```/)).output.1
    try await Project.ofRepository { project in
      try Self.addPrograms(to: project, URL(fileURLWithPath: "/"))
      var script = "export CONTRACT_COMMIT=0\n"
      var stage = ""
      for line in block.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        switch words[0] {
        case "FROM":
          stage = "$PWD/stages/\(words.count > 2 ? words[3] : "last")"
          script += "mkdir -p \(stage)/usr/local/bin; repository=$PWD\n"
        case "COPY" where words[1].hasPrefix("--from="):
          let source = "$repository/stages/\(words[1].dropFirst("--from=".count))"
          script += "cp -L \(source)\(words[2]) $repository/stages/last\(words[3])\n"
        case "COPY":
          script += "mkdir \(stage)\(words[2]); cp -R .build bin \(stage)\(words[2])\n"
        case "WORKDIR": script += "(cd \(stage)\(words[1])\n"
        case "RUN": script += "\(words.dropFirst().joined(separator: " ")))\n"
        case "ENTRYPOINT":
          let program = try #require(line.firstMatch(of: /\["([^"]+)"\]/)).output.1
          script += "test -x $repository/stages/last/usr/local/bin/\(program)\n"
        default: Issue.record("\(line)")
        }
      }
      let status = try await Self.run(script, in: project)
      let errors = try project.text("err")
      #expect(status == 0, "\(errors)")
      #expect(script.contains("RUN") == false && script.contains("swift build"))
    }
  }

  @Test(
    arguments: DocumentedLines.documents.flatMap {
      DocumentedLines.mentions($0.text, commands: Subcommand.allCases.map(\.name))
    })
  func mentionOfACommandIsRightUsage(_ mention: String) throws {
    _ = try Invocation(mention.split(separator: " ").map(String.init))
  }

  /// A workflow that nobody reads, or a step that is not found in it, would be run by nobody.
  @Test func eachStepOfEachWorkflowIsFound() throws {
    let folder = TestFolders.packageRoot.appendingPathComponent(".github/workflows")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == ["ci.yml", "watch.yml", "nightly.yml"])
    for name in names {
      let text = Self.text(".github/workflows/\(name)")
      let steps = text.split(separator: "\n").count { $0.contains("run:") }
      #expect(Self.lines.count { $0.place.hasPrefix("\(name):") } == steps)
      // What a workflow calls is there.
      for match in text.matches(of: #/uses: \./(.*)/#) {
        #expect(!Self.text(String(match.output.1)).isEmpty, "\(match.output.1)")
      }
    }
    let pipeline = Self.text(".gitlab-ci.yml").split(separator: "\n")
    #expect(!pipeline.contains { $0.contains("before_script") || $0.contains("after_script") })
  }

  /// A test that reads no line would pass whatever the documents say.
  @Test func linesAreFound() {
    #expect(Self.lines.count > 12)
    #expect(Self.lines.contains { $0.command == "swift run mealdb-contract check" })
    #expect(
      Self.lines.contains { $0.place.hasPrefix("watch.yml") && $0.command.contains("--live") })
    #expect(
      Self.lines.contains { $0.place.hasPrefix(".gitlab-ci.yml") && $0.command.contains("--live") })
  }

  // MARK: Running

  /// What only a workflow runs, by the beginning of its line, and why.
  private static let onlyInWorkflows = [
    (
      line: #"CONTRACT_CORPUS="$PWD/corpus" swift test"#, reason: "its suites come from the network"
    ),
    (line: ".ci/spark", reason: "it fetches half a gigabyte"),
    (line: "apt-get update -qq && apt-get install -y -qq python3", reason: "it installs programs"),
    (line: "swift test --sanitize thread", reason: "it builds everything once more"),
  ]

  /// A line that no workflow has any more must not stay an exception.
  @Test func exceptionsAreLinesOfAWorkflow() {
    for exception in Self.onlyInWorkflows {
      #expect(
        Self.lines.contains { $0.command.hasPrefix(exception.line) && $0.place.hasPrefix("ci.yml") }
      )
    }
  }

  /// Whether a line is one of `.ci/run`, or that script itself.
  private static func isRunByIntegration(_ command: String) -> Bool {
    let script = text(".ci/run").split(separator: "\n").map(String.init)
    return command == ".ci/run" || script.contains(command)
  }

  /// Puts the programs that lines name into the folder of a test.
  private static func addPrograms(to project: Project, _ server: URL) throws {
    guard let program = Program.executable else { return }
    let folder = program.deletingLastPathComponent().path
    let scripts = [
      "bin/mealdb-contract": """
      case " $* " in
        " init "*)
          for argument; do
            shift
            set -- "$@" "$(printf %s "$argument" | sed 's#https://www.themealdb.com#\(server.absoluteString)#')"
          done ;;
        *" --live "*|" record "*) set -- "$@" --base-url \(server.absoluteString) ;;
      esac
      exec \(program.path) "$@"
      """,
      "bin/swift": """
      # .ci/run makes this build.
      case "$*" in
        "build -c release --package-path . --product mealdb-contract") exit 0 ;;
        "build -c release --product mealdb-contract") [ -n "$CONTRACT_COMMIT" ] && exit 0 ;;
      esac
      [ "$1" = run ] || { echo "no line of a document may call: swift $*" >&2; exit 64; }
      shift
      [ "$1" = -c ] && shift 2
      name=$1; shift
      [ "$name" = mealdb-contract ] && exec mealdb-contract "$@"
      exec "\(folder)/$name" "$@"
      """,
      // The command line tool of the runner, with an issue that is open from its creation to its end.
      "bin/gh": """
      echo "$*" >> calls
      case "$1 $2" in
        "issue list") [ ! -f issue ] || cat issue ;;
        "issue create") [ -s report.md ] && echo 7 > issue ;;
        "issue close") rm issue ;;
      esac
      """,
    ]
    for (path, script) in scripts {
      try project.write("#!/bin/sh\n\(script)\n", to: path)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: project.url(path).path)
    }
    try project.write("", to: ".build/release/.keep")
    try? FileManager.default.removeItem(at: project.url(".build/release/mealdb-contract"))
    try FileManager.default.createSymbolicLink(
      at: project.url(".build/release/mealdb-contract"),
      withDestinationURL: project.url("bin/mealdb-contract"))
  }

  /// Runs a line in a job of GitHub Actions, as its shell runs a step.
  private static func run(_ command: String, in project: Project) async throws -> Int32 {
    try project.write(command + "\n", to: ".step.sh")
    let documents = TestFolders.packageRoot
      .appendingPathComponent("Tests/CommandTests/Documented").path
    let isJob = command.contains("/release/")
    return try await Program.shell(
      """
      export PATH="$PWD/bin:$PATH" DOCUMENTED='\(documents)' TERM=dumb
      export GITHUB_ACTIONS=\(isJob) CI=\(isJob)
      export GITHUB_STEP_SUMMARY="$PWD/summary.md" GITHUB_OUTPUT="$PWD/output"
      export PACKAGE=. PRODUCT=mealdb-contract ARGUMENTS= NEW=0 OPEN=0
      export HOME="$PWD/home"
      unset COLUMNS
      exec sh -e .step.sh > out 2> err
      """, in: project.root)
  }

  private static func text(_ path: String) -> String {
    let file = TestFolders.packageRoot.appendingPathComponent(path)
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }
}
