import Testing

@testable import ContractCommand

@Suite struct ExitCodeTests {
  @Test(arguments: [
    (findings: false, problems: false, outages: false, allowed: false, code: ExitCode.conforms),
    (false, false, false, true, .conforms), (false, false, true, false, .failure),
    (false, false, true, true, .conforms), (false, true, false, false, .failure),
    (false, true, false, true, .failure), (false, true, true, true, .failure),
    (true, false, false, false, .findings), (true, false, true, true, .findings),
    (true, true, true, false, .findings),
  ])
  func codeFollowsFromWhatCameOfTheRun(
    findings: Bool, problems: Bool, outages: Bool, allowed: Bool, code: ExitCode
  ) {
    #expect(
      ExitCode(
        hasFindings: findings, hasProblems: problems, hasOutages: outages, allowsOutages: allowed)
        == code)
  }
}
