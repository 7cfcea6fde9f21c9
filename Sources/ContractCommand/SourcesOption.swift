import ContractTesting
import Foundation
import HTTPFixtures

extension OptionSpec {
  static let sources = OptionSpec(
    name: "sources", value: .text(placeholder: "DIR"),
    help: """
      The folder with the Swift sources of the types, so that findings name the line of the property. \
      Without it, Sources/ beside Contracts/, where it is there.
      """)
}

/// The Swift sources beside a project, in which findings name the line of a property.
struct SourcesOption {
  /// The most files that are read, and the most bytes of one.
  private static let mostFiles = 20_000
  private static let mostBytes = 5_000_000

  private let folder: URL
  private let root: URL

  /// Takes the folder of `--sources`, or `Sources` in the root folder; nil where there is none.
  ///
  /// Throws a ``UsageError`` where the named folder is none.
  init?(_ context: CommandContext, root: URL) throws(UsageError) {
    self.root = root.standardizedFileURL
    if let name = context.arguments.value("sources") {
      folder = context.world.url(name)
      guard folder.isFolder == true else {
        throw context.arguments.error("--sources: there is no folder \(name)")
      }
    } else {
      folder = root.appendingPathComponent("Sources", isDirectory: true)
      guard folder.isFolder == true else { return nil }
    }
  }

  /// Takes a folder below a root.
  init(folder: URL, root: URL) {
    self.folder = folder
    self.root = root.standardizedFileURL
  }

  /// Adds the lines of properties to the findings, where any finding names a type.
  func locate(_ findings: inout [Finding]) {
    guard
      findings.contains(where: { finding in
        finding.dto != nil || finding.consequences.contains { $0.dto != nil }
      })
    else { return }
    let index = index()
    for number in findings.indices {
      findings[number].dto = findings[number].dto.map { located($0, index) }
      for part in findings[number].consequences.indices {
        let dto = findings[number].consequences[part].dto
        findings[number].consequences[part].dto = dto.map { located($0, index) }
      }
    }
  }

  private func located(_ dto: DTOReference, _ index: SwiftSourceIndex) -> DTOReference {
    var dto = dto
    dto.place = index.place(of: dto)
    return dto
  }

  private func index() -> SwiftSourceIndex {
    var index = SwiftSourceIndex()
    let base = root.path + "/"
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var count = 0
    while let file = files?.nextObject() as? URL, count < Self.mostFiles {
      guard file.pathExtension == "swift" else { continue }
      count += 1
      guard let bytes = try? FixtureStore.bytes(of: file), bytes.count <= Self.mostBytes else {
        continue
      }
      let path = file.standardizedFileURL.path
      index.add(
        bytes, file: path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path)
    }
    return index
  }
}
