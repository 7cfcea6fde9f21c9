import Foundation
import SchemaDrift
import StrictJSON
import Testing
import TestSupport

@testable import ContractTesting

@Suite struct WaiverTests {
  private static let today = Day("2026-11-21")

  private static func finding(
    _ rule: Rule = Rule(.keyRemoved), path: String? = "$.meals[*].strTags",
    endpoint: String = "recipe"
  ) -> Finding {
    var finding = Finding(rule, "gone")
    finding.suite = "food"
    finding.endpoint = endpoint
    finding.path = path
    return finding
  }

  private static func entry(
    rule: String = "key-removed", endpoint: String? = "recipe",
    path: String? = "$.meals[*].strTags", reason: String = "known", owner: String = "Ada",
    expires: String = "2027-01-31", more: String = ""
  ) -> String {
    let members = [
      ("rule", rule), ("endpoint", endpoint), ("path", path), ("reason", reason),
      ("owner", owner), ("expires", expires),
    ].compactMap { key, value in value.map { #""\#(key)": "\#($0)""# } }
    return "{\(members.joined(separator: ", "))\(more)}"
  }

  private static func file(_ entries: String...) throws -> WaiverFile {
    try WaiverFile(
      suite: "food", name: "Contracts/food/waivers.json",
      bytes: Array("[\n\(entries.joined(separator: ",\n"))\n]\n".utf8))
  }

  /// What comes of a finding, and what is told about the waivers.
  private func applied(
    _ file: WaiverFile, to finding: Finding = finding(), checked: Set<String> = ["recipe", "names"]
  ) throws -> (waiver: String?, told: [String]) {
    var run = WaiverRun(file, today: try #require(Self.today))
    var findings = [finding]
    run.apply(to: &findings)
    let told = run.findings(
      endpoints: ["recipe", "names"], checked: checked, in: .fixtures)
    for finding in told {
      #expect(finding.file == "Contracts/food/waivers.json" && finding.column == 1)
    }
    return (findings[0].waiver, told.map { "\($0.rule.id) \($0.line ?? 0)" })
  }

  @Test func waiverCoversItsFindingUntilItsLastDay() throws {
    let whole = try applied(try Self.file(Self.entry()))
    #expect(whole.waiver == "known" && whole.told == [])
    let lastDay = try applied(try Self.file(Self.entry(expires: "2026-11-21")))
    #expect(lastDay.waiver == "known" && lastDay.told == [])
    let over = try applied(try Self.file(Self.entry(expires: "2026-11-20")))
    #expect(over.waiver == nil && over.told == ["waiver-expired 2"])
  }

  @Test(arguments: [
    (entry(rule: "key-added"), "waiver-unused 2"), (entry(endpoint: "names"), "waiver-unused 2"),
    (entry(path: "$.meals[*].strTag"), "waiver-unused 2"),
    (entry(path: "$.meals[*]"), "waiver-unused 2"), (entry(endpoint: nil), nil),
    (entry(endpoint: "recip"), "waiver-unused 2"),
    (entry(path: nil, more: #", "fingerprint": "000000000000""#), "waiver-unused 2"),
    (entry(path: nil, more: #", "fingerprint": "\#(finding().fingerprint)""#), nil),
    (entry(endpoint: nil, path: nil), "waiver-too-broad 2"),
    (entry(path: "*"), "waiver-too-broad 2"), (entry(path: "$..*"), "waiver-too-broad 2"),
    (entry(path: "$.meals[*].*"), "waiver-unused 2"),
    (entry(path: "$.meals[*].str*"), "waiver-unused 2"),
    (entry(reason: " "), "waiver-incomplete 2"), (entry(owner: ""), "waiver-incomplete 2"),
    (entry(expires: ""), "waiver-incomplete 2"),
  ])
  func waiverThatCoversNothingIsTold(entry: String, told: String?) throws {
    let result = try applied(try Self.file(entry))
    #expect(result.told == [told].compactMap { $0 })
    #expect((result.waiver == nil) == (told != nil))
  }

  @Test func whatWasNotCheckedIsNotUnused() throws {
    let file = try Self.file(Self.entry(path: "$.a"), Self.entry(endpoint: nil, path: "$.b"))
    #expect(try applied(file, checked: ["recipe"]).told == ["waiver-unused 2"])
    #expect(try applied(file, checked: ["names"]).told == [])
    #expect(try applied(file).told == ["waiver-unused 2", "waiver-unused 3"])
  }

  @Test func starStandsForTheNumberOfASlot() throws {
    let file = try Self.file(Self.entry(path: "$.meals[*].strIngredient*"))
    for (path, isCovered) in [
      ("$.meals[*].strIngredient1", true), ("$.meals[*].strIngredient20", true),
      ("$.meals[*].strIngredient", false), ("$.meals[*].strIngredient2.a", false),
      ("$.meals[0].strIngredient2", false), ("$.meals[*].strIngredients", false),
    ] {
      let result = try applied(file, to: Self.finding(path: path))
      #expect((result.waiver == "known") == isCovered, "\(path)")
    }
  }

  @Test func findingWithoutAPathIsWaivedByItsEndpoint() throws {
    let file = try Self.file(Self.entry(rule: "unexercised", path: nil))
    #expect(try applied(file, to: Self.finding(.unexercised, path: nil)).waiver == "known")
    let other = Self.finding(.unexercised, path: nil, endpoint: "names")
    #expect(try applied(file, to: other).waiver == nil)
  }

  @Test(arguments: [
    ("[{}]", "1:2: the waiver names no rule"), ("{}", "1:1: waivers are an array of objects"),
    ("[1]", "1:2: a waiver is an object, and not a number"),
    (
      #"[{"rule": "key-remove"}]"#,
      "1:11: there is no rule 'key-remove'; did you mean 'key-removed'?"
    ),
    (
      #"[{"rule": "key-removed", "expires": "2027-02-30"}]"#,
      #"1:37: "2027-02-30" is no day; write it as 2027-03-31"#
    ),
    (
      #"[{"rule": "key-removed", "raeson": ""}]"#,
      #"1:36: nothing reads the key "raeson"; did you mean 'reason'?"#
    ),
    (
      #"[{"rule": "key-removed", "owner": 1}]"#,
      #"1:35: "owner" is a number, and must be a string"#
    ),
    ("[", "1:2: "),
  ])
  func brokenFileSaysWhere(text: String, fault: String) throws {
    let error = #expect(throws: SettingsError.self) {
      try WaiverFile(suite: "food", name: "w.json", bytes: Array(text.utf8))
    }
    #expect(error?.description.hasPrefix("w.json:\(fault)") == true, "\(error?.description ?? "")")
  }

  @Test func newWaiversStandBehindTheOldOnes() async throws {
    try await TestFolders.withTemporaryFolder { root in
      let day = try #require(Day("2027-02-19"))
      var findings = (1...3).map { Self.finding(path: "$.meals[*].strMeasure\($0)") }
      findings += [
        Self.finding(), Self.finding(Rule(.becameNullable)), Self.finding(Rule(.becameNullable)),
      ]
      var waived = Self.finding(path: "$.old")
      waived.waiver = "known"
      let old = #"{"waivers": [ \#(Self.entry(path: "$.old")) ] }"# + "\n"
      let file = try WaiverFile(suite: "food", name: "waivers.json", bytes: Array(old.utf8))
      #expect(try file.add(findings + [waived], seenIn: .fixtures, until: day, root: root) == 3)
      let text = try String(
        contentsOf: root.appendingPathComponent("waivers.json"), encoding: .utf8)
      #expect(text.hasPrefix(String(old.dropLast(5))) && text.hasSuffix(" ] }\n"))
      let read = try WaiverFile(suite: "food", name: "waivers.json", bytes: Array(text.utf8))
      #expect(
        read.waivers.map(\.path) == [
          "$.old", "$.meals[*].strMeasure*", "$.meals[*].strTags", "$.meals[*].strTags",
        ])
      #expect(read.waivers.dropFirst().allSatisfy { $0.blanks == ["reason", "owner"] })
      #expect(read.waivers.dropFirst().allSatisfy { $0.expires == day })
      #expect(try read.add(findings, seenIn: .fixtures, until: day, root: root) == 0)
    }
  }

  @Test(arguments: ["", "[]", "[\n]\n", #"{"waivers": []}"#])
  func emptyFileTakesAWaiver(text: String) async throws {
    try await TestFolders.withTemporaryFolder { root in
      let day = try #require(Day("2027-02-19"))
      let file =
        text.isEmpty
        ? try WaiverFile(suite: "food", root: root)
        : try WaiverFile(
          suite: "food", name: "Contracts/food/waivers.json", bytes: Array(text.utf8))
      #expect(try file.add([Self.finding()], seenIn: .fixtures, until: day, root: root) == 1)
      #expect(try WaiverFile(suite: "food", root: root).waivers.map(\.rule.drift) == [.keyRemoved])
    }
  }

  @Test func daysAreThoseOfTheCalendar() throws {
    let day = try #require(Day("2028-02-28"))
    #expect(day.adding(days: 2).description == "2028-03-01")
    #expect(Day(Date(timeIntervalSince1970: 86_399)).description == "1970-01-01")
    for text in ["2027-2-1", "2027-02-29", "tomorrow", ""] { #expect(Day(text) == nil) }
  }
}
