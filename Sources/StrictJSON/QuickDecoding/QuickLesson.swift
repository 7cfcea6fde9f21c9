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

  /// Says whether plans may be made once more; a type that is new in each value is run.
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

  /// Says whether no key was asked for twice.
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

// MARK: Watching

/// The decoder of a quick run, with somebody who writes down what is asked of it.
struct WatchedDecoder: Decoder {
  let decoder: QuickDecoder
  let line: QuickLine

  var codingPath: [any CodingKey] { decoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let container = try line.watch { try decoder.container(keyedBy: type) }
    let keys = decoder.place.keys(type, decoder.run)
    line.noteOpened(keys)
    return KeyedDecodingContainer(
      WatchedContainer(container: container, keys: keys, run: decoder.run, line: line))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    line.noteOther()
    return try decoder.unkeyedContainer()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    line.noteOther()
    return try decoder.singleValueContainer()
  }
}

extension QuickLine {
  /// Hands on a failure; an initialiser that goes on after it has swallowed it.
  fileprivate func watch<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch {
      noteOther()
      throw error
    }
  }
}

private struct WatchedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let container: KeyedDecodingContainer<Key>
  let keys: QuickKeys
  let run: QuickRun
  let line: QuickLine

  var codingPath: [any CodingKey] { container.codingPath }

  var allKeys: [Key] {
    line.noteOther()
    return container.allKeys
  }

  func contains(_ key: Key) -> Bool {
    line.noteOther()
    return container.contains(key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    line.noteOther()
    return try container.decodeNil(forKey: key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try demanded(type, key)
  }

  private func demanded<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    line.note(keys, keys.member(key), type, .required)
    return try line.watch { try container.decode(type, forKey: key) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try ifPresent(type, key)
  }

  private func ifPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    line.note(keys, keys.member(key), type, .optional)
    return try line.watch { try container.decodeIfPresent(type, forKey: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let member = keys.member(key)
    let nested = try line.watch { try container.nestedContainer(keyedBy: type, forKey: key) }
    guard member >= 0 else {
      line.noteOther()
      return nested
    }
    let nestedKeys = keys.nested(member).keys(type, run)
    line.note(keys, member, type, .container(nestedKeys.number))
    return KeyedDecodingContainer(
      WatchedContainer<NestedKey>(container: nested, keys: nestedKeys, run: run, line: line))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    line.noteOther()
    return try container.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    line.noteOther()
    return try container.superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    line.noteOther()
    return try container.superDecoder(forKey: key)
  }

  // The protocol's own versions of these make one request in three steps, or only throw.

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try demanded(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try demanded(type, key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try ifPresent(type, key)
  }
}
