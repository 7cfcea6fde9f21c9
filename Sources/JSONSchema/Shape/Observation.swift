/// How often something was seen at a place: the evidence for a shape.
public struct Observation: Sendable, Hashable {
  /// The three counts that tell whether a value is there.
  public struct Presence: Sendable, Hashable {
    /// How often a value could have come: the objects that can hold the member.
    public var samples: Int
    /// How often one came, `null` included.
    public var present: Int
    /// How often `null` came.
    public var null: Int

    /// Makes a count.
    public init(samples: Int, present: Int, null: Int) {
      self.samples = samples
      self.present = present
      self.null = null
    }

    /// Adds two counts.
    static func + (left: Self, right: Self) -> Self {
      Self(
        samples: left.samples + right.samples, present: left.present + right.present,
        null: left.null + right.null)
    }
  }

  /// The counts of values.
  public var values: Presence

  /// The same in records: elements of the outermost array, or documents.
  ///
  /// Values of one record come and go together, so only records are independent evidence.
  public var records: Presence

  /// How many strings, arrays and objects were empty.
  public var empty: Int

  /// How many strings were white space only.
  public var blank: Int

  /// The records in which each type came; filled only where more than one type came.
  public var types: [JSONType: Int]

  /// How many texts have each date format; empty where all have the same, or none has any.
  public var dates: [String: Int]

  /// The smallest and the largest number; nil where no number came.
  public var numbers: ClosedRange<Double>?

  /// The smallest and the largest number of elements; nil where no array came.
  public var lengths: ClosedRange<Int>?

  /// Makes an observation.
  public init(
    values: Presence, records: Presence, empty: Int = 0, blank: Int = 0,
    types: [JSONType: Int] = [:], dates: [String: Int] = [:],
    numbers: ClosedRange<Double>? = nil, lengths: ClosedRange<Int>? = nil
  ) {
    self.values = values
    self.records = records
    self.empty = empty
    self.blank = blank
    self.types = types
    self.dates = dates
    self.numbers = numbers
    self.lengths = lengths
  }

  /// A number of a range as JSON: `3`, not `3.0`, where it is whole.
  static func text(of number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }

  /// How often a value could have come.
  public var samples: Int { values.samples }
  /// How often a value came, `null` included.
  public var present: Int { values.present }
  /// How often `null` came.
  public var null: Int { values.null }

  /// The records that surely lack the value at least once.
  public var recordsWithout: Int {
    max(records.samples - records.present, min(1, values.samples - values.present), 0)
  }

  /// How many values are neither `null`, nor empty, nor blank.
  public var filled: Int { max(0, values.present - values.null - empty - blank) }

  /// The records in which the value, at least once, is neither `null`, nor empty, nor blank.
  ///
  /// Exact where a record holds one value; else the filled values' share of the records.
  public var recordsFilled: Int {
    guard filled > 0, present > 0 else { return 0 }
    return max(1, Int(Double(filled) / Double(present) * Double(records.present)))
  }

  /// The records in which a value that is not `null` came.
  public var recordsNotNull: Int { max(0, records.present - records.null) }
}
