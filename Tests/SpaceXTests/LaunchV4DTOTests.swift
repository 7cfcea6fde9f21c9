import Foundation
import StrictJSON
import TestSupport
import Testing
import WireDates

@testable import SpaceX

@Suite struct LaunchV4DTOTests {
  private static let folder = TestFolders.packageRoot.appendingPathComponent("Fixtures/spacex-v4")

  private func fixture<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    let data = try Data(contentsOf: Self.folder.appendingPathComponent(path))
    return try JSONDecoder().decode(type, from: data)
  }

  private func issues<Value: Decodable & SendableMetatype>(
    _ type: Value.Type, _ text: String
  ) throws -> Set<String> {
    let report = StrictDecoder().check(type, in: try JSONDocument(Array(text.utf8)))
    #expect(report.unexplored.isEmpty)
    return Set(report.issues.filter(\.kind.stopsDecoding).map { "\($0.kind) \($0.pointer)" })
  }

  @Test func keepsWhatTheWireSays() throws {
    let launches = try fixture(LaunchesV4DTO.self, "launches/all.json")
    #expect(launches.map(\.flightNumber) == [1, 55, 91, 102, 127])
    let heavy = launches[1]
    #expect(heavy.name == "Falcon Heavy Test Flight" && !heavy.upcoming)
    #expect(heavy.id.count == 24 && heavy.rocket.count == 24 && heavy.launchpad.count == 24)
    #expect(heavy.dateUTC.date == Date(timeIntervalSince1970: 1_517_949_900))
    #expect(heavy.dateUnix.date == heavy.dateUTC.date)
    #expect(heavy.dateLocal.date == heavy.dateUTC.date)
    #expect(heavy.datePrecision == .hour && heavy.payloads.count == 1)
    #expect(heavy.cores.map(\.landingSuccess) == [false, true, true])
    #expect(heavy.cores.map(\.reused) == [false, true, true])
    #expect(heavy.cores.map(\.flight) == [1, 2, 2])
    #expect(heavy.success == true && heavy.failures.isEmpty)
    let planned = launches[4]
    #expect(planned.upcoming && planned.success == nil && planned.datePrecision == .quarter)
    #expect(planned.cores.map(\.core) == [nil] && planned.links.patch.large == nil)
    #expect(try fixture(LaunchV4DTO.self, "latest/all.json") == launches[3])
  }

  @Test func failureBecomesAnOutcome() throws {
    let launches = try fixture(LaunchesV4DTO.self, "launches/all.json").map(LaunchSummary.init)
    let failure = Launch.Failure(
      secondsFromLiftoff: 33, altitude: nil, reason: "merlin engine failure")
    #expect(
      launches.map(\.outcome) == [.failure(failure), .success, .success, .success, .unknown])
    let first = launches[0]
    #expect(first.number == 1 && first.missionName == "FalconSat" && !first.isUpcoming)
    #expect(first.date == Date(timeIntervalSince1970: 1_143_239_400))
    #expect(first.datePrecision == .hour && first.payloadIDs.count == 1)
    #expect(first.patchURL?.absoluteString == "https://images.example.com/patches/1.png")
    #expect(first.details != nil && first.rocketID != first.launchpadID)
    #expect(Set(launches.map(\.id)).count == 5)
  }

  @Test func pageKnowsItsPlaceAmongThePages() throws {
    let first = try fixture(LaunchPageDTO.self, "query/past-limit-2.json")
    #expect(first.docs.map(\.flightNumber) == [1, 2])
    #expect(first.page == 1 && first.totalPages == 3 && first.totalDocs == 6 && first.limit == 2)
    #expect(!first.hasPrevPage && first.hasNextPage)
    #expect(first.prevPage == nil && first.nextPage == 2)
    let last = try fixture(LaunchPageDTO.self, "query/upcoming-limit-2-page-2.json")
    #expect(last.docs.count == 1 && last.docs.allSatisfy(\.upcoming))
    #expect(last.prevPage == 1 && last.nextPage == nil && !last.hasNextPage)
  }

  @Test func everyProblemOfALaunchIsReported() throws {
    let broken = #"""
      {"id": 7, "flight_number": "1", "upcoming": null, "date_utc": "soon", "date_unix": "x",
       "date_local": "2006-03-25T10:30:00", "date_precision": "week", "rocket": {"id": "a"},
       "launchpad": null, "payloads": ["a", 1], "cores": [{"flight": "x", "reused": 1}],
       "success": "true", "failures": {"time": 33}, "links": {"patch": {"large": ""}}, "details": 1}
      """#
    let expected: Set<String> = [
      "typeMismatch /id", "typeMismatch /flight_number", "missingKey /name", "nullValue /upcoming",
      "invalidDate /date_utc", "typeMismatch /date_unix", "invalidDate /date_local",
      "unknownEnumValue /date_precision", "typeMismatch /rocket", "nullValue /launchpad",
      "typeMismatch /payloads/1", "typeMismatch /cores/0/flight", "typeMismatch /cores/0/reused",
      "typeMismatch /success", "typeMismatch /failures", "invalidURL /links/patch/large",
      "typeMismatch /details",
    ]
    #expect(try issues(LaunchV4DTO.self, broken) == expected)
    #expect(
      try issues(
        LaunchPageDTO.self,
        #"""
        {"docs": [\#(broken)], "totalDocs": null, "limit": "2", "totalPages": 1, "page": 1.5,
         "hasPrevPage": 0, "hasNextPage": true, "nextPage": "2"}
        """#)
        == Set(expected.map { $0.replacing(" /", with: " /docs/0/") }).union([
          "nullValue /totalDocs", "typeMismatch /limit", "numberOutOfRange /page",
          "typeMismatch /hasPrevPage", "typeMismatch /nextPage",
        ]))
  }

  /// The launches of version 3 are no launches of version 4.
  @Test func launchOfVersionThreeIsRefused() throws {
    #expect(try issues(LaunchV4DTO.self, WireLaunch().object).contains("missingKey /date_utc"))
  }
}

/// The launches of version 4 as they were recorded.
@Suite(.enabled(if: TestFolders.hasCorpus, Comment(rawValue: TestFolders.corpusReason)))
struct RecordedV4LaunchesTests {
  @Test func everyLaunchDecodes() throws {
    let bytes = try TestFolders.corpusBytes("spacex/v4/launches_roapi_132.json")
    let launches = try JSONDecoder().decode(LaunchesV4DTO.self, from: Data(bytes))
      .map(LaunchSummary.init)
    #expect(launches.count == 132 && launches.count { $0.outcome == .unknown } == 16)
    #expect(launches.count { $0.datePrecision == .hour } == 118)
    #expect(
      launches.count {
        if case .failure(.some) = $0.outcome { true } else { false }
      } == 5)
  }

  @Test func pageAndLatestDecode() throws {
    let page = try JSONDecoder().decode(
      LaunchPageDTO.self,
      from: Data(try TestFolders.corpusBytes("spacex/v4/docs/launches_query_1.json")))
    #expect(page.page == 5 && page.prevPage == 4 && page.nextPage == 6 && page.docs.count > 0)
    let latest = try JSONDecoder().decode(
      LaunchV4DTO.self,
      from: Data(try TestFolders.corpusBytes("spacex/v4/docs/launches_latest.json")))
    #expect(latest.name == "CRS-20")
  }
}
