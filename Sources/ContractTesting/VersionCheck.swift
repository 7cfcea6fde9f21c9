import JSONSchema
import SchemaDrift
import StrictJSON

/// Which of several stored versions of a contract each record of the responses speaks.
///
/// A record speaks the version that it breaks least: what counts is each value that breaks the
/// schema, in the record or around it, and each member that the version does not know. The expected
/// version wins where nothing speaks for another one.
struct VersionCheck {
  /// The records of one response, by the version that they speak.
  struct Speech {
    /// The version of each record, in their order; none where the response holds no record.
    var versions: [Int] = []

    /// The values that break the version of their record.
    var violations: [Finding] = []

    /// The records that speak another version than the expected one.
    var others: [JSONValue] = []

    /// The version of all records; nil where they are mixed.
    var onlyVersion: Int? {
      let all = Set(versions)
      return all.count > 1 ? nil : all.first ?? 0
    }

    /// Whether what a type says at a place comes from a record of another version, and from what it changed.
    func explains(_ rule: Rule, at pointer: JSONPointer) -> Bool {
      guard rule.family == .decoding, rule.level > .info else { return false }
      // Where all records speak another version, what surrounds them does, too.
      if let only = onlyVersion { return only != 0 }
      return others.contains { pointer.tokens.starts(with: $0.pointer.tokens) }
    }
  }

  let versions: [Contract]
  private let paths: [[ShapePath]]
  /// The number of records that speak each version.
  private var counts: [Int]
  /// The place of the first record of another version.
  private var firstOther: Finding?

  /// Makes a check for versions, of which the first one is the expected one.
  init(_ versions: [Contract]) {
    self.versions = versions
    paths = versions.map { Drift.recordPaths(in: $0.shape) }
    counts = versions.map { _ in 0 }
  }

  /// Looks at the next response.
  mutating func add(_ reading: ResponseReading) -> Speech {
    let speech = speech(of: reading)
    for version in speech.versions { counts[version] += 1 }
    if firstOther == nil, let record = speech.others.first {
      firstOther = reading.place(
        Finding(.versionChanged, ""), record.byteRange, pointer: record.pointer)
    }
    return speech
  }

  /// The versions that are spoken and are not the expected one.
  private var others: [Int] { versions.indices.dropFirst().filter { counts[$0] > 0 } }

  private func speech(of reading: ResponseReading) -> Speech {
    guard let document = reading.document else { return Speech() }
    let violations = versions.map { ContractCheck($0, formats: .asserted).run(on: reading) }
    let places = violations.map { Self.places(of: $0, in: document) }
    let records = Self.records(in: document, paths)
    guard !records.isEmpty else { return Speech(violations: violations[0]) }
    var speech = Speech()
    for record in records {
      let misfits = versions.indices.map { version in
        places[version].count { $0.overlaps(record.byteRange) }
          + unknownMembers(of: record, in: document, versions[version])
      }
      let best = misfits.indices.min { misfits[$0] < misfits[$1] } ?? 0
      // Another version is claimed where it fits, or fits twice as well.
      let isClaimed = misfits[best] * 2 <= misfits[0] && misfits[best] < misfits[0]
      speech.versions.append(isClaimed ? best : 0)
      if isClaimed { speech.others.append(record) }
    }
    let spoken = Set(speech.versions)
    for version in versions.indices where spoken.contains(version) {
      let others = zip(records, speech.versions).filter { $0.1 != version }.map(\.0.byteRange)
      for (violation, place) in zip(violations[version], places[version])
      where !others.contains(where: place.overlaps) || spoken.count == 1 {
        speech.violations.append(violation)
      }
    }
    return speech
  }

  private static func places(of violations: [Finding], in document: JSONDocument) -> [Range<Int>] {
    violations.map { violation in
      let pointer = violation.pointer.flatMap { JSONPointer($0) } ?? JSONPointer(tokens: [])
      // A member that is missing has no place of its own; what lacks it has.
      let holder = JSONPointer(tokens: Array(pointer.tokens.dropLast()))
      let value = document.value(at: pointer) ?? document.value(at: holder) ?? document.root
      return value.byteRange
    }
  }

  /// The records, where any version knows them to be.
  private static func records(in document: JSONDocument, _ paths: [[ShapePath]]) -> [JSONValue] {
    for path in paths.joined() {
      let records = path.all(in: document).filter { $0.kind == .object }
      if !records.isEmpty { return records }
    }
    return []
  }

  /// The number of members, at any depth, that a version does not know.
  private func unknownMembers(
    of record: JSONValue, in document: JSONDocument, _ contract: Contract
  ) -> Int {
    guard
      let shape = contract.shape.shape(at: ShapePath(of: record.pointer, in: document))
    else { return 0 }
    return Self.unknownMembers(of: record, shape)
  }

  private static func unknownMembers(of value: JSONValue, _ shape: Shape) -> Int {
    switch value.kind {
    case .object:
      guard let object = shape.object else { return 0 }
      return value.members.reduce(0) { sum, member in
        guard let known = object[member.key]?.shape ?? object.mapValue else { return sum + 1 }
        return sum + unknownMembers(of: member.value, known)
      }
    case .array:
      guard let element = shape.element else { return 0 }
      return value.elements.reduce(0) { $0 + unknownMembers(of: $1, element) }
    case .null, .bool, .number, .string: return 0
    }
  }

  // MARK: The finding

  /// Which version the responses speak, as a finding; nil where all speak the expected one.
  func finding(reads: [DecodingRead]?) -> Finding? {
    let total = counts.reduce(0, +)
    guard let main = others.max(by: { counts[$0] < counts[$1] }) else { return nil }
    let expected = Self.file(versions[0])
    var finding: Finding
    if counts[main] == total {
      let all = total == 1 ? "the record speaks" : "all \(total) records speak"
      finding = Finding(.versionChanged, "\(all) \(Self.file(versions[main])), not \(expected)")
    } else {
      let parts = others.map {
        "\(counts[$0]) of \(total) records speak \(Self.file(versions[$0]))"
      }
      finding = Finding(
        .versionChanged,
        "\(parts.joined(separator: ", ")), \(counts[0]) \(expected): "
          + "the server sends several versions at once")
    }
    finding.expected = expected
    finding.found = others.map { Self.file(versions[$0]) }.joined(separator: ", ")
    finding.statesValues = true
    finding.place = Drift.recordPaths(in: versions[main].shape).first
    finding.nextStep = .compare(old: versions[0].name, new: versions[main].name)
    let changes = DriftCheck(old: versions[0].side, new: versions[main].side, reads: reads)
      .findings(in: ReadingSource([]))
    if reads != nil { finding.level = changes.map(\.level).max() ?? .info }
    finding.consequences = changes.filter { $0.level > .info }.map { Consequence($0) }
    if let firstOther { finding.takePlace(of: firstOther) }
    return finding
  }

  private static func file(_ contract: Contract) -> String {
    contract.name.split(separator: "/").last.map(String.init) ?? contract.name
  }
}
