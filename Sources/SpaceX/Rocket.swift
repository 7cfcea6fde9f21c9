public import Foundation

/// A rocket as an app wants it.
public struct Rocket: Sendable, Hashable {
  /// The id that launches name it by, such as `falcon9`.
  public let id: String

  /// The name, such as `Falcon 9`.
  public let name: String

  /// Whether the rocket is in use.
  public let isActive: Bool

  /// The start of the day of the first flight, in UTC; a planned one for a rocket that has not flown.
  public let firstFlight: Date

  /// The price of a launch in US dollars.
  public let costPerLaunch: Int

  /// The part of the launches that succeeded, from 0 to 1.
  public let successRate: Double

  /// The height in metres; nil where it is not known.
  public let height: Double?

  /// The mass in kilograms.
  public let mass: Double

  /// What the rocket carries, in kilograms, by the id of the destination, such as `leo`.
  public let payloadMasses: [String: Double]

  /// A few sentences about the rocket.
  public let details: String

  /// The address of an article.
  public let articleURL: URL
}
