import Foundation
import StrictJSON
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The worker's end of the connection to its parent; it also tells the parent of explorations.
final class WorkerConnection: ExplorationWatch {
  private struct State {
    var reader = WorkerReader()
    var writer = WorkerWriter()
    var refusals: [ExplorationWay: UnexploredPart.Reason] = [:]
    var exploresNothing = false
    /// The explorations that are under way, one in the other.
    var depth = 0
    /// Whether the parent is told of each exploration before it begins.
    var announces = true
    /// Whether the type's code has forked on real values of the document.
    var hasForked = false
  }

  private let state = Mutex(State())

  /// How many bytes of answers are sent together.
  private static let usualSize = 32 << 10

  /// Reads the next request; nil where the parent has none any more.
  func nextRequest() -> WorkerRequest? {
    guard let head = Self.read(4), let size = try? WorkerReader.size(head[...]),
      let bytes = Self.read(size)
    else { return nil }
    return state.withLock { try? $0.reader.request(bytes[...]) }
  }

  /// Reads the next document; nil where there is none.
  func document(_ size: Int) -> JSONDocument? {
    guard let bytes = Self.read(size) else { return nil }
    // It was read before, perhaps with another limit.
    return try? JSONDocument(bytes, maximumDepth: Int(UInt16.max), byteOrderMark: .skip)
  }

  /// Sets the ways on which no made-up values are given.
  func refuse(_ refusals: [ExplorationWay: UnexploredPart.Reason], everything: Bool) {
    state.withLock {
      $0.refusals = refusals
      $0.exploresNothing = everything
    }
  }

  /// Sets whether the parent is told of each exploration before it begins.
  ///
  /// In a batch it is not: where a batch comes to nothing, its documents come again step by step.
  func announceExplorations(_ announces: Bool) { state.withLock { $0.announces = announces } }

  /// Writes an answer, which is sent when somebody says so.
  func answer(_ reply: WorkerReply) { state.withLock { $0.writer.write(reply) } }

  /// Whether so much was answered that it is better sent.
  var isFull: Bool { state.withLock { $0.writer.count >= Self.usualSize } }

  /// Sends what was answered.
  func flush() {
    let bytes = state.withLock { $0.writer.take() }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(WorkerProcess.descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        WorkerGuard.leaveUnconnected()
      }
    }
  }

  func begin(_ way: ExplorationWay) -> UnexploredPart.Reason? {
    let (reason, isAnnounced) = state.withLock { state -> (UnexploredPart.Reason?, Bool) in
      if let reason = state.refusals[way] { return (reason, false) }
      if state.exploresNothing { return (.late, false) }
      if state.depth == 0, WorkerGuard.takeFork() { state.hasForked = true }
      state.depth += 1
      if state.announces { state.writer.write(.began(way)) }
      return (nil, state.announces)
    }
    if isAnnounced { flush() }
    return reason
  }

  func end() {
    let isAnnounced = state.withLock { state in
      state.depth -= 1
      // What was done with made-up values is no fault.
      if state.depth == 0 { _ = WorkerGuard.takeFork() }
      if state.announces { state.writer.write(.cameBack) }
      return state.announces
    }
    if isAnnounced { flush() }
  }

  /// Whether the type's code has forked on real values since this was asked last.
  func takeFork() -> Bool {
    state.withLock { state in
      defer { state.hasForked = false }
      return WorkerGuard.takeFork() || state.hasForked
    }
  }

  /// Reads so many bytes; nil where the parent is gone.
  private static func read(_ count: Int) -> [UInt8]? {
    var isWhole = true
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe Foundation.read(
          WorkerProcess.descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
        if got > 0 {
          filled += got
        } else if got == 0 || errno != EINTR {
          isWhole = false
          return
        }
      }
    }
    return isWhole ? bytes : nil
  }
}
