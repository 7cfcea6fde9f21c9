import ContractTesting
import Foundation

/// Reads the documents that an `INPUT` argument names.
struct InputReader {
  let world: CommandWorld

  /// The ends of file names that hold something other than a sample.
  private static let otherEndings = [".http.json", ".pending.json", ".schema.json"]

  /// Reads a file, a folder with all that is in it, NDJSON, or `-` for standard input.
  ///
  /// Throws a ``CommandFailure`` where something cannot be read or where there is no document.
  func documents(_ input: String) throws -> [Response] {
    if input == "-" {
      do {
        return [Response(name: "-", body: try world.readInput())]
      } catch {
        throw CommandFailure(message: "cannot read standard input: \(Self.reason(error))")
      }
    }
    let url = world.url(input)
    guard let isFolder = url.isFolder else {
      throw CommandFailure(message: "cannot read \(input): there is no such file or folder")
    }
    guard isFolder else {
      let documents = try file(url, named: input)
      if documents.isEmpty { throw CommandFailure(message: "there is no document in \(input)") }
      return documents
    }
    let documents = try names(in: url).flatMap { name in
      try file(
        url.appendingPathComponent(name),
        named: input.hasSuffix("/") ? input + name : "\(input)/\(name)")
    }
    if documents.isEmpty {
      throw CommandFailure(
        message: "there is no .json, .ndjson or .jsonl file in \(input)")
    }
    return documents
  }

  /// Reads the bytes of a file.
  func bytes(_ url: URL, named name: String) throws -> [UInt8] {
    do {
      let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      if isFile == true { return Array(try Data(contentsOf: url)) }
      // A pipe, such as the one of `<(curl …)`, which Foundation reads through a handle only.
      return Array(try FileHandle(forReadingFrom: url).readToEnd() ?? Data())
    } catch {
      throw CommandFailure(message: "cannot read \(name): \(Self.reason(error))")
    }
  }

  /// Why something cannot be read, in the words of the system.
  private static func reason(_ error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (cause ?? error).localizedDescription
  }

  private func file(_ url: URL, named name: String) throws -> [Response] {
    guard ["ndjson", "jsonl"].contains(url.pathExtension.lowercased()) else {
      let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
      if size > UInt32.max { return [Response(name: name, body: [], size: size)] }
      return [Response(name: name, body: try bytes(url, named: name))]
    }
    return try bytes(url, named: name).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    )
    .enumerated()
    .filter { $0.element.contains { ![0x20, 0x09, 0x0D].contains($0) } }
    .map { Response(name: name, body: Array($0.element), firstLine: $0.offset + 1) }
  }

  /// The sample files of a folder and of the folders in it, sorted.
  private func names(in folder: URL) throws -> [String] {
    guard let all = try? FileManager.default.subpathsOfDirectory(atPath: folder.path) else {
      throw CommandFailure(message: "cannot read the folder \(folder.path)")
    }
    return all.filter { name in
      let parts = name.split(separator: "/")
      guard !parts.contains(where: { $0.hasPrefix(".") }),
        !Self.otherEndings.contains(where: { name.hasSuffix($0) }),
        [".json", ".ndjson", ".jsonl"].contains(where: { name.lowercased().hasSuffix($0) })
      else { return false }
      return folder.appendingPathComponent(name).isFolder == false
    }.sorted()
  }
}

extension URL {
  /// Says whether a folder is there; nil where nothing is.
  var isFolder: Bool? {
    try? resourceValues(forKeys: [.isDirectoryKey]).isDirectory
  }
}
