/// A kind of change of a format.
///
/// The raw value is the rule's public id, which never changes meaning. A comparison of two formats
/// finds all of them but ``versionChanged``, which compares responses with several stored formats.
/// What a change is called, how bad it is and what to do is decided by switches without a default
/// in the layers above, so a new case does not compile until each of them knows it.
public enum DriftRule: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// A key is gone from every document.
  case keyRemoved = "key-removed"

  /// A key is new.
  case keyAdded = "key-added"

  /// A key has another name.
  case keyRenamed = "key-renamed"

  /// A value lies elsewhere.
  case keyMoved = "key-moved"

  /// A value went down into an object.
  case valueNested = "value-nested"

  /// A value came up out of an object.
  case valueHoisted = "value-hoisted"

  /// The records lie in another envelope.
  case envelopeChanged = "envelope-changed"

  /// A single value became an array.
  case scalarToArray = "scalar-to-array"

  /// An array became a single value.
  case arrayToScalar = "array-to-scalar"

  /// Numbered keys became an array.
  case slotsToArray = "slots-to-array"

  /// An array became a map.
  case arrayToMap = "array-to-map"

  /// A map became an array.
  case mapToArray = "map-to-array"

  /// An object became a reference.
  case objectToID = "object-to-id"

  /// A value has another type.
  case typeChanged = "type-changed"

  /// A value is sometimes null.
  case becameNullable = "became-nullable"

  /// A key is sometimes absent.
  case becameOptional = "became-optional"

  /// A value is null everywhere.
  case becameAlwaysNull = "became-always-null"

  /// A value is empty, everywhere or in many records that had one.
  case becameEmpty = "became-empty"

  /// An enumeration has more values.
  case enumValueAdded = "enum-value-added"

  /// A date is written in another form.
  case dateFormatChanged = "date-format-changed"

  /// A Unix time counts in another unit.
  case epochUnitChanged = "epoch-unit-changed"

  /// A number is written as a text.
  case numberToNumericString = "number-to-numeric-string"

  /// A text of digits is written as a number.
  case numericStringToNumber = "numeric-string-to-number"

  /// An id has another form.
  case idFormatChanged = "id-format-changed"

  /// A key holds something else than before.
  case meaningChanged = "meaning-changed"

  /// No value is written in another way.
  case nothingRespelled = "nothing-respelled"

  /// The responses speak another stored version of the contract.
  case versionChanged = "version-changed"

  /// The id.
  public var description: String { rawValue }
}
