import ContractReports
import ContractTesting

/// The commands of the program, in the order of its help.
enum Subcommand: String, Sendable, Hashable, CaseIterable {
  case check, record, infer, diff, validate, decode, rules, explain, help

  /// The spec of the command.
  var spec: CommandSpec {
    switch self {
    case .check: .check
    case .record: .record
    case .infer: .infer
    case .diff: .diff
    case .validate: .validate
    case .decode: .decode
    case .rules: .rules
    case .explain: .explain
    case .help: .help
    }
  }
}

extension OptionSpec {
  /// The options of every command.
  static let common: [OptionSpec] = [
    OptionSpec(
      name: "format",
      value: .choiceWithFile(placeholder: "FORMAT", ReportFormat.allCases.map(\.rawValue)),
      isRepeatable: true,
      help: """
        Write the report in this format: \(ReportFormat.list). With =FILE it goes into a file. The \
        option may be repeated; text and github may share standard output.
        """),
    OptionSpec(
      name: "root", value: .text(placeholder: "DIR"),
      help: """
        The folder that holds Contracts/ and Fixtures/. Without it, the nearest folder from here \
        upwards that has them.
        """),
    OptionSpec(name: "quiet", short: "q", help: "Print only the findings."),
    OptionSpec(
      name: "color", value: .choice(placeholder: "WHEN", ColorChoice.allCases.map(\.rawValue)),
      help: """
        Colour the text report: auto (the default; only on a terminal, and not with NO_COLOR), \
        always or never.
        """),
    OptionSpec(name: "help", short: "h", help: "Print this help."),
  ]

  private static let baseURL = OptionSpec(
    name: "base-url", value: .text(placeholder: "URL"),
    help: "Ask this server instead of the suite's own, such as http://127.0.0.1:8080.")

  private static let timeout = OptionSpec(
    name: "timeout", value: .text(placeholder: "SECONDS"),
    help: """
      The time that the server has for a whole answer, such as 60 or 2.5. Without it a server may \
      take 30 seconds, and may be silent for 8.
      """)

  fileprivate static let levels = OptionSpec(
    name: "levels", value: .text(placeholder: "FILE"),
    help: """
      A JSON file with the levels that your team gives to rules, such as {"key-added": "warning"}; \
      a rule may have a level for one suite, endpoint or path.
      """)

  fileprivate static let checkOptions: [OptionSpec] = [
    OptionSpec(
      name: "live", help: "Ask the server for every sample, instead of reading the fixtures."),
    baseURL, timeout,
    OptionSpec(
      name: "fail-on",
      value: .choice(placeholder: "LEVEL", Level.allCases.reversed().map(\.rawValue)),
      help: "Exit with 1 from this level on: breaking (the default), warning or info."),
    OptionSpec(
      name: "allow-unreachable",
      help: """
        Exit with 0 where outages alone kept endpoints from being checked, and warn; without it \
        they give 3.
        """),
    OptionSpec(
      name: "require-coverage", help: "Count an endpoint that was checked without data as breaking."
    ),
    levels,
    OptionSpec(
      name: "waive",
      help: """
        Write a waiver for each warning and each breaking finding into Contracts/SUITE/waivers.json. \
        It waives nothing until reason and owner are filled in.
        """),
  ]

  fileprivate static let recordOptions: [OptionSpec] = [
    baseURL, timeout,
    OptionSpec(name: "dry-run", help: "Print the requests, and neither send nor write anything."),
  ]
}

extension CommandSpec {
  private static let suites = Argument(
    name: "SUITE[/ENDPOINT]…",
    help: "The suites or endpoints to look at, such as spacex or themealdb/recipe; all without.")

  private static let inputs = Argument(
    name: "INPUT…",
    help: """
      A JSON file, an NDJSON file (.ndjson or .jsonl, one document a line), a folder, or - for \
      standard input.
      """)

  fileprivate static let check = CommandSpec(
    command: .check,
    summary: "Check responses against their contracts and their DTOs.",
    explanation: """
      Reads every fixture, or with --live the answer of the server, and holds it against the \
      contract of its endpoint and against the DTO that the app decodes. All problems are \
      reported in one pass, each with its place and its level. Inside GitHub Actions annotations \
      and the summary of the job are written as well.
      """,
    usage: ["[SUITE[/ENDPOINT]…]"], arguments: [suites], argumentCount: 0...Int.max,
    options: OptionSpec.checkOptions,
    examples: [
      Example(arguments: "check", help: "check all fixtures, offline"),
      Example(
        arguments: "check --live --format text --format junit=report.xml themealdb",
        help: "ask the server, and leave a report for the CI server"),
    ])

  fileprivate static let record = CommandSpec(
    command: .record,
    summary: "Fetch responses and store them as fixtures.",
    explanation: """
      Sends the sample requests of each endpoint and stores body, status and headers under \
      Fixtures/. Every file is written in one step, so an interrupted run leaves no broken file.
      """,
    usage: ["[SUITE[/ENDPOINT]…]"], arguments: [suites], argumentCount: 0...Int.max,
    options: OptionSpec.recordOptions,
    examples: [
      Example(arguments: "record spacex/launch", help: "record the samples of one endpoint"),
      Example(arguments: "record --dry-run", help: "show what would be requested"),
    ])

