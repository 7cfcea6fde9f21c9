import ContractTesting
import Foundation

/// The endpoints that `SUITE[/ENDPOINT]` arguments name; all of them where there is no argument.
///
/// In a project that has suites of its own the program's suites are meant only where something of them lies there.
struct EndpointSelection {
  let endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)]

  /// The suites of the endpoints, each once.
  var suites: [APISuite] {
    var names: Set<String> = []
    return endpoints.map(\.suite).filter { names.insert($0.name).inserted }
  }

  /// The suites of the program that are left out, as nothing of them lies in the project.
  private(set) var leftOut: [String] = []

  /// What a reader should know of suites that are left out; nil where none is.
  var note: String? {
    guard let first = leftOut.first else { return nil }
    let are = leftOut.count == 1 ? "is" : "are"
    return "\(leftOut.joined(separator: ", ")) \(are) left out, as no fixture and no contract of "
      + "\(leftOut.count == 1 ? "it" : "them") is here; a suite that is named, as in "
      + "'check \(first)', is looked at all the same"
  }

  init(_ context: CommandContext) throws(UsageError) {
    let suites = context.tool.suites
    let arguments = context.arguments
    let all = suites.flatMap { suite in suite.endpoints.map { (suite: suite, endpoint: $0) } }
    if arguments.positionals.isEmpty {
      leftOut = Self.absent(context)
      let absent = Set(leftOut)
      endpoints = all.filter { !absent.contains($0.suite.name) }
      return
    }
    var wanted: Set<String> = []
    for argument in arguments.positionals {
      let named = Self.names(argument, in: suites)
      guard !named.isEmpty else {
        let names = suites.map(\.name) + all.map { "\($0.suite.name)/\($0.endpoint.name)" }
        let known = suites.map(\.name).joined(separator: ", ")
        throw arguments.error(
          "unknown suite or endpoint '\(argument)'"
            + (Suggestion.nearest(to: argument, in: names).map { "; did you mean '\($0)'?" }
              ?? "; the suites are \(known)"))
      }
      wanted.formUnion(named)
    }
    endpoints = all.filter { wanted.contains("\($0.suite.name)/\($0.endpoint.name)") }
  }

  /// The suites of the program of which nothing lies in a project that has suites of its own.
  private static func absent(_ context: CommandContext) -> [String] {
    let own = context.tool.ownSuites.map(\.name)
    guard context.tool.suites.count > own.count, let root = try? ProjectRoot(context).url else {
      return []
    }
    return own.filter { name in
      ["Contracts", "Fixtures"].allSatisfy {
        root.appendingPathComponent($0).appendingPathComponent(name).isFolder != true
      }
    }
  }

  /// The endpoints that an argument names, as `SUITE/ENDPOINT`; none where nothing has the name.
  static func names(_ argument: String, in suites: [APISuite]) -> [String] {
    guard !argument.isEmpty else { return [] }
    return suites.flatMap { suite in suite.endpoints.map { "\(suite.name)/\($0.name)" } }
      .filter { $0 == argument || $0.hasPrefix(argument + "/") }
  }
}
