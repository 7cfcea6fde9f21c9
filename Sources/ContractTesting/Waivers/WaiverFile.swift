package import Foundation
import HTTPFixtures
import StrictJSON

/// The waivers of a suite: `Contracts/<suite>/waivers.json`.
///
///     [
///       {"rule": "became-nullable", "endpoint": "recipe", "path": "$.meals[*].strTags",
///        "reason": "the app hides empty tags", "owner": "Ada", "expires": "2027-03-31"}
///     ]
///
/// The list may also stand in an object under `waivers`.
package struct WaiverFile: Sendable {
  /// The name of the file, relative to the root folder.
  package let name: String

  /// The name of the suite.
  package let suite: String

  /// The waivers, in the order of the file.
  package let waivers: [Waiver]

  let bytes: [UInt8]

  /// Reads the waivers of a suite; no waiver where there is no file.
  ///
  /// Throws a ``SettingsError`` that names each fault with its line and column.
  package init(suite: String, root: URL) throws(SettingsError) {
    let name = "Contracts/\(suite)/waivers.json"
    let file = root.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else {
      self.init(suite: suite, name: name, waivers: [], bytes: [])
      return
    }
    let bytes: [UInt8]
    do throws(FixtureError) {
      bytes = try FixtureStore.bytes(of: file)
    } catch {
      throw SettingsError(name: name, faults: [" cannot be read: \(error.reason)"])
    }
    try self.init(suite: suite, name: name, bytes: bytes)
  }

  /// Reads the waivers of a suite from the bytes of their file.
  ///
  /// Throws a ``SettingsError`` that names each fault with its line and column.
  package init(suite: String, name: String, bytes: [UInt8]) throws(SettingsError) {
    var reader = try SettingsReader(name: name, bytes: bytes)
    var waivers: [Waiver] = []
    if let list = Self.list(in: reader.root) {
      if reader.root.kind == .object {
        reader.refuseMembers(of: reader.root, besides: ["waivers"])
      }
      waivers = list.elements.compactMap { Self.waiver($0, &reader) }
    } else {
      reader.fault(at: reader.root, "waivers are an array of objects")
    }
    try reader.finish()
    self.init(suite: suite, name: name, waivers: waivers, bytes: bytes)
  }

  private init(suite: String, name: String, waivers: [Waiver], bytes: [UInt8]) {
    self.suite = suite
    self.name = name
    self.waivers = waivers
    self.bytes = bytes
  }

  /// The array of waivers in a document; nil where there is none.
  static func list(in root: JSONValue) -> JSONValue? {
    let list = root.kind == .object ? root["waivers"] : root
    return list?.kind == .array ? list : nil
  }

  private static let keys = [
    "rule", "endpoint", "path", "fingerprint", "reason", "owner", "expires", "check",
  ]

  private static func waiver(_ value: JSONValue, _ reader: inout SettingsReader) -> Waiver? {
    guard value.kind == .object else {
      reader.fault(at: value, "a waiver is an object, and not \(value.kind.description)")
      return nil
    }
    reader.refuseMembers(of: value, besides: keys)
    var expires: Day?
    if let text = reader.text("expires", of: value), !text.isEmpty {
      expires = Day(text)
      if expires == nil, let day = value["expires"] {
        reader.fault(at: day, "\"\(text)\" is no day; write it as 2027-03-31")
      }
    }
    var source: Waiver.Source?
    if let text = reader.text("check", of: value), let kind = value["check"] {
      source = Waiver.Source(rawValue: text)
      if source == nil {
        let names = Waiver.Source.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        reader.fault(at: kind, "\"\(text)\" is no kind of check; write \(names)")
      }
    }
    guard let id = reader.text("rule", of: value), let ruleValue = value["rule"] else {
      if value["rule"] == nil { reader.fault(at: value, "the waiver names no rule") }
      return nil
    }
    guard let rule = reader.rule(id, at: ruleValue) else { return nil }
    let place = value.location
    return Waiver(
      rule: rule, endpoint: reader.text("endpoint", of: value),
      path: reader.text("path", of: value), fingerprint: reader.text("fingerprint", of: value),
      reason: reader.text("reason", of: value) ?? "", owner: reader.text("owner", of: value) ?? "",
      source: source, expires: expires, line: place.line, column: place.column)
  }
}

