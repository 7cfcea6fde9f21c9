public import Foundation

/// A launch of version 4 of the API as an app wants it: with the ids of what takes part in it.
public struct LaunchSummary: Sendable, Hashable, Identifiable {
  /// The id of the launch.
  public let id: String

  /// The number of the flight; launches that are only planned may share one.
  public let number: Int

  /// The name of the mission.
  public let missionName: String

  /// When the rocket lifts off, as precisely as `datePrecision` says.
  public let date: Date

  /// What of the date is meant.
  public let datePrecision: DatePrecision

  /// The id of the rocket.
  public let rocketID: String

  /// The ids of what the rocket carries.
  public let payloadIDs: [String]

  /// The id of the launch site.
  public let launchpadID: String

  /// The address of the mission's patch.
  public let patchURL: URL?

  /// How the launch went; of several failures the first.
  public let outcome: Launch.Outcome

  /// A few sentences about the mission.
  public let details: String?

  /// Whether the launch still lies ahead.
  public let isUpcoming: Bool
}
