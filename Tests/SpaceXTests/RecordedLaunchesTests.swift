import Foundation
import TestSupport
import Testing
import WireDates

@testable import SpaceX

@Suite(.enabled(if: TestFolders.hasCorpus, Comment(rawValue: TestFolders.corpusReason)))
struct RecordedLaunchesTests {
  private func recorded<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    let bytes = try TestFolders.corpusBytes("spacex/v3/" + path)
    return try JSONDecoder().decode(type, from: Data(bytes))
  }

  @Test(arguments: [
    ("launches_2020-03_107.json", 107, 132, 17, 80), ("launches_2020-12_100.json", 100, 125, 0, 80),
  ])
  func everyLaunchDecodes(
    path: String, count: Int, payloads: Int, unknown: Int, timelines: Int
  ) throws {
    let recordings = try recorded(LaunchesDTO.self, path)
    let launches = recordings.map(Launch.init)
    #expect(launches.count == count)
    #expect(launches.flatMap(\.payloadNames).count == payloads)
    #expect(launches.count { $0.outcome == .unknown } == unknown)
    #expect(recordings.count { $0.timeline != nil } == timelines)
    #expect(
      recordings.filter { $0.launchDateUnix.date != $0.launchDateUTC.date }.map(\.flightNumber)
        == [8, 71])
    #expect(
      launches.count {
        if case .failure(.some) = $0.outcome { true } else { false }
      } == 5)
  }

  @Test func localDateDiffersOnlyForKnownFlights() throws {
    let launches = try recorded(LaunchesDTO.self, "launches_2020-12_100.json").map(Launch.init)
    #expect(
      launches.filter { $0.localDate != $0.date }.map(\.number) == [4, 9, 21, 25, 58, 62])
  }

  @Test(arguments: [1, 3, 6, 43, 65, 69, 77, 78, 94, 98])
  func singleLaunchDecodes(number: Int) throws {
    let launch = Launch(try recorded(LaunchDTO.self, "launch/\(number).json"))
    #expect(launch.number == number)
    #expect(!launch.payloadNames.isEmpty)
  }
}
