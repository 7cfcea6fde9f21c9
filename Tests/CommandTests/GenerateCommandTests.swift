import Foundation
import TestSupport
import Testing

@testable import ContractCommand

@Suite struct GenerateCommandTests {
  @Test(arguments: [
    (["swift", "nosuch"], "'nosuch' is no suite and no file"),
    (["swift", "themealbd"], "did you mean 'themealdb'?"),
    (["swift", "nosuch.schema.json"], "no such file"),
  ])
  func whatIsNotThereIsNamed(_ arguments: [String], _ message: String) async {
    let run = await CommandRun(["generate"] + arguments, in: TestFolders.packageRoot)
    #expect(run.code != .conforms && run.errors.lowercased().contains(message), "\(run.errors)")
  }

  @Test(arguments: [
    ["generate", "swift", "themealdb/recipe"], ["export", "jsonschema", "themealdb/recipe"],
    ["contract", "themealdb/recipe", "--from", "RecipesDTO"],
    ["infer", "Fixtures/themealdb/recipe"],
  ])
  func lineMeansStandardOutput(_ arguments: [String]) async throws {
    try await Project.ofRepository { project in
      let run = await CommandRun(arguments + ["-o", "-"], in: project.root)
      #expect(run.code == .conforms && run.output.count > 100, "\(run.errors)")
      #expect(!project.exists("-"))
    }
  }

  /// What is no file is not read first: a pipe would wait for ever.
  @Test(arguments: ["/dev/stdout", "pipe"])
  func whatIsNoFileIsWrittenTo(_ output: String) async throws {
    try await Project.ofRepository { project in
      let made = try await Program.shell("mkfifo pipe", in: project.root)
      try #require(made == 0)
      let reader = output == "pipe" ? "cat pipe > types & " : ""
      let writer = "\"$PROGRAM\" generate swift themealdb/recipe -o \(output)"
      let status = try await Program.shell(
        "\(reader)\(writer) | cat > out; wait; grep -q 'struct RecipeDTO' \(output == "pipe" ? "types" : "out")",
        in: project.root, within: 60)
      #expect(status == 0)
    }
  }

  @Test func typesOfAnEndpointGoToStandardOutput() async throws {
    let run = await CommandRun(
      ["generate", "swift", "themealdb/recipe"], in: TestFolders.packageRoot)
    #expect(run.code == .conforms)
    #expect(run.output.hasPrefix("// Swift types for themealdb/recipe.\n"))
    #expect(run.output.contains("\nstruct RecipeDTO: Decodable, Hashable, Sendable {\n"))
    let again = await CommandRun(
      ["generate", "swift", "themealdb/recipe"], in: TestFolders.packageRoot)
    #expect(again.output == run.output)
  }

  /// What a person wrote is not written over, nor is a part lost whose mark has no end.
  @Test(arguments: [
    ("my own file\n", "is no generated file"),
    ("// <kept>\nlet mine = 1\n", "Mine.swift:1: what is kept from here on has no end"),
    ("// <kept>\n// <kept>\n// </kept>\n", "Mine.swift:1: "),
  ])
  func fileOfAPersonStaysAsItIs(_ text: String, _ words: String) async throws {
    try await Project.ofRepository { project in
      try project.write(text, to: "Mine.swift")
      let run = await CommandRun(
        ["generate", "swift", "themealdb/recipe", "-o", "Mine.swift"], in: project.root)
      #expect(run.code == .failure && run.errors.contains(words))
      let now = try project.text("Mine.swift")
      #expect(now == text)
    }
  }

  @Test func oneFileForTwoTextsIsNoPlace() async throws {
    try await Project.ofRepository { project in
      let options = ["-o", "A.swift", "--model", "A.swift"]
      let run = await CommandRun(
        ["generate", "swift", "themealdb/recipe"] + options, in: project.root)
      #expect(run.code == .usage && !project.exists("A.swift"))
    }
  }

