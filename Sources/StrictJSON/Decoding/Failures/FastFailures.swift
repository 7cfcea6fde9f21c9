/// The requests that failed in a fast pass.
///
/// An initialiser that goes on after a failure has swallowed it. That is plain where the member is
/// absent or `null`, and where it asks for the same value once more, in another way, and gets it:
/// `try? decode(Int.self)`, and then `decode(String.self)`. All other swallowed failures are for the
/// engine to judge.
struct FastFailures {
  /// A request: a member of an object, or -1 and a value as a whole.
  private struct Request: Equatable {
    let container: Int
    let member: Int
  }

  /// The failures of the initialisers that are running, which may still be repaired.
  private var pending: [Request] = []
  /// Where the failures of the innermost initialiser begin.
  private var floor = 0
  /// The failures of those that completed.
  private var settled = 0
  // The objects that had a failure. In most broken records it is one, which needs no memory of its own.
  private var firstObject = -1
  private var otherObjects: Set<Int> = []
  /// The error that an initialiser threw by itself.
  private(set) var ownError: (any Error)?

  /// A point of time.
  struct Mark {
    fileprivate var pending = 0
    fileprivate var settled = 0
    fileprivate var floor = 0
  }

  var mark: Mark { Mark(pending: pending.count, settled: settled, floor: floor) }

  var isEmpty: Bool { pending.isEmpty && settled == 0 }

  func hasFailed(_ object: Int) -> Bool {
    object == firstObject || (!otherObjects.isEmpty && otherObjects.contains(object))
  }

  /// Notes that an initialiser begins.
  mutating func begin() { floor = pending.count }

  /// Notes that the initialiser which began at a mark has completed.
  mutating func settle(from start: Mark) {
    floor = start.floor
    guard pending.count > start.pending else { return }
    settled += pending.count - start.pending
    pending.removeSubrange(start.pending...)
  }

  /// Notes that the initialiser which began at a mark threw an error.
  mutating func end(from start: Mark) { floor = start.floor }

  /// Notes an error that an initialiser threw by itself.
  mutating func noteThrown(_ error: any Error) { ownError = error }

  /// Notes that a request failed which began at a mark; failures below it are part of it.
  mutating func noteFailure(_ container: Int, _ member: Int, from start: Mark) {
    pending.removeSubrange(start.pending...)
    settled = start.settled
    pending.append(Request(container: container, member: member))
    if member >= 0 { noteAbsence(in: container) }
  }

  /// Notes that a member which was asked for is absent or `null`: there is nothing to repair, but
  /// the object may be opened once more, in another way.
  mutating func noteAbsence(in object: Int) {
    if firstObject < 0 {
      firstObject = object
    } else if object != firstObject {
      otherObjects.insert(object)
    }
  }

  /// Notes that a request succeeded, and returns whether there still is something to repair.
  mutating func noteSuccess(_ container: Int, _ member: Int) -> Bool {
    let request = Request(container: container, member: member)
    for index in pending.indices.reversed() where index >= floor && pending[index] == request {
      pending.remove(at: index)
    }
    return pending.count > floor
  }
}
