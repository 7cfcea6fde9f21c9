import Foundation
import TestSupport
import Testing

@testable import contract_benchmark

@Suite(.waiting, .timeLimit(.minutes(5))) struct SoakTests {
  /// The small form of what the command does with ten thousand.
  ///
  /// In a process of its own: what other tests send and need meanwhile is not to be measured.
  @Test(
    .enabled(if: MisbehavingServer.isAvailable, "\(MisbehavingServer.unavailableReason)"),
    arguments: [false, true])
  func eachRequestGetsItsAnswer(hasTLS: Bool) async {
    await #expect(processExitsWith: .success) { [hasTLS] in
      let server = try await MisbehavingServer(hasCertificates: hasTLS)
      guard !hasTLS || server.hasCertificates else { return }
      let base = hasTLS ? try server.url(.good) : server.url
      var soak = Soak(url: base.appendingPathComponent("good"))
      soak.requests = 300
      soak.atOnce = 20
      soak.authority = hasTLS ? server.authority : nil
      let outcome = await soak.run()
      #expect(outcome.isComplete && outcome.same == 300, "\(outcome.report)")
      let growth = outcome.endMemory - outcome.startMemory
      #expect(outcome.startMemory > 0 && growth < 32 << 20, "\(outcome.report)")
    }
  }

  @Test func requestsWithoutAnswerAreLost() async throws {
    var soak = Soak(url: try #require(URL(string: "http://127.0.0.1:9/x")))
    soak.requests = 2
    let outcome = await soak.run()
    #expect(!outcome.isComplete && outcome.lost.values.reduce(0, +) == 2)
  }

  @Test(arguments: [
    [], ["x"], ["http://a.example", "--requests"], ["http://a.example", "--requests", "0"],
    ["http://a.example", "--more", "1"],
  ])
  func argumentsWithoutSenseAreRefused(_ arguments: [String]) {
    #expect(Soak(arguments) == nil)
  }
}
