import WireDates

extension Shape {
  /// Infers the shape from what was seen.
  public init(inferredFrom summary: ShapeSummary) {
    let present = summary.nodes[0].present
    let inference = ShapeInference(summary: summary, recordLimit: nil)
    self = inference.shape(
      of: 0, name: "",
      parents: ShapeInference.Parents(values: present.values, records: present.records))
  }
}

/// Turns the sums of a summary into a shape: the rules of thumb of inference.
struct ShapeInference {
  /// How many values, and records, could hold the value that is looked at.
  struct Parents {
    let values: Int
    let records: Int
  }

  let summary: ShapeSummary

  /// The records of the map that holds the summary's values; nil outside maps.
  ///
  /// The values of a map come together, so no more records than this are independent evidence.
  let recordLimit: Int?

  func shape(of index: Int, name: String, parents: Parents) -> Shape {
    let node = summary.nodes[index]
    var shape = Shape(types: types(of: node), isNullable: node.types[.null].values > 0)
    shape.isAlwaysNull = shape.types.isEmpty && shape.isNullable
    shape.observed = observation(of: node, parents: parents)
    shape.dateFormat = dateFormat(of: node, name: name)
    shape.textForm = textForm(of: node, name: name, dateFormat: shape.dateFormat)
    if node.texts > 0, shape.textForm == nil, shape.dateFormat == nil {
      shape.values = node.sample.enumeration(records: limited(node.types[.string]))
      if node.lists.areLists(among: node.texts) { shape.separator = "," }
    }
    shape.tuple = node.tuple.tuple
    if let element = node.element {
      let count = summary.nodes[element].present
      shape.element = self.shape(
        of: element, name: name,
        parents: Parents(values: count.values, records: limited(count)))
    }
    if node.mapValue != nil || !node.members.isEmpty {
      shape.object = object(index, name: name)
    }
    return shape
  }

  // MARK: Types and evidence

  private func types(of node: SummaryNode) -> Set<JSONType> {
    var types = Set(JSONType.allCases.filter { $0 != .null && node.types[$0].values > 0 })
    if types.contains(.number) { types.remove(.integer) }
    return types
  }

  private func limited(_ count: SummaryCount) -> Int {
    guard let recordLimit else { return count.records }
    return min(count.values, recordLimit)
  }

  private func observation(of node: SummaryNode, parents: Parents) -> Observation {
    let null = node.types[.null]
    var observation = Observation(
      values: Observation.Presence(
        samples: parents.values, present: node.present.values, null: null.values),
      records: Observation.Presence(
        samples: parents.records, present: limited(node.present), null: limited(null)))
    observation.empty = node.empty + node.emptyObjects
    observation.blank = node.blank
    let seen = JSONType.allCases.filter { $0 != .null && node.types[$0].values > 0 }
    if seen.count > 1 {
      for type in seen { observation.types[type] = limited(node.types[type]) }
    }
    observation.dates = mixedDates(of: node)
    if node.smallestNumber <= node.largestNumber {
      observation.numbers = node.smallestNumber...node.largestNumber
    }
    if node.types[.array].values > 0 {
      observation.lengths = node.smallestLength...node.largestLength
    }
    return observation
  }

  /// The texts by date format, where some are dates and no one format fits them all.
  private func mixedDates(of node: SummaryNode) -> [String: Int] {
    guard node.commonDate == nil else { return [:] }
    return Dictionary(node.dates.map { ($0.format.name, $0.count) }) { first, _ in first }
  }

  // MARK: Forms

  private func textForm(
    of node: SummaryNode, name: String, dateFormat: DateFormat?
  ) -> TextForm? {
    guard node.texts > 0 else { return nil }
    let forms: [TextForm] =
      switch dateFormat {
      case nil: [.dateTime, .uuid, .objectID, .color, .country, .uri, .email, .numeric]
      case .iso8601, .iso8601Fractional: [.dateTime]
      case .unixSeconds, .unixMilliseconds, .pattern: []
      }
    return forms.first { form in
      node.forms.contains(form) && (form != .country || areCountries(node, name: name))
    }
  }

  /// Two capital letters may be anything: many different ones must be countries, or the name says so.
  private func areCountries(_ node: SummaryNode, name: String) -> Bool {
    let lowercased = name.lowercased()
    return node.sample.isFull || node.sample.entries.count >= 8
      || ["country", "nation"].contains(where: lowercased.contains)
  }

  private func dateFormat(of node: SummaryNode, name: String) -> DateFormat? {
    if node.texts > 0 { return node.commonDate }
    // Integers beyond every Double have no range.
    guard node.types[.integer].values > 0, node.types[.number].values == 0,
      node.smallestNumber <= node.largestNumber
    else { return nil }
    return UnixTime.format(of: node.smallestNumber...node.largestNumber, name: name)
  }

  // MARK: Objects

  private func object(_ index: Int, name: String) -> ObjectShape {
    let node = summary.nodes[index]
    let objects = node.types[.object]
    let parents = Parents(values: objects.values, records: limited(objects))
    if let values = MapRule(summary: summary).mapValues(of: index) {
      let inference = ShapeInference(summary: values, recordLimit: parents.records)
      let count = values.nodes[0].present.values
      let value = inference.shape(
        of: 0, name: name,
        parents: Parents(values: count, records: min(count, parents.records)))
      return ObjectShape(mapValue: value)
    }
    let members = MemberOrder(of: index, in: summary).sorted().map { member in
      MemberShape(
        name: member.name.text,
        isRequired: summary.nodes[member.node].present.values == objects.values,
        shape: shape(of: member.node, name: member.name.text, parents: parents))
    }
    return ObjectShape(members: members).withSlotFamilies()
  }
}

/// Tells Unix times from other integers, by their size and by the name of their member.
enum UnixTime {
  /// The years 1973 to 2099, which no time of an API lies outside of.
  private static let seconds = 1e8...4.1e9

  private static let nameParts = ["date", "time", "unix", "epoch", "stamp", "utc"]
  private static let nameEndings = ["_at", "At", "_on", "_ts"]

  static func format(of range: ClosedRange<Double>, name: String) -> DateFormat? {
    let lowercased = name.lowercased()
    guard
      nameParts.contains(where: lowercased.contains) || nameEndings.contains(where: name.hasSuffix)
    else { return nil }
    let milliseconds = seconds.lowerBound * 1000...seconds.upperBound * 1000
    if seconds.contains(range.lowerBound), seconds.contains(range.upperBound) {
      return .unixSeconds
    }
    if milliseconds.contains(range.lowerBound), milliseconds.contains(range.upperBound) {
      return .unixMilliseconds
    }
    return nil
  }
}
