import ContractReports
import ContractTesting

extension OptionSpec {
  static let levels = OptionSpec(
    name: "levels", value: .text(placeholder: "FILE"),
    help: """
      A JSON file with the levels that your team gives to rules, such as {"key-added": "warning"}; \
      a rule may have a level for one suite, endpoint or path.
      """)
}

extension CommandContext {
  /// Reads the file that `--levels` names; the tool's own levels without the option.
  ///
  /// Throws a ``UsageError`` for a rule or a level that does not exist, and a ``CommandFailure``
  /// where the file cannot be read.
  func levels() throws -> LevelOverrides {
    guard let path = arguments.value("levels") else { return .none }
    let url = world.url(path)
    guard url.isFolder == false else {
      throw CommandFailure(message: "--levels: there is no file \(path)")
    }
    do {
      return try LevelOverrides(
        name: path, bytes: try InputReader(world: world).bytes(url, named: path))
    } catch let fault as SettingsError {
      let lines = fault.description.split(separator: "\n").map { Escaping.terminal(String($0)) }
      throw UsageError(message: lines.joined(separator: "\n"), command: arguments.command)
    }
  }
}
