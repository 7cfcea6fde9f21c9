import Foundation
public import JSONSchema

/// How sure a change is: what was counted before and now, and how likely chance alone is.
public struct Evidence: Sendable, Hashable {
  /// What was counted in the old format; nil where nothing was.
  public let old: Observation?

  /// What was counted in the new format; nil where nothing was.
  public let new: Observation?

  /// How likely the counts are if the format is still the same; nil where the change is certain.
  public let chance: Double?

  /// What was seen.
  public let basis: Basis

  /// Chance is ruled out below this.
  ///
  /// An unchanged format of a hundred members gives a false alarm in less than one comparison of
  /// a hundred.
  public static let significance = 0.0001

  /// Whether chance is ruled out.
  public var isSignificant: Bool { chance.map { $0 < limit } ?? true }

  /// The chance below which it is ruled out.
  let limit: Double

  /// How likely the counts are if the records are others; nil where these are known to be the same or others.
  package let chanceAmongOthers: Double?

  /// Whether the records may be others, as no id and no text says that they are the same: then another
  /// endpoint that knows of them has the last word.
  package var mayBeOfOthers: Bool { chanceAmongOthers != nil }

  /// Whether chance is ruled out, also where the records may be others.
  package var isSignificantAmongOthers: Bool {
    isSignificant && chanceAmongOthers.map { $0 < limit } ?? true
  }

  package init(
    old: Observation?, new: Observation?, chance: Double?, basis: Basis,
    limit: Double = Self.significance, chanceAmongOthers: Double? = nil
  ) {
    self.old = old
    self.new = new
    self.chance = chance
    self.basis = basis
    self.limit = limit
    self.chanceAmongOthers = chanceAmongOthers
  }

  /// How likely it is that all of some records fall into one of two groups, if all are alike.
  ///
  /// Of `group + rest` records, `marked` are marked. The chance that all of these lie in the
  /// group is C(group, marked) / C(group + rest, marked): Fisher's exact test for the case that
  /// the other group has none.
  package static func chance(thatAll marked: Int, fallInto group: Int, outOf rest: Int) -> Double {
    guard marked > 0, marked <= group else { return marked > 0 ? 0 : 1 }
    var chance = 1.0
    for index in 0..<marked {
      chance *= Double(group - index) / Double(group + rest - index)
      // No later factor can bring it back.
      if chance < 1e-30 { break }
    }
    return chance
  }

  /// How likely at least `count` of some independent events happen, each with a probability: a binomial tail.
  static func chance(ofAtLeast count: Int, of all: Int, each probability: Double) -> Double {
    guard count > 0 else { return 1 }
    guard count <= all, probability > 0 else { return 0 }
    guard probability < 1 else { return 1 }
    // From the likeliest of these counts, whose term is the largest: a power of the probability would be 0 where there
    // are a thousand events.
    let likeliest = max(count, min(all, Int(Double(all + 1) * probability)))
    let factorial = { (number: Int) in lgamma(Double(number + 1)).0 }
    let largest = exp(
      factorial(all) - factorial(likeliest) - factorial(all - likeliest)
        + Double(likeliest) * log(probability) + Double(all - likeliest) * log1p(-probability))
    let odds = probability / (1 - probability)
    var sum = largest
    var term = largest
    for hit in likeliest..<all where term > sum * Double.ulpOfOne {
      term *= odds * Double(all - hit) / Double(hit + 1)
      sum += term
    }
    term = largest
    for hit in (count..<likeliest).reversed() where term > sum * Double.ulpOfOne {
      term *= Double(hit + 1) / (odds * Double(all - hit))
      sum += term
    }
    return min(1, sum)
  }

  /// How likely a key that was in all of some records is in none of some others, if the format is
  /// still the same: only an optional key can be.
  ///
  /// A key is required with a given probability; how often an optional one comes is anything from
  /// never to always. An optional key comes in all of n records with the chance 1 / (n + 1), and in
  /// those n and none of m others with n! m! / (n + m + 1)!.
  static func chance(ofAbsenceIn now: Int, after old: Int, required: Double) -> Double {
    guard old > 0, now > 0 else { return 1 }
    let optional = 1 - required
    var both = 1 / Double(old + now + 1)
    for index in 0..<min(old, now) {
      both *= Double(index + 1) / Double(max(old, now) + index + 1)
      if both < 1e-30 { break }
    }
    return optional * both / (required + optional / Double(old + 1))
  }
}

extension Evidence {
  /// The evidence of a change that was accepted on a day: what was said then, and no chance.
  package init(accepted day: String, as text: String) {
    self.init(old: nil, new: nil, chance: nil, basis: .accepted(day: day, text))
  }
}
