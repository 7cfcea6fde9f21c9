import Foundation
import TestSupport
import Testing

@testable import contract_benchmark

@Suite(.waiting, .timeLimit(.minutes(5))) struct SoakTests {
  /// The small form of what the command does with ten thousand.
  @Test(
    .enabled(if: MisbehavingServer.isAvailable, "\(MisbehavingServer.unavailableReason)"),
    arguments: [false, true])
  func eachRequestGetsItsAnswer(hasTLS: Bool) async throws {
    let server = try await MisbehavingServer(hasCertificates: hasTLS)
    guard !hasTLS || server.hasCertificates else { return }
    let base = hasTLS ? try server.url(.good) : server.url
    var soak = Soak(url: base.appendingPathComponent("good"))
    soak.requests = 300
    soak.atOnce = 20
    soak.authority = hasTLS ? server.authority : nil
    let outcome = await soak.run()
    #expect(outcome.isComplete && outcome.same == 300, "\(outcome.report)")
    #expect(outcome.endMemory - outcome.startMemory < 32 << 20, "\(outcome.report)")
    let away = try await { () async throws in
      var soak = Soak(url: try #require(URL(string: "http://127.0.0.1:9/x")))
      soak.requests = 2
      return await soak.run()
    }()
    #expect(!away.isComplete && away.lost.values.reduce(0, +) == 2)
  }

  @Test(arguments: [
    [], ["x"], ["http://a.example", "--requests"], ["http://a.example", "--requests", "0"],
    ["http://a.example", "--more", "1"],
  ])
  func argumentsWithoutSenseAreRefused(_ arguments: [String]) {
    #expect(Soak(arguments) == nil)
  }
}
