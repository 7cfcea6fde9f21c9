import ContractTesting
import Foundation
import HTTPFixtures
import StrictJSON
import SwiftGeneration

extension Subcommand {
  static let generate = Subcommand(
    name: "generate",
    summary: "Write Swift types for contracts.",
    explanation: """
      Writes Swift types that decode what a contract describes: structures with CodingKeys, optionals \
      where the contract or the evidence has nothing or null, dates, URLs, vocabularies with an unknown \
      case, unions as enumerations, maps as dictionaries. The same contract gives the same bytes. What \
      stands between '// <kept>' and '// </kept>' at the end of the file, or indented in a type, stays, \
      and what is declared there is not generated. With --model it also starts a domain model and the \
      mapping to it, which are yours from then on. The file needs nothing but Foundation; of several \
      files in one module each needs a --prefix of its own, so take a whole suite where you can.
      """,
    usage: [
      "swift CONTRACT… [-o FILE] [--check]", "swift SUITE[/ENDPOINT]… [-o FILE] [--check]",
      "swift --from FILE [-o FILE] [--check]",
    ],
    arguments: [
      Argument(
        name: "swift", help: "The language; there is one.", completedBy: .words(["swift"])),
      Argument(
        name: "SUITE[/ENDPOINT]",
        help: "The stored contracts of a suite, such as {suite} or {endpoint}, as one file.",
        completedBy: .suites),
      Argument(
        name: "CONTRACT", help: "A contract, or another JSON Schema, such as order.schema.json."),
    ],
    argumentCount: 1...Int.max,
    options: [
      OptionSpec(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        help: "Write the types into this file instead of standard output."),
      OptionSpec(
        name: "check", help: "Write nothing; exit with 1 where FILE of --output is not up to date."),
      OptionSpec(
        name: "from", value: .text(placeholder: "FILE"),
        help: "Take the schemas of an OpenAPI document in JSON."),
      OptionSpec(
        name: "model", value: .text(placeholder: "FILE"),
        help: """
          Also write a domain model with the mapping from the types; a file that is there already is \
          yours and stays.
          """),
      OptionSpec(
        name: "encodable",
        help: "Make the types Codable; they write the JSON that they were read from."),
      OptionSpec(
        name: "access",
        value: .choice(
          placeholder: "LEVEL", GenerationOptions.Access.allCases.map(\.rawValue)),
        help: "The access level of all that is written; internal without."),
      OptionSpec(
        name: "prefix", value: .text(placeholder: "WORD"),
        help: "What every name of a type begins with."),
      OptionSpec(
        name: "suffix", value: .text(placeholder: "WORD"),
        help: "What the names of types of the contract end with; DTO without."),
      OptionSpec(
        name: "name", value: .text(placeholder: "NAME"),
        help:
          "The name of the type for the whole document; without, that of the file or the endpoint."),
      OptionSpec(name: "mutable", help: "Write var instead of let."),
      OptionSpec(name: "identifiable", help: "Make types that have an id Identifiable."),
      OptionSpec(name: "no-sendable", help: "Do not state that types are Sendable."),
      OptionSpec(
        name: "wire-dates",
        help: """
          Import the date types of the product WireDates instead of writing such types into the file; \
          checks know their formats then.
          """),
    ],
    readsSuites: true,
    examples: [
      Example(
        arguments: "generate swift {endpoint} -o Types.swift", help: "types for an endpoint"),
      Example(
        arguments: "generate swift {endpoint} -o Types.swift --check",
        help: "fail where the contract has moved on"),
      Example(
        arguments: "generate swift --from openapi.json --access public -o API.swift",
        help: "types for an OpenAPI document"),
    ],
    run: { try GenerateCommand(context: $0).run() })
}

