import ContractTesting
import SchemaDrift
import StrictJSON
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

  /// No document shows what an earlier run found, so its path must.
  @Test func findingOfAnEarlierRunHasItsPath() {
    var finding = Finding(.keyAdded, "a key is new")
    finding.suite = "shop"
    finding.endpoint = "tea"
    finding.path = "$.origin"
    finding.age = FindingAge(.known, span: nil)
    #expect(
      info.lines([finding]) == [
        "info key-added: a key is new", "    at        shop/tea  $.origin",
      ])
  }

  /// A few of very many keys are named, and their number is said to be the least where not all were told apart.
  @Test(arguments: [
    (200, 1, "200"), (999, 1, "999"), (1_200, 0, "1200"), (1_200, 1, "at least 1200"),
  ])
  func manyKeysAreNotAllNamed(_ count: Int, _ more: Int, _ words: String) {
    var findings = (1...count).map { unread("$.k\($0)", of: "First") }
    findings[0].more = more
    let lines = info.lines(findings)
    #expect(lines.first == "info unread-key: First never reads \(words) keys")
    let text = lines.joined(separator: " ")
    #expect(text.contains("$.k100 and") && !text.contains("$.k101"))
    #expect(text.contains("\(count - 100) more;"))
  }

  @Test func oneCauseIsOneLine() {
    let findings = (1...3).map { number in
      var finding = Finding(.nullSlot, "the slot is null")
      finding.place = ShapePath(steps: [.member("slot\(number)")])
      return finding
    }
    #expect(info.lines(findings) == ["info null-slot, 3 times: the slot is null"])
  }

  /// Only the slots of a family are one place; other names differ in their numbers for a reason.
  @Test func membersWithNumbersAreApart() {
    let findings = (1...2).map { number in
      var finding = Finding(.tolerated, "hidden")
      finding.place = ShapePath(steps: [.member("version\(number)")])
      return finding
    }
    #expect(info.lines(findings) == ["info tolerated: hidden", "info tolerated: hidden"])
  }
}
