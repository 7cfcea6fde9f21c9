import ContractTesting
import Foundation
import HTTPFixtures
import StrictJSON

/// A response in a file of the package that is tested.
struct RecordedResponse {
  let path: String
  let root: URL
  let response: Response

  var bytes: [UInt8] { response.body }

  /// Finds a file below the nearest folder above a source file that has it.
  ///
  /// Throws an ``ExpectationError`` where there is none, or where it cannot be read.
  init(_ path: String, above sourceFile: String) throws {
    self.path = path
    guard let root = Self.folder(with: path, above: sourceFile) else {
      throw ExpectationError(
        description:
          "there is no \(path) in a folder above \(sourceFile); the path is relative to the package"
      )
    }
    self.root = root
    do {
      if let id = Self.fixture(path) {
        response = try FixtureSource(root: root).response(of: id)
      } else {
        response = Response(
          name: path, body: try Self.bytes(of: root.appendingPathComponent(path)))
      }
    } catch {
      throw ExpectationError(description: "cannot read \(path): \(error)")
    }
  }

  /// The bytes of a file; what goes wrong is told in the words of the system.
  private static func bytes(of file: URL) throws(ExpectationError) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: file))
    } catch {
      throw ExpectationError(description: SystemError.reason(of: error))
    }
  }

  /// What `check` finds for the response alone.
  func report<Value: Decodable & SendableMetatype>(
    _ type: Value.Type, contract path: String?, decoder: StrictDecoder
  ) throws -> Report {
    let fixture = Self.fixture(self.path)
    let endpoint = WatchedEndpoint(
      name: fixture?.endpoint ?? "document", dto: DTOBinding(type, decoder: decoder), samples: [])
    let suite = fixture?.suite ?? "test"
    let contract: Contract?
    if let path {
      do {
        let bytes = try Self.bytes(of: root.appendingPathComponent(path))
        contract = try Contract(name: path, bytes: bytes)
      } catch {
        throw ExpectationError(description: "cannot use the contract \(path): \(error)")
      }
    } else {
      contract = try ContractStore(root: root).contract(suite: suite, endpoint: endpoint.name)
    }
    let result = EndpointCheck(suite: suite, endpoint: endpoint, contract: contract)
      .run(on: [response], source: "1 file")
    var report = Report(command: "check")
    report.checks = [result.outcome]
    report.findings = result.findings
    report.notes = result.notes
    return report
  }

  /// The name of the fixture that a path is of; nil for other files.
  private static func fixture(_ path: String) -> FixtureID? {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 4, parts[0] == "Fixtures", parts[3].hasSuffix(".json"),
      !parts[3].hasSuffix(".http.json")
    else { return nil }
    let id = FixtureID(
      suite: parts[1], endpoint: parts[2], caseName: String(parts[3].dropLast(".json".count)))
    return "Fixtures/\(id.file)" == path ? id : nil
  }

  /// The nearest folder above a source file that has a file or a folder.
  static func folder(with path: String, above sourceFile: String) -> URL? {
    var folder = URL(fileURLWithPath: sourceFile).deletingLastPathComponent().standardizedFileURL
    while true {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) {
        return folder
      }
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      guard parent.path.utf8.count < folder.path.utf8.count else { return nil }
      folder = parent
    }
  }
}
