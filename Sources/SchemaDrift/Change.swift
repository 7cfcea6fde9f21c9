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

  /// The rule that found the change: `key-removed`, `became-nullable`.
  public let rule: String

  /// What happened to the place.
  public let kind: Kind

  /// The place in the old format; nil for what is new.
  public let from: ShapePath?

  /// The place in the new format; nil for what is gone.
  public let to: ShapePath?

  /// What came there in the old format, in words: "string".
  public let old: String

  /// What comes there in the new format, in words: "string or null".
  public let new: String

  /// The counts that carry the change.
  public let evidence: Evidence

  /// The slots that the change is about; nil for a single place.
  public let slots: Slots?

  /// The slots of a family that changed together; `from` and `to` name the first that shows it.
  public struct Slots: Sendable, Hashable {
    /// The slots in words: `strIngredient1…20`.
    public let description: String

    /// The paths of all slots, on either side.
    public let paths: [ShapePath]
  }

  /// All the places that the change is about: one, or every slot of a family.
  public var places: [ShapePath] { slots?.paths ?? [from ?? to].compactMap { $0 } }
}

/// Where an old path went, or where a new one came from.
public struct PathMapping: Sendable, Hashable {
  /// The path in the old format; nil for what is new.
  public let from: ShapePath?

  /// The path in the new format; nil for what is gone.
  public let to: ShapePath?

  /// What happened to the path.
  public let kind: Change.Kind
}
