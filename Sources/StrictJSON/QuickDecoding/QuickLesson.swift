import Foundation

/// What is known of how a type reads its value at one place: all from watching its initialiser.
///
/// An initialiser that the compiler wrote opens its object once and asks for the same keys, as the
/// same types and in the same order, whatever the values are. So a lesson is over when a number of
/// values gave the same line of requests. It has failed as soon as one gave another, or did what is
/// no plain request: asked for a key twice, looked at the list of keys, swallowed a failure.
final class QuickLesson {
  enum State {
    /// The type is run on every value, because nobody vouches for it or because it varies.
    case isRun
    case isLearning
    /// All lines were the same.
    case isLearned
  }

  private(set) var state: State
  /// The line of requests that all values so far gave.
  private(set) var line: QuickLine?
  private var count = 0

  /// The number of its plan for each container that the type opens, by the number of the keys.
  var plans: [Int32: Int] = [:]
  /// The number of the plan for the value itself.
  var rootPlan = -1
  /// Says that a value was met which the plans know nothing of.
  var isStale = true

  /// How often plans were made, and how often they may be; each time a value showed something new.
  private var makings = 0
  private static let mostMakings = 256

  /// So many values are run for real before a plan is made.
  static let length = 16

  let isVouchedFor: Bool

  init(isVouchedFor: Bool) {
    self.isVouchedFor = isVouchedFor
    state = isVouchedFor ? .isLearning : .isRun
  }

  /// The number of the plan for the objects that are opened with keys.
  func plan(_ keys: Int32) -> Int { plans[keys] ?? -1 }

  /// Whether plans may be made once more; a type that is new in each value is run.
  func mayMakePlans() -> Bool {
    makings += 1
    if makings > Self.mostMakings { state = .isRun }
    return makings <= Self.mostMakings
  }

  /// Adds what one value showed.
  func add(_ new: QuickLine) {
    guard case .isLearning = state else { return }
    guard new.isPlain, new.root >= 0, line?.isSame(as: new) ?? new.isStraight else {
      state = .isRun
      return
    }
    line = new
    count += 1
    if count == Self.length { state = .isLearned }
  }
}

/// What one run of an initialiser asked for, in order.
final class QuickLine {
  struct Request {
    enum Need: Equatable {
      case required, optional
      /// A nested container, by the number of its keys.
      case container(Int32)
    }

    let keys: QuickKeys
    let member: Int
    let type: any Any.Type
    let need: Need

    var bit: UInt128 { 1 &<< UInt128(truncatingIfNeeded: member) }

    func isSame(as other: Request) -> Bool {
      keys === other.keys && member == other.member && type == other.type && need == other.need
    }
  }

  /// The number of the keys with which the value itself was opened; -1 where it was not.
  private(set) var root: Int32 = -1
  private(set) var requests: [Request] = []
  private(set) var isPlain = true

  /// Whether no key was asked for twice.
  var isStraight: Bool {
    var asked: [Int32: UInt128] = [:]
    for request in requests {
      if asked[request.keys.number, default: 0] & request.bit != 0 { return false }
      asked[request.keys.number, default: 0] |= request.bit
    }
    return true
  }

  func noteOpened(_ keys: QuickKeys) {
    if root >= 0 { isPlain = false }
    root = keys.number
  }

  func note(_ keys: QuickKeys, _ member: Int, _ type: any Any.Type, _ need: Request.Need) {
    requests.append(Request(keys: keys, member: member, type: type, need: need))
    // Text that is read for a date may have to be remarked on.
    if member >= 0, keys.isDateReadAsText(member), type != Date.self { isPlain = false }
    if member < 0 { isPlain = false }
  }

  /// Notes what no plan can follow.
  func noteOther() { isPlain = false }

  func isSame(as other: QuickLine) -> Bool {
    isPlain && other.isPlain && root == other.root && requests.count == other.requests.count
      && zip(requests, other.requests).allSatisfy { $0.isSame(as: $1) }
  }
}
