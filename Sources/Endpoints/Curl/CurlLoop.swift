#if !canImport(Darwin)
  import CurlLibrary
  import Foundation
  import Synchronization

  /// One thread that moves all requests of the process.
  ///
  /// The thread begins with the first request and then stays; without requests it sleeps in `poll`.
  /// Callers put jobs into a list under a lock and wake it; the handles of libcurl belong to the
  /// thread alone. At most 64 requests are under way at once, so that some hundred callers do not
  /// use up the descriptors of the process; the rest waits in order, and its time runs.
  @safe final class CurlLoop: Sendable {
    /// The loop; a failure where this machine has no libcurl that can be used.
    static let shared: Result<CurlLoop, TransportFailure> = {
      switch curl_library_state() {
      case CurlLibraryLoaded:
        guard let multi = unsafe curl_library_multi_init() else {
          return .failure(.noNetworkLibrary(.tooOld))
        }
        return .success(unsafe CurlLoop(multi: multi))
      case CurlLibraryTooOld: return .failure(.noNetworkLibrary(.tooOld))
      default: return .failure(.noNetworkLibrary(.missing))
      }
    }()

    private static let maximumTransfers = 64

    /// The longest sleep; there is nothing to do after it.
    private static let idleTime: Duration = .seconds(3600)

    private struct Inbox {
      var jobs: [CurlJob] = []
      var isRunning = false
    }

    private let inbox = Mutex(Inbox())

    /// Only waking it is allowed outside of the thread.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

    private init(multi: UnsafeMutableRawPointer) {
      unsafe self.multi = unsafe multi
      // Otherwise eight requests at once were seen to open up to 51 connections.
      _ = unsafe curl_library_multi_set_long(
        multi, CurlOption.maximumConnections, Self.maximumTransfers)
    }

    /// Hands a job to the thread, which will end its ticket.
    func submit(_ job: CurlJob) {
      let isFirst = inbox.withLock { inbox in
        inbox.jobs.append(job)
        defer { inbox.isRunning = true }
        return !inbox.isRunning
      }
      if isFirst {
        Thread.detachNewThread { [self] in run() }
      } else {
        wake()
      }
    }

    /// Makes the thread look at its jobs.
    func wake() { unsafe curl_library_multi_wake(multi) }

    private func run() {
      curl_library_block_signals()
      var waiting: [CurlJob] = []
      var active: [Int: CurlTransfer] = [:]
      var idle: [CurlHandle] = []
      let end = { (transfer: CurlTransfer, outcome: CurlTicket.Outcome) in
        // First, because a libcurl before 7.87 waits for the name server when it stops.
        transfer.job.ticket.end(outcome)
        transfer.handle.stop(in: self)
        active[transfer.handle.id] = nil
        idle.append(transfer.handle)
      }
      while true {
        waiting += inbox.withLock { inbox in
          defer { inbox.jobs = [] }
          return inbox.jobs
        }
        var now = ContinuousClock.now
        waiting.removeAll { job in
          guard let failure = Self.overdue(job, now) else { return false }
          job.ticket.end(.failure(failure))
          return true
        }
        let beginning = waiting.prefix(Self.maximumTransfers - active.count)
        waiting.removeFirst(beginning.count)
        for job in beginning {
          guard let handle = idle.popLast() ?? CurlHandle() else {
            job.ticket.end(.failure(.other(code: Int(CurlCode.outOfMemory), detail: "")))
            continue
          }
          let transfer = CurlTransfer(job, handle)
          active[handle.id] = transfer
          if let failure = transfer.begin(in: self) { end(transfer, .failure(failure)) }
        }
        _ = unsafe curl_library_multi_perform(multi)
        var code: Int32 = 0
        while let done = unsafe curl_library_multi_next_done(multi, &code) {
          guard let transfer = active[Int(bitPattern: done)] else { continue }
          end(transfer, transfer.outcome(code))
        }
        now = .now
        var next = now + Self.idleTime
        for transfer in active.values {
          if let failure = Self.overdue(transfer.job, now) ?? transfer.overdue(now) {
            end(transfer, .failure(failure))
          } else {
            next = min(next, transfer.job.deadline, transfer.nextCheck)
          }
        }
        for job in waiting { next = min(next, job.deadline) }
        if !waiting.isEmpty && active.count < Self.maximumTransfers { continue }
        // Rounded up, so that the thread does not turn in circles within the last millisecond.
        let milliseconds = max(next - now, .zero) / .milliseconds(1)
        _ = unsafe curl_library_multi_poll(multi, Int32(milliseconds.rounded(.up)))
      }
    }

    private static func overdue(
      _ job: CurlJob, _ now: ContinuousClock.Instant
    ) -> TransportFailure? {
      if job.ticket.isCancelled { return .cancelled }
      return now >= job.deadline ? .timedOut(after: job.limits.wholeAnswer) : nil
    }

    /// Puts the request of an easy handle under way; for the thread alone.
    func add(_ easy: UnsafeMutableRawPointer) -> Int32 {
      unsafe curl_library_multi_add(multi, easy)
    }

    /// Ends the request of an easy handle; for the thread alone.
    func remove(_ easy: UnsafeMutableRawPointer) { unsafe curl_library_multi_remove(multi, easy) }
  }
#endif
