import Foundation
import TestSupport
import Testing

/// Every block of Swift in the README and the articles stands in a file that is compiled.
///
/// The lines of a block are found in this order in one file below `Sources/` or `Tests/` (`.ci/run` builds
/// `Tests/OtherTeam`), whatever their indentation and their comments. So a reader may copy them, and a change of the
/// library that breaks them fails. Only the address of the package is another one there.
@Suite struct DocumentedCodeTests {
  /// A block and where it stands.
  struct Block: Sendable, CustomTestStringConvertible {
    let place: String
    let lines: [String]

    var testDescription: String { place }
  }

  static let blocks = DocumentedLines.documents.flatMap { blocks($0.text, named: $0.name) }

  @Test(arguments: blocks)
  func blockIsCompiled(_ block: Block) {
    let isThere = Self.compiledFiles.contains { Self.holds($0, block.lines[...]) }
    #expect(
      isThere,
      "no compiled file has these lines in this order:\n\(block.lines.joined(separator: "\n"))")
  }

  /// A test that reads no block would pass whatever the documents say.
  @Test func blocksAreFound() {
    #expect(Self.blocks.count > 10)
    #expect(!Self.holds(["let a = 1", "let b = 2"], ["let b = 2", "let a = 1"]))
  }

  // MARK: Reading

  /// The lines of each compiled file, as they are compared.
  private static let compiledFiles: [[String]] = {
    let root = TestFolders.packageRoot
    let files = ["Sources", "Tests"].flatMap { folder -> [URL] in
      let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      return (paths?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
        .map { root.appendingPathComponent("\(folder)/\($0)") }
    }
    return files.map { file in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(code).filter { !$0.isEmpty }
    }
  }()

  private static func blocks(_ text: String, named name: String) -> [Block] {
    var blocks: [Block] = []
    var lines: [String]?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line == "```swift" {
        lines = []
      } else if line == "```", let inside = lines {
        blocks.append(Block(place: "\(name):\(number + 1)", lines: inside))
        lines = nil
      } else if lines != nil {
        let code = code(line)
        if !code.isEmpty, !code.hasPrefix(".package(") { lines?.append(code) }
      }
    }
    return blocks
  }

  /// A line without indentation and without the comment behind it; nothing where it only ends something.
  private static func code(_ line: Substring) -> String {
    let line = line.firstRange(of: " //").map { line[..<$0.lowerBound] } ?? line
    let trimmed = line.trimmingCharacters(in: .whitespaces)
    let isOnlyEnds = trimmed.allSatisfy { "])},".contains($0) }
    return trimmed.hasPrefix("//") || isOnlyEnds ? "" : trimmed
  }

  /// Whether all lines stand in a file in this order.
  private static func holds(_ file: [String], _ lines: ArraySlice<String>) -> Bool {
    var wanted = lines
    for line in file where line == wanted.first { wanted.removeFirst() }
    return wanted.isEmpty
  }
}
