import ContractReports
import ContractTesting
import Testing

@Suite struct MappingViewTests {
  private static let mapping = [
    MappingEntry(from: "$", to: "$", kind: .same),
    MappingEntry(from: "$.name", to: "$.title", kind: .renamed, matched: 47, compared: 48),
    MappingEntry(from: "$.a", to: "$.b", kind: .renamed),
    MappingEntry(from: "$.a.x", to: "$.b.x", kind: .renamed),
    MappingEntry(from: "$.a.y", to: "$.b.z", kind: .renamed),
    MappingEntry(from: "$.gone", to: nil, kind: .removed),
    MappingEntry(from: "$.gone.child", to: nil, kind: .removed),
    MappingEntry(from: "$.part1", to: "$.parts[*].name", kind: .slotsToArray),
    MappingEntry(from: "$.part2", to: "$.parts[*].name", kind: .slotsToArray),
    MappingEntry(from: nil, to: "$.new", kind: .added),
    MappingEntry(from: nil, to: "$.new.child", kind: .added),
    MappingEntry(from: "$.id", to: "$.id", kind: .same),
  ]

  private func text(_ mapping: [MappingEntry], command: String = "diff", width: Int = 100) -> String
  {
    ReportFormat.text.render(
      Report(command: command, mapping: mapping), style: ReportStyle(width: width))
  }

  @Test func eachCauseIsARow() {
    #expect(
      text(Self.mapping) == """
          old              new
          $.name           $.title          renamed 47/48
          $.a              $.b              renamed
          $.a.y            $.b.z            renamed
          $.gone           –                removed
          $.part1          $.parts[*].name  slots-to-array
          –                $.new            added
          2 paths are as they were

        no findings

        """)
  }

  @Test func aMappingWithoutMovesIsNotShown() {
    let unmoved = Self.mapping.filter { $0.from == nil || $0.to == nil || $0.kind == .same }
    #expect(text(unmoved) == "no findings\n")
    #expect(text(Self.mapping, command: "check") == "no findings\n")
  }

  @Test(arguments: [60, 80, 100]) func linesFitTheTerminal(width: Int) {
    let long = String(repeating: ".member", count: 20)
    let lines = text(
      [
        MappingEntry(
          from: "$" + long, to: "$.x" + long, kind: .scalarToArray, matched: 100, compared: 100)
      ],
      width: width
    ).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.contains { $0.contains("…") && $0.hasSuffix("scalar-to-array 100/100") })
  }

  @Test func controlCharactersAreEscaped() {
    let shown = text([MappingEntry(from: "$['\u{1B}[2J']", to: "$.x", kind: .renamed)])
    #expect(!shown.contains("\u{1B}"))
  }
}
