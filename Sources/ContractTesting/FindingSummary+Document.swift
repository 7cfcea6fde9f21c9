package import StrictJSON
import JSONSchema

/// Summaries of findings as JSON, one line each, so that machines can share the work.
///
///     {"x-findings": 1, "command": "validate", "documents": 60, "lines": 60, "broken": 0,
///      "contract": {"name": "order.schema.json", "hash": "9f2c41d07a3e5b60"}, "examples": 3,
///      "causes": [
///        {"rule": "schema-violation", "level": "breaking", "id": "03c1…", "count": 9,
///         "path": "$.size", "keyword": "type", "examples": [
///           {"file": "a.ndjson", "line": 1, "column": 31, "offset": 30, "document": 0,
///            "pointer": "/size", "message": "…", "expected": "integer", "found": "null",
///            "value": "null", "stated": true}]}],
///      "others": []}
///
/// Causes stand in the order of rules, levels and hashes, so equal summaries have equal bytes. What has
/// nothing to say is left out; so is `documentLine` of a document that begins on the first line of its file.
extension FindingSummary {
  /// The version of the document; a summary of another version is refused.
  static let documentVersion = 1

  /// How deep a summary's document may nest.
  package static let maximumDocumentDepth = ShapeSummary.maximumDocumentDepth + 4

  /// The summary as a JSON document, which ``init(_:)`` reads.
  package var document: JSONNode {
    let sorted = causes.sorted { one, other in
      one.key.kind == other.key.kind
        ? one.key.place < other.key.place : one.key.kind.order < other.key.kind.order
    }
    let members: [(String, JSONNode?)] = [
      ("x-findings", .number(String(Self.documentVersion))), ("command", .string(command)),
      ("type", type.map(JSONNode.string)), ("documents", .number(String(documents))),
      ("lines", .number(String(lines))), ("broken", .number(String(broken))),
      ("contract", basis.map { $0.document }), ("examples", .number(String(examples))),
      ("causes", .array(sorted.map { document(of: $0.value, $0.key) })),
      (
        "others",
        .array(
          others.filter { $0.value > 0 }.sorted { $0.key.order < $1.key.order }.map { kind, count in
            .made(kind.members + [("count", .number(String(count)))])
          })
      ),
      ("gaps", gaps.isEmpty ? JSONNode?.none : gaps.document),
      (
        "notes",
        notes.count == 0
          ? JSONNode?.none
          : [
            "count": .number(String(notes.count)),
            "first": .array(notes.first.map(JSONNode.string)),
          ]
      ),
      ("samples", samples?.document),
    ]
    return .made(members)
  }

  /// Whether a document claims to be a summary, of whatever version.
  package static func isSummary(_ document: JSONDocument) -> Bool {
    document.root["x-findings"] != nil
  }

  /// Reads a summary; nil for a document that is none, or one of another version.
  ///
  /// The document is read with ``maximumDocumentDepth``.
  package init?(_ document: JSONDocument) {
    let root = document.root
    guard root["x-findings"]?.numberText == String(Self.documentVersion),
      let command = root["command"]?.string, let examples = root["examples"]?.whole,
      let documents = root["documents"]?.whole, let lines = root["lines"]?.whole,
      let broken = root["broken"]?.whole, let causes = root["causes"],
      let others = root["others"]
    else { return nil }
    self.init(command: command, type: root["type"]?.string, examples: examples)
    self.documents = documents
    self.lines = lines
    self.broken = broken
    if let contract = root["contract"] {
      guard let basis = Basis(contract) else { return nil }
      self.basis = basis
    }
    for value in causes.elements {
      guard let kind = FindingCause.Kind(value), let place = value["id"]?.string?.asHash,
        let cause = Cause(value, kind)
      else { return nil }
      self.causes[FindingCause(kind: kind, place: place)] = cause
    }
    for value in others.elements {
      guard let kind = FindingCause.Kind(value), let count = value["count"]?.whole else {
        return nil
      }
      self.others[kind] = count
    }
    if let gaps = root["gaps"] {
      guard let gaps = DecodingGaps(gaps) else { return nil }
      self.gaps = gaps
    }
    if let notes = root["notes"] {
      guard let count = notes["count"]?.whole, let first = notes["first"] else { return nil }
      self.notes = NoteChoice(count: count, first: first.elements.compactMap(\.string))
    }
    if let samples = root["samples"] {
      let bytes = Array(document.bytes[samples.byteRange])
      guard
        let part = try? JSONDocument(bytes, maximumDepth: ShapeSummary.maximumDocumentDepth),
        let summary = ShapeSummary(part)
      else { return nil }
      self.samples = summary
    }
    guard isCountable else { return nil }
  }

  private func document(of cause: Cause, _ key: FindingCause) -> JSONNode {
    .made(
      key.kind.members + [
        ("id", .string(key.place.digits)), ("count", .number(String(cause.count))),
        ("path", cause.path.map(JSONNode.string)), ("keyword", cause.keyword.map(JSONNode.string)),
        ("otherObject", cause.isOfOtherObject ? .bool(true) : JSONNode?.none),
        ("type", cause.dto.map { .string($0.type) }),
        ("property", cause.dto?.property.map(JSONNode.string)),
        (
          "examples",
          examples == 0
            ? JSONNode?.none
            : .array(cause.examples.prefix(examples).map { $0.document(besides: cause.path) })
        ),
      ])
  }
}