/// `generate swift`: types for contracts.
struct GenerateCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    let arguments = context.arguments
    guard arguments.positionals.first == "swift" else {
      throw arguments.error("unknown language '\(arguments.positionals[0])'; there is 'swift'")
    }
    let output = arguments.outputFile
    if let output, output == arguments.value("model") {
      throw arguments.error("'--output' and '--model' name the same file")
    }
    if arguments.flag("check"), output == nil {
      throw arguments.error("'--check' needs '--output FILE', the file that it looks at")
    }
    let options = try options()
    let (sources, origin) = try sources()
    let generator = SwiftGenerator(sources, options: options)
    let current = try output.map(text) ?? nil
    if let output, let current { try refuseToReplace(current, in: output) }
    let types = generator.types(
      origin: "Swift types for \(origin).", command: command, keeping: current ?? "")
    var report = Report(command: "generate")
    report.looksForFindings = false
    report.notes = generator.notes
    guard let output else {
      context.world.write(types)
      // Standard output holds the types, and what they cannot say must be said all the same.
      for note in generator.notes {
        context.world.writeError(context.world.lines("note: \(note)"))
      }
      try writeModel(generator, origin, &report)
      return try context.finish(report, outputIsTaken: true)
    }
    if arguments.flag("check") {
      let isStale = current != types
      report.notes.append(
        isStale
          ? "\(output): \(current == nil ? "is not there" : "is not up to date"); '\(context.program) \(command) -o \(output)' writes it"
          : "\(output): up to date")
      let code = try context.finish(report)
      return code == .conforms && isStale ? .findings : code
    }
    if current == types {
      report.notes.append("\(output): unchanged")
    } else {
      try context.world.writeFile(types, to: context.world.url(output), named: output)
      report.notes.append("wrote \(output): \(generator.typeCount.counted("type")) for \(origin)")
    }
    try writeModel(generator, origin, &report)
    return try context.finish(report)
  }

  /// Refuses to write over a file that a person wrote, or whose marks would lose a part of it.
  private func refuseToReplace(_ text: String, in name: String) throws {
    guard text.isEmpty || KeptParts.isGenerated(text) else {
      throw CommandFailure(
        message: "\(name) is no generated file, and stays as it is",
        next: "write into another file, or delete this one")
    }
    if let line = KeptParts.openMark(in: text) {
      throw CommandFailure(
        message: "\(name):\(line): what is kept from here on has no end",
        next: "put '// </kept>' behind it")
    }
  }

  /// Writes the domain model where there is none yet.
  private func writeModel(
    _ generator: SwiftGenerator, _ origin: String, _ report: inout Report
  ) throws {
    guard let name = context.arguments.value("model") else { return }
    let file = context.world.url(name)
    guard !FileManager.default.fileExists(atPath: file.path) else {
      report.notes.append("\(name): stays as it is, because it is yours")
      return
    }
    try context.world.writeFile(
      generator.domainModel(origin: "the types for \(origin)"), to: file, named: name)
    report.notes.append("wrote \(name): a domain model, yours from now on")
  }

  /// The command line without what only says where to.
  private var command: String {
    let arguments = context.arguments
    var words = ["generate"] + arguments.positionals
    for option in Subcommand.generate.options
    where arguments.flag(option.name) && !["output", "check", "model"].contains(option.name) {
      words += ["--\(option.name)"] + [arguments.value(option.name)].compactMap { $0 }
    }
    return words.joined(separator: " ")
  }

  private func options() throws -> GenerationOptions {
    let arguments = context.arguments
    var options = GenerationOptions()
    options.access = arguments.value("access").flatMap(GenerationOptions.Access.init) ?? .internal
    for option in ["prefix", "suffix", "name"] {
      guard let word = arguments.value(option), !word.isEmpty else { continue }
      let isName = word.unicodeScalars.allSatisfy {
        $0 == "_" || $0.isASCII && ($0.properties.isAlphabetic || 48...57 ~= $0.value)
      }
      guard isName, option == "suffix" || word.first?.isNumber == false else {
        throw arguments.error("'--\(option)' takes a word of letters and digits, not '\(word)'")
      }
    }
    options.prefix = arguments.value("prefix") ?? options.prefix
    options.suffix = arguments.value("suffix") ?? options.suffix
    options.isEncodable = arguments.flag("encodable")
    options.isMutable = arguments.flag("mutable")
    options.isIdentifiable = arguments.flag("identifiable")
    options.isSendable = !arguments.flag("no-sendable")
    options.importsWireDates = arguments.flag("wire-dates")
    return options
  }

  // MARK: Contracts

  /// The contracts of the command line, and what they are in words.
  private func sources() throws -> (sources: [GenerationSource], origin: String) {
    let arguments = context.arguments
    let inputs = Array(arguments.positionals.dropFirst())
    if let path = arguments.value("from") {
      if let unused = inputs.first {
        throw arguments.error("unexpected argument '\(unused)' beside --from")
      }
      let document = try document(path)
      guard let sources = OpenAPIDocument(document)?.sources, !sources.isEmpty else {
        throw CommandFailure(
          message: "\(path): no OpenAPI document with schemas",
          next: "a JSON Schema needs no --from: '\(context.program) generate swift \(path)'")
      }
      return (sources, path)
    }
    guard !inputs.isEmpty else {
      throw arguments.error("missing argument: a contract, a suite, or --from FILE")
    }
    if inputs.count > 1, arguments.flag("name") {
      throw arguments.error("'--name' is for one contract")
    }
    let sources = try inputs.flatMap { input in
      let named = try suiteSources(input)
      return try named ?? fileSources(input)
    }
    return (sources, inputs.joined(separator: ", "))
  }

  /// The contracts of a suite or an endpoint; nil where the argument is the path of a file.
  private func suiteSources(_ input: String) throws -> [GenerationSource]? {
    let isFile = FileManager.default.fileExists(atPath: context.world.url(input).path)
    let names = input.split(separator: "/", maxSplits: 1).map(String.init)
    let suites = context.tool.suites.map(\.name)
    guard !isFile || !input.contains("."), let suite = names.first, suites.contains(suite) else {
      guard isFile || input.contains(".") else {
        throw context.arguments.error(
          "'\(input)' is no suite and no file" + Suggestion.words(for: input, in: suites))
      }
      return nil
    }
    let endpoints = context.tool.suites.first { $0.name == suite }?.endpoints.map(\.name) ?? []
    let wanted = names.count == 1 ? endpoints : endpoints.filter { $0 == names[1] }
    guard !wanted.isEmpty else {
      throw context.arguments.error(
        "unknown suite or endpoint '\(input)'"
          + Suggestion.words(for: input, in: endpoints.map { "\(suite)/\($0)" }))
    }
    let store = ContractStore(root: try ProjectRoot(context).url)
    let sources = try wanted.compactMap { endpoint in
      try store.contract(suite: suite, endpoint: endpoint).map { contract in
        GenerationSource(
          name: context.arguments.value("name") ?? endpoint,
          schema: JSONNode(contract.document.root))
      }
    }
    guard !sources.isEmpty else {
      throw CommandFailure(
        message: "\(input): there is no contract",
        next: "'\(context.program) infer \(input)' makes one of the fixtures")
    }
    return sources
  }

  private func fileSources(_ path: String) throws -> [GenerationSource] {
    let document = try document(path)
    if let sources = OpenAPIDocument(document)?.sources { return sources }
    let isSchema = ["$schema", "type", "properties", "$ref", "$defs", "oneOf", "anyOf", "allOf"]
      .contains { document[$0] != nil }
    guard isSchema else {
      throw CommandFailure(
        message: "\(path): this is no contract",
        next: "'\(context.program) infer \(path) -o FILE' makes one of samples")
    }
    // A type for a contract that nothing can be checked by would mean nothing.
    _ = try ContractReader(context).contract(path)
    let file = URL(fileURLWithPath: path).lastPathComponent
    let name = file.split(separator: ".").first.map(String.init) ?? "document"
    return [GenerationSource(name: context.arguments.value("name") ?? name, schema: document)]
  }

  private func document(_ path: String) throws -> JSONNode {
    try InputReader(world: context.world).document(
      path, next: "a contract is JSON; YAML has to be converted first")
  }

  /// What an output holds; nil where it is not there, or no file that could be read to its end.
  private func text(_ path: String) throws -> String? {
    let file = context.world.url(path)
    // A pipe would wait for somebody who writes, such as this program itself behind `/dev/stdout`.
    guard [.file, .folder, .linkToFolder].contains(FolderListing.kind(of: file.path)) else {
      return nil
    }
    let bytes = try InputReader(world: context.world).bytes(file, named: path)
    return String(decoding: bytes, as: UTF8.self)
  }
}
