import ContractTesting
import Foundation
import HTTPFixtures
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// From an alarm to an accepted change: what waits, what is decided, and what is explained afterwards.
@Suite(.computing) struct ReviewCommandTests {
  static let recipe = "Fixtures/themealdb/recipe"

  /// A copy of the repository in which recordings with renamed keys wait.
  private func withPending<Result>(
    _ cases: [String] = ["52765", "52772", "52782", "52958"],
    renaming keys: [(old: String, new: String)] = [("strMeal", "title")],
    _ body: (Project) async throws -> Result
  ) async throws -> Result {
    try await Project.ofRepository { project in
      for name in cases {
        var text = try project.text("\(Self.recipe)/\(name).json")
        for key in keys {
          text = text.replacingOccurrences(of: "\"\(key.old)\":", with: "\"\(key.new)\":")
        }
        try project.write(text, to: "\(Self.recipe)/\(name).pending.json")
      }
      return try await body(project)
    }
  }

  private func pending(_ project: Project) throws -> [String] {
    try project.files().filter { $0.contains(".pending.") }
  }

  @Test func nothingWaits() async throws {
    try await Project.ofRepository { project in
      let run = await CommandRun(["review"], in: project.root)
      #expect(run.code == .conforms && run.output.contains("no recording waits"))
    }
  }

  @Test func listReportsEachChangeAndWritesNothing() async throws {
    try await withPending { project in
      let before = try project.files()
      let report = try await CommandRun.report(["review", "--list"], in: project.root)
      #expect(report.code == 1)
      #expect(report.findings.map(\.rule) == ["key-renamed"])
      #expect(report.findings.first?.property == "RecipeDetailDTO.name")
      #expect(report.findings.first?["file"] == "\(Self.recipe)/52765.pending.json")
      #expect(report.status("themealdb", "recipe") == "drifted")
      #expect(try project.files() == before)
      // A check of the fixtures does not look at what waits.
      #expect(await CommandRun(["check"], in: project.root).code == .conforms)
    }
  }

