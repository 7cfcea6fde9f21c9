import ContractTesting
import SchemaDrift
import StrictJSON
import Testing

@testable import ContractReports

@Suite struct MappingViewTests {
  private static let mapping = [
    PathMapping(from: "$", to: "$", kind: .same),
    PathMapping(from: "$.name", to: "$.title", kind: .renamed, matched: 47, compared: 48),
    PathMapping(from: "$.a", to: "$.b", kind: .renamed),
    PathMapping(from: "$.a.x", to: "$.b.x", kind: .renamed),
    PathMapping(from: "$.a.y", to: "$.b.z", kind: .renamed),
    PathMapping(from: "$.gone", to: nil, kind: .removed),
    PathMapping(from: "$.gone.child", to: nil, kind: .removed),
    PathMapping(from: "$.part1", to: "$.parts[*].name", kind: .slotsToArray),
    PathMapping(from: "$.part2", to: "$.parts[*].name", kind: .slotsToArray),
    PathMapping(from: nil, to: "$.new", kind: .added),
    PathMapping(from: nil, to: "$.new.child", kind: .added),
    PathMapping(from: "$.id", to: "$.id", kind: .same),
  ]

  private func text(
    _ mapping: [PathMapping], findings: [Finding] = [], comparesFormats: Bool = true,
    width: Int = 100
  ) -> String {
    var report = Report(command: "diff", findings: findings, mapping: mapping)
    report.comparesFormats = comparesFormats
    return ReportFormat.text.render(
      report, style: ReportStyle(program: "mealdb-contract", width: width))
  }

