import Foundation
import JSONSchema
import StrictJSON
import TestSupport
import Testing

@testable import SwiftGeneration

/// Generated types, compiled and run on the documents that their contracts came from.
@Suite(
  .computing,
  .enabled(if: SwiftCompiler.isAvailable, Comment(rawValue: SwiftCompiler.unavailableReason)))
struct GeneratedCodeTests {
  /// All in one call of the compiler, which is what takes the time.
  @Test func typesCompileAndGiveTheSameJSONBack() async throws {
    var sources = try Self.ofRepository() + [try Self.ofOddSchema()]
    if TestFolders.hasCorpus { sources += try Self.ofCorpus() }
    try await TestFolders.withTemporaryFolder { folder in
      var program = Self.program
      for (number, source) in sources.enumerated() {
        var options = source.options
        options.prefix = "T\(number)"
        let generator = SwiftGenerator(source.contracts, options: options)
        try generator.types(origin: source.name, command: "generate").write(
          to: folder.appendingPathComponent("Types\(number).swift"), atomically: true,
          encoding: .utf8)
        try generator.domainModel(origin: source.name).write(
          to: folder.appendingPathComponent("Model\(number).swift"), atomically: true,
          encoding: .utf8)
        for document in source.documents {
          let file = SourceText.literal(document.file.path)
          program += "check(T\(number)\(document.type)DTO.self, \(file))\n"
        }
      }
      program += "print(\"checked\", checked)\n"
      try program.write(
        to: folder.appendingPathComponent("main.swift"), atomically: true, encoding: .utf8)
      let run = try await SwiftCompiler.run(folder)
      #expect(run.errors == "")
      #expect(run.output == "checked \(sources.flatMap(\.documents).count)\n")
    }
  }

  private struct Source {
    var name: String
    var contracts: [GenerationSource]
    var documents: [(type: String, file: URL)]
    var options = GenerationOptions()
  }

  /// The suites of the repository, one as it is read and one as it is written too.
  private static func ofRepository() throws -> [Source] {
    try ["themealdb", "spacex"].map { suite in
      let root = TestFolders.packageRoot
      let folder = root.appendingPathComponent("Contracts/\(suite)")
      var source = Source(name: suite, contracts: [], documents: [])
      source.options.isEncodable = suite == "spacex"
      source.options.access = suite == "spacex" ? .public : .internal
      for file in try files(in: folder, ending: ".schema.json") {
        let endpoint = String(file.lastPathComponent.dropLast(".schema.json".count))
        source.contracts.append(
          GenerationSource(
            name: endpoint, schema: JSONNode(try JSONDocument(Array(Data(contentsOf: file))).root)))
        let type = endpoint.prefix(1).uppercased() + endpoint.dropFirst()
        let fixtures = root.appendingPathComponent("Fixtures/\(suite)/\(endpoint)")
        source.documents += try files(in: fixtures, ending: ".json")
          .filter { !$0.path.hasSuffix(".http.json") }.map { (type, $0) }
      }
      return source
    }
  }

  /// Recordings of real APIs, with the contracts that inference makes of them.
  private static func ofCorpus() throws -> [Source] {
    let paths = [
      "restcountries/all_v3.1.json", "thecocktaildb/search/2020_search-gin_trybe.json",
      "spacex/v4/docs/launches_latest.json",
    ]
    guard let corpus = TestFolders.corpus else { return [] }
    return try paths.map { path in
      let file = corpus.appendingPathComponent(path)
      var summary = ShapeSummary()
      summary.add(try JSONDocument(Array(Data(contentsOf: file))))
      var options = GenerationOptions()
      options.isEncodable = true
      options.isIdentifiable = true
      return Source(
        name: path,
        contracts: [
          GenerationSource(
            name: "root", schema: SchemaWriter.contract(for: Shape(inferredFrom: summary)))
        ], documents: [("Root", file)], options: options)
    }
  }

  /// What inference never writes and a person may: references, choices, recursion, names of all kinds.
  private static func ofOddSchema() throws -> Source {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Odd")
    let schema = try Data(contentsOf: folder.appendingPathComponent("odd.schema.json"))
    var options = GenerationOptions()
    options.isEncodable = true
    options.isMutable = true
    return Source(
      name: "odd",
      contracts: [
        GenerationSource(name: "odd", schema: JSONNode(try JSONDocument(Array(schema)).root))
      ], documents: [("Odd", folder.appendingPathComponent("odd.json"))], options: options)
  }

  private static func files(in folder: URL, ending: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(ending) }.sorted { $0.path < $1.path }
  }

  /// Decodes a document; where the type can be written, the JSON must be the same.
  private static let program = """
    import Foundation

    nonisolated(unsafe) var checked = 0

    func difference(_ left: Any, _ right: Any, _ path: String = "") -> String? {
      if let left = left as? [String: Any], let right = right as? [String: Any] {
        for key in Set(left.keys).union(right.keys) {
          guard let one = left[key], let other = right[key] else { return path + "/" + key }
          if let found = difference(one, other, path + "/" + key) { return found }
        }
        return nil
      }
      if let left = left as? [Any], let right = right as? [Any] {
        guard left.count == right.count else { return path }
        for (index, (one, other)) in zip(left, right).enumerated() {
          if let found = difference(one, other, path + "/\\(index)") { return found }
        }
        return nil
      }
      if left is NSNull, right is NSNull { return nil }
      if let left = left as? String { return left == right as? String ? nil : path }
      if let left = left as? NSNumber { return left == right as? NSNumber ? nil : path }
      return path
    }

    func check<Value: Decodable>(_ type: Value.Type, _ path: String) {
      checked += 1
      do {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let value = try JSONDecoder().decode(type, from: data)
        guard let value = value as? any Encodable else { return }
        let again = try JSONEncoder().encode(value)
        if let found = difference(
          try JSONSerialization.jsonObject(with: data), try JSONSerialization.jsonObject(with: again))
        {
          print(path, "is another document at", found)
        }
      } catch {
        print(path, error)
      }
    }


    """
}