extension FindingSummary.Cause {
  init?(_ value: JSONValue, _ kind: FindingCause.Kind) {
    guard let rule = Rule[kind.rule], let count = value["count"]?.whole, count > 0 else {
      return nil
    }
    self.init(
      count: count, path: value["path"]?.string, keyword: value["keyword"]?.string,
      isOfOtherObject: value["otherObject"]?.bool ?? false,
      dto: value["type"]?.string.map {
        DTOReference(type: $0, property: value["property"]?.string)
      }, examples: [])
    for element in value["examples"].map({ Array($0.elements) }) ?? [] {
      guard let example = FindingSummary.Example(element, of: self, rule, kind.level) else {
        return nil
      }
      examples.append(example)
    }
  }
}

extension FindingSummary.Example {
  /// The example, without the path where all of the cause have the same.
  func document(besides path: String?) -> JSONNode {
    .made([
      ("file", finding.file.map(JSONNode.string)),
      ("line", finding.line.map { .number(String($0)) }),
      ("column", finding.column.map { .number(String($0)) }),
      ("offset", finding.offset.map { .number(String($0)) }),
      ("document", .number(String(finding.documentOffset))),
      (
        "documentLine",
        finding.documentLine == 1 ? JSONNode?.none : .number(String(finding.documentLine))
      ),
      ("number", number == 0 ? JSONNode?.none : .number(String(number))),
      ("pointer", finding.pointer.map(JSONNode.string)),
      ("path", finding.path == path ? JSONNode?.none : finding.path.map(JSONNode.string)),
      ("message", .string(finding.message)),
      ("expected", finding.expected.map(JSONNode.string)),
      ("found", finding.found.map(JSONNode.string)), ("value", finding.value.map(JSONNode.string)),
      ("stated", finding.statesValues ? .bool(true) : JSONNode?.none),
    ])
  }

  init?(_ value: JSONValue, of cause: FindingSummary.Cause, _ rule: Rule, _ level: Level) {
    guard let message = value["message"]?.string, let document = value["document"]?.whole,
      value.isPlace("line", from: 1), value.isPlace("column", from: 1),
      value.isPlace("offset", from: 0), value.isPlace("number", from: 0),
      value.isPlace("documentLine", from: 1)
    else { return nil }
    var finding = Finding(rule, message)
    finding.level = level
    let path = value["path"]?.string ?? cause.path
    finding.place = path.flatMap { ShapePath($0) }
    finding.path = path
    finding.site = path == cause.path ? nil : cause.path.flatMap { ShapePath($0) }
    finding.source = value["file"]?.string.map { .file($0) }
    finding.line = value["line"]?.whole
    finding.column = value["column"]?.whole
    finding.offset = value["offset"]?.whole
    finding.documentOffset = document
    finding.documentLine = value["documentLine"]?.whole ?? 1
    finding.pointer = value["pointer"]?.string
    finding.expected = value["expected"]?.string
    finding.found = value["found"]?.string
    finding.value = value["value"]?.string
    finding.statesValues = value["stated"]?.bool ?? false
    finding.keyword = cause.keyword
    finding.isOfOtherObject = cause.isOfOtherObject
    finding.dto = cause.dto
    self.init(finding: finding, number: value["number"]?.whole ?? 0)
  }
}

extension FindingSummary.Basis {
  fileprivate var document: JSONNode {
    .made([
      ("name", .string(name)), ("hash", .string(hash.digits)), ("text", text.map(JSONNode.string)),
    ])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let name = value["name"]?.string, let hash = value["hash"]?.string?.asHash else {
      return nil
    }
    self.init(name: name, hash: hash, text: value["text"]?.string)
  }
}

extension FindingCause.Kind {
  fileprivate var members: [(String, JSONNode?)] {
    [("rule", .string(rule)), ("level", .string(level.rawValue))]
  }

  /// What the kind stands in order by.
  fileprivate var order: String { "\(rule) \(level.rawValue)" }

  fileprivate init?(_ value: JSONValue) {
    guard let rule = value["rule"]?.string, Rule[rule] != nil,
      let level = value["level"]?.string.flatMap(Level.init(rawValue:))
    else { return nil }
    self.init(rule: rule, level: level)
  }
}

extension DecodingGaps {
  fileprivate var document: JSONNode {
    .made([
      ("ended", .number(String(ended))), ("notRun", .number(String(notRun))),
      ("reason", reason.map(JSONNode.string)),
    ])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let ended = value["ended"]?.whole, let notRun = value["notRun"]?.whole else {
      return nil
    }
    self.init(ended: ended, notRun: notRun, reason: value["reason"]?.string)
  }
}

extension JSONNode {
  /// An object with those members that have a value.
  fileprivate static func made(_ members: [(String, JSONNode?)]) -> JSONNode {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}

extension JSONValue {
  /// A whole number from 0 to the most that is counted.
  fileprivate var whole: Int? {
    numberText.flatMap { Int($0) }.flatMap { 0...FindingSummary.mostCounted ~= $0 ? $0 : nil }
  }

  /// Whether a member is missing, or a whole number from another one on.
  fileprivate func isPlace(_ name: String, from first: Int) -> Bool {
    self[name].map { $0.whole.map { $0 >= first } ?? false } ?? true
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  fileprivate var digits: String {
    let text = String(self, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}

extension String {
  /// The hash that sixteen hexadecimal digits write.
  fileprivate var asHash: UInt64? { utf8.count == 16 ? UInt64(self, radix: 16) : nil }
}
