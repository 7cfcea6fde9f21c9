package import StrictJSON
public import WireDates

/// The shape of a place in an API: what values come there, and how sure that is.
///
/// A shape comes from samples (``init(inferredFrom:)``) or from a contract (``init(_:)``),
/// with or without evidence. Two shapes are compared without knowing where they come from.
public struct Shape: Sendable, Hashable {
  /// The types that come, without `null`; empty where that is not known and any type may come.
  ///
  /// `number` includes integers; the two never occur together.
  public var types: Set<JSONType>

  /// Whether `null` may come.
  public var isNullable: Bool

  /// Whether nothing but `null` came, or may come; then the types are not known.
  public var isAlwaysNull: Bool

  /// The form that all the texts share; nil where they share none.
  public var textForm: TextForm?

  /// The date format that all the texts, or all the numbers, share; nil where they share none.
  public var dateFormat: DateFormat?

  /// The members, where objects come and something is known of them.
  public var object: ObjectShape?

  /// The texts that came, where so few came so often that there may be no others; else none.
  ///
  /// They are in the order of their bytes. Another text is news, and no violation.
  public var values: [String] = []

  /// What is between the words of a text that is a list, such as `,`; nil for other texts.
  public var separator: String?

  /// The types at each position of arrays that are tuples, `null` included; empty for lists.
  public var tuple: [Set<JSONType>] = []

  /// What was counted; nil for a contract that was written by hand.
  public var observed: Observation?

  /// The shape of the elements, in an array so that a shape can hold a shape.
  private var elementStorage: [Shape]

  /// Makes a shape.
  public init(
    types: Set<JSONType> = [], isNullable: Bool = false, isAlwaysNull: Bool = false,
    textForm: TextForm? = nil,
    dateFormat: DateFormat? = nil, object: ObjectShape? = nil, element: Shape? = nil,
    observed: Observation? = nil
  ) {
    self.types = types
    self.isNullable = isNullable
    self.isAlwaysNull = isAlwaysNull
    self.textForm = textForm
    self.dateFormat = dateFormat
    self.object = object
    self.observed = observed
    elementStorage = element.map { [$0] } ?? []
  }

  /// The shape of the elements of an array; nil where no element is known.
  public var element: Shape? {
    get { elementStorage.first }
    set { elementStorage = newValue.map { [$0] } ?? [] }
  }

  /// A shape of which nothing is known: any value may come.
  public static let unknown = Shape(isNullable: true)
}

/// The shape of an object: a record with named members, or a map that is keyed by data.
public struct ObjectShape: Sendable, Hashable {
  /// The named members, in the order in which the server sends them.
  public var members: [MemberShape]

  /// The numbered members that stand for one list.
  package var slotFamilies: [SlotFamily]

  private var mapStorage: [Shape]

  /// Makes the shape of a record, of a map, or of both together.
  package init(
    members: [MemberShape] = [], slotFamilies: [SlotFamily] = [], mapValue: Shape? = nil
  ) {
    self.members = members
    self.slotFamilies = slotFamilies
    mapStorage = mapValue.map { [$0] } ?? []
  }

  /// The shape of the values of a map; nil for a record.
  public var mapValue: Shape? {
    get { mapStorage.first }
    set { mapStorage = newValue.map { [$0] } ?? [] }
  }

  /// Finds a member by its name.
  public subscript(name: String) -> MemberShape? {
    members.first { ExactText.areEqual($0.name, name) }
  }
}

/// The members of an object by name, for many lookups: one by one they take the square of the number of members.
package struct MemberIndex {
  private let members: [ExactText: MemberShape]

  package init(_ object: ObjectShape?) {
    members = Dictionary((object?.members ?? []).map { (ExactText($0.name), $0) }) { first, _ in
      first
    }
  }

  /// Finds a member by its name.
  package subscript(name: String) -> MemberShape? { members[ExactText(name)] }
}

/// A member of a record.
public struct MemberShape: Sendable, Hashable {
  /// The name.
  public var name: String

  /// Whether the member is in every object.
  public var isRequired: Bool

  /// The shape of the value.
  public var shape: Shape

  /// Makes a member.
  public init(name: String, isRequired: Bool, shape: Shape) {
    self.name = name
    self.isRequired = isRequired
    self.shape = shape
  }
}
