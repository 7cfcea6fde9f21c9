import ContractReports
import ContractTesting
import Foundation
import HTTPFixtures
import StrictJSON

extension Subcommand {
  static let status = Subcommand(
    name: "status",
    summary: "Show what there is of each endpoint, how old it is, and what waits.",
    explanation: """
      Prints a line for each endpoint: its fixtures, the day of the oldest one, recordings that wait for a \
      review, its contract, and the requests that a live check sends: where answers decide on more of them, \
      from how many to how many. Below stand the fixtures that are \
      missing or old, folders that belong to nothing, and waivers whose last day is near. Sends nothing, and \
      exits with 0 whatever it shows.
      """,
    usage: ["[SUITE[/ENDPOINT]…]"], arguments: [.suites], argumentCount: 0...Int.max,
    options: [
      OptionSpec(
        name: "stale-after", value: .text(placeholder: "DAYS"),
        help: "A fixture that was recorded longer ago than that is old. Without it 90."),
      .listFormat,
    ],
    readsSuites: true,
    examples: [
      Example(arguments: "status", help: "show all suites"),
      Example(arguments: "status --format json {suite}", help: "the same for a program"),
    ],
    run: { try StatusCommand(context: $0).run() })
}

/// `status`: what there is of each endpoint, without a check and without a request.
struct StatusCommand {
  let context: CommandContext

  /// A waiver that ends within as many days is told.
  private static let nearDays = 14

  /// What there is of an endpoint.
  private struct Line {
    let suite: String
    let endpoint: String
    let fixtures: Int
    let oldest: Day?
    let stale: [FixtureID]
    let unreadable: [FixtureID]
    let missing: [FixtureID]
    let pending: Int
    let hasContract: Bool
    let requests: Int
    /// The requests that may come beside them.
    let later: Int
  }

  func run() throws -> ExitCode {
    let selection = try EndpointSelection(context)
    let days = try context.number("stale-after", in: 0...100_000) ?? 90
    let root = try ProjectRoot(context).url
    let oldest = context.world.today.adding(days: -days)
    let lines = try selection.endpoints.map { suite, endpoint in
      try line(suite, endpoint, root, oldest)
    }
    let orphans =
      context.arguments.positionals.isEmpty
      ? try Check(root: root).orphans(of: context.tool.suites).compactMap(\.file) : []
    let waivers = try waivers(of: selection.suites, root)
    try ReportPublisher(context).publishList(
      text: text(lines, orphans, waivers, days), json: members(lines, orphans, waivers))
    return .conforms
  }

  private func line(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, _ root: URL, _ oldest: Day
  ) throws -> Line {
    let upkeep = FixtureUpkeep(suite: suite, endpoint: endpoint, root: root)
    let listing = try FixtureSource(root: root).store.listing(
      suite: suite.name, endpoint: endpoint.name)
    let days = try upkeep.days()
    let plan = SamplePlan(root: root)
    return Line(
      suite: suite.name, endpoint: endpoint.name,
      fixtures: listing.stored.count,
      oldest: days.known.map(\.day).min(),
      stale: days.known.filter { $0.day < oldest }.map(\.id), unreadable: days.unreadable,
      missing: upkeep.missingCases,
      pending: listing.pending.count,
      hasContract: ContractStore(root: root).hasContract(
        suite: suite.name, endpoint: endpoint.name),
      requests: plan.samples(of: endpoint, in: suite).count,
      later: plan.later(of: endpoint, in: suite).reduce(0) { $0 + $1.atMost })
  }

  /// A waiver with its suite.
  private struct Ending {
    let suite: String
    let waiver: Waiver
    let day: Day
  }

  private func waivers(of suites: [APISuite], _ root: URL) throws -> [Ending] {
    let limit = context.world.today.adding(days: Self.nearDays)
    do {
      return try suites.flatMap { suite in
        try WaiverFile(suite: suite.name, root: root).waivers.compactMap { waiver in
          waiver.expires.flatMap { day in
            day <= limit ? Ending(suite: suite.name, waiver: waiver, day: day) : nil
          }
        }
      }
    } catch let fault as SettingsError {
      throw CommandFailure(message: fault.description)
    }
  }

  // MARK: Words

