import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// What a newcomer reads who breaks a fixture by hand: one cause, told once, with a next step.
@Suite(.computing) struct BrokenFixtureTests {
  private static func withBrokenFixtures(_ body: (Project) async throws -> Void) async throws {
    try await Project.with(
      [
        "Contracts/shop/suite.json":
          #"{"baseURL": "http://a.example/", "endpoints": {"keys": {"path": "keys"}}}"#,
        "Contracts/shop/keys.schema.json": "{}",
        "Fixtures/shop/keys/a.json": #"{"a": "#, "Fixtures/shop/keys/b.json": "{}",
      ], body)
  }

  /// A history and a waiver that know of one broken fixture say nothing of another one.
  @Test func eachBrokenFixtureIsNews() async throws {
    try await Self.withBrokenFixtures { project in
      let check = { (arguments: String...) in
        await CommandRun(["check", "--history", "h"] + arguments, in: project.root, suites: [])
      }
      #expect(await check("--fail-on", "new").code == .findings)
      #expect(await check("--fail-on", "new").code == .conforms)
      try project.write(#"{"a": 1,}"#, to: "Fixtures/shop/keys/b.json")
      #expect(await check("--fail-on", "new").code == .findings)

      _ = await check("--waive")
      let waivers = try project.text("Contracts/shop/waivers.json")
      #expect(waivers.split(separator: #""fingerprint": "#).count == 3, "\(waivers)")
      try project.write(
        waivers.replacingOccurrences(of: #": "","#, with: #": "x","#),
        to: "Contracts/shop/waivers.json")
      #expect(await check().code == .conforms)
      try project.write("[", to: "Fixtures/shop/keys/c.json")
      let third = await check()
      #expect(third.code == .findings && third.output.contains("Fixtures/shop/keys/c.json"))
    }
  }

  /// Files that are broken in several ways are told with the words of each; those that are alike, once.
  @Test(arguments: ["text", "markdown", "github"])
  func eachWayOfBeingBrokenIsTold(_ format: String) async throws {
    try await Self.withBrokenFixtures { project in
      try project.write(#"{"a": 1,}"#, to: "Fixtures/shop/keys/b.json")
      for name in ["c", "d", "e", "f"] {
        try project.write("[1 2]", to: "Fixtures/shop/keys/\(name).json")
      }
      let report = try await CommandRun.report(["check"], in: project.root, suites: [])
      let messages = Set(report.findings(of: "invalid-json").compactMap { $0["message"] })
      #expect(messages.count == 3)
      let run = await CommandRun(["check", "--format", format], in: project.root, suites: [])
      let text = run.output.replacingOccurrences(of: "`", with: "")
      #expect(text.split(separator: "[1 2]").count <= 5)
      for file in ["a", "b", "c"] { #expect(text.contains("keys/\(file).json"), "\(text)") }
    }
  }

  /// What only the fixture has that cannot be read is not gone.
  @Test func whatAnUnreadableFixtureHoldsIsNotGone() async throws {
    try await Project.ofRepository { project in
      try project.write("{", to: "Fixtures/themealdb/names/a-list.http.json")
      let run = await CommandRun(
        ["check", "themealdb/names", "--format", "junit"], in: project.root)
      #expect(run.code == .failure, "\(run.output)")
      #expect(!run.output.contains("<failure"), "\(run.output)")
      #expect(
        run.output.contains(#"<error type="failed" message="Fixtures/themealdb/names/a-list"#))
    }
  }

  /// Of an endpoint whose answers hold no record one finding says it all, and makes a check that needs data fail; where
  /// the key of the records is gone, or null for all that had some, it is lost.
  @Test(arguments: [
    (#"{"meals":[]}"#, "breaking unexercised"),
    (#"{"meals":"Invalid ID"}"#, "breaking unexercised"),
    (#"{"meals":null}"#, "breaking became-always-null"),
    (#"{}"#, "breaking key-removed"),
  ])
  func fixturesWithoutRecordsAreToldOnce(body: String, told: String) async throws {
    try await Project.ofRepository { project in
      for file in try project.files()
      where file.hasPrefix("Fixtures/themealdb/recipe/") && file.hasSuffix(".json") {
        if file.hasSuffix(".http.json") {
          try FileManager.default.removeItem(at: project.url(file))
        } else {
          try project.write(body, to: file)
        }
      }
      let run = await CommandRun(
        ["check", "themealdb/recipe", "--require-coverage", "--format", "lines"], in: project.root)
      #expect(run.code == .findings)
      #expect(run.output.contains(": \(told) "), "\(run.output)")
      #expect(run.output.split(separator: "\n").count == 1)
    }
  }

  /// Each slot of a renamed family is a property of its own, and none reads a key that never comes.
  @Test func renamedSlotsHaveALineEach() async throws {
    try await Project.ofRepository { project in
      try project.copy("Sources/TheMealDB")
      for file in try project.files() where file.hasPrefix("Fixtures/themealdb/recipe/") {
        if file.hasSuffix(".http.json") {
          try FileManager.default.removeItem(at: project.url(file))
        } else {
          let text = try project.text(file)
          try project.write(
            text.replacingOccurrences(of: "\"strIngredient", with: "\"part_"), to: file)
        }
      }
      let run = await CommandRun(["check", "themealdb/recipe"], in: project.root)
      for number in [1, 12, 20] {
        #expect(
          run.output.contains("case ingredient\(number) = \"part_\(number)\""), "\(run.output)")
      }
      #expect(!run.output.contains("= \"part_{n}\""))
    }
  }

  /// A null that never came is a fact, whatever the fixture holds that cannot be read; what is gone may be in that.
  @Test func nullIsAFactBesideAnUnreadableFixture() async throws {
    try await Project.ofRepository { project in
      let folder = "Fixtures/themealdb/search"
      for file in try project.files() where file.hasPrefix(folder) {
        if file.hasSuffix(".http.json") {
          try FileManager.default.removeItem(at: project.url(file))
        } else {
          let text = try project.text(file)
          try project.write(
            text.replacing(/"strArea": "[^"]*"/, with: #""strArea": null"#)
              .replacing(/"strTags": [^\n]*\n/, with: ""), to: file)
        }
      }
      try project.write("{", to: "\(folder)/unicorn.http.json")
      let run = await CommandRun(
        ["check", "themealdb/search", "--format", "lines"], in: project.root)
      #expect(run.output.contains("breaking became-always-null strArea"), "\(run.output)")
      #expect(run.output.contains("info key-removed strTags"), "\(run.output)")
    }
  }

  /// A fixture that cannot be read hides nothing of its endpoint, and each format says that it was not checked.
  @Test(arguments: [
    ("text", "not checked"),
    ("json", #""reason": "Fixtures/themealdb/recipe/99.json cannot be read"#),
    ("ndjson", #""notChecked":[{"suite":"themealdb","endpoint":"recipe""#),
    ("lines", "themealdb/recipe: not checked: Fixtures/themealdb/recipe/99.json cannot be read"),
    ("junit", "<system-out>not checked: Fixtures/themealdb/recipe/99.json cannot be read"),
    ("markdown", "1 not checked"),
    ("github", "title=not checked::themealdb/recipe: Fixtures/themealdb/recipe/99.json cannot"),
    ("sarif", "themealdb/recipe: Fixtures/themealdb/recipe/99.json cannot be read"),
  ])
  func unreadableFixtureIsToldBesideTheRest(format: String, words: String) async throws {
    try await Project.ofRepository { project in
      try FileManager.default.createSymbolicLink(
        atPath: project.url("Fixtures/themealdb/recipe/99.json").path,
        withDestinationPath: "nowhere.json")
      try project.edit("Fixtures/themealdb/recipe/52958.json", #""strMeal":"#, #""title":"#)
      let run = await CommandRun(
        ["check", "themealdb/recipe", "--format", format], in: project.root)
      #expect(run.code == .findings)
      #expect(run.output.contains(words), "\(run.output)")
      #expect(run.output.contains("missing-key"))
      #expect(run.errors.contains("99.json cannot be read: No such file or directory; check that"))
    }
  }

  /// A name that is no text hides neither the other fixtures nor the other endpoints.
  @Test func fixtureWithoutATextAsNameIsToldBesideTheRest() async throws {
    try await Project.ofRepository { project in
      let folder = project.url("Fixtures/themealdb/recipe").path
      for name in [[0xFF], [0xFE, 0xFF]] as [[UInt8]] {
        let path = Array(folder.utf8) + Array("/bad".utf8) + name + Array(".json".utf8) + [0]
        let file = unsafe path.withUnsafeBufferPointer { bytes in
          unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe fopen($0.baseAddress!, "w") }
        }
        // A file system that takes no such names cannot have the case.
        guard let file = unsafe file else { return }
        unsafe fclose(file)
      }
      try project.edit("Fixtures/themealdb/recipe/52958.json", #""strMeal":"#, #""title":"#)
      let run = await CommandRun(["check", "themealdb/recipe"], in: project.root)
      #expect(run.code == .findings && run.output.contains("missing-key"), "\(run.output)")
      #expect(run.output.contains(#"bad\xFE\xFF.json cannot be read: its name is not UTF-8"#))
      #expect(run.output.contains(#"; nor can bad\xFF.json"#))
      let status = await CommandRun(["status"], in: project.root)
      #expect(status.code == .conforms && status.output.contains("spacex/latest"))
      #expect(status.output.contains(#"unreadable: themealdb/recipe/bad\xFF"#), "\(status.output)")
      // Nothing is made of a part of the samples in silence.
      let inferred = await CommandRun(["infer", "themealdb/recipe"], in: project.root)
      #expect(inferred.code == .failure && inferred.errors.contains("its name is not UTF-8"))
    }
  }

  /// A link to nothing is a file that cannot be read, and not one that is missing.
  @Test func linkToNothingIsThere() async throws {
    try await Project.ofRepository { project in
      for file in [
        "Contracts/themealdb/recipe.schema.json", "Fixtures/themealdb/categories/all.json",
      ] {
        try? FileManager.default.removeItem(at: project.url(file))
        try FileManager.default.createSymbolicLink(
          atPath: project.url(file).path, withDestinationPath: "nowhere.json")
      }
      let run = await CommandRun(["check", "themealdb/recipe"], in: project.root)
      #expect(run.code == .failure)
      #expect(run.errors.contains("recipe.schema.json: cannot be read: No such file"))
      let other = await CommandRun(["check", "themealdb/categories"], in: project.root)
      #expect(other.code == .failure && !other.output.contains("missing-fixture"))
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var file = "themealdb/recipe/52958"
    let old: String
    let new: String
    /// Each finding as rule, level, pointer and property.
    let findings: [String]
    /// The findings of the whole report, without those that the contract agrees with.
    var isBreaking = true

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a key is renamed in one fixture", old: #""strMeal":"#, new: #""title":"#,
      findings: [
        "missing-key breaking /meals/0/strMeal RecipeDetailDTO.name",
        "key-added info /meals/0/title",
      ]),
    Case(
      name: "a value has another type", old: #""idMeal": "52958""#, new: #""idMeal": 52958"#,
      findings: ["type-mismatch breaking /meals/0/idMeal RecipeDetailDTO.id"]),
    Case(
      name: "a required value is null", old: #""strCategory": "Dessert""#,
      new: #""strCategory": null"#,
      findings: ["null-value breaking /meals/0/strCategory RecipeDetailDTO.category"]),
    Case(
      name: "a comma is missing", old: #""idMeal": "52958","#, new: #""idMeal": "52958""#,
      findings: ["invalid-json breaking"]),
    Case(
      name: "30 February", old: #""dateModified": null"#,
      new: #""dateModified": "2006-02-30 10:00:00""#,
      findings: ["invalid-date breaking /meals/0/dateModified RecipeDetailDTO.dateModified"]),
    Case(
      name: "a used slot is null", old: #""strIngredient2": "Sugar""#,
      new: #""strIngredient2": null"#,
      findings: [
        "null-slot info /meals/0/strIngredient2 RecipeDetailDTO.ingredient2",
        "slot-gap warning /meals/0/strIngredient3 RecipeDetailDTO.ingredient3",
      ], isBreaking: false),
    Case(
      name: "the last used slot is null", old: #""strIngredient3": "Egg""#,
      new: #""strIngredient3": null"#,
      findings: ["null-slot info /meals/0/strIngredient3 RecipeDetailDTO.ingredient3"],
      isBreaking: false),
    Case(
      name: "an unused slot is null, as in other fixtures", old: #""strIngredient9": """#,
      new: #""strIngredient9": null"#, findings: [], isBreaking: false),
    Case(
      name: "the answer is a page", old: "{\n  \"meals\": [", new: "<html>",
      findings: ["not-json breaking"]),
    Case(
      name: "an answer that the DTO does not know", file: "themealdb/recipe/abc",
      old: #""Invalid ID""#, new: #""Bad ID""#,
      findings: ["invalid-value breaking /meals RecipesDTO.meals"]),
    Case(
      name: "a key that the app never reads is gone", file: "spacex/launch/1",
      old: #""is_tentative": false,"#, new: "",
      findings: ["became-optional info /is_tentative"], isBreaking: false),
    Case(
      name: "seconds became milliseconds", file: "spacex/launch/1",
      old: #""launch_date_unix": 1143239400"#, new: #""launch_date_unix": 1143239400000"#,
      findings: ["implausible-date warning /launch_date_unix LaunchDTO.launchDateUnix"],
      isBreaking: false),
  ]

  @Test(arguments: cases) func causeIsToldOnce(_ broken: Case) async throws {
    try await Project.ofRepository { project in
      try project.edit("Fixtures/\(broken.file).json", broken.old, broken.new)
      let name = broken.file.split(separator: "/").prefix(2).joined(separator: "/")
      let before = try await CommandRun.report(["check", name], in: project.root)
      let text = await CommandRun(["check", name], in: project.root)
      // Only what people see is compared; the rest is in the report for programs.
      let shown = before.findings.filter { finding in
        finding["line"] == nil
          || text.output.contains("\(finding["file"] ?? ""):\(finding.place ?? "")")
      }
      let told = shown.map { finding in
        [finding.rule, finding.level, finding["pointer"], finding.property].compactMap { $0 }
          .joined(separator: " ")
      }
      #expect(told == broken.findings, "\(text.output)")
      #expect(text.code == (broken.isBreaking ? .findings : .conforms))
      if broken.isBreaking {
        #expect(text.output.contains("mealdb-contract explain "), "there is a next step")
      }
    }
  }

  @Test func responseThatIsNoJSONHidesNothingElse() async throws {
    try await Project.ofRepository { project in
      try project.write("", to: "Fixtures/themealdb/recipe/52958.json")
      try project.edit("Fixtures/themealdb/recipe/52772.json", #""strMeal":"#, #""title":"#)
      let report = try await CommandRun.report(["check", "themealdb/recipe"], in: project.root)
      #expect(report.findings(of: "empty-body").count == 1)
      #expect(
        report.findings(of: "missing-key").map { $0["file"] } == [
          "Fixtures/themealdb/recipe/52772.json"
        ])
      #expect(report.findings(of: "key-removed").isEmpty)
      #expect(report.code == 1)
    }
  }
}