  @Test func eachCauseIsARow() {
    #expect(
      text(Self.mapping) == """
          old              new
          $.name           $.title          renamed 47/48
          $.a              $.b              renamed
          $.a.y            $.b.z            renamed
          $.gone           –                removed
          $.part{n}        $.parts[*].name  slots-to-array
          –                $.new            added
          2 paths are as they were
          47/48: 47 of the 48 records that are on both sides hold the same or a matching value there
          slots-to-array: keys with numbers, such as item1 to item20, are one list now

        no findings

        """)
  }

  /// Two families may differ in another number.
  @Test func slotsOfARenamedFamilyAreOneRow() {
    let path = { (name: String) in ShapePath(steps: [.member(name)]) }
    let mapping = ["team1", "team2"].flatMap { team in
      (1...3).map {
        PathMapping(
          from: path("\(team)_part\($0)"), to: path("\(team)_p\($0)"), kind: .renamed, matched: 9,
          compared: 9)
      }
    }
    let findings = ["team1", "team2"].map { team in
      var finding = Finding(.keyRenamed, "\(team)_part1…3 is now \(team)_p{n}")
      finding.level = .breaking
      finding.change = PathMapping(
        from: path("\(team)_part{n}"), to: path("\(team)_p{n}"), kind: .renamed)
      return finding
    }
    let rows = MappingView.rows(mapping, findings)
    #expect(rows.map(\.old) == ["$.team1_part{n}", "$.team2_part{n}"])
    #expect(rows.map(\.new) == ["$.team1_p{n}", "$.team2_p{n}"])
    #expect(rows.map(\.isBreaking) == [true, true])
  }

  /// Slots that are told as one are one row; a member with a finding of its own has a row of its own.
  @Test func slotsThatAreGoneAreOneRow() {
    let mapping = [4, 5, 7, 9].map {
      PathMapping(from: ShapePath("$.part\($0)"), to: nil, kind: .removed)
    }
    let findings = [4, 9].map { number in
      var finding = Finding(.keyRemoved, "gone")
      finding.level = .breaking
      finding.change = mapping.first { $0.from == ShapePath("$.part\(number)") }
      return finding
    }
    let rows = MappingView.rows(mapping, findings)
    #expect(rows.map(\.old) == ["$.part4…5, 7", "$.part9"])
    #expect(rows.map(\.isBreaking) == [true, true])
  }

  /// Slots that follow another family into one place are one row as well.
  @Test func slotsOfACompanionAreOneRow() {
    let mapping = ["part", "size"].flatMap { name in
      (1...3).map {
        PathMapping(
          from: ShapePath("$.\(name)\($0)"), to: ShapePath("$.line\($0)"), kind: .merged)
      }
    }
    let rows = MappingView.rows(mapping, [])
    #expect(rows.map { "\($0.old) \($0.new)" } == ["$.part{n} $.line{n}", "$.size{n} $.line{n}"])
  }

  /// A number in another unit is another number: the row of a rename must not hide it.
  @Test func otherUnitIsToldInTheRow() {
    var moved = PathMapping(
      from: "$.weight", to: "$.weightInGrams", kind: .renamed, matched: 20, compared: 20)
    moved.unit = UnitChange(power: 3)
    var finding = Finding(.keyRenamed, "renamed")
    finding.change = moved
    #expect(
      text([moved], findings: [finding]).contains(
        "\n! $.weight         $.weightInGrams  renamed 20/20, times 1000\n"))
  }

  @Test func whatDidNotComeIsNotAsItWas() {
    var mapping = Self.mapping
    mapping.append(PathMapping(from: "$.rare", to: "$.rare", kind: .same, isUnseen: true))
    #expect(text(mapping).contains("\n  2 paths are as they were; 1 did not come\n"))
    #expect(
      MappingView.count(ofKept: Array(mapping.suffix(1))) == "no path is as it was; 1 did not come")
    var report = Report(command: "diff", findings: [], mapping: mapping)
    report.comparesFormats = true
    let style = ReportStyle(program: "mealdb-contract", width: 100)
    #expect(
      ReportFormat.html.render(report, style: style).contains("were; 1 did not come</caption>"))
    #expect(ReportFormat.json.render(report, style: style).contains("\"unseen\": true"))
  }

  @Test func oneRecordIsNotAll() {
    let mapping = [
      PathMapping(from: "$.a", to: "$.b", kind: .renamed, matched: 1, compared: 1)
    ]
    #expect(text(mapping).contains("  1/1: the one record that is on both sides holds the same"))
  }

  /// A list in its place that became one value has the same path on both sides, and its elements have not.
  @Test(arguments: [(Change.Kind.arrayToScalar, true), (.same, false)])
  func aListThatIsOneValueNowIsMarked(kind: Change.Kind, isMarked: Bool) {
    var finding = Finding(kind == .same ? .becameNullable : .arrayToScalar, "changed")
    finding.level = .breaking
    finding.change = PathMapping(from: "$.at", to: "$.at", kind: kind)
    let rows = MappingView.rows(
      [PathMapping(from: "$.at[*]", to: "$.at", kind: .arrayToScalar)], [finding])
    #expect(rows.map(\.isBreaking) == [isMarked])
  }

  /// The elements of a list follow from the list, and the parts of one value are told alike.
  @Test func aListThatWasTakenApartBreaksInEachPart() {
    var finding = Finding(.arrayToScalar, "changed")
    finding.level = .breaking
    finding.change = PathMapping(from: "$.at", to: "$.place.east", kind: .arrayToScalar)
    let others = (1...9).map { number in
      var finding = Finding(.keyRemoved, "a key is gone")
      finding.level = .info
      finding.change = PathMapping(
        from: ShapePath("$.k\(number)"), to: nil, kind: .removed)
      return finding
    }
    let shown = text(
      [
        PathMapping(from: "$.names", to: "$.names", kind: .mapToArray),
        PathMapping(
          from: ShapePath(steps: [.member("names"), .values]),
          to: ShapePath(steps: [.member("names"), .elements]), kind: .mapToArray),
        PathMapping(from: "$.at[*]", to: "$.place.north", kind: .split),
        PathMapping(from: "$.at[*]", to: "$.place.east", kind: .arrayToScalar),
      ], findings: [finding] + others)
    #expect(shown.contains("! $.at[*]        $.place.east   split\n"))
    #expect(shown.contains("! $.at[*]        $.place.north  split\n"))
    #expect(!shown.contains("$.names.*"))
    #expect(shown.contains("split: what was one value or one list is in several places now"))
  }

  /// What became of a list under another key is told of the list, and its row is that of the elements.
  @Test func aListOfAnotherNameIsMarkedInItsElements() {
    var finding = Finding(.mapToArray, "changed")
    finding.level = .breaking
    finding.change = PathMapping(from: "$.summary", to: "$.stages", kind: .mapToArray)
    let rows = MappingView.rows(
      [
        PathMapping(
          from: ShapePath(steps: [.member("summary"), .values]),
          to: ShapePath(steps: [.member("stages"), .elements]),
          kind: .mapToArray)
      ], [finding])
    #expect(rows.map(\.isBreaking) == [true])
  }

  @Test func aMappingWithoutMovesIsNotShown() {
    let unmoved = Self.mapping.filter { $0.from == nil || $0.to == nil || $0.kind == .same }
    #expect(text(unmoved) == "no findings\n")
    #expect(text(Self.mapping, comparesFormats: false) == "no findings\n")
  }

  @Test func aGuessIsCalledSo() {
    var finding = Finding(.keyRenamed, "a is now b")
    finding.change = PathMapping(from: "$.a", to: "$.b", kind: .renamed, confidence: .guess)
    let fields = (1...9).map { number in
      var finding = Finding(.keyRemoved, "a key is gone")
      finding.change = PathMapping(from: "$.k\(number)", to: nil, kind: .removed)
      return finding
    }
    let shown = text(
      [PathMapping(from: "$.a", to: "$.b", kind: .renamed)], findings: [finding] + fields)
    #expect(shown.contains("! $.a  $.b  renamed, a guess\n"))
    #expect(
      shown.contains(
        "  a guess: names, types and positions speak for it, and values, if any, too little\n"))
  }

  @Test func theWorstComesFirstAndIsMarked() {
    func finding(_ rule: DriftRule, _ level: Level, _ from: String, _ to: String?) -> Finding {
      var finding = Finding(rule, "changed")
      finding.level = level
      finding.change = PathMapping(
        from: ShapePath(from), to: to.flatMap { ShapePath($0) },
        kind: to == nil ? .removed : .renamed)
      return finding
    }
    var findings = [
      finding(.keyRenamed, .warning, "$.a", "$.b"), finding(.typeChanged, .breaking, "$.a", "$.b"),
      finding(.keyRemoved, .info, "$.c", nil), finding(.keyRemoved, .breaking, "$.d", nil),
    ]
    findings += (1...6).map { finding(.keyRemoved, .info, "$.k\($0)", nil) }
    let mapping = [
      PathMapping(from: "$.c", to: nil, kind: .removed),
      PathMapping(from: "$.a", to: "$.b", kind: .renamed),
      PathMapping(from: "$.d", to: nil, kind: .removed),
    ]
    let rows = text(mapping, findings: findings).split(separator: "\n").filter {
      $0.contains("renamed") || $0.contains("removed ") || $0.hasSuffix("removed")
    }.prefix(3)
    #expect(
      Array(rows) == ["! $.a  $.b  renamed", "! $.d  –    removed", "  $.c  –    removed"])
  }

  @Test(arguments: [
    ("$.meals[*].strMeal", 18, "$.meals[*].strMeal"), ("$.meals[*].strMeal", 17, "…[*].strMeal"),
    ("$.meals[*].strMeal", 11, "….strMeal"), ("$.meals[*].strMeal", 6, "…rMeal"),
  ])
  func aPathIsCutBetweenItsSteps(path: String, width: Int, shown: String) {
    #expect(TextColumns.path(path, width) == shown)
  }

  @Test(arguments: [60, 80, 100]) func linesFitTheTerminal(width: Int) {
    let long = String(repeating: ".member", count: 20)
    let lines = text(
      [
        PathMapping(
          from: "$" + long, to: "$.x" + long, kind: .scalarToArray, matched: 100, compared: 100)
      ],
      width: width
    ).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.contains { $0.contains("…") && $0.hasSuffix("scalar-to-array 100/100") })
    #expect(
      text([PathMapping(from: "$.a", to: "$.b", kind: .split, matched: 0, compared: 0)]).contains(
        "split\n"))
  }

  @Test func controlCharactersAreEscaped() {
    let shown = text([PathMapping(from: "$['\u{1B}[2J']", to: "$.x", kind: .renamed)])
    #expect(!shown.contains("\u{1B}"))
  }
}
