/// An accepted finding: what it is, why it is accepted, who answers for it, and until when.
///
/// A waiver names one rule and one place. `*` behind a name means the number of a slot, so
/// that `$.meals[*].strIngredient*` names all twenty of them. Nothing else is a wildcard: what
/// hides findings that do not exist yet is no decision.
package struct Waiver: Sendable, Hashable {
  /// The rule of the finding.
  package var rule: Rule

  /// The endpoint; nil for all endpoints of the suite.
  package var endpoint: String?

  /// The shape path of the finding; nil for findings that have none, such as a status.
  package var path: String?

  /// The fingerprint of the finding; nil where rule, endpoint and path say it all.
  package var fingerprint: String?

  /// Why the finding is accepted.
  package var reason: String

  /// Who answers for it.
  package var owner: String

  /// The kind of check that shows the finding; nil where that was not written down.
  ///
  /// A waiver holds in both. But of a finding that only the server shows a check of the fixtures cannot
  /// tell whether it is gone.
  package var source: Source?

  /// A kind of check, by where its responses come from.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    case fixtures, live
  }

  /// The last day on which the waiver holds; nil where it was not filled in.
  package var expires: Day?

  /// The line of the file, counted from 1.
  package var line: Int

  /// The column in UTF-8 bytes, counted from 1.
  package var column: Int

  /// Whether the waiver is about a finding of its suite, whatever the day.
  package func covers(_ finding: Finding) -> Bool {
    guard rule == finding.rule, endpoint.map({ $0 == finding.endpoint }) ?? true,
      fingerprint.map({ $0 == finding.fingerprint }) ?? true
    else { return false }
    guard let path else { return fingerprint != nil || finding.path == nil }
    return finding.path.map { Self.matches($0, path) } ?? false
  }

  /// Whether the waiver would hide findings that do not exist yet.
  var isTooBroad: Bool {
    if fingerprint != nil { return false }
    guard let path else { return endpoint == nil }
    let names = path.filter { $0.isLetter || $0.isNumber }
    return names.isEmpty && path.contains("*") && path != "$[*]" && path != "$.*"
  }

  /// What the owner has not filled in yet.
  var blanks: [String] {
    let isBlank = { (text: String) in text.allSatisfy(\.isWhitespace) }
    return [
      isBlank(reason) ? "reason" : nil, isBlank(owner) ? "owner" : nil,
      expires == nil ? "expires" : nil,
    ].compactMap { $0 }
  }

  /// Compares a path with a pattern, in which `*` behind a letter matches digits.
  private static func matches(_ path: String, _ pattern: String) -> Bool {
    var rest = Substring(path)
    var previous: Character?
    for character in pattern {
      if character == "*", previous?.isLetter == true || previous == "_" {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return false }
        rest = rest.dropFirst(digits.count)
      } else {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
      }
      previous = character
    }
    return rest.isEmpty
  }

  /// The path that names a slot and all its sisters, where a family has several findings.
  static func pattern(of path: String) -> String? {
    let stem = path.reversed().drop { $0.isASCII && $0.isNumber }
    guard stem.count < path.count, stem.first?.isLetter == true || stem.first == "_" else {
      return nil
    }
    return String(stem.reversed()) + "*"
  }
}
