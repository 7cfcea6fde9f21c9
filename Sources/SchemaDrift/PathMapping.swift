public import StrictJSON

/// Where an old path went, or where a new one came from.
public struct PathMapping: Sendable, Hashable {
  /// The path in the old format; nil for what is new.
  public var from: ShapePath?

  /// The path in the new format; nil for what is gone, and for what did not come where its object lies now.
  public var to: ShapePath?

  /// What happened to the path.
  public var kind: Change.Kind

  /// How many of the records that are on both sides hold the same value in both places.
  public var matched: Int?

  /// How many records are on both sides and have the value; nil where none was joined.
  public var compared: Int?

  /// How sure that is; nil where the path was not told as a change, or is where it was.
  public var confidence: Change.Confidence?

  /// The unit in which the numbers are other ones, such as cents of euros; nil where they are the same.
  public var unit: UnitChange?

  /// Whether no new value came at the path, so that it is where it was as far as is known, and not seen there.
  public var isUnseen: Bool

  /// Makes a mapping; `from` or `to` is nil for what is new or gone.
  public init(
    from: ShapePath?, to: ShapePath?, kind: Change.Kind, matched: Int? = nil, compared: Int? = nil,
    confidence: Change.Confidence? = nil, unit: UnitChange? = nil, isUnseen: Bool = false
  ) {
    self.from = from
    self.to = to
    self.kind = kind
    self.matched = matched
    self.compared = compared
    self.confidence = confidence
    self.unit = unit
    self.isUnseen = isUnseen
  }

  /// The same of other places.
  func moved(from: ShapePath, to: ShapePath) -> PathMapping {
    var moved = self
    moved.from = from
    moved.to = to
    return moved
  }
}
