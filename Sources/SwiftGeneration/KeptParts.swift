import Foundation

/// The parts of a generated file that a person marked as theirs.
///
///     // <kept>
///     …
///     // </kept>
///
/// A part that is indented belongs into the type around it, and comes back at the end of that type. What
/// it declares is not generated: a type at the outside, a property in a type.
package struct KeptParts: Sendable, Hashable {
  /// The lines outside of types.
  private(set) var outside: [String] = []

  /// The lines in types, by the name of the type.
  private(set) var inside: [String: [String]] = [:]

  static let begin = "// <kept>"
  static let end = "// </kept>"

  /// Reads the parts of a file.
  init(of text: String) {
    var type = ""
    var isKept = false
    var part: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let mark = line.trimmingCharacters(in: .whitespaces)
      if mark.hasPrefix(Self.begin) {
        isKept = true
        part = []
      } else if mark.hasPrefix(Self.end), isKept {
        isKept = false
        let isInside = line.first == " " || line.first == "\t"
        if isInside, !type.isEmpty { inside[type, default: []] += part } else { outside += part }
      } else if isKept {
        part.append(line)
      } else if let name = Self.declaredType(line), line.first?.isWhitespace == false {
        type = name
      }
    }
  }

  /// The line of a text whose mark has no end, counted from 1; nil where all have one.
  package static func openMark(in text: String) -> Int? {
    var open: Int?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let mark = line.trimmingCharacters(in: .whitespaces)
      if mark.hasPrefix(begin) {
        // A part that begins in another one would take its place.
        if open != nil { return open }
        open = number + 1
      } else if mark.hasPrefix(end) {
        open = nil
      }
    }
    return open
  }

  /// Whether a text has the marks that every generated file has.
  package static func isGenerated(_ text: String) -> Bool {
    text.contains(begin)
  }

  /// Whether a person declares a type outside of the generated ones.
  func declaresType(_ name: String) -> Bool {
    outside.contains { Self.declaredType($0) == name }
  }

  /// Whether a person declares a property of a type.
  func declaresProperty(_ name: String, of type: String) -> Bool {
    inside[type, default: []].contains { line in
      let words = Self.words(line)
      guard let word = words.firstIndex(where: { $0 == "let" || $0 == "var" }) else { return false }
      return words.dropFirst(word + 1).first == name
    }
  }

  /// The name of the type that a line declares; nil for any other line.
  private static func declaredType(_ line: String) -> String? {
    let words = words(line)
    guard
      let word = words.firstIndex(where: {
        ["struct", "enum", "class", "actor", "typealias"].contains($0)
      }), !words.prefix(word).contains(where: { $0.hasPrefix("/") })
    else { return nil }
    return words.dropFirst(word + 1).first
  }

  private static func words(_ line: String) -> [String] {
    line.split { " \t:{<=(`".contains($0) }.map(String.init)
  }
}
