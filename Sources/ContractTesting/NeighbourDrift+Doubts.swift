import JSONSchema
import SchemaDrift
import StrictJSON

/// What an endpoint only guesses, and others know better.
///
/// An endpoint with one record cannot tell a key that is gone from one that not all records have, and takes
/// two keys of that kind for one that was renamed. A list of the same records can:
///
///     random     {"meco": 150, "entry_burn": 404}, and today {"meco": 151, "landing_burn": 520}
///                is entry_burn gone, or landing_burn now?
///     launches   entry_burn in 7 and landing_burn in 4 of 10 records, in the contract
///                neither: both are keys that come and go
///
/// Only what no value carries is withdrawn: a rename that is a guess, and a loss in records of which nothing
/// says that they are the same. It stays as a notice.
extension NeighbourDrift {
  mutating func withdrawDoubted() {
    for index in results.indices {
      for check in results[index].comparisons.indices {
        for change in results[index].comparisons[check].changes
        where change.isDoubtful && isRefuted(change, at: index, check) {
          withdraw(change, at: index, check)
        }
      }
    }
  }

  /// Whether another endpoint of the suite knows that the change is none.
  private func isRefuted(_ change: Change, at index: Int, _ check: Int) -> Bool {
    guard let from = change.from else { return false }
    let records = results[index].comparisons[check].records
    // A document with lists in it may be a record of its own.
    let oldRoot = records.old.first(where: from.isWithin) ?? ShapePath()
    let source = from.steps(below: oldRoot.depth)
    var target: [ShapePath.Step]?
    if let to = change.to {
      let newRoot = records.new.first(where: to.isWithin) ?? ShapePath()
      target = to.steps(below: newRoot.depth)
    }
    return results.indices.contains { other in
      guard other != index, results[other].outcome.suite == results[index].outcome.suite else {
        return false
      }
      return results[other].comparisons.contains { neighbour in
        guard let target else {
          return neighbour.isNotInAll(source, of: results[index].comparisons[check], at: from)
        }
        return neighbour.isKnown(source) && neighbour.isKnown(target)
      }
    }
  }

  private mutating func withdraw(_ change: Change, at index: Int, _ check: Int) {
    guard let finding = results[index].comparisons[check].withdraw(change) else { return }
    results[index].replace(change, by: finding)
  }
}

extension Change {
  /// Whether no value carries the change.
  fileprivate var isDoubtful: Bool {
    guard slots == nil, companions.isEmpty, evidence.isSignificant else { return false }
    switch rule {
    case .keyRemoved: return evidence.mayBeOfOthers
    case .keyRenamed: return confidence == .guess
    default: return false
    }
  }
}

extension DriftCheck {
  /// Whether records of the same kind lack a member, while others have it; or have it still, where it seems
  /// to be gone.
  ///
  /// Of a contract with all the other members it is said too that none of its records has this one.
  fileprivate func isNotInAll(
    _ steps: [ShapePath.Step], of other: DriftCheck, at place: ShapePath
  ) -> Bool {
    records.old.contains { root in
      let place = (own: root.appending(steps), other: place)
      guard isAlike(place.own, to: other, at: place.other) else { return false }
      guard let observed = oldShape(at: place.own)?.observed else { return true }
      return observed.records.present < observed.records.samples || isInNew(steps)
    }
  }

  private func isInNew(_ steps: [ShapePath.Step]) -> Bool {
    records.new.contains { newShape(at: $0.appending(steps))?.observed != nil }
  }

  /// Whether the object of a place has most of what the object of a place of another contract has beside it.
  private func isAlike(_ place: ShapePath, to other: DriftCheck, at otherPlace: ShapePath) -> Bool {
    guard let holder = place.parent, let otherHolder = otherPlace.parent,
      let object = oldShape(at: holder)?.object, let model = other.oldShape(at: otherHolder)?.object
    else { return false }
    let names = model.members.map(\.name).filter { otherPlace.last != .member($0) }
    let known = names.count { object[$0] != nil }
    return known > 0 && Double(known) >= Self.alike * Double(names.count)
  }

  /// Records of one kind have all the required members in common; an endpoint may show a part of the optional
  /// ones only.
  private static let alike = 0.75

  /// Whether the records of the contract had a place.
  fileprivate func isKnown(_ steps: [ShapePath.Step]) -> Bool {
    records.old.contains { oldShape(at: $0.appending(steps))?.observed != nil }
  }
}

extension EndpointCheck.Result {
  /// Puts a notice where a change was told.
  ///
  /// What a type makes of it stays as it is.
  fileprivate mutating func replace(_ change: Change, by notice: Finding) {
    var notice = notice
    notice.suite = outcome.suite
    notice.endpoint = outcome.endpoint
    findings = findings.map { finding in
      guard finding.tells(change) else { return finding }
      notice.consequences = finding.consequences
      notice.level = max(notice.level, finding.consequences.map(\.level).max() ?? .info)
      notice.source = finding.source
      notice.pointer = finding.pointer
      notice.line = finding.line
      notice.column = finding.column
      notice.excerpt = finding.excerpt
      return notice
    }
    outcome.status = CheckStatus(outcome.facts, findings)
  }
}
