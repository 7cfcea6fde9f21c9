#if os(Linux) || os(macOS)
  import Foundation
  import SchemaDrift
  import StrictJSON
  import TestSupport
  import Testing

  @testable import ContractTesting

  /// The lines that are proposed for a change compile where they are pasted, and read the new format.
  @Suite(.computing) struct DTOPatchTests {
    struct Case: Sendable {
      let name: String
      let rule: DriftRule
      /// What becomes of a record, member by member.
      let change: [(old: String, new: String)]
    }

    private static let base = #"""
      "id": {n}, "title": "T{w} {n}", "author": "A{w} {n}", "cover": "https://a.org/{n}/{w}.jpg",
      "tags": "g{w}-{n}", "pages": {m}, "isbn": "{i}", "links": ["https://b.org/{n}.svg", "https://b.org/{n}.png"],
      "loan": {"by": "p{w}-{n}", "day": {m}7}, "rates": [{"mean": {n}.5}, {"mean": {m}.25}],
      "part1": "Flour {n}", "part2": "Sugar {n}", "part3": "Salt {n}"
      """#

    static let cases = [
      Case(name: "renamed", rule: .keyRenamed, change: [(#""title":"#, #""name":"#)]),
      Case(
        name: "renamed to a keyword", rule: .keyRenamed, change: [(#""title":"#, #""default":"#)]),
      Case(
        name: "renamed to no name of Swift", rule: .keyRenamed,
        change: [(#""title":"#, #""full-title":"#)]),
      Case(
        name: "optional, renamed", rule: .keyRenamed, change: [(#""author":"#, #""writtenBy":"#)]),
      Case(
        name: "an object renamed", rule: .keyRenamed, change: [(#""loan":"#, #""lending":"#)]),
      Case(
        name: "nested under the name of another type", rule: .valueNested,
        change: [
          (
            #""cover": "https://a.org/{n}/{w}.jpg""#,
            #""media": {"front": "https://a.org/{n}/{w}.jpg"}"#
          )
        ]),
      Case(
        name: "nested under the name of a type of the library", rule: .valueNested,
        change: [(#""isbn": "{i}""#, #""string": {"type": "{i}"}"#)]),
      Case(
        name: "nested under a keyword, two levels down", rule: .valueNested,
        change: [(#""isbn": "{i}""#, #""class": {"self": {"in": "{i}"}}"#)]),
      Case(
        name: "nested together, one of them optional", rule: .valueNested,
        change: [
          (#""title": "T{w} {n}", "author": "A{w} {n}","#, ""),
          (#""tags":"#, #""about": {"head": "T{w} {n}", "hand": "A{w} {n}"}, "tags":"#),
        ]),
      Case(
        name: "hoisted", rule: .valueHoisted,
        change: [
          (
            #""loan": {"by": "p{w}-{n}", "day": {m}7}"#,
            #""lender": "p{w}-{n}", "loan": {"day": {m}7}"#
          )
        ]),
      Case(
        name: "moved into an object that is read", rule: .valueNested,
        change: [
          (#""isbn": "{i}","#, ""), (#""day": {m}7"#, #""day": {m}7, "isbn": "{i}""#),
        ]),
      Case(name: "a list", rule: .scalarToArray, change: [(#""g{w}-{n}""#, #"["g{w}-{n}"]"#)]),
      Case(
        name: "a list, renamed", rule: .scalarToArray,
        change: [(#""tags": "g{w}-{n}""#, #""labels2": ["g{w}-{n}"]"#)]),
      Case(
        name: "a text for a list", rule: .arrayToScalar,
        change: [
          (
            #"["https://b.org/{n}.svg", "https://b.org/{n}.png"]"#,
            #""https://b.org/{n}.svg,https://b.org/{n}.png""#
          )
        ]),
      Case(
        name: "members for a list", rule: .typeChanged,
        change: [
          (
            #"["https://b.org/{n}.svg", "https://b.org/{n}.png"]"#,
            #"{"svg": "https://b.org/{n}.svg", "png": "https://b.org/{n}.png"}"#
          )
        ]),
      Case(
        name: "a map for a list", rule: .arrayToMap,
        change: [
          (
            #"[{"mean": {n}.5}, {"mean": {m}.25}]"#,
            #"{"2021": {"mean": {n}.5}, "2022": {"mean": {m}.25}}"#
          )
        ]),
      Case(
        name: "a number in a text", rule: .numberToNumericString,
        change: [(#""pages": {m}"#, #""pages": "{m}""#)]),
      Case(
        name: "a number for a text of digits", rule: .numericStringToNumber,
        change: [(#""isbn": "{i}""#, #""isbn": {i}"#)]),
      Case(
        name: "another type", rule: .typeChanged, change: [(#""pages": {m}"#, #""pages": true"#)]),
      Case(
        name: "slots that became a list of objects", rule: .slotsToArray,
        change: [
          (
            #""part1": "Flour {n}", "part2": "Sugar {n}", "part3": "Salt {n}""#,
            #""parts": [{"value": "Flour {n}"}, {"value": "Sugar {n}"}, {"value": "Salt {n}"}]"#
          )
        ]),
      Case(
        name: "slots that became a list", rule: .slotsToArray,
        change: [
          (
            #""part1": "Flour {n}", "part2": "Sugar {n}", "part3": "Salt {n}""#,
            #""parts": ["Flour {n}", "Sugar {n}", "Salt {n}"]"#
          )
        ]),
      Case(
        name: "sometimes null", rule: .becameNullable,
        change: [(#""title": "T{w} {n}""#, #""title": {?T{w} {n}}"#)]),
    ]

    private static func records(_ template: String) -> String {
      let records = (1...40).map { number -> String in
        let word = "abcdefghijkmnopqrstuvwxyz".dropFirst(number * 7 % 23).prefix(3)
        var text = template.replacing("{n}", with: "\(number)")
          .replacing("{m}", with: "\(number * 7919 % 1009)")
          .replacing("{i}", with: "97800\(number * 6007 % 89989 + 10000)")
          .replacing("{w}", with: String(word))
        if let start = text.range(of: "{?"),
          let end = text.range(of: "}", range: start.upperBound..<text.endIndex)
        {
          let value = text[start.upperBound..<end.lowerBound]
          text.replaceSubrange(
            start.lowerBound..<end.upperBound, with: number % 3 == 0 ? "null" : "\"\(value)\"")
        }
        return "{\(text.replacing("\n", with: " "))}"
      }
      return "[\(records.joined(separator: ", "))]"
    }

    private static func reading(_ text: String) -> ResponseReading {
      ResponseReading(Response(name: "a.json", body: Array(text.utf8)))
    }

    /// The patches for a change of the format that a type reads.
    private static func patches(
      _ new: String, _ dto: DTOBinding, _ rule: DriftRule
    ) throws -> [DTOPatch] {
      let before = reading(records(base))
      let old = Drift.Side(documents: [before.document].compactMap { $0 })
      let now = Drift.Side(documents: [reading(new).document].compactMap { $0 })
      let drift = Drift.between(old, now)
      #expect(drift.changes.contains { $0.rule == rule })
      let check = DecodingCheck(
        dto, at: .endpoint(suite: "s", endpoint: "e"), runner: ThisProcess())
      guard case .value(let report)?? = check.decode([before]).first else { return [] }
      let formats = PatchFormats(
        levels: LevelTable(reads: report.reads), old: old.shape,
        new: now.shape, mapping: drift.mapping)
      return drift.changes.compactMap { DTOPatch($0, formats) }
    }

    /// Whether there is a compiler to ask.
    static let hasCompiler = (try? run("swiftc", ["--version"]))?.status == 0

    private static func run(
      _ program: String, _ arguments: [String]
    ) throws -> (status: Int32, output: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [program] + arguments
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test(.enabled(if: hasCompiler, "there is no swiftc to compile the lines"))
    func proposedLinesCompileAndReadTheNewFormat() throws {
      let types = try String(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "PatchedTypes.swift"), encoding: .utf8
      ).replacing("public import Foundation\n", with: "")
      var source = "import Foundation\n"
      var main = ""
      for (number, testCase) in Self.cases.enumerated() {
        let template = testCase.change.reduce(Self.base) { $0.replacing($1.old, with: $1.new) }
        let new = Self.records(template)
        for (dto, name) in [
          (DTOBinding([ShelfDTO].self), "ShelfDTO"), (DTOBinding([BoxDTO].self), "BoxDTO"),
        ] {
          let patches = try Self.patches(new, dto, testCase.rule)
          #expect(!patches.isEmpty, "\(testCase.name), \(name)")
          let lines = patches.reduce(types) { SourcePatch($1).applied(to: $0) }
          let space = "\(name)\(number)"
          source += "// \(testCase.name): \(patches.map(\.text))\nenum \(space) {\n\(lines)\n}\n"
          main += """
            do { _ = try JSONDecoder().decode([\(space).\(name)].self, from: Data(##"\(new)"##.utf8)) }
            catch { print("\(testCase.name), \(name): \\(error)") }

            """
        }
      }
      let folder = FileManager.default.temporaryDirectory.appending(path: "patches-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "main.swift")
      try (source + main).write(to: file, atomically: true, encoding: .utf8)
      let program = folder.appending(path: "patched")
      let compiled = try Self.run("swiftc", ["-Onone", "-o", program.path, file.path])
      try #require(compiled.status == 0, "\(compiled.output)\n\(source)")
      let decoded = try Self.run(program.path, [])
      #expect(decoded.status == 0 && decoded.output == "", "\(decoded.output)\n\(source)")
    }
  }

  /// A patch as somebody pastes it: the lines take the place of those of the same name.
  private struct SourcePatch {
    let patch: DTOPatch

    init(_ patch: DTOPatch) { self.patch = patch }

    func applied(to source: String) -> String {
      var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let stored = patch.declarations.first?.split(separator: ":").first?.dropFirst("let ".count)
      for owner in patch.replaced {
        guard let property = owner.property else { continue }
        // A property with another type keeps its key.
        let isKept = stored.map { $0 == property } ?? false && patch.cases.isEmpty
        remove(property, in: owner.type, from: &lines, withKey: !isKept)
      }
      if let stored { remove(String(stored), in: patch.type, from: &lines, withKey: false) }
      // A property that only has another key stays.
      if patch.declarations.isEmpty, let owner = patch.replaced.first, let property = owner.property
      {
        restore(property, in: owner.type, from: source, to: &lines)
      }
      guard let start = lines.firstIndex(where: { Self.opens(patch.type, $0) }) else {
        return source
      }
      lines.insert(contentsOf: patch.declarations + [patch.keys].compactMap { $0 }, at: start + 1)
      if !patch.cases.isEmpty,
        let keys = lines[start...].firstIndex(where: { $0.contains("enum CodingKeys") })
      {
        lines.insert(contentsOf: patch.cases, at: keys + 1)
      }
      return lines.joined(separator: "\n")
    }

    private static func opens(_ type: String, _ line: String) -> Bool {
      line.contains("struct \(type.split(separator: ".").last ?? ""):")
    }

    private func range(of type: String, in lines: [String]) -> Range<Int> {
      guard let start = lines.firstIndex(where: { Self.opens(type, $0) }) else { return 0..<0 }
      var depth = 0
      for index in lines[start...].indices {
        depth += lines[index].count { $0 == "{" } - lines[index].count { $0 == "}" }
        if depth == 0 { return start..<index }
      }
      return start..<lines.count
    }

    private func remove(
      _ property: String, in type: String, from lines: inout [String], withKey: Bool
    ) {
      for index in range(of: type, in: lines).reversed() {
        let line = lines[index].trimmingCharacters(in: .whitespaces)
        let isKey = line == "case \(property)" || line.hasPrefix("case \(property) =")
        if line.contains("let \(property):") || withKey && isKey { lines.remove(at: index) }
      }
    }

    private func restore(
      _ property: String, in type: String, from source: String, to lines: inout [String]
    ) {
      let old = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let own = range(of: type, in: old)
      guard let line = old[own].first(where: { $0.contains("let \(property):") }),
        let start = lines.firstIndex(where: { Self.opens(type, $0) })
      else { return }
      lines.insert(line, at: start + 1)
    }
  }
#endif
