import Foundation
import PackagePlugin

/// Swift types out of contracts, made by each build: `generate swift` as a build tool.
///
/// A target names its contracts in files whose names end with `.contracts`, a contract a line, with the options of
/// `generate swift`; `#` begins a comment:
///
///     # Sources/ShopTypes/Shop.contracts
///     Contracts/shop/order.schema.json --access public
///     Contracts/shop/basket.schema.json --access public --prefix Basket
///
/// Each line becomes a file of the target. Paths are relative to the package. A build makes a file anew where
/// its contract has changed.
@main
struct ContractTypesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let lists = module.sourceFiles.map(\.url).filter { $0.pathExtension == "contracts" }
    guard !lists.isEmpty else {
      Diagnostics.warning("\(target.name) has no file *.contracts that names contracts")
      return []
    }
    let tool = try context.tool(named: "mealdb-contract").url
    return try lists.flatMap { list in
      try String(contentsOf: list, encoding: .utf8)
        .split(whereSeparator: \.isNewline)
        .map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        .enumerated()
        .map { index, line in
          let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
          let contract = context.package.directoryURL.appendingPathComponent(words[0])
          guard FileManager.default.fileExists(atPath: contract.path) else {
            throw PluginFailure("\(list.lastPathComponent): there is no contract \(words[0])")
          }
          let name = list.deletingPathExtension().lastPathComponent
          let output = context.pluginWorkDirectoryURL
            .appendingPathComponent(index == 0 ? "\(name).swift" : "\(name)-\(index + 1).swift")
          return .buildCommand(
            displayName: "Swift types for \(words[0])", executable: tool,
            arguments: ["generate", "swift", contract.path] + words.dropFirst()
              + ["--output", output.path, "--quiet"],
            inputFiles: [list, contract], outputFiles: [output])
        }
    }
  }
}

/// Why types cannot be made.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
