import Endpoints
package import JSONSchema
import StrictJSON

/// What is wrong with many documents: exact counts and a few examples, to be joined with the share of others.
///
/// Joining is associative and commutative, so the same documents give the same bytes however they were
/// divided. Three things make it so:
///
/// - **Counts** are sums.
/// - **Examples** of a cause are the first ones in the order of files and documents. A process that has
///   found the first few of its share has all that it can contribute, and makes no more of them.
/// - **Causes** are told apart by a hash. Of more causes of a rule and level than there is room for, those
///   with the smallest hashes stay; a cause that is dropped somewhere has enough smaller ones there that
///   it is dropped from the whole, too. The others are counted together.
///
/// So the size is bounded by the format, and never depends on the number of documents.
package struct FindingSummary: Sendable {
  /// The command that read the documents.
  package let command: String

  /// The type that they were decoded as; nil where they were not.
  package let type: String?

  /// What they were validated against; nil without a contract.
  package var basis: Basis?

  /// The number of documents.
  package var documents = 0

  /// The number of lines of NDJSON, blank ones included.
  package var lines = 0

  /// The number of documents that are no JSON.
  package var broken = 0

  /// The most examples of each cause.
  package internal(set) var examples: Int

  /// What the documents have in common, by which their contract grades what breaks it; nil for another one.
  package var samples: ShapeSummary?

  /// The documents that a type was not run on to their end.
  package var gaps = DecodingGaps()

  /// What was not checked to its end: all counted, the first ones in the order of their words kept.
  package var notes = NoteChoice()

  var causes: [FindingCause: Cause] = [:]
  var others: [FindingCause.Kind: Int] = [:]

  /// The most causes of a rule and level that are told apart.
  private let room: Int

  /// A contract, as far as its findings depend on it.
  package struct Basis: Sendable, Hashable {
    /// The name of its file, without folders, which differ from machine to machine.
    package var name: String
    /// A hash of its bytes.
    package var hash: UInt64
    /// The contract as compact JSON, where it is needed to grade findings and needs no other file.
    package var text: String?

    /// Makes a basis.
    package init(name: String, hash: UInt64, text: String?) {
      self.name = name
      self.hash = hash
      self.text = text
    }
  }

  /// What is known of a cause.
  struct Cause: Sendable {
    var count: Int
    /// The place in the format, with one step for all names that are data.
    var path: String?
    var keyword: String?
    var isOfOtherObject = false
    var dto: DTOReference?
    /// The first findings, in their order.
    var examples: [Example]
  }

  /// A finding that stands for others.
  struct Example: Sendable {
    var finding: Finding
    /// The number of earlier findings of the cause in the same document.
    var number: Int
  }

  /// Makes a summary of nothing.
  ///
  /// It tells apart so many causes of a rule and level as the tallies do that are added.
  package init(
    command: String, type: String? = nil, examples: Int,
    room: Int = FindingTally.Limits.summary(examples: 0).causesOfKind ?? .max
  ) {
    self.room = room
    self.command = command
    self.type = type
    self.examples = examples
  }

  // MARK: Adding

  /// Adds the findings of files whose names ascend, without the credentials that a redaction knows.
  package mutating func add(_ tally: FindingTally, redaction: Redaction) {
    let (counted, rest) = tally.counted()
    for entry in counted {
      var numbers = (document: -1, file: String?.none, next: 0)
      let examples = entry.findings.map { finding in
        if finding.documentOffset != numbers.document || finding.file != numbers.file {
          numbers = (finding.documentOffset, finding.file, 0)
        }
        defer { numbers.next += 1 }
        var finding = finding.redacted(by: redaction)
        finding.excerpt = nil
        return Example(finding: finding, number: numbers.next)
      }
      guard let first = examples.first?.finding else { continue }
      join(
        Cause(
          count: entry.count, path: first.site?.description ?? first.path, keyword: first.keyword,
          isOfOtherObject: first.isOfOtherObject, dto: first.dto, examples: examples),
        as: entry.cause)
    }
    for (kind, count) in rest { others[kind, default: 0] += count }
    limit()
  }

  /// Why two summaries cannot be joined.
  package enum Conflict: Error, Sendable, Hashable {
    case command(String, String)
    case type(String, String)
    case contract(String, String)
    /// The counts of both are more than any number of documents.
    case counts
  }

  /// The most that is counted: JSON numbers are exact up to here, and two such counts can be added.
  package static let mostCounted = 1 << 53

  /// Whether no count, and no sum of the counts of causes, is larger than the most.
  var isCountable: Bool { counts.allSatisfy { $0 <= Self.mostCounted } }

  private var counts: [Int] {
    // Each count is at most the most, and so is the sum, or one more.
    let found = (causes.values.map(\.count) + others.values).reduce(0) {
      min($0 + $1, Self.mostCounted + 1)
    }
    return [documents, lines, broken, gaps.ended, gaps.notRun, notes.count, found]
  }

  /// Adds everything that another summary knows.
  package mutating func merge(_ other: FindingSummary) throws(Conflict) {
    guard command == other.command else { throw .command(command, other.command) }
    guard type == other.type else { throw .type(type ?? "none", other.type ?? "none") }
    guard basis == other.basis else {
      throw .contract(basis?.name ?? "none", other.basis?.name ?? "none")
    }
    guard zip(counts, other.counts).allSatisfy({ $0 + $1 <= Self.mostCounted }) else {
      throw .counts
    }
    documents += other.documents
    lines += other.lines
    broken += other.broken
    examples = min(examples, other.examples)
    if let more = other.samples { samples = samples.map { $0.merging(more) } ?? more }
    gaps.merge(other.gaps)
    notes.merge(other.notes)
    for (cause, entry) in other.causes { join(entry, as: cause) }
    for (kind, count) in other.others { others[kind, default: 0] += count }
    limit()
  }

  private mutating func join(_ new: Cause, as cause: FindingCause) {
    guard var known = causes[cause] else {
      causes[cause] = new
      return
    }
    known.count += new.count
    known.examples = Array((known.examples + new.examples).sorted(by: <).prefix(max(1, examples)))
    causes[cause] = known
  }

  /// Drops what there is no room for.
  private mutating func limit() {
    guard causes.count > room else { return }
    for (kind, keys) in Dictionary(grouping: causes.keys, by: \.kind) where keys.count > room {
      for cause in keys.sorted(by: { $0.place < $1.place })[room...] {
        others[kind, default: 0] += causes.removeValue(forKey: cause)?.count ?? 0
      }
    }
  }

  /// Keeps no more examples of each cause than a number.
  package mutating func keep(examples: Int) { self.examples = min(self.examples, examples) }

  // MARK: Results

  /// The findings: the examples in the order of the documents, the last of each cause with the number of
  /// those like it.
  package var findings: [Finding] {
    var listed: [Example] = []
    for (cause, entry) in causes {
      guard let rule = Rule[cause.kind.rule] else { continue }
      var examples = Array(entry.examples.prefix(self.examples))
      if examples.isEmpty {
        var finding = Finding(rule, rule.summary)
        finding.place = entry.path.flatMap { ShapePath($0) }
        finding.path = entry.path
        finding.keyword = entry.keyword
        finding.isOfOtherObject = entry.isOfOtherObject
        finding.dto = entry.dto
        examples = [Example(finding: finding, number: 0)]
      }
      for index in examples.indices { examples[index].finding.level = cause.kind.level }
      examples[examples.count - 1].finding.more = entry.count - examples.count
      listed += examples
    }
    for (kind, count) in others where count > 0 {
      guard let rule = Rule[kind.rule] else { continue }
      var finding = Finding(rule, "more places than a summary tells apart")
      finding.level = kind.level
      finding.more = count - 1
      listed.append(Example(finding: finding, number: 0))
    }
    return listed.sorted(by: <).map(\.finding)
  }

  /// The number of all findings.
  package var total: Int {
    causes.values.reduce(0) { $0 + $1.count } + others.values.reduce(0, +)
  }
}

