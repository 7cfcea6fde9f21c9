import WireDates

extension Shape {
  /// Reads the shape that a contract describes, whether it was inferred or written by hand.
  ///
  /// What a schema says beyond types, members, elements and formats has no place in a shape.
  public init(_ schema: Schema) {
    var reader = ShapeReader(schemas: schema.program.schemas)
    self = reader.shape(of: 0)
  }
}

/// Turns keywords into a shape: `allOf` and `$ref` narrow it, `anyOf` and `oneOf` widen it.
struct ShapeReader {
  private let schemas: [CompiledSchema]
  /// The schemas on the way to the current one; a schema within itself is not followed.
  private var open = Set<Int>()

  init(schemas: [CompiledSchema]) { self.schemas = schemas }

  mutating func shape(of index: Int) -> Shape {
    guard open.insert(index).inserted else { return .unknown }
    defer { open.remove(index) }
    var shape = Shape.unknown
    for keyword in schemas[index].keywords { read(keyword.keyword, into: &shape) }
    for annotation in schemas[index].annotations { read(annotation, into: &shape) }
    if let observed = shape.observed, shape.types.isEmpty {
      // A contract from samples leaves the type out where it saw no value.
      shape.isNullable = observed.null > 0
      shape.isAlwaysNull = observed.null > 0
    }
    if let format = shape.dateFormat, format == .iso8601 || format == .iso8601Fractional {
      shape.textForm = .dateTime
    }
    return shape
  }

  private mutating func read(_ keyword: Keyword, into shape: inout Shape) {
    switch keyword {
    case .type(let types):
      shape.narrow(to: Shape(types: types))
    case .oneOfValues(let values, _):
      shape.narrow(to: Shape(types: Set(values.map(\.type))))
    case .reference(let schema), .dynamicReference(_, otherwise: let schema):
      shape.narrow(to: self.shape(of: schema))
    case .all(let schemas):
      for schema in schemas { shape.narrow(to: self.shape(of: schema)) }
    case .any(let schemas), .exactlyOne(let schemas):
      let shapes = schemas.map { self.shape(of: $0) }
      if let first = shapes.first {
        shape.narrow(to: shapes.dropFirst().reduce(first) { $0.union($1) })
      }
    case .format(.date, _): shape.dateFormat = .pattern("yyyy-MM-dd")
    case .format(let format, _):
      if let form = TextForm(rawValue: format.rawValue) { shape.textForm = form }
    case .textForm(let form): shape.textForm = form
    case .values(let values): shape.values = values
    case .list(let separator): shape.separator = separator
    case .dateFormat(let format, _): shape.dateFormat = format
    case .observed(let observation): shape.observed = observation
    case .items(let schema, let after):
      // Behind an inferred tuple comes what all of its elements share.
      let element = self.shape(of: schema)
      if after == 0 || element.observed != nil { shape.element = element }
    case .prefixItems(let schemas):
      let positions = schemas.map { self.shape(of: $0) }
      guard positions.allSatisfy({ !$0.types.isEmpty }) else { return }
      shape.tuple = positions.map { $0.types.union($0.isNullable ? [.null] : []) }
    case .properties, .required, .additionalProperties, .slots:
      readObject(keyword, into: &shape)
    default: break
    }
  }

  private mutating func readObject(_ keyword: Keyword, into shape: inout Shape) {
    var object = shape.object ?? ObjectShape()
    switch keyword {
    case .properties(let schemas):
      for (name, schema) in schemas.all {
        object.merge(MemberShape(name: name.text, isRequired: false, shape: self.shape(of: schema)))
      }
    case .required(let names):
      for name in names {
        object.merge(MemberShape(name: name.text, isRequired: true, shape: .unknown))
      }
    case .additionalProperties(let schema, _, _):
      // `true` and `false` say nothing about values.
      guard let first = schemas[schema].keywords.first else { return }
      if case .never = first.keyword { return }
      object.mapValue = self.shape(of: schema)
    case .slots(let families): object.slotFamilies = families
    default: break
    }
    shape.object = object
  }
}

extension Shape {
  /// Keeps only what both shapes allow.
  mutating func narrow(to other: Shape) {
    var otherTypes = other.types
    let otherIsNullable = otherTypes.remove(.null) != nil || other.isNullable
    if otherTypes.contains(.number) { otherTypes.remove(.integer) }
    if other.isAlwaysNull || other.types == [.null] {
      types = []
      isAlwaysNull = true
    } else if types.isEmpty {
      types = isAlwaysNull ? [] : otherTypes
    } else if !otherTypes.isEmpty {
      types = types.filter {
        otherTypes.contains($0) || $0 == .integer && otherTypes.contains(.number)
      }
      .union(types.contains(.number) && otherTypes.contains(.integer) ? [.integer] : [])
    }
    isNullable = isNullable && otherIsNullable
    textForm = other.textForm ?? textForm
    dateFormat = other.dateFormat ?? dateFormat
    values = other.values.isEmpty ? values : other.values
    separator = other.separator ?? separator
    tuple = other.tuple.isEmpty ? tuple : other.tuple
    observed = observed ?? other.observed
    element = element ?? other.element
    guard let otherObject = other.object else { return }
    guard var merged = object else {
      object = otherObject
      return
    }
    for member in otherObject.members { merged.merge(member) }
    merged.slotFamilies += otherObject.slotFamilies
    merged.mapValue = merged.mapValue ?? otherObject.mapValue
    object = merged
  }