  /// Fixtures and contract change together, and the evidence stays.
  @Test func acceptedChangeIsStillExplained() async throws {
    try await withPending { project in
      let run = await CommandRun(["review", "--accept"], in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      #expect(run.output.contains("4 accepted"))
      #expect(
        run.output.contains(#"left to do: in RecipeDetailDTO.CodingKeys: case name = "title""#))
      #expect(try pending(project).isEmpty)
      #expect(try project.text("\(Self.recipe)/52958.json").contains(#""title": "Peanut"#))

      let check = try await CommandRun.report(["check", "themealdb/recipe"], in: project.root)
      let finding = try #require(check.findings(of: "key-renamed").first)
      #expect(finding.level == "breaking" && finding["path"] == "$.meals[*].strMeal")
      #expect(finding["message"]?.contains("accepted on 2026-11-21") == true)
      #expect(finding["message"]?.contains("4 of 4 compared records agree") == true)
      #expect(finding.value["consequences"]?[0]?["rule"]?.string == "missing-key")
      let text = await CommandRun(["check", "themealdb/recipe"], in: project.root)
      #expect(text.output.contains(#"case name = "title""#))
      #expect(!text.output.contains("refresh the contract"))

      let again = await CommandRun(["review"], in: project.root)
      #expect(again.code == .conforms && again.output.contains("no recording waits"))
      let infer = await CommandRun(["infer", "themealdb/recipe", "--dry-run"], in: project.root)
      #expect(infer.code == .conforms && infer.output.contains("recipe.schema.json: unchanged"))
    }
  }

  /// A file that cannot be written takes back what was accepted beside it, and stops no other endpoint.
  @Test func acceptIsWholeOrNothing() async throws {
    try await withPending { project in
      let details = "\(Self.recipe)/52958"
      try project.write(
        project.text("\(details).http.json"), to: "\(details).pending.http.json")
      try project.makeUnwritable("\(details).http.json")
      try project.write(
        project.text("Fixtures/themealdb/search/lamb.json")
          .replacingOccurrences(of: "\"strMeal\":", with: "\"title\":"),
        to: "Fixtures/themealdb/search/lamb.pending.json")
      let paths = try project.files().filter {
        !$0.contains("search") && $0 != "\(details).http.json"
      }
      let before = try paths.map(project.text)
      let run = await CommandRun(["review", "--accept"], in: project.root)
      #expect(run.code == .failure)
      #expect(run.errors.contains("themealdb/recipe: nothing was decided: "), "\(run.errors)")
      #expect(run.errors.contains("its contract and its recordings are as they were"))
      #expect(run.errors.contains("'mealdb-contract review themealdb/recipe'"))
      #expect(try paths.map(project.text) == before)
      #expect(run.output.contains("1 accepted"))
      #expect(try !project.files().contains { $0.contains("lamb.pending") })
      let list = await CommandRun(["review", "--list", "themealdb/recipe"], in: project.root)
      #expect(list.code == .findings && list.output.contains("key-renamed"))
    }
  }

  /// A contract tells of three lists with keys of their own; one list that changed has lost none of the others'.
  @Test func keysOfOtherCasesAreNotGoneFromARecording() async throws {
    try await Project.ofRepository { project in
      let entries = (1...80).map { number in
        #"{"idIngredient": "\#(number)", "strIngredient": "Herb \#(number)", "strDescription": null, "strType": null}"#
      }
      try project.write(
        #"{"meals": [\#(entries.joined(separator: ","))]}"#,
        to: "Fixtures/themealdb/names/i-list.pending.json")
      let report = try await CommandRun.report(["review", "--list"], in: project.root)
      #expect(report.findings.map(\.rule) == ["became-always-null"])
      #expect(report.findings.first?["path"] == "$.meals[*].strDescription")
      #expect(await CommandRun(["review", "--accept"], in: project.root).code == .conforms)
      let contract = try project.text("Contracts/themealdb/names.schema.json")
      #expect(contract.contains("became-always-null") && !contract.contains("key-removed"))
    }
  }

  /// A change of a whole endpoint, after which its type asks for places that the contract does not have.
  struct WideChange: Sendable, CustomTestStringConvertible {
    let rule: String
    let endpoint: String
    let change: @Sendable (JSONNode) -> JSONNode

    var testDescription: String { "\(rule) of \(endpoint)" }

    static let all = [
      WideChange(rule: "slots-to-array", endpoint: "themealdb/recipe") { answer in
        inRecords(of: answer) { meal in
          let rows = (1...20).compactMap { number -> JSONNode? in
            guard let name = meal["strIngredient\(number)"]?.string, !name.isEmpty else {
              return nil
            }
            var row: JSONNode = ["name": .string(name)]
            row["measure"] = meal["strMeasure\(number)"]
            return row
          }
          for number in 1...20 {
            meal["strIngredient\(number)"] = nil
            meal["strMeasure\(number)"] = nil
          }
          meal["ingredients"] = .array(rows)
        }
      },
      WideChange(rule: "value-nested", endpoint: "themealdb/recipe") { answer in
        inRecords(of: answer) { meal in
          var origin: JSONNode = .object([])
          for key in ["strMeal", "strArea"] {
            origin[key] = meal[key]
            meal[key] = nil
          }
          meal["origin"] = origin
        }
      },
      WideChange(rule: "value-hoisted", endpoint: "spacex/launch") { launch in
        var launch = launch
        let links = launch["links"]?.members ?? []
        launch["links"] = nil
        for link in links { launch[link.key] = link.value }
        return launch
      },
    ]

    private static func inRecords(
      of answer: JSONNode, _ change: (inout JSONNode) -> Void
    ) -> JSONNode {
      var answer = answer
      guard case .array(var records)? = answer["meals"] else { return answer }
      for index in records.indices { change(&records[index]) }
      answer["meals"] = .array(records)
      return answer
    }
  }

  /// What the type and the contract do not agree on since then is the same change, which is told once.
  @Test(arguments: WideChange.all)
  func acceptedChangeIsToldOnceForAllItsPlaces(_ change: WideChange) async throws {
    try await Project.ofRepository { project in
      let folder = "Fixtures/\(change.endpoint)/"
      for file in try project.files()
      where file.hasPrefix(folder) && !file.hasSuffix(".http.json") {
        let old = JSONNode(try JSONDocument(Array(project.text(file).utf8)).root)
        let new = change.change(old)
        guard new != old else { continue }
        try project.write(
          JSONWriter.pretty(new), to: file.replacing(".json", with: ".pending.json"))
      }
      let list = try await CommandRun.report(["review", "--list"], in: project.root)
      #expect(list.findings.map(\.rule) == [change.rule])
      #expect(await CommandRun(["review", "--accept"], in: project.root).code == .conforms)
      let check = try await CommandRun.report(["check", change.endpoint], in: project.root)
      let told = check.findings.filter { $0.level != "info" }
      #expect(told.map(\.rule) == [change.rule])
      #expect(told.first?["message"]?.contains("accepted on") == true)
    }
  }

  /// Two runs decide at once: the second one waits for the first, and finds nothing left to do.
  @Test(.enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)))
  func reviewWaitsForAnotherOne() async throws {
    try await withPending { project in
      let lock = FolderLock(project.url("Fixtures"))
      let contract = try project.text("Contracts/themealdb/recipe.schema.json")
      let process = try Program.start(["review", "--accept"], in: project.root)
      try await Task.sleep(for: .seconds(2))
      #expect(process.isRunning)
      for file in try pending(project) {
        try FileManager.default.removeItem(at: project.url(file))
      }
      lock.unlock()
      try await Program.end(of: process)
      #expect(process.terminationStatus == 0)
      #expect(try project.text("Contracts/themealdb/recipe.schema.json") == contract)
    }
  }

