import StrictJSON
import Testing

@testable import SpaceX

@Suite struct StrictLaunchesTests {
  private func issues(_ text: String) throws -> Set<String> {
    let document = try JSONDocument(Array(text.utf8))
    let report = StrictDecoder().check(LaunchesDTO.self, in: document)
    #expect(report.unexplored.isEmpty)
    return Set(
      report.issues.filter(\.kind.stopsDecoding).map { "\($0.kind) \($0.pointer)" })
  }

  @Test func everyProblemOfALaunchIsReported() throws {
    let broken = WireLaunch([
      "flight_number": "null", "mission_name": nil, "launch_date_unix": #""x""#,
      "launch_date_utc": #""soon""#, "launch_date_local": #""2010-12-08T11:43:00""#,
      "rocket": #"{"rocket_name":7,"second_stage":{"payloads":[{"payload_id":1},{}]}}"#,
      "launch_site": "{}", "links": #"{"mission_patch":""}"#, "details": "[]",
      "timeline": #"{"a":"x","b":null,"c":1.5}"#, "launch_success": "1",
      "launch_failure_details": #"{"time":"x","altitude":7}"#,
    ]).object
    #expect(
      try issues("[\(broken)]") == [
        "nullValue /0/flight_number", "missingKey /0/mission_name",
        "typeMismatch /0/launch_date_unix", "invalidDate /0/launch_date_utc",
        "invalidDate /0/launch_date_local", "typeMismatch /0/rocket/rocket_name",
        "typeMismatch /0/rocket/second_stage/payloads/0/payload_id",
        "missingKey /0/rocket/second_stage/payloads/1/payload_id",
        "missingKey /0/launch_site/site_name", "invalidURL /0/links/mission_patch",
        "typeMismatch /0/details", "typeMismatch /0/timeline/a", "numberOutOfRange /0/timeline/c",
        "typeMismatch /0/launch_success", "typeMismatch /0/launch_failure_details/time",
        "missingKey /0/launch_failure_details/reason",
      ])
  }

  @Test func missingNestedObjectDoesNotHideLaterProblems() throws {
    let broken = WireLaunch([
      "rocket": "null", "links": nil, "launch_site": "7", "details": "1",
    ]).object
    #expect(
      try issues("[\(broken)]") == [
        "nullValue /0/rocket", "missingKey /0/links", "typeMismatch /0/launch_site",
        "typeMismatch /0/details",
      ])
  }

  @Test func launchAsItComesHasNoProblem() throws {
    #expect(try issues("[\(WireLaunch().object)]").isEmpty)
  }
}
