import Foundation
import Synchronization

/// The sessions that decode documents through one type, each with what it has learnt of the type.
///
/// A session works on one document at a time. A task takes one out, or makes a new one where all are in use, and
/// puts it back.
final class SessionPool: Sendable {
  /// Unchecked: a session belongs to the task that took it out.
  private struct Sessions: @unchecked Sendable {
    var free: [DecodingSession] = []
  }

  private let sessions = Mutex(Sessions())

  /// The most sessions that are kept for later.
  private static let maximumFree = 8

  /// A session that has learnt more than this, in keys, places and patterns, is not kept: its documents have
  /// keys that are data.
  private static let maximumSize = 20_000

  /// Behind a document of more entries the memory for them is not kept.
  ///
  /// What there is to learn is learnt again in less than a thousandth of the time for such a document.
  private static let maximumEntries = 1 << 20

  /// Does some work with a session for a decoder.
  func withSession<Result>(
    for decoder: StrictDecoder, on document: JSONDocument, _ work: (DecodingSession) -> Result
  ) -> Result {
    var session =
      sessions.withLock { Taken(session: $0.free.popLast()) }.session
      ?? DecodingSession(decoder: decoder)
    let result = work(session)
    let isKept =
      document.storage.tape.count <= Self.maximumEntries && session.size <= Self.maximumSize
      && session.mayGoOn && isKnownUniquelyReferenced(&session)
    guard isKept else {
      session.finish()
      return result
    }
    let returned = Taken(session: session)
    let isFull = sessions.withLock { sessions in
      guard let session = returned.session, sessions.free.count < Self.maximumFree else {
        return true
      }
      sessions.free.append(session)
      return false
    }
    if isFull { session.finish() }
    return result
  }

  /// Unchecked: a session on its way between the pool and a task.
  private struct Taken: @unchecked Sendable {
    let session: DecodingSession?
  }

  deinit {
    sessions.withLock { sessions in
      for session in sessions.free { session.finish() }
    }
  }

  // MARK: Of all decoders

  private struct Key: Hashable {
    let type: ObjectIdentifier
    let strategies: StrictDecoder.Strategies
  }

  private static let pools = Mutex<[Key: SessionPool]>([:])

  /// The most types of which something is kept; a program that decodes more begins anew.
  private static let maximumPools = 128

  /// The pool that all decoders with the same strategies share.
  static func shared<Root>(_ type: Root.Type, _ decoder: StrictDecoder) -> SessionPool {
    let key = Key(type: ObjectIdentifier(type), strategies: decoder.strategies)
    return pools.withLock { pools in
      if let pool = pools[key] { return pool }
      if pools.count >= maximumPools { pools.removeAll() }
      let pool = SessionPool()
      pools[key] = pool
      return pool
    }
  }
}

extension StrictDecoder {
  /// The kinds of the strategies, on which depends what is learnt of types.
  ///
  /// What a closure or a formatter does is not: a session asks the one of its decoder each time.
  struct Strategies: Hashable {
    enum Dates: Hashable {
      case deferred, seconds, milliseconds, iso8601
      /// A closure or a formatter.
      case other
    }

    enum Bytes: Hashable { case deferred, base64, other }

    enum Keys: Hashable { case plain, snakeCase, other }

    var dates: Dates
    var bytes: Bytes
    var keys: Keys
    var numberTexts: [String]?
    let isFast: Bool
  }

  var strategies: Strategies {
    // Only some platforms have a case for a formatter, so no switch can be exhaustive on all of them.
    let dates: Strategies.Dates =
      if case .deferredToDate = dateDecodingStrategy {
        .deferred
      } else if case .secondsSince1970 = dateDecodingStrategy {
        .seconds
      } else if case .millisecondsSince1970 = dateDecodingStrategy {
        .milliseconds
      } else if case .iso8601 = dateDecodingStrategy {
        .iso8601
      } else {
        .other
      }
    let bytes: Strategies.Bytes =
      if case .deferredToData = dataDecodingStrategy {
        .deferred
      } else if case .base64 = dataDecodingStrategy {
        .base64
      } else {
        .other
      }
    let keys: Strategies.Keys =
      if case .useDefaultKeys = keyDecodingStrategy {
        .plain
      } else if case .convertFromSnakeCase = keyDecodingStrategy {
        .snakeCase
      } else {
        .other
      }
    let texts: [String]? =
      if case .convertFromString(
        positiveInfinity: let positive, negativeInfinity: let negative, nan: let nan) =
        nonConformingFloatDecodingStrategy
      { [positive, negative, nan] } else { nil }
    return Strategies(
      dates: dates, bytes: bytes, keys: keys, numberTexts: texts, isFast: usesFastPass)
  }
}
