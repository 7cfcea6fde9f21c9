@testable import ContractTesting
import SchemaDrift

/// The report of the golden files: one of each thing that a report can hold.
enum SampleReport {
  static let report: Report = {
    var report = plain
    report.outages = [outage]
    for index in report.checks.indices where report.checks[index].status == .unreachable {
      report.checks[index].facts.outage = outage.reason
    }
    return report
  }()

  /// The same with what earlier runs said: something new, known and flaky, something fixed, and a silence.
  static let withHistory: Report = {
    var report = plain
    guard let first = Day("2026-11-03"), let last = Day("2026-11-20") else { return report }
    report.comparison = .runs(last: last)
    for index in report.findings.indices {
      let span = FindingAge.Span(since: first, nights: 17)
      report.findings[index].age =
        switch report.findings[index].rule {
        case .nullValue:
          FindingAge(.known, span: span, member: Self.nulls)
        case .invalidDate: FindingAge(.flaky, span: FindingAge.Span(since: first, nights: 4))
        default: FindingAge(.new, span: FindingAge.Span(since: last, nights: 1))
        }
    }
    report.fixed = [
      FixedFinding(KnownFinding(keyAdded), span: FindingAge.Span(since: first, nights: 3))
    ]
    report.outages = [outage]
    report.outages[0].nights = 3
    return report
  }()

  /// A share that changed before the finding was there.
  private static let nulls: MemberHistory.Change? = Day("2026-10-29").map {
    MemberHistory.Change(day: $0, share: MemberShare(present: 90, null: 37))
  }

  private static let outage = Outage(
    origin: "http://127.0.0.1:9", reason: .status(503),
    sample: "http://127.0.0.1:9/search.php?s=soup",
    endpoint: "themealdb/search")

  private static let plain = Report(
    command: "check",
    checks: [
      CheckOutcome(
        suite: "spacex", endpoint: "launch", status: .conforms, samples: 6,
        detail: "6 fixtures, LaunchDTO, contract launch.schema.json"),
      CheckOutcome(suite: "spacex", endpoint: "rockets", status: .unexercised, samples: 0),
      CheckOutcome(
        suite: "themealdb", endpoint: "categories", status: .conforms, samples: 1,
        detail: "1 fixture, CategoriesDTO, contract categories.schema.json"),
      CheckOutcome(
        suite: "themealdb", endpoint: "recipe", status: .drifted, samples: 12,
        detail: "12 fixtures, RecipesDTO, contract recipe.schema.json"),
      CheckOutcome(
        suite: "themealdb", endpoint: "search", status: .unreachable, samples: 0,
        detail: "http://127.0.0.1:9 does not answer"),
    ],
    findings: nullNames + [missingDate, keyAdded, waived, unexercised, syntax],
    mapping: [
      PathMapping(
        from: "$.meals[*].idMeal", to: "$.meals[*].idMeal", kind: .same, matched: 12, compared: 12),
      PathMapping(from: "$.meals[*].strArea", to: nil, kind: .removed),
      PathMapping(from: nil, to: "$.meals[*].strOrigin", kind: .added),
    ],
    notes: ["read 19 fixtures under Fixtures/ and 4 contracts under Contracts/"])

  /// The same fault in five documents.
  private static let nullNames: [Finding] = (1...5).map { number in
    let line = #"    "strMeal": null, "strCategory": "Dessert","#
    var finding = recipeFinding(.nullValue, "strMeal is null, and the DTO cannot live without it")
    finding.source = .file("Fixtures/themealdb/recipe/5295\(number).json")
    finding.pointer = "/meals/0/strMeal"
    finding.line = 4
    finding.column = 16
    finding.path = "$.meals[*].strMeal"
    finding.expected = "string"
    finding.found = "null"
    finding.dto = DTOReference(type: "RecipeDetailDTO", property: "name")
    finding.excerpt = Excerpt(bytes: Array(line.utf8), range: 15..<19)
    finding.nextStep = .changeType(
      TypePatch(edits: [
        TypePatch.Edit(place: .type("RecipeDetailDTO"), lines: ["let name: String?"])
      ]))
    return finding
  }

  /// A minified document, and a message that is longer than a line.
  private static let missingDate: Finding = {
    let filler = String(repeating: #"{"strIngredient1":"Crème fraîche"},"#, count: 9)
    let line = #"{"meals":[\#(filler){"dateModified":"24.03.2006"},\#(filler)null]}"#
    let start = #"{"meals":[{"dateModified":"#.utf8.count + filler.utf8.count
    var finding = recipeFinding(
      .invalidDate,
      "dateModified looks like a date of another kind, day first and with full stops, and is not a "
        + "date in the format yyyy-MM-dd HH:mm:ss")
    finding.source = .file("Fixtures/themealdb/recipe/52951.json")
    finding.pointer = "/meals/9/dateModified"
    finding.line = 1
    finding.column = start + 1
    finding.path = "$.meals[*].dateModified"
    finding.expected = "a date such as 2006-03-24 22:30:00"
    finding.found = #""24.03.2006", text that is no date"#
    finding.dto = DTOReference(type: "RecipeDetailDTO", property: "dateModified")
    finding.excerpt = Excerpt(bytes: Array(line.utf8), range: start..<(start + 12))
    return finding
  }()

  private static let keyAdded: Finding = {
    var finding = recipeFinding(Rule(.keyAdded), "the key strOrigin is new")
    finding.path = "$.meals[*].strOrigin"
    finding.found = "string in 12 of 12 samples"
    finding.change = PathMapping(
      from: nil, to: "$.meals[*].strOrigin", kind: .added, matched: 12, compared: 12)
    return finding
  }()

  private static let waived: Finding = {
    var finding = recipeFinding(Rule(.keyRemoved), "the key strArea is gone")
    finding.path = "$.meals[*].strArea"
    finding.change = PathMapping(from: "$.meals[*].strArea", to: nil, kind: .removed)
    finding.waiver = "announced by the owner for March"
    return finding
  }()

  private static let unexercised: Finding = {
    var finding = Finding(.unexercised, "there is no fixture of spacex/rockets")
    finding.suite = "spacex"
    finding.endpoint = "rockets"
    finding.nextStep = .record(suite: "spacex", endpoint: "rockets")
    return finding
  }()

  /// A finding that belongs to no check.
  private static let syntax: Finding = {
    var finding = Finding(.invalidJSON, "expected a value, found ','")
    finding.source = .file("drafts/new.json")
    finding.line = 2
    finding.column = 9
    finding.excerpt = Excerpt(bytes: Array(#"  "id": , "name": 1"#.utf8), range: 8..<8)
    return finding
  }()

  private static func recipeFinding(_ rule: Rule, _ message: String) -> Finding {
    var finding = Finding(rule, message)
    finding.suite = "themealdb"
    finding.endpoint = "recipe"
    return finding
  }
}
