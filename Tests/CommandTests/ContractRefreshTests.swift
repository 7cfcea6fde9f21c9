import Foundation
import StrictJSON
import Testing

@testable import ContractCommand

/// What `infer SUITE` leaves of a person's work, and what it says.
@Suite struct ContractRefreshTests {
  private static let file = "Contracts/themealdb/categories.schema.json"

  private func run(_ project: Project, _ options: String...) async -> CommandRun {
    await CommandRun(["infer", "themealdb/categories"] + options, in: project.root)
  }

  /// What a run printed, with the breaks of its long lines taken back.
  private func text(_ run: CommandRun) -> String {
    run.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  /// A copy of the repository in which somebody wrote into a contract.
  private func withEditedContract(_ body: (Project) async throws -> Void) async throws {
    try await Project.ofRepository { project in
      try project.edit(
        Self.file, "\"type\": \"object\",",
        "\"description\": \"All categories.\",\n  \"x-owner\": \"Team A\",\n  \"type\": \"object\","
      )
      try await body(project)
    }
  }

  @Test func handEditsStayAndTheFileIsNotRewritten() async throws {
    try await withEditedContract { project in
      let edited = try project.text(Self.file)
      for _ in 0..<2 {
        let run = await run(project)
        #expect(run.code == .conforms)
        #expect(text(run).contains("\(Self.file): unchanged"))
        let stored = try project.text(Self.file)
        #expect(stored == edited)
      }
    }
  }

  @Test func changesAreShownAndMadeOnce() async throws {
    try await withEditedContract { project in
      try addFixture(project, #"{"categories": [], "total": 0}"#)
      let edited = try project.text(Self.file)

      let dry = await run(project, "--dry-run")
      #expect(dry.code == .findings)
      #expect(text(dry).contains("\(Self.file): would be rewritten from 2 fixtures"))
      #expect(text(dry).contains("\(Self.file): /properties/total: added {\"type\":\"integer\"}"))
      let stored = try project.text(Self.file)
      #expect(stored == edited)

      let first = await run(project)
      #expect(first.code == .conforms)
      #expect(text(first).contains("\(Self.file): rewritten from 2 fixtures"))
      #expect(text(first).contains("\(Self.file): /properties/total: added {\"type\":\"integer\"}"))
      let written = try project.text(Self.file)
      #expect(written.contains("\"description\": \"All categories.\""))
      #expect(written.contains("\"x-owner\": \"Team A\""))
      #expect(written.contains("\"total\""))

      let second = await run(project)
      #expect(text(second).contains("\(Self.file): unchanged"))
      let rewritten = try project.text(Self.file)
      #expect(rewritten == written)
      #expect(await run(project, "--dry-run").code == .conforms)
    }
  }

  @Test func editThatTheSamplesContradictIsKeptAndTold() async throws {
    try await withEditedContract { project in
      try project.edit(
        Self.file, "\"idCategory\": {", "\"idCategory\": {\n            \"minLength\": 2,")
      let edited = try project.text(Self.file)
      let run = await run(project)
      #expect(run.code == .conforms)
      #expect(
        text(run).contains(
          "\(Self.file):13:26: kept, but look at it: "
            + "/properties/categories/items/properties/idCategory/minLength: 1 sample breaks it: "),
        "\(run.output)")
      let stored = try project.text(Self.file)
      #expect(stored == edited)
    }
  }

  @Test func contractThatCannotBeReadIsNotOverwritten() async throws {
    try await Project.ofRepository { project in
      try project.write("{\"type\": \"objct\"}", to: Self.file)
      let run = await run(project)
      #expect(run.code == .failure)
      #expect(run.errors.contains("\(Self.file):1:10: \"objct\" is no type"))
      let stored = try project.text(Self.file)
      #expect(stored == "{\"type\": \"objct\"}")
    }
  }

  /// A recording of other values, as an endpoint with a random record gives each night, changes nothing.
  @Test func otherValuesDoNotRewriteAContract() async throws {
    try await Project.ofRepository { project in
      let file = "Contracts/themealdb/random.schema.json"
      let stored = try project.text(file)
      let folder = project.url("Fixtures/themealdb/random")
      let name = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().first {
          $0.hasSuffix(".json") && !$0.hasSuffix(".http.json")
        })
      let lookup = try project.text("Fixtures/themealdb/recipe/52958.json")
      try project.write(lookup, to: "Fixtures/themealdb/random/\(name)")
      let run = await CommandRun(["infer", "themealdb/random", "--dry-run"], in: project.root)
      #expect(text(run).contains("\(file): unchanged"), "\(run.output)")
      #expect(try project.text(file) == stored)
    }
  }

  /// What only an older fixture showed is kept until somebody says to forget it.
  @Test func olderSamplesAreForgottenWhenAsked() async throws {
    try await Project.ofRepository { project in
      try addFixture(project, #"{"categories": [], "total": 0}"#)
      #expect(await run(project).code == .conforms)
      try FileManager.default.removeItem(
        at: project.url("Fixtures/themealdb/categories/other.json"))
      let kept = await run(project)
      #expect(text(kept).contains("\(Self.file): unchanged"))
      #expect(try project.text(Self.file).contains("\"total\""))
      let forgotten = await run(project, "--forget")
      #expect(text(forgotten).contains("/properties/total: removed"))
      #expect(try !project.text(Self.file).contains("\"total\""))
      let files = await CommandRun(["infer", "--forget", "a.json"], in: project.root)
      #expect(files.code == .usage)
    }
  }

  @Test func dryRunGoesWithASuite() async throws {
    try await Project.with(["a.json": "{}"]) { project in
      let run = await CommandRun(["infer", "--dry-run", "a.json"], in: project.root)
      #expect(run.code == .usage)
    }
  }

  /// Stores a second answer beside the recorded one.
  private func addFixture(_ project: Project, _ body: String) throws {
    let folder = project.url("Fixtures/themealdb/categories")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count == 2, "\(names)")
    try project.write(body, to: "Fixtures/themealdb/categories/other.json")
  }
}
