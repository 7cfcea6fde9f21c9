import ContractReports
import ContractTesting
import Endpoints
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// The program of another team, which says its own name in all that it prints.
@Suite(.waiting) struct ProgramNameTests {
  /// Names of ours that no other program prints; the product in `User-Agent` is not printed.
  private static let ours = ["mealdb", "recipe", "spacex"]

  /// Command lines that reach each kind of message with a command in it.
  private static let commandLines: [[String]] =
    [
      ["--help"], ["--version"], [], ["chek"], ["check", "--lvie"], ["check", "shop"],
      ["check", "shop/empty"], ["check", "--waive"], ["check", "--live"],
      ["check", "--root", "none"], ["record", "shop/order"], ["record", "--dry-run"],
      ["infer", "shop"], ["infer", "--merge", "order.json"], ["infer", "order.json"],
      ["diff", "order.json", "broken.json"], ["validate", "broken.json"],
      ["validate", "none.json"],
      ["decode", "--as", "OrderDTO", "order.json"], ["decode", "--list"], ["decode", "order.json"],
      ["serve", "shop/empty"], ["serve", "--list"], ["rules"], ["explain", "nothing-like-a-rule"],
    ]

  private static let helpPages = Subcommand.allCases.map { ["help", $0.name] }
  private static let rulePages = Rule.all.map { ["explain", $0.id] }

  private static let files = [
    "Fixtures/shop/order/1.json": #"{"id": "1"}"#,
    "Fixtures/shop/order/2.http.json": "{}",
    "Fixtures/shop/none/1.json": "{}",
    "Contracts/shop/order.schema.json": #"{"properties": {"name": {}}, "required": ["name"]}"#,
    "Contracts/shop/order.v2.schema.json":
      #"{"properties": {"id": {"type": "string"}}, "required": ["id"]}"#,
    "order.json": #"{"id": "1"}"#, "broken.json": #"{"id": 1"#,
  ]

  @Test(arguments: ReportFormat.allCases) func ownNameIsPrinted(in format: ReportFormat)
    async throws
  {
    var isNamed = false
    // A page of help is the same in each format, and that of a rule is refused in all but these two.
    let isOfPages = [.text, .json].contains(format)
    let pages = [Self.helpPages, Self.rulePages].flatMap { $0.prefix(isOfPages ? $0.count : 1) }
    for arguments in Self.commandLines + pages {
      let run = try await Project.with(Self.files) { project in
        await CommandRun(
          arguments + (arguments.isEmpty ? [] : ["--format", format.name]), in: project.root,
          suites: [.shop], program: "shop-contract")
      }
      let text = (run.output + run.errors).lowercased()
      for name in Self.ours where text.contains(name) {
        let lines = text.split(separator: "\n").filter { $0.contains(name) }
        Issue.record("\(arguments): \(lines.prefix(3))")
      }
      isNamed = isNamed || text.contains("shop-contract")
    }
    #expect(isNamed)
  }

  @Test(
    .enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)),
    arguments: [
      ["check"], ["check", "misbehaving/real-trap"], ["record"], ["record", "--dry-run"],
      ["infer", "misbehaving"], ["rules"], ["explain", "missing-key"], ["help"], ["--version"],
      ["decode", "--as", "TicketDTO", "ticket.json"], ["validate", "none"], ["nothing"],
    ])
  func nameIsTheOneThatWasTyped(_ arguments: [String]) async throws {
    let own = Program.executable?.deletingLastPathComponent().appendingPathComponent("OwnCommand")
    let project = ["Fixtures/misbehaving/real-trap/1.json": "{}", "ticket.json": "{}"]
    try await Project.with(project) { project in
      let run = try await Program.run(arguments, in: project.root, executable: own)
      let text = run.output + run.errors
      #expect(!text.lowercased().contains("mealdb-contract"), "\(text)")
      #expect(text.contains("OwnCommand") || run.code == 0 && arguments != ["--version"], "\(text)")
    }
  }
}

extension APISuite {
  fileprivate static var shop: APISuite {
    APISuite(
      name: "shop",
      endpoints: [
        WatchedEndpoint(
          name: "order", dto: DTOBinding(OrderDTO.self), samples: [Sample("1", OrderEndpoint())]),
        WatchedEndpoint(name: "empty", dto: nil, samples: []),
        WatchedEndpoint(name: "unrecorded", dto: nil, samples: [Sample("1", OrderEndpoint())]),
      ])
  }
}

private struct OrderDTO: Decodable {
  let id: Int
}

private struct OrderEndpoint: Endpoint {
  // Nothing listens at the port; the port of "discard" is never given to a program.
  var baseURL: URL { URL(string: "http://127.0.0.1:9") ?? URL(fileURLWithPath: "/") }
  var path: String { "order" }
}
