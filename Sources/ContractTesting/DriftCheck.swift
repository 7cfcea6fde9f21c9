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
  /// The new format; nil where the changes were not found by a comparison.
  private let new: Shape?
  private let levels: LevelTable
  /// What is known of the types that read, to change them.
  private let outlines: [TypeOutline]

  /// Compares two shapes.
  ///
  /// `reads` is what the app's types asked for; nil where no type is known.
  package init(old: Shape, new: Shape, reads: [DecodingRead]?, outlines: [TypeOutline] = []) {
    self.init(
      old: Drift.Side(shape: old), new: Drift.Side(shape: new), reads: reads, outlines: outlines)
  }

  /// Compares two sides, by the values of their documents where they have any.
  ///
  /// `reads` is what the app's types asked for; nil where no type is known.
  package init(
    old: Drift.Side, new: Drift.Side, reads: [DecodingRead]?, outlines: [TypeOutline] = []
  ) {
    let drift = Drift.between(old, new)
    changes = drift.changes
    mapping = drift.mapping
    records = (Drift.recordPaths(in: old.shape), Drift.recordPaths(in: new.shape))
    self.old = old.shape
    self.new = new.shape
    levels = LevelTable(reads: reads, records: records.old)
    self.outlines = outlines
  }

  /// Takes the changes that a contract keeps, of which some type still reads the old place.
  init(_ contract: Contract, reads: [DecodingRead]?, outlines: [TypeOutline]) {
    let levels = LevelTable(reads: reads)
    old = contract.shape
    new = nil
    mapping = []
    records = ([], [])
    changes = contract.acceptedChanges.map(\.change).filter {
      levels.read(at: $0.places) != nil
    }
    self.levels = levels
    self.outlines = outlines
  }

  /// The changes as findings, each at the first place that shows it.
  ///
  /// `violations` are the first places where the new documents break the old contract, by their paths; the
  /// one at a change's path is where the change is shown. For the other changes responses are read again.
  package func findings(
    in responses: ReadingSource, violations: [ShapePath: Finding] = [:]
  ) -> [Finding] {
    var findings: [Finding] = []
    var search = ChangeSearch(old: old, new: new)
    let steps = formats.steps(for: changes)
    for (change, step) in zip(changes, steps) {
      guard var finding = finding(of: change), let place = finding.place else { continue }
      finding.nextStep = step
      if let violation = violations[place] {
        finding.takePlace(of: violation)
      } else {
        search.add(change, number: findings.count)
      }
      findings.append(finding)
    }
    search.run(in: responses) { number, reading, range, pointer in
      findings[number] = reading.place(findings[number], range, pointer: pointer)
    }
    return findings
  }

  private var formats: PatchFormats {
    PatchFormats(levels: levels, outlines: outlines, old: old, new: new, mapping: mapping)
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
    }
    finding.change = change.mapping
    return finding
  }

  /// Makes what the type said a consequence of the change that explains it; returns the rest.
  ///
  /// A key that was renamed is missing in each document, and that is one finding. `isCompared` holds for
  /// findings in responses that were compared.
  func fold(
    _ decoding: [Finding], where isCompared: (Finding) -> Bool = { _ in true },
    into drift: inout [Finding]
  ) -> [Finding] {
    var causes: [(place: ShapePath, index: Int)] = []
    for (index, finding) in drift.enumerated() {
      guard let change = change(of: finding), change.from != nil, change.evidence.isSignificant
      else { continue }
      causes += change.places.map { ($0, index) }
    }
    return decoding.filter { finding in
      guard finding.rule.family == .decoding, finding.level > .info, !finding.isAgreed,
        isCompared(finding), let place = finding.place,
        let cause = causes.first(where: { place.isWithin($0.place) })
          ?? causes.first(where: { $0.place.isWithin(place) && isNoLonger(place) })
      else { return true }
      drift[cause.index].fold(finding)
      return false
    }
  }

  /// Whether findings of drift tell of a change that is the cause of what is wrong at a place: it changed, or all
  /// that it held is elsewhere.
  func explains(_ place: ShapePath, by drift: [Finding]) -> Bool {
    drift.compactMap { change(of: $0) }.filter { $0.from != nil }.flatMap(\.places).contains {
      place.isWithin($0) || $0.isWithin(place) && isNoLonger(place)
    }
  }

  /// Whether a place that held others is gone, or holds values of other types, now that they moved.
  ///
  /// `{"links": {"video": …}}` that became `{"video": …}` has no `links`, and `{"meals": […]}` that became `[…]`
  /// has a list at the top: both follow from what moved.
  private func isNoLonger(_ place: ShapePath) -> Bool {
    // Of a format that was accepted only the new one is kept.
    guard let new else { return old.shape(at: place) == nil }
    guard let before = old.shape(at: place), before.object != nil || before.element != nil else {
      return false
    }
    guard let now = new.shape(at: place) else { return true }
    return !before.types.contains { now.types.contains($0) }
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
      var finding = finding(of: change)
    else { return nil }
    finding.nextStep = formats.steps(for: [change]).first ?? nil
    changes[index] = change
    changes.removeAll { $0.rule == .keyAdded && $0.to.map { to.isWithin($0) } ?? false }
    for index in mapping.indices {
      guard let place = mapping[index].from, place.isWithin(from), mapping[index].to != to else {
        continue
      }
      let image = place.moved(from: from, to: to)
      mapping[index].to = image
      mapping[index].kind = change.kind
      mapping[index].confidence = change.confidence
      mapping[index].isUnseen = false
    }
    let images = Set(mapping.filter { $0.from != nil }.compactMap(\.to))
    mapping.removeAll { entry in
      guard entry.from == nil, let place = entry.to else { return false }
      // A new object that holds what moved is no change of its own.
      return images.contains(place) || to.isWithin(place)
    }
    return finding
  }

  /// Puts in the place of a change that its old place was not always there; returns that as a finding.
  mutating func withdraw(_ change: Change) -> Finding? {
    guard let index = changes.firstIndex(of: change), let from = change.from,
      let place = mapping.first(where: { $0.from == from.parent })?.to?
        .appending(from.last ?? .elements)
    else { return nil }
    let notice = Change(
      rule: .becameOptional, kind: .same, from: from, to: place, old: .required,
      new: .nothing(.absent),
      evidence: Evidence(
        old: change.evidence.old, new: nil, chance: 1,
        basis: .vanished(
          .nothing(.absent), count: change.evidence.old?.records.present,
          of: change.evidence.old?.records.samples, now: nil)))
    guard var finding = finding(of: notice) else { return nil }
    finding.nextStep = formats.steps(for: [notice]).first ?? nil
    changes[index] = notice
    for index in mapping.indices {
      guard let path = mapping[index].from, path.isWithin(from) else { continue }
      mapping[index].to = path.moved(from: from, to: place)
      mapping[index].kind = .same
      mapping[index].confidence = nil
      mapping[index].isUnseen = true
    }
    if let to = change.to { mapping.append(PathMapping(from: nil, to: to, kind: .added)) }
    return finding
  }

  /// What the old format says of a place.
  func oldShape(at place: ShapePath) -> Shape? { old.shape(at: place) }

  /// What the new format says of a place.
  func newShape(at place: ShapePath) -> Shape? { new?.shape(at: place) }

  /// The violations that no change explains.
  ///
  /// An object of which the documents together show that its keys are data requires none of them.
  package func unexplained(_ violations: [Finding]) -> [Finding] {
    let explained = changes.flatMap(\.places)
    return violations.filter { violation in
      guard let place = violation.place else { return true }
      if isOfNewMap(violation) { return false }
      return !explained.contains { place.lies(within: $0) }
    }
  }

  /// The keywords that say what a text looks like; an empty text has no form.
  static let keywordsOfForms: Set<String> = ["format", "x-date-format"]

  /// Whether as many values as break a format may have come by chance, as the samples of the contract were few.
  ///
  /// A format is what inference saw in all of these; one text of another form in a hundred is no change.
  func isChance(_ count: Int, of violation: Finding) -> Bool {
    guard let keyword = violation.keyword, Self.keywordsOfForms.contains(keyword),
      let place = violation.place, let before = old.shape(at: place)?.observed,
      let now = new?.shape(at: place)?.observed
    else { return false }
    let chance = Evidence.chance(
      thatAll: min(count, now.recordsNotNull), fallInto: now.recordsNotNull,
      outOf: before.recordsNotNull)
    return chance >= Evidence.significance
  }

  /// Whether inference required a key by its name, where the documents together show that the keys are data.
  func isOfNewMap(_ violation: Finding) -> Bool {
    guard violation.keyword == "required", let holder = violation.place?.parent,
      old.shape(at: holder)?.observed != nil
    else { return false }
    return mapping.contains { $0.from?.last == .values && $0.from?.parent == holder }
  }
}

extension ShapePath {
  /// Whether the place is another one or lies below it, where any member may be a value of a map.
  func lies(within other: ShapePath) -> Bool {
    depth >= other.depth
      && zip(steps, other.steps).allSatisfy { own, step in
        if case .values = step, case .member = own { return true }
        return own == step
      }
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
}
