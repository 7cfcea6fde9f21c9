import ContractTesting
import Foundation
import HTTPFixtures
import JSONSchema
import StrictJSON

/// An input of lines, and how it is opened.
struct LineInput {
  /// What it is called in findings.
  let name: String

  /// Where it begins in the file that it is a part of.
  var start = InputStart()

  /// Whether it can be opened a second time: a file can, a pipe cannot.
  var canReadAgain = false

  /// Opens it.
  var open: () throws -> LineReader = { LineReader(ByteStream { _, _ in 0 }) }

  /// The same input, whose lines are those of some bytes and of a stream behind them.
  func reading(_ stream: ByteStream, behind bytes: [UInt8] = []) -> LineInput {
    var input = self
    let reader = LineReader(stream, beginning: bytes)
    input.open = { reader }
    return input
  }
}

/// An input of one document, which is read when somebody asks; a pipe only once.
struct DocumentInput {
  /// Reads it in one piece.
  let read: () throws -> Response

  /// Reads it in as many pieces as it needs.
  let readParts: () throws -> LongDocument.Content

  /// Makes an input of what is never too long for one piece.
  init(_ read: @escaping () throws -> Response) {
    self.read = read
    readParts = { .whole(try read()) }
  }

  init(
    read: @escaping () throws -> Response, readParts: @escaping () throws -> LongDocument.Content
  ) {
    self.read = read
    self.readParts = readParts
  }
}

/// Reads the documents that an `INPUT` argument names.
struct InputReader {
  let world: CommandWorld
  var options = InputOptions()

  /// The ends of file names that hold something other than a sample.
  private static let otherEndings = [".http.json", ".pending.json", ".schema.json"]

  /// A part of an input that is read at once, or line by line.
  enum Part {
    /// One document.
    case document(DocumentInput)
    /// NDJSON: one document a line.
    case lines(LineInput)
  }

  /// Reads a file, a folder with all that is in it, NDJSON, or `-` for standard input.
  ///
  /// Throws a ``CommandFailure`` where something cannot be read or where there is no document.
  func documents(_ input: String) throws -> [Response] {
    var documents: [Response] = []
    try forEachDocument(input) { documents.append($0) }
    return documents
  }

  /// Reads the same one document after another, and holds none of them.
  func forEachDocument(_ input: String, _ body: (Response) throws -> Void) throws {
    try forEachDocument(input, in: try parts(input), body)
  }

  private func forEachDocument(
    _ input: String, in parts: [Part], _ body: (Response) throws -> Void
  ) throws {
    var count = 0
    for part in parts {
      switch part {
      case .document(let input):
        count += 1
        try body(try input.read())
      case .lines(let lines):
        var reader = try lines.open()
        var batch = LineBatch()
        var start = lines.start
        while try readable(lines.name, { try reader.next(&batch) }) {
          let read = try batch.forEachLine { line, number in
            count += 1
            var response = Response(
              name: lines.name, body: Array(line), firstLine: start.line + number)
            response.firstOffset = start.offset + line.startIndex
            try body(response)
          }
          start.line += read
          start.offset += batch.count
        }
      }
    }
    if count == 0 { throw noDocument(in: input) }
  }

  /// Reads stored summaries, one a file or one a line, whatever the name of the file.
  ///
  /// Throws a ``CommandFailure`` for what is no JSON, beside what `body` throws.
  func forEachSummary(
    _ input: String, maximumDepth: Int, _ body: (JSONDocument, Response) throws -> Void
  ) throws {
    var parts = try parts(input)
    if input != "-", parts.count == 1, case .document = parts[0] {
      parts = [
        try readable(input) {
          try part(
            LineInput(name: input), ByteStream(path: world.url(input).path).decompressed())
        }
      ]
    }
    try forEachDocument(input, in: parts) { response in
      let document: JSONDocument
      do throws(JSONSyntaxError) {
        document = try JSONDocument(
          response.body, maximumDepth: maximumDepth, byteOrderMark: .skip)
      } catch {
        let line = error.location.line + response.firstLine - 1
        throw CommandFailure(
          message: "\(response.name):\(line):\(error.location.column): \(error.message)")
      }
      try body(document, response)
    }
  }

  /// Finds what there is to read in an input, in the order of the names.
  func parts(_ input: String) throws -> [Part] {
    if input == "-" { return [try standardInput()] }
    let url = world.url(input)
    guard let isFolder = url.isFolder else {
      throw CommandFailure(message: "cannot read \(input): there is no such file or folder")
    }
    guard isFolder else { return [file(url.path, named: input)] }
    let names = try names(in: url, named: input)
    if names.isEmpty {
      throw CommandFailure(message: "there is no .json, .ndjson or .jsonl file in \(input)")
    }
    let (folder, shown) = (Self.withSlash(url.path), Self.withSlash(input))
    return names.map { file(folder + $0, named: shown + $0) }
  }

