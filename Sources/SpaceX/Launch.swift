public import Foundation

/// A launch as an app wants it.
public struct Launch: Sendable, Hashable {
  /// The number of the flight; launches that are only planned may share one.
  public let number: Int

  /// The name of the mission.
  public let missionName: String

  /// When the rocket lifts off: the UTC date of the API, which is right where its dates differ.
  public let date: Date

  /// When the rocket lifts off by the clock of the launch site.
  ///
  /// The API states it apart from `date`, and in some launches it is another instant.
  public let localDate: Date

  /// The name of the rocket, such as `Falcon 9`.
  public let rocketName: String

  /// The names of what the rocket carries.
  public let payloadNames: [String]

  /// The short name of the launch site, such as `KSC LC 39A`.
  public let siteName: String

  /// The address of the mission's patch.
  public let patchURL: URL?

  /// How the launch went.
  public let outcome: Outcome

  /// A few sentences about the mission.
  public let details: String?

  /// The events around liftoff in the order of their times; empty where the API has no timeline.
  public let events: [Event]

  /// Whether the launch still lies ahead.
  public let isUpcoming: Bool

  /// How a launch went.
  public enum Outcome: Sendable, Hashable {
    /// The launch succeeded.
    case success

    /// The launch failed; nil where the API does not say why.
    case failure(Failure?)

    /// The launch lies ahead, or its outcome is not known yet.
    case unknown
  }

  /// What went wrong with a launch.
  public struct Failure: Sendable, Hashable {
    /// The seconds from liftoff to the failure; negative before liftoff.
    public let secondsFromLiftoff: Int

    /// The height in kilometres; nil where it is not known.
    public let altitude: Int?

    /// The reason in a few words.
    public let reason: String
  }

  /// An event of the timeline.
  public struct Event: Sendable, Hashable {
    /// The API's name of the event, such as `seco-1`.
    public let name: String

    /// The seconds from liftoff to the event; negative before liftoff.
    public let secondsFromLiftoff: Int
  }
}
