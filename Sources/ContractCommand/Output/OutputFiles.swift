import ContractTesting
import Foundation
import HTTPFixtures

/// The files that a run writes: each of them another one, and none of those that it reads.
///
///     infer samples.json -o ./samples.json       the samples would be lost: a usage error
///     infer --merge all.summary new.summary --summary -o all.summary
///                                                 what was in the summary is in the new one, too
///     check --format json=Contracts/shop/order.schema.json
///                                                 what a project holds is no place for a report, read or not
///     check --history h --format json=h           the run would be lost: a usage error, as for any two outputs
struct OutputFiles {
  let context: CommandContext
  private let folders: ProjectFolders?

  init(_ context: CommandContext) {
    self.context = context
    // Only a file that is written needs a look at the project.
    let root = Self.outputs(of: context.arguments).isEmpty ? nil : try? ProjectRoot(context).url
    folders = root.map(ProjectFolders.init)
  }

  private var arguments: ParsedArguments { context.arguments }

  /// What of a run is written into a file that somebody named.
  private enum Kind {
    /// What is told of the run, or a type that a program makes.
    case report
    /// What `--output` names.
    case output
    /// The history, which is read, too, and keeps what it holds.
    case history
  }

  /// Compares the files themselves, as a link and another spelling name the same one.
  ///
  /// Throws a ``UsageError`` for a file that would be lost.
  func check() throws(UsageError) {
    let read = Set(
      inputs.compactMap(identity).filter { if case .file = $0 { true } else { false } })
    // What is in the merged summary is in the new one, too.
    let isMerged = arguments.flag("merge") && arguments.flag("summary")
    var written: Set<FileIdentity> = []
    for (name, kind) in Self.outputs(of: arguments) {
      guard let file = identity(name) else { continue }
      let isLost =
        switch kind {
        case .report: read.contains(file) || folders?.holds(file, context.world.url(name)) == true
        case .output:
          read.contains(file) && !isMerged || isReadOfASuite(file, context.world.url(name))
        case .history: false
        }
      if isLost, case .file = file {
        throw arguments.error("\(name) would be written over, and is read: name another file")
      } else if isLost {
        throw arguments.error(
          "\(name) would lie among the contracts and fixtures, which are read: name another file")
      }
      guard written.insert(file).inserted else {
        throw arguments.error("two outputs cannot be in one file: \(name)")
      }
    }
  }

  private static let outputOptions = ["output", "model"]

  private static func outputs(of arguments: ParsedArguments) -> [(name: String, kind: Kind)] {
    let histories = arguments.command == .check ? arguments.values("history").suffix(1) : []
    return histories.map { ($0, .history) }
      + arguments.outputs.compactMap(\.file).map { ($0, .report) }
      + [arguments.outputFile].compactMap { $0 }.map { ($0, .output) }
      + arguments.values("model").map { ($0, .report) }
  }

  /// Whether a file is one that a command reads for the suites that its arguments name.
  ///
  /// A contract is made from other things as well, and such a command writes it over on purpose.
  private func isReadOfASuite(_ file: FileIdentity, _ url: URL) -> Bool {
    guard [.export, .generate].contains(arguments.command), case .file = file else { return false }
    let named = Set(
      arguments.positionals.map { String($0.prefix { $0 != "/" }) }
        .filter(context.tool.suites.map(\.name).contains))
    return !named.isEmpty && folders?.holds(file, url, ofSuites: named) == true
  }

  private var inputs: [String] {
    let command = arguments.command
    let words = command.arguments.flatMap { argument in
      if case .words(let words) = argument.completedBy { words } else { [String]() }
    }
    let files = command.allOptions.filter {
      $0.placeholder == "FILE" && !Self.outputOptions.contains($0.name)
    }
    // Of the names of suites no file needs to be thought.
    let suites = context.tool.suites.map(\.name)
    return arguments.positionals.filter { operand in
      let suite = operand.prefix { $0 != "/" }
      return operand != "-" && !words.contains(operand) && !suites.contains(String(suite))
    } + files.flatMap { arguments.values($0.name) }
  }

  /// The file of a path; nil for what is no file of its own, such as `/dev/stdout`, wherever that leads.
  private func identity(_ path: String) -> FileIdentity? {
    path.hasPrefix("/dev/") ? nil : FileIdentity(path: context.world.url(path).path)
  }
}

/// The folders of a project that hold what commands read, also where they are links.
private struct ProjectFolders {
  private let contracts: URL
  private let fixtures: URL

  init(_ root: URL) {
    contracts = root.appendingPathComponent("Contracts")
    fixtures = root.appendingPathComponent("Fixtures")
  }

  /// Whether a file lies in one of the folders, under whatever name.
  func holds(_ file: FileIdentity, _ url: URL) -> Bool {
    let folder = Self.folder(of: url)
    return [contracts, fixtures].contains { around in
      Self.isPath(folder, in: around)
        || Self.folders(in: around).contains { Self.isPath(folder, in: $0) }
    } || filesOfContracts { _ in true }.contains(file)
  }

  /// Whether a file is one that is read for some suites: a fixture, a contract, or what goes with them.
  func holds(_ file: FileIdentity, _ url: URL, ofSuites names: Set<String>) -> Bool {
    let folder = Self.folder(of: url)
    return names.contains { Self.isPath(folder, in: fixtures.appendingPathComponent($0)) }
      || filesOfContracts(names.contains).contains(file)
  }

  /// The files of contracts, and those beside them that commands read.
  private func filesOfContracts(_ isWanted: (String) -> Bool) -> Set<FileIdentity> {
    let files = Self.folders(in: contracts).filter { isWanted($0.lastPathComponent) }.flatMap {
      suite in
      ((try? FolderListing(suite))?.entries ?? []).map(\.name).filter {
        $0.hasSuffix(".schema.json") || ["suite.json", "waivers.json"].contains($0)
      }.map { suite.appendingPathComponent($0) }
    }
    return Set(files.compactMap { FileIdentity(path: $0.path) })
  }

  private static func folders(in folder: URL) -> [URL] {
    ((try? FolderListing(folder))?.entries ?? []).filter {
      $0.kind == .folder || $0.kind == .linkToFolder
    }.map { folder.appendingPathComponent($0.name) }
  }

  /// The folder of a file without links, or the path to the nearest folder above it that is there.
  private static func folder(of url: URL) -> String {
    var folder = url.standardizedFileURL.deletingLastPathComponent()
    var missing: [String] = []
    while folder.path != "/" {
      if let path = FileIdentity.realPath(folder.path) {
        return ([path] + missing.reversed()).joined(separator: "/")
      }
      missing.append(folder.lastPathComponent)
      folder.deleteLastPathComponent()
    }
    return folder.path
  }

  private static func isPath(_ path: String, in folder: URL) -> Bool {
    FileIdentity.isPath(path, in: FileIdentity.realPath(folder.path) ?? folder.path)
  }
}
