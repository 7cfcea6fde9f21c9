public import StrictJSON

/// One change of the format: a fact with its evidence, not yet judged.
public struct Change: Sendable, Hashable {
  /// What the change did to the place; every path of a mapping has one too.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The place is where it was.
    case same
    /// The place has another name.
    case renamed
    /// The place lies elsewhere.
    case moved
    /// The value went down into an object.
    case nested
    /// The value came up out of an object.
    case hoisted
    /// One value became a list.
    case scalarToArray = "scalar-to-array"
    /// A list became one value.
    case arrayToScalar = "array-to-scalar"
    /// A list became an object that is keyed by data.
    case arrayToMap = "array-to-map"
    /// An object that is keyed by data became a list.
    case mapToArray = "map-to-array"
    /// An object became a list.
    case objectToArray = "object-to-array"
    /// Numbered members became a list.
    case slotsToArray = "slots-to-array"
    /// The value has another type.
    case typeChanged = "type-changed"
    /// One value became several.
    case split
    /// Several values became one.
    case merged
    /// The place is gone.
    case removed
    /// The place is new.
    case added
  }

  /// The rule that found the change.
  public let rule: DriftRule

  /// What happened to the place.
  public let kind: Kind

  /// The place in the old format; nil for what is new.
  public let from: ShapePath?

  /// The place in the new format; nil for what is gone.
  public let to: ShapePath?

  /// What came there in the old format, or where the value was.
  public let old: State

  /// What comes there in the new format, or where the value is.
  public let new: State

  /// The counts that carry the change.
  public let evidence: Evidence

  /// The slots that the change is about; nil for a single place.
  public let slots: Slots?

  /// How many of the records that are on both sides show the change; nil where none was joined.
  public let matched: Int?

  /// How many records are on both sides and have the value; nil where none was joined.
  public let compared: Int?

  /// How sure it is that the value is where the change says; nil where it stayed in its place.
  public let confidence: Confidence?

  /// The places that moved together with this one, from the same object into the same other one.
  public internal(set) var companions: [Companion] = []

  /// Makes a change, found by a comparison or read from a contract that keeps it.
  package init(
    rule: DriftRule, kind: Kind, from: ShapePath?, to: ShapePath?, old: State, new: State,
    evidence: Evidence, slots: Slots? = nil, matched: Int? = nil, compared: Int? = nil,
    confidence: Confidence? = nil, companions: [Companion] = []
  ) {
    self.companions = companions
    self.rule = rule
    self.kind = kind
    self.from = from
    self.to = to
    self.old = old
    self.new = new
    self.evidence = evidence
    self.slots = slots
    self.matched = matched
    self.compared = compared
    self.confidence = confidence
  }

  /// How sure it is that a value of the old format lies at a place of the new one.
  public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// All records that were compared hold the same value.
    case certain
    /// Most records do, or nearly the same value, or all that lies below the place is the same.
    case likely
    /// Only names, types and positions speak for it, and no value.
    case guess
  }

  /// A place that moved together with another one.
  public struct Companion: Sendable, Hashable {
    /// The place in the old format.
    public let from: ShapePath

    /// The place in the new format.
    public let to: ShapePath

    /// The slots that the place is one of, in words; nil for a single place.
    public let slots: String?

    package init(from: ShapePath, to: ShapePath, slots: String?) {
      self.from = from
      self.to = to
      self.slots = slots
    }
  }

  /// The slots of a family that changed together; `from` and `to` name the first that shows it.
  public struct Slots: Sendable, Hashable {
    /// The slots in words: `strIngredient1…20`.
    public let description: String

    /// The paths of all slots, on either side.
    public let paths: [ShapePath]

    package init(description: String, paths: [ShapePath]) {
      self.description = description
      self.paths = paths
    }
  }

  /// All the places that the change is about: one, every slot of a family, all that moved together.
  public var places: [ShapePath] {
    (slots?.paths ?? [from ?? to].compactMap { $0 }) + companions.map(\.from)
  }

  /// Where the value went, without the evidence.
  public var mapping: PathMapping {
    PathMapping(
      from: from, to: to, kind: kind, matched: matched, compared: compared, confidence: confidence,
      unit: evidence.unit)
  }
}
