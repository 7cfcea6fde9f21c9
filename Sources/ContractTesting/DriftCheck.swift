package import JSONSchema
package import SchemaDrift
package import StrictJSON
import WireDates

/// Old format against new format: each change once, with the level that the app gives it.
package struct DriftCheck: Sendable {
  /// The changes, in the order of the old format.
  package private(set) var changes: [Change]

  /// Where each path of the old format went.
  package private(set) var mapping: [PathMapping]

  /// Where the records lie in the old and the new format.
  let records: (old: [ShapePath], new: [ShapePath])

  private let old: Shape
  private let levels: LevelTable

  /// Compares two shapes.
  ///
  /// `reads` is what the app's types asked for; nil where no type is known.
  package init(old: Shape, new: Shape, reads: [DecodingRead]?) {
    self.init(old: Drift.Side(shape: old), new: Drift.Side(shape: new), reads: reads)
  }

  /// Compares two sides, by the values of their documents where they have any.
  ///
  /// `reads` is what the app's types asked for; nil where no type is known.
  package init(old: Drift.Side, new: Drift.Side, reads: [DecodingRead]?) {
    let drift = Drift.between(old, new)
    changes = drift.changes
    mapping = drift.mapping
    records = (Drift.recordPaths(in: old.shape), Drift.recordPaths(in: new.shape))
    self.old = old.shape
    levels = LevelTable(reads: reads)
  }

  /// Takes the changes that a contract keeps, of which some type still reads the old place.
  init(_ contract: Contract, reads: [DecodingRead]?) {
    let levels = LevelTable(reads: reads)
    old = contract.shape
    mapping = []
    records = ([], [])
    changes = contract.acceptedChanges.map(\.change).filter {
      levels.read(at: $0.places) != nil
    }
    self.levels = levels
  }

  /// The changes as findings, each at the first place that shows it.
  ///
  /// `violations` are the places where the new documents break the old contract; the first one at
  /// a change's path is where the change is shown.
  package func findings(in readings: [ResponseReading], violations: [Finding]) -> [Finding] {
    changes.compactMap { change in
      guard var finding = finding(of: change) else { return nil }
      let place = finding.place
      if let violation = violations.first(where: { $0.place == place }) {
        finding.source = violation.source
        finding.pointer = violation.pointer
        finding.line = violation.line
        finding.column = violation.column
        finding.excerpt = violation.excerpt
        return finding
      }
      return locate(finding, change, in: readings)
    }
  }

  /// The change as a finding, without the place in a document that shows it.
  private func finding(of change: Change) -> Finding? {
    guard let place = change.from ?? change.to else { return nil }
    let text = ChangeText(change)
    var finding = Finding(change.rule, text.message)
    finding.level = levels.level(of: change)
    finding.place = place
    finding.expected = text.old
    finding.found = text.new
    finding.statesValues = text.statesValues
    if let read = levels.read(at: change.places) {
      finding.dto = DTOReference(type: read.owner.type, property: read.owner.property)
      finding.nextStep = DTOPatch(change, levels).text.map(NextStep.changeType)
    }
    finding.change = change.mapping
    return finding
  }

  /// Makes what the type said a consequence of the change that explains it; returns the rest.
  ///
  /// A key that was renamed is missing in each document, and that is one finding. `sources` are the
  /// responses that were compared.
  func fold(_ decoding: [Finding], of sources: Set<DocumentSource>, into drift: inout [Finding])
    -> [Finding]
  {
    var causes: [(place: ShapePath, index: Int)] = []
    for (index, finding) in drift.enumerated() {
      guard let change = change(of: finding), change.from != nil, change.evidence.isSignificant
      else { continue }
      causes += change.places.map { ($0, index) }
    }
    return decoding.filter { finding in
      guard finding.rule.family == .decoding, finding.level > .info, !finding.isAgreed,
        finding.source.map(sources.contains) ?? false, let place = finding.place,
        let cause = causes.first(where: { place.isWithin($0.place) })
      else { return true }
      drift[cause.index].fold(finding)
      return false
    }
  }

  /// The change that a finding tells of.
  private func change(of finding: Finding) -> Change? {
    changes.first {
      $0.rule == finding.rule.drift && $0.from == finding.change?.from
        && $0.to == finding.change?.to
    }
  }

  /// Puts a change in the place of one that only says that its value is gone, and of one that only says
  /// that its new place is new; returns it as a finding.
  mutating func restate(_ gone: Change, as change: Change) -> Finding? {
    guard let index = changes.firstIndex(of: gone), let from = change.from, let to = change.to,
      let finding = finding(of: change)
    else { return nil }
    changes[index] = change
    changes.removeAll { $0.rule == .keyAdded && $0.to.map { to.isWithin($0) } ?? false }
    for index in mapping.indices {
      guard let place = mapping[index].from, place.isWithin(from), mapping[index].to != to else {
        continue
      }
      let image = ShapePath(steps: to.steps + place.steps.dropFirst(from.steps.count))
      mapping[index].to = image
      mapping[index].kind = change.kind
      mapping[index].confidence = change.confidence
    }
    let images = Set(mapping.filter { $0.from != nil }.compactMap(\.to))
    mapping.removeAll { entry in
      guard entry.from == nil, let place = entry.to else { return false }
      // A new object that holds what moved is no change of its own.
      return images.contains(place) || to.isWithin(place)
    }
    return finding
  }

  /// The violations that no change explains.
  package func unexplained(_ violations: [Finding]) -> [Finding] {
    let explained = changes.flatMap(\.places)
    return violations.filter { violation in
      guard let place = violation.place else { return true }
      return !explained.contains { place.isWithin($0) }
    }
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
      if change.rule == .keyRemoved || change.rule == .becameOptional {
        guard let lack = path.firstLack(in: document) else { continue }
        return reading.place(
          finding, lack.object.offset..<lack.object.offset + 1,
          pointer: lack.object.pointer.appending(lack.key))
      }
      let wantsNull = change.rule == .becameNullable || change.rule == .becameAlwaysNull
      let known = wantsNull ? nil : old.shape(at: path)
      let value = path.first(in: document) { $0.isNull == wantsNull && known?.isNews($0) ?? true }
      if let value { return reading.place(finding, value.byteRange, pointer: value.pointer) }
    }
    for reading in readings {
      guard let document = reading.document,
        let value = path.first(in: document, where: { !$0.isNull || change.kind == .added })
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

  /// Whether a value has a type or a date format that the shape does not know.
  fileprivate func isNews(_ value: JSONValue) -> Bool {
    let type = JSONType(of: value)
    let isKnown =
      types.isEmpty || types.contains(type) || type == .integer && types.contains(.number)
    guard isKnown, let dateFormat else { return !isKnown }
    if let text = value.string { return dateFormat.date(from: text) == nil }
    return false
  }
}
