public import Foundation
public import WireDates

// A launch is a deep object; an app reads a few values out of it. This type is flat: it reaches
// into the nested objects while it decodes. The parts that it reads, in short:
//
//   {"flight_number": 7, "mission_name": "COTS 1", "upcoming": false,
//    "launch_date_unix": 1291822980, "launch_date_utc": "2010-12-08T15:43:00.000Z",
//    "launch_date_local": "2010-12-08T11:43:00-04:00",
//    "rocket": {"rocket_name": "Falcon 9", "second_stage": {"payloads": [{"payload_id": "…"}]}},
//    "launch_site": {"site_name": "CCAFS SLC 40"}, "launch_success": true,
//    "links": {"mission_patch": "https://…"}, "details": null, "timeline": {"liftoff": 0}}
//
// `launch_failure_details` is there only after a failure.

/// The answer of `launches`: launches in the order of their flight numbers.
public typealias LaunchesDTO = [LaunchDTO]

/// A launch as version 3 of the API sends it.
public struct LaunchDTO: Decodable, Sendable, Hashable {
  /// The number of the flight; launches that are only planned may share one.
  public let flightNumber: Int

  /// The name of the mission.
  public let missionName: String

  /// Whether the launch still lies ahead.
  public let upcoming: Bool

  /// When the rocket lifts off, as seconds since 1970.
  ///
  /// In two recordings, of flights 8 and 71, this is another instant than `launchDateUTC`.
  public let launchDateUnix: UnixSecondsDate

  /// When the rocket lifts off, as text with a fraction and the zone `Z`.
  public let launchDateUTC: ISO8601Date

  /// When the rocket lifts off, as text with the offset of the launch site.
  ///
  /// In some recordings this is another instant than `launchDateUTC`.
  public let launchDateLocal: ISO8601Date

  /// The name of the rocket, such as `Falcon 9`.
  public let rocketName: String

  /// What the second stage carries.
  public let payloads: [PayloadDTO]

  /// The short name of the launch site, such as `KSC LC 39A`.
  public let launchSiteName: String

  /// Whether the launch succeeded; null before the launch.
  public let launchSuccess: Bool?

  /// What went wrong; absent unless the launch failed.
  public let launchFailureDetails: LaunchFailureDTO?

  /// The address of the mission's patch; null until there is one.
  public let missionPatchURL: URL?

  /// A few sentences about the mission.
  public let details: String?

  /// The seconds from liftoff to each event, by the event's name, such as `seco-1`.
  ///
  /// The names differ from launch to launch; a value may be null.
  public let timeline: [String: Int?]?

  enum CodingKeys: String, CodingKey {
    case flightNumber = "flight_number"
    case missionName = "mission_name"
    case upcoming = "upcoming"
    case launchDateUnix = "launch_date_unix"
    case launchDateUTC = "launch_date_utc"
    case launchDateLocal = "launch_date_local"
    case rocket = "rocket"
    case launchSite = "launch_site"
    case launchSuccess = "launch_success"
    case launchFailureDetails = "launch_failure_details"
    case links = "links"
    case details = "details"
    case timeline = "timeline"
  }

  enum RocketKeys: String, CodingKey {
    case rocketName = "rocket_name"
    case secondStage = "second_stage"
  }

  enum SecondStageKeys: String, CodingKey {
    case payloads = "payloads"
  }

  enum LaunchSiteKeys: String, CodingKey {
    case launchSiteName = "site_name"
  }

  enum LinksKeys: String, CodingKey {
    case missionPatchURL = "mission_patch"
  }

  /// Reads the values out of the nested objects; it only reads, and decides nothing.
  public init(from decoder: any Decoder) throws {
    let launch = try decoder.container(keyedBy: CodingKeys.self)
    flightNumber = try launch.decode(Int.self, forKey: .flightNumber)
    missionName = try launch.decode(String.self, forKey: .missionName)
    upcoming = try launch.decode(Bool.self, forKey: .upcoming)
    launchDateUnix = try launch.decode(UnixSecondsDate.self, forKey: .launchDateUnix)
    launchDateUTC = try launch.decode(ISO8601Date.self, forKey: .launchDateUTC)
    launchDateLocal = try launch.decode(ISO8601Date.self, forKey: .launchDateLocal)

    let rocket = try launch.nestedContainer(keyedBy: RocketKeys.self, forKey: .rocket)
    rocketName = try rocket.decode(String.self, forKey: .rocketName)
    let secondStage = try rocket.nestedContainer(
      keyedBy: SecondStageKeys.self, forKey: .secondStage)
    payloads = try secondStage.decode([PayloadDTO].self, forKey: .payloads)

    let launchSite = try launch.nestedContainer(keyedBy: LaunchSiteKeys.self, forKey: .launchSite)
    launchSiteName = try launchSite.decode(String.self, forKey: .launchSiteName)

    launchSuccess = try launch.decodeIfPresent(Bool.self, forKey: .launchSuccess)
    launchFailureDetails = try launch.decodeIfPresent(
      LaunchFailureDTO.self, forKey: .launchFailureDetails)

    let links = try launch.nestedContainer(keyedBy: LinksKeys.self, forKey: .links)
    missionPatchURL = try links.decodeIfPresent(URL.self, forKey: .missionPatchURL)

    details = try launch.decodeIfPresent(String.self, forKey: .details)
    timeline = try launch.decodeIfPresent([String: Int?].self, forKey: .timeline)
  }
}

/// What a launch carries.
public struct PayloadDTO: Decodable, Sendable, Hashable {
  /// The name of the payload, which serves as its id.
  public let payloadID: String

  enum CodingKeys: String, CodingKey {
    case payloadID = "payload_id"
  }
}

/// What went wrong with a launch.
public struct LaunchFailureDTO: Decodable, Sendable, Hashable {
  /// The seconds from liftoff to the failure; negative before liftoff.
  public let time: Int

  /// The height in kilometres; null where it is not known.
  public let altitude: Int?

  /// The reason in a few words.
  public let reason: String

  enum CodingKeys: String, CodingKey {
    case time = "time"
    case altitude = "altitude"
    case reason = "reason"
  }
}