  /// Why an input without a document cannot be used.
  func noDocument(in input: String) -> CommandFailure {
    CommandFailure(message: "there is no document in \(input)")
  }

  /// Does something that reads, and says what was read where it fails.
  func readable<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      let what = name == "-" ? "standard input" : name
      throw CommandFailure(
        message: "cannot read \(what): \(SystemError.reason(of: error))", next: hint(error, name))
    }
  }

  // MARK: Standard input

  private func standardInput() throws -> Part {
    let input = LineInput(name: options.name, start: options.start)
    return try readable("-") {
      let stream = try ByteStream(read: world.readInput).decompressed()
      return options.isLines ? .lines(input.reading(stream)) : try part(input, stream)
    }
  }

  /// The size from which on a line without an end is taken for one document.
  private static let longestFirstLine = 4 * LongDocument.wholeSize

  /// Looks at the beginning of a stream, and keeps no more of it than its first lines.
  ///
  /// Lines of documents differ from one document: the first line is whole, and more follows. Where the
  /// first line is broken, a second one tells it that is whole and cannot follow it in one document.
  func part(_ input: LineInput, _ stream: ByteStream) throws -> Part {
    var gathered = GatheredBytes()
    var isAtEnd = false
    while !isAtEnd {
      let seen = gathered.count
      isAtEnd = try gathered.read(stream) == 0
      let bytes = gathered.all
      if !isAtEnd, bytes[seen...].firstIndex(of: 0x0A) == nil {
        if bytes.count > Self.longestFirstLine { break }
        continue
      }
      // What has no end yet may go on.
      let lines = bytes.split(separator: 0x0A, maxSplits: 64, omittingEmptySubsequences: false)
        .dropLast(isAtEnd ? 0 : 1).filter { !$0.allSatisfy(LineReader.isSpace) }
      guard let first = lines.first else { continue }
      let rest = bytes[first.endIndex...]
      guard rest.contains(where: { !LineReader.isSpace($0) }) else { continue }
      if Self.isDocument(first) {
        return .lines(input.reading(stream, behind: gathered.take()))
      }
      guard lines.count > 1 else {
        if rest.count > first.count + (64 << 10) { break }
        continue
      }
      if Self.beginsAnew(lines[1], after: first) {
        return .lines(input.reading(stream, behind: gathered.take()))
      }
      break
    }
    let whole = stream.following(gathered.take())
    let name = input.name
    let start = input.start
    return .document(
      DocumentInput(
        read: {
          let (bytes, size) = try readable(name) { try whole.rest() }
          var response = Response(
            name: name, body: bytes, firstLine: start.line, size: size)
          response.firstOffset = start.offset
          return response
        },
        readParts: {
          try readable(name) { try LongDocument.read(whole, named: name, start: start) }
        }))
  }

  private static func isDocument(_ line: ArraySlice<UInt8>) -> Bool {
    (try? JSONDocument(Array(line), maximumDepth: ShapeSummary.maximumDocumentDepth)) != nil
  }

  /// Whether a line is a list or an object that cannot follow another line in one document.
  ///
  /// In a document a bracket that opens something is the first token, or stands behind one of `[ { , :`.
  private static func beginsAnew(_ line: ArraySlice<UInt8>, after other: ArraySlice<UInt8>) -> Bool
  {
    guard let last = other.last(where: { !LineReader.isSpace($0) }),
      let first = line.first(where: { !LineReader.isSpace($0) })
    else { return false }
    return Array("{[".utf8).contains(first) && !Array("[{,:".utf8).contains(last)
      && isDocument(line)
  }

  // MARK: Files

  /// Reads the bytes of a file.
  func bytes(_ url: URL, named name: String) throws -> [UInt8] {
    try bytes(path: url.path, named: name)
  }

  private func bytes(path: String, named name: String) throws -> [UInt8] {
    let url = { URL(fileURLWithPath: path) }
    do {
      if let size = FileBytes.size(of: path) {
        if size > 0, let bytes = try? ByteStream.bytes(path: path, size: size) { return bytes }
        // It has words for what went wrong, and reads files whose size the system does not know.
        return Array(try Data(contentsOf: url()))
      }
      // A pipe, such as the one of `<(curl …)`, which Foundation reads through a handle only.
      return Array(try FileHandle(forReadingFrom: url()).readToEnd() ?? Data())
    } catch {
      let reason =
        FileManager.default.fileExists(atPath: path)
        ? SystemError.reason(of: error) : "there is no such file"
      throw CommandFailure(message: "cannot read \(name): \(reason)")
    }
  }

  /// Reads a file that is one document of JSON, such as a contract.
  ///
  /// Throws a ``CommandFailure`` with the place of a fault; `next` is what it advises.
  func document(_ path: String, next: String) throws -> JSONNode {
    let bytes = try bytes(world.url(path), named: path)
    do throws(JSONSyntaxError) {
      return JSONNode(
        try JSONDocument(
          bytes, maximumDepth: Schema.maximumDocumentDepth, byteOrderMark: .skip
        ).root)
    } catch {
      throw CommandFailure(
        message: "\(path):\(error.location.line):\(error.location.column): \(error.message)",
        // Only what is no JSON may be something else.
        next: error.kind == .tooDeep ? nil : next)
    }
  }

  /// How to read something in spite of an error.
  private func hint(_ error: any Error, _ name: String) -> String? {
    guard (error as? GzipError)?.kind == .noLibrary else { return nil }
    return name == "-"
      ? "send it through 'zcat' first" : "'zcat \(name)' writes it as text, and '-' reads that"
  }

  private func file(_ path: String, named name: String) -> Part {
    if Self.isLines(name) {
      // A file can be opened a second time, a pipe cannot.
      return .lines(
        LineInput(
          name: name, canReadAgain: FileBytes.size(of: path) != nil,
          open: { LineReader(try readable(name) { try ByteStream(path: path).decompressed() }) }
        ))
    }
    let size = { FileBytes.size(of: path) ?? 0 }
    let read = {
      let size = size()
      if size > UInt32.max { return Response(name: name, body: [], size: size) }
      let bytes = try bytes(path: path, named: name)
      if ByteStream.isGzip(bytes) {
        return try readable(name) { try Self.inflated(bytes, named: name) }
      }
      return Response(name: name, body: bytes)
    }
    return .document(
      DocumentInput(
        read: read,
        readParts: {
          // Also a small file may hold much, where it is compressed.
          guard size() > LongDocument.wholeSize >> 6 else { return .whole(try read()) }
          return try readable(name) {
            try LongDocument.read(try ByteStream(path: path).decompressed(), named: name)
          }
        }))
  }

  /// Reads the text of a compressed document; what is too large for one is counted to its end only.
  private static func inflated(_ compressed: [UInt8], named name: String) throws -> Response {
    let (bytes, size) = try ByteStream(compressed).decompressed().rest()
    return Response(name: name, body: bytes, size: size)
  }

  /// The sample files of a folder and of the folders in it, sorted.
  ///
  /// What looks like a sample and cannot be read is no reason to pass over it in silence.
  private func names(in folder: URL, named input: String) throws -> [String] {
    let listing: FolderListing
    do throws(FixtureError) {
      listing = try FolderListing.tree(folder, where: Self.isSample)
    } catch {
      throw CommandFailure(message: error.description)
    }
    let shown = Self.withSlash(input)
    if let name = listing.namesWithoutText.first(where: Self.isSample) {
      throw CommandFailure(
        message: "cannot read \(shown)\(name): its name is not UTF-8", next: "give it another name")
    }
    for name in listing.linksAround {
      world.writeProblem(
        "\(shown)\(name) leads to a folder around the one it lies in, and is not followed")
    }
    return try listing.entries.compactMap { entry in
      switch entry.kind {
      case .file: return entry.name
      case .folder, .linkToFolder: return nil
      case .linkToNothing:
        throw CommandFailure(
          message: "cannot read \(shown)\(entry.name): it is a link to nothing",
          next: "remove the link, or put back what it leads to")
      case .pipe, .other:
        throw CommandFailure(
          message: "cannot read \(shown)\(entry.name): it is no file",
          next: "move it elsewhere; a pipe can be named itself")
      }
    }
  }

  private static func withSlash(_ folder: String) -> String {
    folder.hasSuffix("/") ? folder : folder + "/"
  }

  /// Whether a name says that the file is NDJSON.
  static func isLines(_ name: String) -> Bool {
    let name = withoutGzip(name)
    return [".ndjson", ".jsonl"].contains { name.hasSuffix($0) }
  }

  /// A name in small letters, without the end that says that the file is compressed.
  private static func withoutGzip(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
  }

  /// Whether a name in a folder is that of a sample, and of nothing that lies beside samples.
  private static func isSample(_ name: String) -> Bool {
    let name = withoutGzip(name)
    return !otherEndings.contains { name.hasSuffix($0) }
      && [".json", ".ndjson", ".jsonl"].contains { name.hasSuffix($0) }
  }
}

extension URL {
  /// Whether a folder is there, also behind links; nil where nothing is.
  var isFolder: Bool? {
    var isFolder: ObjCBool = false
    let isThere = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return isThere ? isFolder.boolValue : nil
  }
}