  @Test func staleFileIsFoundAndWrittenAgain() async throws {
    try await Project.ofRepository { project in
      let arguments = ["generate", "swift", "themealdb", "-o", "Meals.swift"]
      let check = arguments + ["--check"]
      let missing = await CommandRun(check, in: project.root)
      #expect(missing.code == .findings && !project.exists("Meals.swift"))
      #expect(missing.output.contains("Meals.swift: is not there"))
      #expect(await CommandRun(arguments, in: project.root).code == .conforms)
      #expect(await CommandRun(check, in: project.root).code == .conforms)
      #expect(
        await CommandRun(arguments, in: project.root).output.contains("Meals.swift: unchanged"))
      try project.edit(
        "Contracts/themealdb/categories.schema.json", "\"idCategory\": {", "\"categoryID\": {")
      let stale = await CommandRun(check, in: project.root)
      #expect(stale.code == .findings && stale.output.contains("is not up to date"))
      #expect(try !project.text("Meals.swift").contains("categoryID"))
      #expect(await CommandRun(arguments, in: project.root).code == .conforms)
      #expect(try project.text("Meals.swift").contains("let categoryID: String?\n"))
    }
  }

  @Test func domainModelIsWrittenOnce() async throws {
    try await Project.ofRepository { project in
      let arguments = [
        "generate", "swift", "themealdb/recipe", "-o", "A.swift", "--model", "B.swift",
      ]
      #expect(await CommandRun(arguments, in: project.root).code == .conforms)
      #expect(try project.text("B.swift").contains("var ingredients: [Ingredient]\n"))
      try project.write("// mine\n", to: "B.swift")
      let run = await CommandRun(arguments, in: project.root)
      #expect(run.code == .conforms && run.output.contains("B.swift: stays as it is"))
      #expect(try project.text("B.swift") == "// mine\n")
    }
  }

  @Test func openAPIDocumentGivesItsSchemas() async throws {
    let document = #"""
      {"openapi": "3.1.0", "components": {"schemas": {
        "Pet": {"type": "object", "properties": {"name": {"type": "string"}}}}}}
      """#
    let files = [
      "api.json": document, "a.json": "[1]", "b.json": "{", "c.json": #"{"type": "objekt"}"#,
    ]
    try await Project.with(files) { project in
      let run = await CommandRun(["generate", "swift", "--from", "api.json"], in: project.root)
      #expect(run.code == .conforms && run.output.contains("struct PetDTO: "))
      let none = await CommandRun(["generate", "swift", "--from", "a.json"], in: project.root)
      #expect(none.code == .failure && none.errors.contains("no OpenAPI document"))
      let sample = await CommandRun(["generate", "swift", "a.json"], in: project.root)
      #expect(sample.code == .failure && sample.errors.contains("infer a.json"))
      let broken = await CommandRun(["generate", "swift", "b.json"], in: project.root)
      #expect(broken.code == .failure && broken.errors.contains("b.json:1:2: "))
      let senseless = await CommandRun(["generate", "swift", "c.json"], in: project.root)
      #expect(senseless.code == .failure && senseless.output.isEmpty)
      #expect(senseless.errors.contains(#"c.json:1:10: "objekt" is no type"#))
    }
  }

  @Test(arguments: [
    (["generate", "kotlin"], "unknown language 'kotlin'; there is 'swift'"),
    (["generate", "swift"], "missing argument: a contract, a suite, or --from FILE"),
    (
      ["generate", "swift", "themealdb", "--check"],
      "'--check' needs '--output FILE', the file that it looks at"
    ),
    (
      ["generate", "swift", "themealdb/recipee"],
      "unknown suite or endpoint 'themealdb/recipee'; did you mean 'themealdb/recipes'?"
    ),
    (
      ["generate", "swift", "themealdb", "--prefix", "1 x"],
      "'--prefix' takes a word of letters and digits, not '1 x'"
    ),
  ])
  func wrongUsageSaysWhatIsMissing(_ arguments: [String], _ message: String) async {
    let run = await CommandRun(arguments, in: TestFolders.packageRoot)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors == "mealdb-contract: \(message)\nsee 'mealdb-contract generate --help'\n")
  }
}
