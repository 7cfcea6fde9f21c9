import Foundation
import Testing

@testable import SpaceX

@Suite struct LaunchTests {
  @Test func namesThingsForAnApp() throws {
    let launch = Launch(try WireLaunch().decoded())
    #expect(launch.number == 7)
    #expect(launch.missionName == "COTS 1")
    #expect(launch.date == Date(timeIntervalSince1970: 1_291_822_980))
    #expect(launch.localDate == launch.date)
    #expect(launch.rocketName == "Falcon 9")
    #expect(launch.payloadNames == ["COTS Demo Flight 1", "Cubesats"])
    #expect(launch.siteName == "CCAFS SLC 40")
    #expect(launch.patchURL?.absoluteString == "https://images.example.com/7.png")
    #expect(launch.outcome == .success)
    #expect(launch.details == nil)
    #expect(!launch.isUpcoming)
  }

  @Test(
    arguments: [
      ("null", []),
      ("{}", []),
      (#"{"seco-1":null}"#, []),
      (
        #"{"seco-1":540,"liftoff":0,"webcast_liftoff":null,"ignition":-3}"#,
        [
          Launch.Event(name: "ignition", secondsFromLiftoff: -3),
          Launch.Event(name: "liftoff", secondsFromLiftoff: 0),
          Launch.Event(name: "seco-1", secondsFromLiftoff: 540),
        ]
      ),
      (
        #"{"rp1_loading":-2100,"engine_chill":-2100}"#,
        [
          Launch.Event(name: "engine_chill", secondsFromLiftoff: -2100),
          Launch.Event(name: "rp1_loading", secondsFromLiftoff: -2100),
        ]
      ),
    ] as [(String, [Launch.Event])])
  func timelineBecomesEventsInOrder(timeline: String, expected: [Launch.Event]) throws {
    #expect(Launch(try WireLaunch(["timeline": timeline]).decoded()).events == expected)
  }

  @Test(
    arguments: [
      ("true", nil, Launch.Outcome.success),
      ("null", nil, .unknown),
      ("false", nil, .failure(nil)),
      (
        "false", #"{"time":-165180,"altitude":0,"reason":"a liner buckled"}"#,
        .failure(
          Launch.Failure(secondsFromLiftoff: -165_180, altitude: 0, reason: "a liner buckled"))
      ),
    ] as [(String, String?, Launch.Outcome)])
  func successAndFailureBecomeAnOutcome(
    success: String, details: String?, expected: Launch.Outcome
  ) throws {
    let wire = WireLaunch(["launch_success": success, "launch_failure_details": details])
    #expect(Launch(try wire.decoded()).outcome == expected)
  }

  @Test func firstFlightFailedWithAReason() throws {
    let launch = Launch(try decodeFixture(LaunchDTO.self, "launch/1.json"))
    #expect(launch.missionName == "FalconSat")
    #expect(
      launch.outcome
        == .failure(
          Launch.Failure(secondsFromLiftoff: 33, altitude: nil, reason: "merlin engine failure")))
    #expect(launch.events == [Launch.Event(name: "webcast_liftoff", secondsFromLiftoff: 54)])
    #expect(launch.siteName == "Kwajalein Atoll")
  }

  @Test func localDateMayBeAnotherInstant() throws {
    let launch = Launch(try decodeFixture(LaunchDTO.self, "launch/21.json"))
    #expect(launch.date == Date(timeIntervalSince1970: 1_425_268_200))
    #expect(launch.localDate == Date(timeIntervalSince1970: 1_425_354_600))
    #expect(launch.payloadNames == ["ABS-3A", "Eutelsat 115 West B"])
  }

  @Test func upcomingLaunchHasNoOutcomeYet() throws {
    let launch = Launch(try decodeFixture(LaunchDTO.self, "launch/104.json"))
    #expect(launch.isUpcoming)
    #expect(launch.outcome == .unknown)
    #expect(launch.patchURL == nil)
    #expect(launch.events.isEmpty)
  }

  @Test func eventsOfAFixtureAreInOrder() throws {
    let launch = Launch(try decodeFixture(LaunchDTO.self, "launch/81.json"))
    #expect(launch.events.count == 29)
    #expect(launch.events.first?.name == "go_for_prop_loading")
    #expect(launch.events.last?.name == "seco-4")
    let times = launch.events.map(\.secondsFromLiftoff)
    #expect(times == times.sorted())
  }
}
