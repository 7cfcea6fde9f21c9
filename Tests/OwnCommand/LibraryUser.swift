import Foundation
import StrictJSON
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that uses the strict decoder as a library, under the conditions that it is told.
///
/// It prints the places of the issues, the reasons of what was left, and the number of forks.
enum LibraryUser {
  private static let forks = Atomic<Int>(0)

  private struct Order: Decodable {
    var id: Int
    var name: String
    var lines: [Line]

    struct Line: Decodable {
      var count: Int
      var price: Double
    }
  }

  static func run(_ conditions: [String]) throws {
    pthread_atfork({ LibraryUser.forks.add(1, ordering: .relaxed) }, nil, nil)
    if conditions.contains("ignores-children") { signal(SIGCHLD, SIG_IGN) }
    var decoder = StrictDecoder()
    if conditions.contains("none") { decoder.exploration = .none }
    if conditions.contains("in-child") { decoder.exploration = .inChild }
    let document = try JSONDocument(
      Array(#"{"id": "x", "name": 7, "lines": [{"count": null}, {"price": "1"}]}"#.utf8))
    let count = conditions.contains("eight-threads") ? 8 : 1
    let told = Mutex<Set<String>>([])
    let checked = decoder
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      let report = checked.check(Order.self, in: document)
      let lines =
        report.issues.map { "issue \($0.pointer)" }
        + report.unexplored.map { "left \($0.pointer) \($0.cause)" }
      told.withLock { _ = $0.insert(lines.joined(separator: "\n")) }
    }
    print(told.withLock { $0.sorted().joined(separator: "\nor\n") })
    print("forks \(forks.load(ordering: .relaxed))")
  }
}
