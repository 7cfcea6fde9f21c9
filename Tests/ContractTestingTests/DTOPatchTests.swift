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
      /// A type of which the values decide whether they can be null.
      var excluded: String? = nil
    }

    /// A type with its name in `PatchedTypes.swift`.
    struct Reader: Sendable {
      let name: String
      let dto: DTOBinding
      var decoder = "JSONDecoder()"
    }

    static let readers = [
      Reader(name: "ShelfDTO", dto: DTOBinding([ShelfDTO].self)),
      Reader(name: "BoxDTO", dto: DTOBinding([BoxDTO].self)),
    ]

    private static var snake: StrictDecoder {
      var decoder = StrictDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return decoder
    }

    /// Types of which the lines must fit what the types above do not have.
    static let specialReaders = [
      Reader(name: "PressDTO", dto: DTOBinding([PressDTO].self)),
      Reader(
        name: "SnakeDTO", dto: DTOBinding([SnakeDTO].self, decoder: snake),
        decoder: "snakeDecoder"),
      Reader(name: "TintDTO", dto: DTOBinding([TintDTO].self)),
      Reader(name: "LeafDTO", dto: DTOBinding([LeafDTO].self)),
      Reader(name: "HandDTO", dto: DTOBinding([HandDTO].self)),
      Reader(name: "UsedDTO", dto: DTOBinding([UsedDTO].self)),
    ]

    private static let specialBase = #"""
      "id": {n}, "title": "T{w} {n}", "unit_price": {m}.5, "owner": {"first": "p{w}-{n}", "last": "q{m}"},
      "names": {"{k}": "n{n}", "{l}": "n{m}"}
      """#

    static let specialCases = [
      Case(
        name: "two keys renamed", rule: .keyRenamed,
        change: [(#""title":"#, #""headline":"#), (#""unit_price":"#, #""net_price":"#)]),
      Case(
        name: "nested under the name of a type in use", rule: .valueNested,
        change: [
          (#""title": "T{w} {n}", "unit_price": {m}.5,"#, ""),
          (#""owner":"#, #""total": {"title": "T{w} {n}", "unit_price": {m}.5}, "owner":"#),
        ]),
      Case(
        name: "nested under keys that are no names", rule: .valueNested,
        change: [
          (#""title": "T{w} {n}""#, #""$meta": {"1": {"": "T{w} {n}", "@title": 1}}"#)
        ]),
      Case(
        name: "nested under names with a meaning", rule: .valueNested,
        change: [(#""title": "T{w} {n}""#, #""Type": {"self": {"Protocol": "T{w} {n}"}}"#)]),
      Case(
        name: "an object became one of its members", rule: .valueHoisted,
        change: [(#"{"first": "p{w}-{n}", "last": "q{m}"}"#, #""p{w}-{n}""#)]),
      Case(
        name: "an object that is gone", rule: .valueHoisted,
        change: [
          (
            #""owner": {"first": "p{w}-{n}", "last": "q{m}"}"#,
            #""first": "p{w}-{n}", "last": "q{m}""#
          )
        ]),
      Case(
        name: "a list for a map", rule: .mapToArray,
        change: [
          (
            #"{"{k}": "n{n}", "{l}": "n{m}"}"#,
            #"[{"lang": "{k}", "text": "n{n}"}, {"lang": "{l}", "text": "n{m}"}]"#
          )
        ]),
      Case(
        name: "a text for a number", rule: .numberToNumericString,
        change: [(#""unit_price": {m}.5"#, #""unit_price": "{m}.5""#)]),
      Case(
        name: "renamed and sometimes null", rule: .keyRenamed,
        change: [(#""title": "T{w} {n}""#, #""headline": {?T{w} {n}}"#)], excluded: "TintDTO"),
    ]

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
        name: "a list of objects for one of texts", rule: .valueNested,
        change: [
          (
            #"["https://b.org/{n}.svg", "https://b.org/{n}.png"]"#,
            #"[{"href": "https://b.org/{n}.svg", "n": 1}, {"href": "https://b.org/{n}.png", "n": 2}]"#
          )
        ]),
      Case(
        name: "a list of other objects for one of texts", rule: .typeChanged,
        change: [
          (
            #"["https://b.org/{n}.svg", "https://b.org/{n}.png"]"#,
            #"[{"port": {n}, "protocol": "p"}, {"port": {m}, "protocol": "q"}]"#
          )
        ]),
      Case(
        name: "an object for a text", rule: .valueNested,
        change: [(#""title": "T{w} {n}""#, #""title": {"rendered": "T{w} {n}", "raw": true}"#)]),
      Case(
        name: "sometimes null", rule: .becameNullable,
        change: [(#""title": "T{w} {n}""#, #""title": {?T{w} {n}}"#)]),
    ]

    private static let languages = ["en", "de", "fr", "it"]

    private static func records(_ template: String) -> String {
      let records = (1...40).map { number -> String in
        let word = "abcdefghijkmnopqrstuvwxyz".dropFirst(number * 7 % 23).prefix(3)
        var text = template.replacing("{n}", with: "\(number)")
          .replacing("{m}", with: "\(number * 7919 % 1009)")
          .replacing("{i}", with: "97800\(number * 6007 % 89989 + 10000)")
          .replacing("{w}", with: String(word))
          .replacing("{k}", with: languages[number % 4])
          .replacing("{l}", with: languages[(number + 1) % 4])
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
      _ base: String, _ new: String, _ dto: DTOBinding, _ rule: DriftRule
    ) throws -> [TypePatch] {
      let before = reading(records(base))
      let old = Drift.Side(documents: [before.document].compactMap { $0 })
      let now = Drift.Side(documents: [reading(new).document].compactMap { $0 })
      let drift = Drift.between(old, now)
      #expect(
        drift.changes.contains { $0.rule == rule }, "\(rule): \(drift.changes.map(\.rule))")
      let target = DTOTarget.endpoint(suite: "s", endpoint: "e")
      let check = DecodingCheck(dto, at: target, runner: ThisProcess())
      guard case .value(let report)?? = check.decode([before]).first,
        let shape = ThisProcess().reads(dto, at: target, samples: []).value
      else { return [] }
      let formats = PatchFormats(
        levels: LevelTable(reads: report.reads), outlines: shape.outlines, old: old.shape,
        new: now.shape, mapping: drift.mapping)
      return formats.steps(for: drift.changes).compactMap { step in
        if case .changeType(let patch)? = step { patch } else { nil }
      }
    }

    /// The declarations of a file that a type names, and those that no other one names.
    ///
    /// A proposed line must not take the names of the latter. All declarations in each case take the
    /// compiler a minute.
    private static func declarations(for type: String, in source: String) -> String {
      let blocks = source.split(separator: "\n}\n").map { "\($0)\n}\n" }
      let named = blocks.map { block -> (name: String, words: Set<Substring>) in
        let code = block.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(
          separator: "\n")
        let name = code.firstMatch(of: /^.*(?:struct|class|enum) (\w+)/).map { String($0.output.1) }
        return (name ?? "", Set(code.matches(of: /\w+/).map(\.output)))
      }
      let readers = Set((Self.readers + specialReaders).map(\.name))
      var kept = Set(
        named.indices.filter { index in
          let name = named[index].name
          return name == type
            || !readers.contains(name)
              && !named.indices.contains { $0 != index && named[$0].words.contains(name[...]) }
        })
      while true {
        let words = kept.reduce(into: Set<Substring>()) { $0.formUnion(named[$1].words) }
        let next = kept.union(named.indices.filter { words.contains(named[$0].name[...]) })
        if next == kept { break }
        kept = next
      }
      return kept.sorted().map { blocks[$0] }.joined()
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
      var main = """
        let snakeDecoder = JSONDecoder()
        snakeDecoder.keyDecodingStrategy = .convertFromSnakeCase

        """
      let all =
        Self.cases.map { ($0, Self.base, Self.readers) }
        + Self.specialCases.map { ($0, Self.specialBase, Self.specialReaders) }
      for (number, (testCase, base, readers)) in all.enumerated() {
        let template = testCase.change.reduce(base) { $0.replacing($1.old, with: $1.new) }
        let new = Self.records(template)
        for reader in readers where reader.name != testCase.excluded {
          let patches = try Self.patches(base, new, reader.dto, testCase.rule)
          #expect(!patches.isEmpty, "\(testCase.name), \(reader.name)")
          let edits = patches.flatMap(\.edits)
          let own = Self.declarations(for: reader.name, in: types)
          let lines = edits.reduce(own) { SourceEdit($1).applied(to: $0) }
          let space = "\(reader.name)\(number)"
          source += "// \(testCase.name): \(edits)\nenum \(space) {\n\(lines)\n}\n"
          // Words say the rest.
          let isWhole = !edits.contains { $0.place.isSureInitializer }
          guard isWhole else { continue }
          main += """
            do { _ = try \(reader.decoder).decode([\(space).\(reader.name)].self, from: Data(##"\(new)"##.utf8)) }
            catch { print("\(testCase.name), \(reader.name): \\(error)") }

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

  extension TypePatch.Edit.Place {
    fileprivate var isSureInitializer: Bool {
      if case .initializer(_, isSure: true) = self { true } else { false }
    }
  }

  /// A part of a patch as somebody pastes it: the lines take the place of those of the same name.
  private struct SourceEdit {
    let edit: TypePatch.Edit

    init(_ edit: TypePatch.Edit) { self.edit = edit }

    func applied(to source: String) -> String {
      var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      switch edit.place {
      case .initializer: return source
      case .type(let type):
        for name in edit.replaced + edit.lines.map(Self.name) {
          let parts = name.split(separator: ".").map(String.init)
          if name.hasPrefix("any ") {
            removeBlock("enum \(name.dropFirst(4)):", in: type, from: &lines)
          } else if let property = parts.last, parts.count > 1 {
            // With a property of another type goes its key.
            let holder = parts.dropLast().joined(separator: ".")
            remove(property, in: holder, keyword: "let", from: &lines)
            remove(property, in: holder, keyword: "case", from: &lines)
          } else {
            remove(name, in: type, keyword: "let", from: &lines)
            remove(name, in: type, keyword: "@Lossy var", from: &lines)
          }
        }
        insert(Self.types.map { "\($0) \(Self.last(type)):" }, into: &lines)
      case .keys(let keys):
        let type = keys.split(separator: ".").dropLast().joined(separator: ".")
        for name in edit.replaced + edit.lines.map(Self.name) {
          remove(name, in: type, keyword: "case", from: &lines)
        }
        let range = range(of: type, in: lines)
        guard
          let start = lines[range].firstIndex(where: {
            $0.contains("enum \(Self.last(keys)):") && $0.hasSuffix("{")
          })
        else { return source }
        lines.insert(contentsOf: edit.lines, at: start + 1)
      }
      return lines.joined(separator: "\n")
    }

    private static let types = ["struct", "class"]

    private static func last(_ name: String) -> String {
      name.split(separator: ".").last.map(String.init) ?? name
    }

    /// The name that a line declares.
    private static func name(_ line: String) -> String {
      let words = line.split { " :=".contains($0) }
      let name = words.dropFirst(line.hasPrefix("@") ? 2 : 1).first ?? ""
      return name.filter { $0 != "`" }
    }

    private func insert(_ openings: [String], into lines: inout [String]) {
      guard let start = lines.firstIndex(where: { line in openings.contains { line.contains($0) } })
      else { return }
      lines.insert(contentsOf: edit.lines, at: start + 1)
    }

    /// The lines of a type, without the one that closes it.
    private func range(of type: String, in lines: [String]) -> Range<Int> {
      let openings = Self.types.map { "\($0) \(Self.last(type)):" }
      return block(lines.indices, openings, in: lines)
    }

    private func block(
      _ lines: Range<Int>, _ openings: [String], in source: [String]
    ) -> Range<Int> {
      guard
        let start = lines.first(where: { index in openings.contains { source[index].contains($0) } }
        )
      else { return 0..<0 }
      var depth = 0
      for index in start..<lines.upperBound {
        depth += source[index].count { $0 == "{" } - source[index].count { $0 == "}" }
        if depth == 0 { return start..<index }
      }
      return start..<lines.upperBound
    }

    private func removeBlock(_ opening: String, in type: String, from lines: inout [String]) {
      let found = block(range(of: type, in: lines), [opening], in: lines)
      guard !found.isEmpty else { return }
      lines.removeSubrange(found.lowerBound...found.upperBound)
    }

    private func remove(
      _ name: String, in type: String, keyword: String, from lines: inout [String]
    ) {
      for index in range(of: type, in: lines).reversed() {
        let line = lines[index].trimmingCharacters(in: .whitespaces)
          .replacing("public ", with: "")
        let declaration = "\(keyword) \(name)"
        if line == declaration || line.hasPrefix(declaration + ":")
          || line.hasPrefix(declaration + " =")
        {
          lines.remove(at: index)
        }
      }
    }
  }
#endif