  /// While a person thinks, another run decides about one recording and records another one again.
  @Test func whatHappensDuringAWalkIsRespected() async throws {
    try await withPending { project in
      let decided = "\(Self.recipe)/52772.pending.json"
      let again = "\(Self.recipe)/52782.pending.json"
      let run = await CommandRun(
        ["review"], in: project.root, input: "a\n",
        whenAsked: {
          guard project.exists(decided) else { return }
          try? FileManager.default.removeItem(at: project.url(decided))
          try? project.edit(again, "\"title\"", "\"label\"")
        })
      #expect(
        run.output.contains("recordings: 2 accepted, 1 left to wait, 1 decided by another run"),
        "\(run.output)\(run.errors)")
      #expect(run.output.contains("recipe/52782: recorded again meanwhile"))
      let left = try pending(project)
      #expect(left == [again])
      #expect(try project.text(again).contains("label"))
    }
  }

  /// Where no type reads the old key any more, there is nothing left to explain.
  @Test func changeThatNoTypeReadsIsSilentOnceAccepted() async throws {
    try await withPending(renaming: [("strImageSource", "strPicture")]) { project in
      let code = await CommandRun(["review", "--accept"], in: project.root).code
      #expect(code == .conforms)
      #expect(try project.text("\(Self.recipe)/52765.json").contains("strPicture"))
      let check = try await CommandRun.report(["check", "themealdb/recipe"], in: project.root)
      #expect(check.code == 0 && check.status("themealdb", "recipe") == "conforms")
      #expect(!check.findings.contains { $0["message"]?.contains("accepted on") == true })
    }
  }

  /// A recording that is no document is reported, and no decision but the rejection touches it.
  @Test(arguments: [("--accept", true), ("--list", true), ("--reject", false)])
  func brokenRecordingIsNeverAccepted(_ mode: String, _ waits: Bool) async throws {
    try await withPending { project in
      let name = "\(Self.recipe)/52958"
      let fixture = try project.text("\(name).json")
      try project.write(#"{"meals": ["#, to: "\(name).pending.json")
      let report = try await CommandRun.report(["review", mode], in: project.root)
      #expect(report.findings(of: "invalid-json").isEmpty != waits || mode == "--reject")
      #expect(project.exists("\(name).pending.json") == waits)
      #expect(try project.text("\(name).json") == fixture)
    }
  }

  /// Fixtures and contract go together: where the contract cannot be made, no fixture changes.
  @Test func brokenFixtureKeepsAllRecordingsWaiting() async throws {
    try await withPending { project in
      try project.write("{", to: "\(Self.recipe)/52893.json")
      let before = try project.text("\(Self.recipe)/52958.json")
      let run = await CommandRun(["review", "--accept"], in: project.root)
      #expect(run.code == .findings && run.output.contains("4 left to wait"), "\(run.output)")
      #expect(try pending(project).count == 4)
      #expect(try project.text("\(Self.recipe)/52958.json") == before)
    }
  }

  @Test func rejectedRecordingsAreDeleted() async throws {
    try await withPending { project in
      let before = try project.files().filter { !$0.contains(".pending.") }
      let contract = try project.text("Contracts/themealdb/recipe.schema.json")
      let run = await CommandRun(["review", "--reject"], in: project.root)
      #expect(run.code == .conforms && run.output.contains("4 rejected"))
      #expect(try project.files() == before)
      #expect(try project.text("Contracts/themealdb/recipe.schema.json") == contract)
    }
  }

  /// What a person types, whether recordings wait afterwards, and the exit code.
  @Test(arguments: [
    ("a\n", false, ExitCode.conforms), ("accept\n", false, .conforms), ("r\n", false, .conforms),
    ("s\n", true, .findings), ("q\n", true, .findings), ("", true, .findings),
    ("?\nx\na\n", false, .conforms), ("a", false, .conforms), ("\n\r\na\r\n", false, .conforms),
    ("w\nknown\nAda\n", true, .conforms), ("w\n", true, .findings),
  ])
  func answersDecide(_ input: String, _ waits: Bool, _ code: ExitCode) async throws {
    try await withPending { project in
      let run = await CommandRun(["review"], in: project.root, input: input)
      #expect(run.output.contains("change 1 of 1"))
      #expect(run.output.contains("strMeal is now title"))
      #expect(run.output.contains("shown by themealdb/recipe/52765 and 3 more"))
      #expect(run.code == code, "\(run.output)\(run.errors)")
      let isDone = try pending(project).isEmpty
      #expect(isDone != waits)
    }
  }

  /// Nobody has agreed to anything where the questions end before the answers.
  @Test(arguments: [("", 2), ("q\n", 2), ("a\n", 2), ("a\na\n", 0)])
  func recordingWithoutAChangeWaitsForTheEndOfTheWalk(_ input: String, _ waiting: Int) async throws
  {
    try await withPending(["52765"]) { project in
      let text = try project.text("\(Self.recipe)/52772.json")
      try project.write(
        text.replacingOccurrences(of: "Chicken", with: "Turkey"),
        to: "\(Self.recipe)/52772.pending.json")
      _ = await CommandRun(["review"], in: project.root, input: input)
      #expect(try pending(project).count == waiting)
    }
  }

  @Test func waiverOfAWalkHoldsForTheServerOnly() async throws {
    try await withPending { project in
      _ = await CommandRun(["review"], in: project.root, input: "w\nthey repair it\nAda\n")
      let waivers = try project.text("Contracts/themealdb/waivers.json")
      #expect(waivers.contains(#""reason": "they repair it""#))
      #expect(waivers.contains(#""owner": "Ada""#) && waivers.contains(#""check": "live""#))
      // The fixtures do not show the change, and do not say that the waiver is of no use.
      let check = try await CommandRun.report(["check", "themealdb"], in: project.root)
      #expect(check.code == 0 && check.findings(of: "waiver-unused").isEmpty)
    }
  }

  /// A recording with two changes becomes a fixture when both are accepted.
  @Test(arguments: [("a\na\n", 0), ("a\ns\n", 4), ("s\na\n", 4), ("a\nr\n", 0)])
  func recordingFollowsTheStrictestDecision(_ input: String, _ waiting: Int) async throws {
    try await withPending(renaming: [("strMeal", "title"), ("strArea", "region")]) { project in
      let run = await CommandRun(["review"], in: project.root, input: input)
      #expect(run.output.contains("change 2 of 2"), "\(run.output)")
      #expect(try pending(project).count == waiting)
      let isAccepted = try project.text("\(Self.recipe)/52765.json").contains("region")
      #expect(isAccepted == (input == "a\na\n"))
    }
  }

  @Test func endBetweenContractAndFixturesIsRepaired() async throws {
    try await withPending { project in
      let texts = try pending(project).map { ($0, try project.text($0)) }
      _ = await CommandRun(["review", "--accept"], in: project.root)
      // As if the run had ended before the last fixture: its recording is still there.
      let (name, text) = try #require(texts.last)
      try project.write(text, to: name)
      let again = await CommandRun(["review"], in: project.root)
      #expect(again.code == .conforms && again.output.contains("1 accepted"), "\(again.output)")
      #expect(try pending(project).isEmpty)
    }
  }

  @Test(arguments: [["review"], ["review", "--accept"], ["review", "--reject"]])
  func nothingIsWrittenInCI(_ arguments: [String]) async throws {
    try await withPending { project in
      let before = try project.files()
      let run = await CommandRun(
        arguments, in: project.root, input: "a\n", environment: ["CI": "true"])
      #expect(run.code == .usage && run.errors.contains("--list"))
      #expect(try project.files() == before)
      let list = await CommandRun(
        ["review", "--list"], in: project.root, environment: ["CI": "true"])
      #expect(list.code == .findings)
    }
  }

  @Test(arguments: [
    ["review", "--accept", "--reject"], ["review", "--format", "json"], ["review", "nowhere"],
  ])
  func wrongUseIsRefused(_ arguments: [String]) async throws {
    try await withPending { project in
      let before = try project.files()
      #expect(await CommandRun(arguments, in: project.root).code == .usage)
      #expect(try project.files() == before)
    }
  }

  /// What the server sends reaches the screen as text.
  @Test func screenShowsNoControlCharacters() async throws {
    try await withPending(renaming: [("strMeal", #"t\u001b[31m\u202e"#)]) { project in
      let run = await CommandRun(["review"], in: project.root, input: "s\n")
      #expect(run.output.contains("strMeal is now"))
      let isPlain = run.output.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control && $0 != "\u{202E}"
      }
      #expect(isPlain)
    }
  }
}
