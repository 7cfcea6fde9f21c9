import Endpoints
import StrictJSON
import Testing

@testable import ContractTesting

@Suite struct ReportRedactionTests {
  private func finding(_ pointer: String, _ message: String) -> Finding {
    var finding = Finding(.typeMismatch, message)
    finding.file = "https://a.example/x?api_key=S"
    finding.pointer = pointer
    finding.found = #"the string "swordfish""#
    return finding
  }

  /// Only the name of the member tells that the value is a secret.
  @Test(arguments: ["/password", "/user/accessToken", "/tokens/0", "/auth/value"])
  func valueAtACredentialIsHidden(_ pointer: String) {
    var whole = finding("/items", "items changed")
    whole.found = nil
    whole.fold(finding(pointer, #"expected a number, found the string "swordfish""#))
    let report = Report(
      command: "check",
      findings: [finding(pointer, #"expected a number, found the string "swordfish""#), whole])
    let shown = report.redacted(by: .standard)
    let texts = shown.findings.flatMap { finding in
      [finding.message, finding.found ?? "", finding.file ?? ""]
        + finding.consequences.map(\.message)
    }
    #expect(!texts.contains { $0.contains("swordfish") || $0.contains("api_key=S") }, "\(texts)")
    #expect(texts.count { $0.contains("REDACTED") } >= 4)
  }

  @Test func otherValuesAndTheNamesOfMembersStay() {
    var missing = finding("/password", #"the key "password" is missing"#)
    missing.found = nil
    missing.place = ShapePath(steps: [.member("password")])
    var whole = finding("/items", "items changed")
    whole.fold(missing)
    whole.fold(finding("/name", #"expected a number, found the string "swordfish""#))
    let shown = Report(command: "check", findings: [whole]).redacted(by: .standard).findings[0]
    #expect(
      shown.consequences.map(\.message) == [
        #"the key "password" is missing"#, #"expected a number, found the string "swordfish""#,
      ])
  }
}
