import Foundation
import TestSupport
import Testing
import WireDates

@testable import SpaceX

@Suite struct LaunchDTOTests {
  @Test func keepsWhatTheWireSays() throws {
    let launch = try WireLaunch().decoded()
    let liftoff = Date(timeIntervalSince1970: 1_291_822_980)
    #expect(launch.flightNumber == 7)
    #expect(launch.missionName == "COTS 1")
    #expect(!launch.upcoming)
    #expect(launch.launchDateUnix.date == liftoff)
    #expect(launch.launchDateUTC.date == liftoff)
    #expect(launch.launchDateLocal.date == liftoff)
    #expect(launch.rocketName == "Falcon 9")
    #expect(launch.payloads.map(\.payloadID) == ["COTS Demo Flight 1", "Cubesats"])
    #expect(launch.launchSiteName == "CCAFS SLC 40")
    #expect(launch.launchSuccess == true)
    #expect(launch.launchFailureDetails == nil)
    #expect(launch.missionPatchURL?.absoluteString == "https://images.example.com/7.png")
    #expect(launch.details == nil)
    let timeline = try #require(launch.timeline)
    #expect(
      timeline == ["liftoff": 0, "ignition": -3, "webcast_liftoff": Int?.none, "seco-1": 540])
  }

  @Test func failureDetailsAreReadWhereTheyAre() throws {
    let launch = try WireLaunch([
      "launch_success": "false",
      "launch_failure_details": #"{"time":33,"altitude":null,"reason":"merlin engine failure"}"#,
    ]).decoded()
    let failure = try #require(launch.launchFailureDetails)
    #expect(failure.time == 33)
    #expect(failure.altitude == nil)
    #expect(failure.reason == "merlin engine failure")
  }

  @Test(arguments: [
    "flight_number", "mission_name", "upcoming", "launch_date_unix", "launch_date_utc",
    "launch_date_local", "rocket", "launch_site", "links",
  ])
  func requiredMemberMustBeThere(key: String) {
    #expect(throws: DecodingError.self) { try WireLaunch([key: nil]).decoded() }
    #expect(throws: DecodingError.self) { try WireLaunch([key: "null"]).decoded() }
  }

  @Test(arguments: ["launch_success", "launch_failure_details", "details", "timeline"])
  func optionalMemberMayBeNullOrAbsent(key: String) throws {
    #expect(try WireLaunch([key: nil]).decoded().flightNumber == 7)
    #expect(try WireLaunch([key: "null"]).decoded().flightNumber == 7)
  }

  @Test(arguments: [
    ("launch_date_utc", #""2006-13-24T22:30:00.000Z""#),
    ("launch_date_utc", #""2006-02-30T22:30:00.000Z""#),
    ("launch_date_utc", #""2006-03-24""#), ("launch_date_utc", "1143239400"),
    ("launch_date_local", #""2006-03-25T10:30:00""#),
    ("launch_date_unix", #""1143239400""#),
    ("rocket", #"{"rocket_name":"Falcon 9"}"#),
    ("rocket", #"{"rocket_name":"Falcon 9","second_stage":{}}"#),
    ("rocket", #"{"rocket_name":"Falcon 9","second_stage":{"payloads":[{}]}}"#),
    ("rocket", #"{"second_stage":{"payloads":[]}}"#),
    ("launch_site", "{}"), ("links", #"{"mission_patch":""}"#),
    ("timeline", #"{"liftoff":"0"}"#), ("timeline", "[]"),
    ("launch_failure_details", #"{"time":33}"#),
  ])
  func valueOfAnotherFormIsAnError(key: String, value: String) {
    #expect(throws: DecodingError.self) { try WireLaunch([key: value]).decoded() }
  }

  @Test(arguments: [
    ("1.5", 1.5), ("0", 0), ("-1", -1),
  ])
  func unixSecondsMayBeAnyNumber(text: String, seconds: Double) throws {
    let launch = try WireLaunch(["launch_date_unix": text]).decoded()
    #expect(launch.launchDateUnix.date == Date(timeIntervalSince1970: seconds))
  }

  @Test func everyFixtureDecodes() throws {
    let folder = TestFolders.packageRoot.appendingPathComponent("Fixtures/spacex/launch")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".http.json") }
    #expect(names.count == 14)
    for name in names {
      let launch = try decodeFixture(LaunchDTO.self, "launch/\(name)")
      #expect("\(launch.flightNumber).json" == name)
    }
    #expect(try decodeFixture(LaunchesDTO.self, "launches/limit-14.json").count == 14)
    #expect(try decodeFixture(LaunchDTO.self, "latest/all.json").flightNumber == 100)
  }
}
