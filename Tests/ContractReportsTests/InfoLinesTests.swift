import ContractTesting
import Testing

@testable import ContractReports

@Suite struct InfoLinesTests {
  private let info = InfoLines(
    style: ReportStyle(program: "mealdb-contract", usesColor: false, width: 60))

  private func unread(_ path: String, of type: String) -> Finding {
    var finding = Finding(.unreadKey, "nothing reads the key")
    finding.path = path
    finding.dto = DTOReference(type: type, property: nil)
    return finding
  }

  @Test func keysThatATypeNeverReadsAreToldTogether() {
    let lines = info.lines([
      unread("$.a", of: "First"), unread("$.only", of: "Second"), unread("$.b", of: "First"),
      unread("$.b", of: "First"),
    ])
    #expect(
      lines == [
        "info unread-key: First never reads 2 keys", "    $.a, $.b",
        "info unread-key: nothing reads the key", "    at        Second",
      ])
  }

  @Test func oneCauseIsOneLine() {
    let findings = (1...3).map { number in
      var finding = Finding(.nullSlot, "the slot is null")
      finding.path = "$.slot\(number)"
      return finding
    }
    #expect(info.lines(findings) == ["info null-slot, 3 times: the slot is null"])
  }
}
