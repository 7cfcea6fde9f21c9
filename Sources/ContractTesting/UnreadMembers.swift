import JSONSchema
import SchemaDrift
import StrictJSON

/// What the type never asks for, as findings, and what of it is news.
///
/// An API sends more than an app reads. What the contract knows is no news, and what it does not
/// know the change of the format tells, as `key-added`. So a check keeps these findings for
/// programs; `decode` shows them.
struct UnreadMembers {
  private let contract: Contract?

  /// The paths that were reported.
  private var reported: Set<String> = []

  init(_ contract: Contract?) {
    self.contract = contract
  }

  /// Marks what is no news.
  func apply(to findings: [Finding], in reading: ResponseReading) -> [Finding] {
    guard let document = reading.document else { return findings }
    return findings.map { finding in
      guard finding.rule == .unreadKey else { return finding }
      var finding = finding
      finding.isAgreed = isKnown(finding, in: document)
      return finding
    }
  }

  /// Keeps one finding for each path, however many documents have the member.
  mutating func once(_ findings: [Finding]) -> [Finding] {
    findings.filter { finding in
      finding.rule != .unreadKey || reported.insert(finding.path ?? "").inserted
    }
  }

  /// Drops what a change of the format tells already.
  static func unexplained(_ findings: [Finding]) -> [Finding] {
    let added = findings.filter { $0.rule.family == .drift }.compactMap { finding in
      finding.change?.from == finding.change?.to ? nil : finding.change?.to
    }
    return findings.filter { finding in
      guard finding.rule == .unreadKey, let place = finding.place else { return true }
      return !added.contains { place.isWithin($0) || $0.isWithin(place) }
    }
  }

  /// Whether the contract has the member; without a contract nothing says that it is new.
  private func isKnown(_ finding: Finding, in document: JSONDocument) -> Bool {
    guard let contract else { return true }
    guard let pointer = finding.pointer.flatMap({ JSONPointer($0) }) else { return false }
    return contract.shape.shape(at: ShapePath(of: pointer, in: document)) != nil
  }
}

extension DecodingCheck {
  /// The finding about a member that the type never asks for.
  func finding(
    for unread: UnreadKey, in reading: ResponseReading, _ document: JSONDocument
  ) -> Finding {
    var finding = Finding(
      .unreadKey,
      unread.message + (unread.count == 1 ? "" : "; it stands in \(unread.count) objects"))
    finding.place = unread.path
    finding.found = unread.found
    finding.dto = DTOReference(type: unread.type, property: nil)
    let value = document.value(at: unread.pointer)?.byteRange
    return reading.place(
      finding, value ?? unread.offset..<unread.offset + 1, pointer: unread.pointer)
  }
}