  fileprivate static let infer = CommandSpec(
    command: .infer,
    summary: "Write a contract from samples.",
    explanation: """
      Reads sample documents and writes the JSON Schema that describes them. NDJSON of any length \
      is read in pieces; a line that is no JSON is reported and left out. With --summary it writes \
      what it saw instead, and --merge joins such summaries, so that machines can share the work. \
      With suites instead of inputs, it refreshes the contracts of their endpoints from the \
      fixtures, and keeps what was written by hand. A name that is a suite or an endpoint is read \
      as such; write ./NAME for a file of that name.
      """,
    usage: [
      "INPUT… [--summary] [-o FILE]", "--merge SUMMARY… [--summary] [-o FILE]",
      "SUITE[/ENDPOINT]… [--dry-run]",
    ],
    arguments: [inputs, Argument(name: "SUITE[/ENDPOINT]…", help: "The contracts to refresh.")],
    argumentCount: 1...Int.max,
    options: [
      OptionSpec(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        help: "Write the contract of the inputs into this file instead of standard output."),
      OptionSpec(
        name: "summary",
        help: "Write a summary of the samples, one line of JSON, instead of a contract."),
      OptionSpec(
        name: "merge", help: "Read summaries, one a file or one a line, instead of samples."),
      OptionSpec(
        name: "dry-run",
        help: """
          Print how the stored contracts of suites would change, and write nothing; exit with 1 \
          where one would.
          """),
    ],
    examples: [
      Example(
        arguments: "infer samples/ -o recipe.schema.json", help: "a contract for a folder of JSON"),
      Example(arguments: "infer themealdb", help: "refresh the contracts of a suite"),
      Example(
        arguments: "infer --merge a.summary b.summary",
        help: "a contract for what two machines have seen"),
    ])

  fileprivate static let diff = CommandSpec(
    command: .diff,
    summary: "Show what changed in the format between two sets of documents.",
    explanation: """
      Compares the shapes of the old and the new documents, not their values, and reports each \
      change of the format once. A contract may stand on either side.
      """,
    usage: ["OLD NEW"],
    arguments: [
      Argument(name: "OLD", help: "A document, a folder, an NDJSON file or a contract."),
      Argument(name: "NEW", help: "The same, of today."),
    ],
    argumentCount: 2...2, options: [OptionSpec.levels],
    examples: [
      Example(arguments: "diff old/ new/", help: "compare two folders of responses")
    ])

  fileprivate static let validate = CommandSpec(
    command: .validate,
    summary: "Check the syntax of documents, and a contract if one is given.",
    explanation: """
      Reads each document by the letter of RFC 8259 and reports the first syntax error with its \
      line and column, and keys that occur twice. With --contract each document is also held \
      against a JSON Schema. Nothing is ever fetched from the network.
      """,
    usage: [
      "[--contract FILE] [--assert-formats] INPUT…",
      "--contract FILE [--resolve URI-PREFIX=DIR]… INPUT…",
    ],
    arguments: [inputs], argumentCount: 1...Int.max,
    options: [
      OptionSpec(
        name: "contract", value: .text(placeholder: "FILE"),
        help: "The JSON Schema (2020-12) that the documents must keep."),
      OptionSpec(
        name: "assert-formats",
        help: "Report values that break the format keyword, such as date-time or uri."),
      OptionSpec(
        name: "resolve", value: .text(placeholder: "URI-PREFIX=DIR"), isRepeatable: true,
        help: """
          The folder with the schemas whose URIs begin with this prefix. Other schemas that the \
          contract names are looked up beside its file. The option may be repeated.
          """),
    ],
    examples: [
      Example(
        arguments: "validate --contract recipe.schema.json 52958.json",
        help: "hold a document against a contract"),
      Example(arguments: "validate -", help: "check the syntax of standard input"),
    ])

  fileprivate static let decode = CommandSpec(
    command: .decode,
    summary: "Decode documents through a DTO and report every problem.",
    explanation: """
      Decodes each document strictly through the named DTO. Where JSONDecoder stops at the first \
      problem, this reports all of them, and also what JSONDecoder lets through but should not.
      """,
    usage: ["--as DTO INPUT…", "--list"],
    arguments: [inputs], argumentCount: 0...Int.max,
    options: [
      OptionSpec(
        name: "as", value: .text(placeholder: "DTO"),
        help: "The name of the DTO, such as RecipesDTO."),
      OptionSpec(name: "list", help: "Print the names of the DTOs."),
    ],
    examples: [
      Example(arguments: "decode --as RecipesDTO 52958.json", help: "decode a response"),
      Example(arguments: "decode --list", help: "print the names that --as takes"),
    ])

  fileprivate static let rules = CommandSpec(
    command: .rules,
    summary: "List the rules with their levels.",
    explanation: "Prints every rule that the tool knows, by family, with its default level.",
    usage: [""],
    examples: [Example(arguments: "rules", help: "print all rules")])

  fileprivate static let explain = CommandSpec(
    command: .explain,
    summary: "Explain a rule, with an example.",
    explanation: """
      Prints what a rule means, what happens in the app, how to fix it, and a small input that \
      raises it.
      """,
    usage: ["RULE"],
    arguments: [Argument(name: "RULE", help: "The id of a rule, as reports print it.")],
    argumentCount: 1...1,
    examples: [Example(arguments: "explain missing-key", help: "explain one rule")])

  fileprivate static let help = CommandSpec(
    command: .help,
    summary: "Print the help of the program or of a command.",
    explanation: "Prints the same text as the option --help.",
    usage: ["[COMMAND]"],
    arguments: [Argument(name: "COMMAND", help: "The name of a command.")], argumentCount: 0...1,
    examples: [Example(arguments: "help check", help: "print the help of check")])
}
