import Endpoints
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What requests cost, many at once, and how they end with the process.
@Suite(
  .waiting,
  .enabled(if: MisbehavingServer.isAvailable, "\(MisbehavingServer.unavailableReason)"),
  .timeLimit(.minutes(5)))
struct TransportLoadTests {
  static func endpoint(_ path: String, at server: MisbehavingServer) -> AnyEndpoint {
    AnyEndpoint(baseURL: server.url, path: path)
  }

  @Test func hundredsAtOnceGetTheirAnswers() async throws {
    let server = try await MisbehavingServer()
    let client = EndpointClient(limits: RequestLimits(wholeAnswer: .seconds(120)))
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<300 {
        group.addTask { try await client.response(for: Self.endpoint("good", at: server)).status }
      }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(statuses == [200: 300])
  }

  /// In a process of its own: no other test can have asked the server whether it multiplexes.
  @Test(arguments: [false, true])
  func silentRequestHoldsUpNoOther(hasTLS: Bool) async {
    await #expect(processExitsWith: .success) { [hasTLS] in
      let server = try await MisbehavingServer(hasCertificates: hasTLS)
      guard !hasTLS || server.hasCertificates else { return }
      let base = hasTLS ? try server.url(.good) : server.url
      let client = EndpointClient(
        limits: RequestLimits(wholeAnswer: .seconds(60)), certificateAuthority: server.authority)
      let error = await #expect(throws: EndpointError.self) {
        try await cancelling(after: {
          try await until { try !server.requests(with: "/silent").isEmpty }
          for _ in 0..<3 {
            let start = ContinuousClock.now
            let answer = try await client.response(for: AnyEndpoint(baseURL: base, path: "good"))
            #expect(answer.status == 200 && ContinuousClock.now - start < .seconds(20))
          }
        }) {
          try await client.response(for: AnyEndpoint(baseURL: base, path: "silent"))
        }
      }
      guard case .noAnswer(_, .cancelled, _)? = error else {
        Issue.record("unexpected error \(error.debugDescription)")
        return
      }
    }
  }

  /// In a process of its own: the requests of all other tests would wait until these give their places back.
  @Test func cancelledRequestsEndAtOnce() async {
    await #expect(processExitsWith: .success) {
      let server = try await MisbehavingServer()
      let client = EndpointClient(
        limits: RequestLimits(
          connecting: .seconds(200), silence: .seconds(200), wholeAnswer: .seconds(200)))
      let start = ContinuousClock.now
      let errors = try await withThrowingTaskGroup(of: EndpointError?.self) { group in
        for number in 0..<150 {
          group.addTask {
            let path = number % 3 == 0 ? "drip" : "silent"
            do throws(EndpointError) {
              _ = try await client.response(for: Self.endpoint(path, at: server))
              return nil
            } catch {
              return error
            }
          }
        }
        try await until { try server.requests().count >= 20 }
        group.cancelAll()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(
        errors.allSatisfy { error in
          if case .noAnswer(_, .cancelled, _)? = error { true } else { false }
        }, "\(errors)")
      #expect(errors.count == 150 && ContinuousClock.now - start < .seconds(100))
      #expect(try await client.response(for: Self.endpoint("good", at: server)).status == 200)
    }
  }

  /// In a process of its own, whose CPU time is that of the request.
  @Test func waitingCostsNoProcessorTime() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let server = try await MisbehavingServer()
      _ = try await EndpointClient().response(for: Self.endpoint("good", at: server))
      let before = Self.processorTime
      let limits = RequestLimits(silence: .seconds(4))
      let failure = await TransportTests.failure(of: "silent", at: server, within: limits)
      let cost = Self.processorTime - before
      exit(failure == .silent(for: .seconds(4)) && cost < .milliseconds(400) ? 0 : 1)
    }
  }

  @Test(arguments: [0, 1, 2, 3])
  func processMayEndDuringTransfers(run: Int) async {
    await #expect(processExitsWith: .exitCode(7)) {
      let server = try await MisbehavingServer.shared()
      let client = EndpointClient(certificateAuthority: server.authority)
      let base = server.hasCertificates ? try server.url(.good) : server.url
      for path in ["endless-body", "drip", "good", "silent", "reset"] {
        for _ in 0..<8 {
          Task {
            while true {
              _ = try? await client.response(for: AnyEndpoint(baseURL: base, path: path))
            }
          }
        }
      }
      try await Task.sleep(for: .milliseconds(400))
      exit(7)
    }
  }

  /// The time that all threads of the process spent on a processor.
  static var processorTime: Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
