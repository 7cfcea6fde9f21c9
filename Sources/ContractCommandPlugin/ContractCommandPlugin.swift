import Foundation
import PackagePlugin

/// `swift package contract …`: the command, in a package that depends on this one.
///
///     swift package contract check
///     swift package --allow-writing-to-package-directory contract infer shop
///
/// It runs the package's own command, which is the executable target that depends on `ContractCommand`, so that
/// the suites and types of the package are known; without one it runs `mealdb-contract`, which knows the suites in
/// `Contracts/`. Of several, `--program NAME` in front names one. SwiftPM ends with 1 whatever the code of the command was, and
/// on macOS it lets the command write and use the network only where its options allow that.
@main
struct ContractCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var arguments = arguments
    var named: String?
    if arguments.first == "--program", arguments.count > 1 {
      named = arguments[1]
      arguments.removeFirst(2)
    }
    let process = Process()
    process.executableURL = try program(named, context)
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error(
        "'contract \(arguments.joined(separator: " "))' ended with \(process.terminationStatus)")
    }
  }

  /// The built program.
  private func program(_ named: String?, _ context: PluginContext) throws -> URL {
    let own = context.package.targets.filter { target in
      target.sourceModule?.kind == .executable && target.dependencies.contains(where: isCommand)
    }.map(\.name)
    let known = own + ["mealdb-contract"]
    if let named, !known.contains(named) {
      throw PluginFailure(
        "there is no program \(named); known: \(Set(known).sorted().joined(separator: ", "))")
    }
    if named == nil, own.count > 1, !own.contains("mealdb-contract") {
      throw PluginFailure(
        "several programs depend on ContractCommand; name one: --program \(own.joined(separator: ", --program "))"
      )
    }
    let name = named ?? (own.count == 1 ? own[0] : "mealdb-contract")
    guard own.contains(name), name != "mealdb-contract" else {
      return try context.tool(named: "mealdb-contract").url
    }
    let result = try packageManager.build(
      .product(name), parameters: .init(configuration: .inherit, logging: .concise))
    guard result.succeeded else {
      throw PluginFailure("\(name) does not build:\n\(result.logText)")
    }
    guard
      let program = result.builtArtifacts.first(where: {
        $0.kind == .executable && $0.url.deletingPathExtension().lastPathComponent == name
      })
    else { throw PluginFailure("SwiftPM built no program \(name)") }
    return program.url
  }

  private func isCommand(_ dependency: TargetDependency) -> Bool {
    switch dependency {
    case .product(let product): product.name == "ContractCommand"
    case .target(let target): target.name == "ContractCommand"
    @unknown default: false
    }
  }
}

/// Why the command could not be run.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