  private func text(
    _ lines: [Line], _ orphans: [String], _ waivers: [Ending], _ days: Int
  ) -> String {
    let head = ["endpoint", "fixtures", "oldest", "waiting", "contract", "requests"]
    let rows = lines.map { line in
      [
        "\(line.suite)/\(line.endpoint)", String(line.fixtures), line.oldest?.description ?? "-",
        line.pending == 0 ? "-" : String(line.pending), line.hasContract ? "yes" : "no",
        line.later == 0 ? "\(line.requests)" : "\(line.requests) to \(line.requests + line.later)",
      ]
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { TextColumns.width($0[column]) }.max() ?? 0
    }
    var text = ([head] + rows).map { row in
      row.indices.map { column in
        column == row.count - 1 ? row[column] : TextColumns.padded(row[column], widths[column] + 2)
      }.joined()
    }
    let requests = lines.reduce(0) { $0 + $1.requests }
    let most = lines.reduce(requests) { $0 + $1.later }
    text.append(
      "a live check sends "
        + (most > requests ? "\(requests) to \(most) requests" : requests.counted("request")))
    // In a folder that has nothing of a suite a line for each of its samples would bury the rest.
    let bare = lines.filter { $0.fixtures == 0 && !$0.missing.isEmpty }
    if !bare.isEmpty {
      let suites = Set(bare.map(\.suite)).sorted()
      text.append(
        "missing: \(bare.count.counted("endpoint")) without any fixture; "
          + "'\(context.program) record \(suites.joined(separator: " "))' fetches them")
    }
    for id in lines.filter({ $0.fixtures > 0 }).flatMap(\.missing) {
      text.append("missing: \(id) is a sample without a fixture")
    }
    let stale = lines.flatMap(\.stale)
    if !stale.isEmpty {
      text.append(
        "old: \(stale.count.counted("fixture")) recorded more than \(days.counted("day")) ago")
    }
    for id in lines.flatMap(\.unreadable) {
      text.append(
        "unreadable: \(id); '\(context.program) check \(id.suite)/\(id.endpoint)' says why")
    }
    for file in orphans { text.append("orphan: \(file) belongs to no endpoint") }
    for ending in waivers {
      let word = ending.day < context.world.today ? "ended" : "ends"
      let place = [ending.waiver.endpoint, ending.waiver.path].compactMap { $0 }
        .joined(separator: " ")
      text.append(
        "waiver: \(ending.suite) \(ending.waiver.rule.id) \(place) \(word) on \(ending.day)")
    }
    let pending = lines.reduce(0) { $0 + $1.pending }
    if pending > 0 { text.append(Review.invitation(pending, context)) }
    return text.map { context.world.lines($0) }.joined()
  }

  private func members(
    _ lines: [Line], _ orphans: [String], _ waivers: [Ending]
  ) -> [JSONNode.Member] {
    let number = { (count: Int) in JSONNode.number(String(count)) }
    let names = { (ids: [FixtureID]) in JSONNode.array(ids.map { .string($0.caseName) }) }
    return [
      JSONNode.Member(
        "endpoints",
        .array(
          lines.map { line in
            [
              "suite": .string(line.suite), "endpoint": .string(line.endpoint),
              "fixtures": number(line.fixtures),
              "oldest": line.oldest.map { JSONNode.string($0.description) } ?? JSONNode.null,
              "stale": names(line.stale), "missing": names(line.missing),
              "unreadable": names(line.unreadable),
              "pending": number(line.pending), "contract": .bool(line.hasContract),
              "requests": number(line.requests), "later": number(line.later),
            ]
          })),
      JSONNode.Member("orphans", .array(orphans.map { .string($0) })),
      JSONNode.Member(
        "waivers",
        .array(
          waivers.map { ending in
            var node: JSONNode = [
              "suite": .string(ending.suite), "rule": .string(ending.waiver.rule.id),
              "expires": .string(ending.day.description),
            ]
            node["endpoint"] = ending.waiver.endpoint.map { JSONNode.string($0) }
            node["path"] = ending.waiver.path.map { JSONNode.string($0) }
            return node
          })),
      JSONNode.Member("requests", number(lines.reduce(0) { $0 + $1.requests })),
      JSONNode.Member("later", number(lines.reduce(0) { $0 + $1.later })),
    ]
  }
}