// MARK: - Writing

extension WaiverFile {
  /// Adds a waiver for each finding that none is about; returns how many.
  ///
  /// Without a reason and an owner it is to be filled in, and waives nothing until then.
  /// What is in the file stays as it is written. The file is written in one step. Throws a
  /// `FixtureError` where it cannot be written.
  package func add(
    _ findings: [Finding], seenIn source: Waiver.Source, until day: Day,
    reason: String = "", owner: String = "", root: URL
  ) throws -> Int {
    let drafts = drafts(for: findings)
    guard !drafts.isEmpty else { return 0 }
    let entries = drafts.map { Self.text($0, source, until: day, reason, owner) }.joined(
      separator: ",\n")
    var text: [UInt8]
    if let list = (try? JSONDocument(bytes)).flatMap({ Self.list(in: $0.root) }) {
      // Behind the last waiver, or behind the bracket that opens the list.
      var end = list.byteRange.lowerBound + 1
      for element in list.elements { end = element.byteRange.upperBound }
      let separator = list.count == 0 ? "\n" : ",\n"
      text = Array(bytes[..<end]) + Array((separator + entries).utf8)
      text += list.count == 0 ? Array("\n".utf8) + bytes[end...].drop { $0 <= 0x20 } : bytes[end...]
    } else {
      text = Array("[\n\(entries)\n]\n".utf8)
    }
    try AtomicFile.write(text, to: root.appendingPathComponent(name))
    return drafts.count
  }

  private struct Draft: Hashable {
    let rule: Rule
    let endpoint: String?
    var path: String?
    /// What tells the file of a fault that is no other file's.
    var fingerprint: String?
  }

  private func drafts(for findings: [Finding]) -> [Draft] {
    var drafts: [Draft] = []
    for finding in findings where finding.suite == suite {
      guard finding.waiver == nil, !finding.isAgreed, finding.endpoint != nil,
        !Rule.waiverRules.contains(finding.rule),
        !waivers.contains(where: { $0.covers(finding) })
      else { continue }
      let draft = Draft(
        rule: finding.rule, endpoint: finding.endpoint, path: finding.path,
        fingerprint: finding.wholeFile.map { _ in finding.fingerprint })
      if !drafts.contains(draft) { drafts.append(draft) }
    }
    // Slots that have the same problem are one decision.
    let families = Dictionary(grouping: drafts) { draft in
      Draft(
        rule: draft.rule, endpoint: draft.endpoint, path: draft.path.flatMap(Waiver.pattern))
    }
    var joined: [Draft] = []
    for draft in drafts {
      let family = Draft(
        rule: draft.rule, endpoint: draft.endpoint, path: draft.path.flatMap(Waiver.pattern))
      let isFamily = family.path != nil && (families[family]?.count ?? 0) > 1
      let entry = isFamily ? family : draft
      if !joined.contains(entry) { joined.append(entry) }
    }
    return joined
  }

  private static func text(
    _ draft: Draft, _ source: Waiver.Source, until day: Day, _ reason: String,
    _ owner: String
  ) -> String {
    let members: [(String, String?)] = [
      ("rule", draft.rule.id), ("endpoint", draft.endpoint), ("path", draft.path),
      ("fingerprint", draft.fingerprint), ("reason", reason),
      ("owner", owner), ("expires", day.description), ("check", source.rawValue),
    ]
    let lines = members.compactMap { key, value in
      value.map { "    \(JSONWriter.quoted(key)): \(JSONWriter.quoted($0))" }
    }
    return "  {\n" + lines.joined(separator: ",\n") + "\n  }"
  }
}
