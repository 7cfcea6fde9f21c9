import Foundation
import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// All official cases of draft 2020-12, the optional ones included.
///
/// https://github.com/json-schema-org/JSON-Schema-Test-Suite
@Suite(.enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"))
struct SchemaSuiteTests {
  private static let suite = TestFolders.corpus?.appendingPathComponent(
    "suites/JSON-Schema-Test-Suite")

  /// The files of a folder of the suite, without their endings.
  private static func files(_ folder: String) -> [String] {
    guard let suite else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: suite.appendingPathComponent("tests/draft2020-12/" + folder).path)
    return (names ?? []).filter { $0.hasSuffix(".json") }.sorted().map { folder + $0 }
  }

  static let required = files("")
  static let optional = files("optional/") + files("optional/format/")

  /// The optional cases that are not met, each with its reason.
  private static let exceptions: Set<String> = [
    // A document that states an older draft is refused, and not read by other rules.
    """
    optional/cross-draft.json: refs to historic drafts are processed as historic drafts: \
    http://localhost:1234/draft2019-09/ignore-prefixItems.json/$schema: the dialect \
    https://json-schema.org/draft/2019-09/schema is not known; \
    contracts are of https://json-schema.org/draft/2020-12/schema
    """
  ]

  @Test(arguments: required)
  func verdictIsRight(file: String) throws {
    #expect(try wrongVerdicts(file) == [])
  }

  @Test(arguments: optional)
  func verdictOnOptionalCaseIsRightBesidesTheExceptions(file: String) throws {
    let wrong = try wrongVerdicts(file)
    #expect(wrong == Self.exceptions.filter { $0.hasPrefix(file + ": ") }.sorted())
  }

  @Test func theSuiteIsComplete() {
    #expect(Self.required.count >= 46)
    #expect(Self.optional.count >= 33)
  }

  private func wrongVerdicts(_ file: String) throws -> [String] {
    let suite = try #require(Self.suite)
    let document = try JSONDocument(
      Array(Data(contentsOf: suite.appendingPathComponent("tests/draft2020-12/" + file))))
    let library = SchemaLibrary(folders: [
      SchemaLibrary.Folder(
        prefix: "http://localhost:1234/", folder: suite.appendingPathComponent("remotes"))
    ])
    let formats: FormatAssertion = file.hasPrefix("optional/format/") ? .asserted : .annotated
    var wrong: [String] = []
    for group in document.root.elements {
      let name = file + ": " + (group["description"]?.string ?? "")
      let source = try #require(group["schema"]).source
      let schema: Schema
      do {
        schema = try Schema(JSONDocument(Array(source.utf8)), library: library)
      } catch {
        wrong.append("\(name): \(error)")
        continue
      }
      for test in try #require(group["tests"]).elements {
        let isValid = schema.validate(try #require(test["data"]), formats: formats).isEmpty
        if isValid != test["valid"]?.bool {
          wrong.append("\(name): \(test["description"]?.string ?? "")")
        }
      }
    }
    return wrong.sorted()
  }
}
