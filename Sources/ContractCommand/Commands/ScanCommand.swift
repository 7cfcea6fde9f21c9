import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON

extension Subcommand {
  static let scan = Subcommand(
    name: "scan",
    summary: "Find credentials in files.",
    explanation: """
      Reads every file under Fixtures/ and Contracts/, or the files and folders that are named, and \
      reports what looks like a credential: known forms of tokens, values beside names such as \
      password, random values beside names about keys, keys in addresses, private keys. Hashes, \
      UUIDs, pictures and ids are none. What 'record' replaced is none either. The values themselves are \
      never shown. Exits with 1 where something was found.
      """,
    usage: ["[PATH…]"],
    arguments: [
      Argument(
        name: "PATH…",
        help: "Files and folders; names that begin with a dot are left out, unless they are named.")
    ],
    argumentCount: 0...Int.max,
    readsSuites: true,
    examples: [
      Example(arguments: "scan", help: "scan the fixtures and the contracts"),
      Example(
        arguments: "scan --format json Fixtures samples.ndjson", help: "a report for programs"),
    ],
    run: { try ScanCommand(context: $0).run() })
}

/// `scan`: the credentials in files of a project.
struct ScanCommand {
  let context: CommandContext

  /// A file whose first bytes hold a zero is no text.
  private static let probedBytes = 8_192

  func run() throws -> ExitCode {
    let scan = SecretScan(context.world.redaction)
    var report = Report(command: "scan")
    var tally = FindingTally(limits: FindingTally.Limits(first: LineSummary.mostFindings))
    var count = 0
    // What cannot be read is no reason to leave the rest out.
    var problems: [String] = []
    for file in try files(&problems) {
      let bytes: [UInt8]
      do throws(FixtureError) {
        bytes = try FixtureStore.bytes(of: context.world.url(file))
      } catch {
        problems.append(error.description)
        continue
      }
      guard let text = Self.text(bytes) else {
        problems.append("\(file) is no text, and was not scanned")
        continue
      }
      count += 1
      tally.append(scan.findings(in: text, named: file))
      // A case is named after its parameters, of which one may be a key.
      if context.world.redaction.isCredential(inPath: file) {
        var finding = Finding(.secretFound, "the name of the file holds a credential")
        finding.source = .file(file)
        tally.append([finding])
      }
    }
    report.findings = tally.findings
    // Of what was not read nothing is known, and no finding is no news.
    report.looksForFindings = problems.isEmpty
    report.notes.append("\(count.counted("file")) scanned")
    return try context.finish(report, problems: problems)
  }

  /// The text of a file as UTF-8, also of one in UTF-16 or UTF-32; nil for what is no text.
  private static func text(_ bytes: [UInt8]) -> [UInt8]? {
    if let encoding = TextEncoding(otherThanUTF8: bytes) { return encoding.utf8(of: bytes) }
    return bytes.prefix(probedBytes).contains(0) ? nil : bytes
  }

  /// The files that are scanned, by the names under which they are reported.
  private func files(_ problems: inout [String]) throws -> [String] {
    let paths = context.arguments.positionals
    if paths.isEmpty {
      let root = try ProjectRoot(context).url
      return ["Contracts", "Fixtures"].flatMap { name -> [String] in
        let folder = root.appendingPathComponent(name, isDirectory: true)
        guard folder.isFolder == true else { return [] }
        return files(in: folder, named: shown(folder), &problems)
      }
    }
    return try paths.flatMap { path -> [String] in
      let url = context.world.url(path)
      guard let isFolder = url.isFolder else {
        throw CommandFailure(message: "cannot read \(path): there is no such file or folder")
      }
      return isFolder ? files(in: url, named: path, &problems) : [path]
    }
  }

  private func files(
    in folder: URL, named name: String, _ problems: inout [String]
  ) -> [String] {
    let listing: FolderListing
    do throws(FixtureError) {
      listing = try FolderListing.tree(folder, skipsUnreadable: true)
    } catch {
      problems.append(error.description)
      return []
    }
    problems += listing.unreadable.map(\.description)
    let prefix = name.hasSuffix("/") ? name : name + "/"
    problems += listing.namesWithoutText.map {
      "cannot read \(prefix)\($0): its name is not UTF-8; give it another name"
    }
    problems += listing.linksAround.map {
      "\(prefix)\($0) leads to a folder around the one it lies in, and was not scanned"
    }
    return listing.entries.filter { $0.kind == .file }.map { prefix + $0.name }
  }

  /// A folder as somebody would name it from the working folder.
  private func shown(_ folder: URL) -> String {
    let here = context.world.workingFolder.standardizedFileURL.path + "/"
    let path = folder.standardizedFileURL.path
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
