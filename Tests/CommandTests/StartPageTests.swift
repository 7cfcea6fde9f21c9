import ContractTesting
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// What the program says without a command.
@Suite struct StartPageTests {
  private static let shop = APISuite(
    name: "shop",
    endpoints: [
      WatchedEndpoint(name: "order", dto: nil, samples: []),
      WatchedEndpoint(name: "cart", dto: nil, samples: []),
    ])

  /// Files of a project, and the command lines that are proposed.
  @Test(arguments: [
    (
      [], ["init NAME --base-url URL PATH…", "record --root .", "diff OLD.json NEW.json", "--help"]
    ),
    (["Fixtures/.keep"], ["record shop/order", "--help"]),
    (
      ["Fixtures/shop/order/1.json"],
      ["record shop/cart", "infer shop/order", "check", "check --live", "--help"]
    ),
    (
      [
        "Fixtures/shop/order/1.json", "Fixtures/shop/order/1.pending.json",
        "Contracts/shop/order.schema.json", "Fixtures/shop/cart/1.json",
        "Contracts/shop/cart.schema.json",
      ], ["review", "check", "check --live", "--help"]
    ),
  ])
  func nextStepsFitTheFolder(_ files: [String], _ steps: [String]) async throws {
    let texts = Dictionary(uniqueKeysWithValues: files.map { ($0, "{}") })
    try await Project.with(texts) { project in
      let run = await CommandRun(
        [], in: project.root, suites: [Self.shop], program: "shop-contract")
      #expect(run.code == .usage && run.output.isEmpty)
      let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("  shop-contract ") }
      let proposed = lines.map { line in
        String(line.dropFirst("  shop-contract ".count)).components(separatedBy: "   ")[0]
      }
      #expect(proposed == steps, "\(run.errors)")
    }
  }

  @Test func countsAreThoseOfTheFolder() async throws {
    let run = await CommandRun([], in: TestFolders.packageRoot)
    let counts =
      /Here: themealdb, spacex, spacex-v4, [1-9][0-9]* endpoints, [1-9][0-9]* fixtures\.\n/
    #expect(run.errors.prefixMatch(of: counts) != nil, "\(run.errors)")
  }
}
