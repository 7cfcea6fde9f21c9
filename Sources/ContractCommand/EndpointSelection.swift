import ContractTesting

/// The endpoints that `SUITE[/ENDPOINT]` arguments name; all of them where there is no argument.
struct EndpointSelection {
  let endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)]

  /// The suites of the endpoints, each once.
  var suites: [APISuite] {
    var names: Set<String> = []
    return endpoints.map(\.suite).filter { names.insert($0.name).inserted }
  }

  init(_ context: CommandContext) throws(UsageError) {
    let suites = context.tool.suites
    let arguments = context.arguments
    let all = suites.flatMap { suite in suite.endpoints.map { (suite: suite, endpoint: $0) } }
    if arguments.positionals.isEmpty {
      endpoints = all
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

  /// The endpoints that an argument names, as `SUITE/ENDPOINT`; none where nothing has the name.
  static func names(_ argument: String, in suites: [APISuite]) -> [String] {
    guard !argument.isEmpty else { return [] }
    return suites.flatMap { suite in suite.endpoints.map { "\(suite.name)/\($0.name)" } }
      .filter { $0 == argument || $0.hasPrefix(argument + "/") }
  }
}