  /// Allows what either shape allows.
  public func union(_ other: Shape) -> Shape {
    let isAnything = isOpen || other.isOpen
    var result = Shape(types: isAnything ? [] : types.union(other.types))
    if result.types.contains(.number) { result.types.remove(.integer) }
    result.isNullable = isNullable || other.isNullable
    result.isAlwaysNull = isAlwaysNull && other.isAlwaysNull
    result.textForm = Self.shared(self, other) { $0.textForm }
    result.dateFormat = Self.shared(self, other) { $0.dateFormat }
    result.separator = Self.shared(self, other) { $0.separator }
    result.tuple = tuple == other.tuple ? tuple : []
    if !values.isEmpty, !other.values.isEmpty {
      result.values = Set((values + other.values).map(ExactText.init)).sorted().map(\.text)
    }
    result.element = Self.union(element, other.element) { $0.union($1) }
    result.object = Self.union(object, other.object) {
      $0.union($1, counts: (countOfObjects, other.countOfObjects))
    }
    result.observed = Self.union(countsOfTypes(beside: other), other.countsOfTypes(beside: self)) {
      $0.union($1)
    }
    return result
  }

  /// How many objects came, as the count of a member that none of them has; nil where nothing was counted.
  private var countOfObjects: Observation? {
    guard let observed else { return nil }
    let records = observed.types[.object] ?? observed.recordsNotNull
    let share = Double(records) / Double(max(1, observed.recordsNotNull))
    let values = Int((Double(observed.present - observed.null) * share).rounded())
    return Observation(
      values: .init(samples: max(0, values), present: 0, null: 0),
      records: .init(samples: records, present: 0, null: 0))
  }

  /// The shape of a member that so many other objects lack.
  fileprivate func lacking(in objects: Observation?) -> Shape {
    var shape = self
    if let objects { shape.observed = observed.map { $0.union(objects) } }
    return shape
  }

  /// The counts with that of its only type, which is left out where no other one came.
  private func countsOfTypes(beside other: Shape) -> Observation? {
    guard var observed, observed.types.isEmpty, types.count == 1, let type = types.first,
      other.types != types || other.observed?.types.isEmpty == false
    else { return observed }
    observed.types[type] = observed.recordsNotNull
    return observed
  }

  /// Whether any type may come.
  private var isOpen: Bool { types.isEmpty && !isAlwaysNull }

  private static func shared<Value: Equatable>(
    _ left: Shape, _ right: Shape, _ value: (Shape) -> Value?
  ) -> Value? {
    // A side without any value agrees with everything.
    if left.isAlwaysNull { return value(right) }
    if right.isAlwaysNull { return value(left) }
    return value(left) == value(right) ? value(left) : nil
  }

  static func union<Value>(_ left: Value?, _ right: Value?, _ join: (Value, Value) -> Value)
    -> Value?
  {
    guard let left, let right else { return left ?? right }
    return join(left, right)
  }
}

extension ObjectShape {
  /// Adds what is known of a member.
  mutating func merge(_ member: MemberShape) {
    guard
      let position = members.firstIndex(where: { ExactText.areEqual($0.name, member.name) })
    else {
      members.append(member)
      return
    }
    members[position].isRequired = members[position].isRequired || member.isRequired
    members[position].shape.narrow(to: member.shape)
  }

  /// Joins two objects: a member is required where both require it, and what one lacks was absent in all that were
  /// counted of it.
  func union(
    _ other: ObjectShape, counts: (own: Observation?, other: Observation?)
  ) -> ObjectShape {
    var result = ObjectShape(slotFamilies: slotFamilies)
    result.mapValue = Shape.union(mapValue, other.mapValue) { $0.union($1) }
    let (own, others) = (MemberIndex(self), MemberIndex(other))
    for member in members {
      let partner = others[member.name]
      result.members.append(
        MemberShape(
          name: member.name, isRequired: member.isRequired && partner?.isRequired == true,
          shape: partner.map { member.shape.union($0.shape) }
            ?? member.shape.lacking(in: counts.other)))
    }
    for member in other.members where own[member.name] == nil {
      result.members.append(
        MemberShape(
          name: member.name, isRequired: false, shape: member.shape.lacking(in: counts.own)))
    }
    return result
  }
}

extension Observation {
  /// Adds the counts of two places that are looked at as one.
  func union(_ other: Observation) -> Observation {
    Observation(
      values: values + other.values, records: records + other.records,
      empty: empty + other.empty, blank: blank + other.blank,
      types: types.merging(other.types) { $0 + $1 },
      dates: dates.merging(other.dates) { $0 + $1 },
      numbers: Shape.union(numbers, other.numbers) {
        min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
      },
      lengths: Shape.union(lengths, other.lengths) {
        min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
      })
  }
}
