import Foundation
import TestSupport
import Testing

/// The command lines of a document or a workflow, in the order in which they stand.
struct DocumentedLines: Sendable {
  /// One command line with what is said about it.
  struct Line: Sendable, Hashable, CustomTestStringConvertible {
    /// The command, without the prompt and without a comment behind it.
    let command: String

    /// The file and the line where it stands.
    let place: String

    /// A shell command that makes what the line needs.
    var setup = ""

    /// The programs that the line needs and not every machine has.
    var needs: [String] = []

    /// The exit code that a reader is told to expect.
    var exitCode: Int32 = 0

    /// What the document shows below the line; nil where it shows nothing.
    var output: String?

    var testDescription: String { "\(place): \(command)" }
  }

  /// The README and the articles of the documentation, by their paths.
  static let documents: [(name: String, text: String)] = {
    let root = TestFolders.packageRoot
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)
    let articles = (paths?.compactMap { $0 as? String } ?? [])
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
    return (["README.md"] + articles.map { "Sources/\($0)" }).map { path in
      let file = root.appendingPathComponent(path)
      return (path, (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }
  }()

  /// The `$ …` lines of the `console` blocks of a Markdown text.
  ///
  /// A comment in front of a block says what its reader has before it, and what comes of its lines:
  ///
  ///     <!-- test: exit=1 needs=jq,parallel setup: cp a.json b.json -->
  static func markdown(_ text: String, named name: String) -> [Line] {
    var lines: [Line] = []
    var isInside = false
    var note = ""
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") {
        isInside = line == "```console"
        if !isInside { note = "" }
      } else if line.hasPrefix("<!-- test:") {
        note = String(line)
      } else if isInside, line.hasPrefix("$ ") {
        lines.append(
          Line(
            command: withoutComment(line.dropFirst(2)), place: "\(name):\(number + 1)",
            setup: note.firstMatch(of: /setup: (.*) -->/).map { String($0.output.1) } ?? "",
            needs: note.firstMatch(of: /needs=([a-z0-9,-]+)/).map {
              $0.output.1.split(separator: ",").map(String.init)
            } ?? [],
            exitCode: note.firstMatch(of: /exit=([0-9])/).flatMap { Int32($0.output.1) } ?? 0))
      } else if isInside, !lines.isEmpty {
        lines[lines.count - 1].output = (lines[lines.count - 1].output ?? "") + line + "\n"
      }
    }
    return lines
  }

  /// The scripts of the steps of a workflow, each whole, as its runner executes it.
  static func workflow(_ text: String, named name: String) -> [Line] {
    var lines: [Line] = []
    let source = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in source.enumerated() {
      guard let match = line.wholeMatch(of: /( *)(- )?run: *(.*)/) else { continue }
      var script = String(match.output.3)
      if script.hasPrefix("|") {
        let indentation = match.output.1.count + (match.output.2 == nil ? 0 : 2)
        script = source[(number + 1)...]
          .prefix { $0.isEmpty || $0.prefix { $0 == " " }.count > indentation }
          .map { $0.drop { $0 == " " } }.joined(separator: "\n")
      }
      lines.append(Line(command: script, place: "\(name):\(number + 1)"))
    }
    return lines
  }

  /// The lines of the scripts of a GitLab pipeline, each by itself.
  static func scripts(_ text: String, named name: String) -> [Line] {
    var lines: [Line] = []
    var isInside = false
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let match = line.wholeMatch(of: #/ +- (.*)/#), isInside {
        lines.append(Line(command: String(match.output.1), place: "\(name):\(number + 1)"))
      } else {
        isInside = line.wholeMatch(of: #/ +script:/#) != nil
      }
    }
    return lines
  }

  /// The uses of the program inside of sentences, such as `check --waive`.
  static func mentions(_ text: String, commands: [String]) -> [String] {
    var isInside = false
    var mentions: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isInside.toggle() }
      guard !isInside else { continue }
      mentions += line.matches(of: /`([^`]+)`/).map { String($0.output.1) }
        .filter { mention in
          let words = mention.split(separator: " ")
          return words.count > 1 && commands.contains(String(words[0]))
        }
    }
    return mentions
  }

  private static func withoutComment(_ line: Substring) -> String {
    let command = line.firstRange(of: "  #").map { line[..<$0.lowerBound] } ?? line
    return String(command).trimmingCharacters(in: .whitespaces)
  }
}
