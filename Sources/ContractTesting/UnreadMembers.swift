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
  private var reported: Set<ShapePath> = []

  init(_ contract: Contract?) {
    self.contract = contract
  }

  /// Whether a member is the first one of its path, however many documents have it.
  mutating func isFirst(_ unread: UnreadKey) -> Bool { reported.insert(unread.path).inserted }

  /// Drops what a change of the format tells already; `changes` are those that the findings of drift tell of.
  static func unexplained(_ findings: [Finding], by changes: [Change]) -> [Finding] {
    let moved = changes.flatMap { $0.companions.map(\.to) }
    let added =
      moved
      + findings.filter { $0.rule.family == .drift }.compactMap { finding in
        finding.change?.from == finding.change?.to ? nil : finding.change?.to
      }
    return findings.filter { finding in
      guard finding.rule == .unreadKey, let place = finding.place else { return true }
      return !added.contains { place.isWithin($0) || $0.isWithin(place) }
    }
  }

  /// Whether the contract has the member; without a contract nothing says that it is new.
  func isKnown(_ unread: UnreadKey, in document: JSONDocument) -> Bool {
    guard let contract else { return true }
    return contract.shape.shape(at: ShapePath(of: unread.pointer, in: document)) != nil
  }
}

extension DecodingCheck {
  /// The finding about a member that the type never asks for.
  func finding(
    for unread: UnreadKey, in reading: ResponseReading, _ document: JSONDocument
  ) -> Finding {
    var finding = Finding(
      .unreadKey,
      unread.message + (unread.count == 1 ? "" : "; \(unread.count) objects have it"))
    finding.place = unread.path
    finding.found = unread.found
    finding.dto = DTOReference(type: unread.type, property: nil)
    let value = document.value(at: unread.pointer)?.byteRange
    return reading.place(
      finding, value ?? unread.offset..<unread.offset + 1, pointer: unread.pointer)
  }
}
