extension DriftTuning {
  /// What each argument adds to the log-odds that two places are one, where no record is on both
  /// sides (`PlaceAssignment`).
  ///
  /// Fitted by maximum likelihood, each pair against all others of either place, and drawn to what a person would
  /// give: 220,000 pairs, 11,600 of them right, of 48 version changes modelled on those of well-known APIs and four
  /// of real ones, with common records and without. With a sixth of the APIs held out in turn, 3,997 of the 6,477
  /// places of those are found and 214 pairs are wrong; with the weights of before, which the four real APIs had
  /// given, 3,531 and 186. In recordings of these formats unchanged, three to thirty records each, no pair comes as
  /// far as the weights.
  ///
  /// Two are not those of the fit: `pair` was lowered by 0.5, as `PairMarginals` weighs rivals less than the fit did,
  /// and `silence` by 1.2, as only their places decide between keys without a word or a value in common.
  enum Pairs {
    static func weight(of feature: PairFeature) -> Double {
      switch feature {
      case .pair: -4.46
      case .name: 1.45
      case .sameName: 0.74
      case .way: 4.23
      // Set by hand: without it F1 of one other record is .007 lower on one of seven sets and .005 on another one.
      case .longWay: 1.0
      // Set by hand: with it F1 of one other record is .021 higher on one of eight sets, .006 and .005 higher on two and
      // .004 lower on one; of the other cases .009 higher at most and .003 lower.
      case .holderWords: 2.5
      case .generalName: -0.34
      case .splitName: 1.5
      // Set by hand: with it F1 of all records is .003 higher on one of five sets of real recordings, and no other.
      case .sameSteps: 1.2
      case .silence: -1.50
      case .sharedValues: 1.35
      case .tellingValues: 1.33
      case .strangeWords: -1.52
      case .samePattern: 1.29
      case .otherPattern: -1.13
      case .sameHosts: 1.20
      case .otherHosts: -1.35
      case .otherEndings: -1.65
      // Set as `otherHosts`, and `splitName`, `principal`, `onlyOfForm` and `otherQualifier` by hand.
      case .otherSteps: -1.35
      case .unseen: -2.67
      case .kind: -0.41
      case .size: -1.33
      case .writing: -0.84
      case .range: 1.81
      case .sameType: 1.11
      case .otherType: -0.22
      case .gaps: -2.70
      case .distinct: -1.48
      case .lists: -1.33
      case .leftList: -1.28
      case .otherValues: -1.83
      case .sameHolder: 1.80
      case .belowHolder: 1.63
      case .aboveHolder: 0.65
      case .onlyOfForm: 2.0
      case .principal: 1.0
      case .otherObject: -1.5
      case .otherQualifier: -1.0
      case .neighbours: 2.08
      case .bothGone: 1.07
      case .lessGone: 0.31
      }
    }
  }
}
