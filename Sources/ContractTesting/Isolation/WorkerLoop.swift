import Foundation
import StrictJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The life of a worker: it reads requests, runs the code of types, and writes answers.
///
/// It is single-threaded but for one thread that watches: for the parent's end, for the connection,
/// and for memory. What a type's code prints goes nowhere.
package struct WorkerLoop {
  private let find: (DTOTarget) -> DTOBinding?
  private let connection = WorkerConnection()

  /// Makes a worker that finds types by their targets.
  package init(_ find: @escaping (DTOTarget) -> DTOBinding?) {
    self.find = find
  }

  /// Serves the parent until it closes the connection; returns whether there is a parent.
  package func run() -> Bool {
    guard WorkerGuard.isConnected else { return false }
    WorkerGuard.arm()
    let folder = unsafe open(".", O_RDONLY | O_CLOEXEC)
    connection.answer(.ready)
    connection.flush()
    while let request = connection.nextRequest() {
      switch request {
      case .begin(let refusals, let exploresNothing, let memory):
        connection.refuse(refusals, everything: exploresNothing)
        WorkerGuard.limitMemory(to: memory)
        continue
      case .decode(let target, let sizes, let isStepwise):
        // The whole batch is read before the first answer is written.
        let documents = sizes.map { connection.document($0) }
        guard let dto = find(target) else {
          connection.answer(.noSuchType)
          break
        }
        connection.announceExplorations(isStepwise)
        for document in documents {
          guard let document else { return true }
          WorkerGuard.forgetErrors()
          let report = dto.check(document, connection)
          connection.answer(connection.takeFork() ? .misused(.fork) : .report(report))
          if isStepwise || connection.isFull { connection.flush() }
        }
      case .reads(let target, let sizes):
        let samples = sizes.compactMap { connection.document($0) }
        guard let dto = find(target) else {
          connection.answer(.noSuchType)
          break
        }
        connection.announceExplorations(true)
        WorkerGuard.forgetErrors()
        let shape = dto.shape(samples, connection)
        connection.answer(connection.takeFork() ? .misused(.fork) : .shape(shape))
      }
      connection.flush()
      // A type's code may have gone elsewhere; the next one begins where the program did.
      fchdir(folder)
    }
    return true
  }
}