extension FindingSummary.Example: Comparable {
  /// Compares by file, document, number and content; what comes from no file stands last.
  ///
  /// Documents are told apart by their lines first: who joins the parts of a file may not say at which byte each begins.
  static func < (left: Self, right: Self) -> Bool {
    switch (left.finding.file, right.finding.file) {
    case (let one?, let other?) where one != other:
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    case (_?, nil): return true
    case (nil, _?): return false
    default: break
    }
    let (one, other) = (left.finding, right.finding)
    if one.documentLine != other.documentLine { return one.documentLine < other.documentLine }
    if one.documentOffset != other.documentOffset {
      return one.documentOffset < other.documentOffset
    }
    if left.number != right.number { return left.number < right.number }
    if one.offset != other.offset { return (one.offset ?? 0) < (other.offset ?? 0) }
    let content = left.content
    return content.lexicographicallyPrecedes(right.content)
  }

  static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

  /// All that is written of the example.
  private var content: [UInt8] {
    JSONWriter.compactBytes(
      [
        "rule": .string(finding.rule.id), "level": .string(finding.level.rawValue),
        "site": .string(finding.site?.description ?? ""), "example": document(besides: nil),
      ])
  }
}

/// Some of many lines of text, the same ones in any order: the first by their bytes.
package struct NoteChoice: Sendable {
  package private(set) var count = 0
  package private(set) var first: [String] = []

  /// The most lines that are kept.
  private static let most = 100

  package init() {}

  init(count: Int, first: [String]) {
    self.count = count
    self.first = first
  }

  package mutating func add(_ notes: [String]) {
    merge(NoteChoice(count: notes.count, first: notes))
  }

  package mutating func merge(_ other: NoteChoice) {
    guard other.count > 0 else { return }
    count += other.count
    let all = (first + other.first).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    first = Array(all.prefix(Self.most))
  }

  /// The notes, and how many more there are.
  package var lines: [String] {
    first
      + (count > first.count
        ? ["\(count - first.count) more notes about parts that were not checked"] : [])
  }
}

extension ShapeSummary {
  fileprivate func merging(_ other: ShapeSummary) -> ShapeSummary {
    var summary = self
    summary.merge(other)
    return summary
  }
}
