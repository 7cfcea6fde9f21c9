import Foundation

/// How the numbers of one unit become those of another one: times `factor`, and then plus `offset`.
///
/// Some are powers of ten, such as euros in cents or seconds in milliseconds; the others are those between units
/// that data is told in:
///
///     minutes 1.5 -> 90 seconds              factor 60
///     bytes 2048 -> 2 KiB                    factor 1/1024
///     21.5 °C -> 70.7 °F                     factor 1.8, offset 32
///
/// A factor of another size, such as a rate of exchange, is none: two numbers of a record that are no unit of each
/// other have one as well, as a price and its tax.
public struct UnitChange: Sendable, Hashable {
  /// What the old number is multiplied by; above 0.
  public let factor: Double

  /// What is added then; 0 but for temperatures.
  public let offset: Double

  /// Whether the old numbers are divided by a whole or a known number, so that it is told as that.
  public let isDivision: Bool

  /// Whether only the point moves.
  let isPowerOfTen: Bool

  /// Makes the change by a power of ten: 2 where the new numbers are a hundred times the old ones.
  public init(power: Int) {
    factor = pow(10, Double(power))
    offset = 0
    isDivision = power < 0
    isPowerOfTen = true
  }

  private init(factor: Double, offset: Double = 0, isDivision: Bool = false) {
    self.factor = factor
    self.offset = offset
    self.isDivision = isDivision
    isPowerOfTen = false
  }

  /// The number itself.
  static let none = UnitChange(power: 0)

  /// Whether the numbers stay what they are.
  var isNone: Bool { self == .none }

  /// The number in the new unit.
  func applied(to number: Double) -> Double {
    (isDivision ? number / divisor : number * factor) + offset
  }

  /// The number of which another one is the image.
  func reversed(from number: Double) -> Double {
    isDivision ? (number - offset) * divisor : (number - offset) / factor
  }

  /// What the old numbers are divided by; 1 where they are multiplied.
  public var divisor: Double { isDivision ? (1 / factor * 1e9).rounded() / 1e9 : 1 }

  /// The changes between units that are no power of ten.
  package static let known: [UnitChange] = {
    let factors: [Double] = [
      // Minutes and seconds, hours and seconds, days and seconds or minutes, and milliseconds. Two numbers of a
      // record are as well a week's and a day's, or those of an episode and of all 24.
      60, 3600, 86400, 1440, 60000, 3_600_000,
      // Bytes and bits, KiB, MiB and GiB.
      8, 1024, 1_048_576, 1_073_741_824,
      // Metres a second and kilometres an hour, or miles an hour; knots in both.
      3.6, 2.236936, 1.943844, 1.852,
      // Miles and kilometres, or metres; feet and inches in metres, centimetres and millimetres.
      1.609344, 1609.344, 3.28084, 2.54, 25.4, 39.3701, 5280,
      // Pounds and kilograms, ounces and grams, pounds and grams.
      2.204623, 28.349523, 453.59237,
      // Gallons of the US and litres, kilocalories and kilojoules, inches of mercury and hectopascals.
      3.785412, 4.184, 33.863887,
      // Radians and degrees.
      57.29578,
    ]
    let scales = factors.flatMap {
      [UnitChange(factor: $0), UnitChange(factor: 1 / $0, isDivision: true)]
    }
    let temperatures = [
      UnitChange(factor: 1.8, offset: 32),
      UnitChange(factor: 1 / 1.8, offset: -32 / 1.8, isDivision: true),
      UnitChange(factor: 1, offset: 273.15), UnitChange(factor: 1, offset: -273.15),
    ]
    return scales + temperatures
  }()
}
