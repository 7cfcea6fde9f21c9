package import Foundation
import HTTPFixtures
package import JSONSchema
package import SchemaDrift
package import StrictJSON
import Synchronization

/// What was agreed about the answers of an endpoint: a JSON Schema, compiled.
package struct Contract: Sendable {
  /// The name of its file, relative to the root folder.
  package let name: String

  /// The text of the schema, where findings point at.
  package let document: JSONDocument

  /// The schema.
  package let schema: Schema

  /// The shape that the schema describes.
  package var shape: Shape { lazyShape.shape }

  /// What the contract keeps of records that showed the format.
  package var sketch: RecordSketch {
    document.root[RecordSketch.keyword].map { RecordSketch($0) } ?? RecordSketch()
  }

  /// The contract as a side of a comparison.
  package var side: Drift.Side { Drift.Side(shape: shape, sketch: sketch) }

  private let lazyShape: LazyShape

  /// Compiles a contract from the bytes of its file.
  ///
  /// The library says where the documents lie that it refers to. Throws a ``ContractError`` that
  /// names each fault with its line and column.
  package init(
    name: String, bytes: [UInt8], library: SchemaLibrary = .standard
  ) throws(ContractError) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(bytes, maximumDepth: Schema.maximumDocumentDepth)
    } catch {
      throw ContractError(
        name: name, faults: ["\(error.location.line):\(error.location.column): \(error.message)"])
    }
    try self.init(name: name, document: document, library: library)
  }

  /// Compiles a contract from its document.
  ///
  /// Throws a ``ContractError`` that names each fault with its line and column.
  package init(
    name: String, document: JSONDocument, library: SchemaLibrary = .standard
  ) throws(ContractError) {
    self.name = name
    self.document = document
    do throws(SchemaError) {
      let schema = try Schema(document, library: library)
      self.schema = schema
      lazyShape = LazyShape(schema)
    } catch {
      throw ContractError(
        name: name,
        faults: error.problems.map { problem in
          let place = "\(problem.location.line):\(problem.location.column)"
          let fault = "\(problem.message) (at '\(problem.schema)')"
          return problem.document.map { " \($0):\(place): \(fault)" } ?? "\(place): \(fault)"
        })
    }
  }

  /// Whether a document is a contract and not a response: an object with `$schema`.
  package static func isContract(_ document: JSONDocument) -> Bool {
    document.root["$schema"]?.kind == .string
  }
}

/// The shape of a schema, made when somebody asks first; validation never does.
private final class LazyShape: Sendable {
  private let schema: Schema
  private let known = Mutex<Shape?>(nil)

  init(_ schema: Schema) { self.schema = schema }

  var shape: Shape {
    known.withLock { known in
      let shape = known ?? schema.shape
      known = shape
      return shape
    }
  }
}

/// Why a contract cannot be used.
public struct ContractError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the contract's file.
  public let name: String

  /// Each fault: line, column and what is wrong.
  package let faults: [String]

  /// One line for each fault: file, line, column and what is wrong.
  package var lines: [String] { faults.map { "\(name):\($0)" } }

  /// The lines together.
  public var description: String { lines.joined(separator: "\n") }
}

/// The contracts under a root folder: `Contracts/<suite>/<endpoint>.schema.json`.
package struct ContractStore: Sendable {
  /// The folder that holds `Contracts/`.
  package let root: URL

  /// Makes a store.
  package init(root: URL) {
    self.root = root
  }

  /// The name of an endpoint's contract, relative to the root folder.
  package func name(suite: String, endpoint: String) -> String {
    "Contracts/\(suite)/\(endpoint).schema.json"
  }

  /// The file of an endpoint's contract.
  package func file(suite: String, endpoint: String) -> URL {
    root.appendingPathComponent(name(suite: suite, endpoint: endpoint))
  }

  /// Reads the contract of an endpoint; nil where there is none.
  ///
  /// Throws a ``ContractError``, also where the file cannot be read.
  package func contract(suite: String, endpoint: String) throws(ContractError) -> Contract? {
    guard hasContract(suite: suite, endpoint: endpoint) else { return nil }
    return try contract(named: name(suite: suite, endpoint: endpoint))
  }

  /// Whether an endpoint has a contract, which may be one that cannot be read: a link to nothing, say.
  package func hasContract(suite: String, endpoint: String) -> Bool {
    FolderListing.isThere(file(suite: suite, endpoint: endpoint).path)
  }

  /// Reads all versions of an endpoint's contract; the last one is expected.
  ///
  /// Throws a ``ContractError``, also where a file cannot be read.
  package func versions(suite: String, endpoint: String) throws(ContractError) -> [Contract] {
    try otherVersions(suite: suite, endpoint: endpoint)
      + [try contract(suite: suite, endpoint: endpoint)].compactMap { $0 }
  }

  /// Reads the further versions of an endpoint's contract: `recipe.v2.schema.json`, by their names.
  ///
  /// Throws a ``ContractError``, also where a file cannot be read.
  private func otherVersions(suite: String, endpoint: String) throws(ContractError) -> [Contract] {
    let folder = root.appendingPathComponent("Contracts/\(suite)", isDirectory: true)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let files: [String]
    do throws(FixtureError) {
      files = try FolderListing(folder).entries.map(\.name)
    } catch {
      throw ContractError(
        name: "Contracts/\(suite)", faults: [" cannot be read: \(error.reason)"])
    }
    let names = files.filter { file in
      let isVersion = file.hasPrefix(endpoint + ".") && file.hasSuffix(".schema.json")
      // What is left between the two is the version.
      return isVersion && file.utf8.count > endpoint.utf8.count + ".schema.json".utf8.count + 1
    }
    var versions: [Contract] = []
    for name in names.sorted() {
      versions.append(try contract(named: "Contracts/\(suite)/\(name)"))
    }
    return versions
  }

  private func contract(named name: String) throws(ContractError) -> Contract {
    let file = root.appendingPathComponent(name)
    let bytes: [UInt8]
    do throws(FixtureError) {
      bytes = try FixtureStore.bytes(of: file)
    } catch {
      throw ContractError(name: name, faults: [" cannot be read: \(error.reason)"])
    }
    return try Contract(name: name, bytes: bytes, library: SchemaLibrary(file: file))
  }
}
