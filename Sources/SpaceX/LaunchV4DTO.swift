public import Foundation
public import WireDates

// Version 4 names what takes part in a launch by ids instead of nesting it. The parts of a launch that
// the type reads, in short:
//
//   {"id": "5eb8…", "flight_number": 91, "name": "CRS-20", "upcoming": false,
//    "date_utc": "2020-03-07T04:50:31.000Z", "date_unix": 1583556631,
//    "date_local": "2020-03-06T23:50:31-05:00", "date_precision": "hour",
//    "rocket": "5e9d…", "launchpad": "5e9e…", "payloads": ["5eb0…"], "success": true,
//    "failures": [], "links": {"patch": {"small": "https://…", "large": "https://…"}}, "details": null,
//    "cores": [{"core": "5e9e…", "flight": 2, "reused": true, "landing_success": true}]}

/// The answer of `launches`: all launches in the order of their flight numbers.
public typealias LaunchesV4DTO = [LaunchV4DTO]

/// A launch as version 4 of the API sends it.
public struct LaunchV4DTO: Decodable, Sendable, Hashable {
  /// The id of the launch, 24 hexadecimal digits.
  public let id: String

  /// The number of the flight; launches that are only planned may share one.
  public let flightNumber: Int

  /// The name of the mission.
  public let name: String

  /// Whether the launch still lies ahead.
  public let upcoming: Bool

  /// When the rocket lifts off, as text with a fraction and the zone `Z`.
  public let dateUTC: ISO8601Date

  /// When the rocket lifts off, as seconds since 1970.
  public let dateUnix: UnixSecondsDate

  /// When the rocket lifts off, as text with the offset of the launch site.
  public let dateLocal: ISO8601Date

  /// What of the dates is meant.
  public let datePrecision: DatePrecision

  /// The id of the rocket.
  public let rocket: String

  /// The id of the launch site.
  public let launchpad: String

  /// The ids of what the rocket carries.
  public let payloads: [String]

  /// The first stages and boosters.
  public let cores: [LaunchCoreDTO]

  /// Whether the launch succeeded; null before the launch.
  public let success: Bool?

  /// What went wrong; empty unless the launch failed.
  public let failures: [LaunchFailureDTO]

  /// The addresses that belong to the launch.
  public let links: LaunchLinksDTO

  /// A few sentences about the mission.
  public let details: String?

  enum CodingKeys: String, CodingKey {
    case id = "id"
    case flightNumber = "flight_number"
    case name = "name"
    case upcoming = "upcoming"
    case dateUTC = "date_utc"
    case dateUnix = "date_unix"
    case dateLocal = "date_local"
    case datePrecision = "date_precision"
    case rocket = "rocket"
    case launchpad = "launchpad"
    case payloads = "payloads"
    case cores = "cores"
    case success = "success"
    case failures = "failures"
    case links = "links"
    case details = "details"
  }
}

/// What of the date of a launch is meant; the raw value is the API's.
public enum DatePrecision: String, Decodable, Sendable, Hashable, CaseIterable {
  /// The half of the year.
  case half

  /// The quarter of the year.
  case quarter

  /// The year.
  case year

  /// The month.
  case month

  /// The day.
  case day

  /// The time of day, too.
  case hour
}

/// A first stage or a booster in a launch; all is null where it is not chosen yet.
public struct LaunchCoreDTO: Decodable, Sendable, Hashable {
  /// The id of the core.
  public let core: String?

  /// Which flight of the core it is, counted from 1.
  public let flight: Int?

  /// Whether the core has flown before.
  public let reused: Bool?

  /// Whether the core landed; null where it does not try.
  public let landingSuccess: Bool?

  enum CodingKeys: String, CodingKey {
    case core = "core"
    case flight = "flight"
    case reused = "reused"
    case landingSuccess = "landing_success"
  }
}

/// The addresses that belong to a launch of version 4.
public struct LaunchLinksDTO: Decodable, Sendable, Hashable {
  /// The images of the mission's patch.
  public let patch: PatchDTO

  /// The images of a mission's patch.
  public struct PatchDTO: Decodable, Sendable, Hashable {
    /// The address of the large image; null until there is one.
    public let large: URL?
  }
}

/// The answer of `query`: a page of launches, and where it is among all pages.
public struct LaunchPageDTO: Decodable, Sendable, Hashable {
  /// The launches of the page.
  public let docs: [LaunchV4DTO]

  /// The number of launches on all pages.
  public let totalDocs: Int

  /// The most launches on a page.
  public let limit: Int

  /// The number of pages.
  public let totalPages: Int

  /// The number of the page, counted from 1.
  public let page: Int

  /// Whether there is a page before it.
  public let hasPrevPage: Bool

  /// Whether there is a page after it.
  public let hasNextPage: Bool

  /// The number of the page before it; null for the first one.
  public let prevPage: Int?

  /// The number of the page after it; null for the last one.
  public let nextPage: Int?
}
