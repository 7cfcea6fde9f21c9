import SchemaDrift
import Testing

@testable import ContractTesting

/// Patches whose finding is not shown.
@Suite struct FindingPatchesTests {
  private static let patch = NextStep.changeType(
    TypePatch(edits: [TypePatch.Edit(place: .type("Book"), lines: ["let a: Int"])]))

  private static func finding(_ property: String, _ step: NextStep?) -> Finding {
    var finding = Finding(DriftRule.keyRenamed, property)
    finding.dto = DTOReference(type: "Book", property: property)
    finding.nextStep = step
    return finding
  }

  private static func with(_ property: String) -> NextStep {
    .changedWith(DTOReference(type: "Book", property: property))
  }

  /// The findings: of `a` with the lines, of `b` and `c` which these hold too, and of `d` with none.
  @Test(
    arguments: [
      ([], [patch, with("a"), with("a"), nil]),
      (["a"], [patch, patch, with("b"), nil]),
      (["a", "b"], [patch, with("a"), patch, nil]),
      (["c"], [patch, with("a"), with("a"), nil]),
    ] as [(Set<String>, [NextStep?])])
  func linesAreHandedOn(dropped: Set<String>, steps: [NextStep?]) {
    var findings = [
      Self.finding("a", Self.patch), Self.finding("b", Self.with("a")),
      Self.finding("c", Self.with("a")), Self.finding("d", nil),
    ]
    findings.handOnPatches { dropped.contains($0.message) }
    #expect(findings.map(\.nextStep) == steps)
  }
}
