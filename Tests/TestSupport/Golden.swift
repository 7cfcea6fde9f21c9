import Foundation

/// Compares a text with a file that lies beside the tests.
///
/// With `RECORD_GOLDEN=1` in the environment the file is written instead, and the comparison fails
/// once, so that a recording never passes for a check.
public enum Golden: Sendable {
  /// Says how a text differs from its golden file; nil when they are equal.
  ///
  /// The file lies in the folder `Golden` beside the source file of the caller. Lines of the file
  /// start with `-` in the answer and lines of the text with `+`.
  public static func mismatch(
    _ text: String, _ name: String, testFile: String = #filePath
  ) -> String? {
    let file = URL(fileURLWithPath: testFile).deletingLastPathComponent()
      .appendingPathComponent("Golden", isDirectory: true).appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
        return "recorded \(name); run again without RECORD_GOLDEN"
      } catch {
        return "could not record \(name): \(error)"
      }
    }
    guard let data = try? Data(contentsOf: file) else {
      return "there is no golden file \(name); run once with RECORD_GOLDEN=1 and read what it wrote"
    }
    let golden = String(decoding: data, as: UTF8.self)
    return golden == text ? nil : difference(golden, text, name)
  }

  private static func difference(_ golden: String, _ text: String, _ name: String) -> String {
    let old = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old).map { change in
      switch change {
      case .remove(let line, let element, _): (line: line + 1, text: "- \(element)")
      case .insert(let line, let element, _): (line: line + 1, text: "+ \(element)")
      }
    }
    let lines =
      ["the text differs from \(name):"]
      + changes.sorted { $0.line < $1.line }.map { "\($0.line): \($0.text)" }
    return lines.joined(separator: "\n")
  }
}
