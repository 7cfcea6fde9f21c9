public import JSONSchema
public import SchemaDrift
public import StrictJSON
import WireDates

/// Old format against new format: each change once, with the level that the app gives it.
public struct DriftCheck: Sendable {
  /// The changes and where each path went.
  public let drift: Drift

  private let old: Shape
  private let levels: LevelTable

  /// Compares two shapes.
  ///
  /// `reads` is what the app's types asked for; nil where no type is known.
  public init(old: Shape, new: Shape, reads: [DecodingRead]?) {
    drift = Drift.between(old, new)
    self.old = old
    levels = LevelTable(reads: reads)
  }

  /// Where each path of the old format went.
  public var mapping: [MappingEntry] {
    drift.mapping.map { entry in
      MappingEntry(
        from: entry.from?.description, to: entry.to?.description,
        kind: MappingEntry.Kind(rawValue: entry.kind.rawValue) ?? .same)
    }
  }

  /// Tells the changes as findings, each at the first place that shows it.
  ///
  /// `violations` are the places where the new documents break the old contract; the first one at
  /// a change's path is where the change is shown.
  public func findings(in readings: [ResponseReading], violations: [Finding]) -> [Finding] {
    drift.changes.compactMap { change in
      guard let rule = Rule[change.rule], let place = change.from ?? change.to else { return nil }
      let path = place.description
      var finding = Finding(rule, Self.message(change))
      finding.level = levels.level(
        of: rule, isSignificant: change.evidence.isSignificant, path: path)
      finding.path = path
      finding.expected = change.old
      finding.found = change.new
      if let owner = levels.read(at: path)?.owner {
        finding.dto = DTOReference(type: owner.type, property: owner.property)
      }
      finding.change = MappingEntry(
        from: change.from?.description, to: change.to?.description,
        kind: MappingEntry.Kind(rawValue: change.kind.rawValue) ?? .same)
      if let violation = violations.first(where: { $0.path == path }) {
        finding.file = violation.file
        finding.pointer = violation.pointer
        finding.line = violation.line
        finding.column = violation.column
        finding.excerpt = violation.excerpt
        return finding
      }
      return locate(finding, change, in: readings)
    }
  }

  /// The violations that no change explains.
  public func unexplained(_ violations: [Finding]) -> [Finding] {
    let explained = drift.changes.flatMap { $0.places.map(\.description) }
    return violations.filter { violation in
      guard let path = violation.path else { return true }
      return !explained.contains {
        path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[")
      }
    }
  }

  private static func message(_ change: Change) -> String {
    let what =
      switch change.kind {
      case .removed: "the key is gone"
      case .added: "there is a new key, \(change.new)"
      default: "\(change.old) became \(change.new)"
      }
    let subject = change.slots.map { "\($0): \(what)" } ?? what
    let evidence = change.evidence.description
    return evidence.isEmpty ? subject : "\(subject) (\(evidence))"
  }

  /// Puts a finding at the first place of the new documents that shows the change.
  ///
  /// Where no value is news for the old format by itself, any value shows the change.
  private func locate(
    _ finding: Finding, _ change: Change, in readings: [ResponseReading]
  ) -> Finding {
    guard let path = change.to ?? change.from else { return finding }
    for reading in readings {
      guard let document = reading.document else { continue }
      if finding.rule == .keyRemoved || finding.rule == .becameOptional {
        guard let lack = path.firstLack(in: document) else { continue }
        return reading.place(
          finding, lack.object.offset..<lack.object.offset + 1,
          pointer: lack.object.pointer.appending(lack.key))
      }
      let wantsNull = finding.rule == .becameNullable || finding.rule == .becameAlwaysNull
      let known = wantsNull ? nil : old.shape(at: path)
      let value = path.first(in: document) { $0.isNull == wantsNull && known?.isNews($0) ?? true }
      if let value { return reading.place(finding, value.byteRange, pointer: value.pointer) }
    }
    for reading in readings {
      guard let document = reading.document,
        let value = path.first(in: document, where: { !$0.isNull })
      else { continue }
      return reading.place(finding, value.byteRange, pointer: value.pointer)
    }
    return finding
  }
}

extension Shape {
  /// Finds the shape of the values at a path; nil where nothing is known of them.
  func shape(at path: ShapePath) -> Shape? {
    var known: Shape? = self
    for step in path.steps {
      switch step {
      case .member(let name): known = known?.object?[name]?.shape ?? known?.object?.mapValue
      case .elements: known = known?.element
      case .values: known = known?.object?.mapValue
      }
    }
    return known
  }

  /// Says whether a value has a type or a date format that the shape does not know.
  fileprivate func isNews(_ value: JSONValue) -> Bool {
    let type = JSONType(of: value)
    let isKnown =
      types.isEmpty || types.contains(type) || type == .integer && types.contains(.number)
    guard isKnown, let dateFormat else { return !isKnown }
    if let text = value.string { return dateFormat.date(from: text) == nil }
    return false
  }
}
