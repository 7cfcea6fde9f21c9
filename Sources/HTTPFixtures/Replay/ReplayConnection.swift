import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long a client of a replay server may take.
package struct ReplayTimes: Sendable {
  /// For thinking between two requests.
  package var idle = Duration.seconds(75)

  /// For a request, from its first byte.
  package var request = Duration.seconds(20)

  /// For taking the next piece of an answer.
  package var stall = Duration.seconds(30)

  /// For what it still sends behind the last answer.
  package var drain = Duration.seconds(1)

  /// Makes the times that a server outside of tests has.
  package init() {}
}

/// One client of a replay server: what it sent and what it still gets.
///
/// It is used by the thread of the server only. Nothing is read while an answer waits to be sent, so a
/// client that asks and never reads costs one answer of memory.
final class ReplayConnection {
  /// What comes after the last byte of the output.
  enum Ending {
    /// The next request.
    case none
    /// The end of the output; what the client still sends is read and dropped for a moment, because
    /// a reset would take the answer away from it (section 9.6 of RFC 9112).
    case close
    /// A reset.
    case reset
  }

  let descriptor: Int32
  var parser = RequestParser()
  var ending = Ending.none

  /// Whether somebody else looks for the answer to the last request.
  var isAwaitingAnswer = false

  /// The time before which nothing is sent; nil for at once.
  var heldUntil: ContinuousClock.Instant?

  /// The pause after each piece of the body; nil where it is sent as one.
  var drip: Duration?

  /// When the connection ends if nothing happens.
  private(set) var deadline: ContinuousClock.Instant

  /// Whether the client ended its side.
  private(set) var isInputEnded = false

  /// Whether the output is ended, and what comes in is dropped.
  private(set) var isDraining = false

  private var output: [UInt8] = []
  private var sent = 0
  private var body: ArraySlice<UInt8> = []

  private var isTimed = false
  private let times: ReplayTimes

  /// A body up to this size is copied behind its header fields, so that answers to pipelined requests
  /// go out together; a larger one is sent from where it is.
  private static let joinedSize = 4096
  /// Answers to pipelined requests are gathered up to this size.
  private static let gatheredSize = 65_536

  init(_ descriptor: Int32, _ times: ReplayTimes, now: ContinuousClock.Instant) {
    self.descriptor = descriptor
    self.times = times
    deadline = now + times.idle
  }

  /// Whether there is something to send.
  var hasOutput: Bool { sent < output.count || !body.isEmpty }

  /// Whether the next request may be looked for.
  var takesRequests: Bool {
    ending == .none && !isAwaitingAnswer && heldUntil == nil && drip == nil && body.isEmpty
      && output.count - sent < Self.gatheredSize
  }

  /// What to wait for.
  var events: Int16 {
    if isDraining { return Int16(POLLIN) }
    if isAwaitingAnswer || heldUntil != nil { return 0 }
    if hasOutput { return Int16(POLLOUT) }
    return isInputEnded ? 0 : Int16(POLLIN)
  }

  /// The next time at which something has to be done.
  var nextTime: ContinuousClock.Instant { heldUntil.map { min($0, deadline) } ?? deadline }

  /// Adds header fields to the output, and a body behind the last of them.
  func add(_ head: some Collection<UInt8>, _ content: ArraySlice<UInt8> = []) {
    output += head
    if content.count <= Self.joinedSize, drip == nil {
      output += content
    } else {
      body = content
    }
  }

  /// Receives once; returns whether something came.
  func receive(with buffer: inout [UInt8], now: ContinuousClock.Instant) -> Bool {
    switch SocketCalls.receive(descriptor, into: &buffer) {
    case .bytes(let count):
      if !isDraining { parser.append(buffer[..<count]) }
      return true
    case .nothingNow: return false
    case .ended:
      isInputEnded = true
      return true
    }
  }

  /// Sends what can be sent; returns whether the connection is still good.
  func flush(now: ContinuousClock.Instant) -> Bool {
    guard heldUntil == nil else { return true }
    while hasOutput {
      let head = output[sent...]
      // A body that drips begins when its header fields are sent.
      let piece = drip == nil ? body : head.isEmpty ? body.prefix(ReplayFault.dripSize) : []
      switch SocketCalls.send(descriptor, head, piece) {
      case .nothingNow: return true
      case .ended: return false
      case .bytes(let count):
        deadline = now + times.stall
        let ofHead = min(count, head.count)
        sent += ofHead
        body = body.dropFirst(count - ofHead)
        if let drip, !body.isEmpty, count > ofHead {
          heldUntil = now + drip
          return true
        }
      }
    }
    output.removeAll(keepingCapacity: output.capacity <= Self.gatheredSize)
    sent = 0
    body = []
    drip = nil
    deadline = now + times.idle
    isTimed = false
    return true
  }

  /// Gives a request that has begun its time, once.
  func timeRequest(now: ContinuousClock.Instant) {
    guard parser.isInside, !isTimed else { return }
    isTimed = true
    deadline = now + times.request
  }

  /// Gives a client time to take its answer, from when it is due.
  func awaitTaking(from due: ContinuousClock.Instant) { deadline = due + times.stall }

  /// Gives somebody else time to find the answer.
  func awaitAnswer(for time: Duration, now: ContinuousClock.Instant) {
    isAwaitingAnswer = true
    deadline = now + time
  }

  /// Ends the output.
  func startDraining(now: ContinuousClock.Instant) {
    isDraining = true
    SocketCalls.endOutput(descriptor)
    deadline = now + times.drain
  }
}
