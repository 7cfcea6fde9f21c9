public import Foundation
public import WireDates

// The parts of a rocket that the type reads, in short:
//
//   {"rocket_id": "falcon9", "rocket_name": "Falcon 9", "active": true, "stages": 2, "boosters": 0,
//    "cost_per_launch": 50000000, "success_rate_pct": 97, "first_flight": "2010-06-04",
//    "height": {"meters": 70, "feet": 229.6}, "mass": {"kg": 549054, "lb": 1207920},
//    "payload_weights": [{"id": "leo", "name": "Low Earth Orbit", "kg": 22800, "lb": 50265}],
//    "engines": {"number": 9, "type": "merlin", "thrust_to_weight": 180.1},
//    "wikipedia": "https://…", "description": "…"}
//
// The member `id` is a number of the database; everything else names a rocket by `rocket_id`.

/// The answer of `rockets`: all rockets, the oldest first.
public typealias RocketsDTO = [RocketDTO]

/// A rocket as version 3 of the API sends it.
public struct RocketDTO: Decodable, Sendable, Hashable {
  /// The id that launches name the rocket by, such as `falcon9`.
  public let rocketID: String

  /// The name, such as `Falcon 9`.
  public let rocketName: String

  /// Whether the rocket is in use.
  public let active: Bool

  /// The number of stages, without boosters.
  public let stages: Int

  /// The number of boosters.
  public let boosters: Int

  /// The price of a launch in US dollars.
  public let costPerLaunch: Int

  /// The part of the launches that succeeded, in percent.
  public let successRate: Int

  /// The day of the first flight; a planned one for a rocket that has not flown.
  public let firstFlight: PatternDate<CalendarDay>

  /// The height in two units.
  public let height: LengthDTO

  /// The mass in two units.
  public let mass: MassDTO

  /// What the rocket carries, by destination.
  public let payloadWeights: [PayloadWeightDTO]

  /// The engines of the first stage.
  public let engines: EnginesDTO

  /// The address of an article.
  public let wikipedia: URL

  /// A few sentences about the rocket.
  public let description: String

  enum CodingKeys: String, CodingKey {
    case rocketID = "rocket_id"
    case rocketName = "rocket_name"
    case active = "active"
    case stages = "stages"
    case boosters = "boosters"
    case costPerLaunch = "cost_per_launch"
    case successRate = "success_rate_pct"
    case firstFlight = "first_flight"
    case height = "height"
    case mass = "mass"
    case payloadWeights = "payload_weights"
    case engines = "engines"
    case wikipedia = "wikipedia"
    case description = "description"
  }

  /// A length in two units.
  public struct LengthDTO: Decodable, Sendable, Hashable {
    /// The length in metres; null where it is not known.
    public let meters: Double?
  }

  /// A mass in two units.
  public struct MassDTO: Decodable, Sendable, Hashable {
    /// The mass in kilograms.
    public let kilograms: Double

    enum CodingKeys: String, CodingKey {
      case kilograms = "kg"
    }
  }

  /// What a rocket carries to a destination.
  public struct PayloadWeightDTO: Decodable, Sendable, Hashable {
    /// The id of the destination, such as `leo`.
    public let id: String

    /// The name of the destination, such as `Low Earth Orbit`.
    public let name: String

    /// The mass in kilograms.
    public let kilograms: Double

    enum CodingKeys: String, CodingKey {
      case id = "id"
      case name = "name"
      case kilograms = "kg"
    }
  }

  /// The engines of the first stage.
  public struct EnginesDTO: Decodable, Sendable, Hashable {
    /// The number of engines.
    public let number: Int

    /// The kind of engine, such as `merlin`.
    public let type: String

    /// The thrust by the weight; null where it is not known.
    public let thrustToWeight: Double?

    enum CodingKeys: String, CodingKey {
      case number = "number"
      case type = "type"
      case thrustToWeight = "thrust_to_weight"
    }
  }
}
