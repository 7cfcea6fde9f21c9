package import JSONSchema
import SchemaDrift
import StrictJSON

/// Grades values that break a contract by the evidence that the contract keeps, as a check does.
///
/// A contract from three samples says `"type": "string"` of a member that the hundredth has as null. The
/// keyword was written by inference, and the counts beside it (`x-observed`) say how little it was seen:
/// such a value is worth a mention. A keyword that a person wrote is kept to the letter:
///
/// - one in a contract, or beside a place, without counts,
/// - one that inference does not write, such as `minLength`,
/// - one that the counts contradict: `"type": "string"` where they have seen null.
///
/// Few samples say enough of what a document is as a whole: `{"error": "no"}` shares no key with them, and
/// stays breaking. A list has records of several kinds, and must have shown as many as an enumeration needs.
package struct EvidenceGrading: Sendable {
  private let old: Shape

  /// Makes a grading; nil for a contract without counts, of which every keyword is kept to the letter.
  package init?(_ contract: Contract) {
    guard contract.shape.observed != nil else { return nil }
    old = contract.shape
  }

  /// Gives each value that breaks the contract its level, from what all the documents show.
  ///
  /// `samples` are all documents that were validated, those without findings too.
  package func grade(_ findings: inout [Finding], by samples: ShapeSummary) {
    guard samples.samples > 0, findings.contains(where: { $0.rule == .schemaViolation }) else {
      return
    }
    let levels = LevelTable(reads: nil, records: Drift.recordPaths(in: old))
    let check = DriftCheck(old: old, new: Shape(inferredFrom: samples), reads: nil)
    let changes = check.changes.filter { !$0.isContradicted }
    let counts = ViolationCounts(findings)
    for index in findings.indices {
      guard findings[index].rule == .schemaViolation, let keyword = findings[index].keyword,
        let place = findings[index].place
      else { continue }
      let count = counts[findings[index]]
      if check.isOfNewMap(findings[index]) || check.isChance(count, of: findings[index]) {
        findings[index].level = .info
        continue
      }
      if findings[index].isOfOtherObject, isKnownWell(place) { continue }
      guard
        let change = changes.first(where: { change in
          change.rule.isAbout(keyword) && change.places.contains { place.lies(within: $0) }
        })
      else { continue }
      // A document that is validated need not answer the request of a sample.
      let level =
        change.evidence.isSignificantAmongOthers ? levels.level(of: change) : Level.info
      findings[index].level = min(findings[index].level, level)
    }
  }

  /// Whether the samples say what the object that holds a member has, whatever its kind.
  private func isKnownWell(_ member: ShapePath) -> Bool {
    guard let holder = member.parent else { return false }
    guard holder.depth > 0 else { return true }
    let known = old.shape(at: holder)?.observed?.records.present ?? 0
    return known >= Self.fewestRecords
  }

  /// Of 22 collections of real records halved at random, none has an object of another kind from here on.
  private static let fewestRecords = 25
}

extension Change {
  /// Whether the old samples show what the contract forbids, so that a person decided it.
  fileprivate var isContradicted: Bool {
    guard let old = evidence.old else { return true }
    switch rule {
    case .becameNullable, .becameAlwaysNull: return old.records.null > 0
    case .becameOptional, .keyRemoved: return old.recordsWithout > 0
    case .typeChanged:
      guard case .types(let before, _) = self.old, case .types(let now, _) = new else {
        return false
      }
      return now.subtracting(before).contains { (old.types[$0] ?? 0) > 0 }
    default: return false
    }
  }
}

/// How many values break each keyword of each place.
struct ViolationCounts {
  private var counts: [Broken: Int] = [:]

  private struct Broken: Hashable {
    let keyword: String?
    let place: ShapePath?
  }

  init(_ findings: [Finding]) {
    for finding in findings {
      counts[Broken(keyword: finding.keyword, place: finding.place), default: 0] += 1 + finding.more
    }
  }

  /// The number for the keyword and the place of a finding.
  subscript(finding: Finding) -> Int {
    counts[Broken(keyword: finding.keyword, place: finding.place)] ?? 0
  }
}

extension DriftRule {
  /// Whether a change of this kind breaks a keyword that inference writes.
  fileprivate func isAbout(_ keyword: String) -> Bool {
    switch self {
    case .keyRemoved, .becameOptional: keyword == "required"
    case .keyRenamed, .keyMoved, .valueNested, .valueHoisted, .slotsToArray:
      ["required", "type"].contains(keyword)
    case .becameNullable, .becameAlwaysNull, .typeChanged, .scalarToArray, .arrayToScalar,
      .arrayToMap, .mapToArray, .objectToID, .numberToNumericString, .numericStringToNumber,
      .envelopeChanged:
      keyword == "type"
    case .dateFormatChanged, .epochUnitChanged, .idFormatChanged, .becameEmpty, .meaningChanged:
      // The change of a place is one: a date that became a number or null in some records is told so.
      keyword == "type" || DriftCheck.keywordsOfForms.contains(keyword)
    case .nothingRespelled:
      ["required", "type"].contains(keyword) || DriftCheck.keywordsOfForms.contains(keyword)
    case .keyAdded, .enumValueAdded, .versionChanged: false
    }
  }
}
